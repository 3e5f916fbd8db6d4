"""Which hands may be opened to whom, and the record of it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q

from dispatch.commands import record
from play.facts import HandCardsOpened
from play.models import DealtHand, HandOpening, PlayTable, Sitting
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


def open_hand(hand: DealtHand, *, venue_id: int, by_user_id: int, reason: str, at: datetime) -> HandOpening:
    """Record that a hand is opened to an officer, why and when. Rule: PT-H.11, PT-O.11"""
    made = HandOpening.objects.create(
        venue_id=venue_id, hand=hand, opened_by=by_user_id, opened_at=at, reason=reason
    )
    record(
        HandCardsOpened(
            table_id=hand.table_id,
            players=(),
            opening_id=made.pk,
            number=hand.number,
            reason=reason,
        )
    )
    return made
