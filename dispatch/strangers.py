"""What a socket must show before it is taken: where its page came from, and that its place has not too many already."""

from __future__ import annotations

from collections import Counter
from collections.abc import MutableMapping
from contextlib import suppress
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

#: Sockets of nobody signed in, from one address: a room's phones behind one router, and not a flood.
MOST_FROM_AN_ADDRESS = 1_000

_PORTS = {"http": 80, "https": 443}


def _header(scope: MutableMapping[str, Any], name: bytes) -> str:
    found = [value for key, value in scope.get("headers", []) if key == name]
    return found[-1].decode("latin-1") if found else ""


def of_this_house(scope: MutableMapping[str, Any]) -> bool:
    """Answer whether the page that opens the socket was served at the very address, port included, or is trusted with forms."""
    origin, host = _header(scope, b"origin"), _header(scope, b"host")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    with suppress(ValueError):  # a port that is no number
        page, here = urlsplit(origin), urlsplit(f"//{host}")
        usual = _PORTS.get(page.scheme)
        if usual is not None and page.hostname and page.hostname == here.hostname:
            return (page.port or usual) == (here.port or usual)
    return False


def address_of(scope: MutableMapping[str, Any]) -> str:
    """Return whose address a socket comes from; "" for this machine and where nobody can tell."""
    said = str((scope.get("client") or ("",))[0])
    if settings.BEHIND_PROXY:
        # the last is the proxy's own word; what stands before it anybody can write
        said = _header(scope, b"x-forwarded-for").rpartition(",")[2].strip() or said
    with suppress(ValueError):
        address = ip_address(said)
        return "" if address.is_loopback else str(address)
    return ""


class Crowd:
    """How many sockets of nobody signed in each address has open."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more; False where there are too many already."""
        if not address:
            return True
        if self._open[address] >= MOST_FROM_AN_ADDRESS:
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        if self._open[address] <= 1:
            del self._open[address]
        else:
            self._open[address] -= 1
