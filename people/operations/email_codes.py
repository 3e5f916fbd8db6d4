"""Codes by e-mail. Each step needs an open transaction."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from django.db import connection
from django.utils.crypto import constant_time_compare, salted_hmac

from dispatch.commands import record
from dispatch.facts import CommandId
from people.facts import EmailConfirmed
from people.models import ApiToken, EmailCode, SecondFactor, User
from people.operations.fields import checked_digest, plain_email, save_row
from people.queries import PROOF_MINUTES
from rules.refusals import N_, Refused

CODE_MINUTES = 10


CODE_TRIES = 5


CODES_AN_HOUR = 12  # for one address, whoever asks; the limits of requests let one place ask for fewer


_KEPT = timedelta(days=1)


def code_for(command_id: CommandId, *, email: str) -> str:
    """Six digits that only this server can make: the same again when the request that asks for it is repeated."""
    made = salted_hmac("shuffle-up email code", f"{command_id}:{email}", algorithm="sha256").digest()
    return f"{int.from_bytes(made[:8], 'big') % 1_000_000:06d}"


def code_digest(code: str, *, email: str) -> str:
    """Return what is kept of a code. Keyed: whoever reads the row cannot try a million codes on it."""
    return salted_hmac("shuffle-up email code kept", f"{email}:{code}", algorithm="sha256").hexdigest()


def add_code(*, email: str, code_hash: str, at: datetime) -> EmailCode:
    """Keep the digest of a new code. Refusals: ``bad_email``, ``too_many_codes``."""
    email = plain_email(email)
    with connection.cursor() as cursor:  # two at once for one address are counted one after the other
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"email-code {email}"])
    if EmailCode.objects.filter(email=email, made_at__gt=at - timedelta(hours=1)).count() >= CODES_AN_HOUR:
        raise too_many_codes()
    EmailCode.objects.filter(made_at__lt=at - _KEPT).delete()
    return EmailCode.objects.create(
        email=email,
        code_hash=checked_digest(code_hash),
        made_at=at,
        expires_at=at + timedelta(minutes=CODE_MINUTES),
    )


def too_many_codes() -> Refused:
    """Return the no to another code for an address, from one place or from all."""
    return Refused(
        "too_many_codes",
        N_("Several codes were sent to this address already. Use the latest, or ask again in an hour."),
    )


#: What became of a try at a code.
CodeOutcome = Literal["right", "wrong", "over"]


def try_code(*, code_id: int, email: str, code_hash: str, at: datetime) -> tuple[CodeOutcome, int]:
    """Use up one try; (outcome, tries left). "over": unknown, used, too old or tried too often."""
    code = EmailCode.objects.select_for_update(no_key=True).filter(pk=code_id, email=email).first()
    over = code is None or code.used_at is not None or not code.code_hash
    if code is None or over or at >= code.expires_at or code.tries >= CODE_TRIES:
        return "over", 0
    code.tries += 1
    right = constant_time_compare(code.code_hash, code_hash)
    if right:
        code.used_at = at
    code.save(update_fields=["tries", "used_at"])
    left = CODE_TRIES - code.tries
    if right:
        return "right", left
    return ("wrong", left) if left else ("over", 0)


def lock_codes(*emails: str) -> None:
    """Lock the codes of these addresses until the end of the command, in one order."""
    list(
        EmailCode.objects.select_for_update(no_key=True)
        .filter(email__in=emails)
        .order_by("pk")
        .values_list("pk")
    )


def use_up_proof(code_id: int, *, email: str, at: datetime) -> None:
    """Use up what a right code has proved, for this one thing; of two at once, one. Refusal: ``email_not_proved``."""
    proved = EmailCode.objects.filter(
        pk=code_id, email=plain_email(email), used_at__gt=at - timedelta(minutes=PROOF_MINUTES)
    ).exclude(code_hash="")
    if not proved.update(code_hash=""):
        raise proof_over()


def proof_over() -> Refused:
    """Return the no to a proof that is too old or has opened something already."""
    return Refused("email_not_proved", N_("Ask for a new code by e-mail: this one is no longer valid."))


def end_codes(email: str) -> None:
    """End all codes of before, and what one has proved."""
    EmailCode.objects.filter(email=email).update(code_hash="")


def confirm_email(user: User, *, at: datetime) -> None:
    """Confirm an address as its owner's. A password set before anybody had proved it may be a stranger's: it goes."""
    if user.email_confirmed_at is not None:
        return
    user.email_confirmed_at = at
    # who set up an app has shown more than a password
    if not SecondFactor.objects.filter(user=user).exists():
        user.set_unusable_password()
        ApiToken.objects.filter(user=user, revoked_at__isnull=True).update(revoked_at=at)
    save_row(user)
    record(EmailConfirmed(user_id=user.pk))
