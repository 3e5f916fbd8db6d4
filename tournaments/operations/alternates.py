"""Who stands in line comes in where a seat is free, in a tournament that may be played online. Needs an open command that holds the Field row."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from dispatch.commands import attempt
from dispatch.facts import CommandId
from play.models import PlayTable
from play.operations.events import seat_newcomer
from play.operations.seats import seated_at
from play.operations.tables import lock_open_tables
from tables.operations import Seated, seat_waiting
from tournaments.models import Entry, Field, Tournament


class _SeatInHand(Exception):
    """In a seat that was drawn a hand is still played by somebody who was taken out of the field."""


def chair_for_line(tournament: Tournament, *, field: Field) -> bool:
    """Return whether somebody stands in line though a seat is free. Rule: SCPT.H"""
    return field.waiting > 0 and (tournament.capacity is None or field.players_left < tournament.capacity)


def seat_line(
    tournament: Tournament,
    *,
    at: datetime,
    command_id: CommandId,
    tables: Sequence[PlayTable] | None = None,
) -> list[Seated]:
    """Seat who stands in line where seats are free, each by draw and with a full stack; where it is played online also in the browser, dealt in from the next
    hand on. Where a hand is still played in a seat that was drawn, nobody comes in before a hand is over.

    tables: all that are open in the browser, where the caller has them locked; else they are locked here.
    Rule: SCPT.H, ADTP.8A, PT-T.39, PT-T.41, PT-T.48
    """
    if not tournament.online:
        return seat_waiting(tournament, at=at, command_id=command_id)
    if tables is None:
        tables = lock_open_tables(PlayTable.objects.filter(tournament=tournament))
    taken = {(table.table_number, one.seat) for table in tables for one in seated_at(table)}
    with suppress(_SeatInHand), attempt():
        seated = seat_waiting(tournament, at=at, command_id=command_id)
        if any((one.table_number, one.seat_number) in taken for one in seated):
            raise _SeatInHand
        for one in seated:
            seat_newcomer(
                tournament,
                entry=Entry.objects.select_related("player").get(pk=one.entry_id),
                table_number=one.table_number,
                seat_number=one.seat_number,
                at=at,
                command_id=command_id,
                tables=tables,
            )
        return seated
    return []
