"""Chips in play against chips issued."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Sum

from rules.chips import ChipBook, denominations_retired, race_explains
from rules.levels import from_dict
from tables.models import Table
from tables.queries.seats import sitters
from tournaments.models import Clock, Entry, EntryState, Field
from tournaments.queries.stacks import count_ages, counts_standing


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


def chips_account(tournament_id: int) -> ChipsAccount:
    """The chips of a started tournament. Field.DoesNotExist before the start."""
    field = Field.objects.get(pk=tournament_id)
    issued = Entry.objects.filter(tournament_id=tournament_id).aggregate(chips=Sum("chips_issued"))["chips"]
    book = ChipBook(issued=field.chips_issued, removed=field.chips_removed)
    if field.players_left == 1:
        stacks = [book.in_play]
    else:
        stacks = counts_standing(tournament_id)
    counted = sum(stacks)
    return ChipsAccount(
        issued_chips=field.chips_issued,
        removed_chips=field.chips_removed,
        in_play_chips=book.in_play,
        expected_chips=int(issued or 0) - field.chips_removed,
        players_left=field.players_left,
        counted=len(stacks),
        counted_chips=counted,
        difference_chips=-book.missing(counted=counted) if len(stacks) == field.players_left else None,
        average_chips=book.average_stack(players_left=field.players_left),
    )


def races_explain(tournament_id: int, *, difference: int) -> bool:
    """Whether a difference can come from the colours that have left play by now. Rule: ADTP.24A, ADTP.24C"""
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
    """The tables where somebody sits, by number, with the counts that stand there: of this level or recess and since
    the last bust at the table. Rule: ADTP.25A, ADTP.64"""
    taken = Table.objects.filter(tournament_id=tournament_id, players__gt=0).values_list("id", flat=True)
    sitting = sitters(table_ids=list(taken))
    entries = {
        e.pk: e
        for e in Entry.objects.filter(tournament_id=tournament_id, state=EntryState.PLAYING).only(
            "id", "stack_chips", "counted_at", "counted_index"
        )
    }
    numbers = sorted({s.table_number for s in sitting if s.table_number is not None})
    ages = count_ages(tournament_id, entries=list(entries.values()), tables=numbers, sole=len(sitting) == 1)
    players = dict.fromkeys(numbers, 0)
    counted: dict[int, list[int]] = {number: [] for number in numbers}
    for sitter in sitting:
        entry = entries.get(sitter.entry_id)
        if entry is None or sitter.table_number is None:
            continue
        players[sitter.table_number] += 1
        stack = ages.of(entry, table=sitter.table_number)
        if stack is not None and stack.stands:
            counted[sitter.table_number].append(stack.chips)
    return [
        TableCount(table=n, players=players[n], counted=len(counted[n]), chips=sum(counted[n]))
        for n in numbers
    ]


def stacks_view(tournament_id: int, *, limit: int = 100) -> list[SeatStack]:
    """The stacks of those who are in, by table and seat. Two statements."""
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
