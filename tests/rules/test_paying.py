"""Pay-ins and withdrawals by the bank: what may be asked for, what may be done with it, what is written for them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from rules.paying import (
    PayingPolicy,
    PayInState,
    UnclaimedState,
    WithdrawalState,
    check_arrived,
    check_asked,
    check_correction,
    check_destination,
    check_other_amount,
    check_pay_in_seen,
    check_pay_in_step,
    check_taken_up,
    check_unclaimed,
    check_withdrawal_step,
    meant_by,
    money_is_here,
    pay_in_ends,
    pay_in_reference,
    unclaimed_reference,
    withdrawal_reference,
)
from rules.refusals import Refused

AT = datetime(2026, 11, 24, 12, tzinfo=UTC)
POLICY = PayingPolicy()


def refused(call, *args, **more):
    with pytest.raises(Refused) as no:
        call(*args, **more)
    return no.value


@pytest.mark.rule("PT-T.21")
@pytest.mark.parametrize("amount", [100, 5_000])
def test_an_amount_within_its_bounds_may_be_asked_for(amount):
    check_asked(amount_cents=amount, most_cents=5_000, waiting=2, policy=POLICY, currency="EUR")


@pytest.mark.rule("PT-T.21")
@pytest.mark.parametrize(
    ("amount", "waiting", "code", "told"),
    [
        (99, 0, "amount_too_small", {"least_cents": 100, "currency": "EUR", "field": "amount_cents"}),
        (5_001, 0, "amount_too_large", {"most_cents": 5_000, "currency": "EUR", "field": "amount_cents"}),
        (5_000, 3, "too_many_waiting", {"most": 3}),
    ],
)
def test_too_little_too_much_and_too_many_are_refused(amount, waiting, code, told):
    no = refused(
        check_asked, amount_cents=amount, most_cents=5_000, waiting=waiting, policy=POLICY, currency="EUR"
    )
    assert (no.code, no.params, no.rule) == (code, told, "PT-T.21")


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_ten_times_what_was_announced_may_have_come_and_not_more():
    check_arrived(asked_cents=25_057, arrived_cents=250_570, currency="BRL")
    no = refused(check_arrived, asked_cents=25_057, arrived_cents=250_571, currency="BRL")
    assert (no.code, no.rule) == ("far_more_than_asked", "PT-T.21")
    assert no.params == {
        "arrived_cents": 250_571, "asked_cents": 25_057, "times": 10, "currency": "BRL", "field": "amount_cents",
    }  # fmt: skip


@pytest.mark.rule("PT-T.21")
@pytest.mark.parametrize(
    ("arrived", "agreed", "code", "differs"),
    [
        (10_000, None, None, 0),
        (9_950, 9_950, None, 0),
        (9_950, None, "less_than_asked", 50),
        (90_000, None, "more_than_asked", 80_000),
        (90_000, 9_000, "more_than_asked", 80_000),
    ],
)
def test_another_amount_is_taken_from_who_read_by_how_much_it_is_another(arrived, agreed, code, differs):
    asked = {"asked_cents": 10_000, "arrived_cents": arrived, "agreed_cents": agreed, "currency": "BRL"}
    if code is None:
        check_other_amount(**asked)
    else:
        no = refused(check_other_amount, **asked)
        assert (no.code, no.params["differs_cents"]) == (code, differs)


def test_the_house_waits_for_a_week():
    assert pay_in_ends(AT, policy=POLICY) == AT + timedelta(days=7)


PAY_IN = {
    "asked": {"take_back", "refuse", "confirm", "hold"},
    "confirmed": {"hold_again", "correct"},
    "refused": {"confirm", "hold"},
    "taken_back": {"confirm", "hold"},
    "held": {"confirm", "send_back", "hold_again"},
    "sent_back": {"hold_again"},
}
WITHDRAWAL = {
    "asked": {"take_back", "begin", "pay", "refuse"},
    "paying": {"leave", "pay", "refuse"},
    "paid": {"return"},
    "refused": set(),
    "taken_back": set(),
}


@pytest.mark.rule("PT-T.21")
@pytest.mark.parametrize("state", list(PayInState))
@pytest.mark.parametrize(
    "step", ["take_back", "refuse", "confirm", "hold", "hold_again", "send_back", "correct"]
)
def test_what_may_be_done_with_a_pay_in(state, step):
    if step in PAY_IN[state.value]:
        check_pay_in_step(step, state=state)
        return
    no = refused(check_pay_in_step, step, state=state)
    assert (no.code, no.params) == ("pay_in_settled", {"state": state.value})


@pytest.mark.rule("PT-T.21")
@pytest.mark.parametrize("state", list(WithdrawalState))
@pytest.mark.parametrize("step", ["take_back", "begin", "leave", "pay", "refuse", "return"])
def test_what_may_be_done_with_a_withdrawal(state, step):
    if step in WITHDRAWAL[state.value]:
        check_withdrawal_step(step, state=state)
        return
    no = refused(check_withdrawal_step, step, state=state)
    assert (no.code, no.params) == ("withdrawal_settled", {"state": state.value})


@pytest.mark.rule("PT-T.21")
@pytest.mark.parametrize("typed", ["a", "1234", "  abcd  "])
def test_a_destination_too_short_to_be_one_is_refused(typed):
    no = refused(check_destination, typed)
    assert (no.code, no.params) == ("destination_short", {"least": 5, "field": "destination"})
    check_destination("a@b.c")


@pytest.mark.rule("PT-T.21")
def test_only_who_knows_that_a_colleague_pays_acts_in_their_stead():
    earlier = AT - timedelta(hours=1)
    for at, by, seen in ((None, 2, None), (None, 2, AT), (AT, 1, None), (AT, 2, AT)):
        check_taken_up(taken_up_by=1, taken_up_at=at, by=by, seen_at=seen)
    for seen in (None, earlier):
        no = refused(check_taken_up, taken_up_by=1, taken_up_at=AT, by=2, seen_at=seen)
        assert (no.code, no.params, no.rule) == ("withdrawal_taken_up", {"state": "paying"}, "PT-T.21")


def test_money_is_here_once_it_came():
    assert {state.value for state in PayInState if money_is_here(state)} == {"confirmed", "held", "sent_back"}


@pytest.mark.parametrize("number", [1, 2, 3, 77, 2**30 - 1])
def test_a_reference_is_short_and_is_read_however_it_is_typed(number):
    pay_in, withdrawal = pay_in_reference(number), withdrawal_reference(number)
    assert (len(pay_in), pay_in[0], withdrawal[0]) == (7, "P", "W")
    for typed in (
        pay_in,
        f" {pay_in.lower()} ",
        f"{pay_in[:3]} {pay_in[3:]}",
        pay_in[0] + pay_in[1:].replace("0", "o"),
    ):
        assert meant_by(typed) == ("P", number)
    assert meant_by(withdrawal) == ("W", number)
    assert meant_by(unclaimed_reference(number)) == ("U", number)


@pytest.mark.parametrize("number", [*range(1, 300), 10**6, 2**30 - 1])
def test_references_of_one_number_differ_in_each_sign(number):
    """A pay-in, a withdrawal and unclaimed money stand beside each other on the statement and on the desk's list."""
    written = [made(number) for made in (pay_in_reference, withdrawal_reference, unclaimed_reference)]
    assert [one[0] for one in written] == ["P", "W", "U"]
    assert all(len(set(signs)) == 3 for signs in zip(*written, strict=True))


@pytest.mark.rule("PT-T.21")
def test_unclaimed_money_is_settled_once():
    check_unclaimed(UnclaimedState.OPEN)
    for state in (UnclaimedState.MATCHED, UnclaimedState.SENT_BACK):
        no = refused(check_unclaimed, state)
        assert (no.code, no.params) == ("unclaimed_settled", {"state": state.value})


@pytest.mark.rule("PT-T.21")
@pytest.mark.parametrize(
    ("was", "came", "free", "code"),
    [
        (10_000, 0, 10_000, ""),
        (10_000, 0, 9_999, "money_played"),
        (10_000, 9_000, 1_000, ""),
        (10_000, 8_999, 1_000, "money_played"),
        (10_000, 10_000, 50_000, "same_amount"),
        (10_000, 90_000, 0, ""),
    ],
)
def test_a_wrong_amount_is_put_right_as_far_as_the_money_is_there(was, came, free, code):
    asked = {"asked_cents": 10_000, "was_cents": was, "is_cents": came, "free_cents": free, "currency": "BRL"}
    if not code:
        check_correction(**asked)
        return
    no = refused(check_correction, **asked)
    assert no.code == code
    if code == "money_played":
        assert (no.params["free_cents"], no.params["least_cents"]) == (free, was - free)


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
@pytest.mark.parametrize(
    ("was", "came", "code"),
    [
        (10_000, 100_000, ""),
        (10_000, 100_001, "far_more_than_asked"),
        # more came than was announced, and was confirmed as another player's: what is less is no slip of the comma
        (900_000, 800_000, ""),
        (900_000, 900_001, "far_more_than_asked"),
    ],
)
def test_a_correction_puts_no_more_in_than_ten_times_what_was_announced(was, came, code):
    asked = {"asked_cents": 10_000, "was_cents": was, "is_cents": came, "free_cents": was, "currency": "BRL"}
    if code:
        assert refused(check_correction, **asked).code == code
    else:
        check_correction(**asked)


@pytest.mark.parametrize("typed", ["", "P", "P12345", "P1234567", "X123456", "Ana Souza", "P12345U"])
def test_what_is_no_reference_is_none(typed):
    assert meant_by(typed) is None


@pytest.mark.rule("PT-T.21")
@pytest.mark.parametrize(
    "typed",
    [
        "PT50 0002 0123 1234 5678 9015 4",
        "IBAN: PT50000201231234567890154 Ana Souza",
        "pt50000201231234567890154",
        "ana@example.com",
        "+55 48 99999-0000",
        "529.982.247-25",
        "Banco 001, ag. 1234-5, conta 98765-0, Ana Souza",
        "de120000-0000-4000-8000-000000000000",
        "XX99 of a country that nobody here comes from",
    ],
)
def test_a_destination_is_a_key_an_account_or_a_right_iban(typed):
    check_destination(typed)


@pytest.mark.rule("PT-T.21")
@pytest.mark.parametrize(
    "typed",
    ["PT50 0002 0123 1234 5678 9015 5", "PT50 0002 0123 1234 5678 9015", "PT05 0002 0123 1234 5678 9015 4"],
)
def test_a_mistyped_iban_is_refused(typed):
    no = refused(check_destination, typed)
    assert (no.code, no.params) == ("bad_iban", {"field": "destination"})


@pytest.mark.rule("PT-T.21")
def test_who_says_that_money_came_knows_that_nobody_waits_for_it_any_more():
    for state in (PayInState.REFUSED, PayInState.TAKEN_BACK):
        with pytest.raises(Refused) as no:
            check_pay_in_seen(state=state, seen="asked")
        assert (no.value.code, no.value.params["state"]) == ("pay_in_over_meanwhile", state.value)
        check_pay_in_seen(state=state, seen=state.value)
        check_pay_in_seen(state=state, seen="")
    for state in (PayInState.ASKED, PayInState.HELD):
        check_pay_in_seen(state=state, seen="asked")
