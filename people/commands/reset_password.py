"""Choose a new password for an address that was just proved."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import player_of_user
from people.results import AccountResult
from rules.refusals import N_, Refused


@command("people.reset_password", Card(address="password/reset"))
def reset_password(
    *, command_id: CommandId, at: datetime, by: Actor, email: str, password_hash: str, code_id: int = 0
) -> AccountResult:
    """Choose a new password for an address that was just proved.

    The page or API has seen the proof that a code by e-mail leaves. Every session and token of before ends.

    code_id: whose proof that is: it opens nothing else; 0: of none. password_hash: as in sign_up. An app that is set
    up stays: its code is asked for at the next sign-in.
    Refusals: ``no_account``, ``bad_email``, ``email_not_proved``.
    """
    if code_id:
        operations.use_up_proof(code_id, email=email, at=at)
    user = operations.user_of_address(email)
    if user is None:
        raise Refused("no_account", N_("There is no account for this address yet. Open one."))
    operations.lock_claim(user.email)
    operations.keep_password(user, password_hash=password_hash, how="reset", at=at, by_user_id=by.user_id)
    if player_of_user(user.pk) is None:
        operations.claim_player(user=user)
    return AccountResult(user_id=user.pk)
