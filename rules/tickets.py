"""Seats won in a satellite or as a prize: personal, no registration by themselves, and money only where the books say so.

The engine gives no seats as prizes: every prize is money (PT-T.32 lets a house have either). The floor that is shown a won seat asks here, by its
questions (`rules.rulings.won_seats`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.policies import Policies
from rules.receipts import is_receipt
from rules.refusals import N_, Refused


class WonIn(StrEnum):
    """Where a seat was won. Rule: SCPT.G, PT-T.30"""

    LIVE_SATELLITE = "live_satellite"
    ONLINE_SATELLITE = "online_satellite"
    FREEROLL = "freeroll"


@dataclass(frozen=True, slots=True, kw_only=True)
class WonSeat:
    """A seat in one tournament. value_cents: the price of the entry. winner_id: the only person who may use it.
    has_seat_already: the winner had won a seat for the same tournament before."""

    won_in: WonIn
    winner_id: int
    value_cents: int
    has_seat_already: bool = False


def is_registered(*, receipt: str) -> bool:
    """Return whether a won seat is registered: registered is who holds the receipt of the entry.

    Rule: SCPT.D-B, SCPT.D-C
    """
    return is_receipt(receipt)


def check_use(seat: WonSeat, *, player_id: int) -> None:
    """Refuse to use a won seat that was sold or handed over.

    Refusals: ``won_seat_is_personal``. Rule: SCPT.G, PT-T.28
    """
    if player_id != seat.winner_id:
        raise Refused(
            "won_seat_is_personal",
            N_("A seat won in a satellite is personal and cannot be transferred."),
            rule="SCPT.G",
        )


def to_money(seat: WonSeat, *, policies: Policies) -> int:
    """Return the cents a won seat is changed for. Only where the rule set knows it, and only the second seat that
    somebody won for the same tournament; never one from a freeroll.

    Refusals: ``won_seat_is_no_money``. Rule: SCPT.G, PT-T.28, PT-T.29, PT-T.30, REGULATIONS 2.9
    """
    freeroll = seat.won_in is WonIn.FREEROLL
    if freeroll or not policies.second_won_seat_to_money or not seat.has_seat_already:
        raise Refused(
            "won_seat_is_no_money",
            N_("A seat won for this tournament is not changed into money."),
            rule="PT-T.30" if freeroll else "PT-T.29" if policies.second_won_seat_to_money else "SCPT.G",
        )
    return seat.value_cents


def credit_after_no_show(seat: WonSeat, *, came: bool) -> int:
    """Return the cents kept as a credit for a later stage when the winner of an online satellite did not come.

    Rule: SCPT.G
    """
    return 0 if came or seat.won_in is not WonIn.ONLINE_SATELLITE else seat.value_cents
