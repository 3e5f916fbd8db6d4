"""Open all cards of a hand that is over to the officer who reviews it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer, Reason
from people.queries import player_of_user, require
from play.models import DealtHand, PlayTable
from play.operations.openings import may_be_opened_to, must_be_there, open_hand
from rules.online import open_until
from rules.permissions import Permission
from rules.refusals import not_found
from rules.validation import text


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedCards:
    """opening_id: under which the cards are read. until: so long its officer reads them, an instant. No card is in it."""

    opening_id: int
    until: str


@command(
    "play.open_cards",
    Card(permission=Permission.REVIEW_INTEGRITY, address="play-tables/<id:table_id>/open-cards"),
)
def open_cards(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    number: Annotated[int, Integer(min_value=1, max_value=10**9)],
    reason: Reason,
) -> OpenedCards:
    """Open every player's cards in a hand that is over, folded ones too, to who asks and to nobody else, for some minutes.

    reason: why, for the owner, who reads who opened which hand and when; it stands in the record for ever, so it names no person.
    Refusals: ``forbidden``, ``not_found``, ``own_hand``, ``cards_gone``, ``text_missing``, ``text_too_long``, ``text_unreadable``.
    Rule: PT-H.11, PT-O.11
    """
    table = PlayTable.objects.filter(pk=table_id).first()
    if table is None:
        raise not_found("table")
    require(by, permission=Permission.REVIEW_INTEGRITY, venue_id=table.venue_id)
    hand = DealtHand.objects.filter(table=table, number=number, closed_at__isnull=False).first()
    if hand is None:
        raise not_found("hand")
    assert by.user_id is not None  # the system reviews no hands
    may_be_opened_to(player_of_user(by.user_id), hand=hand, table=table)
    must_be_there(hand)
    made = open_hand(
        hand,
        venue_id=table.venue_id,
        by_user_id=by.user_id,
        reason=text("reason", reason, at_most=300),
        at=at,
    )
    return OpenedCards(opening_id=made.pk, until=open_until(at).isoformat())
