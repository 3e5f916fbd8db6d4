"""Sessions in the database, each with the account it is of (people.models.Session), read in one round trip with it.

A session whose signature was found to be ours once is not checked again: every request asks for it.
"""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore as InTheDatabase
from django.core import signing
from django.utils import timezone

from dispatch.rows import read_pair
from dispatch.sessions import BEGAN, BROWSER, DEVICE, KEPT


class SessionStore(InTheDatabase):
    #: The row of the account that the session is of, as it was read with it.
    account: Any = None

    @classmethod
    def get_model_class(cls) -> Any:
        from people.models import Session  # the apps are loaded by now

        return Session

    def _get_session_from_db(self) -> Any:
        """As Django has it, by a statement that is prepared: every request of who is signed in asks for it, and for the account."""
        at = timezone.now()  # noqa: TID251 - sessions are over by the real clock
        session, self.account = read_pair(
            self.model,
            other=get_user_model(),
            by="b.id = a.user_id",
            where=_GOOD,
            values=[self.session_key, at],
        )
        if session is None:
            self._session_key = None
        return session

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """As Django has it; what was found to be signed by us once is not checked again."""
        try:
            text = _signed(str(session_data), self.key_salt, settings.SECRET_KEY)
        except Exception:
            return super().decode(session_data)  # says what is wrong with it
        found: dict[str, Any] = self.serializer().loads(text)
        return found

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row: Any = super().create_model_instance(data)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.device_id = data.get(DEVICE)
        row.began_at = datetime.fromisoformat(data[BEGAN]) if BEGAN in data else None
        row.browser = str(data.get(BROWSER, ""))[:80]
        return row


_GOOD = "WHERE a.session_key = %s AND a.expire_date > %s"


class _Text:
    """Gives what was signed as it is."""

    def dumps(self, obj: bytes) -> bytes:
        return obj

    def loads(self, data: bytes) -> bytes:
        return data


@lru_cache(maxsize=KEPT)
def _signed(session_data: str, salt: str, _key: str) -> bytes:
    """What stands in a session, as text: the values are made anew for each request, which may change them."""
    text: bytes = signing.loads(session_data, salt=salt, serializer=_Text)
    return text
