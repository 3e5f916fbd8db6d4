"""Withdrawals by the bank: the amount is set aside at once, and paid, refused or taken back once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dispatch.models import Command
from ledger.commands.adjust import adjust
from ledger.commands.deposit import deposit
from ledger.models import Account
from ledger.queries import statement, use_of_limits
from ledger.queries.sums import sums_of
from payouts.commands.pay_withdrawal import pay_withdrawal
from payouts.commands.refuse_withdrawal import refuse_withdrawal
from payouts.commands.return_withdrawal import return_withdrawal
from payouts.commands.take_back_withdrawal import take_back_withdrawal
from payouts.commands.take_up_withdrawal import take_up_withdrawal
from payouts.queries.takings import night_at, takings_of
from payouts.queries.withdrawable import withdrawable_of
from payouts.queries.withdrawals import withdrawals_found, withdrawals_over, withdrawals_waiting
from people.commands.anonymise_player import anonymise_player
from people.commands.exclude_self import exclude_self
from play.queries.cash import escrow_differences
from rules.accounts import AccountKind
from tests import cast
from tests.payouts.bank import adds_up, balance, open_house, set_aside, withdrawal
from tests.people.test_commands import facts
from tests.play.cash import open_cash
from tournaments.commands.register_player import register_player
from tournaments.commands.update_venue import update_venue

pytestmark = pytest.mark.django_db

ZONE = "America/Sao_Paulo"


@pytest.fixture
def house() -> cast.House:
    house = open_house()
    house.deposit(house.caio.player_id, 10_000)
    return house


def pay(house, one, **more):
    return cast.say(pay_withdrawal, **{"by": house.desi, "withdrawal_id": one.pk, "bank_note": "E55", **more})


@pytest.mark.rule("PT-T.21", "PT-T.22")
def test_the_amount_is_set_aside_at_once_and_paid_once(house):
    command_id = cast.new_id()
    one = withdrawal(house, command_id=command_id)
    assert withdrawal(house, command_id=command_id) == one
    assert (one.state, balance(house), set_aside(house)) == ("asked", 4_000, 6_000)
    adds_up()
    # it cannot be played meanwhile
    t = house.registering("turbo-8max", online=True)
    with cast.refused("insufficient_funds"):
        cast.say(
            register_player, by=house.caio, tournament_id=t, player_id=house.caio.player_id, method="balance",
            terms_version="1",
        )  # fmt: skip
    pay_id = cast.new_id()
    done = pay(house, one, command_id=pay_id)
    assert done["state"] == "paid" and pay(house, one, command_id=pay_id) == done
    assert (balance(house), set_aside(house)) == (4_000, 0)
    adds_up()
    with cast.refused("withdrawal_settled") as no:
        pay(house, one, by=house.ana)
    assert no.value.params == {"state": "paid"}
    one.refresh_from_db()
    assert (one.note, one.settled_by, one.settled_at) == ("E55", house.desi.user_id, cast.OPEN)
    found = takings_of(house.venue_id, currency="BRL", zone=ZONE, day=night_at(cast.OPEN, zone=ZONE))
    assert (house.desi.user_id, "withdrawal", "transfer", 6_000) in [
        (row.user_id, row.what, row.method, row.out_cents) for row in found.rows
    ]


@pytest.mark.rule("PT-T.21")
def test_where_it_goes_to_is_in_no_fact_and_no_log(house):
    withdrawal(house, destination="  PT50 0002 0123 1234 5678 9015 4 \n Caio ")
    [view] = withdrawals_waiting(house.venue_id)
    assert view.destination == "PT50 0002 0123 1234 5678 9015 4 Caio"
    kept = Command.objects.filter(name="payouts.ask_withdrawal").values()
    for told in (str(facts()), repr(view), str(list(kept))):
        # more of it than an id or a digest can be
        assert "PT50" not in told and "5678 9015" not in told and "56789015" not in told


@pytest.mark.rule("PT-T.21")
def test_what_may_not_be_asked_for(house):
    for cents, code in ((0, "amount_too_small"), (-5, "amount_too_small"), (10**11, "amount_too_large")):
        with cast.refused(code):
            withdrawal(house, cents)
    with cast.refused("insufficient_funds") as no:
        withdrawal(house, 10_001)
    assert no.value.params["free_cents"] == 10_000
    for text, code in ((" ", "text_missing"), ("a" * 141, "text_too_long"), ("a\x00b", "text_unreadable")):
        with cast.refused(code):
            withdrawal(house, destination=text)
    with cast.refused("bad_iban"):
        withdrawal(house, destination="PT50 0002 0123 1234 5678 9015 5")
    with cast.refused("forbidden"):
        withdrawal(house, by=house.desi)
    with cast.refused("not_found"):
        withdrawal(house, venue_id=10**9)
    for _ in range(3):
        withdrawal(house, 100)
    with cast.refused("too_many_waiting"):
        withdrawal(house, 100)
    cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes={"phone_money": False})
    with cast.refused("no_phone_money"):
        withdrawal(house, 100)


@pytest.mark.rule("SCPT.E", "PT-T.21")
def test_money_of_a_card_goes_back_to_the_card():
    house = open_house(surcharges_bp={})
    pays = {"by": house.desi, "venue_id": house.venue_id, "player_id": house.caio.player_id, "unit": "BRL"}
    cast.say(deposit, **pays, amount_cents=7_000, method="credit")
    cast.say(deposit, **pays, amount_cents=3_000, method="cash")
    with cast.refused("card_money", rule="SCPT.E") as no:
        withdrawal(house, 3_001)
    assert (no.value.params["card_cents"], no.value.params["free_cents"]) == (7_000, 3_000)
    one = withdrawal(house, 3_000)
    # what waits to be paid by transfer was no card's money, and comes back as none
    free = withdrawable_of(house.caio.player_id, unit="BRL", balance_cents=7_000, at=cast.OPEN)
    assert (free.card_cents, free.free_cents) == (7_000, 0)
    cast.say(take_back_withdrawal, by=house.caio, withdrawal_id=one.pk)
    assert (
        withdrawable_of(house.caio.player_id, unit="BRL", balance_cents=10_000, at=cast.OPEN).free_cents
        == 3_000
    )


@pytest.mark.rule("PT-T.21")
def test_who_is_excluded_withdraws_all_the_same(house):
    cast.say(exclude_self, by=house.caio, player_id=house.caio.player_id, until_at=None)
    pay(house, withdrawal(house, 10_000))
    assert balance(house) == 0


@pytest.mark.rule("PT-T.21")
def test_a_player_takes_back_until_somebody_pays_it(house):
    one = withdrawal(house)
    up = {"withdrawal_id": one.pk}
    for who in (house.caio, house.bruno):
        with cast.refused("forbidden"):
            cast.say(take_up_withdrawal, by=who, **up, begun=True)
    with cast.refused("withdrawal_settled"):
        cast.say(take_up_withdrawal, by=house.desi, **up, begun=False)
    assert cast.say(take_up_withdrawal, by=house.desi, **up, begun=True)["state"] == "paying"
    with cast.refused("withdrawal_settled") as no:
        cast.say(take_up_withdrawal, by=house.ana, **up, begun=True)
    assert no.value.params == {"state": "paying"}
    with cast.refused("withdrawal_settled"):
        cast.say(take_back_withdrawal, by=house.caio, withdrawal_id=one.pk)
    assert withdrawals_waiting(house.venue_id)[0].taken_up_at == cast.OPEN
    cast.say(take_up_withdrawal, by=house.desi, **up, begun=False)
    with cast.refused("forbidden"):
        cast.say(take_back_withdrawal, by=house.dora, withdrawal_id=one.pk)
    assert cast.say(take_back_withdrawal, by=house.caio, withdrawal_id=one.pk)["state"] == "taken_back"
    assert (balance(house), set_aside(house)) == (10_000, 0)
    for call in (
        lambda: cast.say(take_back_withdrawal, by=house.caio, withdrawal_id=one.pk),
        lambda: pay(house, one),
    ):
        with cast.refused("withdrawal_settled"):
            call()
    adds_up()


@pytest.mark.rule("PT-T.21")
def test_what_a_colleague_is_paying_is_left_to_them_unless_one_knows(house):
    for number, act in enumerate(
        (
            lambda one, **more: pay(house, one, by=house.ana, **more),
            lambda one, **more: cast.say(
                refuse_withdrawal, by=house.ana, withdrawal_id=one.pk, reason="Chave errada", **more
            ),
            lambda one, **more: cast.say(
                take_up_withdrawal, by=house.ana, withdrawal_id=one.pk, begun=False, **more
            ),
        )
    ):
        one = withdrawal(house, 1_000)
        cast.say(take_up_withdrawal, by=house.desi, withdrawal_id=one.pk, begun=True)
        for seen in ({}, {"taken_up_at": cast.OPEN - timedelta(minutes=1)}):
            with cast.refused("withdrawal_taken_up") as no:
                act(one, **seen)
            assert no.value.params == {"state": "paying"}
        assert act(one, taken_up_at=cast.OPEN)["state"] == ("paid", "refused", "asked")[number]
    adds_up()


@pytest.mark.rule("PT-T.21")
def test_the_house_refuses_with_a_reason_also_what_the_bank_sent_back(house):
    one, two = withdrawal(house, 1_000), withdrawal(house, 2_000)
    with cast.refused("text_missing"):
        cast.say(refuse_withdrawal, by=house.desi, withdrawal_id=one.pk, reason="")
    with cast.refused("forbidden"):
        cast.say(refuse_withdrawal, by=house.bruno, withdrawal_id=one.pk, reason="Chave errada")
    cast.say(refuse_withdrawal, by=house.desi, withdrawal_id=one.pk, reason="Chave errada")
    assert balance(house) == 8_000
    with cast.refused("text_missing"):
        pay(house, two, bank_note=" ")
    pay(house, two)
    # a page from before it was paid brings nothing back
    with cast.refused("withdrawal_settled") as no:
        cast.say(refuse_withdrawal, by=house.ana, withdrawal_id=two.pk, reason="Chave errada")
    assert no.value.params == {"state": "paid"}
    with cast.refused("forbidden"):
        cast.say(return_withdrawal, by=house.bruno, withdrawal_id=two.pk, reason="O banco devolveu")
    with cast.refused("text_missing"):
        cast.say(return_withdrawal, by=house.ana, withdrawal_id=two.pk, reason=" ")
    cast.say(return_withdrawal, by=house.ana, withdrawal_id=two.pk, reason="O banco devolveu")
    assert (balance(house), set_aside(house)) == (10_000, 0)
    assert [(kind, body["was_paid"]) for kind, _s, _a, body in facts() if kind == "withdrawal_refused"] == [
        ("withdrawal_refused", False),
        ("withdrawal_refused", True),
    ]
    assert "errada" not in str(facts())
    with cast.refused("withdrawal_settled"):
        cast.say(return_withdrawal, by=house.ana, withdrawal_id=two.pk, reason="de novo")
    adds_up()
    assert [view.withdrawal_id for view in withdrawals_over(house.venue_id)] == [two.pk, one.pk]
    assert withdrawals_found(house.venue_id, typed=two.reference)[0].reason == "O banco devolveu"


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_it_is_no_loss_and_stands_in_statement_and_sums(house):
    one = withdrawal(house, 6_000)
    uses = {
        use.kind: use.used_cents
        for use in use_of_limits(house.caio.player_id, unit="BRL", at=cast.OPEN, at_tables={})
        if use.period == "day"
    }
    assert (uses["loss"], uses["spend"]) == (0, 0)
    line = statement(house.caio.player_id, unit="BRL").lines[0]
    assert (line.kind, line.change_cents, line.balance_cents, line.other_kind, line.reference) == (
        "withdrawal_asked", -6_000, 4_000, AccountKind.SET_ASIDE, f"withdrawal:{one.pk}",
    )  # fmt: skip

    def sums():
        found = sums_of(house.caio.player_id, unit="BRL", by="year", zone=ZONE)[0]
        return (
            found.paid_in_cents,
            found.paid_out_cents,
            found.waiting_cents,
            found.staked_cents,
            found.back_cents,
            found.other_cents,
        )

    # what waits has not left yet
    assert sums() == (10_000, 0, 6_000, 0, 0, 0)
    cast.say(take_back_withdrawal, by=house.caio, withdrawal_id=one.pk)
    assert sums() == (10_000, 0, 0, 0, 0, 0)
    cast.say(pay_withdrawal, by=house.desi, withdrawal_id=withdrawal(house, 4_000).pk, bank_note="E1")
    withdrawal(house, 1_000)
    assert sums() == (10_000, 4_000, 1_000, 0, 0, 0)


def test_nobody_corrects_what_is_set_aside_and_who_has_some_is_not_erased(house):
    one = withdrawal(house, 10_000)
    ends = {
        "debit_account_id": Account.objects.get(kind="set_aside").pk,
        "credit_account_id": Account.objects.get(kind="player", player_id=house.caio.player_id).pk,
    }
    with cast.refused("unknown_account"):
        cast.say(
            adjust, by=house.olga, venue_id=house.venue_id, unit="BRL", amount_cents=1, reason="x", **ends
        )
    with cast.refused("balance_left"):
        cast.say(anonymise_player, by=house.caio, player_id=house.caio.player_id)
    pay(house, one)
    cast.say(anonymise_player, by=house.caio, player_id=house.caio.player_id)
    one.refresh_from_db()
    assert (one.destination, one.note) == ("", "E55")


@pytest.mark.rule("PT-T.21")
def test_all_of_it_is_withdrawn_and_nothing_more(house):
    with cast.refused("insufficient_funds"):
        withdrawal(house, 10_001)
    one = withdrawal(house, 10_000)
    assert (balance(house), set_aside(house)) == (0, 10_000)
    with cast.refused("insufficient_funds") as no:
        withdrawal(house, 100)
    assert no.value.params["free_cents"] == 0
    cast.say(pay_withdrawal, by=house.desi, withdrawal_id=one.pk, bank_note="E1")
    assert (balance(house), set_aside(house)) == (0, 0)
    adds_up()


@pytest.mark.rule("PT-T.21")
def test_what_lies_at_a_cash_table_is_withdrawn_once_its_player_has_left(house):
    cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes={"cash_tables": True})
    table = open_cash(house)
    table.buy_in(house.caio, seat=1, cents=7_000)
    with cast.refused("insufficient_funds") as no:
        withdrawal(house, 3_001)
    assert no.value.params["free_cents"] == 3_000
    withdrawal(house, 3_000)
    # nothing is left to bring to the table
    with cast.refused("insufficient_funds"):
        table.top_up(1, 500)
    table.leave(1)
    assert (balance(house), set_aside(house)) == (7_000, 3_000)
    withdrawal(house, 7_000)
    assert (balance(house), set_aside(house), escrow_differences()) == (0, 10_000, ())
    adds_up()
