"""Public pages are made once and asked for a thousand times.

A page of a tournament is as new as the tournament's stream: its tag is made from the head of the stream, the
address and the language, and from when the page was made, because the clock on it ages even when nothing happens
(the modules correct it at once, readers without JavaScript reload). Who brings cookies of a session gets a page made
for him. Nothing in the common page is a visitor's own: no token, no name.
"""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language

from access import moment
from dispatch.facts import StreamHead
from dispatch.queries import head_of
from tournaments.streams import tournament_stream
from web.theme import COOKIE, theme_of

View = Callable[..., HttpResponse]

GOOD_FOR_SECONDS = 30
# how long a process takes the head of a stream for the present; sockets tell what happens sooner
HEAD_SECONDS = 0.25
_PAGES_AT_MOST = 512
# pages asked for with parameters, or by another spelling of the address, have a place of their own: whoever makes such
# addresses up pushes out others that were made up, and never the page that a whole room reads
_ASKED_AT_MOST = 64
# these change nothing on a public page but its language and its light, which the tag knows
_HARMLESS = {"django_language", "csrftoken", COOKIE}
_HOUSE = Path(__file__).resolve().parents[2]
# so that a page of yesterday's templates is not taken for today's
_RELEASE = str(
    max(f.stat().st_mtime_ns for part in ("templates", "web", "locale") for f in (_HOUSE / part).rglob("*"))
)

_pages: OrderedDict[str, tuple[int, bytes]] = OrderedDict()
_asked: OrderedDict[str, tuple[int, bytes]] = OrderedDict()
_heads: dict[int, tuple[float, StreamHead]] = {}
_lock = threading.Lock()


def common(request: HttpRequest) -> bool:
    """Return whether the visitor gets the page that everybody gets."""
    return request.method in ("GET", "HEAD") and set(request.COOKIES) <= _HARMLESS


def kept(view: View) -> View:
    """For a page of one tournament (``tournament_id``): 304 while nothing happened, else the page kept in memory."""

    @functools.wraps(view)
    def run(request: HttpRequest, tournament_id: int, **more: object) -> HttpResponse:
        at = moment.at().timestamp()
        head = _head(tournament_id, at) if common(request) else None
        if head is None:
            response = view(request, tournament_id=tournament_id, **more)
            response["Cache-Control"] = "private, no-cache"
            return response
        now = int(at)
        key = _key(request, head.seq, head.hash)
        etag = _still_good(request, key, now)
        if etag:
            response = HttpResponse(status=304)
            response["ETag"] = etag
        else:
            kept_here, at_most = (_pages, _PAGES_AT_MOST) if _plain(request) else (_asked, _ASKED_AT_MOST)
            made, content = kept_here.get(key, (0, b""))
            if now - made >= GOOD_FOR_SECONDS:
                response = view(request, tournament_id=tournament_id, **more)
                if response.status_code != 200:
                    return response
                made, content = now, response.content
                _keep(kept_here, at_most, key, made, content)
            response = HttpResponse(content)
            response["ETag"] = f'W/"{key}.{made}"'
        response["Cache-Control"] = "public, no-cache"
        patch_vary_headers(response, ["Cookie", "Accept-Language"])
        return response

    return run


def _head(tournament_id: int, at: float) -> StreamHead | None:
    seen, head = _heads.get(tournament_id, (0.0, None))
    if head is None or not 0 <= at - seen < HEAD_SECONDS:
        head = head_of(tournament_stream(tournament_id))
        if head is not None:
            if len(_heads) >= _PAGES_AT_MOST:
                _heads.clear()
            _heads[tournament_id] = (at, head)
    return head


def _key(request: HttpRequest, seq: int, digest: bytes) -> str:
    parts = (
        _RELEASE,
        request.get_host(),
        request.get_full_path(),
        get_language() or "",
        theme_of(request),
        str(seq),
        digest.hex(),
    )
    return blake2b("\n".join(parts).encode(), digest_size=12).hexdigest()


def _still_good(request: HttpRequest, key: str, now: int) -> str:
    """The visitor's own tag when it is of this page and young enough."""
    for tag in parse_etags(request.headers.get("If-None-Match", "")):
        found, _, made = tag.removeprefix("W/").strip('"').partition(".")
        if found == key and made.isdecimal() and 0 <= now - int(made) < GOOD_FOR_SECONDS:
            return tag
    return ""


def _plain(request: HttpRequest) -> bool:
    """Whether the address is the page's own, letter by letter."""
    match = request.resolver_match
    return match is not None and request.get_full_path() == reverse(match.view_name, kwargs=match.kwargs)


def _keep(
    kept_here: OrderedDict[str, tuple[int, bytes]], at_most: int, key: str, made: int, content: bytes
) -> None:
    with _lock:
        kept_here[key] = (made, content)
        kept_here.move_to_end(key)
        while len(kept_here) > at_most:
            kept_here.popitem(last=False)
