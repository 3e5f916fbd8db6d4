"""What every page of the director's has: its tournament, its tab, the live header."""

from __future__ import annotations

from typing import Any

from access import moment
from tournaments import topics
from web.board import board_faces, clock_lines
from web.staffing import StaffTournament
from web.words import board_words


def page_context(scope: StaffTournament, tab: str, **more: Any) -> dict[str, Any]:
    """The values that every template of the director's reads, and `more`."""
    return {"scope": scope, "tab": tab, **more}


def board_context(scope: StaffTournament) -> dict[str, Any]:
    """What the live header of every page of a tournament needs; nothing of a draft is live."""
    if scope.state == "draft":
        return {}
    at = moment.at()
    face = board_faces(scope.tournament_id, at=at)
    face["topics"] |= {
        "tables": topics.tables_topic(scope.tournament_id),
        "entries": topics.entries_topic(scope.tournament_id),
    }
    return {
        "faces": face,
        "words": board_words(),
        "clock": clock_lines(face["clock"], at=at, zone=face["timezone"]),
        "is_over": scope.state in ("finished", "cancelled"),
    }
