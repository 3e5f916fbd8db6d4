"""What of the bank waits for a house, counted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ledger.queries.rows import rows_of
from payouts.models import PayIn, Withdrawal

_WAITING = """
SELECT (SELECT count(*) FROM payouts_payin WHERE venue_id = %(venue)s AND state = 'asked' AND open_until > %(at)s),
       (SELECT count(*) FROM payouts_payin WHERE venue_id = %(venue)s AND state = 'held'),
       (SELECT count(*) FROM payouts_withdrawal WHERE venue_id = %(venue)s AND state IN ('asked', 'paying'))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingAtBank:
    """pay_ins: whose money may have come; held: whose money is to be sent back; withdrawals: to be paid."""

    pay_ins: int
    held: int
    withdrawals: int


def asked_by_bank(player_id: int) -> bool:
    """Return whether a player ever asked for a pay-in or a withdrawal."""
    return (
        PayIn.objects.filter(player_id=player_id).exists()
        or Withdrawal.objects.filter(player_id=player_id).exists()
    )


def waiting_at_bank(venue_id: int, *, at: datetime) -> WaitingAtBank:
    """Return how much of each waits for a house."""
    pay_ins, held, withdrawals = rows_of(_WAITING, values={"venue": venue_id, "at": at})[0]
    return WaitingAtBank(pay_ins=pay_ins, held=held, withdrawals=withdrawals)
