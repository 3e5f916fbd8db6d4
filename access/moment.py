"""The one place where pages and the API read the clock."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone


def at() -> datetime:
    """Return the moment a request arrived: read once, handed down as an argument."""
    return timezone.now()  # noqa: TID251 - an address reads the clock once
