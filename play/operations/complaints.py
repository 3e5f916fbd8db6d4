"""Complaints: who may answer one, locked until the command ends."""

from __future__ import annotations

from dispatch.facts import Actor
from people.queries import require
from play.models import Complaint, PlayTable
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
        .select_related("hand")
        .filter(pk=complaint_id, hand__table_id=table_id)
        .first()
    )
    if found is None:
        raise not_found("complaint")
    return found
