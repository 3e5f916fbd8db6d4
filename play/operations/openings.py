"""Which hands may be opened to whom."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from play.models import DealtHand, PlayTable, Sitting
from play.queries.decks import CardsGone, deck_of_hand
from rules.online import check_opener
from rules.refusals import N_, Refused


def may_be_opened_to(player_id: int | None, *, hand: DealtHand, table: PlayTable) -> None:
    """Refuse to open a hand to who was dealt in, or sits at that table or at another one of its tournament. player_id: None for who
    is no player. Refusals: ``own_hand``. Rule: PT-H.11, PT-O.11
    """
    if player_id is None:
        return
    there = Q(table=table)
    if table.tournament_id is not None:
        there |= Q(table__tournament_id=table.tournament_id)
    check_opener(
        dealt_in=player_id in {who for _seat, who, _chips in hand.stacks},
        sits_there=Sitting.objects.filter(there, player_id=player_id, left_at=None).exists(),
    )


def may_open_all(player_id: int | None, *, hands: Iterable[DealtHand]) -> None:
    """Refuse where one of these hands may not be opened to this player, or cannot be opened here. Refusals: ``own_hand``, ``cards_gone``.

    Rule: PT-H.11, PT-O.11
    """
    for hand in hands:
        must_be_there(hand)
        may_be_opened_to(player_id, hand=hand, table=hand.table)


def must_be_there(hand: DealtHand) -> None:
    """Refuse where the key of a hand's cards is not here any more. Refusals: ``cards_gone``."""
    try:
        deck_of_hand(hand)
    except CardsGone:
        raise Refused(
            "cards_gone", N_("The key under which this hand was dealt is not here: its cards cannot be made.")
        ) from None
