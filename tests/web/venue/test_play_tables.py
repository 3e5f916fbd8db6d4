"""The page of a house's online tables: opened, held, a hand made void, closed, by who runs them."""

from __future__ import annotations

import re
from html import escape

import pytest
from django.test import Client

from dispatch.facts import SYSTEM
from people.models import User
from play.commands.hold_for_lost_lines import hold_for_lost_lines
from play.commands.note_line import note_line
from play.models import PlayTable
from rules.games import game_name
from rules.online import ONLINE_GAMES
from tests import cast
from tests.play.conftest import open_one

pytestmark = pytest.mark.django_db


def browser(person):
    client = Client()
    client.cookies["django_language"] = "pt-br"
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def address(house):
    return f"/director/venues/{house.venue_id}/play-tables/"


def say(client, house, what, **more):
    form = {"what": what, "command_id": str(cast.new_id()), **more}
    return client.post(address(house), form, follow=True)


def test_a_table_is_opened_and_a_wrong_form_keeps_what_was_typed():
    house = cast.house()
    client = browser(house.ana)
    assert "Nenhuma mesa aberta" in client.get(address(house)).content.decode()
    form = {
        "name": "Mesa da tarde",
        "seats": "6",
        "small_blind_chips": "200",
        "big_blind_chips": "100",
        "stack_chips": "5000",
        "decision_seconds": "20",
    }
    wrong = say(client, house, "open", **form)
    assert wrong.status_code == 409 and 'value="Mesa da tarde"' in wrong.content.decode()
    assert not PlayTable.objects.exists()
    done = say(client, house, "open", **form | {"small_blind_chips": "50"})
    row = PlayTable.objects.get()
    assert (row.name, row.seats_count, row.decision_seconds) == ("Mesa da tarde", 6, 20)
    assert "Mesa da tarde" in done.content.decode() and "A mesa está aberta" in done.content.decode()


def test_a_table_is_held_and_goes_on_and_everybody_there_reads_why():
    house = cast.house()
    table = open_one(house)
    for seat in (2, 5):
        table.sit(seat)
    client, phone = browser(house.ana), browser(table.people[2])
    say(client, house, "hold", table_id=table.table_id, reason="Queda de rede")
    assert table.row.held_because == "Queda de rede"
    page = phone.get(f"/tables/{table.table_id}/").content.decode()
    assert "Queda de rede" in page and "tempo de ninguém corre" in page
    page = say(client, house, "release", table_id=table.table_id).content.decode()
    assert table.row.held_at is None and "Queda de rede" not in page
    say(client, house, "hold-all", reason="Queda de luz")
    page = client.get(address(house)).content.decode()
    assert table.row.held_because == "Queda de luz" and 'value="release-all"' in page
    assert 'value="hold-all"' not in page
    say(client, house, "release-all")
    assert table.row.held_at is None


@pytest.mark.rule("PT-H.72")
def test_one_switch_stops_clocks_and_tables_and_lets_them_go_on():
    house = cast.house()
    table = open_one(house)
    table.sit(2)
    client, phone = browser(house.ana), browser(table.people[2])
    page = say(client, house, "freeze").content.decode()
    assert table.row.held_with_clocks and "Está parada com todos os relógios do clube" in page
    assert 'value="release"' not in page and 'value="release-all"' not in page and 'value="thaw"' in page
    told = phone.get(f"/tables/{table.table_id}/").content.decode()
    assert "O clube parou os relógios e as mesas" in told
    page = say(client, house, "release", table_id=table.table_id).content.decode()
    assert "Todos os relógios deste clube estão parados" in page and table.row.held_at is not None
    page = say(client, house, "thaw").content.decode()
    assert table.row.held_at is None and 'value="freeze"' in page


@pytest.mark.rule("PT-H.72")
def test_a_hand_is_made_void_with_a_reason_and_the_table_closed_between_two():
    house = cast.house()
    table = open_one(house)
    for seat in (2, 5):
        table.sit(seat)
    table.deal()
    client, phone = browser(house.ana), browser(table.people[2])
    page = client.get(address(house)).content.decode()
    assert "Mão 1 em jogo" in page and 'value="close"' not in page
    say(client, house, "void", table_id=table.table_id, number=1, reason="  ")
    assert table.row.stage == "playing"
    say(client, house, "void", table_id=table.table_id, number=1, reason="O servidor caiu")
    assert table.row.stage == "waiting" and table.chips() == 20_000
    told = phone.get(f"/tables/{table.table_id}/").content.decode()
    assert "A mão 1 é nula: O servidor caiu" in told
    page = say(client, house, "close", table_id=table.table_id).content.decode()
    assert table.row.stage == "closed" and "Nenhuma mesa aberta" in page


def test_it_is_nobodys_but_who_runs_the_tables():
    house = cast.house()
    table = open_one(house)
    for who in (house.bruno, house.desi, house.caio):
        client = browser(who)
        assert client.get(address(house)).status_code in (403, 404)
        assert say(client, house, "hold", table_id=table.table_id, reason="x").status_code in (403, 404)
    assert table.row.held_at is None
    other = cast.house()
    assert browser(other.ana).get(address(house)).status_code in (403, 404)
    # another house's table is not held from one's own page
    say(browser(other.ana), other, "hold", table_id=table.table_id, reason="x")
    assert table.row.held_at is None


@pytest.mark.rule("PT-H.24", "PT-O.1", "PT-O.24", "PT-H.66", "PT-O.66")
def test_the_game_is_chosen_and_said_wherever_the_table_is():
    house = cast.house()
    client = browser(house.ana)
    page = client.get(address(house)).content.decode()
    assert [game for game in ONLINE_GAMES if f'<option value="{game}"' not in page] == []
    form = {
        "name": "Mesa Omaha",
        "game": "plo",
        "seats": "6",
        "small_blind_chips": "50",
        "big_blind_chips": "100",
        "stack_chips": "10000",
        "decision_seconds": "20",
    }
    wrong = say(client, house, "open", **form | {"game": "plo8"})
    assert wrong.status_code == 409 and "Omaha sem limite" in wrong.content.decode()
    # what was typed stands there still; and of two things that are wrong the game is kept
    wrong = say(client, house, "open", **form | {"small_blind_chips": "200"}).content.decode()
    assert re.search(r'<option value="plo"\s+selected>Pot-Limit Omaha</option>', wrong)
    assert not PlayTable.objects.exists()
    done = say(client, house, "open", **form).content.decode()
    row = PlayTable.objects.get()
    assert (row.game, row.kind) == ("plo", "demo") and "Pot-Limit Omaha<span" in done
    caio = browser(house.caio)
    assert "Pot-Limit Omaha<span" in caio.get("/tables/").content.decode()
    table = caio.get(f"/tables/{row.pk}/").content.decode()
    assert 'class="room" data-four' in table and '<abbr title="Pot-Limit Omaha">PLO</abbr>' in table
    rules = caio.get(f"/tables/{row.pk}/rules/").content.decode().replace("\u2060", "")
    assert "Quatro cartas para cada um" in rules and "a maior aposta é o pote" in rules
    assert "Como se joga: Pot-Limit Omaha" in rules and "Contam exatamente duas das suas cartas" in rules
    listed = caio.get(f"/api/venues/{house.venue_id}/play-tables").json()
    assert [one["game"] for one in listed] == ["plo"]


@pytest.mark.parametrize(
    ("game", "said", "cards"),
    [
        ("nlhe", "tudo o que você tem é sempre permitido", "Duas"),
        ("hphe", "a maior aposta é meio pote", "Duas"),
        ("lhe", "uma aposta e três aumentos são o máximo de cada rodada", "Duas"),
        ("nlo", "tudo o que você tem é sempre permitido", "Quatro"),
        ("hpo", "a maior aposta é meio pote", "Quatro"),
        ("lo", "uma aposta e três aumentos são o máximo de cada rodada", "Quatro"),
    ],
)
def test_each_limit_is_said_at_the_table_and_in_its_rules(game, said, cards):
    house = cast.house()
    table = open_one(house, game=game)
    caio = browser(house.caio)
    shown = caio.get(f"/tables/{table.table_id}/").content.decode()
    assert escape(game_name(game)) in shown and ("data-four" in shown) is (cards == "Quatro")
    # a tap away: what one knows weighs nothing on the table itself
    assert "cartas para cada um" not in shown and f'href="/tables/{table.table_id}/rules/"' in shown
    rules = caio.get(f"/tables/{table.table_id}/rules/").content.decode().replace("\u2060", "")
    assert said in rules and f"{cards} cartas para cada um" in rules and escape(game_name(game)) in rules


@pytest.mark.rule("PT-H.72")
def test_a_table_that_stands_for_lost_lines_says_so_and_the_director_lets_it_go_on():
    house = cast.house()
    table = open_one(house)
    for seat in (1, 2, 3, 4, 5, 6):
        table.sit(seat)
    table.deal()
    at, where = table.row.from_at, {"by": SYSTEM, "table_id": table.table_id}
    for seat in (1, 2, 3, 4, 5):
        cast.say(note_line, at=at, player_id=table.people[seat].player_id, there=False, **where)
    cast.say(hold_for_lost_lines, at=at, **where)
    cast.say(note_line, at=at, player_id=table.people[5].player_id, there=True, **where)
    client, phone = browser(house.ana), browser(table.people[6])
    page = client.get(address(house)).content.decode()
    assert "5 de 6 conexões caíram de uma vez; ainda fora: 4." in page
    assert "5 de 6 conexões caíram de uma vez. O tempo de ninguém corre" in (
        phone.get(f"/tables/{table.table_id}/").content.decode()
    )
    listed = client.get(f"/api/venues/{house.venue_id}/play-tables").json()
    assert [one["lines"]["still_away"] for one in listed] == [4]
    page = say(client, house, "release", table_id=table.table_id).content.decode()
    assert table.row.held_at is None and "caíram de uma vez" not in page
