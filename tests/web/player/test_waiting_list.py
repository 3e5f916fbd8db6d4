"""The waiting list of a full cash table on its page: join, see the place, take the seat that is kept, give up."""

from __future__ import annotations

from datetime import timedelta

import pytest

from access import moment
from dispatch.facts import SYSTEM
from play.commands.expire_offer import expire_offer
from play.commands.join_waiting_list import join_waiting_list
from play.models import Sitting, WaitingPlace
from tests import cast
from tests.play.cash import house as cash_house
from tests.play.cash import known, open_cash
from tests.web.player.test_cash_tables import browser, page_of, post, said

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.6")]


@pytest.fixture
def full(monkeypatch):
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    table = open_cash(cash_house(currency="EUR"), seats=2)
    for seat in (1, 2):
        table.sit(seat)
    return table


def test_one_joins_reads_the_own_place_takes_the_seat(full):
    ines, rui = (known(full.house, name, cents=15_000) for name in ("Ines", "Rui"))
    full.say(join_waiting_list, ines)
    phone, address = browser(rui, "pt"), f"/tables/{full.table_id}/"
    assert "2 de 2 lugares ocupados · 1 jogador à espera" in page_of(phone, "/tables/")
    page = page_of(phone, address)
    assert "Nenhum lugar está livre para si agora; 1 jogador espera." in page
    assert "buy-in/" not in page
    done = said(post(phone, f"{address}waiting/", what="join"))
    assert "Está na lista de espera." in done
    assert "É o número 2 de 2 na lista de espera." in done
    again = said(post(phone, f"{address}waiting/", what="join"))
    assert "Já espera por esta mesa." in again
    # the first gives up, and a seat is free
    post(browser(ines, "pt"), f"{address}waiting/", what="leave")
    full.leave(1)
    page = page_of(phone, address)
    assert "<title>Há um lugar livre · " in page
    assert "Há um lugar livre para si." in page and 'data-part="offer-left">30</b> s.' in page
    other = page_of(browser(ines, "pt"), address)
    assert "Nenhum lugar está livre para si agora; 1 jogador espera." in other and "buy-in/" not in other
    wrong = said(post(phone, f"{address}buy-in/", seat="1", amount="10,00"))
    assert "20,00 € a 100,00 €" in wrong and Sitting.objects.filter(left_at=None).count() == 1
    done = said(post(phone, f"{address}buy-in/", seat="1", amount="40,00"))
    assert "Lugar 1" in done and "40,00 €" in done
    assert [one.outcome for one in WaitingPlace.objects.order_by("pk")] == ["left", "seated"]
    full.check()


def test_who_misses_the_seat_is_told_and_may_wait_again(full):
    eva, rui = (known(full.house, name, cents=15_000) for name in ("Eva", "Rui"))
    address = f"/tables/{full.table_id}/"
    for one in (eva, rui):
        post(browser(one), f"{address}waiting/", what="join")
    full.leave(1)
    place = WaitingPlace.objects.get(player_id=eva.player_id)
    assert place.offered_until == cast.OPEN + timedelta(seconds=30)
    at = place.offered_until + timedelta(milliseconds=60)
    cast.say(expire_offer, by=SYSTEM, at=at, table_id=full.table_id, place_id=place.pk)
    page = page_of(browser(eva), address)
    assert "O assento oferecido a você passou ao próximo, pois o tempo acabou." in page
    assert "Entrar na lista de espera" in page
    assert "Há um assento livre para você." in page_of(browser(rui), address)
    done = said(post(browser(eva), f"{address}waiting/", what="join"))
    assert "Você é o número 2 de 2 na lista de espera." in done and "passou ao próximo" not in done


def test_who_has_too_little_is_told_so_and_can_still_give_up(full):
    rui = known(full.house, "Rui", cents=2_000)
    phone, address = browser(rui, "en"), f"/tables/{full.table_id}/"
    assert "You are number 1 of 1" in said(post(phone, f"{address}waiting/", what="join"))
    other = open_cash(full.house, seats=2)
    other.buy_in(rui, seat=1, cents=2_000)
    page = page_of(phone, address)
    assert "Your balance is" in page and "Leave the waiting list" in page
    assert "You have left the waiting list." in said(post(phone, f"{address}waiting/", what="leave"))
    assert "Leave the waiting list" not in page_of(phone, address)


def test_the_api_tells_the_own_place_and_nobody_else_s(full):
    rui, ines = (known(full.house, name, cents=15_000) for name in ("Rui", "Ines"))
    full.say(join_waiting_list, rui)
    full.leave(2)
    address = f"/api/play-tables/{full.table_id}/waiting-list/{rui.player_id}"
    assert browser(rui).get(address).json() == {
        "table_id": full.table_id,
        "place": 1,
        "waiting": 1,
        "free_seats": 1,
        "may_sit": True,
        "brings_cents": 0,
        "offered_until_ms": int((full.now + timedelta(seconds=30)).timestamp() * 1000),
    }
    assert browser(ines).get(address).status_code == 403
    tables = browser(ines).get(f"/api/venues/{full.house.venue_id}/play-tables").json()
    assert [one["waiting"] for one in tables] == [1]
