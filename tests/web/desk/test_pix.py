"""PIX from the house's page to the desk's confirmation: one code, one reference, the exact sum."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client

from access import moment
from people.commands.check_identity import check_identity
from people.models import User
from tests import cast
from tournaments.models import Entry, Registration, Venue

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(monkeypatch):
    """Pages are asked for while registration is open."""
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    return cast.house()


def browser(person):
    client = Client()
    client.cookies["django_language"] = "en"
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def text_of(answer):
    assert answer.status_code == 200, answer.content
    return re.sub(r"\s+", " ", answer.content.decode())


def fresh(**more):
    return {"command_id": str(uuid.uuid4()), **more}


def code_in(page):
    return re.search(r'value="(000201[^"]+)"', page)[1]


@pytest.mark.rule("SCPT.D", "SCPT.E")
def test_from_the_houses_page_to_the_seat(house):
    where = f"/director/venues/{house.venue_id}/"
    olga, desi, caio = browser(house.olga), browser(house.desi), browser(house.caio)
    venue = Venue.objects.get(pk=house.venue_id)
    form = {
        "name": venue.name, "slug": venue.slug, "city": venue.city, "timezone": venue.timezone, "language": "pt-br",
        "terms_version": venue.terms_version, "terms_text": venue.terms_text, "surcharge_transfer": "1,25",
        "pix_receiver": "Clube São José", "pix_city": "Florianópolis",
    }  # fmt: skip
    assert 'name="pix_key"' in text_of(olga.get(where))
    wrong = olga.post(where, fresh(**form, pix_key="4899"))
    assert wrong.status_code == 409 and "This is no PIX key." in wrong.content.decode()
    assert 'value="4899"' in wrong.content.decode()
    assert olga.post(where, fresh(**form, pix_key="caixa@clube.com.br")).status_code == 302
    assert 'value="Clube Sao Jose"' in text_of(olga.get(where))
    assert 'name="pix_key"' not in text_of(browser(house.ana).get(where))

    t = house.registering("turbo-8max")
    here = f"/play/{t}/"
    assert 'value="pix"' in text_of(caio.get(here))
    caio.post(f"{here}register/", fresh(pay="pix", terms="1"))
    registration = Registration.objects.get(tournament_id=t)
    assert (registration.state, registration.method) == ("pending", "transfer")
    page = text_of(caio.get(here))
    # 120 and 1.25 % of it
    assert "Pay exactly this to Clube Sao Jose:" in page and ">R$121.50</p>" in page
    assert registration.code in page
    assert "The desk confirms when the money has arrived" in page
    code = code_in(page)
    assert "5406121.505802BR" in code and f"0506{registration.code}6304" in code
    # the same by the API, for the player and for the desk, and for nobody else
    address = f"/api/registrations/{registration.pk}/pix"
    for client in (caio, desi):
        told = client.get(address).json()
        assert (told["code"], told["reference"], told["amount_cents"]) == (code, registration.code, 12_150)
    assert browser(house.dora).get(address).status_code == 403
    assert olga.get(f"/api/venues/{house.venue_id}/pix").json() == [
        {"key": "caixa@clube.com.br", "receiver": "Clube Sao Jose", "city": "Florianopolis"}
    ]
    public = Client().get(f"/api/venues/{house.venue_id}").content.decode()
    assert "caixa@clube" not in public

    # the desk: the reference on its list, the same code on the payment sheet, transfer chosen
    desk = text_of(desi.get(f"/desk/{t}/?player={house.caio.player_id}"))
    unpaid = desk[desk.index('id="unpaid"') :]
    assert f"{registration.code} · Transfer" in unpaid
    assert code_in(desk) == code
    assert re.search(r'name="method" value="transfer" checked', desk)
    assert "Look in the bank's account before you confirm." in desk.replace("&#x27;", "'")
    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id,
        document_kind="rg", document_number="12345678",
    )  # fmt: skip
    desi.post(
        f"/desk/{t}/do/confirm/",
        fresh(player_id=house.caio.player_id, registration_id=registration.pk, method="transfer"),
    )
    entry = Entry.objects.get(tournament_id=t)
    assert (entry.method, entry.surcharge_cents) == ("transfer", 150)
    page = text_of(caio.get(here))
    assert "You are in" in page and "00020126" not in page
    assert caio.get(address).status_code == 409
    cast.books_balance()


def test_who_chose_the_desk_may_still_pay_by_pix_and_without_a_key_there_is_none(house):
    caio, desi = browser(house.caio), browser(house.desi)
    t = house.registering("turbo-8max")
    assert 'value="pix"' not in text_of(caio.get(f"/play/{t}/"))
    caio.post(f"/play/{t}/register/", fresh(pay="desk", terms="1"))
    assert "00020126" not in text_of(caio.get(f"/play/{t}/"))
    assert "00020126" not in text_of(desi.get(f"/desk/{t}/?player={house.caio.player_id}"))
    Venue.objects.filter(pk=house.venue_id).update(
        pix_key="caixa@clube.com.br", pix_receiver="Clube", pix_city="Natal"
    )
    page = text_of(caio.get(f"/play/{t}/"))
    assert page.index("Pay at the desk") < page.index("Pay by PIX") and "5406120.00" in code_in(page)
    # whoever is not registered yet has no reference
    stranger = house.player()
    desk = text_of(desi.get(f"/desk/{t}/?player={stranger}"))
    assert "62070503***6304" in code_in(desk)
