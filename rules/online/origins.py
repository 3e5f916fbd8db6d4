"""From where players play for money: how little of it is kept, for how long, and what cannot be told from it."""

from __future__ import annotations

import hmac
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from rules.online.integrity import PERIOD_DAYS

KEY_MONTHS = 3
"""In so many months a key is there: that in which it was made, and those after it. Then it is thrown away."""

_IPV4_BITS, _IPV6_BITS = 24, 56
_BROWSER_SIGNS = 32
_DIGEST_BYTES = 16
_HEX = frozenset("0123456789abcdef")


class OriginKind(StrEnum):
    """What of a player's place is digested: the network of the line, or what the browser keeps to be known by."""

    LINE = "line"
    BROWSER = "browser"


def network_of(address: str) -> str:
    """Return the network that an address lies in, cut so that it names no single line; "" where it tells nothing.

    IPv4 to /24, IPv6 to /56. What comes from the machine itself is nobody's line.
    """
    try:
        found: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if found.is_loopback or found.is_unspecified:
        return ""
    bits = _IPV4_BITS if isinstance(found, IPv4Address) else _IPV6_BITS
    return str(ip_network((int(found) >> (found.max_prefixlen - bits) << (found.max_prefixlen - bits), bits)))


def known_browser(told: str) -> str:
    """Return what a browser is known by, as it told it; "" where that is nothing the house gave it."""
    return told if len(told) == _BROWSER_SIGNS and _HEX.issuperset(told) else ""


def month_of(at: datetime) -> date:
    """Return the month whose key is used at an instant, by its first day in UTC: everywhere the same."""
    return at.astimezone(UTC).date().replace(day=1)


def first_month_with_key(at: datetime) -> date:
    """Return the first month whose key is still there at an instant; those of before are thrown away."""
    month = month_of(at)
    months = month.year * 12 + month.month - KEY_MONTHS
    return date(months // 12, months % 12 + 1, 1)


def origins_kept_from(at: datetime) -> datetime:
    """Return from when on origins are still kept at an instant: as long as hands are looked through at once."""
    return at - timedelta(days=PERIOD_DAYS)


def origin_digest(told: str, *, kind: OriginKind, venue_id: int, key: bytes) -> bytes | None:
    """Return a digest that is equal for equal origins of one house under one key, and tells nothing without it; None of nothing."""
    if not told:
        return None
    said = f"shuffle-up/origin/v1|{kind.value}|{venue_id}|{told}"
    return hmac.digest(key, said.encode(), "sha256")[:_DIGEST_BYTES]
