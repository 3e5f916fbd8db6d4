"""Who left the seats of a table, and where they sit now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from tables.models import Move, Seat
from tournaments.models import Elimination, Entry, EntryState

# so long somebody asks at a free seat who was there
LATELY = timedelta(minutes=10)
_MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftSeat:
    """A seat that somebody left. to_table, to_seat: where they sit now; None: they are out, or wait in line with another entry (waits). at: when they left."""

    seat: int
    player: str
    to_table: int | None
    to_seat: int | None
    waits: bool
    at: datetime


def left_lately(tournament_id: int, *, table_number: int, since: datetime | None) -> list[LeftSeat]:
    """Return who left each seat of a table last, by seat. since: not before; None: of a table that broke, with its end and in
    the minutes before.
    """
    # what was undone left no seat
    gone = Elimination.objects.filter(
        tournament_id=tournament_id, table_number=table_number, undone_at__isnull=True
    )
    moved = Move.objects.filter(
        tournament_id=tournament_id, from_table_number=table_number, undone_at__isnull=True
    )
    who = ("at", "entry__player_id", "entry__player__public_name")
    rows = [
        *gone.order_by("-id").values_list("seat_number", *who)[:_MOST],
        *moved.order_by("-id").values_list("from_seat_number", *who)[:_MOST],
    ]
    rows.sort(key=lambda row: row[1])
    if not rows:
        return []
    # who went out there hours before asks for nobody
    first = since or rows[-1][1] - LATELY
    last = {seat: (at, player_id, name) for seat, at, player_id, name in rows if at > first}
    if not last:
        return []
    # by the player: who is in again with another entry is not out
    sits = {
        player_id: (table, number)
        for player_id, table, number in Seat.objects.filter(
            table__tournament_id=tournament_id,
            entry__player_id__in=[player_id for _at, player_id, _name in last.values()],
        ).values_list("entry__player_id", "table__number", "number")
    }
    away = {player_id for _at, player_id, _name in last.values()} - sits.keys()
    waiting = (
        set(
            Entry.objects.filter(
                tournament_id=tournament_id, player_id__in=away, state=EntryState.WAITING
            ).values_list("player_id", flat=True)
        )
        if away
        else set()
    )
    return [
        LeftSeat(
            seat=seat,
            player=name,
            to_table=sits.get(player_id, (None, None))[0],
            to_seat=sits.get(player_id, (None, None))[1],
            waits=player_id in waiting,
            at=at,
        )
        for seat, (at, player_id, name) in sorted(last.items())
        # whoever is back in the same seat has not left it
        if sits.get(player_id) != (table_number, seat)
    ]
