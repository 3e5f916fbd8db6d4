"""What of the bank waits for a house, counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from ledger.queries.rows import rows_of
from payouts.models import PayIn, UnclaimedMoney, Withdrawal
from people.queries.accounts import names_of_users
from rules.refusals import Refused

_WAITING = """
SELECT (SELECT count(*) FROM payouts_payin WHERE venue_id = %(venue)s AND state = 'asked' AND open_until > %(at)s),
       (SELECT count(*) FROM payouts_payin WHERE venue_id = %(venue)s AND state = 'held'),
       (SELECT count(*) FROM payouts_withdrawal WHERE venue_id = %(venue)s AND state IN ('asked', 'paying')),
       (SELECT count(*) FROM payouts_unclaimedmoney WHERE venue_id = %(venue)s AND state = 'open')
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingAtBank:
    """pay_ins: whose money may have come; held: whose money is to be sent back; withdrawals: to be paid; unclaimed: of which nobody knows whose it is."""

    pay_ins: int
    held: int
    withdrawals: int
    unclaimed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstAtBank:
    """Who did with a pay-in or a withdrawal what another act was refused for: operator of which house, and when by its clock."""

    venue_id: int
    operator: str
    at: datetime


def first_at_bank(refused: Refused, *, about: Mapping[str, Any]) -> FirstAtBank | None:
    """Return who was first with the pay-in or the withdrawal that an act named; None where the act was refused for something else, or nobody of a house was."""
    if refused.code not in (
        "pay_in_settled",
        "pay_in_over_meanwhile",
        "withdrawal_settled",
        "withdrawal_taken_up",
        "unclaimed_settled",
    ):
        return None
    found: PayIn | Withdrawal | UnclaimedMoney | None
    if refused.code == "unclaimed_settled":
        found = (
            UnclaimedMoney.objects.select_related("venue").filter(pk=about.get("unclaimed_id") or 0).first()
        )
        who, at = (found.settled_by, found.settled_at) if found is not None else (None, None)
    elif about.get("pay_in_id") is not None:
        found = PayIn.objects.select_related("venue").filter(pk=about["pay_in_id"]).first()
        who, at = (found.settled_by, found.settled_at) if found is not None else (None, None)
    elif about.get("withdrawal_id") is not None:
        found = Withdrawal.objects.select_related("venue").filter(pk=about["withdrawal_id"]).first()
        who, at = (
            (found.settled_by or found.taken_up_by, found.settled_at or found.taken_up_at)
            if found is not None
            else (None, None)
        )
    else:
        return None
    name = names_of_users([who]).get(who, "") if who is not None else ""
    if found is None or at is None or not name:
        return None
    return FirstAtBank(
        venue_id=found.venue_id, operator=name, at=at.astimezone(ZoneInfo(found.venue.timezone))
    )


def asked_by_bank(player_id: int) -> bool:
    """Return whether a player ever asked for a pay-in or a withdrawal."""
    return (
        PayIn.objects.filter(player_id=player_id).exists()
        or Withdrawal.objects.filter(player_id=player_id).exists()
    )


def waiting_at_bank(venue_id: int, *, at: datetime) -> WaitingAtBank:
    """Return how much of each waits for a house."""
    pay_ins, held, withdrawals, unclaimed = rows_of(_WAITING, values={"venue": venue_id, "at": at})[0]
    return WaitingAtBank(pay_ins=pay_ins, held=held, withdrawals=withdrawals, unclaimed=unclaimed)
