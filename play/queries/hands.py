"""Hands that were played."""

from __future__ import annotations

from play.models import DealtHand
from rules.bounties import PotTaken, takers_in_hand


def stacks_before(*, table_id: int, number: int) -> dict[int, int]:
    """Return what each player had when a hand began."""
    dealt = DealtHand.objects.get(table_id=table_id, number=number)
    return {player_id: chips for _seat, player_id, chips in dealt.stacks}


def who_took_chips(*, table_id: int, number: int) -> dict[int, tuple[int, ...]]:
    """Return, for each player who had nothing left at the end of a hand, the players who took the last chips, in the order of odd ones.

    Rule: PT-T.34, SCPT.P, REGULATIONS 5.2
    """
    dealt = DealtHand.objects.get(table_id=table_id, number=number)
    assert dealt.result is not None  # it is over
    player = {seat: player_id for seat, player_id, _chips in dealt.stacks}
    pots = [
        PotTaken(seats=tuple(pot["seats"]), winners=tuple(seat for seat, chips in pot["shares"] if chips))
        for pot in dealt.result["pots"]
    ]
    return {
        player[seat]: tuple(player[taker] for taker in takers_in_hand(seat, pots=pots))
        for seat in dealt.result["busts"]
    }
