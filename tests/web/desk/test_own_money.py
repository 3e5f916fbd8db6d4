"""Nobody books the own money by hand: two people stand for it, whose it is and who says that it came or went."""

from __future__ import annotations

import pytest
from django.db import transaction

from ledger.commands.adjust import adjust
from ledger.operations import account
from ledger.queries import wallet_balance
from rules.accounts import AccountKind
from tests import cast
from tests.payouts.bank import know
from tests.web.desk.test_desk import as_, deal, house, open_one
from tests.web.desk.test_paid_back_into_the_balance import by_api, said
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.correct_payment_method import correct_payment_method

__all__ = ["house", "open_one"]
pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-T.21")]

OWN = "This is your own money: a colleague books it."


def test_a_cashier_pays_nothing_in_for_herself_and_nothing_out(house, open_one):
    own = house.desi.player_id
    house.deposit(own, 5_000)
    desi, ana = as_(house.desi), as_(house.ana)
    here, deposit_form = f"/desk/{open_one}/?player={own}", f'action="/desk/{open_one}/do/deposit/"'
    assert OWN in said(desi.get(here)) and deposit_form not in said(desi.get(here))
    assert OWN not in said(ana.get(here)) and deposit_form in said(ana.get(here))
    for what, address in (("deposit", "deposits"), ("withdraw", "withdrawals")):
        with cast.unchanged():
            assert OWN in said(deal(desi, open_one, what, player_id=own, amount="20", method="cash"))
            for language, sentence in (
                ("en", OWN),
                ("pt-BR", "Este dinheiro é seu: um colega lança."),
                ("pt-PT", "Este dinheiro é seu: um colega regista-o."),
            ):
                told = by_api(
                    desi, f"venues/{house.venue_id}/{address}", language, player_id=own, unit="BRL",
                    amount_cents=2_000, method="cash",
                )  # fmt: skip
                body = told.json()
                assert (told.status_code, body["code"], body["rule"]) == (409, "own_money", "PT-T.21")
                assert body["detail"] == sentence
    # a colleague does
    deal(ana, open_one, "deposit", player_id=own, amount="20", method="cash")
    deal(ana, open_one, "withdraw", player_id=own, amount="10", method="cash")
    assert wallet_balance(own, unit="BRL") == 6_000
    cast.books_balance()


def test_an_owner_corrects_the_books_of_others_only(house):
    house.deposit(house.olga.player_id, 5_000)
    with transaction.atomic():
        own = account(AccountKind.PLAYER, unit="BRL", player_id=house.olga.player_id)
        drawer = account(AccountKind.CASH_DRAWER, unit="BRL", venue_id=house.venue_id)
    booked = {"venue_id": house.venue_id, "unit": "BRL", "amount_cents": 1_000, "reason": "x"}
    for debit, credit in ((drawer, own), (own, drawer)):
        with cast.refused("own_money", rule="PT-T.21"):
            cast.say(adjust, by=house.olga, debit_account_id=debit, credit_account_id=credit, **booked)


def test_an_entry_that_she_says_she_paid_is_not_cancelled_into_her_balance(house):
    open_one = house.registering(starts_at=cast.after(hours=2))
    own = house.desi.player_id
    know(house, house.desi)
    made = house.enter(open_one, own)  # by Desi herself: "paid in cash"
    number = made["registration_id"]
    with cast.refused("own_money", rule="PT-T.21"):
        cast.say(cancel_registration, by=house.desi, registration_id=number, reason="ill")
    # nothing comes into it: back the way it was paid she may; into it a colleague does
    cast.say(cancel_registration, by=house.ana, registration_id=number, reason="ill")
    assert wallet_balance(own, unit="BRL") == 45_000
    again = house.enter(open_one, own)
    cast.say(cancel_registration, by=house.desi, registration_id=again["registration_id"], hand_back=True)
    assert wallet_balance(own, unit="BRL") == 45_000
    cast.books_balance()


def test_nor_is_it_said_to_have_been_cash_after_all(house):
    """What was paid from her balance would be in it again."""
    own, t = house.desi.player_id, house.registering(starts_at=cast.after(hours=2))
    know(house, house.desi)
    house.deposit(own, 45_000)
    made = house.enter(t, own, method="balance")
    with cast.refused("own_money", rule="PT-T.21"):
        cast.say(correct_payment_method, by=house.desi, entry_id=made["entry_id"], method="cash")
    cast.say(correct_payment_method, by=house.ana, entry_id=made["entry_id"], method="cash")
    cast.say(correct_payment_method, by=house.desi, entry_id=made["entry_id"], method="transfer")
    assert wallet_balance(own, unit="BRL") == 45_000
    cast.books_balance()
