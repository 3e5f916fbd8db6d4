"""Sessions in the database, each with the account it is of (people.models.Session)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as InTheDatabase

from dispatch.sessions import BEGAN, BROWSER, DEVICE


class SessionStore(InTheDatabase):
    @classmethod
    def get_model_class(cls) -> Any:
        from people.models import Session  # the apps are loaded by now

        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row: Any = super().create_model_instance(data)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.device_id = data.get(DEVICE)
        row.began_at = datetime.fromisoformat(data[BEGAN]) if BEGAN in data else None
        row.browser = str(data.get(BROWSER, ""))[:80]
        return row
