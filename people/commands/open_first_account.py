"""Open the account of the first owner of an empty installation."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.results import AccountResult


@command("people.open_first_account", Card(address="first-owner"))
def open_first_account(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    code: str,
    email: str,
    name: str,
    password_hash: str,
    language: str = "pt-br",
) -> AccountResult:
    """Open the account of the first owner of an empty installation.

    Whoever has the code that the server printed, as long as nobody owns anything here.

    The account owns nothing yet: with the same code it opens the first venue. password_hash: as in sign_up.
    Refusals: ``no_first_owner``, ``name_missing``, ``email_taken``, ``bad_email``, ``bad_language``,
    ``text_too_long``.
    """
    operations.hold_founding(code)
    user = operations.add_user(
        at=at, email=email, password_hash=password_hash, name=name, language=language, confirmed=False
    )
    operations.refuse_nameless(user)
    return AccountResult(user_id=user.pk)
