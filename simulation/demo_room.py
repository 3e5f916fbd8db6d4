"""The demo room as it was loaded."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dispatch.facts import Actor
from people.models import Player, User
from people.queries.roles import staff_of
from rules.permissions import Role
from simulation.demo_people import PEOPLE, SLUG, address
from simulation.house import House
from simulation.room import Guest
from tournaments.models import Tournament, TournamentState, Venue

log = logging.getLogger("tournaments.demo")

# who may stand in for whom, the first choice first
_POSTS = {
    "director": (Role.DIRECTOR, Role.OWNER),
    "desk": (Role.DESK, Role.DIRECTOR, Role.OWNER),
    "floor": (Role.FLOOR, Role.DIRECTOR, Role.OWNER),
}


class NobodyThere(LookupError):
    """No account of the demo room may do a post's work any more."""


@dataclass(frozen=True, slots=True)
class DemoRoom:
    """The demo room as it was loaded: its people."""

    house: House
    guests: list[Guest]


def room() -> DemoRoom:
    """Return the demo room, loaded before. LookupError where there is none."""
    venue = Venue.objects.filter(slug=SLUG).first()
    if venue is None:
        raise LookupError("the demo room is not loaded")
    staff: dict[str, Any] = {
        role: Actor(user_id=User.objects.get(email=address(role)).pk, label=PEOPLE[role])
        for role in ("director", "desk", "floor")
    }
    house = on_duty(House(venue_id=venue.pk, currency=venue.currency, owner=staff["director"], **staff))
    regulars = Player.objects.filter(document_number__startswith="DEMO", user__isnull=True).order_by("id")
    return DemoRoom(
        house=house,
        guests=[
            Guest(number=n, player_id=player_id, name=name)
            for n, (player_id, name) in enumerate(regulars.values_list("id", "public_name"), 1)
        ],
    )


def on_duty(house: House) -> House:
    """Give the posts whose person a visitor took the role from to somebody who may, and say so. NobodyThere where there is none."""
    staff = [one for one in staff_of(house.venue_id) if one.tournament_id is None]
    for post, roles in _POSTS.items():
        mine: Actor = getattr(house, post)
        able = sorted(
            (one for one in staff if one.role in roles), key=lambda one: roles.index(Role(one.role))
        )
        if any(one.user_id == mine.user_id for one in able):
            continue
        if not able:
            raise NobodyThere(f"nobody may act as {post}; give the role back on the staff page")
        setattr(house, post, Actor(user_id=able[0].user_id, label=able[0].name))
        log.warning(
            "the demo goes on with %s as %s: %s has the role no more", able[0].email, post, mine.label
        )
    return house


def unfinished(venue_id: int, *, name: str) -> Iterator[tuple[int, str]]:
    """Return tournaments that an earlier demo left: (id, state)."""
    yield from (
        Tournament.objects.filter(venue_id=venue_id, name__startswith=name)
        .exclude(state__in=(TournamentState.FINISHED, TournamentState.CANCELLED))
        .order_by("id")
        .values_list("id", "state")
    )
