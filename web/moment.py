"""The one place where the HTML faces read the clock."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone


def at() -> datetime:
    """The moment a page was asked for."""
    return timezone.now()  # noqa: TID251 - a face reads the clock once
