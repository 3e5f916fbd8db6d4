"""Late registration that ends at an hour, and not with a level, is counted on every page that shows its end."""

from __future__ import annotations

import re

import pytest

from tests import cast
from tests.web.director.needs_read import need_shown
from tests.web.director.test_director import as_
from tests.web.player.test_player import at, house, phone, shown
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.commands.pause_clock import pause_clock
from tournaments.queries.clock import clock_payload

__all__ = ["at", "house", "phone"]

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-T.23")]


def late_of(client, path):
    found = re.search(
        r'data-part="late-row"( hidden)?>.*?<(?:dd|span|b)[^>]*? data-part="late">([^<]*)(?:<small>([^<]*)</small>)?</',
        shown(client, path),
    )
    return "" if found[1] else f"{found[2]} · {found[3]}"


@pytest.mark.parametrize("stands", [False, True])
def test_wall_public_page_and_phone_count_to_the_hour(phone, house, at, stands):
    t = house.started("turbo-8max", entries=4, late_registration_level=0, late_registration_minutes=40)
    if stands:
        cast.say(pause_clock, by=house.ana, at=cast.after(minutes=1), tournament_id=t)
    pages = (f"/screens/{t}/clock/", f"/t/{t}/", f"/play/{t}/")
    at["at"] = cast.after(minutes=9, seconds=30)
    # 22:40 UTC is 19:40 in São Paulo
    assert [late_of(phone, page) for page in pages] == ["30:30 · at 19:40"] * 3
    assert (
        clock_payload(t, at=at["at"])["late_registration_ends_ms"]
        == cast.after(minutes=40).timestamp() * 1000
    )
    at["at"] = cast.after(minutes=40)
    assert [late_of(phone, page) for page in pages] == [""] * 3


def test_what_a_level_ends_is_told_by_its_level(phone, house, at):
    t = house.started("turbo-8max", entries=4, late_registration_level=1, re_entries_per_player=0)
    at["at"] = cast.after(minutes=5)
    assert late_of(phone, f"/t/{t}/").endswith("closes with level 1")
    assert clock_payload(t, at=at["at"])["late_registration_ends_ms"] is None


def test_another_hour_is_shown_at_once_and_the_dashboard_says_when_it_is_near(phone, house, at):
    t = house.started("turbo-8max", entries=4, late_registration_level=0, late_registration_minutes=40)
    at["at"] = cast.after(minutes=9)
    cast.say(
        edit_tournament, by=house.ana, at=at["at"], tournament_id=t, changes={"late_registration_minutes": 60}
    )
    assert late_of(phone, f"/play/{t}/") == "51:00 · at 20:00"
    ana = as_(house.ana)
    assert "Late registration ends at" not in ana.get(f"/director/{t}/").content.decode()
    at["at"] = cast.after(minutes=58, seconds=10)
    assert need_shown(ana, t, key="late-registration") == ("Late registration ends at 20:00", "")
