"""The text on privacy, and who looked at whose data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from people.models import FileSeen, PrivacyText
from people.queries.accounts import label_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenView:
    """That somebody of the staff looked at a person's private file; once an hour at most."""

    player_id: int
    player: str
    by: str
    venue_id: int
    seen_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivacyView:
    """What the operator says about people's data; text "" for nothing of their own."""

    version: str
    text: str
    set_at: datetime | None


def seen_by(player_id: int, *, limit: int = 100) -> tuple[SeenView, ...]:
    """Return who of the staff looked at a person's private file, the latest first: for the person."""
    return _seen(FileSeen.objects.filter(player_id=player_id), limit)


def seen_at_venue(venue_id: int, *, limit: int = 200) -> tuple[SeenView, ...]:
    """Return whose files the staff of a venue looked at, the latest first: ask `require(MANAGE_STAFF)` first."""
    return _seen(FileSeen.objects.filter(venue_id=venue_id), limit)


def _seen(rows: QuerySet[FileSeen], limit: int) -> tuple[SeenView, ...]:
    return tuple(
        SeenView(
            player_id=row.player_id,
            player=row.player.public_name,
            by=label_of(row.user),
            venue_id=row.venue_id,
            seen_at=row.seen_at,
        )
        for row in rows.select_related("user", "player").order_by("-seen_at", "-pk")[
            : min(max(limit, 1), 1000)
        ]
    )


# The version of the words that come with the product, and of the operator's after it.
_OUR_WORDS = "1"


def privacy_text() -> PrivacyView:
    """Return what the operator says about people's data, and the version that who opens an account accepts."""
    row = PrivacyText.objects.order_by("-pk").first()
    if row is None:
        return PrivacyView(version=_OUR_WORDS, text="", set_at=None)
    return PrivacyView(version=f"{_OUR_WORDS}.{row.pk}", text=row.text, set_at=row.set_at)
