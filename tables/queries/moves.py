"""Moves, and who sat in a chair before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q

from tables.models import Move, MoveReason, Seat
from tables.queries.tables import SeatView
from tournaments.models import Elimination


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveView:
    """A move as the history shows it. can_undo: it has a seat to go back to and was not undone."""

    move_id: int
    entry_id: int
    player: str
    reason: str
    from_table: int | None
    from_seat: int | None
    to_table: int
    to_seat: int
    draw_number: int | None
    at: datetime
    acknowledged: bool
    undone: bool
    command_id: str
    can_undo: bool


# how long a typed seat may mean who sat there before, where the floor has not seen the newcomer
_LATELY = timedelta(minutes=10)


# how long two people may type the same bust: then also a seat that the floor has seen is asked about
_JUST_NOW = timedelta(minutes=2)


_ALL_AT_ONCE = (MoveReason.REDRAW, MoveReason.FINAL_TABLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SatBefore:
    """Who left a chair that somebody else has now. reason: "out" or "moved"; "redraw" or "final_table" where the newcomer came by
    a draw of everybody. since: when the newcomer sat down."""

    player: str
    reason: str
    since: datetime


def sat_before(tournament_id: int, *, table_number: int, chair: SeatView, at: datetime) -> SatBefore | None:
    """Return who sat in this chair a moment ago, where it changed hands; None where nobody can be mistaken: the
    newcomer sits there for ten minutes, or was verified and nobody went out there in the last two.
    Rule: ADTP.7
    """
    since = chair.since
    if since is None or chair.entry_id is None or since <= at - _LATELY:
        return None
    # also what was undone: whoever is in again sits elsewhere
    left = (
        Elimination.objects.filter(
            tournament_id=tournament_id,
            table_number=table_number,
            seat_number=chair.seat,
            at__gt=at - _JUST_NOW if chair.verified else since - _LATELY,
            at__lte=since,
        )
        .exclude(entry_id=chair.entry_id)
        .order_by("-id")
        .values_list("at", "entry__player__public_name")
        .first()
    )
    # nobody is put out in a seat that was left by a move: once the newcomer was seen there, nobody else can be meant
    moved = (
        None
        if chair.verified
        else Move.objects.filter(
            tournament_id=tournament_id,
            from_table_number=table_number,
            from_seat_number=chair.seat,
            at__gt=since - _LATELY,
            at__lte=since,
        )
        .exclude(entry_id=chair.entry_id)
        # after a redraw nobody has an old seat in mind
        .exclude(reason__in=_ALL_AT_ONCE)
        .order_by("-id")
        .values_list("at", "entry__player__public_name")
        .first()
    )
    if left is None and moved is None:
        return None
    came = (
        Move.objects.filter(entry_id=chair.entry_id).order_by("-id").values_list("reason", flat=True).first()
    )
    drawn = came if came in _ALL_AT_ONCE else None
    if moved is None or (left is not None and left[0] >= moved[0]):
        assert left is not None
        return SatBefore(player=left[1], reason=drawn or "out", since=since)
    return SatBefore(player=moved[1], reason=drawn or "moved", since=since)


def put_out_by(tournament_id: int, *, table_number: int, command_id: str) -> dict[int, int]:
    """Seat to entry of those whom this command put out at this table: a line that is sent twice means them again."""
    try:
        number = UUID(command_id)
    except ValueError:
        return {}
    return dict(
        Elimination.objects.filter(
            tournament_id=tournament_id, table_number=table_number, command_id=number
        ).values_list("seat_number", "entry_id")
    )


def moves_view(tournament_id: int, *, entry_id: int | None = None, limit: int = 50) -> list[MoveView]:
    """Return the last moves, newest first, of the room or of one entry; the first seats of the draw are not moves."""
    moves = Move.objects.filter(tournament_id=tournament_id).exclude(reason=MoveReason.DRAW)
    if entry_id is not None:
        moves = moves.filter(entry_id=entry_id)
    return [
        MoveView(
            move_id=m.pk,
            entry_id=m.entry_id,
            player=m.entry.player.public_name,
            reason=m.reason,
            from_table=m.from_table_number,
            from_seat=m.from_seat_number,
            to_table=m.to_table_number,
            to_seat=m.to_seat_number,
            draw_number=m.draw_number,
            at=m.at,
            acknowledged=m.acknowledged_at is not None,
            undone=m.undone_at is not None,
            command_id=str(m.command_id),
            can_undo=m.undone_at is None
            and m.from_table_number is not None
            and m.reason in (MoveReason.BALANCE, MoveReason.CORRECTION),
        )
        for m in moves.select_related("entry__player").order_by("-id")[:limit]
    ]


def move_to_tell(tournament_id: int, *, entry_id: int) -> MoveView | None:
    """Return the last move of an entry while its player has not said yes to it, and nobody of the house has seen them
    in the new seat: verified there, or the stack counted since.
    """
    move = next(iter(moves_view(tournament_id, entry_id=entry_id, limit=1)), None)
    if move is None or move.acknowledged or move.undone:
        return None
    seen = Q(verified_at__isnull=False) | Q(entry__counted_at__gt=move.at)
    return None if Seat.objects.filter(seen, entry_id=entry_id).exists() else move
