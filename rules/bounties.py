"""Bounties: what a head is worth, who gets it, and what grows on the winner's own. No chance in here: draws
are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.money import BASIS_POINTS, split_evenly
from rules.policies import Policies, UnclaimedBounty
from rules.refusals import N_, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyResult:
    """One elimination: cents paid and cents added to the own head, per eliminator in the order given."""

    paid_cents: tuple[int, ...]
    to_head_cents: tuple[int, ...]


def knock_out(*, bounty_cents: int, eliminators: int) -> BountyResult:
    """Return a plain bounty, shared evenly by all who eliminated together; odd cents one each to those named first.

    Callers name the eliminators in the order in which the pot's odd chips would go.
    Rule: SCPT.P, REGULATIONS 5.2
    """
    return BountyResult(
        paid_cents=split_evenly(bounty_cents, shares=eliminators), to_head_cents=(0,) * eliminators
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PotTaken:
    """A pot of a hand: who played for it to the end, and who won chips of it, in the order of its odd chips."""

    seats: tuple[int, ...]
    winners: tuple[int, ...]


def takers_in_hand(seat: int, *, pots: Sequence[PotTaken]) -> tuple[int, ...]:
    """Return the seats that took the last chips of who lost them in a hand: those who won the last pot that was also his. pots: the main pot
    first. A side pot lies above those that all play for, so the last chips of a stack are in the last one that it reaches.

    Rule: PT-T.33, PT-T.34, SCPT.P, REGULATIONS 5.2
    """
    return next((pot.winners for pot in reversed(pots) if seat in pot.seats), ())


def who_shares(
    *, named: Sequence[int], nobody: bool, at_table: Sequence[int], policies: Policies
) -> tuple[int, ...]:
    """Return the entries that share a bounty, in the order of its odd cents; none: it stays in the pool.

    Those named share it. Where it was said that nobody took the chips, the rule set decides: it stays for the champion,
    or those left `at_table` share it, in the order of their seats. While that is open nobody has it.
    Rule: SCPT.P, REGULATIONS 5.2
    """
    if named:
        return tuple(named)
    if nobody and policies.unclaimed_bounty is UnclaimedBounty.TABLE:
        return tuple(at_table)
    return ()


def progressive(*, bounty_cents: int, eliminators: int, paid_bp: int = 5_000) -> BountyResult:
    """Return a progressive bounty: each eliminator's share is partly paid and partly added to the own head.

    The share is split first (odd cents to those named first), then every share: the odd cent to the amount
    won.
    Rule: CASES pko-1
    """
    shares = split_evenly(bounty_cents, shares=eliminators)
    to_head = tuple(share * (BASIS_POINTS - paid_bp) // BASIS_POINTS for share in shares)
    return BountyResult(
        paid_cents=tuple(share - kept for share, kept in zip(shares, to_head, strict=True)),
        to_head_cents=to_head,
    )


def champions_bounty(*, bounty_cents: int) -> int:
    """Return what the winner of the tournament keeps: all of the own head.

    Rule: CASES pko-1
    """
    return bounty_cents


def check_mystery(*, envelopes_cents: Sequence[int], pool_cents: int) -> None:
    """Check whether the envelopes use up the bounty pool.

    Refusals: ``envelopes_do_not_sum``, ``envelope_empty``.
    Rule: REGULATIONS 5.2
    """
    if any(cents <= 0 for cents in envelopes_cents):
        raise Refused("envelope_empty", N_("Every envelope holds an amount."), rule="PT-T.34")
    if sum(envelopes_cents) != pool_cents:
        raise Refused(
            "envelopes_do_not_sum",
            N_("The envelopes hold %(sum_cents)s, the bounty pool %(pool_cents)s."),
            rule="PT-T.34",
            sum_cents=sum(envelopes_cents),
            pool_cents=pool_cents,
        )


def mystery(
    *, envelopes_cents: Sequence[int], drawn: int, eliminators: int
) -> tuple[BountyResult, tuple[int, ...]]:
    """Return a mystery bounty: the envelope at index `drawn` (drawn by the caller) is paid; also what envelopes
    remain.

    Refusal: ``no_envelope_left``.
    Rule: REGULATIONS 5.2
    """
    if not envelopes_cents:
        raise Refused("no_envelope_left", N_("No envelope is left."), rule="PT-T.34")
    if not 0 <= drawn < len(envelopes_cents):
        raise ValueError("an envelope that is there")
    result = knock_out(bounty_cents=envelopes_cents[drawn], eliminators=eliminators)
    return result, (*envelopes_cents[:drawn], *envelopes_cents[drawn + 1 :])
