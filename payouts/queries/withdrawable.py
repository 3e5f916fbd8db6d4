"""What of a balance a player may have paid out by the bank."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ledger.queries import card_money_of
from payouts.queries.reserved import reserved_of
from rules.refusals import N_, Refused
from tournaments.queries.paid_ahead import PaidAhead, entry_paid


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawable:
    """free_cents: what may be asked for. reserved_cents: prizes and refunds that the desk hands over. ahead: what pays an entry once the document is seen. card_cents: what goes back to the card, at the desk, too."""

    balance_cents: int
    free_cents: int
    reserved_cents: int
    ahead: PaidAhead
    card_cents: int


def withdrawable_of(player_id: int, *, unit: str, balance_cents: int, at: datetime) -> Withdrawable:
    """Return what a player may ask to have paid out of a balance. Rule: PT-T.21, SCPT.L, SCPT.E"""
    reserved = reserved_of(player_id, unit=unit, at=at, by_bank=True)
    card = card_money_of(player_id, unit=unit)
    return Withdrawable(
        balance_cents=balance_cents,
        free_cents=max(balance_cents - max(reserved.cents + reserved.ahead.cents, card), 0),
        reserved_cents=min(reserved.cents, balance_cents),
        ahead=reserved.ahead,
        card_cents=card,
    )


def check_withdrawable(
    player_id: int, *, unit: str, balance_cents: int, amount_cents: int, at: datetime
) -> None:
    """Check whether a player may ask to have this sum paid out: what is in the balance, less what leaves it by acts of its own.

    Refusals: ``insufficient_funds``, ``prize_first``, ``entry_paid``, ``card_money``. Rule: PT-T.21, SCPT.L, SCPT.E, PT-T.36
    """
    found = withdrawable_of(player_id, unit=unit, balance_cents=balance_cents, at=at)
    if amount_cents <= found.free_cents:
        return
    if amount_cents > balance_cents:
        raise Refused(
            "insufficient_funds",
            N_("Your balance is less than that: %(free_cents)s can be withdrawn."),
            rule="PT-T.21",
            free_cents=found.free_cents,
            currency=unit,
            field="amount_cents",
        )
    if balance_cents - amount_cents < found.reserved_cents:
        raise Refused(
            "prize_first",
            N_(
                "%(owed_cents)s of your balance is a prize or a refund that the desk hands over itself;"
                " %(free_cents)s can be withdrawn here."
            ),
            rule="SCPT.L",
            owed_cents=found.reserved_cents,
            free_cents=found.free_cents,
            currency=unit,
            field="amount_cents",
        )
    if balance_cents - amount_cents < found.reserved_cents + found.ahead.cents:
        raise entry_paid(
            player_id, ahead=found.ahead, free_cents=found.free_cents, unit=unit, field="amount_cents"
        )
    raise Refused(
        "card_money",
        N_(
            "%(card_cents)s of your balance came by card and goes back to the card, at the desk; %(free_cents)s can be"
            " withdrawn here."
        ),
        rule="SCPT.E",
        card_cents=found.card_cents,
        free_cents=found.free_cents,
        currency=unit,
        field="amount_cents",
    )
