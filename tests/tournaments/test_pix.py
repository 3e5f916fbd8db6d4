"""Where a house is paid by PIX: its owner's word, reais only, and the exact code of a registration that waits."""

from __future__ import annotations

import pytest

from dispatch.models import Fact
from people.commands.check_identity import check_identity
from tests import cast
from tournaments.commands.confirm_payment import confirm_payment
from tournaments.commands.register_player import register_player
from tournaments.commands.update_venue import update_venue
from tournaments.models import Tournament, Venue
from tournaments.queries.branding import pix_due, pix_of

pytestmark = pytest.mark.django_db

PIX = {"pix_key": "Caixa@Clube.com.br", "pix_receiver": "Clube São José", "pix_city": "Florianópolis"}


@pytest.fixture
def house():
    return cast.house()


def test_the_owner_alone_says_where_the_house_is_paid(house):
    change = {"venue_id": house.venue_id, "changes": PIX}
    for person in (house.ana, house.desi, house.caio):
        with cast.refused("forbidden"):
            cast.say(update_venue, by=person, **change)
    assert pix_of(house.venue_id) is None
    cast.say(update_venue, by=house.olga, **change)
    to = pix_of(house.venue_id)
    assert to is not None
    assert (to.key, to.receiver, to.city) == ("caixa@clube.com.br", "Clube Sao Jose", "Florianopolis")
    assert "clube.com.br" not in str([fact.body for fact in Fact.objects.all()])
    cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes={"pix_key": " "})
    assert pix_of(house.venue_id) is None


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        (PIX | {"pix_key": "48991234567"}, "bad_pix_key"),
        (PIX | {"pix_receiver": ""}, "pix_text_missing"),
        ({"pix_key": PIX["pix_key"]}, "pix_text_missing"),
        (PIX | {"pix_city": "São José do Rio Preto"}, "pix_text_too_long"),
        (PIX | {"pix_receiver": 7}, "text_unreadable"),
    ],
)
def test_what_no_code_can_be_made_of_is_refused(house, changes, code):
    with cast.refused(code):
        cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes=changes)


def test_a_house_in_euros_takes_none(house):
    Venue.objects.filter(pk=house.venue_id).update(currency="EUR")
    with cast.refused("pix_in_reais_only"):
        cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes=PIX)


@pytest.mark.rule("SCPT.E", "SCPT.D")
def test_the_code_of_a_registration_is_for_its_exact_sum_with_its_reference(house):
    surcharges = {"debit": 500, "credit": 1000, "transfer": 125}
    t = house.registering("turbo-8max")
    asked = cast.say(
        register_player,
        by=house.caio,
        tournament_id=t,
        player_id=house.caio.player_id,
        method="transfer",
        terms_version="1",
    )
    number = asked["registration_id"]
    with cast.refused("no_pix"):
        pix_due(number)
    cast.say(
        update_venue, by=house.olga, venue_id=house.venue_id, changes=PIX | {"surcharges_bp": surcharges}
    )
    due = pix_due(number)
    price = Tournament.objects.get(pk=t).price_cents
    extra = (price * 125 + 5000) // 10_000
    assert (due.amount_cents, due.surcharge_cents) == (price + extra, extra)
    assert (due.reference, due.receiver) == (asked["code"], "Clube Sao Jose")
    sum_ = f"{due.amount_cents // 100}.{due.amount_cents % 100:02d}"
    assert f"54{len(sum_):02d}{sum_}5802BR" in due.code
    assert f"62100506{asked['code']}6304" in due.code and "0118caixa@clube.com.br" in due.code
    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id,
        document_kind="rg", document_number="12345678",
    )  # fmt: skip
    done = cast.say(confirm_payment, by=house.desi, registration_id=number, method="transfer")
    assert done["receipt"]
    with cast.refused("not_pending"):
        pix_due(number)
    with cast.refused("not_found"):
        pix_due(10**9)
