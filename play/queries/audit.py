"""Hands with every card, for the regulator's auditor who has the key. Only who opens each of them on the record asks."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from play.models import DealtHand
from play.queries.decks import both_secrets, deck_of_hand
from play.queries.history import opened_hand
from play.queries.integrity import begins_of_days
from rules.cards import PLACES
from tournaments.models import Venue


def hands_for_audit(
    *, venue_id: int, table_id: int | None = None, day: date | None = None
) -> list[DealtHand]:
    """Return the hands that are over at a table of the house, or that were dealt on a day by its clock, in their order. Rule: PT-H.11, PT-O.11"""
    found = DealtHand.objects.filter(table__venue_id=venue_id, closed_at__isnull=False)
    if table_id is not None:
        found = found.filter(table_id=table_id)
    if day is not None:
        zone = ZoneInfo(Venue.objects.values_list("timezone", flat=True).get(pk=venue_id))
        begins, ends = begins_of_days(zone, first=day, last=day)
        found = found.filter(dealt_at__gte=begins, dealt_at__lt=ends)
    return list(found.select_related("table").order_by("table_id", "number"))


def audited(dealt: DealtHand) -> dict[str, Any]:
    """Return a hand with everybody's cards, the whole deck as it was dealt, and what both committed decks follow from; JSON-able.

    CardsGone where its key is not here. Rule: PT-H.11, PT-O.11
    """
    hand = opened_hand(table_id=dealt.table_id, number=dealt.number)
    assert dealt.dealt_at is not None
    deck = deck_of_hand(dealt)
    found: dict[str, Any] = {
        "table": hand.table_id,
        "table_name": hand.table,
        "number": hand.number,
        "dealt_at": dealt.dealt_at.isoformat(),
        "game": hand.game,
        "currency": hand.currency,
        "button": hand.button,
        "players": [
            {
                "seat": one.seat,
                "player": one.player_id,
                "name": one.name,
                "cards": list(one.cards),
                "chips": one.chips,
                "after_chips": one.after_chips,
            }
            for one in hand.players
        ],
        "board": list(hand.board),
        "result": hand.result,
        "roots": [root for root in (dealt.root, dealt.second_root) if root],
        "words": dealt.words,
        "deck": [card.text for card in deck.cards(range(1, PLACES + 1))],
    }
    if dealt.second_root:
        found["secrets"] = list(both_secrets(dealt))
    return found
