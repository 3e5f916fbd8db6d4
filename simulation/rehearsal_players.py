"""Rehearsal players: nobody, marked as such, who play lawful hands at demo tables by the public commands.

Each knows what a person in that seat would know and nothing else: the own payload of the table. They take a human time,
in three manners: tight, loose, and by chance. With each hand they give a word, as a player's browser does. The accounts of
the demo room's online tournament (`simulation.online_final`) play like them.
"""

from __future__ import annotations

import logging
import secrets
import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from random import Random
from typing import Any

from django.db import Error as DatabaseError
from django.db import connection
from django.db.models import Q

from dispatch.facts import SYSTEM, Actor, CommandId
from people.commands.create_player import create_player
from play.commands.act import act
from play.commands.begin_words import begin_words
from play.commands.come_back import come_back
from play.commands.open_table import open_table
from play.commands.sit import sit
from play.models import DueKind, PlayTable, TableKind, TableStage
from play.queries.payloads import own_payload
from rules.betting import Act
from rules.cards import SECRET_BYTES, Card, link_of
from rules.online import HOLDEM
from rules.refusals import Refused
from simulation.clocks import now
from simulation.names import full_name, public_name

log = logging.getLogger("play.rehearsal")

NAMESPACE = uuid.UUID("b7d8c2a1-6a7e-5b61-9d0c-0f6a0b1c2d3e")
TABLES, SEATS = {HOLDEM: "Mesa de demonstração", "plo": "Mesa de demonstração, Omaha"}, 6
PLAYERS = 4
_LOOK_SECONDS = 0.3
# what people take, at least and at most, and now and then longer
_QUICK, _SLOW, _LONG = 0.7, 3.0, 7.0
_MANNERS = ("tight", "loose", "chance")
_LINKS = 500
# by how much the best two of four cards are worth less than two alone: everybody has them
_OF_FOUR = 0.15
# the chain of words of each, from its seed to its end; a process that begins anew begins new ones
_chains: dict[tuple[int, int], list[str]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An online tournament whose players have accounts. people: who acts for each player."""

    tournament_id: int
    people: Mapping[int, Actor]


def open_demo_table(*, venue_id: int, director: Actor, desk: Actor, at: datetime, game: str = HOLDEM) -> int:
    """Open the demo table of a room in one of `TABLES` games and have rehearsal players sit down, once; its number."""
    of_game = "" if game == HOLDEM else f"/{game}"
    made = open_table(
        command_id=CommandId(uuid.uuid5(NAMESPACE, f"{venue_id}/table{of_game}")),
        at=at,
        by=director,
        venue_id=venue_id,
        name=TABLES[game],
        seats=SEATS,
        game=game,
    ).result
    for number in range(1, PLAYERS + 1):
        random = Random(f"rehearsal/{number}")
        name = full_name(random)
        player = create_player(
            command_id=CommandId(uuid.uuid5(NAMESPACE, f"{venue_id}/player/{number}")),
            at=at,
            by=desk,
            venue_id=venue_id,
            full_name=name,
            public_name=public_name(name, number=number),
            simulated=True,
        ).result
        try:
            sit(
                command_id=CommandId(uuid.uuid5(NAMESPACE, f"{venue_id}/seat/{number}{of_game}")),
                at=at,
                by=SYSTEM,
                table_id=made["table_id"],
                player_id=player["player_id"],
                seat=number + 1,
            )
        except Refused as refused:
            log.info("rehearsal player %s: %s", number, refused)
    return int(made["table_id"])


def play_for_ever(stop: threading.Event, *, events: Callable[[datetime], Sequence[Event]]) -> None:
    """Act for the rehearsal players of every demo table and in the demo room's online tournaments, until stopped. events: those of an instant."""
    random = Random()
    waits: dict[tuple[int, int], datetime] = {}
    while not stop.wait(_LOOK_SECONDS):
        try:
            at = now()
            waits = look(at=at, random=random, waits=waits, events=events(at))
        except DatabaseError as error:
            log.warning("the rehearsal players wait for PostgreSQL: %s", error)
            connection.close()
            stop.wait(2)
        except Exception:
            log.exception("a rehearsal player stumbled")
            stop.wait(2)


def look(
    *,
    at: datetime,
    random: Random,
    waits: Mapping[tuple[int, int], datetime],
    events: Sequence[Event] = (),
) -> dict[tuple[int, int], datetime]:
    """Act where a rehearsal player has thought for long enough. waits: until when each thinks, by table and turn."""
    people = {player_id: actor for event in events for player_id, actor in event.people.items()}
    of_events = Q(tournament_id__in=[event.tournament_id for event in events])
    left: dict[tuple[int, int], datetime] = {}
    for table in PlayTable.objects.filter(Q(kind=TableKind.DEMO) | of_events).exclude(
        stage=TableStage.CLOSED
    ):
        for kept in table.seats:
            if kept["away_since"] and (by := _who(kept, people=people)) is not None:
                _ask(come_back, table, kept["player_id"], by=by, at=at)
        seat = _to_act(table)
        if seat is None or (by := _who(seat, people=people)) is None:
            continue
        key = (table.pk, table.turn)
        until = waits.get(key) or (table.from_at or at) + timedelta(seconds=thinks(random))
        if at < until:
            left[key] = until
            continue
        _decide(table, seat, by=by, at=at, random=random)
    return left


def _who(kept: Mapping[str, Any], *, people: Mapping[int, Actor]) -> Actor | None:
    """Who acts in a seat of ours: the house's machinery for who is nobody, else the account. None: somebody else's seat."""
    return SYSTEM if kept["rehearsal"] else people.get(kept["player_id"])


def thinks(random: Random) -> float:
    """Return how many seconds a person takes: mostly few."""
    return random.uniform(_SLOW, _LONG) if random.random() < 0.1 else random.uniform(_QUICK, _SLOW)


def _to_act(table: PlayTable) -> dict[str, Any] | None:
    if table.due_kind != DueKind.DECIDE or table.hand is None:
        return None
    number = table.hand["bettors"][table.hand["to_act"]][0]
    return next((kept for kept in table.seats if kept["seat"] == number), None)


def _decide(table: PlayTable, seat: Mapping[str, Any], *, by: Actor, at: datetime, random: Random) -> None:
    own = own_payload(table_id=table.pk, player_id=seat["player_id"])
    if own["options"] is None or own["turn"] != table.turn:
        return
    cards = [Card.of(opening["card"]) for opening in own["cards"]]
    manner = _MANNERS[seat["seat"] % len(_MANNERS)]
    word, to = choose(own["options"], cards=cards, manner=manner, random=random)
    _ask(
        act,
        table,
        seat["player_id"],
        by=by,
        at=at,
        turn=own["turn"],
        act=word.value,
        to_chips=to,
        if_facing_chips=own["options"]["facing_chips"],
        word=_next_word(table, seat["player_id"], told=own["words"], by=by, at=at),
    )


def _next_word(table: PlayTable, player_id: int, *, told: Mapping[str, Any], by: Actor, at: datetime) -> str:
    """The word for the next hand; a chain is begun where the house has none of this player."""
    number = table.hand_number + 1
    steps = number - told["from_number"] + 1
    chain = _chains.get((table.pk, player_id))
    if chain is None or chain[-1] != told["end"] or steps > _LINKS:
        chain = [secrets.token_hex(SECRET_BYTES)]
        while len(chain) <= _LINKS:
            chain.append(link_of(bytes.fromhex(chain[-1])).hex())
        _chains[table.pk, player_id] = chain
        _ask(begin_words, table, player_id, by=by, at=at, end=chain[-1])
        return ""
    return "" if told["given_for"] >= number or steps < 1 else chain[_LINKS - steps]


def _worth(first: Card, second: Card) -> float:
    """Return what two own cards are worth before the board, from 0.35 up."""
    high, low = max(first.rank, second.rank), min(first.rank, second.rank)
    return (
        0.35 + high / 40 + low / 60 + (0.3 if high == low else 0) + (0.06 if first.suit == second.suit else 0)
    )


def choose(options: Mapping[str, Any], *, cards: list[Card], manner: str, random: Random) -> tuple[Act, int]:
    """Return a lawful act for who holds these cards: the better they are, and the looser the manner, the bolder."""
    # of four cards two count, whichever: more hands are worth something
    worth = max(_worth(first, second) for first, second in combinations(cards, 2))
    worth -= _OF_FOUR if len(cards) > 2 else 0
    bold = (
        random.random()
        if manner == "chance"
        else worth + {"tight": -0.12, "loose": 0.1}[manner] + random.uniform(-0.2, 0.2)
    )
    facing, stack = options["facing_chips"], options["stack_chips"]
    least, most = options["raise_from_chips"], options["raise_to_chips"]
    if least is not None and bold > 0.86:
        pot = options["bet_chips"] + (options["pot_chips"] + facing) * random.choice([0.5, 0.66, 1.0])
        to = most if bold > 1.12 else min(most, max(least, round(pot / 50) * 50))
        return (Act.RAISE if options["bet_chips"] else Act.BET), to
    if options["may_check"]:
        return Act.CHECK, 0
    dear = min(1.0, facing / max(1, stack)) * 0.6
    return (Act.CALL, 0) if bold > 0.45 + dear else (Act.FOLD, 0)


def _ask(command: Any, table: PlayTable, player_id: int, *, by: Actor, at: datetime, **more: Any) -> None:
    try:
        command(
            command_id=CommandId(uuid.uuid4()),
            at=at,
            by=by,
            table_id=table.pk,
            player_id=player_id,
            **more,
        )
    except Refused as refused:
        log.debug("table %s, player %s: %s", table.pk, player_id, refused)
