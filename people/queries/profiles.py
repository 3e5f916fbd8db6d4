"""Whose page everybody may open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from people.models import Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileView:
    """A player's public page. prizes: whether it tells what was won."""

    player_id: int
    name: str
    country: str
    prizes: bool
    since: datetime


def profile_of(player_id: int) -> ProfileView | None:
    """Return the public page of a player; None where it was not chosen."""
    row = Profile.objects.filter(pk=player_id).select_related("player").first()
    if row is None:
        return None
    return ProfileView(
        player_id=player_id,
        name=row.player.public_name,
        country=row.player.issued_in,
        prizes=row.prizes,
        since=row.since,
    )


def with_profile(player_ids: Iterable[int]) -> frozenset[int]:
    """Return those of these players who have a public page."""
    return frozenset(Profile.objects.filter(pk__in=list(player_ids)).values_list("pk", flat=True))
