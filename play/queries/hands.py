"""Hands that were played."""

from __future__ import annotations

from play.models import DealtHand


def stacks_before(*, table_id: int, number: int) -> dict[int, int]:
    """Return what each player had when a hand began."""
    dealt = DealtHand.objects.get(table_id=table_id, number=number)
    return {player_id: chips for _seat, player_id, chips in dealt.stacks}
