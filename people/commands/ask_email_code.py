"""A person asks for a code by e-mail, to sign in or to open an account."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations


@command("people.ask_email_code", Card(address="email-codes"))
def ask_email_code(
    *, command_id: CommandId, at: datetime, by: Actor, email: str, code_hash: str
) -> dict[str, Any]:
    """Anybody may, for any address: the answer is the same whether it has an account. Returns {code_id}.

    code_hash: `operations.code_digest` of the code that the face sends. Good for 10 minutes, 5 tries, one use.
    No fact: an address is hidden information, and nothing has changed yet. Refusals: ``bad_email``, ``too_many_codes``.
    """
    return {"code_id": operations.add_code(email=email, code_hash=code_hash, at=at).pk}
