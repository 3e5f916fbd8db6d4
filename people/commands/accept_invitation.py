"""Choose the password of an account that somebody was invited to."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import player_of_user
from people.results import AccountResult


@command("people.accept_invitation", Card(address="invitations/accept"))
def accept_invitation(
    *, command_id: CommandId, at: datetime, by: Actor, link: str, password_hash: str
) -> AccountResult:
    """Choose the password of an account that somebody was invited to.

    Whoever has the link: it opens once, for a while. Every session and token of before ends.

    password_hash: as in sign_up. A link that came by mail proves the address, as a code does; one that the owner
    handed over proves nothing. Refusals: ``link_over``.
    """
    user, purpose = operations.open_link(link, at=at)
    operations.lock_claim(user.email)
    operations.keep_password(user, password_hash=password_hash, how=purpose, at=at, by_user_id=by.user_id)
    if purpose != "handed" and player_of_user(user.pk) is None:
        operations.claim_player(user=user)
    return AccountResult(user_id=user.pk)
