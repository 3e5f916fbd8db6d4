"""What is kept of a hand for each of its players once it is over."""

from __future__ import annotations

from datetime import datetime

from play.models import DealtHand, HandOfPlayer, Sitting
from rules.hands import chips_of_hand


def close_with_parts(dealt: DealtHand, *, at: datetime) -> None:
    """Close a hand that is over, and write down each player's part in it. Rule: PT-H.65, PT-H.67"""
    dealt.closed_at = at
    dealt.save(update_fields=["closed_at"])
    assert dealt.result is not None and dealt.dealt_at is not None
    # the last sitting that began before the deal: who has folded may be gone by now
    there = Sitting.objects.filter(
        table_id=dealt.table_id,
        player_id__in=[player_id for _seat, player_id, _chips in dealt.stacks],
        since__lte=dealt.dealt_at,
    )
    sittings = dict(there.order_by("id").values_list("player_id", "pk"))
    figures = chips_of_hand(
        stacks={seat: chips for seat, _player, chips in dealt.stacks}, result=dealt.result
    )
    HandOfPlayer.objects.bulk_create(
        [
            HandOfPlayer(
                player_id=player_id,
                table_id=dealt.table_id,
                hand=dealt,
                sitting_id=sittings.get(player_id),
                seat=seat,
                staked_chips=figures[seat].staked_chips,
                won_chips=figures[seat].won_chips,
            )
            for seat, player_id, _chips in dealt.stacks
        ]
    )
