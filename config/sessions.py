"""Sessions in the database, each with the account it is of (people.models.Session)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as InTheDatabase
from django.utils import timezone

from dispatch.rows import read_one
from dispatch.sessions import BEGAN, BROWSER, DEVICE


class SessionStore(InTheDatabase):
    @classmethod
    def get_model_class(cls) -> Any:
        from people.models import Session  # the apps are loaded by now

        return Session

    def _get_session_from_db(self) -> Any:
        """As Django has it, by a statement that is prepared: every request of who is signed in asks for it."""
        found = read_one(
            self.model,
            where="WHERE session_key = %s AND expire_date > %s",
            values=[self.session_key, timezone.now()],  # noqa: TID251 - sessions are over by the real clock
        )
        if found is None:
            self._session_key = None
        return found

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row: Any = super().create_model_instance(data)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.device_id = data.get(DEVICE)
        row.began_at = datetime.fromisoformat(data[BEGAN]) if BEGAN in data else None
        row.browser = str(data.get(BROWSER, ""))[:80]
        return row
