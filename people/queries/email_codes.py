"""Codes by e-mail that were given right."""

from __future__ import annotations

from datetime import datetime, timedelta

from people.models import EmailCode

PROOF_MINUTES = 30


def proved_address(code_id: int, *, at: datetime) -> str | None:
    """The address whose code was given right in the last half hour."""
    code = EmailCode.objects.filter(pk=code_id, used_at__gt=at - timedelta(minutes=PROOF_MINUTES)).first()
    return code.email if code is not None else None
