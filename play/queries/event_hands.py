"""The hands of a tournament that was played online, as everybody may read of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from play.models import DealtHand
from play.queries.history import PlayedHand, public_hand
from play.queries.onlookers import event_known_until


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHands:
    """How many hands are over, and the last of them: nobody's folded cards. None where none is, or where it counts for nothing."""

    count: int
    last: PlayedHand | None


def event_hands(tournament_id: int, *, at: datetime) -> EventHands:
    """Return the hands of a tournament that are over and known to who looks on at this instant. Rule: PT-H.11"""
    over = DealtHand.objects.filter(table__tournament_id=tournament_id, closed_at__isnull=False)
    until = event_known_until(tournament_id, at=at)
    if until is not None:
        over = over.filter(closed_at__lte=until)
    last = over.order_by("-closed_at", "-pk").values_list("table_id", "number").first()
    if last is None:
        return EventHands(count=0, last=None)
    hand = public_hand(table_id=last[0], number=last[1])
    return EventHands(count=over.count(), last=None if hand.voided else hand)
