"""Two cashiers, two taps, a player and a cashier at one instant: one effect, and the books add up."""

from __future__ import annotations

from typing import Any

import pytest

from payouts.commands.confirm_pay_in import confirm_pay_in
from payouts.commands.correct_pay_in import correct_pay_in
from payouts.commands.hold_pay_in import hold_pay_in
from payouts.commands.match_unclaimed import match_unclaimed
from payouts.commands.note_unclaimed import note_unclaimed
from payouts.commands.pay_withdrawal import pay_withdrawal
from payouts.commands.refuse_pay_in import refuse_pay_in
from payouts.commands.refuse_withdrawal import refuse_withdrawal
from payouts.commands.send_back_pay_in import send_back_pay_in
from payouts.commands.send_back_unclaimed import send_back_unclaimed
from payouts.commands.take_back_pay_in import take_back_pay_in
from payouts.commands.take_back_withdrawal import take_back_withdrawal
from payouts.commands.take_up_withdrawal import take_up_withdrawal
from payouts.models import PayIn, Withdrawal
from people.commands.exclude_self import exclude_self
from people.commands.set_play_limit import set_play_limit
from rules.refusals import Refused
from tests import cast
from tests.payouts.bank import adds_up, balance, open_house, pay_in, set_aside, withdrawal
from tests.sizes import survives

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.rule("PT-T.21")]


@pytest.fixture
def house() -> cast.House:
    house = open_house()
    house.deposit(house.caio.player_id, 10_000)
    return house


def codes(results: list[Any]) -> list[str]:
    """ "" for what was done, the code of a refusal; anything else is an error of ours."""
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, Refused):
            raise result
    return sorted(r.code if isinstance(r, Refused) else "" for r in results)


def say(command: Any, **arguments: Any) -> Any:
    return lambda: cast.asked(command, **arguments)


@survives
def test_two_cashiers_confirm_one_pay_in(house: cast.House) -> None:
    one = pay_in(house)
    results = cast.together(
        [
            say(confirm_pay_in, by=who, pay_in_id=one.pk, amount_cents=10_000)
            for who in (house.desi, house.ana, house.olga, house.desi)
        ]
    )
    assert codes(results) == ["", "pay_in_settled", "pay_in_settled", "pay_in_settled"]
    assert balance(house) == 20_000
    adds_up()


def test_a_double_tap_confirms_once(house: cast.House) -> None:
    one, number = pay_in(house), cast.new_id()
    tap = say(confirm_pay_in, by=house.desi, pay_in_id=one.pk, amount_cents=10_000, command_id=number)
    assert codes(cast.together([tap] * 6)) == [""] * 6
    assert balance(house) == 20_000
    adds_up()


@survives
def test_money_comes_while_the_player_takes_it_back(house: cast.House) -> None:
    one = pay_in(house)
    results = cast.together(
        [
            say(confirm_pay_in, by=house.desi, pay_in_id=one.pk, amount_cents=10_000),
            say(take_back_pay_in, by=house.caio, pay_in_id=one.pk),
        ]
    )
    # it came, whichever was first: what was taken back is confirmed all the same
    assert codes(results) in ([""] * 2, ["", "pay_in_settled"])
    assert not isinstance(results[0], Exception)
    assert (PayIn.objects.get().state, balance(house)) == ("confirmed", 20_000)
    adds_up()


def test_one_confirms_and_another_sets_aside(house: cast.House) -> None:
    one = pay_in(house)
    results = cast.together(
        [
            say(confirm_pay_in, by=house.desi, pay_in_id=one.pk, amount_cents=10_000),
            say(hold_pay_in, by=house.ana, pay_in_id=one.pk, amount_cents=10_000, reason="Limite"),
        ]
    )
    # set aside first, it is taken after all; confirmed first, it is not set aside once more
    assert codes(results) in ([""] * 2, ["", "pay_in_settled"])
    assert (balance(house), set_aside(house), PayIn.objects.count()) == (20_000, 0, 1)
    adds_up()


@survives
def test_one_confirms_and_others_refuse(house: cast.House) -> None:
    one = pay_in(house)
    results = cast.together(
        [
            say(confirm_pay_in, by=house.desi, pay_in_id=one.pk, amount_cents=10_000),
            say(refuse_pay_in, by=house.ana, pay_in_id=one.pk, reason="Nada chegou"),
            say(refuse_pay_in, by=house.olga, pay_in_id=one.pk, reason="Nada chegou"),
        ]
    )
    # the money came, whoever was first: what was refused before is confirmed all the same
    assert codes(results) in (["", "", "pay_in_settled"], ["", "pay_in_settled", "pay_in_settled"])
    assert not isinstance(results[0], Exception)
    assert (PayIn.objects.get().state, balance(house)) == ("confirmed", 20_000)
    adds_up()


@survives
def test_two_set_it_aside_and_two_send_it_back(house: cast.House) -> None:
    one = pay_in(house)
    hold = [
        say(hold_pay_in, by=who, pay_in_id=one.pk, amount_cents=10_000, reason="Limite")
        for who in (house.desi, house.ana)
    ]
    assert codes(cast.together(hold)) == ["", "pay_in_settled"]
    assert (set_aside(house), PayIn.objects.count()) == (10_000, 1)
    back = [
        say(send_back_pay_in, by=who, pay_in_id=one.pk, bank_note="E9")
        for who in (house.desi, house.ana, house.olga)
    ]
    assert codes(cast.together(back)) == ["", "pay_in_settled", "pay_in_settled"]
    assert (balance(house), set_aside(house)) == (10_000, 0)
    adds_up()


@survives
def test_two_pay_ins_reach_a_limit_that_lets_one_in(house: cast.House) -> None:
    one, two = pay_in(house), pay_in(house)
    cast.say(
        set_play_limit, by=house.caio, player_id=house.caio.player_id, kind="deposit", period="day", unit="BRL",
        amount_cents=25_000,
    )  # fmt: skip
    results = cast.together(
        [say(confirm_pay_in, by=house.desi, pay_in_id=pk, amount_cents=10_000) for pk in (one.pk, two.pk)]
    )
    assert codes(results) == ["", "deposit_limit_reached"]
    assert balance(house) == 20_000
    adds_up()


@survives
def test_money_comes_while_its_player_is_excluded(house: cast.House) -> None:
    one = pay_in(house)
    results = cast.together(
        [
            say(confirm_pay_in, by=house.desi, pay_in_id=one.pk, amount_cents=10_000),
            say(exclude_self, by=house.caio, player_id=house.caio.player_id, until_at=None),
        ]
    )
    assert codes(results) in ([""] * 2, ["", "excluded"])
    # whichever was first: taken before it, or not at all
    one.refresh_from_db()
    taken = not isinstance(results[0], Exception)
    assert (one.state, balance(house)) == (("confirmed", 20_000) if taken else ("asked", 10_000))
    adds_up()


@survives
def test_a_balance_is_asked_for_twice_at_one_instant(house: cast.House) -> None:
    asks = [lambda: withdrawal(house, 7_000) for _ in range(4)]
    assert codes(cast.together(asks)) == [
        "",
        "insufficient_funds",
        "insufficient_funds",
        "insufficient_funds",
    ]
    assert (balance(house), set_aside(house), Withdrawal.objects.count()) == (3_000, 7_000, 1)
    adds_up()


@survives
def test_two_cashiers_pay_and_the_player_takes_back(house: cast.House) -> None:
    one = withdrawal(house)
    results = cast.together(
        [
            say(pay_withdrawal, by=house.desi, withdrawal_id=one.pk, bank_note="E1"),
            say(pay_withdrawal, by=house.ana, withdrawal_id=one.pk, bank_note="E2"),
            say(take_back_withdrawal, by=house.caio, withdrawal_id=one.pk),
            say(refuse_withdrawal, by=house.olga, withdrawal_id=one.pk, reason="Chave errada"),
        ]
    )
    found = codes(results)
    one.refresh_from_db()
    assert found == ["", "withdrawal_settled", "withdrawal_settled", "withdrawal_settled"]
    assert (balance(house), set_aside(house)) == ((4_000 if one.state == "paid" else 10_000), 0)
    adds_up()


@survives
def test_who_takes_it_up_and_who_takes_it_back(house: cast.House) -> None:
    one = withdrawal(house)
    results = cast.together(
        [
            say(take_up_withdrawal, by=house.desi, withdrawal_id=one.pk, begun=True),
            say(take_up_withdrawal, by=house.ana, withdrawal_id=one.pk, begun=True),
            say(take_back_withdrawal, by=house.caio, withdrawal_id=one.pk),
        ]
    )
    assert codes(results) == ["", "withdrawal_settled", "withdrawal_settled"]
    one.refresh_from_db()
    taken_back = not isinstance(results[2], Exception)
    assert (one.state, balance(house)) == (("taken_back", 10_000) if taken_back else ("paying", 4_000))
    adds_up()


def test_one_player_withdraws_while_another_withdrawal_goes_back(house: cast.House) -> None:
    """Both touch the wallet and what is set aside: the wallet first, in either."""
    first = withdrawal(house, 2_000)
    for _ in range(5):
        results = cast.together(
            [
                lambda: withdrawal(house, 1_000),
                say(refuse_withdrawal, by=house.desi, withdrawal_id=first.pk, reason="Chave errada"),
            ]
        )
        assert codes(results) == ["", ""]
        first = results[0]
        adds_up()


@survives
def test_the_owner_corrects_while_the_player_withdraws_it(house: cast.House) -> None:
    one = pay_in(house)
    cast.say(confirm_pay_in, by=house.desi, pay_in_id=one.pk, amount_cents=10_000)
    correct = say(correct_pay_in, by=house.olga, pay_in_id=one.pk, amount_cents=0, reason="Não veio")
    results = cast.together([correct, lambda: withdrawal(house, 20_000)])
    assert codes(results) in (["", "insufficient_funds"], ["", "money_played"])
    corrected = not isinstance(results[0], Exception)
    assert (balance(house), set_aside(house)) == ((10_000, 0) if corrected else (0, 20_000))
    adds_up()


@survives
def test_two_owners_taps_correct_once(house: cast.House) -> None:
    one, number = pay_in(house), cast.new_id()
    cast.say(confirm_pay_in, by=house.desi, pay_in_id=one.pk, amount_cents=10_000)
    given = {"by": house.olga, "pay_in_id": one.pk, "amount_cents": 2_000, "reason": "Vieram vinte"}
    results = cast.together(
        [say(correct_pay_in, **given, command_id=number)] * 2 + [say(correct_pay_in, **given)] * 2
    )
    # whoever comes second finds the right amount already
    assert set(codes(results)) <= {"", "same_amount"} and "" in codes(results)
    assert balance(house) == 12_000
    adds_up()


@survives
def test_one_matches_another_sends_back_and_a_third_matches_elsewhere(house: cast.House) -> None:
    one = cast.say(
        note_unclaimed, by=house.desi, venue_id=house.venue_id, amount_cents=7_500, bank_note="TED 4711"
    )["unclaimed_id"]
    asked = pay_in(house)
    caio = house.caio.player_id
    results = cast.together(
        [
            say(match_unclaimed, by=house.desi, unclaimed_id=one, player_id=caio, pay_in_id=asked.pk),
            say(match_unclaimed, by=house.ana, unclaimed_id=one, player_id=caio),
            say(send_back_unclaimed, by=house.olga, unclaimed_id=one, reason="Devolvido"),
            say(confirm_pay_in, by=house.desi, pay_in_id=asked.pk, amount_cents=10_000),
        ]
    )
    assert set(codes(results)) <= {"", "unclaimed_settled", "pay_in_settled"}
    matched = sum(not isinstance(result, Exception) for result in results[:2])
    sent_back = not isinstance(results[2], Exception)
    confirmed = not isinstance(results[3], Exception)
    assert matched + sent_back == 1
    assert (balance(house), set_aside(house)) == (10_000 + 7_500 * matched + 10_000 * confirmed, 0)
    adds_up()


def test_money_that_was_held_is_taken_while_a_withdrawal_goes_back(house: cast.House) -> None:
    """Both touch the wallet and what is set aside: the wallet first, in either."""
    for _ in range(5):
        out, one = withdrawal(house, 2_000), pay_in(house)
        cast.say(hold_pay_in, by=house.desi, pay_in_id=one.pk, amount_cents=1_000, reason="Limite")
        results = cast.together(
            [
                say(confirm_pay_in, by=house.desi, pay_in_id=one.pk, amount_cents=1_000),
                say(refuse_withdrawal, by=house.ana, withdrawal_id=out.pk, reason="Chave errada"),
            ]
        )
        assert codes(results) == ["", ""]
        adds_up()
    assert (balance(house), set_aside(house)) == (15_000, 0)
