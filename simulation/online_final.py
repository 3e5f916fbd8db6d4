"""Sit & gos played online in the demo room, one after another: there is always a final table that moves, and one with a seat for whoever comes.

Who plays there has an account and money like anybody, registers alone, and acts by the public commands as rehearsal players do.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from dispatch.facts import Actor, CommandId
from ledger.commands.deposit import deposit
from ledger.queries import wallet_balance
from people.commands.sign_up import sign_up
from people.models import Player, User
from people.queries import actor_of_user
from rules.entries import simple_split
from simulation import demo_room
from simulation.demo_people import DOMAIN
from simulation.house import PASSER_BY, House
from simulation.names import full_name, public_name
from simulation.plan import DOUBTS
from simulation.rehearsal_players import Event
from tournaments.commands.create_tournament import create_tournament
from tournaments.commands.open_registration import open_registration
from tournaments.commands.publish_tournament import publish_tournament
from tournaments.commands.register_player import register_player
from tournaments.models import Entry, Tournament, TournamentState

NAME = "Sit & go online"
# the last seat is a visitor's, and begins it
OPEN_NAME = "Sit & go aberto"
PLAYERS = 6
# of those that visitors began
_AT_ONCE = 4
CHIPS = 1_500
_DEPOSIT_CENTS = 500_00
# every second one: a part of each price hangs on its player's head
_SPLIT = simple_split(name="10 + 5 + 1", prize_cents=10_00, bounty_cents=5_00, fee_cents=1_00)
_KNOCKOUT: dict[str, Any] = {"price_cents": _SPLIT.price_cents, "split": _SPLIT.as_dict()}
# long enough to read who won
_REST = timedelta(seconds=30)


def events(house: House, *, at: datetime) -> Callable[[datetime], list[Event]]:
    """Return what tells, at an instant, the tournaments in which our people play: the one that is under way, where none is the next one has begun; and those with a seat
    for whoever comes, of which one is always open.
    """
    people = _people(at)
    known: list[Event] = []

    def under_way(at: datetime) -> list[Event]:
        if not known or _over(known[0].tournament_id, at=at):
            # a visitor may have taken somebody's role meanwhile
            t = _begun(demo_room.on_duty(house), people=people, at=at)
            known[:] = [Event(tournament_id=t, people=people)]
        others = _for_visitors(house, people=people, at=at)
        return [*known, *(Event(tournament_id=t, people=people) for t in others)]

    return under_way


def _for_visitors(house: House, *, people: dict[int, Actor], at: datetime) -> list[int]:
    """Return the tournaments that visitors begin or began; where none is open, the next one is, with all but one seat taken."""
    found = dict(demo_room.unfinished(house.venue_id, name=OPEN_NAME))
    waits = [t for t, state in found.items() if state == TournamentState.REGISTERING]
    if not waits and len(found) < _AT_ONCE:
        on_duty = demo_room.on_duty(house)
        t = _announced(on_duty, name=OPEN_NAME, at=at)
        _fill(on_duty, t, people=dict(list(people.items())[: PLAYERS - 1]), at=at)
        found[t] = TournamentState.REGISTERING
    return list(found)


def _over(tournament_id: int, *, at: datetime) -> bool:
    one = Tournament.objects.get(pk=tournament_id)
    if one.state not in (TournamentState.FINISHED, TournamentState.CANCELLED):
        return False
    return one.finished_at is None or at > one.finished_at + _REST


def _begun(house: House, *, people: dict[int, Actor], at: datetime) -> int:
    """The tournament that an earlier process left, else a new one, with everybody in it: the last seat begins it."""
    t = next((found for found, _ in demo_room.unfinished(house.venue_id, name=NAME)), None)
    if t is None:
        t = _announced(house, name=NAME, at=at)
    if Tournament.objects.get(pk=t).state == TournamentState.REGISTERING:
        _fill(house, t, people=people, at=at)
    return t


def _fill(house: House, tournament_id: int, *, people: dict[int, Actor], at: datetime) -> None:
    there = set(Entry.objects.filter(tournament_id=tournament_id).values_list("player_id", flat=True))
    for player_id, actor in people.items():
        if player_id not in there:
            _enter(house, tournament_id, player_id, by=actor, at=at)


def _announced(house: House, *, name: str, at: datetime) -> int:
    number = Tournament.objects.filter(venue_id=house.venue_id, name__startswith=name).count() + 1
    knockout = name == NAME and number % 2 == 0
    t = _ask(
        create_tournament,
        by=house.director,
        at=at,
        venue_id=house.venue_id,
        template="online-sit-and-go",
        name=f"{name} knock-out {number}" if knockout else f"{name} {number}",
        starts_at=at + timedelta(hours=1),
        stage_id=None,
        changes={
            "capacity": PLAYERS,
            "seats_per_table": PLAYERS,
            "starting_stack_chips": CHIPS,
            "registration_opens_at": at,
            "ranks": False,
            **(_KNOCKOUT if knockout else {}),
        },
    )["tournament_id"]
    _ask(
        publish_tournament,
        by=house.director,
        at=at,
        tournament_id=t,
        practice_seed=None,
        acknowledge=list(DOUBTS),
    )
    _ask(open_registration, by=house.director, at=at, tournament_id=t)
    return int(t)


def _enter(house: House, tournament_id: int, player_id: int, *, by: Actor, at: datetime) -> None:
    price = Tournament.objects.values_list("price_cents", flat=True).get(pk=tournament_id)
    if wallet_balance(player_id, unit=house.currency) < price:
        _ask(
            deposit,
            by=house.desk,
            at=at,
            venue_id=house.venue_id,
            player_id=player_id,
            unit=house.currency,
            amount_cents=_DEPOSIT_CENTS,
            method="transfer",
            reference=f"DEMO {player_id}",
        )
    _ask(
        register_player,
        by=by,
        at=at,
        tournament_id=tournament_id,
        player_id=player_id,
        method="balance",
        terms_version="1",
    )


def _people(at: datetime) -> dict[int, Actor]:
    """Who plays; their accounts are made the first time, and nobody signs in with them."""
    found = {}
    for number in range(1, PLAYERS + 1):
        email = f"online-{number}@{DOMAIN}"
        user = User.objects.filter(email=email).first()
        if user is None:
            name = full_name(Random(f"online/{number}"))
            made = _ask(
                sign_up,
                by=PASSER_BY,
                at=at,
                email=email,
                password_hash="",
                full_name=name,
                public_name=public_name(name, number=number),
                birth_date=date(1990, 1, 1) + timedelta(days=number),
                email_confirmed=True,
            )
            user = User.objects.get(pk=made["user_id"])
        found[Player.objects.get(user=user).pk] = actor_of_user(user)
    return found


def _ask(command: Any, /, *, by: Actor, at: datetime, **arguments: Any) -> dict[str, Any]:
    return dict(command(command_id=CommandId(uuid.uuid4()), at=at, by=by, **arguments).result)
