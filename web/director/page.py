"""What every page of the director's has: its tournament, its tab, the live header."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from access import moment
from payouts.queries import open_repayments
from rules.permissions import Permission
from tournaments import topics
from tournaments.queries import clock
from tournaments.queries.already_done import done_by
from tournaments.queries.cancelled import cancelled
from web.before_start import board_lines
from web.board import board_payloads, is_before_start, strip_lines
from web.staffing import StaffTournament
from web.templatetags.shuffle import hour
from web.words import board_words, strip_words


def page_context(scope: StaffTournament, *, tab: str, **more: Any) -> dict[str, Any]:
    """Return the values that every template of the director's reads, and `more`."""
    return {"scope": scope, "tab": tab, **more}


def stands(scope: StaffTournament, *, payload: dict[str, Any]) -> tuple[str, str] | None:
    """Return since when the clock stands, and by whose word; None while it runs, and where the record does not say."""
    if payload["state"] == "paused":
        told = clock.paused_by(scope.tournament_id)
    elif payload["state"] == "frozen":
        told = done_by(scope.tournament_id, code="already_frozen", about={})
    else:
        return None
    return (hour(told[1], scope.timezone), told[0]) if told else None


def board_context(scope: StaffTournament, *, at: datetime | None = None) -> dict[str, Any]:
    """Return what the live header of every page of a tournament needs; nothing of a draft is live."""
    if scope.state == "draft":
        return {}
    at = at or moment.at()
    by_topic = board_payloads(scope.tournament_id, at=at, present=True)
    by_topic["topics"] |= {
        "tables": topics.tables_topic(scope.tournament_id),
        "entries": topics.entries_topic(scope.tournament_id),
    }
    not_begun = is_before_start(scope.state)
    is_cancelled = scope.state == "cancelled"
    hands_back = is_cancelled and scope.may(Permission.VIEW_MONEY)
    return {
        "payloads": by_topic,
        "to_hand_back_cents": open_repayments(scope.tournament_id)[1] if hands_back else None,
        "cancelled": cancelled(scope.tournament_id) if is_cancelled else None,
        "words": board_words() | strip_words(),
        "clock": board_lines(by_topic, at=at, before=not_begun),
        "not_begun": not_begun,
        "strip": strip_lines(by_topic, at=at),
        "stands": stands(scope, payload=by_topic["clock"]),
        "is_over": scope.state in ("finished", "cancelled"),
    }
