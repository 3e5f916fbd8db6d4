"""What was changed in a person's file: before and after; what it said at a moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from people.models import FileChange
from people.queries.accounts import label_of
from people.queries.players import player_file


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChangeView:
    """One field: what it said and what it says since. Hidden information, for no fact, topic or log.

    was, now: as the file keeps them, a day as 1990-05-01, nothing as "". by: as colleagues know who did it; own: the person
    did it. venue_id: at whose desk, None where the person did it.
    """

    field: str
    was: str
    now: str
    changed_at: datetime
    by: str
    own: bool
    venue_id: int | None


def file_changes(player_id: int, *, limit: int = 100) -> tuple[FileChangeView, ...]:
    """Return what was changed in a person's file, the latest first: ask `require(VIEW_PLAYER_PRIVATE)` first.

    Empty after the file was erased.
    """
    rows = (
        FileChange.objects.filter(player_id=player_id)
        .select_related("player", "changed_by")
        .order_by("-changed_at", "-pk")[: min(max(limit, 1), 1000)]
    )
    return tuple(
        FileChangeView(
            field=row.field,
            was=row.was,
            now=row.now,
            changed_at=row.changed_at,
            by="" if row.changed_by is None else label_of(row.changed_by),
            own=row.changed_by_id is not None and row.changed_by_id == row.player.user_id,
            venue_id=row.venue_id,
        )
        for row in rows
    )


def full_name_at(player_id: int, *, at: datetime) -> str:
    """Return the name as the person's file had it then: ask `require(VIEW_PLAYER_PRIVATE)` first. A paper that was handed out keeps
    the name it was made out to. Refusal: ``unknown_player``. Rule: SCPT.D
    """
    changed = (
        FileChange.objects.filter(player_id=player_id, field="full_name", changed_at__gt=at)
        .order_by("changed_at", "pk")
        .values_list("was", flat=True)
        .first()
    )
    return player_file(player_id).full_name if changed is None else changed
