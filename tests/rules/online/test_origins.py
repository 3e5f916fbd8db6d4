"""From where players play: how an address is cut, how long it is kept, and what two digests tell of each other."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.online import (
    OriginKind,
    first_month_with_key,
    known_browser,
    month_of,
    network_of,
    origin_digest,
    origins_kept_from,
)

pytestmark = pytest.mark.rule("PT-H.11", "PT-O.11")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("203.0.113.1", "203.0.113.0/24"),
        ("203.0.114.77", "203.0.114.0/24"),
        ("::ffff:203.0.113.9", "203.0.113.0/24"),
        ("2001:db8:12:34ff:aaaa::1", "2001:db8:12:3400::/56"),
        ("2001:db8:12:3401::2", "2001:db8:12:3400::/56"),
        ("2001:db8:12:3500::2", "2001:db8:12:3500::/56"),
        ("192.168.1.20", "192.168.1.0/24"),
        ("127.0.0.1", ""),
        ("::1", ""),
        ("0.0.0.0", ""),
        ("", ""),
        ("somewhere", ""),
        ("203.0.113.77, 10.0.0.1", ""),
    ],
)
def test_an_address_is_cut_to_its_network(address, network):
    assert network_of(address) == network


@given(st.ip_addresses())
def test_a_network_holds_its_address_and_names_no_single_line(address):
    from ipaddress import ip_address, ip_network

    cut = network_of(str(address))
    if cut:
        whole = ip_address(address)
        whole = getattr(whole, "ipv4_mapped", None) or whole
        found = ip_network(cut)
        assert whole in found and found.num_addresses == (256 if whole.version == 4 else 2**72)
        assert network_of(str(found.network_address)) in (cut, "")


@pytest.mark.parametrize(
    ("told", "known"),
    [
        ("0123456789abcdef0123456789abcdef", True),
        ("0123456789ABCDEF0123456789abcdef", False),
        ("0123456789abcdef0123456789abcde", False),
        ("0123456789abcdef0123456789abcdef0", False),
        ("0123456789abcdef0123456789abcde'", False),
        ("", False),
    ],
)
def test_a_browser_is_known_by_what_the_house_gave_it_and_nothing_else(told, known):
    assert known_browser(told) == (told if known else "")


def test_a_key_is_there_for_three_months_and_an_origin_for_92_days():
    at = datetime(2026, 3, 31, 23, 30, tzinfo=timezone(-timedelta(hours=3)))
    assert month_of(at) == date(2026, 4, 1)  # in UTC it is April
    assert first_month_with_key(at) == date(2026, 2, 1)
    for month, first in ((1, date(2025, 11, 1)), (2, date(2025, 12, 1)), (3, date(2026, 1, 1))):
        assert first_month_with_key(datetime(2026, month, 1, tzinfo=UTC)) == first
    assert origins_kept_from(datetime(2026, 4, 3, 12, tzinfo=UTC)) == datetime(2026, 1, 1, 12, tzinfo=UTC)


def test_equal_origins_of_one_house_under_one_key_are_equal_and_all_others_are_not():
    def made(told="203.0.113.0/24", *, kind=OriginKind.LINE, venue_id=1, key=b"one"):
        return origin_digest(told, kind=kind, venue_id=venue_id, key=key)

    others = (
        made("203.0.114.0/24"),
        made(kind=OriginKind.BROWSER),
        made(venue_id=2),
        made(key=b"two"),
    )
    assert made() == made() and len(made()) == 16
    assert len({made(), *others}) == 5
    assert made("") is None
    # one that was made before is the same for ever: rows of before and after an upgrade can be compared
    assert made().hex() == "f385323e1d8f9d2acf436eddae81aa3b"
