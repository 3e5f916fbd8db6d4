"""Displays: pairing, messages, the seating list."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from config.caches import ForgivingRedisCache
from dispatch import relay
from people.models import Player, User
from tables.models import Seat
from tests import cast
from tournaments.commands.pair_screen import pair_screen
from tournaments.commands.show_on_screens import show_on_screens
from tournaments.commands.unpair_screen import unpair_screen
from tournaments.models import Screen
from tournaments.queries.screens import wall_payload

pytestmark = pytest.mark.django_db
NOWHERE = {"tournament_id": None, "shows": "", "sound": False, "volume": 0, "voice": False}


def told(client: Client) -> dict[str, Any]:
    """Which tournament a display shows, and whether it is heard."""
    where = client.get("/screens/where/").json()
    return {name: where[name] for name in ("tournament_id", "sound")}


@pytest.fixture
def house() -> cast.House:
    return cast.house()


@pytest.fixture
def running(house) -> int:
    return house.started("scpt-main", entries=12)


def test_a_message_goes_up_and_comes_down(house, running):
    assert wall_payload(running) == {"show": "clock", "message": ""}
    cast.say(show_on_screens, by=house.bruno, tournament_id=running, message="  Jantar   às 21:00 ")
    assert wall_payload(running) == {"show": "clock", "message": "Jantar às 21:00"}
    cast.say(show_on_screens, by=house.ana, tournament_id=running, show="seats")
    assert wall_payload(running) == {"show": "seats", "message": ""}
    assert [f["message"] for f in cast.facts(running, kind="screens_told")] == ["Jantar às 21:00", ""]


def test_a_message_is_refused(house, running):
    with cast.refused("message_too_long"):
        cast.say(show_on_screens, by=house.bruno, tournament_id=running, message="x" * 201)
    with cast.refused("bad_screen"):
        cast.say(show_on_screens, by=house.bruno, tournament_id=running, show="film")
    for nobody in (house.dora, house.caio, house.desi, cast.PASSER_BY):
        with cast.refused("forbidden"):
            cast.say(show_on_screens, by=nobody, tournament_id=running, message="x")


def test_a_display_is_paired_and_sent_elsewhere(client, house, running):
    first = client.get("/screens/")
    code = re.search(r"<h1[^>]*>([0-9A-Z]{6})</h1>", first.content.decode())[1]
    assert client.get("/screens/where/").json() == NOWHERE
    assert code in client.get("/screens/").content.decode()
    assert not Screen.objects.exists()
    cast.say(pair_screen, by=house.ana, tournament_id=running, code=code.lower(), sound=True)
    assert told(client) == {"tournament_id": running, "sound": True}
    shown = client.get("/screens/").content.decode()
    assert f'data-screen="{code}"' in shown and 'data-part="sound"' in shown
    assert 'data-sound="true"' in shown
    other = house.published(name="Outro")
    cast.say(pair_screen, by=house.ana, tournament_id=other, code=code)
    assert told(client) == {"tournament_id": other, "sound": False}
    assert Screen.objects.count() == 1
    # another browser has a code of its own
    assert code not in Client().get("/screens/").content.decode()


def test_a_display_is_let_go_and_shows_its_code_again(client, house, running):
    code = re.search(r"<h1[^>]*>([0-9A-Z]{6})</h1>", client.get("/screens/").content.decode())[1]
    staff = Client(headers={"accept-language": "en"})
    staff.force_login(User.objects.get(pk=house.ana.user_id))
    where = f"/director/{running}/screens/"
    pairing = {"command_id": str(cast.new_id()), "what": "pair", "code": code.lower()}
    assert (
        f"The display {code} shows this tournament.</"
        in staff.post(where, pairing, follow=True).content.decode()
    )
    assert f'Unpair<span class="visually-hidden"> {code}' in staff.get(where).content.decode()
    answer = staff.post(where, {"command_id": str(uuid.uuid4()), "what": "unpair", "code": code})
    assert answer.status_code == 302 and not Screen.objects.exists()
    assert client.get("/screens/where/").json() == NOWHERE
    assert code in client.get("/screens/").content.decode()
    with cast.refused("not_found"):
        cast.say(unpair_screen, by=house.ana, tournament_id=running, code=code)
    with cast.refused("forbidden"):
        cast.say(unpair_screen, by=house.bruno, tournament_id=running, code=code)


def test_the_director_sends_a_display_to_another_tournament_with_one_tap(client, house, running):
    code = re.search(r"<h1[^>]*>([0-9A-Z]{6})</h1>", client.get("/screens/").content.decode())[1]
    cast.say(pair_screen, by=house.ana, tournament_id=running, code=code, sound=True)
    other = house.published(name="Outro")
    staff = Client(headers={"accept-language": "en"})
    staff.force_login(User.objects.get(pk=house.ana.user_id))
    where = f"/director/{other}/screens/"
    page = staff.get(where).content.decode()
    assert f"<code>{code}</code>" in page and "shows " in page and "with sound, 70%" in page
    assert 'aria-pressed="true"' not in page
    # what the button sends; the display keeps its sound
    sent = {"command_id": str(uuid.uuid4()), "what": "assign", "code": code, "as": "clock.classic"}
    assert staff.post(where, sent).status_code == 302
    assert told(client) == {"tournament_id": other, "sound": True}
    assert 'aria-pressed="true"' in staff.get(where).content.decode()
    # a display tells its code also while it shows something: the list is read before the wall
    assert f'<span class="screen-code">{code}</span>' in client.get("/screens/").content.decode()


def test_pairing_is_refused(house, running):
    with cast.refused("bad_screen_code"):
        cast.say(pair_screen, by=house.ana, tournament_id=running, code="12345")
    with cast.refused("forbidden"):
        cast.say(pair_screen, by=house.bruno, tournament_id=running, code="ABC123")
    for code in ("ABC123", "0NVMS1"):
        display = Client()
        display.cookies["screen"] = code
        assert code in display.get("/screens/").content.decode()
    cast.say(pair_screen, by=house.ana, tournament_id=running, code="ABC123")
    # no code has an O, an I or an L: they are the figures that they look like
    said = cast.say(pair_screen, by=house.ana, tournament_id=running, code="oNVmSi")
    assert said["code"] == "0NVMS1"
    for typed in ("0nv ms1", " 0NV-MS1 ", "0 N V‑M S 1"):
        assert cast.say(pair_screen, by=house.ana, tournament_id=running, code=typed)["code"] == "0NVMS1"
    other = cast.house(name="Outra")
    theirs = other.published()
    with cast.refused("screen_elsewhere"):
        cast.say(pair_screen, by=other.ana, tournament_id=theirs, code="ABC123")


def test_a_code_that_no_display_shows_pairs_nothing(client, house, running):
    with cast.refused("no_such_screen"):
        cast.say(pair_screen, by=house.ana, tournament_id=running, code="ZZZZZ7")
    assert not Screen.objects.exists() and not cast.facts(running, kind="screen_paired")
    staff = Client(headers={"accept-language": "pt-BR"})
    staff.force_login(User.objects.get(pk=house.ana.user_id))
    where = f"/director/{running}/screens/"
    no = "Nenhuma tela mostra este código. Leia-o de novo na tela ou recarregue a página dela."
    for typed, why in (("zzz-zz7", no), ("ZZZ", "O código da tela tem seis caracteres. Leia de novo.")):
        pairing = {"command_id": str(cast.new_id()), "what": "pair", "code": typed, "sound": "on"}
        answer = staff.post(where, pairing)
        page = answer.content.decode()
        assert answer.status_code == 409 and page.count(why) == 1
        # what was typed stays in its field, which is marked and has the words
        [field] = re.findall(r'<input\s+id="code"[^>]*>', page)
        assert f'value="{typed}"' in field and 'aria-invalid="true" aria-describedby="code-no"' in field
        assert f'<p role="alert" id="code-no">{why}</p>' in page
        assert re.search(r'name="sound"\s+checked', page)
    # whoever may not pair learns of no code whether a display shows it
    with cast.refused("forbidden"):
        cast.say(pair_screen, by=house.bruno, tournament_id=running, code="ZZZZZ7")
    # a page that nothing on it asks for (no JavaScript) is known by its code, and one that lost its place by asking
    code = re.search(r"<h1[^>]*>([0-9A-Z]{6})</h1>", client.get("/screens/").content.decode())[1]
    cache.clear()
    with cast.refused("no_such_screen"):
        cast.say(pair_screen, by=house.ana, tournament_id=running, code=code)
    assert client.get("/screens/where/").json() == NOWHERE
    cast.say(pair_screen, by=house.ana, tournament_id=running, code=code)
    assert told(client) == {"tournament_id": running, "sound": False}
    # the line of the history names the display
    while relay.seal():
        pass
    history = " ".join(
        re.sub(r"<[^>]+>", " ", staff.get(f"/director/{running}/history/").content.decode()).split()
    )
    assert f"Tela pareada · tela {code} Ana" in history
    # one that shows a tournament of the house is sent elsewhere without being asked
    cache.clear()
    other = house.published(name="Outro")
    cast.say(pair_screen, by=house.ana, tournament_id=other, code=code)
    assert told(client) == {"tournament_id": other, "sound": False}


def test_without_the_cache_a_display_is_paired_as_it_says(house, running, monkeypatch):
    """Whether a display shows the code cannot be known then: a room must get its clock."""
    monkeypatch.setattr(ForgivingRedisCache, "set", lambda *_args, **_kwargs: None)
    monkeypatch.setattr(ForgivingRedisCache, "has_key", lambda *_args, **_kwargs: False)
    said = cast.say(pair_screen, by=house.ana, tournament_id=running, code="ZZZZZ8")
    assert said["code"] == "ZZZZZ8"


def test_the_seating_list_is_alphabetical_and_whole(client, house, running):
    called = ["Zeca Baleiro", "Ícaro Prado", "ian", "Ivo", "Ângela", "Ana", "Óscar", "Olga", "çelik", "Cida"]
    sitting = Seat.objects.filter(table__tournament_id=running, entry__isnull=False)
    for seat, name in zip(sitting.select_related("entry__player")[2:], called, strict=True):
        Player.objects.filter(pk=seat.entry.player_id).update(public_name=name)
    rows = client.get(f"/screens/{running}/seats/").json()["rows"]
    assert len(rows) == 12
    there = sitting.values_list("entry__player__public_name", "table__number", "number")
    assert {tuple(row) for row in rows} == set(there)
    # as a reader looks for a name: accents and capitals change nothing
    assert [name for name, *_ in rows if name in called] == [
        "Ana", "Ângela", "çelik", "Cida", "ian", "Ícaro Prado", "Ivo", "Olga", "Óscar", "Zeca Baleiro",
    ]  # fmt: skip
    assert client.get("/screens/99999999/seats/").status_code == 404


def test_the_staffs_page_of_the_displays(house, running):
    client = Client(headers={"Accept-Language": "en"})
    address = f"/director/{running}/screens/"
    assert client.get(address).status_code == 302
    client.force_login(User.objects.get(pk=house.ana.user_id))
    page = client.get(address).content.decode()
    number = re.search(r'name="command_id" value="([0-9a-f-]+)"', page)[1]
    for _twice in range(2):
        done = client.post(address, {"command_id": number, "message": "Sit down", "show": "clock"})
        assert (done.status_code, done["Location"].partition("?")[0]) == (302, address)
    assert len(cast.facts(running, kind="screens_told")) == 1
    assert "Sit down" in client.get(address).content.decode()
    client.force_login(User.objects.get(pk=house.dora.user_id))
    assert client.get(address).status_code == 403


def test_what_is_shown_can_be_taken_back_at_once(house, running):
    staff = Client(headers={"accept-language": "en"})
    staff.force_login(User.objects.get(pk=house.ana.user_id))
    where = f"/director/{running}/screens/"

    def show(**values):
        return staff.post(where, {"command_id": str(uuid.uuid4()), **values})

    show(show="clock", message="Dinner at nine")
    page = staff.get(show(show="seats", message="")["Location"]).content.decode()
    assert "Undo: seating list shown, message removed · Dinner at nine" in page
    show(show="clock", message="Dinner at nine")
    assert wall_payload(running) == {"show": "clock", "message": "Dinner at nine"}


def test_the_undo_of_the_displays_names_what_was_done(house, running):
    staff = Client(headers={"accept-language": "en"})
    staff.force_login(User.objects.get(pk=house.ana.user_id))
    where = f"/director/{running}/screens/"

    def shown(**values):
        answered = staff.post(where, {"command_id": str(uuid.uuid4()), **values}, follow=True)
        page = answered.content.decode()
        undo = re.search(r"<button[^>]*>\s*(Undo: [^<]*?)\s*</button>", page)
        return (
            [str(said) for said in answered.context["messages"]],
            undo and undo[1],
            "Remove the message" in page,
        )

    # the first message: to remove it is to undo it, and stands there once
    assert shown(show="clock", message="Sit down") == (["On the displays now."], None, True)
    assert shown(show="clock", message="Dinner at nine") == (
        ["On the displays now."],
        "Undo: message changed · Sit down",
        True,
    )
    assert shown(show="clock", message="") == (
        ["The message is off the displays."],
        "Undo: message removed · Dinner at nine",
        False,
    )
    assert shown(show="seats", message="") == (["On the displays now."], "Undo: seating list shown", False)
    assert shown(show="clock", message="") == (
        ["On the displays now."],
        "Undo: each display its own again",
        False,
    )
