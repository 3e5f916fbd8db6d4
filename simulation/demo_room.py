"""The demo room as it was loaded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dispatch.facts import Actor
from people.models import Player, User
from simulation.demo_people import PEOPLE, SLUG, address
from simulation.house import House
from simulation.room import Guest
from tournaments.models import Tournament, TournamentState, Venue


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
    house = House(venue_id=venue.pk, currency=venue.currency, owner=staff["director"], **staff)
    regulars = Player.objects.filter(document_number__startswith="DEMO", user__isnull=True).order_by("id")
    return DemoRoom(
        house=house,
        guests=[
            Guest(number=n, player_id=player_id, name=name)
            for n, (player_id, name) in enumerate(regulars.values_list("id", "public_name"), 1)
        ],
    )


def unfinished(venue_id: int, *, name: str) -> Iterator[tuple[int, str]]:
    """Return tournaments that an earlier demo left: (id, state)."""
    yield from (
        Tournament.objects.filter(venue_id=venue_id, name__startswith=name)
        .exclude(state__in=(TournamentState.FINISHED, TournamentState.CANCELLED))
        .order_by("id")
        .values_list("id", "state")
    )
