"""Late registration that ends at an hour, and not with a level, is counted on every page that shows its end."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests import cast
from tests.web.director.needs_read import need_shown
from tests.web.director.test_director import as_
from tests.web.player.test_player import at, house, phone, shown
from tournaments.commands.close_entries import close_entries
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.pause_clock import pause_clock
from tournaments.models import Field, Tournament
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


@pytest.mark.parametrize("through", [False, True])
def test_late_registration_through_the_recess_is_told_to_end_with_it(phone, house, at, through):
    t = house.started("turbo-8max", entries=4, late_registration_level=6, re_entries_per_player=0)
    if through:
        row = Tournament.objects.get(pk=t)
        row.structure["late_registration_through_recess"] = True
        row.save(update_fields=["structure"])
    at["at"] = cast.after(minutes=5)
    ends = "closes with the break after level 6" if through else "closes with level 6"
    assert [late_of(phone, page).split(" · ")[1] for page in (f"/screens/{t}/clock/", f"/t/{t}/")] == [
        ends
    ] * 2
    strip = shown(as_(house.ana), f"/director/{t}/")
    assert ("break after level 6" in strip) is through


@pytest.mark.rule("ADTP.8B", "SCPT.H")
def test_late_registration_that_was_passed_by_hand_is_closed_by_the_director_and_offered_to_nobody(
    phone, house, at
):
    t = house.started("turbo-8max", entries=4, late_registration_level=1, re_entries_per_player=0)
    ana, at["at"] = as_(house.ana), cast.after(minutes=5)
    assert need_shown(ana, t, key="late-registration-over") == ("", "")
    # closing by hand is possible, and said to be early
    early = re.compile(r"This is earlier than announced: late registration has 10:00 left\.")
    assert early.search(shown(ana, f"/director/{t}/")) and early.search(shown(ana, f"/director/{t}/deals/"))
    assert re.search(r'data-part="register"(?![^>]*\shidden)', shown(phone, f"/t/{t}/"))
    cast.say(move_to_level, by=house.ana, at=at["at"], tournament_id=t, level_index=2)
    assert need_shown(ana, t, key="late-registration-over") == (
        "Late registration has ended: close the entries",
        "The desk takes none any more. Places are final and prizes fixed once they are closed.",
    )
    page = shown(phone, f"/t/{t}/")
    assert re.search(r'data-part="register"[^>]*\shidden', page)
    assert not re.search(r'data-part="entries-closed"[^>]*\shidden', page)
    assert "Entries are closed. Sign in" in shown(Client(headers={"accept-language": "en"}), f"/play/{t}/")
    # who stands in line behind others may still come where the rule set says so
    Field.objects.filter(pk=t).update(waiting=1)
    kept = Tournament.objects.get(pk=t).policies["late_entry_while_alternates_wait"]
    offered = not re.search(r'data-part="register"[^>]*\shidden', shown(phone, f"/t/{t}/"))
    assert offered is kept
    Field.objects.filter(pk=t).update(waiting=0)
    cast.say(close_entries, by=house.ana, at=at["at"], tournament_id=t)
    assert need_shown(ana, t, key="late-registration-over") == ("", "")
