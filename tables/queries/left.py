"""Who left the seats of a table, and where they sit now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from tables.models import Move, Seat
from tournaments.models import Elimination

# so long somebody asks at a free seat who was there
LATELY = timedelta(minutes=10)
_MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftSeat:
    """A seat that somebody left. to_table, to_seat: where they sit now; None: they are out. at: when they left."""

    seat: int
    player: str
    to_table: int | None
    to_seat: int | None
    at: datetime


def left_lately(tournament_id: int, *, table_number: int, since: datetime | None) -> list[LeftSeat]:
    """Return who left each seat of a table last, by seat. since: not before; None: whenever, for a table that broke."""
    # what was undone left no seat
    gone = Elimination.objects.filter(
        tournament_id=tournament_id, table_number=table_number, undone_at__isnull=True
    )
    moved = Move.objects.filter(
        tournament_id=tournament_id, from_table_number=table_number, undone_at__isnull=True
    )
    if since is not None:
        gone, moved = gone.filter(at__gt=since), moved.filter(at__gt=since)
    who = ("at", "entry_id", "entry__player__public_name")
    rows = [
        *gone.order_by("-id").values_list("seat_number", *who)[:_MOST],
        *moved.order_by("-id").values_list("from_seat_number", *who)[:_MOST],
    ]
    last = {seat: (at, entry_id, name) for seat, at, entry_id, name in sorted(rows, key=lambda row: row[1])}
    if not last:
        return []
    sits = {
        entry_id: (table, number)
        for entry_id, table, number in Seat.objects.filter(
            entry_id__in=[entry_id for _at, entry_id, _name in last.values()]
        ).values_list("entry_id", "table__number", "number")
    }
    return [
        LeftSeat(
            seat=seat,
            player=name,
            to_table=sits.get(entry_id, (None, None))[0],
            to_seat=sits.get(entry_id, (None, None))[1],
            at=at,
        )
        for seat, (at, entry_id, name) in sorted(last.items())
        # whoever is back in the same seat has not left it
        if sits.get(entry_id) != (table_number, seat)
    ]
