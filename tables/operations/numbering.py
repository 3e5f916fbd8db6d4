"""The numbers on the tables of a room: who takes them, who gives them back.

Two tournaments that begin at the same instant take their numbers one after the other (the lock of the room, until the
command ends); that no number is given twice is decided by the database (`table_number_in_room`).
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection

from rules.refusals import N_, Refused
from tables.models import Move, Table
from tables.queries.numbers import lowest_free, number_taken, numbers_taken, room_of
from tournaments.models import Elimination, Tournament

_ROOM = "hashtextextended('tables of room ' || %s::bigint, 0)"


def free_numbers(tournament: Tournament, *, how_many: int) -> list[int]:
    """Return the lowest numbers that are free (`lowest_free`), which nobody else takes until this command ends."""
    _lock_room(tournament)
    return lowest_free(tournament, how_many=how_many)


def asked_numbers(tournament: Tournament, *, how_many: int) -> list[int]:
    """Return the numbers from the tournament's first on, without a gap. Refusal: ``table_number_taken``."""
    _lock_room(tournament)
    first = tournament.first_table_number or 1
    numbers = list(range(first, first + how_many))
    taken = number_taken(tournament, numbers=numbers)
    if taken is not None:
        raise Refused(
            "table_number_taken",
            N_(
                "Table %(table)s is a table of “%(tournament)s”, which is being played in this room. Change the first"
                " table number in the settings, or leave it empty: then free numbers are taken."
            ),
            rule="ADTP.7",
            **taken.params,
        )
    return numbers


def take_again(tournament: Tournament, *, tables: Sequence[Table]) -> None:
    """Give tables that are played again their numbers. Refusal: ``table_number_taken``."""
    room = _lock_room(tournament)
    if room is None:
        return
    taken = number_taken(tournament, numbers=[table.number for table in tables])
    if taken is not None:
        raise taken
    Table.objects.filter(pk__in=[table.pk for table in tables]).update(room_id=room)


def take_again_or_next(tournament: Tournament, *, tables: Sequence[Table]) -> dict[int, int]:
    """Give tables that are played again their numbers, or the next free one where another tournament of the room
    plays at theirs; old number to new. Rule: ADTP.7

    What is said of a table by its number is said of the new one from then on: who sat, moved and went out there.
    """
    room = _lock_room(tournament)
    if room is None:
        return {}
    taken = numbers_taken(tournament, numbers=[table.number for table in tables])
    lost = [table for table in tables if table.number in taken]
    Table.objects.filter(pk__in=[table.pk for table in tables if table not in lost]).update(room_id=room)
    t = tournament.pk
    renumbered: dict[int, int] = {}
    for table, number in zip(lost, free_numbers(tournament, how_many=len(lost)), strict=True):
        old, table.number = table.number, number
        Table.objects.filter(pk=table.pk).update(number=number, room_id=room)
        Move.objects.filter(tournament_id=t, from_table_number=old).update(from_table_number=number)
        Move.objects.filter(tournament_id=t, to_table_number=old).update(to_table_number=number)
        Elimination.objects.filter(tournament_id=t, table_number=old).update(table_number=number)
        renumbered[old] = number
    return renumbered


def give_back(tournament: Tournament) -> None:
    """Leave the numbers of the tables of a tournament that is over to others."""
    Table.objects.filter(tournament_id=tournament.pk, room__isnull=False).update(room=None)


def _lock_room(tournament: Tournament) -> int | None:
    """The room whose numbers nobody else takes until the end of this command; None where there is no room."""
    room = room_of(tournament)
    if room is not None:
        with connection.cursor() as cursor:
            # by itself: what is read next sees what those before have committed
            cursor.execute(f"SELECT pg_advisory_xact_lock({_ROOM})", [room])
    return room
