"""Ask for a code by e-mail, to sign in or to open an account."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations


@dataclass(frozen=True, slots=True, kw_only=True)
class AskEmailCodeResult:
    """code_id: which code, to be named when it is given; never the code itself."""

    code_id: int


@command("people.ask_email_code", Card(address="email-codes"))
def ask_email_code(
    *, command_id: CommandId, at: datetime, by: Actor, email: str, code_hash: str
) -> AskEmailCodeResult:
    """Ask for a code by e-mail, to sign in or to open an account.

    Anybody may, for any address: the answer is the same whether it has an account.

    code_hash: `operations.code_digest` of the code that the page or API sends. Good for 10 minutes, 5 tries, one use. No
    fact: an address is hidden information, and nothing has changed yet. Refusals: ``bad_email``, ``too_many_codes``.
    """
    return AskEmailCodeResult(code_id=operations.add_code(email=email, code_hash=code_hash, at=at).pk)
