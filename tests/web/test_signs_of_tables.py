"""One list of signs for tablet, map, slips and walls: nobody keeps a second one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation

from people.models import User
from tables.commands.move_player import move_player
from tables.models import Seat
from tables.queries import first_table
from tests import cast
from web.signs import SIGNS, discs, signs_for_scripts
from web.templatetags.icons import icon

ROOT = Path(__file__).resolve().parents[2]
DRAWN = set(re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static/img/icons.svg").read_text()))


def json_of(page: str, name: str) -> dict[str, str]:
    return json.loads(
        re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page, re.DOTALL)[1]
    )


def test_each_sign_is_an_icon_of_the_house_and_the_tablet_has_it_without_a_line():
    icons = {sign.icon for sign in SIGNS.values()} - {""}
    assert icons <= DRAWN
    kept = (ROOT / "templates/floor/base.html").read_text()
    in_page = set(re.findall(r'"([\w-]+)"', re.search(r"{% icons_here (.*?) %}", kept)[1]))
    # who is moved and an empty seat are no signs of the tablet
    assert icons - in_page == {"arrow-right", "circle"}


@pytest.mark.parametrize(
    "script", ["static/js/floor/table.js", "static/js/floor/state.js", "static/js/roles/table.js"]
)
def test_no_script_has_signs_of_its_own(script):
    text = (ROOT / script).read_text()
    own = {sign.icon for sign in SIGNS.values()} - {"", "check"}
    assert [
        icon for icon in sorted(own) if f'"{icon}"' in text.replace('tag("pause", words.then_hand)', "")
    ] == []
    assert re.findall(r'"(?:D|SB|BB)"', text) == []


@pytest.mark.django_db
def test_tablet_walls_and_map_are_told_the_same_signs():
    house = cast.house()
    t = house.started("scpt-main", entries=9)
    ana = Client(headers={"accept-language": "en"})
    ana.force_login(User.objects.get(pk=house.ana.user_id))
    with translation.override("en"):
        signs = signs_for_scripts()
    assert {name: signs[name] for name in discs()} == {"button": "D", "small_blind": "SB", "big_blind": "BB"}
    for path in (f"/floor/{t}/", f"/screens/{t}/table/{first_table(t)}/", f"/screens/{t}/clock/"):
        words = json_of(ana.get(path).text, "words")
        assert {name: words.get(name) for name in signs} == signs, path
    page = ana.get(f"/director/{t}/tables/").text
    assert {">D</em>" in page, ">SB</em>" in page, ">BB</em>" in page} == {True}


@pytest.mark.django_db
def test_a_move_slip_has_the_sign_of_who_is_moved():
    house = cast.house()
    t = house.started("scpt-main", entries=7)
    seats = Seat.objects.filter(table__tournament_id=t)
    entry = seats.filter(entry__isnull=False).values_list("entry_id", flat=True)[0]
    free = seats.filter(entry__isnull=True).select_related("table")[0]
    cast.say(
        move_player, by=house.ana, at=cast.after(minutes=1), entry_id=entry, table_number=free.table.number,
        seat_number=free.number, reason="balance",
    )  # fmt: skip
    ana = Client(headers={"accept-language": "en"})
    ana.force_login(User.objects.get(pk=house.ana.user_id))
    page = ana.get(f"/director/{t}/tables/slips/").text
    (slip,) = re.findall(r'<li class="paper-card">.*?</li>', page, re.DOTALL)
    assert str(icon(SIGNS["moved"].icon)) in slip
    # seat cards are of who sits where they were drawn: nothing to mark
    assert str(icon(SIGNS["moved"].icon)) not in ana.get(f"/director/{t}/tables/cards/").text
