"""Who is signed in where: Django's sessions, with the account they are of, so that one can see and end one's own."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """One browser that is signed in, or was a moment ago. device_id: a shared tablet opened by PIN."""

    user_id = models.BigIntegerField(null=True, blank=True, db_index=True)
    device_id = models.BigIntegerField(null=True, blank=True)
    began_at = models.DateTimeField(null=True, blank=True)
    browser = models.CharField(max_length=80, blank=True, default="")

    class Meta:
        db_table = "signed_in_session"

    @classmethod
    def get_session_store_class(cls) -> Any:
        return import_module(settings.SESSION_ENGINE).SessionStore
