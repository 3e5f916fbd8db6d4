"""Refunds when a tournament is cancelled: who gets what back, to the cent, and from where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.money import split_by_weights, split_evenly
from rules.policies import Cancelled, Policies
from rules.refusals import N_, Refused


class PaidFor(StrEnum):
    """What a payment bought."""

    ENTRY = "entry"
    RE_ENTRY = "re_entry"
    REBUY = "rebuy"
    ADD_ON = "add_on"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentMade:
    """One payment of a player: its price and the part of it that went to the prize pool (bounties included),
    cents.

    `by_ticket`: paid with a ticket or a seat won in a satellite; the price is then the value of the entry.
    `written_off`: nobody paid it, the house bore it: it is not handed back, what it put into the pool is shared.
    """

    paid_for: PaidFor
    price_cents: int
    prize_cents: int
    by_ticket: bool = False
    written_off: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant:
    """One person in the tournament at its cancellation, with everything paid under all of this person's
    entries."""

    key: int | str
    active: bool
    payments: tuple[PaymentMade, ...]
    chips: int = 0


class RefundCase(StrEnum):
    """Which rule divides.

    Rule: PT-T.36, SCPT.D
    """

    BEFORE_START = "before_start"
    BEFORE_THE_MONEY = "before_the_money"
    IN_THE_MONEY = "in_the_money"
    FULL = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundLine:
    """What one person gets: registrations back in money, the same in tickets, a share of the rest. Cents."""

    key: int | str
    refund_cents: int
    ticket_cents: int
    share_cents: int

    @property
    def total_cents(self) -> int:
        return self.refund_cents + self.ticket_cents + self.share_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundStatement:
    """The whole cancellation: one line per participant, in the order given, and where the money comes from.

    `from_pool_cents` (of it `shared_cents` by chips) leave the prize pool, `from_fees_cents` the fee
    accounts. `from_house_cents` is only more than zero when prizes already credited had used up more than was
    to be shared.
    """

    case: RefundCase
    lines: tuple[RefundLine, ...]
    from_pool_cents: int
    from_fees_cents: int
    from_house_cents: int
    shared_cents: int


def refunds(
    *,
    participants: Sequence[Participant],
    policies: Policies,
    started: bool,
    in_the_money: bool = False,
    prizes_credited_cents: int = 0,
    prizes_stand: bool = False,
) -> RefundStatement:
    """Return refunds of a cancelled tournament.

    Before the start, or under the policy of full refunds: everybody gets every payment back with its fees;
    what was paid by ticket comes back as a ticket under full refunds (SCPT.G), as its value otherwise
    (PT-T.37); what was written off goes back to the house. After the start under the policy of shares: the active get their registration back with its
    fees; the prize part of the eliminated players' registrations and of all re-entries, rebuys and add-ons is
    summed and shared among the active in proportion to chips (largest remainder; evenly when nobody has
    chips); the eliminated get nothing. Once in the money, prizes already credited stand and only what is left
    of that sum is shared. `prizes_stand`: the director decides so, too, where the policy of full refunds meets prizes
    that were credited; without such prizes it changes nothing.
    Refusals: ``prizes_already_credited``, ``nobody_active``.
    Rule: PT-T.36, PT-T.37, PT-T.38, SCPT.D, SCPT.J, CASES refund-1, REGULATIONS 6.3
    """
    full = policies.cancelled_event is Cancelled.FULL_REFUND
    if full and prizes_credited_cents:
        if not prizes_stand:
            raise Refused(
                "prizes_already_credited",
                N_(
                    "Prizes have already been credited: entries can no longer all be refunded. The director may cancel"
                    " so that these prizes stand and what is left is shared among those still in."
                ),
                rule="SCPT.D",
            )
        full = False
    if full or not started:
        return _full(
            participants, tickets_back=full, case=RefundCase.FULL if full else RefundCase.BEFORE_START
        )
    return _shared(participants, in_the_money=in_the_money, credited=prizes_credited_cents)


def _full(participants: Sequence[Participant], *, tickets_back: bool, case: RefundCase) -> RefundStatement:
    lines = tuple(
        RefundLine(
            key=p.key,
            refund_cents=sum(
                y.price_cents for y in p.payments if not ((tickets_back and y.by_ticket) or y.written_off)
            ),
            ticket_cents=sum(y.price_cents for y in p.payments if tickets_back and y.by_ticket),
            share_cents=0,
        )
        for p in participants
    )
    paid = [y for p in participants for y in p.payments if not y.written_off]
    pool = sum(y.prize_cents for y in paid)
    return RefundStatement(
        case=case,
        lines=lines,
        from_pool_cents=pool,
        from_fees_cents=sum(y.price_cents for y in paid) - pool,
        from_house_cents=0,
        shared_cents=0,
    )


def _shared(participants: Sequence[Participant], *, in_the_money: bool, credited: int) -> RefundStatement:
    active = [p for p in participants if p.active]
    if not active:
        raise Refused(
            "nobody_active", N_("No player is left in play; finish the tournament instead."), rule="PT-T.36"
        )
    to_share = 0
    refunded: dict[int | str, int] = {}
    pool = fees = 0
    for person in participants:
        for payment in person.payments:
            if person.active and payment.paid_for is PaidFor.ENTRY:
                refunded[person.key] = refunded.get(person.key, 0) + payment.price_cents
                pool += payment.prize_cents
                fees += payment.price_cents - payment.prize_cents
            else:
                to_share += payment.prize_cents
    shared = max(0, to_share - credited)
    # an odd cent goes to the larger stack
    active.sort(key=lambda p: -p.chips)
    chips = [p.chips for p in active]
    parts = (
        split_by_weights(shared, weights=chips) if sum(chips) else split_evenly(shared, shares=len(active))
    )
    share = {p.key: part for p, part in zip(active, parts, strict=True)}
    return RefundStatement(
        case=RefundCase.IN_THE_MONEY if in_the_money or credited else RefundCase.BEFORE_THE_MONEY,
        lines=tuple(
            RefundLine(
                key=p.key,
                refund_cents=refunded.get(p.key, 0) if p.active else 0,
                ticket_cents=0,
                share_cents=share.get(p.key, 0) if p.active else 0,
            )
            for p in participants
        ),
        from_pool_cents=pool + shared,
        from_fees_cents=fees,
        from_house_cents=max(0, credited - to_share),
        shared_cents=shared,
    )
