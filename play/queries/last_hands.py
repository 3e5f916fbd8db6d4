"""How many hands the tables of a timed tournament still play once its time is up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from play.models import DealtHand, PlayTable, TableStage
from rules.clock_at_tables import hands_after_time


def hands_left(tables: Sequence[PlayTable], *, since: datetime) -> dict[int, int]:
    """Return, by its id, how many hands each table still begins: until everybody there has had the button in a hand begun since the time was up.

    tables: their rows, of now or as who looks on sees them: a hand that is not in a row is not begun there, and one that it plays is not void yet.
    A hand that was void is none. Rule: PT-T.52, PT-H.11, REGULATIONS 4.6
    """
    shown = {table.pk: (table.hand_number, table.stage == TableStage.PLAYING) for table in tables}
    had: dict[int, set[int]] = {}
    begun = DealtHand.objects.filter(table__in=list(shown), dealt_at__gte=since, button_seat__isnull=False)
    for table_id, number, seat, voided in begun.values_list(
        "table_id", "number", "button_seat", "result__voided"
    ):
        last, plays = shown[table_id]
        is_played = number == last and plays
        if number <= last and (is_played or not voided):
            had.setdefault(table_id, set()).add(seat or 0)
    return {
        table.pk: hands_after_time(
            occupied=[kept["seat"] for kept in table.seats if kept["chips"] > 0],
            had_button=had.get(table.pk, ()),
        )
        for table in tables
    }


def stopped(tables: Sequence[PlayTable], *, since: datetime) -> frozenset[int]:
    """Return the ids of the tables that have played their last hand. Rule: PT-T.52"""
    left = hands_left(tables, since=since)
    return frozenset(t.pk for t in tables if t.stage == TableStage.WAITING and not left[t.pk])
