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
