"""Codes by e-mail for who signs in: asking, sending, and the proof that a right code leaves behind.

The pages and the API use these. Whether an address has an account shows nowhere before its code was given.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.core import signing

from access import letters, rate_limit
from dispatch.facts import CommandId
from dispatch.queries import command_by_id
from people.operations import (
    CODE_MINUTES,
    code_digest,
    code_for,
    plain_email,
    proof_over,
    too_many_codes,
    use_up_proof,
)
from people.queries import address_of_code, code_sent_last, proved_address
from rules.entries import OF_AGE_YEARS
from rules.refusals import N_, Refused

# in a quarter of an hour; a room full of people has one address to the outside
ASKED_FROM_A_PLACE = 300
# codes of one place that nobody has given yet, in ten minutes: people type theirs, who mails to strangers does not
UNANSWERED_FROM_A_PLACE = 25
# in an hour, for one address; fewer than the address gets in all, so that one stranger does not use up its owner's
ASKED_FOR_ONE_FROM_A_PLACE = 5
GUESSED_FROM_A_PLACE = 300
#: who may open an account by himself; a tournament's own rule set asks again (Rule: SCPT.F)
MINIMUM_AGE_YEARS = OF_AGE_YEARS

_HOUR = 60 * 60
_SALT = "shuffle-up proved email"


def asked(number: CommandId, *, email: str, place: str) -> dict[str, str]:
    """Return the arguments of `ask_email_code`. Refusals: ``bad_email``, ``too_many_codes``, ``too_many_tries``."""
    email = plain_email(email)
    try:
        own = rate_limit.check(
            "email-code-for", who=f"{email} {place}", at_most=ASKED_FOR_ONE_FROM_A_PLACE, seconds=_HOUR
        )
    except Refused:
        raise too_many_codes() from None
    waiting = rate_limit.check(
        "email-unanswered", who=place, at_most=UNANSWERED_FROM_A_PLACE, seconds=CODE_MINUTES * 60
    )
    rate_limit.failed(rate_limit.check("email-code-from", who=place, at_most=ASKED_FROM_A_PLACE))
    rate_limit.failed(own, seconds=_HOUR)
    rate_limit.failed(waiting, seconds=CODE_MINUTES * 60)
    return {"email": email, "code_hash": code_digest(code_for(number, email=email), email=email)}


def still_good(email: str, *, at: datetime) -> int | None:
    """Return the code that was sent to an address last, whoever asked for it, while it is good: who reads the mails types it where
    no other is sent. A stranger who has asked for all there are shuts nobody out."""
    return code_sent_last(plain_email(email), at=at)


def send(number: CommandId, *, email: str) -> None:
    """Mail the code of this command once, in the language of the page. Refusal: ``mail_failed``.

    Called again for a request that is repeated: what was not sent the first time goes now."""
    letters.send(
        number,
        to=email,
        subject=N_("%(code)s is your code for Shuffle Up"),
        template="code",
        context={"code": code_for(number, email=email), "minutes": CODE_MINUTES},
    )


def guessed(code_id: int, *, email: str, code: str, place: str) -> dict[str, object]:
    """Return the arguments of `prove_email`. Refusals: ``bad_email``, ``too_many_tries``."""
    rate_limit.check("email-guess-from", who=place, at_most=GUESSED_FROM_A_PLACE)
    email = plain_email(email)
    digits = "".join(sign for sign in code if sign.isascii() and sign.isdigit())[:12]
    return {"code_id": code_id, "email": email, "code_hash": code_digest(digits, email=email)}


def answered(*, place: str) -> None:
    """Note that a code was given right: it was asked for by who has the address, and makes room for another."""
    rate_limit.forgiven(rate_limit.key_of("email-unanswered", who=place))


def missed(*, place: str) -> None:
    """Count a wrong code."""
    rate_limit.failed(rate_limit.check("email-guess-from", who=place, at_most=GUESSED_FROM_A_PLACE))


class Proved(NamedTuple):
    """An address that was proved, and the code that did."""

    code_id: int
    email: str


def proof_of(code_id: int) -> str:
    """Return what somebody may show once, within ten minutes after the right code, which is used up."""
    return signing.Signer(salt=_SALT).sign(str(code_id))


def proven(proof: str, *, at: datetime, number: CommandId | None = None) -> Proved:
    """Return the address that was proved; whoever acts on it uses the proof up. Refusal: ``email_not_proved``.

    number: of the command that does. Sent again, it is answered as before, although it has used the proof up itself.
    """
    try:
        code_id = int(signing.Signer(salt=_SALT).unsign(proof))
    except (signing.BadSignature, ValueError):
        raise proof_over() from None
    again = number is not None and command_by_id(number) is not None
    email = address_of_code(code_id) if again else proved_address(code_id, at=at)
    if email is None:
        raise proof_over()
    return Proved(code_id, email)


def opened(proved: Proved, *, at: datetime) -> None:
    """Let somebody come in by it: it opens nothing else. Refusal: ``email_not_proved``."""
    use_up_proof(proved.code_id, email=proved.email, at=at)
