"""Issue a bearer token for a program that acts for its user."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import require
from people.results import TokenResult
from rules.permissions import Permission


@command(
    "people.issue_api_token",
    Card(permission=Permission.ISSUE_TOKEN, own_permission=Permission.ISSUE_TOKEN, address="tokens"),
)
def issue_api_token(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    user_id: int,
    token_hash: str,
    name: str = "",
    device_id: int | None = None,
    expires_at: datetime | None = None,
    scope: str = "read",
    only_venue_id: int | None = None,
) -> TokenResult:
    """Issue a bearer token for a program that acts for its user.

    Whoever asks makes the secret and shows it once; only `queries.secret_digest(secret)` comes here.

    scope: rules.permissions.Scope; only_venue_id: it acts in this house alone. expires_at None: in 90 days.
    Refusals: ``forbidden``, ``device_not_paired``, ``expiry_past``, ``expiry_far``, ``bad_scope``, ``not_staff``,
    ``text_too_long``, ``too_many_tokens``.
    """
    require(by, permission=Permission.ISSUE_TOKEN, venue_id=None, owner_user_id=user_id)
    token = operations.add_token(
        user=operations.active_user(user_id),
        device_id=device_id,
        name=name,
        token_hash=token_hash,
        at=at,
        expires_at=expires_at,
        scope=scope,
        only_venue_id=only_venue_id,
    )
    return TokenResult(token_id=token.pk)
