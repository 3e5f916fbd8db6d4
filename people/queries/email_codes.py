"""Codes by e-mail that were given right."""

from __future__ import annotations

from datetime import datetime, timedelta

from people.models import EmailCode

PROOF_MINUTES = 10


def proved_address(code_id: int, *, at: datetime) -> str | None:
    """Return the address whose code was given right in the last ten minutes, unless that has opened something already."""
    code = EmailCode.objects.filter(pk=code_id, used_at__gt=at - timedelta(minutes=PROOF_MINUTES)).first()
    return code.email if code is not None and code.code_hash else None


def address_of_code(code_id: int) -> str | None:
    """Return the address that a code was given right for, for a request that is repeated; None: it is forgotten."""
    return EmailCode.objects.filter(pk=code_id, used_at__isnull=False).values_list("email", flat=True).first()


def code_sent_last(email: str, *, at: datetime) -> int | None:
    """Return the latest code that was sent to an address, whoever asked for it, while it is good."""
    last = EmailCode.objects.filter(email=email, made_at__lte=at).order_by("-made_at", "-pk").first()
    good = last is not None and last.used_at is None and last.code_hash and at < last.expires_at
    return last.pk if last is not None and good else None
