"""Complaints: who may answer one, locked until the command ends; what is erased of them."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from dispatch.facts import Actor
from people.queries import require
from play.models import Complaint, ComplaintState, PlayTable
from rules.permissions import Permission
from rules.refusals import not_found


def lock_complaint(complaint_id: int, *, table_id: int, by: Actor) -> Complaint:
    """Return a complaint about a hand of this table, for who runs the tables of its house.

    Refusals: ``forbidden``, ``not_found``.
    """
    table = PlayTable.objects.filter(pk=table_id).first()
    if table is None:
        raise not_found("table")
    require(by, permission=Permission.RUN_PLAY_TABLES, venue_id=table.venue_id)
    found = (
        Complaint.objects.select_for_update(of=("self",))
        .select_related("hand__table")
        .filter(pk=complaint_id, hand__table_id=table_id)
        .first()
    )
    if found is None:
        raise not_found("complaint")
    return found


def erase_complaints(*, at: datetime) -> int:
    """Erase what was written in the complaints of players whose data are erased, and what was answered; how many that were.

    The house owes an answer until its day, and may be asked for the complaint as long: one that waits is kept until then.
    That there was a complaint, about which hand and when it was answered, stays.
    """
    over = ~Q(state=ComplaintState.OPEN) | Q(answer_by__lt=at)
    theirs = Complaint.objects.filter(over, player__anonymised_at__isnull=False)
    return theirs.exclude(text="", answer="").update(text="", answer="")
