"""What the room is told of its tables: who moves, which table broke and where to, how far hand-for-hand is."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from payouts.queries.prizes import places_paid
from rules.clock_shown import milliseconds
from tables.models import HandDone, Move, MoveReason, Table, TableState
from tables.queries.hand_for_hand import hand_for_hand_view, has_served
from tournaments.queries.announcements import announced_tournament
from tournaments.queries.field import field_of
from tournaments.queries.public_view import public_view

# of the last moves so many are looked at: two tables that break, and what goes with them
_LOOKED_AT = 24
_MOST = 4
_REASONS = (MoveReason.BALANCE, MoveReason.BREAK, MoveReason.CORRECTION)


def news_payload(tournament_id: int, *, seen_at: datetime | None) -> dict[str, Any]:
    """Return {moves: [{name, table, seat, at_ms}], breaks: [{table, to, at_ms}], tables, hand: {round, ready, tables, served}
    or None}, the newest first. What was undone is told no more, and of who moved on only the last seat. seen_at: as the public
    knows it at this instant; None: as it is. Rule: PT-T.49, ADTP.11A, PT-H.11
    """
    known = public_view(announced_tournament(tournament_id), seen_at=seen_at)
    since = Move.objects.filter(tournament_id=tournament_id, reason__in=_REASONS, undone_at__isnull=True)
    rows = list(
        (since if known is None else since.filter(at__lte=known.until))
        .order_by("-id")
        .values_list(
            "reason",
            "entry_id",
            "entry__player__public_name",
            "from_table_number",
            "to_table_number",
            "to_seat_number",
            "at",
            "command_id",
        )[:_LOOKED_AT]
    )
    breaks: dict[Any, dict[str, Any]] = {}
    moves: list[dict[str, Any]] = []
    sits: set[int] = set()
    for reason, entry_id, name, left, table, seat, at, command_id in rows:
        if reason == MoveReason.BREAK:
            told = breaks.setdefault(
                (command_id, left), {"table": left, "to": set(), "at_ms": milliseconds(at)}
            )
            told["to"].add(table)
        elif entry_id not in sits:  # where somebody was moved on from is no seat to send them to
            moves.append({"name": name, "table": table, "seat": seat, "at_ms": milliseconds(at)})
        sits.add(entry_id)
    return {
        "moves": moves[:_MOST],
        "breaks": [{**told, "to": sorted(told["to"])} for told in list(breaks.values())[:_MOST]],
        "tables": Table.objects.filter(tournament_id=tournament_id, state=TableState.OPEN).count()
        if known is None
        else known.field.tables_open,
        # how far the others are is of no moment but now
        "hand": _hand(tournament_id) if known is None else None,
    }


def _hand(tournament_id: int) -> dict[str, Any] | None:
    """How many tables have done their hand, of how many that play; served: what it is played for has come about."""
    field = field_of(tournament_id)
    if field is None or not field.hand_for_hand:
        return None
    playing = Table.objects.filter(tournament_id=tournament_id, state=TableState.OPEN, players__gte=2)
    done = HandDone.objects.filter(tournament_id=tournament_id, round=field.hand_for_hand_round)
    return {
        "round": field.hand_number(field.hand_for_hand_round),
        "ready": done.filter(table__in=playing).count(),
        "tables": playing.count(),
        "served": has_served(
            tournament_id, round_=hand_for_hand_view(tournament_id), places_paid=places_paid(tournament_id)
        ),
    }
