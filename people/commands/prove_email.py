"""A person gives the code that was sent, and so proves that the address is theirs."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import player_of_user, sign_in_method


@command("people.prove_email", Card(address="email-codes/prove"))
def prove_email(
    *, command_id: CommandId, at: datetime, by: Actor, code_id: int, email: str, code_hash: str
) -> dict[str, Any]:
    """One try at a code. Returns {code_id, outcome, tries_left, way, user_id}; a wrong code is an outcome, so that it counts.

    outcome: "right", "wrong" or "over" (ask for another). way: where a right code leads, as `queries.sign_in_method`; staff go
    on signing in with their password. An account whose address is proved for the first time is confirmed: a password
    set before goes, and the file that the desk opened with the same address becomes the account's.
    Refusals: ``bad_email``. Rule: SCPT.F
    """
    email = operations.plain_email(email)
    outcome, left = operations.try_code(code_id=code_id, email=email, code_hash=code_hash, at=at)
    found = {"code_id": code_id, "outcome": outcome, "tries_left": left, "way": "", "user_id": None}
    if outcome != "right":
        return found
    way, user = sign_in_method(email)
    if user is not None:
        operations.confirm_email(user, at=at)
        if player_of_user(user.pk) is None:
            operations.claim_player(user=user)
    return found | {"way": way, "user_id": user.pk if user is not None else None}
