"""What of a balance came by card: it goes back to the card, or is played with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.refusals import N_, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """One transfer of a wallet. cents: in (+) or out (−). act: what was booked together. card: the other side is the card
    company; handed_out: it is the drawer or the bank, and the money went out. takes_back: the transfer that this undoes.
    at_table: the sitting at a cash table that it is brought to, or brought back from."""

    number: int
    act: str
    cents: int
    card: bool = False
    handed_out: bool = False
    takes_back: int | None = None
    at_table: str = ""


def card_money(movements: Iterable[Movement]) -> int:
    """Return the cents of a balance that came by card. What is played is taken from them first, what is handed out in cash last; what
    comes back from a cash table is the card's again, as far as it was before.

    Rule: SCPT.E
    """
    held, balance, act = 0, 0, ""
    taken: dict[int, int] = {}
    tabled: dict[str, int] = {}
    for moved in movements:
        if moved.act != act:
            held, act = max(0, min(held, balance)), moved.act
        balance += moved.cents
        if moved.card:
            held += moved.cents
        elif moved.takes_back in taken:
            held += taken[moved.takes_back]
        elif moved.at_table and moved.cents > 0:
            back = min(moved.cents, tabled.get(moved.at_table, 0))
            tabled[moved.at_table] = tabled.get(moved.at_table, 0) - back
            held += back
        elif moved.cents < 0 and not moved.handed_out:
            taken[moved.number] = min(max(held, 0), -moved.cents)
            held -= taken[moved.number]
            if moved.at_table:
                tabled[moved.at_table] = tabled.get(moved.at_table, 0) + taken[moved.number]
    return max(0, min(held, balance))


def check_hand_out(
    *, balance_cents: int, amount_cents: int, card_cents: int, by_director: bool, reason: str, currency: str
) -> None:
    """Check whether a sum may leave a balance by cash or transfer: what came by card is no cash advance.

    A director may all the same, and says why: it is kept with the payment.
    Refusals: ``card_money``, ``reason_missing``.
    Rule: SCPT.E
    """
    if balance_cents - amount_cents >= card_cents:
        return
    if not by_director:
        raise Refused(
            "card_money",
            N_(
                "%(card_cents)s of this balance came by card and goes back to the card. %(free_cents)s can be paid out in"
                " cash or by transfer; more only by the director, with the reason."
            ),
            rule="SCPT.E",
            card_cents=card_cents,
            free_cents=max(balance_cents - card_cents, 0),
            currency=currency,
        )
    if not reason.strip():
        raise Refused(
            "reason_missing",
            N_(
                "This money came by card. Write in the reference why it is paid out otherwise; it is kept with the payment."
            ),
            rule="SCPT.E",
            field="reference",
        )


def check_deposit_method(method: str, *, surcharges_bp: Mapping[str, int]) -> None:
    """Check whether money may be paid in by a method: not where the house has a surcharge on it, which is taken when something is
    bought. Paid in and then played with, it would be spared.

    Refusals: ``surcharged_deposit``.
    Rule: SCPT.E
    """
    if surcharges_bp.get(method, 0):
        raise Refused(
            "surcharged_deposit",
            N_(
                "This house has a surcharge on this method: take the entry or the chips by it, with the surcharge. A balance"
                " is filled by cash or transfer."
            ),
            rule="SCPT.E",
            field="method",
        )
