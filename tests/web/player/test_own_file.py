"""A player's own nickname and phone beside the desk that corrects them: nobody undoes the other, what both changed is told."""

from __future__ import annotations

import re
import uuid
from html import unescape

import pytest

from people.commands.update_player import update_player
from people.models import Player
from tests import cast
from tests.web.director.test_director import as_
from tests.web.director.test_settings import wrong

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    return cast.house()


def typed(page, **changes: str) -> dict[str, str]:
    """The form of the nickname and the phone as the page draws it, as a browser sends it, with some fields typed over."""
    form = page.partition('action="/me/about/"')[2].partition("</form>")[0]
    inputs = [dict(re.findall(r'([a-z]+)="([^"]*)"', one)) for one in re.findall(r"<input[^>]*>", form)]
    found = {one["name"]: unescape(one["value"]) for one in inputs}
    return found | {"command_id": str(uuid.uuid4())} | changes


def corrects(house, **fields: str) -> None:
    cast.say(
        update_player, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id, **fields
    )  # fmt: skip


def saved(house) -> tuple[str, str]:
    return Player.objects.values_list("public_name", "phone").get(pk=house.caio.player_id)


def test_what_the_desk_corrected_meanwhile_stays_where_the_player_did_not_touch_it(house):
    caio = as_(house.caio)
    stale = typed(caio.get("/me/").content.decode(), phone="48 1111")
    corrects(house, public_name="Caio do Clube")
    assert caio.post("/me/about/", stale).status_code == 302
    assert saved(house) == ("Caio do Clube", "48 1111")


def test_what_both_changed_is_told_at_its_field_and_what_was_typed_stays(house):
    caio = as_(house.caio)
    stale = typed(caio.get("/me/").content.decode(), phone="48 1111", public_name="Caio Um")
    corrects(house, phone="48 2222")
    with cast.unchanged():
        answer = caio.post("/me/about/", stale)
    html = unescape(answer.content.decode())
    assert answer.status_code == 409
    assert list(wrong(html)) == ["phone"] and "Saved now: “48 2222”" in wrong(html)["phone"]
    # who comes back to it asks for the page, not for an address that only takes forms
    assert 'data-page="/me/"' in html
    again = typed(answer.content.decode())
    assert (again["phone"], again["public_name"]) == ("48 1111", "Caio Um")
    assert caio.post("/me/about/", again).status_code == 302
    assert saved(house) == ("Caio Um", "48 1111")


def test_a_nickname_that_is_refused_stays_in_its_field(house):
    caio = as_(house.caio)
    with cast.unchanged():
        answer = caio.post("/me/about/", typed(caio.get("/me/").content.decode(), public_name="staff"))
    assert answer.status_code == 409
    assert typed(answer.content.decode())["public_name"] == "staff"
