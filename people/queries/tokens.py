"""Tokens of programs and devices: who they speak for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from dispatch import prepared
from dispatch.facts import Actor
from people.models import ApiToken
from people.queries.fields import secret_digest


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenView:
    """A bearer token of somebody, without its secret."""

    token_id: int
    name: str
    device_id: int | None
    scope: str
    venue_id: int | None
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearer:
    """Who a bearer token speaks for, and when its use was last written down."""

    token_id: int
    actor: Actor
    last_used_at: datetime | None


_SPEAKS_FOR = """
SELECT t.id, t.last_used_at, t.user_id, t.device_id, u.name, u.language, t.scope, t.venue_id
FROM people_apitoken t JOIN people_user u ON u.id = t.user_id LEFT JOIN people_device d ON d.id = t.device_id
WHERE t.token_hash = %s AND t.revoked_at IS NULL AND t.expires_at > %s AND u.is_active
  AND (t.device_id IS NULL OR d.revoked_at IS NULL)
"""


def bearer_of(secret: str, *, at: datetime) -> Bearer | None:
    """Return who a bearer token speaks for; None when unknown, revoked, expired, or whose user or device is not welcome."""
    found = prepared.rows(_SPEAKS_FOR, [secret_digest(secret), at])
    if not found:
        return None
    token_id, last_used_at, user_id, device_id, name, language, scope, venue_id = found[0]
    actor = Actor(
        user_id=user_id,
        device_id=device_id,
        label=name or f"#{user_id}",
        language=language,
        scope=scope,
        only_venue_id=venue_id,
    )
    return Bearer(token_id=token_id, actor=actor, last_used_at=last_used_at)


def tokens_of(user_id: int, *, at: datetime) -> tuple[TokenView, ...]:
    """Return the bearer tokens of somebody that work at `at`, newest first."""
    rows = (
        ApiToken.objects.filter(user_id=user_id, revoked_at__isnull=True)
        .filter(expires_at__gt=at)
        .filter(Q(device_id__isnull=True) | Q(device__revoked_at__isnull=True))
        .order_by("-created_at", "-pk")
    )
    return tuple(
        TokenView(
            token_id=row.pk,
            name=row.name,
            device_id=row.device_id,
            scope=row.scope,
            venue_id=row.venue_id,
            created_at=row.created_at,
            expires_at=row.expires_at,
            last_used_at=row.last_used_at,
        )
        for row in rows
    )
