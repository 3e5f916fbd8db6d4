"""Which hands were opened to integrity officers, and a hand with all its cards for the one it was opened to.

Ask `require(REVIEW_INTEGRITY)` first.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from people.queries import names_of_users
from play.models import HandOpening
from play.queries.history import PlayedHand, opened_hand
from rules.online import open_until
from rules.refusals import N_, Refused, not_found

ON_A_PAGE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningView:
    """A hand that was opened: when, to whom, why. user_id, by: the officer; until: so long they read the cards."""

    opening_id: int
    table_id: int
    table: str
    number: int
    at: datetime
    until: datetime
    user_id: int
    by: str
    reason: str


def openings_of_house(venue_id: int, *, limit: int = ON_A_PAGE, offset: int = 0) -> list[OpeningView]:
    """Return which hands of a house were opened, the newest first. Rule: PT-H.11"""
    found = HandOpening.objects.filter(venue_id=venue_id).order_by("-id")
    return _views(found[offset : offset + limit])


def openings_of_hand(*, venue_id: int, table_id: int, number: int) -> list[OpeningView]:
    """Return when a hand was opened to whom, the newest first. Rule: PT-H.11"""
    found = HandOpening.objects.filter(venue_id=venue_id, hand__table_id=table_id, hand__number=number)
    return _views(found.order_by("-id")[:ON_A_PAGE])


def opening_with_cards(
    opening_id: int, *, venue_id: int, user_id: int | None, at: datetime
) -> tuple[OpeningView, PlayedHand]:
    """Return a hand with everybody's cards, for the officer it was opened to, while it is open.

    Refusals: ``not_found``, to everybody else too; ``opening_over``. Rule: PT-H.11, PT-O.11
    """
    found = _views(HandOpening.objects.filter(pk=opening_id, venue_id=venue_id))
    if not found or found[0].user_id != user_id:
        raise not_found("opening")
    if at >= found[0].until:
        raise Refused(
            "opening_over",
            N_("The cards of this hand were open to you for half an hour. Open them again, with a reason."),
            rule="PT-H.11",
        )
    return found[0], opened_hand(table_id=found[0].table_id, number=found[0].number)


def _views(found: QuerySet[HandOpening]) -> list[OpeningView]:
    rows = list(found.select_related("hand__table"))
    names = names_of_users({row.opened_by for row in rows})
    return [
        OpeningView(
            opening_id=row.pk,
            table_id=row.hand.table_id,
            table=row.hand.table.name,
            number=row.hand.number,
            at=row.opened_at,
            until=open_until(row.opened_at),
            user_id=row.opened_by,
            by=names.get(row.opened_by, f"#{row.opened_by}"),
            reason=row.reason,
        )
        for row in rows
    ]
