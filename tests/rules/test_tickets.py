"""Seats won: whose they are, and when they are money."""

from __future__ import annotations

import pytest

from rules.policies.pt_online import PT_ONLINE
from rules.policies.scpt import SCPT
from rules.receipts import ReceiptKind, receipt
from rules.refusals import Refused
from rules.tickets import WonIn, WonSeat, check_use, credit_after_no_show, is_registered, to_money


def seat(won_in: WonIn = WonIn.ONLINE_SATELLITE, *, second: bool = False) -> WonSeat:
    return WonSeat(won_in=won_in, winner_id=7, value_cents=45_000, has_seat_already=second)


@pytest.mark.rule("SCPT.D-B", "SCPT.D-C")
def test_a_won_seat_is_no_registration_before_its_receipt() -> None:
    assert not is_registered(receipt="")
    assert is_registered(receipt=receipt(kind=ReceiptKind.ENTRY, tournament=12, number=345))


@pytest.mark.rule("SCPT.G", "PT-T.28")
def test_only_the_winner_uses_it() -> None:
    check_use(seat(), player_id=7)
    with pytest.raises(Refused) as no:
        check_use(seat(), player_id=8)
    assert (no.value.code, no.value.rule) == ("won_seat_is_personal", "SCPT.G")


@pytest.mark.rule("PT-T.29", "PT-T.30", "SCPT.G", "REGULATIONS 2.9")
@pytest.mark.parametrize(
    ("won", "policies", "rule"),
    [
        (seat(), PT_ONLINE, "PT-T.29"),
        (seat(WonIn.FREEROLL, second=True), PT_ONLINE, "PT-T.30"),
        (seat(second=True), SCPT, "SCPT.G"),
        (seat(WonIn.LIVE_SATELLITE, second=True), SCPT, "SCPT.G"),
    ],
)
def test_seats_that_are_never_money(won: WonSeat, policies: object, rule: str) -> None:
    with pytest.raises(Refused) as no:
        to_money(won, policies=policies)  # type: ignore[arg-type]
    assert (no.value.code, no.value.rule) == ("won_seat_is_no_money", rule)


@pytest.mark.rule("PT-T.29")
def test_the_second_seat_for_the_same_tournament_is_its_value() -> None:
    assert to_money(seat(second=True), policies=PT_ONLINE) == 45_000
    assert to_money(seat(WonIn.LIVE_SATELLITE, second=True), policies=PT_ONLINE) == 45_000


@pytest.mark.rule("SCPT.G")
def test_who_does_not_come_keeps_a_credit() -> None:
    assert credit_after_no_show(seat(), came=False) == 45_000
    assert credit_after_no_show(seat(), came=True) == 0
    assert credit_after_no_show(seat(WonIn.LIVE_SATELLITE), came=False) == 0
