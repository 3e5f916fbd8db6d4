"""Cash tables on their pages: opened by the house, played by people with money in their accounts."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from access import moment
from ledger.queries import wallet_balance
from people.commands.set_play_limit import set_play_limit
from people.commands.set_time_limit import set_time_limit
from people.models import User
from play.commands.close_table import close_table
from play.commands.hold_table import hold_table
from play.commands.join_waiting_list import join_waiting_list
from play.commands.release_table import release_table
from play.models import DealtHand, PlayTable, Sitting
from play.queries.cash import escrow_differences
from rules import hands
from tests import cast
from tests.play.cash import CashTable, known, open_cash
from tests.play.cash import house as cash_house
from tests.play.given_cards import GivenCards
from tests.play.test_history import check_down
from tests.play.test_rebuys import all_in
from tournaments.commands.update_venue import update_venue
from tournaments.models import Venue

pytestmark = pytest.mark.django_db


def browser(person, language="pt-br"):
    client = Client()
    client.cookies["django_language"] = language
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def page_of(client, address):
    found = client.get(address)
    assert found.status_code == 200
    return " ".join(found.content.decode().replace("\u00a0", " ").split())


def post(client, address, **form):
    return client.post(address, {"command_id": str(cast.new_id()), **form}, follow=True)


def said(response):
    return " ".join(response.content.decode().replace("\u00a0", " ").split())


@pytest.mark.rule("PT-H.14")
def test_the_owner_allows_them_and_the_director_opens_one():
    home = cast.house(currency="EUR")
    olga, ana = browser(home.olga), browser(home.ana)
    address = f"/director/venues/{home.venue_id}/play-tables/"
    assert "Abrir uma mesa a dinheiro" not in page_of(ana, address)
    assert 'value="allow-cash"' not in page_of(ana, address)
    assert "licença" in page_of(olga, address)
    done = post(olga, address, what="allow-cash", allowed="yes")
    assert "Abrir uma mesa a dinheiro" in said(done) and "As mesas a dinheiro estão permitidas." in said(done)
    english = page_of(browser(home.ana, "en"), address)
    assert 'value="0.50"' in english and 'value="100.00"' in english
    form = {
        "what": "open-cash", "name": "Mesa do fim da tarde", "seats": "6", "decision_seconds": "20", "onlookers_delay_seconds": "45", "small_blind": "0,25",
        "big_blind": "0,50", "least_buy_in": "20,00", "most_buy_in": "50,00", "rake_manner": "pot", "rake": "6",
    }  # fmt: skip
    wrong = post(ana, address, **form)
    assert wrong.status_code == 409 and not PlayTable.objects.exists()
    assert 'value="Mesa do fim da tarde"' in said(wrong) and 'value="20,00"' in said(wrong)
    assert "comissão é de 1 a 5" in said(wrong)
    assert said(wrong).count('value="Mesa do fim da tarde"') == 1
    short = said(post(ana, address, **form | {"rake": "5", "starts_at": "2030-01-01T20:00", "minutes": "0"}))
    assert "Minutos:" in short and "minutes" not in short.split("Minutos:", 1)[1][:60]
    assert post(ana, address, **form | {"rake": "4,5", "game": "plo8"}).status_code == 409
    assert not PlayTable.objects.exists()
    right = form | {"rake": "4,5", "game": "plo", "heads_up": "button_small", "bets_and_raises": "3"}
    much = post(ana, address, **right | {"bets_and_raises": "11"})
    assert much.status_code == 409 and 'value="11"' in said(much) and "no máximo 10" in said(much)
    assert not PlayTable.objects.exists()
    post(ana, address, **right)
    row = PlayTable.objects.get()
    assert (row.heads_up, row.cap) == ("button_small", 3)
    # who looks at the table reads what was chosen, with its clause
    rules = page_of(ana, f"/tables/{row.pk}/rules/")
    assert "O botão paga o small blind, age primeiro antes do flop" in rules
    assert "no máximo 3 apostas e aumentos" in rules
    menu = page_of(ana, f"/tables/{row.pk}/")
    assert "Entre dois jogadores, o botão paga o small blind." in menu
    assert row.game == "plo" and "Pot-Limit Omaha<span" in page_of(ana, address)
    assert "Pot-Limit Omaha<span" in page_of(ana, "/tables/")
    assert (row.kind, row.small_blind_chips, row.big_blind_chips, row.rake_bp) == ("cash", 25, 50, 450)
    assert row.onlookers_delay_seconds == 45
    assert (row.least_buy_in_cents, row.most_buy_in_cents, row.currency) == (2000, 5000, "EUR")
    assert "Mesa do fim da tarde" in page_of(ana, address)
    # and closes it again
    post(ana, address, what="close", table_id=row.pk)
    row.refresh_from_db()
    assert row.stage == "closed"


@pytest.mark.rule("PT-H.8", "PT-H.10", "PT-H.66", "PT-H.67")
def test_a_player_brings_money_adds_some_leaves_and_reads_where_it_went():
    home = cash_house(currency="EUR")
    table = open_cash(home)
    rui = known(home, "Rui", cents=15_000)
    phone = browser(rui, "pt")
    listed = page_of(phone, "/tables/")
    assert "Cash 0,50" in listed and "0,50 € / 1,00 €" in listed and "20,00 € a 100,00 €" in listed
    address = f"/tables/{table.table_id}/"
    page = page_of(phone, address)
    assert 'data-currency="EUR"' in page and "o seu saldo 150,00 €" in page and 'value="100,00"' in page
    assert "5 % de cada pagamento de cada pote" in page
    assert "Mesa de demonstração" not in page
    wrong = said(post(phone, f"{address}buy-in/", seat="3", amount="10,00"))
    assert "20,00 € a 100,00 €" in wrong and not Sitting.objects.exists()
    # what was typed stands there again
    assert 'value="10,00"' in wrong and "<option selected>3</option>" in wrong
    done = said(post(phone, f"{address}buy-in/", seat="3", amount="40,00"))
    assert "Lugar 3" in done and "40,00 €" in done
    page = page_of(phone, f"{address}top-up/")
    assert "40,00 €" in page and "110,00 €" in page and 'value="60,00"' in page
    assert "Fichas acrescentadas" in said(post(phone, f"{address}top-up/", amount="10,00"))
    session = page_of(phone, f"{address}session/")
    assert "Trazido da sua conta" in session and "50,00 €" in session
    assert f'href="{address}"' in session
    # where a limit is set, what counts towards it by now
    post(phone, "/me/limit/", period="day", unit="EUR", amount="500,00")
    limits = page_of(phone, "/me/limits/")
    assert "0,00 € de 500,00 € gastos" in limits
    assert "50,00 € estão em mesas e contam até voltarem" in limits
    assert "Quem volta dentro de meia hora" not in page
    left = said(post(phone, f"{address}leave/"))
    assert (
        "De volta à sua conta" in left
        and f'href="{address}"' not in left
        and "Fichas de demonstração" not in left
    )
    assert "0,00 € de 500,00 € gastos" in page_of(phone, "/me/limits/")
    account = page_of(phone, "/me/")
    back = page_of(phone, address)
    assert "Já não está nesta mesa: 50,00 € voltaram ao seu saldo." in back
    assert "Quem volta dentro de meia hora traz no mínimo o stack que tinha." in back
    assert "50,00 € a 100,00 €" in back
    assert "Levado para uma mesa a dinheiro: Cash 0,50" in account
    assert "De volta de uma mesa a dinheiro: Cash 0,50" in account
    assert "Acrescentado numa mesa a dinheiro: Cash 0,50" in account and "150,00 €" in account
    assert escrow_differences() == ()


def test_who_has_too_little_is_told_so_and_who_looks_on_sees_no_balance():
    home = cash_house()
    table = open_cash(home)
    poor = browser(known(home, "Rui", cents=1_999))
    address = f"/tables/{table.table_id}/"
    page = page_of(poor, address)
    assert "R$ 19,99" in page and 'name="amount"' not in page
    page = page_of(Client(), address)
    assert "saldo" not in page and 'name="amount"' not in page
    assert page_of(browser(home.ana), f"/director/venues/{home.venue_id}/play-tables/")


@pytest.mark.parametrize(
    ("language", "most"),
    [("pt-br", "R$ 100.000.000,00"), ("pt-pt", "100 000 000,00 R$"), ("en", "R$100,000,000.00")],
)
def test_a_bound_of_an_amount_is_told_in_money_and_to_a_program_in_cents(language, most):
    home = cash_house()
    table = open_cash(home)
    rui = known(home, "Rui", cents=10_000)
    answer = post(
        browser(rui, language),
        f"/tables/{table.table_id}/buy-in/",
        seat="3",
        amount="100000000.01".replace(".", "," if language != "en" else "."),
    )
    assert most in said(answer) and "10000000000" not in said(answer).replace(" ", "").replace(".", "")
    programs = Client(headers={"Accept-Language": language})
    programs.force_login(User.objects.get(pk=rui.user_id))
    body = {"player_id": rui.player_id, "seat": 3, "cents": 10**10 + 1}
    refused = programs.post(
        f"/api/play-tables/{table.table_id}/buy-in",
        body,
        content_type="application/json",
        headers={"Command-Id": str(cast.new_id())},
    )
    assert refused.status_code == 400
    told = " ".join(refused.json()["errors"]["cents"])
    assert "10000000000" in told and "," not in told
    assert wallet_balance(rui.player_id, unit="BRL") == 10_000


@pytest.mark.rule("PT-T.21", "PT-T.22", "REGULATIONS 2.10")
def test_what_lies_at_a_table_is_not_lost_and_counts_until_it_comes_back(monkeypatch):
    """The page says what is gone and what lies there; the command lets no more be brought than both leave."""
    table = open_cash(cash_house())
    monkeypatch.setattr(moment, "at", lambda: table.now)
    rui, eva = table.sit(3, "Rui", cents=5_000), table.sit(6, "Eva", cents=5_000)
    for kind in ("loss", "spend"):
        cast.say(
            set_play_limit, by=rui, at=table.now, player_id=rui.player_id, kind=kind, period="day",
            unit="BRL", amount_cents=8_000,
        )  # fmt: skip
    phone = browser(rui)

    def lines():
        page = page_of(phone, "/me/limits/")
        programs = phone.get(f"/api/players/{rui.player_id}/limits-in-use?unit=BRL").json()
        day = {one["kind"]: one for one in programs if one["period"] == "day"}
        return page, [
            (day[kind]["used_cents"], day[kind]["at_tables_cents"]) for kind in ("loss", "spend", "deposit")
        ]

    page, told = lines()
    assert "R$ 0,00 de R$ 80,00 perdidos" in page and "R$ 0,00 de R$ 80,00 gastos" in page
    assert "R$ 50,00 estão em mesas e contam até voltarem" in page
    assert told[:2] == [(5_000, 5_000)] * 2 and told[2][1] == 0
    with cast.refused("play_limit_reached") as no:
        table.top_up(3, 3_001)
    assert no.value.params["left_cents"] == 3_000
    # a hand is lost: what lies there is less, what is gone is more, and together they are what counts
    PlayTable.objects.filter(pk=table.table_id).update(
        seats=[{**one, "chips": 3_500 if one["seat"] == 3 else 6_500} for one in table.row.seats]
    )
    page, told = lines()
    assert "R$ 15,00 de R$ 80,00 perdidos" in page and "R$ 15,00 de R$ 80,00 gastos" in page
    assert "R$ 35,00 estão em mesas e contam até voltarem" in page
    assert told[:2] == [(5_000, 3_500)] * 2
    # who has won has nothing lost there, and has it not yet: what was brought counts
    page = page_of(browser(eva), "/me/limits/")
    assert "R$ 0,00 perdidos, sem limite" in page and "R$ 50,00 estão em mesas" in page
    PlayTable.objects.filter(pk=table.table_id).update(
        seats=[{**one, "chips": 5_000} for one in table.row.seats]
    )
    table.leave(3)
    page, told = lines()
    assert "estão em mesas" not in page and told[:2] == [(0, 0)] * 2


@pytest.mark.rule("PT-H.10", "PT-H.67")
def test_who_leaves_in_mid_hand_reads_so_can_stay_and_goes_when_it_is_over():
    table = open_cash(cash_house(currency="EUR"))
    for seat in (1, 2, 3):
        table.sit(seat, cents=5_000)
    table.deal()
    phone, address = browser(table.people[1], "pt"), f"/tables/{table.table_id}/"
    page = said(post(phone, f"{address}leave/"))
    assert page.count("Sai quando esta mão terminar.") == 2 and "Ficar na mesa" in page
    session = page_of(phone, f"{address}session/")
    assert "Sai quando esta mão terminar." in session and f'href="{address}"' in session
    # the hand that is played counts with those that are over only when it is
    assert '<dt>Mãos jogadas</dt><dd class="figures">0</dd>' in session
    back = said(post(phone, f"{address}come-back/"))
    assert "Sai quando esta mão terminar." not in back
    assert not any(one["leaves"] for one in table.row.seats)
    post(phone, f"{address}leave/")
    while table.row.stage == "playing":
        table.due() if table.to_act == 1 else table.act("fold")
    table.until("close")
    table.due()
    page = page_of(phone, f"{address}session/")
    assert "De volta à sua conta" in page and '<dt>Mãos jogadas</dt><dd class="figures">1</dd>' in page
    table.check()


@pytest.mark.rule("PT-H.11", "PT-H.12")
def test_chips_wished_in_mid_hand_are_kept_shown_and_taken_back():
    table = open_cash(cash_house(currency="EUR"))
    for seat in (1, 2):
        table.sit(seat, cents=5_000)
    table.deal()
    phone, address = browser(table.people[1], "pt"), f"/tables/{table.table_id}/"
    page = page_of(phone, f"{address}top-up/")
    assert "pode retirá-lo" in page
    done = said(post(phone, f"{address}top-up/", amount="10,00"))
    assert "As suas fichas entram quando esta mão terminar." in done
    page = page_of(phone, f"{address}top-up/")
    assert "10,00 € são acrescentados quando esta mão terminar" in page and 'id="tu-a"' not in page
    assert "Quando esta mão terminar, nada é acrescentado." in said(
        post(phone, f"{address}top-up/", what="end")
    )
    assert 'id="tu-a"' in page_of(phone, f"{address}top-up/") and table.wallet(1) == 15_000
    row = table.row
    row.seats[0]["adds_ended"] = "stack_is_full"
    row.save(update_fields=["seats"])
    assert "Nada foi acrescentado:" in page_of(phone, f"{address}top-up/")
    assert "Nada foi acrescentado:" in page_of(phone, address)


@pytest.mark.rule("PT-T.21")
def test_a_seat_is_offered_to_who_may_sit_there_alone():
    table = open_cash(cash_house(currency="EUR"))
    stranger, address = cast.person("Rui"), f"/tables/{table.table_id}/"
    table.house.deposit(stranger.player_id, 10_000)
    page = page_of(browser(stranger, "pt"), address)
    assert "documento" in page and "buy-in/" not in page
    # nor is who has nothing sent to deposit, where he may not
    cast.say(
        update_venue,
        by=table.house.olga,
        venue_id=table.house.venue_id,
        changes={"phone_money": True, "bank_account": "PT50 0002 0123 1234 5678 9015 4"},
    )
    page = page_of(browser(cast.person("Eva"), "pt"), address)
    assert "documento" in page and 'href="/me/money/"' not in page.partition("<main")[2]
    lia = known(table.house, "Lia", cents=10_000)
    assert "buy-in/" in page_of(browser(lia, "pt"), address)
    cast.say(set_play_limit, by=lia, player_id=lia.player_id, unit="EUR", period="day", amount_cents=1_999)
    page = page_of(browser(lia, "pt"), address)
    assert "limite" in page and "buy-in/" not in page


def test_a_table_that_was_closed_offers_no_seat_and_tells_who_was_offered_one():
    table = open_cash(cash_house(currency="EUR"), seats=2)
    for seat in (1, 2):
        table.sit(seat)
    rui = known(table.house, "Rui", cents=10_000)
    table.say(join_waiting_list, rui)
    ana, house_page = browser(table.house.ana), f"/director/venues/{table.house.venue_id}/play-tables/"
    assert "1 jogador à espera" in page_of(ana, house_page)
    table.leave(1)
    cast.say(close_table, by=table.house.ana, at=table.now, table_id=table.table_id)
    address = f"/tables/{table.table_id}/"
    page = page_of(browser(rui, "pt"), address)
    assert "Esta mesa está fechada." in page and "A sala fechou-a enquanto esperava" in page
    assert "buy-in/" not in page and 'name="seat"' not in page
    page = page_of(browser(known(table.house, "Lia", cents=10_000), "pt"), address)
    assert "Esta mesa está fechada." in page and "enquanto esperava" not in page


@pytest.mark.rule("PT-H.6", "PT-H.66", "PT-H.67")
def test_a_session_is_opened_by_the_director_registered_for_played_and_read(monkeypatch):
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    home = cash_house(currency="EUR")
    ana, house_page = browser(home.ana, "pt"), f"/director/venues/{home.venue_id}/play-tables/"
    starts = cast.OPEN + timedelta(hours=2)
    here = starts.astimezone(ZoneInfo(Venue.objects.get().timezone))
    form = {
        "what": "open-cash", "name": "Sessão da noite", "seats": "2", "decision_seconds": "20", "onlookers_delay_seconds": "30", "small_blind": "0,25",
        "big_blind": "0,50", "least_buy_in": "20,00", "most_buy_in": "50,00", "rake_manner": "pot", "rake": "5",
        "starts_at": f"{here:%Y-%m-%dT%H:%M}", "minutes": "5",
    }  # fmt: skip
    wrong = post(ana, house_page, **form)
    assert wrong.status_code == 409 and "dura de 10 a 720 minutos" in said(wrong)
    assert f'value="{here:%Y-%m-%dT%H:%M}"' in said(wrong) and not PlayTable.objects.exists()
    post(ana, house_page, **form | {"minutes": "60"})
    row = PlayTable.objects.get()
    assert (row.session_starts_at, row.session_minutes) == (starts, 60)
    table = CashTable(home, row.pk)
    rui, ines, eva = (known(home, name, cents=10_000) for name in ("Rui", "Ines", "Eva"))
    phone, address = browser(rui, "pt"), f"/tables/{row.pk}/"
    assert "sessão de 60 min, começa" in page_of(phone, "/tables/")
    page = page_of(phone, address)
    assert "A sessão começa" in page and f"{here:%H:%M}" in page and "buy-in/" not in page
    assert "0 jogadores inscritos." in page
    wrong = said(post(phone, f"{address}waiting/", what="join", amount="60,00"))
    assert "Traga de 20,00 € a 50,00 €" in wrong and 'value="60,00"' in wrong
    done = said(post(phone, f"{address}waiting/", what="join", amount="30,00"))
    assert "Está inscrito na sessão." in done and "Está inscrito como número 1 de 1, com 30,00 €" in done
    assert table.escrow() == 0
    assert "Retirar a inscrição" in done
    post(phone, f"{address}waiting/", what="leave")
    for one in (ines, rui, eva):
        post(browser(one, "pt"), f"{address}waiting/", what="join", amount="20,00")
    assert "3 jogadores inscritos" in page_of(ana, house_page)
    assert "3 jogadores inscritos" in page_of(phone, "/tables/")
    table.due()
    assert {one["player_id"] for one in table.row.seats} == {rui.player_id, ines.player_id}
    assert "sessão até" in page_of(phone, "/tables/")
    page = page_of(phone, address)
    assert "Joga-se por sessão" in page and "Termina" in page
    until = (starts + timedelta(hours=1)).astimezone(here.tzinfo)
    assert f'data-part="until">até {until:%H:%M}</span>' in page
    # the draw decides where one sits
    assert "Mudar de lugar" not in page
    wrong = said(post(phone, f"{address}change-seat/", seat="1"))
    assert "Os lugares de uma sessão são sorteados" in wrong and "(Regra PT-\u2060H.6)" in wrong
    late = browser(eva, "pt")
    page = page_of(late, address)
    assert "Está inscrito como número 1 de 1 para um lugar que vague nesta sessão." in page
    assert "Retirar a inscrição" in page and "lista de espera" not in page
    assert "A sua inscrição foi retirada." in said(post(late, f"{address}waiting/", what="leave"))
    assert "Está inscrito na sessão." in said(post(late, f"{address}waiting/", what="join"))
    assert "Já está inscrito nesta sessão." in said(post(late, f"{address}waiting/", what="join"))
    table.now = table.row.session_ends_at
    table.due()
    page = page_of(phone, address)
    assert "A sessão terminou, e esta mesa está fechada." in page and f'href="{address}session/"' in page
    session = page_of(phone, f"{address}session/")
    assert "Total apostado" in session and "De volta à sua conta" in session and "20,00 €" in session
    assert wallet_balance(rui.player_id, unit="EUR") == 10_000
    table.check()


@pytest.mark.rule("PT-T.21")
def test_who_got_no_seat_when_the_session_began_reads_why(monkeypatch):
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    table = open_cash(cash_house(currency="EUR"), starts_at=cast.OPEN + timedelta(hours=1))
    rui = known(table.house, "Rui", cents=5_000)
    table.say(join_waiting_list, rui, cents=5_000)
    open_cash(table.house).buy_in(rui, seat=1, cents=2_000)
    table.due()
    page = page_of(browser(rui, "pt"), f"/tables/{table.table_id}/")
    assert "Não teve lugar quando a sessão começou: o seu saldo era insuficiente." in page
    assert "Inscrever-me" in page and "buy-in/" not in page


@pytest.mark.rule("PT-H.17", "PT-H.65")
def test_a_hand_is_read_in_money_with_the_commission_of_each_pot():
    home = cash_house()
    table = open_cash(home)
    for seat in (1, 2, 3):
        table.sit(seat)
    table.deal()
    table.act("call")
    table.act("call")
    table.act("check")
    table.act("bet", 200)
    table.act("fold")
    table.act("fold")
    table.until("close")
    table.due()
    phone = browser(table.people[1])
    page = page_of(phone, f"/me/hands/{table.table_id}/1/")
    assert "R$ 0,50 / R$ 1,00" in page and "comissão" in page and "R$ 0,15" in page and "R$ 2,85" in page
    assert "R$ " in page_of(phone, "/me/hands/")
    found = phone.get(f"/me/hands/{table.table_id}/1/hand.ohh")
    told = json.loads(found.content)["ohh"]
    assert (told["currency"], told["small_blind_amount"], told["big_blind_amount"]) == ("BRL", 0.5, 1.0)
    [pot] = told["pots"]
    assert (pot["amount"], pot["rake"], sum(one["win_amount"] for one in pot["player_wins"])) == (
        3.0,
        0.15,
        2.85,
    )
    phh = phone.get(f"/me/hands/{table.table_id}/1/hand.phh").content.decode()
    assert "min_bet = 1.00" in phh and 'currency = "BRL"' in phh


def test_the_same_tap_twice_brings_money_once():
    home = cash_house()
    table = open_cash(home)
    rui = known(home, "Rui", cents=10_000)
    phone = browser(rui)
    form = {"command_id": str(cast.new_id()), "seat": "1", "amount": "40,00"}
    for _ in range(2):
        assert phone.post(f"/tables/{table.table_id}/buy-in/", form).status_code == 302
    assert (table.escrow(), Sitting.objects.count()) == (4_000, 1)
    form = {"command_id": str(cast.new_id()), "amount": "10,00"}
    for _ in range(2):
        phone.post(f"/tables/{table.table_id}/top-up/", form)
    assert table.escrow() == 5_000


@pytest.mark.rule("PT-H.6", "PT-H.9")
def test_who_took_the_last_seat_on_another_device_reads_on_this_one_that_he_sits_there():
    table = open_cash(cash_house(), seats=2)
    table.sit(1)
    rui = known(table.house, "Rui", cents=20_000)
    pages = [browser(rui, "en") for _ in range(2)]
    asked = {"seat": 2, "amount": "50"}
    first = said(post(pages[0], f"/tables/{table.table_id}/buy-in/", **asked))
    assert "You sit down. You are dealt in from the next hand on." in first
    with cast.unchanged():
        again = post(pages[1], f"/tables/{table.table_id}/buy-in/", **asked)
    assert again.redirect_chain[-1][0] == f"/tables/{table.table_id}/"
    assert [(one.level_tag, str(one)) for one in again.context["messages"]] == [
        ("success", "You sit at this table already.")
    ]
    assert wallet_balance(rui.player_id, unit="BRL") == 15_000 and len(table.row.seats) == 2
    # nor is a place in the waiting list asked for in vain
    eva = known(table.house, "Eva", cents=20_000)
    for words in ("You are in the waiting list.", "You wait for this table already."):
        assert words in said(post(browser(eva, "en"), f"/tables/{table.table_id}/waiting/", what="join"))
    table.check()


@pytest.mark.rule("PT-H.9")
def test_a_player_changes_to_another_seat_from_the_menu():
    table = open_cash(cash_house(currency="EUR"))
    rui, ines = (known(table.house, name, cents=15_000) for name in ("Rui", "Ines"))
    for seat, one in ((1, rui), (2, ines)):
        table.buy_in(one, seat=seat, cents=5_000)
    phone, address = browser(rui, "pt"), f"/tables/{table.table_id}/"
    assert "Mudar de lugar" in page_of(phone, address)
    assert "Outra pessoa ocupou esse lugar" in said(post(phone, f"{address}change-seat/", seat="2"))
    assert "Está no lugar 5." in said(post(phone, f"{address}change-seat/", seat="5"))
    assert {one["seat"] for one in table.row.seats} == {2, 5}
    table.deal()
    done = said(post(phone, f"{address}change-seat/", seat="6"))
    assert done.count("Quando esta mão terminar, senta-se no lugar 6, se estiver livre.") == 2
    assert {one["seat"] for one in table.row.seats} == {2, 5}
    assert "Ficar no lugar 5" in done


@pytest.mark.rule("PT-H.12")
def test_a_player_has_chips_added_by_themselves():
    table = open_cash(cash_house(currency="EUR"))
    rui = known(table.house, "Rui", cents=15_000)
    table.buy_in(rui, seat=1, cents=5_000)
    phone, address = browser(rui, "pt"), f"/tables/{table.table_id}/"
    page = page_of(phone, f"{address}top-up/")
    assert "Reposição automática" in page and 'id="tu-k"' in page
    assert "Terminar a reposição automática" not in page
    wrong = said(post(phone, f"{address}keep-stack/", what="keep", amount="10,00"))
    assert "no mínimo a 20,00 € e no máximo a 100,00 €" in wrong
    done = said(post(phone, f"{address}keep-stack/", what="keep", amount="60,00"))
    assert "Depois de cada mão, as suas fichas são repostas automaticamente." in done
    assert table.row.seats[0]["kept_cents"] == 6_000 and table.escrow() == 5_000
    page = page_of(phone, f"{address}top-up/")
    assert 'value="60,00"' in page and "Terminar a reposição automática" in page
    assert "A reposição automática está desligada." in said(post(phone, f"{address}keep-stack/", what="end"))
    row = table.row
    row.seats[0]["kept_ended"] = "play_limit_reached"
    row.save(update_fields=["seats"])
    assert "passaria um limite que definiu" in page_of(phone, f"{address}top-up/")


@pytest.mark.rule("PT-H.17", "PT-H.67", "PT-T.21")
def test_the_statement_leads_to_what_the_house_took_of_each_pot():
    home = cash_house()
    table = open_cash(home)
    for seat in (1, 2, 3):
        table.sit(seat)
    table.deal()
    for act in (("call",), ("call",), ("check",), ("bet", 200), ("fold",), ("fold",)):
        table.act(*act)
    table.until("close")
    table.due()
    won = next(seat for seat in (1, 2, 3) if table.stack(seat) > 10_000)
    lost = next(seat for seat in (1, 2, 3) if seat != won)
    phone = browser(table.people[won])
    page = page_of(phone, "/me/")
    address = re.search(r'href="(/me/sessions/\d+/)"\s*>Levado para uma mesa', page)[1]
    page = page_of(phone, address)
    assert page.count("Comissão do clube nos potes que você ganhou") == 2
    assert f"/me/hands/{table.table_id}/1/" in page and page.count("R$ 0,15") == 2
    other = page_of(browser(table.people[lost]), f"/tables/{table.table_id}/session/")
    assert "Comissão do clube nos potes" not in other


@pytest.mark.rule("PT-H.17", "PT-H.19", "PT-T.22")
def test_the_statement_tells_with_the_chips_that_come_home_what_the_house_took_of_the_pots():
    home = cash_house()
    table = open_cash(home)
    for seat in (1, 2, 3):
        table.sit(seat)
    took = dict.fromkeys((1, 2, 3), 0)
    for _ in range(2):
        table.deal()
        for act in (("raise", 300), ("fold",), ("call",), ("bet", 200), ("fold",)):
            table.act(*act)
        table.until("close")
        rakes = [
            share
            for pot in DealtHand.objects.get(number=table.row.hand_number).result["pots"]
            for share in pot["rake"]
        ]
        for seat, cents in rakes:
            took[seat] += cents
        table.due()
    assert sum(took.values()) == table.rake() > 0
    for seat in (1, 2, 3):
        before = table.stack(seat)
        table.leave(seat)
        phone = browser(table.people[seat], "en")
        sheet = phone.get("/me/statement.csv?unit=BRL").content.decode("utf-8-sig")
        head, home_again, brought, deposit = csv.reader(io.StringIO(sheet))
        assert head[6] == "Commission of the pots won"
        assert (home_again[2].split(":")[0], float(home_again[3])) == ("Back from a cash table", before / 100)
        # told beside the movement, which is what came home after it: the amounts are still the balance
        assert home_again[6] == (f"{took[seat] / 100:.2f}" if took[seat] else "")
        assert (brought[6], deposit[6]) == ("", "")
        assert float(home_again[4]) == sum(float(row[3]) for row in (home_again, brought, deposit))
        page = page_of(phone, "/me/")
        told = f"the house took R${took[seat] / 100:.2f} of the pots before"
        assert page.count("of the pots before") == page.count(told) == bool(took[seat])
    table.check()


@pytest.mark.rule("PT-H.17", "PT-H.19", "PT-T.22")
def test_where_all_chips_were_lost_the_commission_stands_beside_the_money_that_brought_them(monkeypatch):
    cards = GivenCards()
    monkeypatch.setattr("play.queries.decks._deck", cards.deck)
    table = open_cash(cash_house())
    table.sit(1)
    rui = table.sit(2, cents=2_000)
    board = ("Ad", "Kc", "9h", "5s", "3c")
    # a pot that Rui wins, then everything, which is lost
    cards.give({1: ("7d", "2c"), 2: ("Ah", "As")}, board=board)
    table.deal()
    check_down(table)
    took = sum(cents for _seat, cents in DealtHand.objects.get(number=1).result["pots"][0]["rake"])
    assert took == table.rake() > 0 and table.stack(2) > 2_000
    cards.give({1: ("Ah", "As"), 2: ("7d", "2c")}, board=board)
    table.deal()
    while table.row.stage == "playing":
        if table.row.due_kind == "decide":
            table.act(*all_in(table.row, hands.options(table.hand)))
        else:
            table.due()
    table.until("close")
    table.due()
    assert table.stack(2) == 0
    phone = browser(rui, "en")
    told = f"the house took R${took / 100:.2f} of the pots won with it"
    # as long as Rui sits there, chips may be added and come home
    assert "the house took" not in page_of(phone, "/me/")
    table.leave(2)
    assert page_of(phone, "/me/").count("the house took") == page_of(phone, "/me/").count(told) == 1
    sheet = phone.get("/me/statement.csv?unit=BRL").content.decode("utf-8-sig")
    _head, brought, deposit = csv.reader(io.StringIO(sheet))
    assert (brought[3], brought[6], deposit[6]) == ("-20.00", f"{took / 100:.2f}", "")
    table.check()


@pytest.mark.rule("PT-H.17", "PT-T.21", "PT-T.22")
def test_the_statement_has_a_line_for_all_that_went_to_a_table_came_back_or_was_the_houses():
    home = cash_house(currency="EUR")
    table = open_cash(home, rake_manner="buy_in", rake_bp=1000)
    rui = table.sit(1, "Rui", cents=5_000)
    table.top_up(1, 1_000)
    table.leave(1)
    # to its chips 45, of what was brought and added 5 and 1 to the house, 9 added; all chips home
    lines = [
        ("Back from a cash table", 5_400),
        ("Commission of a cash table", -100),
        ("Added at a cash table", -900),
        ("Commission of a cash table", -500),
        ("Brought to a cash table", -4_500),
    ]
    phone = browser(rui, "en")
    sheet = phone.get("/me/statement.csv?unit=EUR").content.decode("utf-8-sig")
    _head, *rows = csv.reader(io.StringIO(sheet))
    found = [(row[2], round(100 * float(row[3]))) for row in rows]
    assert [(what.partition(":")[0], cents) for what, cents in found[: len(lines)]] == lines
    # each line with the balance after it, down to what was there before
    balances = [round(100 * float(row[4])) for row in rows[: len(lines)]]
    assert balances[0] == table.wallet(1) == 20_000 - 600
    assert [one - other for one, other in pairwise(balances)] == [cents for _what, cents in lines[:-1]]
    account = page_of(phone, "/me/")
    assert [account.count(what) for what, _cents in (*lines[:3], lines[4])] == [1, 2, 1, 1]
    # and each leads to the session
    assert account.count(f'href="/me/sessions/{Sitting.objects.get().pk}/"') == len(lines)


@pytest.mark.rule("PT-T.21", "PT-T.22", "REGULATIONS 2.10")
def test_no_more_is_offered_than_the_own_limit_leaves_and_a_refusal_says_how_much(monkeypatch):
    home = cash_house()
    table = open_cash(home)
    monkeypatch.setattr(moment, "at", lambda: table.now)
    rui = known(home, "Rui", cents=20_000)
    limited = {"player_id": rui.player_id, "kind": "loss", "period": "day", "unit": "BRL"}
    cast.say(set_play_limit, by=rui, at=table.now, amount_cents=4_000, **limited)
    phone = browser(rui)
    page = page_of(phone, f"/tables/{table.table_id}/")
    assert 'value="40,00"' in page and "seu próprio limite deixa R$ 40,00" in page
    answer = post(phone, f"/tables/{table.table_id}/buy-in/", seat="1", amount="40,01")
    assert "restam R$ 40,00" in said(answer)
    table.buy_in(rui, seat=1, cents=2_500)
    page = page_of(phone, f"/tables/{table.table_id}/top-up/")
    assert 'value="15,00"' in page and "Pelo seu próprio limite, restam R$ 15,00." in page
    # the range ends where the limit does, and what it offers is taken
    assert "R$ 0,01 a R$ 15,00." in page and "R$ 75,00" not in page
    with cast.refused("play_limit_reached"):
        table.top_up(1, 1_501)
    table.top_up(1, 1_500)
    page = page_of(phone, f"/tables/{table.table_id}/top-up/")
    assert 'id="tu-a"' not in page
    assert (
        "Pelo seu próprio limite, restam R$ 0,00, e o mínimo que se acrescenta aqui agora é R$ 0,01." in page
    )
    assert table.stack(1) == 4_000 and table.wallet(1) == 16_000


@pytest.mark.rule("PT-T.21", "PT-T.22", "REGULATIONS 2.10")
def test_a_seat_is_offered_for_what_the_own_limit_leaves(monkeypatch):
    home = cash_house()
    table = open_cash(home)
    monkeypatch.setattr(moment, "at", lambda: table.now)
    rui = known(home, "Rui", cents=20_000)
    phone, address = browser(rui), f"/tables/{table.table_id}/"
    assert "R$ 20,00 a R$ 100,00" in page_of(phone, address)
    limited = {"player_id": rui.player_id, "kind": "loss", "period": "day", "unit": "BRL"}
    cast.say(set_play_limit, by=rui, at=table.now, amount_cents=4_000, **limited)
    page = page_of(phone, address)
    assert "R$ 20,00 a R$ 40,00" in page and "seu próprio limite deixa R$ 40,00" in page
    post(phone, f"{address}buy-in/", seat="1", amount="40,00")
    assert table.row.seats[0]["chips"] == 4_000


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_the_page_knows_when_the_own_time_ends_and_nobody_elses_does(monkeypatch):
    table = open_cash(cash_house(currency="EUR"))
    monkeypatch.setattr(moment, "at", lambda: table.now)
    rui, eva = table.sit(1, "Rui"), table.sit(2, "Eva")
    where = {"by": rui, "player_id": rui.player_id, "at": table.now}
    cast.say(set_time_limit, period="day", minutes=45, **where)
    began, table.now = table.now, table.now + timedelta(minutes=10)

    def page(person):
        found = browser(person).get(f"/tables/{table.table_id}/").content.decode()
        return json.loads(re.search(r'<script id="page" type="application/json">(.*?)</script>', found)[1])

    ends = int((began + timedelta(minutes=45)).timestamp() * 1000)
    assert page(rui)["limit"] == {"ends_ms": ends, "timezone": "America/Sao_Paulo"}
    assert "limit" not in page(eva)
    # while the table is held, by its own clock; and then as much later
    director = {"by": table.house.ana, "table_id": table.table_id}
    cast.say(hold_table, at=table.now, reason="luz", **director)
    table.now += timedelta(minutes=20)
    assert page(rui)["limit"]["ends_ms"] == ends
    cast.say(release_table, at=table.now, **director)
    assert page(rui)["limit"]["ends_ms"] == ends + 20 * 60_000


@pytest.mark.rule("PT-H.10", "PT-H.11", "PT-H.68")
def test_whose_seat_was_freed_reads_so_and_what_came_back(monkeypatch):
    table = open_cash(cash_house(currency="EUR"))
    monkeypatch.setattr(moment, "at", lambda: table.now)
    rui = table.sit(1, "Rui", cents=5_050)
    phone, address = browser(rui, "pt"), f"/tables/{table.table_id}/"
    post(phone, f"{address}sit-out/")
    table.until("free")
    table.due()
    assert table.row.seats == [] and table.wallet(1) == 20_000
    page = page_of(phone, address)
    assert "Esteve dez minutos ausente e a sala libertou o seu lugar: 50,50 € voltaram ao seu saldo." in page
    assert "Quem volta dentro de meia hora traz no mínimo o stack que tinha." in page
    assert "Já não está nesta mesa" not in page
    # what he brings again is at least that, and who leaves of the own will is told no absence
    with cast.refused("bad_buy_in"):
        table.buy_in(rui, seat=1, cents=5_049)
    table.buy_in(rui, seat=1, cents=5_050)
    post(phone, f"{address}sit-out/")
    table.now += timedelta(minutes=9)
    post(phone, f"{address}leave/")
    page = page_of(phone, address)
    assert "Já não está nesta mesa: 50,50 € voltaram ao seu saldo." in page
    assert "libertou o seu lugar" not in page
    table.now += timedelta(minutes=30)
    page = page_of(phone, address)
    assert "voltaram ao seu saldo" not in page and "Quem volta" not in page
    table.check()
