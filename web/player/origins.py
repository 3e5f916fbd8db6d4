"""From where the page of a table is read by who sits there: noted once a session or tournament, where the owner has it kept."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from access import moment
from play.operations.origins import note_origin
from play.queries.origins import houses_with_origins
from rules.online import PERIOD_DAYS, known_browser

_KNOWN_FOR = timedelta(days=PERIOD_DAYS)


def note_place(request: HttpRequest, *, response: HttpResponse, table_id: int, player_id: int) -> None:
    """Note from where the reader sits at a table. The browser has a cookie of its own for it while a house keeps such things, and none after."""
    name = settings.TABLE_BROWSER_COOKIE
    known = known_browser(request.COOKIES.get(name, ""))
    browser = known or secrets.token_hex(16)
    kept = note_origin(
        player_id=player_id,
        table_id=table_id,
        address=str(request.META.get("REMOTE_ADDR", "")),
        browser=browser,
        at=moment.at(),
    )
    if kept:
        response.set_cookie(
            name,
            browser,
            max_age=int(_KNOWN_FOR.total_seconds()),
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )
    elif known and not houses_with_origins():
        response.delete_cookie(name, samesite="Lax")
