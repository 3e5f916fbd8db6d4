"""The desk corrects a player's details from a page that was open for long."""

from __future__ import annotations

import re
import uuid
from datetime import date
from html import unescape

import pytest

from people.commands.update_player import update_player
from people.models import Player
from tests import cast
from tests.web.desk.test_desk import as_, house, open_one, text

__all__ = ["house", "open_one"]
pytestmark = pytest.mark.django_db


def typed(page: str, **changes: str) -> dict[str, str]:
    """The form as the page draws it, as a browser sends it, with some fields typed over."""
    form = page.partition('/do/update/"')[2].partition("</form>")[0]
    inputs = [dict(re.findall(r'([a-z]+)="([^"]*)"', one)) for one in re.findall(r"<input[^>]*>", form)]
    found = {one["name"]: unescape(one.get("value", "")) for one in inputs}
    return found | {"document_kind": "", "command_id": str(uuid.uuid4())} | changes


def test_what_the_player_changed_meanwhile_stays_where_the_desk_did_not_touch_it(house, open_one):
    desk, player = as_(house.desi), house.caio.player_id
    stale = typed(text(desk.get(f"/desk/{open_one}/?player={player}")), full_name="Caio Outro")
    cast.say(update_player, by=house.caio, player_id=player, phone="48 2222")
    desk.post(f"/desk/{open_one}/do/update/", stale)
    assert Player.objects.values_list("full_name", "phone").get(pk=player) == ("Caio Outro", "48 2222")


def test_what_both_changed_is_said_and_what_was_typed_stands_there(house, open_one):
    desk, player = as_(house.desi), house.caio.player_id
    Player.objects.filter(pk=player).update(birth_date=date(1990, 2, 1))
    stale = typed(
        text(desk.get(f"/desk/{open_one}/?player={player}")), phone="48 1111", birth_date="1/2/1990"
    )
    cast.say(update_player, by=house.caio, player_id=player, phone="48 2222")
    with cast.unchanged():
        page = unescape(text(desk.post(f"/desk/{open_one}/do/update/", stale, follow=True)))
    assert "Somebody else changed this since the page was opened." in page
    assert page.count("Saved now: “48 2222”") == 2
    assert re.search(r"<details open>\s*<summary>Correct the details", page)
    again = typed(page)
    assert again["phone"] == "48 1111"
    desk.post(f"/desk/{open_one}/do/update/", again | {"command_id": str(uuid.uuid4())})
    assert Player.objects.get(pk=player).phone == "48 1111"
