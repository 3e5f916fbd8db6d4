"""Pay-ins by the bank: asked for by the player, confirmed by the house, and the money that may not be taken."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ledger.queries import statement
from payouts.commands.correct_pay_in import correct_pay_in
from payouts.commands.hold_pay_in import hold_pay_in
from payouts.commands.match_unclaimed import match_unclaimed
from payouts.commands.pay_withdrawal import pay_withdrawal
from payouts.commands.refuse_pay_in import refuse_pay_in
from payouts.commands.return_withdrawal import return_withdrawal
from payouts.commands.send_back_pay_in import send_back_pay_in
from payouts.commands.take_back_pay_in import take_back_pay_in
from payouts.models import PayIn
from payouts.queries.pay_ins import (
    offers_to_pay_in,
    pay_in_of_player,
    pay_ins_found,
    pay_ins_held,
    pay_ins_over,
    pay_ins_waiting,
)
from payouts.queries.takings import night_at, takings_of
from people.commands.anonymise_player import anonymise_player
from people.commands.exclude_self import exclude_self
from people.commands.set_play_limit import set_play_limit
from people.models import Player
from tests import cast
from tests.payouts.bank import (
    ACCOUNT,
    adds_up,
    balance,
    confirm,
    know,
    open_house,
    pay_in,
    set_aside,
    withdrawal,
)
from tests.payouts.test_unclaimed import note
from tests.people.test_commands import facts
from tournaments.commands.update_venue import update_venue

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return open_house()


def limit(house, cents, *, at=None):
    cast.say(
        set_play_limit, by=house.caio, at=at, player_id=house.caio.player_id, kind="deposit", period="day",
        unit=house.currency, amount_cents=cents,
    )  # fmt: skip


@pytest.mark.rule("PT-T.21", "PT-T.22")
def test_asking_moves_no_money_and_what_came_is_in_the_balance(house):
    one = pay_in(house)
    assert (one.state, one.amount_cents, one.unit, one.open_until - one.asked_at) == (
        "asked", 10_000, "BRL", timedelta(days=7),
    )  # fmt: skip
    assert balance(house) == 0
    assert facts()[-1][3] | {"pay_in_id": 0} == {
        "player_id": house.caio.player_id, "reference": one.reference, "amount_cents": 10_000, "unit": "BRL",
        "pay_in_id": 0, "method": "pix",
    }  # fmt: skip
    command_id = cast.new_id()
    done = confirm(house, one, 9_950, command_id=command_id, bank_note="E1234")
    assert (done["state"], done["amount_cents"]) == ("confirmed", 9_950)
    assert confirm(house, one, 9_950, command_id=command_id, bank_note="E1234") == done
    assert balance(house) == 9_950
    adds_up()
    line = statement(house.caio.player_id, unit="BRL").lines[0]
    assert (line.kind, line.method, line.change_cents, line.reference) == (
        "deposit", "transfer", 9_950, f"note:{one.reference} E1234",
    )  # fmt: skip
    one.refresh_from_db()
    assert (one.arrived_cents, one.deposit_id, one.settled_by) == (
        9_950, line.transfer_id, house.desi.user_id,
    )  # fmt: skip
    kinds = [kind for kind, *_ in facts()[-2:]]
    assert kinds == ["money_deposited", "pay_in_confirmed"]
    # like every deposit it stands in the takings of who confirmed it
    found = takings_of(
        house.venue_id,
        currency="BRL",
        zone="America/Sao_Paulo",
        day=night_at(cast.OPEN, zone="America/Sao_Paulo"),
    )
    assert [(row.user_id, row.what, row.method, row.in_cents) for row in found.rows] == [
        (house.desi.user_id, "deposit", "transfer", 9_950)
    ]


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_what_may_not_be_asked_for(house):
    stranger = house.player()
    for cents in (99, 10**10):
        with cast.refused("amount_too_small" if cents == 99 else "amount_too_large"):
            pay_in(house, cents)
    for cents in (0, -1):
        with cast.refused("amount_too_small"):
            pay_in(house, cents)
    with cast.refused("not_found"):
        pay_in(house, venue_id=10**9)
    with cast.refused("no_pay_in_method"):
        pay_in(house, method="cheque")
    with cast.refused("forbidden"):
        pay_in(house, by=house.caio, player_id=stranger)
    with cast.refused("identity_not_checked"):
        pay_in(house, by=house.dora)
    limit(house, 10_000)
    with cast.refused("deposit_limit_reached", rule="PT-T.21") as no:
        pay_in(house, 10_001)
    assert no.value.params["left_cents"] == 10_000 and no.value.sentence.startswith("Your deposit limit")
    for _ in range(3):
        pay_in(house)
    with cast.refused("too_many_waiting"):
        pay_in(house)
    # those that ran out count no more
    pay_in(house, at=cast.OPEN + timedelta(days=8))
    cast.say(exclude_self, by=house.caio, player_id=house.caio.player_id, until_at=None)
    with cast.refused("excluded", rule="PT-T.21") as no:
        pay_in(house, at=cast.OPEN + timedelta(days=8))
    assert "Withdrawals are possible" in no.value.sentence


@pytest.mark.rule("PT-T.21", "SCPT.F")
def test_who_is_too_young_pays_nothing_in(house):
    Player.objects.filter(pk=house.caio.player_id).update(
        birth_date=cast.OPEN.date() - timedelta(days=17 * 365)
    )
    with cast.refused("under_age"):
        pay_in(house)


def test_a_house_offers_what_it_has(house):
    [offer] = offers_to_pay_in()
    assert (offer.methods, offer.currency, offer.bank_account) == (["pix", "bank"], "BRL", ACCOUNT)
    change = {"by": house.olga, "venue_id": house.venue_id}
    cast.say(update_venue, **change, changes={"pix_key": ""})
    assert offers_to_pay_in()[0].methods == ["bank"]
    with cast.refused("no_pay_in_method"):
        pay_in(house)
    # a surcharge on transfers is taken when something is bought: nothing is paid in by them
    cast.say(update_venue, **change, changes={"surcharges_bp": {"transfer": 100}})
    assert offers_to_pay_in()[0].methods == []
    with cast.refused("no_pay_in_method"):
        pay_in(house, method="bank")
    cast.say(update_venue, **change, changes={"surcharges_bp": {}, "phone_money": False})
    assert offers_to_pay_in() == []
    with cast.refused("no_phone_money"):
        pay_in(house, method="bank")
    with cast.refused("text_too_long"):
        cast.say(update_venue, **change, changes={"bank_account": "a" * 301})
    with cast.refused("not_yes_or_no"):
        cast.say(update_venue, **change, changes={"phone_money": "on"})


def test_a_pay_in_of_euros_goes_by_the_account():
    house = open_house(currency="EUR")
    one = pay_in(house, method="bank")
    assert one.unit == "EUR"
    confirm(house, one)
    assert balance(house) == 10_000
    adds_up()


@pytest.mark.rule("PT-T.21")
def test_a_player_takes_back_what_has_not_come_and_the_house_refuses_with_a_reason(house):
    one, two = pay_in(house), pay_in(house)
    with cast.refused("forbidden"):
        cast.say(take_back_pay_in, by=house.dora, pay_in_id=one.pk)
    with cast.refused("forbidden"):
        cast.say(take_back_pay_in, by=house.desi, pay_in_id=one.pk)
    with cast.refused("forbidden"):
        cast.say(take_back_pay_in, by=house.caio, pay_in_id=10**9)
    assert cast.say(take_back_pay_in, by=house.caio, pay_in_id=one.pk)["state"] == "taken_back"
    with cast.refused("pay_in_settled"):
        cast.say(take_back_pay_in, by=house.caio, pay_in_id=one.pk)
    with cast.refused("text_missing"):
        cast.say(refuse_pay_in, by=house.desi, pay_in_id=two.pk, reason=" ")
    for who in (house.caio, house.bruno, house.dora):
        with cast.refused("forbidden"):
            cast.say(refuse_pay_in, by=who, pay_in_id=two.pk, reason="Nada chegou")
        with cast.refused("forbidden"):
            confirm(house, two, by=who)
        with cast.refused("forbidden"):
            cast.say(hold_pay_in, by=who, pay_in_id=two.pk, amount_cents=1, reason="x")
    cast.say(refuse_pay_in, by=house.desi, pay_in_id=two.pk, reason="Nada chegou")
    with cast.refused("pay_in_settled") as no:
        cast.say(refuse_pay_in, by=house.ana, pay_in_id=two.pk, reason="Nada")
    assert no.value.params == {"state": "refused"}
    two.refresh_from_db()
    assert (two.reason, two.settled_by) == ("Nada chegou", house.desi.user_id)
    assert "Nada chegou" not in str(facts())
    # money comes when it comes
    for late in (one, two):
        assert confirm(house, late)["state"] == "confirmed"
    assert balance(house) == 20_000
    with cast.refused("pay_in_settled"):
        confirm(house, one)
    adds_up()


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_money_that_may_not_be_taken_is_set_aside_and_sent_back_or_taken_later(house):
    one, two = pay_in(house), pay_in(house, 5_000)
    limit(house, 5_000)
    with cast.refused("deposit_limit_reached") as no:
        confirm(house, one)
    assert no.value.sentence.startswith("The player's deposit limit")
    held = {"by": house.desi, "pay_in_id": one.pk, "amount_cents": 10_000, "bank_note": "E7"}
    with cast.refused("text_missing"):
        cast.say(hold_pay_in, **held, reason="")
    for bad in (0, -1, 10**11):
        with cast.refused("bad_amount"):
            cast.say(hold_pay_in, **held | {"amount_cents": bad}, reason="Limite")
    assert cast.say(hold_pay_in, **held, reason="Limite")["state"] == "held"
    assert (balance(house), set_aside(house)) == (0, 10_000)
    adds_up()
    with cast.refused("other_amount_held"):
        confirm(house, one, 5_000)
    with cast.refused("text_missing"):
        cast.say(send_back_pay_in, by=house.desi, pay_in_id=one.pk, bank_note="")
    assert cast.say(send_back_pay_in, by=house.ana, pay_in_id=one.pk, bank_note="E8")["state"] == "sent_back"
    assert (balance(house), set_aside(house)) == (0, 0)
    with cast.refused("pay_in_settled"):
        cast.say(send_back_pay_in, by=house.ana, pay_in_id=one.pk, bank_note="E8")
    # excluded when it came, and not any more when the house looks again
    cast.say(
        exclude_self, by=house.caio, player_id=house.caio.player_id, until_at=cast.OPEN + timedelta(days=30)
    )
    with cast.refused("excluded"):
        confirm(house, two, 5_000)
    cast.say(hold_pay_in, by=house.desi, pay_in_id=two.pk, amount_cents=5_000, reason="Excluído")
    adds_up()
    later = cast.OPEN + timedelta(days=31)
    assert confirm(house, two, 5_000, at=later)["state"] == "confirmed"
    assert (balance(house), set_aside(house)) == (5_000, 0)
    adds_up()


@pytest.mark.rule("PT-T.21")
def test_money_that_comes_twice_is_another_pay_in(house):
    one = pay_in(house)
    confirm(house, one)
    again = cast.say(
        hold_pay_in,
        by=house.desi,
        pay_in_id=one.pk,
        amount_cents=10_000,
        reason="Pagou duas vezes",
        again=True,
    )
    assert again["pay_in_id"] != one.pk and again["state"] == "held"
    assert (balance(house), set_aside(house)) == (10_000, 10_000)
    adds_up()
    [held] = pay_ins_held(house.venue_id, at=cast.OPEN)
    assert held.second_of == one.reference
    found = pay_ins_found(house.venue_id, typed=one.reference, at=cast.OPEN)
    assert [view.pay_in_id for view in found] == [one.pk, again["pay_in_id"]]
    # the player wants it: it is a deposit like any other
    confirm(house, PayIn.objects.get(pk=again["pay_in_id"]))
    assert (balance(house), set_aside(house)) == (20_000, 0)
    adds_up()


def test_what_ran_out_waits_no_longer_and_is_found_by_reference_or_name(house):
    one = pay_in(house)
    at, later = cast.OPEN, cast.OPEN + timedelta(days=7)
    assert [view.pay_in_id for view in pay_ins_waiting(house.venue_id, at=at)] == [one.pk]
    assert pay_ins_waiting(house.venue_id, at=later) == []
    assert [view.run_out for view in pay_ins_over(house.venue_id, at=later)] == [True]
    assert pay_in_of_player(one.pk, player_id=house.caio.player_id, at=later).run_out
    with cast.refused("not_found"):
        pay_in_of_player(one.pk, player_id=house.dora.player_id, at=at)
    for typed in (one.reference, one.reference.lower(), "caio"):
        assert [view.pay_in_id for view in pay_ins_found(house.venue_id, typed=typed, at=later)] == [one.pk]
    assert pay_ins_found(house.venue_id + 1, typed=one.reference, at=later) == []
    confirm(house, one, at=later)
    assert balance(house) == 10_000


def test_money_of_somebody_who_is_erased_goes_back(house):
    one = pay_in(house)
    cast.say(anonymise_player, by=house.caio, player_id=house.caio.player_id)
    with cast.refused("player_anonymised"):
        confirm(house, one)
    cast.say(hold_pay_in, by=house.desi, pay_in_id=one.pk, amount_cents=10_000, reason="Conta apagada")
    cast.say(send_back_pay_in, by=house.desi, pay_in_id=one.pk, bank_note="E9")
    adds_up()


def test_who_has_money_to_be_sent_back_is_not_erased_yet(house):
    one = pay_in(house)
    cast.say(hold_pay_in, by=house.desi, pay_in_id=one.pk, amount_cents=10_000, reason="Nome do Caio")
    with cast.refused("balance_left"):
        cast.say(anonymise_player, by=house.caio, player_id=house.caio.player_id)
    cast.say(send_back_pay_in, by=house.desi, pay_in_id=one.pk, bank_note="E9")
    cast.say(anonymise_player, by=house.caio, player_id=house.caio.player_id)
    one.refresh_from_db()
    assert one.reason == ""


def test_a_player_of_another_house_and_its_staff_see_nothing(house):
    rival = open_house()
    one = pay_in(house)
    know(rival, rival.caio)
    with cast.refused("forbidden"):
        confirm(house, one, by=rival.desi)
    assert pay_ins_waiting(rival.venue_id, at=cast.OPEN) == []


def at_counter(house, *, days=0):
    """What the takings of a night say of the bank."""
    day = night_at(cast.OPEN + timedelta(days=days), zone="America/Sao_Paulo")
    found = takings_of(house.venue_id, currency="BRL", zone="America/Sao_Paulo", day=day)
    return {row.what: (row.in_cents, row.out_cents) for row in found.rows}


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_a_wrong_confirmation_is_put_right_by_the_owner_as_far_as_the_money_is_there(house):
    one = pay_in(house, 100_000)
    confirm(house, one, 100_000, bank_note="E1 errado")
    asked = {"by": house.olga, "pay_in_id": one.pk, "reason": "Vieram dez, não mil"}
    for who in (house.desi, house.ana, house.caio):
        with cast.refused("forbidden"):
            cast.say(correct_pay_in, **asked | {"by": who}, amount_cents=1_000)
    for cents, code in ((-1, "number_too_small"), (10**13, "number_too_large"), (100_000, "same_amount")):
        with cast.refused(code):
            cast.say(correct_pay_in, **asked, amount_cents=cents)
    with cast.refused("text_missing"):
        cast.say(correct_pay_in, **asked | {"reason": " "}, amount_cents=1_000)
    number = cast.new_id()
    done = cast.say(correct_pay_in, **asked, amount_cents=1_000, command_id=number)
    assert cast.say(correct_pay_in, **asked, amount_cents=1_000, command_id=number) == done
    assert (done["state"], done["amount_cents"], balance(house)) == ("confirmed", 1_000, 1_000)
    one.refresh_from_db()
    assert (one.arrived_cents, one.reason, one.note) == (1_000, "Vieram dez, não mil", "E1 errado")
    kind, _stream, audience, body = facts()[-1]
    assert (kind, audience) == ("pay_in_corrected", f"player:{house.caio.player_id}")
    assert (body["amount_cents"], body["was_cents"]) == (1_000, 100_000) and "reason" not in body
    assert at_counter(house) == {"deposit": (1_000, 0)}
    adds_up()
    # what was set aside for a withdrawal is not there any more
    withdrawal(house, 600)
    with cast.refused("money_played") as no:
        cast.say(correct_pay_in, **asked, amount_cents=0)
    assert (no.value.params["free_cents"], no.value.params["least_cents"]) == (400, 600)
    cast.say(correct_pay_in, **asked, amount_cents=600)
    assert balance(house) == 0
    # more came: what is asked at a deposit is asked of the rest
    limit(house, 700)
    with cast.refused("deposit_limit_reached"):
        cast.say(correct_pay_in, **asked, amount_cents=701)
    cast.say(correct_pay_in, **asked, amount_cents=700)
    assert balance(house) == 100
    house.deposit(house.caio.player_id, 600, at=cast.OPEN + timedelta(days=2))
    cast.say(correct_pay_in, **asked, amount_cents=0, at=cast.OPEN + timedelta(days=2))
    one.refresh_from_db()
    assert (one.state, one.arrived_cents, one.deposit_id, balance(house)) == ("refused", None, None, 0)
    # nothing came, so it may come yet
    later = cast.OPEN + timedelta(days=4)
    confirm(house, one, 500, at=later)
    assert balance(house) == 500
    adds_up()


@pytest.mark.rule("PT-T.21")
def test_a_long_line_of_the_bank_is_kept_whole_and_in_the_books_as_far_as_there_is_room(house):
    one = pay_in(house)
    line = "Pix recebido E00416968202611261234abcdefghijk CAIO DA SILVA AG 1234"
    confirm(house, one, bank_note=line)
    one.refresh_from_db()
    assert one.note == line
    assert (
        statement(house.caio.player_id, unit="BRL").lines[0].reference == f"note:{one.reference} {line[:39]}…"
    )
    other = pay_in(house)
    with cast.refused("text_too_long"):
        confirm(house, other, bank_note="x" * 141)


@pytest.mark.rule("SCPT.E")
def test_money_set_aside_has_a_row_of_its_own_in_the_takings(house):
    one, two = pay_in(house), pay_in(house, 5_000)
    held = {"by": house.desi, "reason": "Limite"}
    cast.say(hold_pay_in, **held, pay_in_id=one.pk, amount_cents=10_000)
    assert at_counter(house) == {"set_aside": (10_000, 0)}
    cast.say(send_back_pay_in, by=house.desi, pay_in_id=one.pk, bank_note="E9")
    assert at_counter(house) == {"set_aside": (10_000, 10_000)}
    # taken after all in the same night it is a deposit alone; in another it came before and is moved
    cast.say(hold_pay_in, **held, pay_in_id=two.pk, amount_cents=5_000)
    confirm(house, two, 5_000)
    assert at_counter(house) == {"set_aside": (10_000, 10_000), "deposit": (5_000, 0)}
    three = pay_in(house, 3_000)
    cast.say(hold_pay_in, **held, pay_in_id=three.pk, amount_cents=3_000)
    confirm(house, three, 3_000, at=cast.OPEN + timedelta(days=1))
    assert at_counter(house)["set_aside"] == (13_000, 10_000)
    assert at_counter(house, days=1) == {"set_aside": (0, 3_000), "deposit": (3_000, 0)}


@pytest.mark.rule("PT-T.21")
def test_nobody_books_the_own_money(house):
    """An owner who plays confirmed her own pay-in at a thousand times what she had asked for, and paid it out to herself."""
    for who in (house.olga, house.desi):
        know(house, who)
    own, other = pay_in(house, by=house.desi), pay_in(house, by=house.olga)
    with cast.unchanged(), cast.refused("own_money"):
        confirm(house, own)
    confirm(house, own, by=house.olga)
    with cast.unchanged(), cast.refused("own_money"):
        confirm(house, other, by=house.olga)
    confirm(house, other)
    with cast.unchanged(), cast.refused("own_money"):
        cast.say(correct_pay_in, by=house.olga, pay_in_id=other.pk, amount_cents=20_000, reason="R$ 200")
    asked = withdrawal(house, 4_000, by=house.desi, player_id=house.desi.player_id)
    with cast.unchanged(), cast.refused("own_money"):
        cast.say(pay_withdrawal, by=house.desi, withdrawal_id=asked.pk, bank_note="E1")
    cast.say(pay_withdrawal, by=house.olga, withdrawal_id=asked.pk, bank_note="E1")
    with cast.unchanged(), cast.refused("own_money"):
        cast.say(return_withdrawal, by=house.desi, withdrawal_id=asked.pk, reason="came back")
    money = note(house).pk
    with cast.unchanged(), cast.refused("own_money"):
        cast.say(match_unclaimed, by=house.desi, unclaimed_id=money, player_id=house.desi.player_id)
    adds_up()
