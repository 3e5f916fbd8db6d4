"""What a person's file said before. Each step needs an open transaction."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from people.models import FileChange


def keep_changes(
    player_id: int,
    *,
    changes: Mapping[str, tuple[Any, Any]],
    at: datetime,
    by_user_id: int | None,
    venue_id: int | None,
) -> None:
    """Keep before and after of each field that was changed, with who did it and at whose desk.

    Rule: SCPT.F
    """
    FileChange.objects.bulk_create(
        FileChange(
            player_id=player_id,
            field=field,
            was=_as_text(was),
            now=_as_text(now),
            changed_at=at,
            changed_by_id=by_user_id,
            venue_id=venue_id,
        )
        for field, (was, now) in sorted(changes.items())
    )


def forget_changes(player_id: int) -> None:
    """Erase what the file said before: with the file itself, so that nothing of it stays."""
    FileChange.objects.filter(player_id=player_id).delete()


def _as_text(value: Any) -> str:
    """A day as 1990-05-01; nothing as ""."""
    return "" if value is None else str(value)
