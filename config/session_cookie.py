"""The cookie of a session: given with what is kept in it, taken back with the answer to who signs out and no other."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse

_SIGNS_OUT = "_signs_out"


class SessionCookie(SessionMiddleware):
    """
    Django's own, which takes the cookie back of whoever comes with a session that is over. A page that asked before
    somebody signed in anew is answered after it: the browser would throw away the new session's, of the same name.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        answer: HttpResponse = super().process_response(request, response)
        # over, not signed out just now: a key that no session has any more opens nothing
        if request.session.is_empty() and not hasattr(request, _SIGNS_OUT):
            answer.cookies.pop(settings.SESSION_COOKIE_NAME, None)
        return answer


def _signs_out(request: HttpRequest, **_more: Any) -> None:
    setattr(request, _SIGNS_OUT, True)


# no fact is made of it: all ways out, Django's own page among them, end there
user_logged_out.connect(_signs_out)
