"""Write in a case of the integrity desk."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Integer, Text
from play.operations.cases import goes_with_entry, lock_case, what_is_written, write_entry
from play.results import CaseDone
from rules.online import COMPLAINT_LETTERS
from rules.permissions import Permission


@command(
    "play.add_to_case",
    Card(
        permission=Permission.REVIEW_INTEGRITY,
        address="venues/<id:venue_id>/integrity/cases/<id:case_id>/add",
    ),
)
def add_to_case(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    case_id: int,
    said: Annotated[str, Text(max_length=COMPLAINT_LETTERS)],
    complaint_id: Id | None = None,
    table_id: Id | None = None,
    number: Annotated[int, Integer(min_value=1, max_value=10**9)] | None = None,
) -> CaseDone:
    """Write a note in a case that is open; with a complaint, or with a hand that is over, by its table and number, which then stands beside it.

    Refusals: ``forbidden``, ``not_found``, ``case_closed``, ``text_missing``, ``text_too_long``, ``text_unreadable``.
    Rule: PT-H.11, PT-O.11
    """
    assert by.user_id is not None  # the system writes in no case
    case = lock_case(case_id, venue_id=venue_id, by=by)
    hand, complaint = goes_with_entry(
        venue_id=venue_id, by=by, complaint_id=complaint_id, table_id=table_id, number=number
    )
    entry = write_entry(
        case,
        at=at,
        by=by,
        said=what_is_written(said),
        hand=hand,
        complaint=complaint,
    )
    return CaseDone(case_id=case.pk, entry_id=entry.pk, case_outcome=case.outcome)
