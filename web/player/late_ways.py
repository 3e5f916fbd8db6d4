"""What the list of tables says of the tournaments that run: into which its reader may still enter."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from tournaments.queries.clock import clock_payload
from tournaments.queries.payloads import counts, player
from tournaments.queries.selling import may_enter_again
from web.board import entries_taken


def may_be_entered(tournament_ids: Iterable[int | None], *, me: int | None, at: datetime) -> set[int]:
    """Return those of these tournaments that take entries now; to who has been in one, only where it is sold once more. Rule: PT-T.21, PT-T.23"""
    return {
        one
        for one in set(tournament_ids)
        if one and _takes_entries(one, at=at) and _may_enter(one, me=me, at=at)
    }


def _takes_entries(tournament_id: int, *, at: datetime) -> bool:
    payloads = {
        "clock": clock_payload(tournament_id, at=at, as_public=True),
        "counts": counts(tournament_id, seen_at=at),
    }
    return entries_taken(payloads, at=at)


def _may_enter(tournament_id: int, *, me: int | None, at: datetime) -> bool:
    entry = None if me is None else player(me, tournament_id=tournament_id)["entry"]
    if me is None or entry is None or entry["state"] == "cancelled":
        return True
    return entry["state"] == "out" and may_enter_again(tournament_id, player_id=me, at=at)
