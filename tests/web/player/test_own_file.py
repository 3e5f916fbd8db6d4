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


def typed(page, /, **changes: str) -> dict[str, str]:
    """The form of the nickname and the phone as the page draws it, as a browser sends it, with some fields typed over."""
    form = page.partition('action="/me/about/"')[2].partition("</form>")[0]
    drawn = re.findall(r"<input[^>]*>", form)
    inputs = [
        dict(re.findall(r'([a-z]+)="([^"]*)"', one))
        for one in drawn
        if 'type="radio"' not in one or " checked" in one
    ]
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


def test_one_save_keeps_all_that_was_typed(house):
    caio = as_(house.caio)
    page = caio.get("/me/").content.decode()
    assert typed(page)["page"] == "no"
    # the nickname, the phone and the public page have one button
    part = page.partition('aria-labelledby="d-title"')[2].partition("<details")[0]
    assert part.count("<form") == part.count("<button") == 1
    answer = caio.post("/me/about/", typed(page, phone="48 3333", page="places"))
    assert (answer.status_code, answer["Location"]) == (302, "/me/#public-page")
    assert saved(house)[1] == "48 3333"
    now = caio.get("/me/").content.decode()
    assert typed(now)["page"] == "places"
    # a name that is refused loses no choice beside it
    refused = caio.post("/me/about/", typed(now, public_name="staff", page="all"))
    assert refused.status_code == 409 and typed(refused.content.decode())["page"] == "all"
    assert typed(caio.get("/me/").content.decode())["page"] == "places"
    # a page that was opened before the choice stood there says nothing of it
    older = {name: value for name, value in typed(now, phone="48 4444").items() if name != "page"}
    assert caio.post("/me/about/", older).status_code == 302
    assert typed(caio.get("/me/").content.decode())["page"] == "places" and saved(house)[1] == "48 4444"
    # nor is it lost that its own form had an address of its own
    for shown in ("all", "no"):
        answer = caio.post("/me/profile/", {"command_id": str(uuid.uuid4()), "shown": shown})
        assert (answer.status_code, answer["Location"]) == (302, "/me/#public-page")
        assert typed(caio.get("/me/").content.decode())["page"] == shown


def test_a_nickname_that_is_refused_stays_in_its_field(house):
    caio = as_(house.caio)
    with cast.unchanged():
        answer = caio.post("/me/about/", typed(caio.get("/me/").content.decode(), public_name="staff"))
    assert answer.status_code == 409
    assert typed(answer.content.decode())["public_name"] == "staff"
