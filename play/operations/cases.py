"""Cases of the integrity desk: locked until the command ends, written in, and what is erased of them."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef

from dispatch.facts import Actor
from people.queries import player_of_user, require
from play.models import CaseEntry, CasePlayer, Complaint, DealtHand, IntegrityCase
from rules.online import COMPLAINT_LETTERS, check_case_open, check_case_writer
from rules.permissions import Permission
from rules.refusals import N_, not_found
from rules.validation import text


def what_is_written(said: str) -> str:
    """Return an entry as it stands in a case. Refusals: ``text_missing``, ``text_too_long``, ``text_unreadable``."""
    return text("said", said, at_most=COMPLAINT_LETTERS, missing=N_("Write a note: it stays in the case."))


def lock_case(case_id: int, *, venue_id: int, by: Actor) -> IntegrityCase:
    """Return an open case of a house for one of its officers; to whom it is about it is as if there were none.

    Refusals: ``forbidden``, ``not_found``, ``case_closed``.
    """
    require(by, permission=Permission.REVIEW_INTEGRITY, venue_id=venue_id)
    found = IntegrityCase.objects.select_for_update().filter(pk=case_id, venue_id=venue_id).first()
    assert by.user_id is not None  # the system writes in no case
    if found is None or found.players.filter(player__user_id=by.user_id).exists():
        raise not_found("case")
    check_case_open(closed=found.closed_at is not None)
    return found


def must_not_be_own(players: list[int], *, by: Actor) -> None:
    """Refuse a case about the officer who opens it. Refusals: ``own_case``."""
    own = player_of_user(by.user_id) if by.user_id is not None else None
    check_case_writer(named=own in players)


def goes_with_entry(
    *, venue_id: int, by: Actor, complaint_id: int | None, table_id: int | None, number: int | None
) -> tuple[DealtHand | None, Complaint | None]:
    """Return the complaint, or else the hand that is over, which is to stand beside what is written; none where none is named.

    A complaint about the officer's own play is not there for that officer. Refusals: ``not_found``.
    """
    assert by.user_id is not None  # the system writes in no case
    if complaint_id is not None:
        here = Complaint.objects.filter(pk=complaint_id, venue_id=venue_id)
        complaint = here.exclude(about__user_id=by.user_id).first()
        if complaint is None:
            raise not_found("complaint")
        return None, complaint
    if table_id is None or number is None:
        return None, None
    over = DealtHand.objects.filter(table__venue_id=venue_id, closed_at__isnull=False)
    hand = over.filter(table_id=table_id, number=number).first()
    if hand is None:
        raise not_found("hand")
    return hand, None


def write_entry(
    case: IntegrityCase,
    *,
    at: datetime,
    by: Actor,
    said: str,
    hand: DealtHand | None = None,
    complaint: Complaint | None = None,
) -> CaseEntry:
    """Write something in a case, as its last entry."""
    assert by.user_id is not None  # the system writes in no case
    return CaseEntry.objects.create(
        case=case, at=at, by=by.user_id, text=said, hand=hand, complaint=complaint
    )


def erase_cases() -> int:
    """Erase what was written in closed cases about players whose data are all erased; how many entries that were.

    That there was a case, with its hands, days and outcome, stays.
    """
    known = CasePlayer.objects.filter(case=OuterRef("case"), player__anonymised_at__isnull=True)
    over = CaseEntry.objects.filter(~Exists(known), case__closed_at__isnull=False)
    return over.exclude(text="").update(text="")
