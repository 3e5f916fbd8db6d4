"""The second factor. Each step needs an open transaction."""

from __future__ import annotations

from base64 import b32encode
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from dispatch.commands import record
from dispatch.facts import Actor
from people.facts import SecondFactorEnded, SecondFactorSet
from people.models import SecondFactor, User
from people.operations.totp import step_of
from rules.refusals import N_, Refused

RECOVERY_CODES = 10


def factor_secret(user_id: int, *, seed: UUID) -> bytes:
    """Return what the app and this server share: computed, never kept."""
    return salted_hmac("shuffle-up second factor", f"{user_id}:{seed}", algorithm="sha256").digest()[:20]


def recovery_codes(user_id: int, *, seed: UUID) -> tuple[str, ...]:
    """Codes for the day on which the phone is lost, each good for once."""
    return tuple(
        b32encode(
            salted_hmac("shuffle-up recovery", f"{user_id}:{seed}:{number}", algorithm="sha256").digest()[:10]
        )
        .decode()
        .lower()
        for number in range(RECOVERY_CODES)
    )


def refuse_on_device(by: Actor) -> None:
    """Refuse what may not be done on a shared device. Refusals: ``forbidden`` on a tablet that several people use."""
    if by.device_id is not None:
        raise Refused("forbidden", N_("Not on a shared device. Sign in yourself."))


def keep_factor(*, user: User, seed: UUID, code: str, at: datetime) -> None:
    """Let somebody sign in with an app from now on. Refusals: ``factor_set``, ``no_password``, ``wrong_factor``."""
    if not user.has_usable_password():
        raise Refused("no_password", N_("Whoever signs in with a code by e-mail needs no second one."))
    step = step_of(factor_secret(user.pk, seed=seed), code=plain_code(code), now=int(at.timestamp()), used=0)
    if step is None:
        raise wrong_factor()
    _made, new = SecondFactor.objects.get_or_create(
        user=user, defaults={"seed": seed, "set_at": at, "last_step": step}
    )
    if not new:
        raise Refused("factor_set", N_("An app is set up already. Remove it first."))
    record(SecondFactorSet(user_id=user.pk))


def end_factor(*, user: User, code: str | None, at: datetime) -> None:
    """Let the password alone sign in again. code None: the owner's word. Refusals: ``no_factor``, ``wrong_factor``."""
    factor = SecondFactor.objects.select_for_update(no_key=True).filter(user=user).first()
    if factor is None:
        raise Refused("no_factor", N_("No app is set up for this account."))
    if code is not None and not _opens(factor, code, at=at):
        raise wrong_factor()
    factor.delete()
    record(SecondFactorEnded(user_id=user.pk))


def pass_factor(user_id: int, *, code: str, at: datetime) -> bool:
    """Check whether a code opens, and if so use it up. The page or API limits the tries."""
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update(no_key=True).filter(user_id=user_id).first()
        return factor is not None and _opens(factor, code, at=at)


def _opens(factor: SecondFactor, typed: str, *, at: datetime) -> bool:
    code = plain_code(typed)
    step = step_of(
        factor_secret(factor.user_id, seed=factor.seed),
        code=code,
        now=int(at.timestamp()),
        used=factor.last_step,
    )
    if step is not None:
        factor.last_step = step
        factor.save(update_fields=["last_step"])
        return True
    for number, good in enumerate(recovery_codes(factor.user_id, seed=factor.seed)):
        if constant_time_compare(good, code) and number not in factor.recovery_used:
            factor.recovery_used = [*factor.recovery_used, number]
            factor.save(update_fields=["recovery_used"])
            return True
    return False


def plain_code(typed: str) -> str:
    """Return a code without what people put between its signs."""
    return "".join(sign for sign in typed[:60].lower() if sign.isascii() and sign.isalnum())


def wrong_factor() -> Refused:
    """Return the no to a code that does not open."""
    return Refused(
        "wrong_factor", N_("This code is not right, or it was used. Wait for the next one in the app.")
    )
