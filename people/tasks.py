"""What people's rows need from time to time."""

from __future__ import annotations

from importlib import import_module

from celery import shared_task
from django.conf import settings


@shared_task(name="people.forget_sessions")
def forget_sessions() -> None:
    """Delete the sessions that are over."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
