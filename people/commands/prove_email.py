"""Prove an e-mail address by the code that was sent to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.operations.email_codes import CodeOutcome
from people.queries import player_of_user, sign_in_method
from people.queries.accounts import SignInWay


@dataclass(frozen=True, slots=True, kw_only=True)
class ProveEmailResult:
    """outcome: right, wrong, or over (ask for another). way: where a right code leads: sign_in with the account,
    sign_up, password (staff who have one), closed; "" where the code was not right. user_id: of the account with this
    address; null where there is none or the code was not right.
    """

    code_id: int
    outcome: CodeOutcome
    tries_left: int
    way: SignInWay | Literal[""]
    user_id: int | None


@command("people.prove_email", Card(address="email-codes/prove"))
def prove_email(
    *, command_id: CommandId, at: datetime, by: Actor, code_id: int, email: str, code_hash: str
) -> ProveEmailResult:
    """Try a code that was sent by e-mail, to prove that the address is theirs.

    A wrong code is an outcome, so that it counts. Where a right one leads says `queries.sign_in_method`; staff go on
    signing in with their password. An account whose address is proved for the first time is confirmed: a password set
    before goes, and the file that the desk opened with the same address becomes the account's.
    Refusals: ``bad_email``.
    Rule: SCPT.F
    """
    email = operations.plain_email(email)
    outcome, left = operations.try_code(code_id=code_id, email=email, code_hash=code_hash, at=at)
    if outcome != "right":
        return ProveEmailResult(code_id=code_id, outcome=outcome, tries_left=left, way="", user_id=None)
    way, user = sign_in_method(email)
    if user is not None:
        operations.lock_claim(user.email)
        operations.confirm_email(user, at=at)
        if player_of_user(user.pk) is None:
            operations.claim_player(user=user)
    return ProveEmailResult(
        code_id=code_id,
        outcome=outcome,
        tries_left=left,
        way=way,
        user_id=user.pk if user is not None else None,
    )
