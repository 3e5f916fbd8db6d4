"""Letters: what the house writes to one person, in that person's language, at the moment of the act.

Nothing of what is in a letter goes to a log; that one could not be sent does.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from smtplib import SMTPException
from typing import Any

import structlog
from django.conf import settings
from django.core.cache import cache
from django.core.mail import get_connection, send_mail
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from dispatch.facts import Actor, CommandId, Done
from ledger.queries import player_of_wallet
from people.queries import Reach, player_file, reach_of
from rules.accounts import AccountId
from rules.refusals import N_, Refused

MAIL_SECONDS = 10  # nobody waits longer for a mail server
_ONCE_SECONDS = 24 * 60 * 60
# where mail ends on this machine: `bin/up` without a mail server
_STAYS_HERE = ("console", "filebased", "dummy")
_log = structlog.get_logger(__name__)


def delivered() -> bool:
    """Return whether mail leaves this machine; if not, what is written lies in a folder of the house."""
    return str(settings.EMAIL_BACKEND).rsplit(".", 2)[-2] not in _STAYS_HERE


def send(
    number: CommandId, *, to: str, subject: str, template: str, context: Mapping[str, Any], language: str = ""
) -> None:
    """Mail one letter of this command once; language "": that of the page. Refusal: ``mail_failed``.

    Called again for a request that is repeated: what was not sent the first time goes now.
    """
    sent = f"letter-sent:{template}:{number}"
    if cache.get(sent):
        return
    with translation.override(language or translation.get_language()):
        title = _(subject) % dict(context)
        text = render_to_string(f"people/letters/{template}.txt", dict(context))
    try:
        send_mail(title, text, None, [to], connection=get_connection(timeout=MAIL_SECONDS))
    except (OSError, SMTPException) as error:
        _log.error("letter not sent", letter=template, error=type(error).__name__)
        raise Refused(
            "mail_failed",
            N_("The mail could not be sent. Try again in a minute; nothing else was lost."),
        ) from None
    cache.set(sent, True, _ONCE_SECONDS)


def tell(number: CommandId, *, user_id: int, subject: str, template: str, context: Mapping[str, Any]) -> None:
    """Write to somebody about the own account. Without an address, or where mail fails, the account's page says it."""
    tell_at(number, reach=reach_of(user_id), subject=subject, template=template, context=context)


def tell_at(
    number: CommandId, *, reach: Reach | None, subject: str, template: str, context: Mapping[str, Any]
) -> None:
    """Write there about the own account, as `tell` does where somebody can be reached now."""
    if reach is None:
        return
    try:
        send(
            number,
            to=reach.email,
            subject=subject,
            template=template,
            context={"name": reach.name, **context},
            language=reach.language,
        )
    except Refused:
        return  # logged; the act stands


def tell_of_exclusion(done: Done, *, player_id: int, until_at: datetime | None) -> None:
    """Who keeps himself from playing has it in writing, with the day it ends; the account's page says it anyway."""
    user_id = player_file(player_id).user_id
    if user_id is not None:
        tell(
            done.command_id,
            user_id=user_id,
            subject=N_("Your self-exclusion is confirmed"),
            template="exclusion",
            context={"until_at": until_at},
        )


def tell_of_correction(done: Done, *, values: Mapping[str, Any], by: Actor) -> None:
    """Whose balance an owner corrected learns it by mail; the account's page tells it anyway. values: of `adjust`."""
    for name, sign in (("debit_account_id", "\N{MINUS SIGN}"), ("credit_account_id", "+")):
        player_id = player_of_wallet(AccountId(values[name]))
        user_id = player_file(player_id).user_id if player_id is not None else None
        if user_id is None or user_id == by.user_id:
            continue
        tell(
            done.command_id,
            user_id=user_id,
            subject=N_("Your balance was corrected"),
            template="correction",
            context={
                "by": by.label,
                "sign": sign,
                "cents": values["amount_cents"],
                "unit": values["unit"],
                "reason": values["reason"],
            },
        )
