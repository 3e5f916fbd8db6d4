"""Nobody books the own money by hand: two people stand for it, whose it is and who says that it came or went."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction

from ledger.commands.adjust import adjust
from ledger.operations import account
from ledger.queries import wallet_balance
from people.models import StaffRole
from rules.accounts import AccountKind
from rules.entries import simple_split
from tests import cast
from tests.payouts.bank import know
from tests.payouts.room import bust
from tests.web.desk.test_desk import as_, deal, house, open_one
from tests.web.desk.test_paid_back_into_the_balance import by_api, said
from tournaments.commands.add_on import add_on
from tournaments.commands.announce_rebuy import announce_rebuy
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.confirm_payment import confirm_payment
from tournaments.commands.correct_payment_method import correct_payment_method
from tournaments.commands.pay_debt import pay_debt
from tournaments.commands.rebuy import rebuy as sell_rebuy
from tournaments.commands.record_payment import record_payment
from tournaments.commands.reenter import reenter
from tournaments.commands.register_player import register_player
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry

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


def test_an_entry_that_was_paid_in_cash_is_not_cancelled_into_her_balance_by_herself(house):
    open_one = house.registering(starts_at=cast.after(hours=2))
    own = house.desi.player_id
    know(house, house.desi)
    made = paid_to(house.ana, open_one, own)
    number = made["registration_id"]
    with cast.refused("own_money", rule="PT-T.21"):
        cast.say(cancel_registration, by=house.desi, registration_id=number, reason="ill")
    # nothing comes into it: back the way it was paid she may; into it a colleague does
    cast.say(cancel_registration, by=house.ana, registration_id=number, reason="ill")
    assert wallet_balance(own, unit="BRL") == 45_000
    again = paid_to(house.ana, open_one, own)
    cast.say(cancel_registration, by=house.desi, registration_id=again["registration_id"], hand_back=True)
    assert wallet_balance(own, unit="BRL") == 45_000
    cast.books_balance()


def test_nor_is_it_said_to_have_been_cash_after_all(house):
    """What was paid from her balance would be in it again; what is in the bank would be missing in no drawer."""
    own, t = house.desi.player_id, house.registering(starts_at=cast.after(hours=2))
    know(house, house.desi)
    house.deposit(own, 45_000)
    made = house.enter(t, own, method="balance")
    with cast.refused("own_money", rule="PT-T.21"):
        cast.say(correct_payment_method, by=house.desi, entry_id=made["entry_id"], method="cash")
    cast.say(correct_payment_method, by=house.ana, entry_id=made["entry_id"], method="cash")
    with cast.refused("own_money", rule="PT-T.21"):
        cast.say(correct_payment_method, by=house.desi, entry_id=made["entry_id"], method="transfer")
    cast.say(correct_payment_method, by=house.ana, entry_id=made["entry_id"], method="transfer")
    assert wallet_balance(own, unit="BRL") == 45_000
    cast.books_balance()


def paid_to(who, tournament, player, *, method="cash"):
    """An entry whose money this person of the staff says is there."""
    return cast.say(
        register_player,
        by=who,
        tournament_id=tournament,
        player_id=player,
        method=method,
        terms_version="1",
        paid=True,
    )


def test_a_cashier_says_of_no_entry_of_her_own_that_its_money_came(house, open_one):
    own = house.desi.player_id
    know(house, house.desi)
    house.deposit(own, 100_000)
    desi, ana = as_(house.desi), as_(house.ana)
    here = f"/desk/{open_one}/?player={own}"
    mine, hers = said(desi.get(here)), said(ana.get(here))
    assert f"{OWN} From the balance you pay yourself." in mine and 'value="cash"' not in mine
    assert 'value="balance"' in mine
    assert "From the balance you pay yourself." not in hers and 'value="cash"' in hers
    with cast.unchanged():
        sold = deal(
            desi, open_one, "register", player_id=own, method="cash", terms_version="1", price="45000"
        )
        assert OWN in said(sold)
    # registered on the own phone, to be paid at the desk
    pending = cast.say(
        register_player,
        by=house.desi,
        tournament_id=open_one,
        player_id=own,
        method="cash",
        terms_version="1",
    )["registration_id"]
    for command in (confirm_payment, record_payment):
        for method in ("cash", "debit", "transfer"):
            with cast.refused("own_money", rule="PT-T.21"):
                cast.say(command, by=house.desi, registration_id=pending, method=method)
    # from the balance nobody says it: it is there
    with_balance = cast.say(confirm_payment, by=house.desi, registration_id=pending, method="balance")
    assert with_balance["entry_id"]
    cast.books_balance()


def test_nor_of_a_rebuy_an_add_on_or_what_she_owes(house):
    rebuy = {
        "price_cents": 3_000, "chips": 10_000, "until_level": 6, "per_player": None,
        "split": simple_split(name="rebuy", prize_cents=2_500, fee_cents=500).as_dict(),
    }  # fmt: skip
    tournament = house.registering("turbo-8max", starts_at=cast.START, rebuy=rebuy)
    own = house.desi.player_id
    know(house, house.desi)
    entry = paid_to(house.ana, tournament, own)["entry_id"]
    house.fill(tournament, 3)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    at = cast.after(minutes=2)
    for method in ("cash", "credit"):
        with cast.refused("own_money", rule="PT-T.21"):
            cast.say(sell_rebuy, by=house.desi, at=at, entry_id=entry, method=method, stack_chips=0)
        with cast.refused("own_money", rule="PT-T.21"):
            cast.say(add_on, by=house.desi, at=at, entry_id=entry, method=method)
    # announced at the table it is owed; a colleague takes it
    owed = cast.say(announce_rebuy, by=house.bruno, at=at, entry_id=entry)["purchase_id"]
    with cast.refused("own_money", rule="PT-T.21"):
        cast.say(pay_debt, by=house.desi, at=at, debt_id=owed, method="cash")
    cast.say(pay_debt, by=house.ana, at=at, debt_id=owed, method="cash")
    cast.books_balance()


def test_nor_of_a_re_entry(house):
    tournament = house.registering("scpt-main", starts_at=cast.START)
    own = house.desi.player_id
    know(house, house.desi)
    paid_to(house.ana, tournament, own)
    house.fill(tournament, 3)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    bust(house, tournament, Entry.objects.get(player_id=own).pk, at=cast.after(minutes=2))
    again = {"at": cast.after(minutes=3), "tournament_id": tournament, "player_id": own, "method": "cash"}
    with cast.refused("own_money", rule="PT-T.21"):
        cast.say(reenter, by=house.desi, **again)
    cast.say(reenter, by=house.ana, **again)


def test_who_runs_a_house_alone_plays_there_too(house, open_one):
    """Nobody else is there who could say it."""
    StaffRole.objects.filter(venue_id=house.venue_id).exclude(user_id=house.olga.user_id).update(
        revoked_at=cast.OPEN
    )
    own = house.olga.player_id
    know(house, house.olga)
    assert 'value="cash"' in said(as_(house.olga).get(f"/desk/{open_one}/?player={own}"))
    assert paid_to(house.olga, open_one, own)["entry_id"]


def test_what_comes_from_the_balance_is_told_before_it_is_taken(house):
    open_one = house.registering(starts_at=datetime.now(UTC) + timedelta(hours=2))  # R$ 450
    player = house.player()
    house.deposit(player, 44_999)
    here, told = f"/desk/{open_one}/?player={player}", "come from the balance: there is nothing to receive."
    assert told not in said(as_(house.ana).get(here))  # it does not reach: the way is closed
    house.deposit(player, 5_001)
    assert f"R$450.00 {told} R$50.00 stay in it." in said(as_(house.ana).get(here))
