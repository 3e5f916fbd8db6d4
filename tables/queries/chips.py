"""Chips in play against chips issued."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, Sum

from dispatch.reading import read_once
from rules.chips import ChipBook, denominations_retired, race_explains
from rules.levels import from_dict
from tables.models import Seat, Table
from tables.queries.seats import sitters
from tournaments.models import Clock, Entry, EntryState, Field
from tournaments.queries.field import field_of
from tournaments.queries.stacks import Counted, counts_standing, counts_standing_at_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsAccount:
    """What the room's chips add up to.

    in_play: issued − removed, by the room's book. expected: the chips that each entry got, with its rebuys and add-ons,
    − removed; it equals in_play. counted_chips: the sum of the stacks of `counted` players whose count still stands: in
    this level and since the last bust. When all are counted, `difference_chips` (counted − in play) must be 0. The
    last player owns all chips. average_chips: in play over players
    left, rounded down.
    """

    issued_chips: int
    removed_chips: int
    in_play_chips: int
    expected_chips: int
    players_left: int
    counted: int
    counted_chips: int
    difference_chips: int | None
    average_chips: int

    @property
    def accounted(self) -> bool:
        return self.difference_chips == 0

    def as_dict(self) -> dict[str, Any]:
        return {
            "issued_chips": self.issued_chips,
            "removed_chips": self.removed_chips,
            "in_play_chips": self.in_play_chips,
            "expected_chips": self.expected_chips,
            "players_left": self.players_left,
            "counted": self.counted,
            "counted_chips": self.counted_chips,
            "difference_chips": self.difference_chips,
            "average_chips": self.average_chips,
        }


@read_once
def chips_account(tournament_id: int) -> ChipsAccount:
    """Return the chips of a started tournament. Field.DoesNotExist before the start."""
    field = field_of(tournament_id)
    if field is None:
        raise Field.DoesNotExist
    issued = Entry.objects.filter(tournament_id=tournament_id).aggregate(chips=Sum("chips_issued"))["chips"]
    book = ChipBook(issued=field.chips_issued, removed=field.chips_removed)
    if field.players_left == 1:
        counted = Counted(stacks=1, chips=book.in_play)
    else:
        counted = counts_standing(tournament_id)
    return ChipsAccount(
        issued_chips=field.chips_issued,
        removed_chips=field.chips_removed,
        in_play_chips=book.in_play,
        expected_chips=int(issued or 0) - field.chips_removed,
        players_left=field.players_left,
        counted=counted.stacks,
        counted_chips=counted.chips,
        difference_chips=-book.missing(counted=counted.chips)
        if counted.stacks == field.players_left
        else None,
        average_chips=book.average_stack(players_left=field.players_left),
    )


def races_explain(tournament_id: int, *, difference: int) -> bool:
    """Return whether a difference can come from the colours that have left play by now. Rule: ADTP.24A, ADTP.24C"""
    clock = Clock.objects.select_related("tournament").filter(pk=tournament_id).first()
    if clock is None:
        return False
    return race_explains(
        difference=difference,
        retired=denominations_retired(
            structure=from_dict(clock.tournament.structure), index=clock.level_index
        ),
        tables=Table.objects.filter(tournament_id=tournament_id).count(),
        players_left=Field.objects.get(pk=tournament_id).players_left,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatStack:
    """One stack by its seat, for counting. stack_chips: the last count; None before one."""

    entry_id: int
    name: str
    table: int | None
    seat: int | None
    stack_chips: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCount:
    """How far the counting of one table is. counted: those whose count still stands; chips: their sum."""

    table: int
    players: int
    counted: int
    chips: int

    @property
    def missing(self) -> int:
        return self.players - self.counted


def table_counts(tournament_id: int) -> list[TableCount]:
    """Return the tables where somebody sits, by number, with the counts that stand there: of this level or recess and
    since the last bust at the table.
    Rule: ADTP.25A, ADTP.64
    """
    taken = list(
        Seat.objects.filter(
            table__tournament_id=tournament_id, table__players__gt=0, entry__state=EntryState.PLAYING
        )
        .values("table__number")
        .annotate(sitting=Count("pk"))
        .order_by("table__number")
        .values_list("table__number", "sitting")
    )
    counted = counts_standing_at_tables(tournament_id)
    field = field_of(tournament_id)
    if len(taken) == 1 and taken[0][1] == 1 and field is not None and field.players_left == 1:
        # the last player owns every chip, counted or not
        chips = ChipBook(issued=field.chips_issued, removed=field.chips_removed).in_play
        counted = {taken[0][0]: Counted(stacks=1, chips=chips)}
    return [
        TableCount(
            table=number,
            players=sitting,
            counted=counted.get(number, Counted()).stacks,
            chips=counted.get(number, Counted()).chips,
        )
        for number, sitting in taken
    ]


def tables_to_count(tournament_id: int, *, since: datetime) -> list[TableCount]:
    """Return the tables, by number, at which somebody in play was not counted since then: after the set time of a tournament each is counted when
    everybody there has had the button.
    Rule: PT-T.33, PT-T.52
    """
    seats = Seat.objects.filter(table__tournament_id=tournament_id, entry__state=EntryState.PLAYING)
    found = (
        seats.values("table__number")
        .annotate(
            sitting=Count("pk"),
            counted=Count("pk", filter=Q(entry__counted_at__gte=since)),
            chips=Sum("entry__stack_chips", filter=Q(entry__counted_at__gte=since), default=0),
        )
        .order_by("table__number")
        .values_list("table__number", "sitting", "counted", "chips")
    )
    return [
        TableCount(table=number, players=sitting, counted=counted, chips=chips)
        for number, sitting, counted, chips in found
        if counted < sitting
    ]


def stacks_view(tournament_id: int, *, limit: int = 100) -> list[SeatStack]:
    """Return the stacks of those who are in, by table and seat. Two statements."""
    counted = dict(
        Entry.objects.filter(
            tournament_id=tournament_id, state=EntryState.PLAYING, counted_at__isnull=False
        ).values_list("id", "stack_chips")
    )
    tables = Table.objects.filter(tournament_id=tournament_id, players__gt=0).values_list("id", flat=True)
    return [
        SeatStack(
            entry_id=sitter.entry_id,
            name=sitter.name,
            table=sitter.table_number,
            seat=sitter.seat_number,
            stack_chips=counted.get(sitter.entry_id),
        )
        for sitter in sitters(table_ids=list(tables))[:limit]
    ]
