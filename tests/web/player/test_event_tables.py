"""A tournament that is played online, on the pages of its players and of its director."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta
from random import Random

import pytest
from django.urls import reverse

from access import moment
from dispatch.facts import SYSTEM
from ledger.queries import wallet_balance
from play.commands.close_hand import close_hand
from play.commands.hold_table import hold_table
from play.commands.sit_out import sit_out
from play.models import PlayTable
from rules import hands
from tests import cast
from tests.play import test_add_ons as add_ons
from tests.play.cash import identify
from tests.play.event import Event, begun, enter, house
from tests.play.room import started
from tests.play.test_antes import EACH, FOR_ALL, with_antes
from tests.play.test_late_entries import OPEN as LATE
from tests.play.test_rebuys import all_in, losers, rigged  # noqa: F401
from tests.web.director.test_director import sealed
from tests.web.player.test_tables import browser
from tournaments.commands.update_venue import update_venue
from tournaments.models import Elimination, Entry, Tournament
from tournaments.tasks import begin_online_due


@pytest.fixture
def event(db) -> Event:
    found = begun(house(), players=3, name="Sit das nove")
    found.due()
    return found


@pytest.mark.rule("PT-T.26", "PT-T.45", "PT-T.46")
def test_the_phone_leads_to_the_table_and_the_table_knows_its_tournament(event, monkeypatch):
    monkeypatch.setattr(moment, "at", lambda: event.now)
    person = event.people[event.to_act]
    t, where = event.tournament_id, f"/tables/{event.table_id}/"
    assert f'href="{where}"' in browser(person).get(reverse("play", args=[t])).content.decode()
    page = browser(person).get(where).content.decode()
    assert (
        "Nível 1</b>" in page
        and "→ " in page
        and "50\u00a0/\u00a0100" in page
        and f'href="{reverse("play", args=[t])}"' in page
    )
    assert "3 lugares pagos" in page
    assert "/leave/" not in page and "/sit/" not in page and "/sit-out/" in page
    listed = browser().get("/tables/").content.decode()
    assert (
        "Sit das nove" in listed
        and "3 jogadores" in listed
        and f'href="{reverse("tournament", args=[t])}"' in listed
    )


@pytest.mark.rule("PT-T.46", "PT-H.65")
@pytest.mark.parametrize(
    ("ante", "said", "posted"), [(EACH, "Ante 10", 3), (FOR_ALL, "BB\u00a0ante\u00a050", 1)]
)
def test_the_ante_stands_beside_the_blinds_and_in_the_hand(db, ante, said, posted, monkeypatch):
    event = with_antes(ante, players=3)
    monkeypatch.setattr(moment, "at", lambda: event.now)
    person = event.people[min(event.people)]
    event.due()
    page = browser(person).get(f"/tables/{event.table_id}/").content.decode()
    assert said in page.partition('data-part="ante"')[2].partition("</span>")[0]
    assert (
        said.replace("10", "20").replace("50", "100")
        in page.partition('data-part="next"')[2].partition("<")[0]
    )
    while event.row.due_kind == "decide":
        event.act("fold")
    event.until("open")
    hand = browser(person).get(f"/me/hands/{event.table_id}/1/").content.decode()
    assert said in hand and hand.count("como ante.") == posted


@pytest.mark.rule("PT-T.21", "PT-T.23")
def test_who_enters_late_or_again_is_led_to_the_table_at_once(db, monkeypatch):
    room = started(house(), players=3, seats=5, re_entries_per_player=1, **LATE)
    monkeypatch.setattr(moment, "at", lambda: room.now)
    t, ana = room.tournament_id, cast.person("Ana")
    room.house.deposit(ana.player_id, 5_000)
    phone = browser(ana)
    shown = phone.get(reverse("play", args=[t])).content.decode()
    assert reverse("play-register", args=[t]) in shown
    form = {"pay": "balance", "terms": "1", "waits": "0", "price": "2200"}
    where = f"/tables/{room.open()[0].pk}/"
    answer = phone.post(reverse("play-register", args=[t]), form | {"command_id": str(uuid.uuid4())})
    assert answer.status_code == 302 and answer["Location"] == where
    (row,) = room.open()
    assert any(one["player_id"] == ana.player_id for one in row.seats)
    table = phone.get(where).content.decode()
    assert "/sit-out/" in table and f'href="{where}"' in phone.get(reverse("play", args=[t])).content.decode()
    room.people[ana.player_id] = ana
    # out while entries are open, and in again
    (row,) = room.until_close(1)
    row.seats = [
        {**one, "chips": 0 if one["player_id"] == ana.player_id else one["chips"]} for one in row.seats
    ]
    other = next(one for one in row.seats if one["player_id"] != ana.player_id)
    other["chips"] += 2_000 - sum(one["chips"] for one in row.seats)
    row.save(update_fields=["seats"])
    room.now = row.due_at
    cast.say(close_hand, by=SYSTEM, at=room.now, table_id=row.pk, turn=row.turn)
    out = phone.get(where).content.decode()
    assert "Pode entrar de novo" in out and '"again": true' in out
    form = {"kind": "re_entry", "pay": "balance", "waits": "0", "price": "2200"}
    answer = phone.post(reverse("play-buy", args=[t]), form | {"command_id": str(uuid.uuid4())})
    assert answer["Location"] == where
    back = phone.get(where).content.decode()
    assert "Pode entrar de novo" not in back and '"again": ' not in back


@pytest.mark.rule("PT-T.39", "PT-T.41")
def test_whose_entry_fills_a_sit_and_go_is_led_to_the_table_at_once(db, monkeypatch):
    """The page said that it leads there, to everybody but the one who had filled it: forty seconds later he was away."""
    home = house()
    t = home.registering("online-sit-and-go", capacity=2, seats_per_table=2, starting_stack_chips=1_000)
    enter(home, t, "Rui")
    ana = cast.person("Ana")
    home.deposit(ana.player_id, 5_000)
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN + timedelta(minutes=5))
    form = {"pay": "balance", "terms": "1", "waits": "0", "price": "1100", "command_id": str(uuid.uuid4())}
    answer = browser(ana).post(reverse("play-register", args=[t]), form)
    (table,) = PlayTable.objects.filter(tournament_id=t)
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table.pk}/")
    # on a second device the tournament had closed with that seat: she is in, and is led there, too; others read that it has
    again = form | {"command_id": str(uuid.uuid4())}
    answer = browser(ana).post(reverse("play-register", args=[t]), again, follow=True)
    assert answer.redirect_chain == [(f"/tables/{table.pk}/", 302)]
    assert [(one.level_tag, str(one)) for one in answer.context["messages"]] == [
        ("success", "Você já está inscrito.")
    ]
    assert wallet_balance(ana.player_id, unit="EUR") == 5_000 - 1_100
    assert Entry.objects.filter(tournament_id=t).count() == 2
    late = cast.person("Tarde")
    answer = browser(late).post(reverse("play-register", args=[t]), again, follow=True)
    assert [one.level_tag for one in answer.context["messages"]] == ["error"]


@pytest.mark.rule("PT-T.31", "PT-T.44", "ADTP.27")
def test_who_loses_the_last_chip_is_offered_others_on_the_own_page(db, rigged, monkeypatch):  # noqa: F811
    room = rigged()
    first, second = losers(room)
    room.now = room.open()[0].due_at - timedelta(seconds=10)
    monkeypatch.setattr(moment, "at", lambda: room.now)
    where = f"/tables/{room.open()[0].pk}/"

    def offer(person: cast.Person) -> str:
        page = browser(person).get(where).content.decode()
        return " ".join(page.partition('data-part="rebuy"')[2].partition("</section>")[0].split())

    said = offer(first)
    assert "hidden" not in said.partition(">")[0] and "1.500 fichas por" in said and "4,00" in said
    winner = next(one for one in room.people.values() if one not in (first, second))
    assert "hidden" in offer(winner).partition(">")[0] and not offer(cast.person("Zoe"))

    def banner(person: cast.Person) -> str:
        return (
            browser(person)
            .get(where)
            .content.decode()
            .partition('data-part="banner"')[2]
            .partition("</p>")[0]
        )

    # one sentence for all; who is asked reads the offer, and of the others
    assert banner(winner).count("decisão de rebuy: ") == 1 and ", " in banner(winner).partition("rebuy: ")[2]
    assert (
        banner(first).count("decisão de rebuy: ") == 1 and ", " not in banner(first).partition("rebuy: ")[2]
    )
    for person, way, told in ((first, "rebuy", "Você fez rebuy."), (second, "no-rebuy", "Você não compra")):
        form = {"command_id": str(uuid.uuid4()), "price": "400"}
        answer = browser(person).post(f"{where}{way}/", form, follow=True)
        assert told in answer.content.decode(), way
        assert "hidden" in offer(person).partition(">")[0]
    assert wallet_balance(first.player_id, unit="EUR") == 5_000 - 2_200 - 400
    assert (
        'value="rebuy"' not in browser(first).get(reverse("play", args=[room.tournament_id])).content.decode()
    )


@pytest.mark.rule("ADTP.8A", "PT-T.23")
@pytest.mark.parametrize(("re_entries", "told"), [(1, True), (0, False)])
def test_who_is_offered_a_rebuy_reads_whether_one_may_enter_again(db, rigged, monkeypatch, re_entries, told):  # noqa: F811
    room = rigged(re_entries_per_player=re_entries)
    first, _second = losers(room)
    monkeypatch.setattr(moment, "at", lambda: room.now)
    page = browser(first).get(f"/tables/{room.open()[0].pk}/").content.decode()
    offer = page.partition('data-part="rebuy"')[2].partition("</section>")[0]
    assert "sem elas está fora." in offer
    assert ("entrar de novo enquanto o late register estiver aberto" in offer) is told


@pytest.mark.rule("PT-T.21", "PT-T.23", "PT-T.31")
def test_an_add_on_is_bought_on_the_page_of_the_own_table_in_its_recess(db, monkeypatch):
    room = add_ons.begun()
    first, second, _third = room.people.values()
    monkeypatch.setattr(moment, "at", lambda: room.now)
    where = f"/tables/{room.open()[0].pk}/"

    def offer(person: cast.Person) -> str:
        page = browser(person).get(where).content.decode()
        return " ".join(page.partition('data-part="add-on"')[2].partition("</details>")[0].split())

    def press(person: cast.Person, **form: str) -> str:
        form |= {"command_id": str(uuid.uuid4())}
        return browser(person).post(f"{where}add-on/", form, follow=True).content.decode()

    assert "hidden" in offer(first).partition(">")[0] and not offer(cast.person("Zoe"))
    assert "O add-on é vendido no intervalo depois do nível 1." in press(first, price="400", count="1")
    add_ons.in_recess(room)
    said = offer(first)
    assert "hidden" not in said.partition(">")[0] and 'data-index="1"' in said
    assert [part for part in ("+1.500 · € 4,00", "+3.000 · € 8,00") if part in said.replace("\xa0", " ")] == [
        "+1.500 · € 4,00",
        "+3.000 · € 8,00",
    ]
    assert "Você comprou o add-on." in press(first, price="400", count="2")
    assert not offer(first) and offer(second)
    assert wallet_balance(first.player_id, unit="EUR") == 5_000 - 2_200 - 800
    # at another price, for words or nothing, nothing is taken
    for form in (
        {"price": "399", "count": "1"},
        {"price": "400", "count": "dois"},
        {"price": "400", "count": "99"},
    ):
        assert "Você comprou" not in press(second, **form)
    assert wallet_balance(second.player_id, unit="EUR") == 5_000 - 2_200
    assert (
        'value="add_on"'
        not in browser(second).get(reverse("play", args=[room.tournament_id])).content.decode()
    )


def test_who_looks_on_cannot_sit_down(event):
    page = browser(cast.person("Zoe")).get(f"/tables/{event.table_id}/").content.decode()
    assert "/sit/" not in page and "sorteados entre os jogadores" in page


def one_goes_out(event: Event) -> None:
    """Two go all in, hand after hand, until one of them is out: who goes out with another shares the place."""
    while not Elimination.objects.exists():
        event.until("decide")
        event.act("fold")
        while event.row.due_kind != "open":
            if event.row.due_kind == "decide":
                event.act(*all_in(event.row, hands.options(event.hand)))
            else:
                event.due()


@pytest.mark.rule("PT-T.31", "PT-T.54")
def test_who_is_out_reads_the_place_and_the_end_is_told(event):
    one_goes_out(event)
    event.play_on(Random(1))
    where = f"/tables/{event.table_id}/"
    first_out = Elimination.objects.order_by("out_before").first().entry.player_id
    for person in event.people.values():
        page = browser(person).get(where).content.decode()
        if person.player_id == first_out:
            assert "3º lugar" in page
    winner = next(p for p in event.people.values() if p.player_id != first_out)
    phone = browser(winner).get(reverse("play", args=[event.tournament_id])).content.decode()
    assert "Creditado no seu saldo" in phone and "balcão paga" not in phone
    assert re.search(r"Joga\d ganhou o torneio\.", browser().get(where).content.decode())


def test_the_director_reads_that_it_is_played_online_and_has_no_box_for_busts(event):
    page = browser(event.house.ana).get(f"/director/{event.tournament_id}/").content.decode()
    assert "Jogado online" in page and f'href="/tables/{event.table_id}/"' in page
    assert 'name="bust"' not in page and "/do/bust/" not in page
    needs = page.partition('id="needs-title"')[2].partition("</ul>")[0]
    assert "Nada." in needs, needs
    seats = browser(event.house.ana).get(f"/director/{event.tournament_id}/tables/").content.decode()
    assert "/do/move/" not in seats and "/do/verify" not in seats
    event.play_on(Random(2))
    over = browser(event.house.ana).get(f"/director/{event.tournament_id}/").content.decode()
    assert "Jogado online" not in over
    sealed()
    # of a hand that sent nobody out the history has no line: its cards stand in its own record
    history = browser(event.house.ana).get(f"/director/{event.tournament_id}/history/").content.decode()
    assert "Eliminação numa mesa online" in history and "Mão numa mesa online" not in history


@pytest.mark.rule("PT-T.21")
def test_who_has_too_little_reads_what_is_missing_and_where_to_bring_it(db):
    home = house()
    t = home.registering("online-sit-and-go")
    rui = cast.person("Rui")
    page = browser(rui).get(reverse("play", args=[t])).content.decode()
    assert "não bastam. O depósito é feito no balcão do clube." in " ".join(page.split())
    assert reverse("play-register", args=[t]) not in page
    assert 'href="/me/money/"' not in page.partition("<main")[2]
    cast.say(
        update_venue,
        by=home.olga,
        venue_id=home.venue_id,
        changes={"phone_money": True, "bank_account": "Banco 001, conta 98765-0"},
    )
    # before the house knows him he may not deposit: he reads what comes first, and is sent nowhere for it
    page = " ".join(browser(rui).get(reverse("play", args=[t])).content.decode().split())
    assert "não bastam. Primeiro mostre o seu documento no balcão do clube, uma vez: depois" in page
    assert 'href="/me/money/"' not in page.partition("<main")[2]
    identify(home, rui)
    page = browser(rui).get(reverse("play", args=[t])).content.decode()
    assert "não bastam." in page and "no balcão do clube" not in page
    assert re.search(r'href="/me/money/"[^>]*>\s*Depositar', page.partition("<main")[2])
    home.deposit(rui.player_id, 1_100)
    page = browser(rui).get(reverse("play", args=[t])).content.decode()
    assert "não bastam" not in page and reverse("play-register", args=[t]) in page


@pytest.mark.rule("PT-T.35")
def test_why_it_was_cancelled_is_told_to_player_and_staff(db):
    home = house()
    t = home.registering("online-sit-and-go")
    rui = enter(home, t, "Rui")
    begin_online_due(at=cast.START)
    why = Tournament.objects.get(pk=t).cancel_reason
    assert why
    assert why in browser(rui).get(reverse("play", args=[t])).content.decode()
    # everybody who finds it called off reads why
    for where in (reverse("tournament", args=[t]), reverse("play", args=[t])):
        assert why in browser().get(where).content.decode()
    assert browser().get(f"/api/tournaments/{t}").json()["cancel_reason"] == why
    sealed()
    assert why in browser(home.ana).get(f"/director/{t}/history/").content.decode()


@pytest.mark.rule("PT-T.26", "PT-T.43")
def test_the_directors_map_leads_to_the_tables_and_shows_who_is_away(event):
    t, ana = event.tournament_id, browser(event.house.ana)
    number, look = event.row.table_number, f'href="/tables/{event.table_id}/"'
    shown = ana.get(reverse("director-map", args=[t])).content.decode()
    assert look in shown and "a verificar" not in shown and 'data-state="away"' not in shown
    seat = event.to_act
    person = event.people[seat]
    cast.say(sit_out, by=person, at=event.now, table_id=event.table_id, player_id=person.player_id)
    shown = ana.get(reverse("director-map", args=[t])).content.decode()
    assert shown.count('data-state="away"') == 1
    sheet = ana.get(reverse("director-seat", args=[t, number, seat])).content.decode()
    assert look in sheet and "ausente" in sheet and "a verificar" not in sheet
    other = next(n for n in event.people if n != seat)
    sheet = ana.get(reverse("director-seat", args=[t, number, other])).content.decode()
    assert "a verificar" not in sheet and "ausente" not in sheet


@pytest.mark.rule("PT-T.48")
def test_each_of_several_tables_has_its_way_from_the_map(db):
    room = started(house(), players=8, seats=5)
    ana = browser(room.house.ana)
    shown = ana.get(reverse("director-map", args=[room.tournament_id])).content.decode()
    for row in room.open():
        assert f'href="/tables/{row.pk}/"' in shown
    assert 'data-state="unverified"' not in shown
    one = room.open()[0]
    cast.say(hold_table, by=room.house.ana, at=room.now, table_id=one.pk, reason="Vemos a mão")
    shown = ana.get(reverse("director-map", args=[room.tournament_id])).content.decode()
    assert shown.count(">Parada</span>") == 1
