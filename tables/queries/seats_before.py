"""Where players sat a moment ago: what who looks on at an online tournament may know of its seats."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Q

from people.queries import alphabetical
from tables.models import Move, Seat
from tournaments.models import Entry, Tournament
from tournaments.queries.public_view import public_view, seats_of_untold_outs

_AT_ONCE = 200


Seats = dict[int, tuple[int, int] | None]


def public_seats(tournament: Tournament, *, seen_at: datetime | None) -> Seats:
    """Return where those sat, as far as the public knows at an instant, who have gone out or moved since, by entry: (table, seat), None for who had no
    seat; empty where everything is told. Costs what happened since, whatever the field. Rule: PT-H.11
    """
    known = public_view(tournament, seen_at=seen_at)
    if known is None:
        return {}
    found: Seats = {**seats_of_untold_outs(tournament.pk, told=known)}
    for entry_id, table, seat in _moves_since(tournament.pk, until=known.until):
        found[entry_id] = None if table is None or seat is None else (table, seat)
    return found


def seating_list(
    tournament_id: int, *, offset: int = 0, limit: int = 200, moved: Seats | None = None
) -> list[tuple[str, int, int, int]]:
    """Return (public name, entry id, table, seat), alphabetical; for the wall and for printing. moved: who sat elsewhere, as `public_seats` has it."""
    if moved:
        rows = (
            Entry.objects.filter(Q(seat__isnull=False) | Q(pk__in=list(moved)), tournament_id=tournament_id)
            .order_by(alphabetical("player__public_name"), "pk")
            .values_list("player__public_name", "pk", "seat__table__number", "seat__number")
        )
        sat = [
            (name, pk, *where)
            for name, pk, table, seat in rows[: offset + limit + len(moved)]
            if (where := moved.get(pk, (table, seat))) is not None
        ]
        return sat[offset : offset + limit]
    seats = (
        Seat.objects.filter(table__tournament_id=tournament_id, entry__isnull=False)
        .order_by(alphabetical("entry__player__public_name"), "entry_id")
        .values_list("entry__player__public_name", "entry_id", "table__number", "number")
    )
    return list(seats[offset : offset + limit])


def _moves_since(tournament_id: int, *, until: datetime) -> Iterator[tuple[int, int | None, int | None]]:
    """Who moved, and from where, the last move first."""
    before = None
    while True:
        moves = Move.objects.filter(tournament_id=tournament_id).order_by("-id")
        some = list(
            (moves if before is None else moves.filter(pk__lt=before)).values_list(
                "pk", "at", "undone_at", "entry_id", "from_table_number", "from_seat_number"
            )[:_AT_ONCE]
        )
        for pk, at, undone_at, entry_id, table, seat in some:
            if at <= until:
                return
            before = pk
            if undone_at is None:
                yield entry_id, table, seat
        if len(some) < _AT_ONCE:
            return
