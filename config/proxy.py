"""Whose address a request comes from when a proxy stands before us."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse


class ClientAddress:
    """REMOTE_ADDR becomes what the proxy saw. Tries to sign in are counted by it: with the proxy's own address one
    stranger's wrong passwords would lock everybody out. Only with BEHIND_PROXY, else anybody could say so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.BEHIND_PROXY:
            # the last is the proxy's own word; what stands before it anybody can write
            said = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
            with suppress(ValueError):
                request.META["REMOTE_ADDR"] = str(ip_address(said))
        return self._get_response(request)
