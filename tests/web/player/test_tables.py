"""The pages of played tables: the list, one table for who looks on and for who sits there, and the buttons without JavaScript."""

from __future__ import annotations

import json
import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from people.commands.create_user import create_user
from people.models import User
from play.commands.leave import leave
from play.commands.open_table import open_table
from play.commands.sit import sit
from play.models import PlayTable
from rules.online import HOLDEM
from tests import cast
from tests.play.conftest import AtTable, in_both_games, open_one

pytestmark = pytest.mark.django_db


def browser(person=None, language="pt-br"):
    client = Client()
    client.cookies["django_language"] = language
    if person is not None:
        client.force_login(User.objects.get(pk=person.user_id))
    return client


def given(answer, name):
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', answer.content.decode())
    return json.loads(found[1])


@pytest.fixture
def table(request):
    house = cast.house()
    made = cast.say(
        open_table,
        by=house.ana,
        at=datetime.now(UTC),
        venue_id=house.venue_id,
        name="Mesa 1",
        game=getattr(request, "param", HOLDEM),
    )
    return AtTable(house, made["table_id"], now=datetime.now(UTC))


@pytest.fixture
def playing(table):
    table.sit(3, "Rui")
    table.sit(8, "Eva")
    table.deal()
    return table


def test_the_list_names_the_open_tables(table):
    table.sit(2)
    page = browser().get("/tables/").content.decode()
    assert (
        "Mesa 1" in page
        and f'href="/tables/{table.table_id}/"' in page
        and "1 de 9 assentos ocupados" in page
    )
    PlayTable.objects.update(stage="closed", seats=[])
    assert "Nenhuma mesa está aberta agora" in browser().get("/tables/").content.decode()


@in_both_games
@pytest.mark.rule("PT-H.3", "PT-H.4", "PT-H.47", "PT-O.3", "PT-O.4")
def test_an_onlooker_sees_the_table_and_nobodys_cards(playing):
    answer = browser().get(f"/tables/{playing.table_id}/")
    page = answer.content.decode()
    assert answer["Cache-Control"] == "private, no-store"
    for part in ("Rui", "Eva", "50\u00a0/\u00a0100", "Pote", "150", "botão, big blind", "small blind"):
        assert part in page, part
    assert given(answer, "faces")["mine"] is None
    words = given(answer, "words")
    assert (words["line_lost"], words["stands_still"]) == (
        "A conexão caiu. A mesa continua.",
        "A mesa está parada.",
    )
    about = given(answer, "page")
    # from it a page that never has a line counts on
    assert abs(about.pop("now_ms") - datetime.now(UTC).timestamp() * 1000) < 60_000
    assert about == {
        "table_topic": f"play/{playing.table_id}",
        "own_topic": "",
        "player_id": None,
        "open": True,
        "api": f"/api/play-tables/{playing.table_id}/",
        "session": "",
        "since_ms": None,
        "waiting": None,
        "waiting_topic": "",
        "csrf": "",
    }
    assert not re.search(r'"[2-9TJQKA][cdhs]"', page)
    assert f"/join/?next=/tables/{playing.table_id}/" in page


def test_a_player_sees_their_own_cards_and_no_other(playing):
    seen = {}
    for seat, person in playing.people.items():
        answer = browser(person).get(f"/tables/{playing.table_id}/")
        own = given(answer, "faces")["mine"]
        assert own["seat"] == seat
        seen[seat] = {opening["card"] for opening in own["cards"]}
        assert set(re.findall(r'"([2-9TJQKA][cdhs])"', answer.content.decode())) == seen[seat]
    assert len(seen[3] | seen[8]) == 4
    for other in (playing.house.ana, playing.house.olga, playing.house.caio):
        page = browser(other).get(f"/tables/{playing.table_id}/").content.decode()
        assert not re.search(r'"[2-9TJQKA][cdhs]"', page)


def test_sitting_down_sitting_out_coming_back_and_leaving_without_javascript(table):
    eva = cast.person("Eva", at=datetime.now(UTC))
    client = browser(eva)
    where = f"/tables/{table.table_id}/"

    def press(what, **more):
        return client.post(
            f"{where}{what}/", {"command_id": str(uuid.uuid4()), **more}, follow=True
        ).content.decode()

    assert '<select name="seat">' in client.get(where).content.decode()
    assert "Você se sentou" in press("sit", seat="4")
    (one,) = table.row.seats
    assert (one["seat"], one["name"]) == (4, "Eva")
    assert "Você já está nesta mesa" in press("sit", seat="5")
    assert "Este lugar" not in press("sit-out")
    assert table.row.seats[0]["away_since"]
    assert "Voltei" in client.get(where).content.decode()
    press("come-back")
    assert not table.row.seats[0]["away_since"]
    assert "Você saiu da mesa" in press("leave")
    assert table.row.seats == []
    assert "Primeiro sente-se" in press("leave")
    for wrong in ("", "0", "10", "abc", "-1", "9" * 30):
        assert "Esta mesa tem os assentos 1 a 9" in press("sit", seat=wrong)
    assert table.row.seats == []


def test_sitting_out_after_the_hand_is_a_tick_in_the_menu(playing):
    seat = playing.to_act
    client, where = browser(playing.people[seat]), f"/tables/{playing.table_id}/"

    def ticked():
        page = client.get(where).content.decode()
        found = re.search(
            r'name="after_hand"\s+value="1"(.*?)role="checkbox"\s+aria-checked="(\w+)"', page, re.S
        )
        return found[2], found[1].strip()

    assert ticked() == ("false", "")
    pressed = {"command_id": str(uuid.uuid4()), "after_hand": "1"}
    page = client.post(f"{where}sit-out/", pressed, follow=True).content.decode()
    assert "Você fica de fora a partir da próxima mão." in page
    assert not any(one["away_since"] for one in playing.row.seats)
    assert ticked() == ("true", f'formaction="{where}come-back/"')
    client.post(f"{where}come-back/", {"command_id": str(uuid.uuid4()), "after_hand": "1"})
    assert ticked() == ("false", "")
    playing.act("fold")
    assert (
        "Seu assento fica guardado por dez minutos"
        in client.post(
            f"{where}sit-out/", {"command_id": str(uuid.uuid4()), "after_hand": "1"}, follow=True
        ).content.decode()
    )


def test_a_break_is_two_taps_from_the_table(playing):
    client = browser(playing.people[3])
    page = client.get(f"/tables/{playing.table_id}/").content.decode()
    assert re.search(r'<a[^>]+href="/me/limits/#break"[^>]*>Limites e pausas</a>', page)
    limits = client.get("/me/limits/").content.decode()
    form = re.search(r'<form[^>]+id="break".*?</form>', limits, re.S)[0]
    assert 'action="/me/away/"' in form
    assert 'value="1"' in form and 'value="7"' in form


def test_who_is_not_signed_in_is_shown_the_way_in(table):
    for what in ("sit", "leave", "sit-out", "come-back"):
        answer = browser().post(
            f"/tables/{table.table_id}/{what}/", {"command_id": str(uuid.uuid4()), "seat": "1"}
        )
        assert answer.status_code in (302, 303) and "/join/" in answer["Location"]
    assert table.row.seats == []


def test_staff_who_look_on_are_not_asked_to_sign_in(table):
    house = table.house
    made = cast.say(
        create_user,
        by=house.olga,
        venue_id=house.venue_id,
        email="nuno@example.com",
        name="Nuno",
        role="floor",
    )
    client = Client()
    client.cookies["django_language"] = "en"
    client.force_login(User.objects.get(pk=made["user_id"]))
    page = client.get(f"/tables/{table.table_id}/").content.decode()
    assert "This account is not a player's: nobody sits down with it." in page
    assert "Sign in to take a seat" not in page and "/join/" not in page


def test_a_table_that_is_not_there(table):
    assert browser().get("/tables/999999/").status_code == 404


@pytest.mark.rule("PT-H.34", "PT-H.43")
def test_the_api_takes_an_act_once_and_says_why_not(playing):
    PlayTable.objects.update(due_at=datetime.now(UTC) + timedelta(seconds=10))
    row = playing.row
    person = playing.people[playing.to_act]
    client = browser(person)

    def act(**more):
        number = more.pop("number", str(uuid.uuid4()))
        body = {"player_id": person.player_id, "turn": row.turn, "act": "call", "if_facing_chips": 50} | more
        return client.post(
            f"/api/play-tables/{row.pk}/act",
            json.dumps(body),
            content_type="application/json",
            headers={"Command-Id": number},
        )

    for wrong in (
        {"to_chips": -1},
        {"to_chips": 1.5},
        {"to_chips": "x"},
        {"act": "steal"},
        {"turn": -1},
        {"player_id": 0},
    ):
        with cast.unchanged():
            assert act(**wrong).status_code == 400, wrong
    with cast.unchanged():
        late = act(turn=row.turn - 1)
    assert (late.status_code, late.json()["code"], late.json()["rule"]) == (409, "turn_passed", "PT-H.34")
    number = str(uuid.uuid4())
    first, again = act(number=number), act(number=number)
    assert first.status_code == again.status_code == 200
    assert first.json()["result"] == again.json()["result"] == {"table_id": row.pk, "turn": row.turn + 1}
    assert again.json()["replayed"] and playing.row.turn == row.turn + 1


@pytest.mark.rule("PT-H.9")
def test_several_tables_stand_on_one_page_in_frames_of_this_house_alone(playing):
    rui = playing.people[3]
    other = open_one(playing.house)
    cast.say(sit, by=rui, at=other.now, table_id=other.table_id, player_id=rui.player_id, seat=1)
    open_one(playing.house)
    client = browser(rui)
    assert 'href="/tables/mine/"' in client.get("/tables/").content.decode()
    answer = client.get("/tables/mine/")
    assert re.findall(r'src="(/tables/\d+/)"', answer.content.decode()) == [
        f"/tables/{playing.table_id}/",
        f"/tables/{other.table_id}/",
    ]
    # one secret for all frames, which would each make their own
    assert "csrftoken" in answer.cookies and answer["Cache-Control"] == "private, no-store"
    assert "frame-src 'self'" in answer["Content-Security-Policy"] and answer["X-Frame-Options"] == "DENY"
    framed = client.get(f"/tables/{other.table_id}/")
    assert "frame-ancestors 'self'" in framed["Content-Security-Policy"]
    assert framed["X-Frame-Options"] == "SAMEORIGIN"
    assert framed.cookies["csrftoken"].value == answer.cookies["csrftoken"].value
    assert client.get("/tables/mine/?part=numbers").json() == [playing.table_id, other.table_id]
    cast.say(leave, by=rui, at=other.now, table_id=other.table_id, player_id=rui.player_id)
    assert client.get("/tables/mine/?part=numbers").json() == [playing.table_id]
    eva = browser(playing.house.caio)
    assert "nenhuma mesa agora" in eva.get("/tables/mine/").content.decode()
    assert 'href="/tables/mine/"' not in eva.get("/tables/").content.decode()
    assert browser().get("/tables/mine/")["Location"].startswith("/join/")
