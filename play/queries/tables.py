"""Which tables there are, what is due at them, and the proof of a hand."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from dispatch.facts import CommandId
from dispatch.queries import facts_of_command
from play.models import DealtHand, DueKind, PlayTable, TableStage
from play.queries.decks import deck_of_hand, hand_name
from play.streams import play_stream
from rules.cards import PROTOCOL, places_of_board, places_of_seat
from rules.refusals import not_found

# An act that came in time may still be on its way to the lock when the time is over.
_IN_FLIGHT = timedelta(milliseconds=50)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayTableLine:
    """A table in the list. players: who sits there; rehearsal: how many of them are made for rehearsals."""

    table_id: int
    name: str
    kind: str
    stage: str
    seats: int
    players: int
    rehearsal: int
    small_blind_chips: int
    big_blind_chips: int
    stack_chips: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIsDue:
    """The one thing that is due at a table; its number names it for every clock that sees it."""

    table_id: int
    turn: int
    kind: str
    at: datetime


def open_play_tables(venue_id: int | None = None) -> list[PlayTableLine]:
    """Return the tables that can be sat down at, by name; of one house or of all."""
    found = PlayTable.objects.exclude(stage=TableStage.CLOSED).order_by("name", "id")
    if venue_id is not None:
        found = found.filter(venue_id=venue_id)
    return [_line(table) for table in found[:200]]


def _line(table: PlayTable) -> PlayTableLine:
    return PlayTableLine(
        table_id=table.pk,
        name=table.name,
        kind=table.kind,
        stage=table.stage,
        seats=table.seats_count,
        players=len(table.seats),
        rehearsal=sum(kept["rehearsal"] for kept in table.seats),
        small_blind_chips=table.small_blind_chips,
        big_blind_chips=table.big_blind_chips,
        stack_chips=table.stack_chips,
    )


def venue_of_play_table(table_id: int) -> int | None:
    """Return the house of a table; None where there is no such table."""
    return PlayTable.objects.filter(pk=table_id).values_list("venue_id", flat=True).first()


def due_at_tables(*, at: datetime, limit: int = 200) -> list[WhatIsDue]:
    """Return what is due by now, the oldest first. Decisions a breath later: an act that
    came in time is heard before the clock speaks. Rule: PT-H.43, PT-H.45
    """
    rows = PlayTable.objects.exclude(due_kind="").filter(due_at__lte=at).order_by("due_at")
    return [
        WhatIsDue(table_id=pk, turn=turn, kind=kind, at=due_at)
        for pk, turn, kind, due_at in rows.values_list("pk", "turn", "due_kind", "due_at")[:limit]
        if due_at is not None and (kind != DueKind.DECIDE or due_at + _IN_FLIGHT <= at)
    ]


def first_due_at_tables(*, without: Collection[int] = ()) -> datetime | None:
    """Return the earliest instant at which something is due at a table, past ones with them; `without` these tables."""
    row = (
        PlayTable.objects.exclude(due_kind="")
        .exclude(pk__in=without)
        .order_by("due_at")
        .values_list("due_kind", "due_at")
        .first()
    )
    if row is None or row[1] is None:
        return None
    return row[1] + _IN_FLIGHT if row[0] == DueKind.DECIDE else row[1]


def hand_kit(*, table_id: int, number: int, player_id: int | None) -> dict[str, Any]:
    """Return the proof of a hand that is over, for static/verify_hand.py: the board, what was shown, and the asking
    player's own cards.

    Refusals: ``not_found``, also for a hand that is still played.
    """
    hand = DealtHand.objects.filter(table_id=table_id, number=number, closed_at__isnull=False).first()
    if hand is None or hand.result is None:
        raise not_found("hand")
    deck = deck_of_hand(hand)
    count = 2
    open_seats = {shown["seat"] for shown in hand.result["shown"]}
    open_seats |= {seat for seat, who, _chips in hand.stacks if who == player_id}
    places = [(0, place) for place in places_of_board(count=len(hand.result["board"]))]
    places += [(seat, place) for seat in sorted(open_seats) for place in places_of_seat(seat, count=count)]
    return {
        "protocol": PROTOCOL,
        "hand": hand_name(table_id=table_id, number=number),
        "root": hand.root,
        "committed": _record_of(hand.committed_by, stream=play_stream(table_id)),
        "dealt": _record_of(hand.dealt_by, stream=play_stream(table_id)),
        "openings": [{**deck.opening(place).told(), "seat": seat} for seat, place in places],
    }


def _record_of(command_id: UUID | None, *, stream: str) -> dict[str, Any]:
    """The first fact of a command in a table's record: what an outsider looks up there."""
    facts = [] if command_id is None else facts_of_command(CommandId(command_id))
    mine = [fact for fact in facts if fact.stream == stream and fact.seq is not None]
    if not mine:
        raise not_found("hand")  # the relay has not numbered it yet
    return {"stream": stream, "seq": mine[0].seq, "kind": mine[0].kind, "at": mine[0].at.isoformat()}
