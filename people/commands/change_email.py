"""Change the own e-mail address."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import require
from people.results import AccountResult
from rules.permissions import Permission


@command(
    "people.change_email",
    Card(permission=Permission.SET_PIN, own_permission=Permission.SET_PIN, address="email"),
)
def change_email(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    user_id: int,
    email: str,
    code_id: int,
) -> AccountResult:
    """Change the own e-mail address to one that was just proved.

    One's own; the page or API has seen the proof that a code by e-mail leaves and, where there is a password, asked for it.

    Codes of the old address end; who is signed in stays so. code_id: whose proof that is: it opens nothing else.
    Refusals: ``forbidden``, ``unknown_user``, ``bad_email``, ``email_not_proved``, ``same_email``, ``email_taken``.
    """
    require(by, permission=Permission.SET_PIN, venue_id=None, owner_user_id=user_id)
    operations.refuse_on_device(by)
    user = operations.active_user(user_id)
    operations.lock_codes(user.email, operations.plain_email(email))
    operations.use_up_proof(code_id, email=email, at=at)
    operations.change_address(user, email=email, at=at)
    return AccountResult(user_id=user_id)
