"""Two hands at the same moment."""

from __future__ import annotations

import pytest

from ledger.commands.withdraw import withdraw
from ledger.queries import wallet_balance
from payouts.commands.finish_tournament import finish_tournament
from payouts.commands.pay_award import pay_award
from payouts.commands.pay_fund import pay_fund
from payouts.commands.propose_deal import propose_deal
from payouts.commands.undo_payment import undo_payment
from payouts.commands.vote_deal import vote_deal
from payouts.models import Award, Deal, DealVote, FundPayment
from rules.entries import SCPT_350
from rules.refusals import Refused
from tests import cast
from tests.payouts.room import down_to, playing
from tests.payouts.test_deals import voter
from tournaments.commands.cancel_tournament import cancel_tournament

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


@pytest.mark.rule("SCPT.L")
def test_a_payment_is_taken_back_or_the_prize_is_used_before():
    """Sixteen take the payment back while sixteen withdraw the money: who comes second is told, or comes after."""
    house = cast.house()
    t = house.started("turbo-8max", entries=3, late_registration_level=0, re_entries_per_player=0)
    down_to(house, t, 1)
    cast.say(finish_tournament, by=house.ana, at=cast.after(hours=1), tournament_id=t)
    award = Award.objects.get(tournament_id=t, place=1)
    cast.say(pay_award, by=house.desi, at=cast.after(hours=1), award_id=award.pk, method="balance")

    def undo():
        return cast.say(undo_payment, by=house.ana, at=cast.after(hours=2), award_id=award.pk)

    def withdraw_it():
        return cast.say(
            withdraw, by=house.desi, at=cast.after(hours=2), venue_id=house.venue_id, player_id=award.player_id,
            unit="BRL", amount_cents=award.amount_cents, method="cash",
        )  # fmt: skip

    answers = cast.together([undo, withdraw_it] * 16)
    undone = [a for a in answers[0::2] if not isinstance(a, Refused)]
    taken = [a for a in answers[1::2] if not isinstance(a, Refused)]
    assert {a.code for a in answers[1::2] if isinstance(a, Refused)} <= {"insufficient_funds", "prize_first"}
    assert {a.code for a in answers[0::2] if isinstance(a, Refused)} <= {"prize_spent", "not_paid"}
    award.refresh_from_db()
    if undone:
        # owed again while the money was there: it stays until the prize is paid
        assert (len(undone), len(taken), award.state) == (1, 0, "owed")
        assert wallet_balance(award.player_id, unit="BRL") == award.amount_cents
    else:
        assert (len(taken), award.state) == (1, "paid")
        assert wallet_balance(award.player_id, unit="BRL") == 0
    cast.books_balance()


@pytest.mark.rule("SCPT.L", "PT-T.21")
def test_withdrawals_at_once_leave_the_prize():
    """Sixteen desks pay out the R$50.00 beside a prize: one does, and the prize is still there."""
    house = cast.house()
    t = house.started("turbo-8max", entries=3, late_registration_level=0, re_entries_per_player=0)
    down_to(house, t, 1)
    cast.say(finish_tournament, by=house.ana, at=cast.after(hours=1), tournament_id=t)
    award = Award.objects.get(tournament_id=t, place=1)
    house.deposit(award.player_id, 5_000)

    def withdraw_it():
        return cast.say(
            withdraw, by=house.desi, at=cast.after(hours=2), venue_id=house.venue_id, player_id=award.player_id,
            unit="BRL", amount_cents=5_000, method="cash",
        )  # fmt: skip

    answers = cast.together([withdraw_it] * 16)
    assert len([a for a in answers if not isinstance(a, Exception)]) == 1
    assert {a.code for a in answers if isinstance(a, Refused)} == {"prize_first"}
    assert wallet_balance(award.player_id, unit="BRL") == award.amount_cents
    cast.books_balance()


@pytest.mark.rule("ADTP.P3")
def test_votes_and_the_end_of_the_tournament_at_one_moment():
    """A vote is counted before the tournament is cancelled, or told that the deal was decided; nobody votes twice."""
    house = cast.house()
    t = house.started(
        "turbo-8max", entries=6, rule_set="scpt", late_registration_level=0, re_entries_per_player=0
    )
    entries = playing(t)
    deal = cast.say(
        propose_deal, by=house.ana, at=cast.after(hours=1), tournament_id=t, kind="chip_chop"
    )["deal_id"]  # fmt: skip

    who = {entry: voter(entry) for entry in entries[:3]}

    def say(entry):
        return lambda: cast.say(
            vote_deal, by=who[entry], at=cast.after(hours=1), deal_id=deal, entry_id=entry, agrees=True
        )

    def cancel():
        return cast.say(
            cancel_tournament, by=house.ana, at=cast.after(hours=1), tournament_id=t, reason="fire"
        )

    *votes, cancelled = cast.together(
        [*(say(e) for e in entries[:3]), *(say(e) for e in entries[:3]), cancel]
    )
    assert cancelled["refunded_cents"] == 6 * 12_000
    counted = sum(isinstance(v, dict) for v in votes)
    assert {v.code for v in votes if isinstance(v, Refused)} <= {"already_voted", "deal_decided"}
    assert DealVote.objects.count() == counted <= 3 and len(votes) == 6
    assert Deal.objects.get().state == "withdrawn" and len(cast.facts(t, kind="deal_withdrawn")) == 1
    assert all(isinstance(v, dict | Refused) for v in votes)
    cast.books_balance()
