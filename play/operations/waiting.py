"""For whom a table waits longer, or not: who goes, who comes back, whose line was lost, where it is their turn."""

from __future__ import annotations

from datetime import datetime

from play.models import DueKind, PlayTable, TableStage
from play.operations.deciding import AT_ONCE, end_decision, give_time_to_reconnect
from play.operations.hands import hand_of
from play.operations.seats import Seated, seated_at
from play.operations.tables import clock_of, due
from rules import hands


def hurry(table: PlayTable, *, seat: int, at: datetime) -> None:
    """Make nobody wait for who has just gone, where it is their turn."""
    if _is_turn_of(table, seat):
        due(table, kind=DueKind.DECIDE, at=clock_of(table, at=at) + AT_ONCE)


def give_time(table: PlayTable, *, seat: int, at: datetime) -> None:
    """Give who has just come back the time that is left of their decision, where it is their turn: going and coming gains none."""
    if _is_turn_of(table, seat):
        table.from_at = table.from_at or at
        end_decision(table, hand=hand_of(table), one=_sitting_in(table, seat))


def wait_for_line(table: PlayTable, *, one: Seated, at: datetime) -> None:
    """Give who is to act time to reconnect, where his line went before the time was over. Rule: PT-H.44, PT-H.73"""
    now = clock_of(table, at=at)
    if _is_turn_of(table, one.seat) and table.due_at is not None and now <= table.due_at:
        hand = hand_of(table)
        one = give_time_to_reconnect(table, hand=hand, one=one, at=now)
        end_decision(table, hand=hand, one=one)


def _is_turn_of(table: PlayTable, seat: int) -> bool:
    return (
        table.stage == TableStage.PLAYING
        and table.due_kind == DueKind.DECIDE
        and hands.options(hand_of(table)).seat == seat
    )


def _sitting_in(table: PlayTable, seat: int) -> Seated:
    return next(one for one in seated_at(table) if one.seat == seat)
