"""What becomes of a prize whose winner may not play any more."""

from __future__ import annotations

from enum import StrEnum

from rules.refusals import N_, Refused


class ExcludedPrizes(StrEnum):
    """What a house does with the prize of somebody who is excluded: the money is the player's in every case.

    Rule: PT-T.21, SCPT.L
    """

    PAY = "pay"  # paid like every other, with a reason kept
    HOLD = "hold"  # stays owed; only the director pays it, with a reason
    REFUSE = "refuse"  # nobody pays it while the exclusion stands


def check_pay_excluded(policy: ExcludedPrizes, *, by_director: bool, reason: str) -> None:
    """Check whether the prize of an excluded player is paid out now; whoever pays says why, and it is kept.

    Refusals: ``prize_refused``, ``prize_held``, ``reason_missing``.
    Rule: PT-T.21, SCPT.L
    """
    if policy is ExcludedPrizes.REFUSE:
        raise Refused(
            "prize_refused",
            N_("This player is excluded, and this house pays no prize while that stands. It stays owed."),
            rule="PT-T.21",
        )
    if policy is ExcludedPrizes.HOLD and not by_director:
        raise Refused(
            "prize_held",
            N_("This player is excluded: the prize is held. The director pays it, with a reason."),
            rule="PT-T.21",
        )
    if not reason.strip():
        raise Refused(
            "reason_missing",
            N_(
                "This player is excluded. Say why the prize is paid all the same; it is kept with the payment."
            ),
            rule="PT-T.21",
            field="reason",
        )
