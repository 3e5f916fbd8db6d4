"""Money that came by card: no way around the surcharge, and no cash advance."""

from __future__ import annotations

import json
import uuid

import pytest

from ledger.models import Transfer
from ledger.queries import wallet_balance
from tests import cast
from tests.web.desk.test_desk import as_, deal, house, open_one, text
from tournaments.commands.update_venue import update_venue
from tournaments.models import Registration

__all__ = ["house", "open_one"]
pytestmark = [pytest.mark.django_db, pytest.mark.rule("SCPT.E")]


def by_api(client, house, what, player, cents, method):
    return client.post(
        f"/api/venues/{house.venue_id}/{what}",
        json.dumps(
            {"player_id": player, "unit": "BRL", "amount_cents": cents, "method": method, "reference": "x"}
        ),
        content_type="application/json",
        headers={"Command-Id": str(uuid.uuid4()), "Accept-Language": "en"},
    )


def test_a_surcharge_is_not_spared_by_paying_in_first(house, open_one):
    player, desk = house.player("Rui Barbosa"), as_(house.desi)
    page = text(desk.get(f"/desk/{open_one}/?player={player}"))
    assert '<option value="cash">Cash</option>' in page
    assert page.count(": only to pay out</option>") == 2
    with cast.unchanged():
        said = text(deal(desk, open_one, "deposit", player_id=player, amount="450", method="credit"))
        assert "This house has a surcharge on this method" in said
        told = by_api(desk, house, "deposits", player, 45_000, "debit").json()
        assert told["code"] == "surcharged_deposit"
    landed = text(deal(desk, open_one, "deposit", player_id=player, amount="450", method="cash"))
    assert "R$450.00 paid in: the player&#x27;s balance is R$450.00 now." in landed
    assert wallet_balance(player, unit="BRL") == 45_000


def test_money_of_a_card_goes_back_to_the_card_or_out_on_the_directors_word(house, open_one):
    cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes={"surcharges_bp": {}})
    player, desk, ana = house.player("Rui Barbosa"), as_(house.desi), as_(house.ana)
    deal(desk, open_one, "deposit", player_id=player, amount="450", method="credit")
    deal(desk, open_one, "deposit", player_id=player, amount="100", method="cash")
    with cast.unchanged():
        said = text(
            deal(desk, open_one, "withdraw", player_id=player, amount="450", method="cash", reference="x")
        )
        assert (
            "450.00 of this balance came by card and goes back to the card" in said
            and "100.00 can be paid" in said
        )
        assert by_api(desk, house, "withdrawals", player, 10_001, "transfer").json()["code"] == "card_money"
        said = text(deal(ana, open_one, "withdraw", player_id=player, amount="450", method="cash"))
        assert "Write in the reference why" in said
    deal(desk, open_one, "withdraw", player_id=player, amount="100", method="cash")
    deal(desk, open_one, "withdraw", player_id=player, amount="50", method="credit")
    deal(
        ana, open_one, "withdraw", player_id=player, amount="400", method="cash", reference="terminal broken"
    )
    assert wallet_balance(player, unit="BRL") == 0
    assert Transfer.objects.order_by("-id")[0].reference == "note:terminal broken"


def test_an_entry_by_card_that_was_called_off_is_money_of_the_card(house, open_one):
    player, desk = house.player("Rui Barbosa"), as_(house.desi)
    house.enter(open_one, player, method="credit")
    registration = Registration.objects.get(tournament_id=open_one)
    deal(as_(house.ana), open_one, "cancel", registration_id=registration.pk, player_id=player, reason="ill")
    balance = wallet_balance(player, unit="BRL")
    assert balance > 0
    with cast.unchanged():
        assert by_api(desk, house, "withdrawals", player, 1, "cash").json()["code"] == "card_money"
    assert by_api(desk, house, "withdrawals", player, balance, "credit").status_code == 200
