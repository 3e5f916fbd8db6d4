"""End a bearer token."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.models import ApiToken
from people.queries import require
from people.results import TokenResult
from rules.permissions import Permission
from rules.refusals import N_, Refused


@command(
    "people.revoke_api_token",
    Card(
        permission=Permission.ISSUE_TOKEN,
        own_permission=Permission.ISSUE_TOKEN,
        address="tokens/<id:token_id>/revoke",
    ),
)
def revoke_api_token(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    user_id: int,
    token_id: int,
) -> TokenResult:
    """End a bearer token.

    By its user. Refusals: ``forbidden``, ``unknown_token``.
    """
    require(by, permission=Permission.ISSUE_TOKEN, venue_id=None, owner_user_id=user_id)
    token = (
        ApiToken.objects.select_for_update(no_key=True)
        .filter(pk=token_id, user_id=user_id, revoked_at__isnull=True)
        .first()
    )
    if token is None:
        raise Refused("unknown_token", N_("This API key was already revoked. Reload the list."))
    operations.end_token(token, at=at)
    return TokenResult(token_id=token_id)
