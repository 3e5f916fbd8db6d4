"""What follows from a structure: how much each level rises, when it begins, and how deep the average stack will be.

The forecast is a rule of thumb, for who writes a structure: players leave slowly at first and faster towards the end,
and a tournament is over about when all its chips are forty big blinds, twenty for each of the last two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.levels import Item, Level

BIG_BLINDS_AT_THE_END = 40
_LEAVING = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedItem:
    """A level or recess in its place.

    number: of the level; of a recess that of the level before. begins_seconds: after the start, recesses counted.
    rise_percent: of the big blind over the level before. average_big_blinds: forecast for its beginning, None for a
    recess and after the forecast end.
    """

    number: int
    begins_seconds: int
    rise_percent: int | None = None
    average_big_blinds: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A structure in time. ends_level: in which the tournament is forecast to be over, at ends_seconds.
    final_table_seconds: when one table is left, None where it begins with one."""

    items: tuple[PlannedItem, ...]
    total_seconds: int
    ends_level: int
    ends_seconds: int
    final_table_seconds: int | None


def plan(
    items: Sequence[Item | None], *, starting_stack: int, entries: int, seats: int, late_level: int = 0
) -> Plan:
    """Compute what follows from these levels and recesses. None: an item that could not be read; it takes no time.

    entries: how many stacks will have been bought. seats: at a table. late_level: with whose end late registration closes;
    before that no forecast ends. Rule: PT-T.45
    """
    chips = starting_stack * entries
    ends_level, ends_seconds = _end(items, chips, late_level)
    found: list[PlannedItem] = []
    number = begins = 0
    before: Level | None = None
    for item in items:
        level = item if isinstance(item, Level) else None
        number += item is None or level is not None
        rise = average = None
        if level is not None and level.big_blind > 0:
            if before is not None and before.big_blind > 0:
                rise = round(100 * (level.big_blind - before.big_blind) / before.big_blind)
            if begins < ends_seconds and chips:
                average = round(chips / _left(entries, begins, ends_seconds) / level.big_blind)
        found.append(
            PlannedItem(number=number, begins_seconds=begins, rise_percent=rise, average_big_blinds=average)
        )
        if item is not None:
            begins += item.seconds
            before = level or before
        else:
            before = None
    final = None
    if entries > seats:
        final = round(ends_seconds * (1 - (seats / entries) ** (1 / _LEAVING)))
    return Plan(
        items=tuple(found),
        total_seconds=begins,
        ends_level=ends_level,
        ends_seconds=ends_seconds,
        final_table_seconds=final,
    )


def _end(items: Sequence[Item | None], chips: int, late_level: int) -> tuple[int, int]:
    """In which level it is forecast to end, and after how long: with that level, at the latest with the last.

    Not while somebody can still enter."""
    number = seconds = 0
    ended = (0, 0)
    for item in items:
        number += item is None or isinstance(item, Level)
        seconds += item.seconds if item is not None else 0
        if isinstance(item, Level):
            ended = (number, seconds)
            if number >= late_level and chips <= BIG_BLINDS_AT_THE_END * item.big_blind:
                break
    return ended


def _left(entries: int, seconds: int, ends_seconds: int) -> float:
    """How many of the field are forecast to be left."""
    return max(2.0, float(entries * (1 - seconds / ends_seconds) ** _LEAVING))
