"""Open all cards of hands that are over for the regulator's auditor."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import player_of_user, require
from play.models import DealtHand
from play.operations.openings import may_open_all, open_hand
from rules.permissions import Permission
from rules.refusals import not_found
from rules.validation import text


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsOpened:
    """opened: how many. No card is in it."""

    opened: int


# no address: who asks has the key of the cards, on the house's machine (`manage.py open_hands`)
@command("play.open_for_audit", Card(permission=Permission.REVIEW_INTEGRITY))
def open_for_audit(
    *, command_id: CommandId, at: datetime, by: Actor, venue_id: int, hands: list[int], reason: str
) -> HandsOpened:
    """Record these hands of the house, which are over, as opened for the regulator's auditor: all of them, or none.

    Refusals: ``forbidden``, ``not_found``, ``own_hand``, ``cards_gone``, ``text_missing``, ``text_too_long``, ``text_unreadable``.
    Rule: PT-H.11, PT-O.11
    """
    require(by, permission=Permission.REVIEW_INTEGRITY, venue_id=venue_id)
    assert by.user_id is not None  # the system reviews no hands
    reason = text("reason", reason, at_most=300)
    there = DealtHand.objects.filter(pk__in=hands, table__venue_id=venue_id, closed_at__isnull=False)
    found = list(there.select_related("table").order_by("table_id", "number"))
    if len(found) != len(set(hands)):
        raise not_found("hand")
    may_open_all(player_of_user(by.user_id), hands=found)
    for hand in found:
        open_hand(hand, venue_id=venue_id, by_user_id=by.user_id, reason=reason, at=at)
    return HandsOpened(opened=len(found))
