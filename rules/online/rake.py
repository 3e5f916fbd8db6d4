"""What the house takes where hands are played for money: of each payment of a pot, or of what a player brings to the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.hands import Hand, PotWon, Settlement, Street
from rules.money import BASIS_POINTS
from rules.refusals import N_, Refused


class RakeManner(StrEnum):
    """What the commission is a share of; a table has one of the two, never both."""

    POT = "pot"
    BUY_IN = "buy_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rake:
    """The commission of a table. basis_points: of a hundredth of a per cent each."""

    manner: RakeManner
    basis_points: int


RAKE_BOUNDS: Mapping[RakeManner, tuple[int, int]] = {
    RakeManner.POT: (100, 500),
    RakeManner.BUY_IN: (500, 2000),
}
"""The least and the most of each manner, in basis points. Rule: PT-H.17"""


def check_rake(rake: Rake) -> None:
    """Refuse a commission that the regulation does not know: 1 to 5 % of each pot, or 5 to 20 % of each buy-in and top-up.

    Refusals: ``bad_rake``. Rule: PT-H.16, PT-H.17
    """
    low, high = RAKE_BOUNDS[rake.manner]
    if not low <= rake.basis_points <= high:
        raise Refused(
            "bad_rake",
            N_(
                "The commission is 1 to 5 per cent of each pot, or 5 to 20 per cent of what a player brings to the table."
            ),
            rule="PT-H.17",
            field="rake_bp",
        )


def rake_of_buy_in(cents: int, *, rake: Rake) -> int:
    """Return what the house takes of a buy-in or top-up before it reaches the table, whole cents only. Rule: PT-H.17"""
    return cents * rake.basis_points // BASIS_POINTS if rake.manner is RakeManner.BUY_IN else 0


def pots_are_raked(hand: Hand) -> bool:
    """Return whether the house takes of the pots of a hand that is over: not where it ended before the turn card and nobody bet
    of his own will on the flop. Rule: PT-H.18, PT-O.18
    """
    if hand.street is Street.PREFLOP:
        return False
    return hand.street is not Street.FLOP or any(one.street_chips for one in hand.betting.players)


def take_rake(ended: Settlement, *, hand: Hand, rake: Rake) -> Settlement:
    """Return the end of a hand after the house's share of each payment of each pot, whole cents only. What nobody matched goes back
    whole.

    Rule: PT-H.17, PT-H.18, PT-H.19, PT-O.17, PT-O.19
    """
    if rake.manner is not RakeManner.POT or not pots_are_raked(hand):
        return ended
    pots = tuple(_raked(pot, rake) for pot in ended.pots)
    stacks = dict(ended.stacks)
    for pot in pots:
        for seat, cents in pot.rake.items():
            stacks[seat] -= cents
    return replace(ended, pots=pots, stacks=stacks)


def rake_taken(ended: Settlement) -> int:
    """Return what the house has of a hand in all. Rule: PT-H.17"""
    return sum(cents for pot in ended.pots for cents in pot.rake.values())


def _raked(pot: PotWon, rake: Rake) -> PotWon:
    taken = {seat: share * rake.basis_points // BASIS_POINTS for seat, share in pot.shares.items()}
    return replace(
        pot,
        shares={seat: share - taken[seat] for seat, share in pot.shares.items()},
        rake={seat: cents for seat, cents in taken.items() if cents},
    )
