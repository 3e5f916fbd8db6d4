"""Complaints: those about one hand for its player, those of a house for its staff."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet

from play.models import Complaint, ComplaintState
from rules.refusals import not_found

ON_A_PAGE = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class ComplaintView:
    """A complaint as its player and the house read it; nothing of it for a log or a fact. about, about_id: whose play it is about, "" and None nobody's."""

    complaint_id: int
    table_id: int
    table: str
    number: int
    player: str
    state: str
    made_at: datetime
    answer_by: datetime
    answered_at: datetime | None
    timezone: str
    about: str
    about_id: int | None
    text: str = field(repr=False)
    answer: str = field(repr=False)

    @property
    def erased(self) -> bool:
        """Whether what was written is gone, with its player's data."""
        return not self.text

    def late(self, at: datetime) -> bool:
        """Whether the house owes an answer for longer than it may."""
        return self.state == ComplaintState.OPEN and at > self.answer_by


@dataclass(frozen=True, slots=True, kw_only=True)
class ComplaintsWaiting:
    """The complaints that a house owes an answer: how many, which one is due first, and until when."""

    count: int
    first_id: int
    answer_by: datetime


def complaints_about(*, table_id: int, number: int, player_id: int) -> list[ComplaintView]:
    """Return what a player wrote about a hand, and what was answered; for that player alone. Rule: PT-H.66"""
    found = Complaint.objects.filter(
        hand__table_id=table_id, hand__number=number, player_id=player_id
    ).order_by("id")
    return _views(found)


def complaints_of_player(player_id: int, *, limit: int | None = ON_A_PAGE) -> list[ComplaintView]:
    """Return a player's last complaints, the newest first; all of them without a limit. For that player alone. Rule: PT-H.66"""
    return _views(Complaint.objects.filter(player_id=player_id).order_by("-id")[:limit])


def open_complaints(venue_id: int) -> list[ComplaintView]:
    """Return the complaints that a house owes an answer, the oldest first; ask `require(READ_COMPLAINTS)` first. Rule: PT-T.55"""
    return _views(_of_house(venue_id).filter(state=ComplaintState.OPEN).order_by("id")[:ON_A_PAGE])


def complaints_waiting(
    venue_id: int, *, tournament_id: int | None = None, officer_id: int | None = None
) -> ComplaintsWaiting | None:
    """Return how many complaints wait for a house's answer, of one tournament's hands or of all; None where none does. officer_id: the account
    of who reads and does not answer; a complaint about that person's own play is not there for them. Ask
    `require(READ_COMPLAINTS)` first. Rule: PT-T.55"""
    found = _of_house(venue_id, officer_id=officer_id).filter(state=ComplaintState.OPEN)
    if tournament_id is not None:
        found = found.filter(hand__table__tournament_id=tournament_id)
    due = list(found.order_by("answer_by", "id").values_list("id", "answer_by"))
    if not due:
        return None
    return ComplaintsWaiting(count=len(due), first_id=due[0][0], answer_by=due[0][1])


def answered_complaints(venue_id: int) -> list[ComplaintView]:
    """Return those that a house answered and did not close, the newest first; ask `require(READ_COMPLAINTS)` first."""
    return _views(_of_house(venue_id).filter(state=ComplaintState.ANSWERED).order_by("-id")[:ON_A_PAGE])


def complaint_of_house(complaint_id: int, *, venue_id: int, officer_id: int | None = None) -> ComplaintView:
    """Return one complaint of a house; officer_id: as in `complaints_waiting`. Ask `require(READ_COMPLAINTS)` first. Refusals: ``not_found``."""
    found = _views(_of_house(venue_id, officer_id=officer_id).filter(pk=complaint_id))
    if not found:
        raise not_found("complaint")
    return found[0]


def reports_of_house(venue_id: int, *, officer_id: int | None = None) -> list[ComplaintView]:
    """Return the complaints of a house about somebody's play that are not closed, the newest first; officer_id: as in `complaints_waiting`. Ask
    `require(READ_COMPLAINTS)` first.

    Rule: PT-H.11, PT-O.11
    """
    found = _of_house(venue_id, officer_id=officer_id).filter(about__isnull=False)
    return _views(found.exclude(state=ComplaintState.CLOSED).order_by("-id")[:ON_A_PAGE])


def _of_house(venue_id: int, *, officer_id: int | None = None) -> QuerySet[Complaint]:
    found = Complaint.objects.filter(venue_id=venue_id)
    return found if officer_id is None else found.exclude(about__user_id=officer_id)


def _views(found: QuerySet[Complaint]) -> list[ComplaintView]:
    return [
        ComplaintView(
            complaint_id=one.pk,
            table_id=one.hand.table_id,
            table=one.hand.table.name,
            number=one.hand.number,
            player=one.player.public_name,
            state=one.state,
            made_at=one.made_at,
            answer_by=one.answer_by,
            answered_at=one.answered_at,
            timezone=one.venue.timezone,
            about=one.about.public_name if one.about is not None else "",
            about_id=one.about_id,
            text=one.text,
            answer=one.answer,
        )
        for one in found.select_related("hand__table", "player", "about", "venue")
    ]
