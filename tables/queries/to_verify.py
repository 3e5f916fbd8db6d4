"""The seats of a tournament that nobody has checked."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, QuerySet

from tables.models import Seat, TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class Unverified:
    """Seats that nobody has checked: how many players in all, at how many tables, and the first of these tables, by
    number."""

    players: int
    tables: int
    first: tuple[int, ...]


def unverified(tournament_id: int, *, first: int) -> Unverified:
    """Return how much is left to verify, with so many of its tables by number.
    Rule: ADTP.7
    """
    left = _unverified(tournament_id)
    counted = left.aggregate(players=Count("pk"), tables=Count("table_id", distinct=True))
    if not counted["players"]:
        return Unverified(players=0, tables=0, first=())
    numbers = left.values_list("table__number", flat=True).distinct().order_by("table__number")[:first]
    return Unverified(**counted, first=tuple(numbers))


def unverified_tables(tournament_id: int) -> set[int]:
    """Return the numbers of the tables with a seat that nobody has checked. Rule: ADTP.7"""
    return set(_unverified(tournament_id).values_list("table__number", flat=True).distinct())


def _unverified(tournament_id: int) -> QuerySet[Seat]:
    return Seat.objects.filter(
        table__tournament_id=tournament_id, entry__isnull=False, verified_at__isnull=True
    ).exclude(table__state=TableState.BROKEN)
