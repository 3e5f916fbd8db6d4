"""Which day it is where the houses are: days end at their midnight, not at that of the servers."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from django.utils.timezone import get_default_timezone


def day_here(at: datetime) -> date:
    """Return the day of a moment, in the time zone of this installation (a venue has its own)."""
    return at.astimezone(get_default_timezone()).date()


def end_of(day: date) -> datetime:
    """Return the midnight that ends a day, in the time zone of this installation."""
    return datetime.combine(day + timedelta(days=1), time(), tzinfo=get_default_timezone())
