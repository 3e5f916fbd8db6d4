"""The cards of an all-in lie open while the rest of the board comes."""

from __future__ import annotations

from dispatch.commands import record
from play.facts import CardsTurnedUp
from play.models import DealtHand, PlayTable
from play.operations.seats import seated_at
from play.queries.decks import holes_of
from rules import hands
from rules.hands import Hand
from rules.policies import from_dict as policies_from
from tournaments.models import Field


def with_cards_up(table: PlayTable, *, dealt: DealtHand, hand: Hand) -> Hand:
    """Turn up the cards of everybody left in a hand of a tournament in which nobody can bet any more, and return it; elsewhere, and where the
    house keeps them down in hand-for-hand, it stays as it is. Rule: ADTP.16
    """
    if hand.open_cards or table.tournament_id is None or _stay_down(table.tournament_id):
        return hand
    hand = hands.turn_up(hand, holes=holes_of(dealt, seats=hand.live))
    record(
        CardsTurnedUp(
            table_id=table.pk,
            players=[one.player_id for one in seated_at(table) if one.seat in hand.live],
            number=table.hand_number,
            cards=hands.open_rows(hand),
        )
    )
    return hand


def _stay_down(tournament_id: int) -> bool:
    policies, together = Field.objects.values_list("tournament__policies", "hand_for_hand").get(
        pk=tournament_id
    )
    return bool(together and policies_from(policies).all_in_cards_down_in_hand_for_hand)
