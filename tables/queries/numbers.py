"""Whose a table's number is: in one room no two tables that are played have the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, islice

from django.db import connection

from rules.refusals import N_, Refused
from tables.models import Table, TableState
from tournaments.models import Tournament


def room_of(tournament: Tournament) -> int | None:
    """Return the venue whose tables this tournament plays at; None for a rehearsal or online, where nobody walks."""
    return None if tournament.practice or tournament.online else tournament.venue_id


def lowest_free(tournament: Tournament, *, how_many: int) -> list[int]:
    """Return the lowest numbers, from the tournament's first, that no table in the room has nor one of its own ever
    had.
    """
    first = tournament.first_table_number or 1
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT number FROM tables_table WHERE tournament_id = %s AND number >= %s"
            " UNION SELECT number FROM tables_table WHERE room_id = %s AND number >= %s",
            [tournament.pk, first, room_of(tournament), first],
        )
        taken = {number for (number,) in cursor.fetchall()}
    return list(islice((n for n in count(first) if n not in taken), how_many))


def unbroken(tournament_id: int) -> list[Table]:
    """Return the tables of a tournament that are not broken, by number."""
    return list(
        Table.objects.filter(tournament_id=tournament_id).exclude(state=TableState.BROKEN).order_by("number")
    )


def numbers_taken(tournament: Tournament, *, numbers: Sequence[int]) -> dict[int, str]:
    """Return which of these table numbers another tournament in the room plays at, and which one. Rule: ADTP.7"""
    room = room_of(tournament)
    if room is None:
        return {}
    return dict(
        Table.objects.filter(room_id=room, number__in=list(numbers))
        .exclude(tournament_id=tournament.pk)
        .order_by("number")
        .values_list("number", "tournament__name")
    )


def number_taken(tournament: Tournament, *, numbers: Sequence[int]) -> Refused | None:
    """Return why a tournament cannot have these table numbers: another in the room plays at one. None when it can.

    Rule: ADTP.7"""
    taken = numbers_taken(tournament, numbers=numbers)
    if not taken:
        return None
    table, other = next(iter(taken.items()))
    return Refused(
        "table_number_taken",
        N_(
            "Table %(table)s is a table of “%(tournament)s”, which is being played in this room. When it is free"
            " there, try again."
        ),
        rule="ADTP.7",
        table=table,
        tournament=other,
    )
