"""Close a complaint that was answered."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id
from play.facts import ComplaintClosed
from play.models import ComplaintState
from play.operations.complaints import lock_complaint
from play.results import ComplaintDone
from rules.permissions import Permission
from rules.refusals import N_, Refused


@command(
    "play.close_complaint",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/close-complaint"),
)
def close_complaint(
    *, command_id: CommandId, at: datetime, by: Actor, table_id: int, complaint_id: Id
) -> ComplaintDone:
    """Put away a complaint that was answered; the answer stays with the hand, and its player may complain anew.

    Refusals: ``forbidden``, ``not_found``, ``complaint_not_answered``, ``complaint_closed``. Rule: PT-T.55
    """
    found = lock_complaint(complaint_id, table_id=table_id, by=by)
    if found.state == ComplaintState.OPEN:
        raise Refused(
            "complaint_not_answered",
            N_("Answer this complaint first: its player waits for it."),
            rule="PT-T.55",
        )
    if found.state == ComplaintState.CLOSED:
        raise Refused("complaint_closed", N_("This complaint is closed already."), rule="PT-T.55")
    found.state, found.closed_at, found.closed_by = ComplaintState.CLOSED, at, by.user_id
    found.save()
    record(
        ComplaintClosed(
            table_id=table_id,
            players=[found.player_id],
            complaint_id=found.pk,
            number=found.hand.number,
        )
    )
    return ComplaintDone(complaint_id=found.pk, complaint_state=found.state)
