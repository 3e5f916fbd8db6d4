"""What of a balance waits to be handed over by an act of its own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from payouts.models import Award, AwardState, Repayment, RepaymentState
from people.queries import exclusion_of
from rules.exclusions import ExcludedPrizes, check_pay_excluded
from rules.refusals import N_, Refused
from tournaments.queries.paid_ahead import PaidAhead, entry_paid, paid_ahead_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserved:
    """What of one balance is a prize that nobody has paid, or waits to be handed back after a cancellation.

    held_cents: what of the prizes stays where it is while an exclusion stands; policy: as the strictest house has it. ahead:
    beside them, what pays an entry as soon as the document is seen."""

    cents: int
    ahead: PaidAhead
    held_cents: int
    policy: ExcludedPrizes


def reserved_of(
    player_id: int,
    *,
    unit: str,
    at: datetime,
    without_award: int | None = None,
    by_bank: bool = False,
) -> Reserved:
    """Return what waits in a player's balance, at whatever house: the balance is one. by_bank: of prizes won online only those that are held:
    they were credited at once (PT-T.54), and no desk hands them over.
    Rule: SCPT.L, PT-T.36, PT-T.21
    """
    prizes = Award.objects.filter(player_id=player_id, tournament__currency=unit, state=AwardState.OWED)
    waits = Repayment.objects.filter(
        player_id=player_id, tournament__currency=unit, state=RepaymentState.OPEN
    ).aggregate(cents=Sum("amount_cents"))
    cents, held, policy = int(waits["cents"] or 0), 0, ExcludedPrizes.PAY
    for venue_id, asked, online, won in (
        prizes.exclude(pk=without_award or 0)
        .order_by("tournament__venue_id")
        .values_list("tournament__venue_id", "tournament__venue__excluded_prizes", "tournament__online")
        .annotate(cents=Sum("amount_cents"))
    ):
        here = ExcludedPrizes(asked)
        stays = (
            here is not ExcludedPrizes.PAY and exclusion_of(player_id, venue_id=venue_id, at=at) is not None
        )
        if stays or not (online and by_bank):
            cents += int(won)
        if stays:
            held += int(won)
            policy = here if policy is not ExcludedPrizes.REFUSE else policy
    ahead = paid_ahead_of(player_id, unit=unit)
    return Reserved(cents=cents, ahead=ahead, held_cents=held, policy=policy)


def check_held_stays(
    player_id: int, *, unit: str, left_cents: int, at: datetime, without_award: int | None = None
) -> None:
    """Check whether the prizes that are held for an exclusion are still in the balance when `left_cents` are left of
    it, beside what pays for an entry.

    Refusals: ``prize_refused``, ``prize_held``. Rule: PT-T.21"""
    found = reserved_of(player_id, unit=unit, at=at, without_award=without_award)
    if found.held_cents and left_cents < found.held_cents + found.ahead.cents:
        check_pay_excluded(found.policy, by_director=False, reason="")


def check_withdrawal(
    player_id: int, *, unit: str, balance_cents: int, amount_cents: int, at: datetime
) -> None:
    """Check whether a sum may be taken out of a balance: a prize, and what is to be handed back, leave it by their
    own acts.

    Refusals: ``insufficient_funds``, ``prize_refused``, ``prize_held``, ``prize_first``, ``entry_paid``.
    Rule: SCPT.L, SCPT.F, PT-T.36, PT-T.21"""
    left = balance_cents - amount_cents
    if left < 0:
        raise Refused(
            "insufficient_funds",
            N_(
                "The balance is %(balance_cents)s now: more than that cannot be paid out. Nothing was booked."
            ),
            rule="PT-T.21",
            balance_cents=balance_cents,
            currency=unit,
        )
    found = reserved_of(player_id, unit=unit, at=at)
    if found.held_cents and left < found.held_cents:
        check_pay_excluded(found.policy, by_director=False, reason="")
    if found.cents and left < found.cents:
        raise Refused(
            "prize_first",
            N_(
                "%(owed_cents)s that this player won or gets back is not settled yet. Settle it by its own button, for its"
                " receipt; %(free_cents)s of the balance can be paid out here now."
            ),
            rule="SCPT.L",
            owed_cents=found.cents,
            free_cents=max(balance_cents - found.cents - found.ahead.cents, 0),
            currency=unit,
        )
    if found.ahead.cents and left < found.cents + found.ahead.cents:
        raise entry_paid(
            player_id,
            ahead=found.ahead,
            free_cents=balance_cents - found.cents - found.ahead.cents,
            unit=unit,
        )


def left_the_balance(player: str) -> Refused:
    """Return what is owed out of a balance has left it: the player played with it, or it was paid out there before."""
    return Refused(
        "insufficient_funds",
        N_(
            "The balance of %(player)s does not hold this money any more: it was played with, or paid out there before."
            " Look at the balance, then settle it by the method “Balance”: nothing is paid twice."
        ),
        rule="SCPT.L",
        player=player,
    )
