"""Two hands at the same moment."""

from __future__ import annotations

import pytest

from ledger.queries import wallet_balance
from payouts.commands.finish_tournament import finish_tournament
from payouts.commands.pay_award import pay_award
from payouts.commands.pay_fund import pay_fund
from payouts.models import Award, FundPayment
from rules.entries import SCPT_350
from rules.refusals import Refused
from tests import cast
from tests.payouts.room import down_to

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_prize_is_paid_once_and_a_tournament_ends_once():
    house = cast.house()
    t = house.started(
        "turbo-8max", entries=3, late_registration_level=0, re_entries_per_player=0,
        price_cents=35_000, split=SCPT_350.as_dict(),
    )  # fmt: skip
    down_to(house, t, 1)

    def end():
        return cast.say(finish_tournament, by=house.ana, at=cast.after(hours=1), tournament_id=t)

    ends = cast.together([end] * 6)
    assert sorted(type(e).__name__ for e in ends) == ["Refused"] * 5 + ["dict"]
    assert {e.code for e in ends if isinstance(e, Refused)} == {"not_running"}
    award = Award.objects.get(tournament_id=t, place=1)
    assert Award.objects.filter(tournament_id=t).count() == 3

    def pay():
        return cast.say(pay_award, by=house.desi, at=cast.after(hours=2), award_id=award.pk, method="cash")

    paid = cast.together([pay] * 6)
    assert {e.code for e in paid if isinstance(e, Refused)} == {"already_paid"}
    assert sum(isinstance(p, dict) for p in paid) == 1
    assert wallet_balance(award.player_id, unit="BRL") == 0

    def fund():
        return cast.say(
            pay_fund, by=house.ana, at=cast.after(hours=2), fund="staff", tournament_id=t, amount_cents=1_500,
            method="cash", paid_to="Dealers", reason="tips",
        )  # fmt: skip

    # 3 % of 72,000 cents: 2,160
    spent = cast.together([fund] * 4)
    assert {e.code for e in spent if isinstance(e, Refused)} == {"fund_too_small"}
    assert FundPayment.objects.count() == 1
    cast.books_balance()


def test_the_end_waits_for_nobody_twice():
    """The same command id from two devices is one end."""
    house = cast.house()
    t = house.started("turbo-8max", entries=2, late_registration_level=0, re_entries_per_player=0)
    down_to(house, t, 1)
    command_id = cast.new_id()

    def end():
        return cast.asked(
            finish_tournament, by=house.ana, at=cast.after(hours=1), tournament_id=t, command_id=command_id
        )

    first, second = cast.together([end, end])
    assert first.result == second.result and {first.replayed, second.replayed} == {True, False}
    assert len(cast.facts(t, kind="tournament_finished")) == 1
