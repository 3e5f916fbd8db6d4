"""Close a case of the integrity desk."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Text
from play.models import CaseOutcome
from play.operations.cases import lock_case, what_is_written, write_entry
from play.results import CaseDone
from rules.online import COMPLAINT_LETTERS
from rules.permissions import Permission
from rules.refusals import N_, Refused


@command(
    "play.close_case",
    Card(
        permission=Permission.REVIEW_INTEGRITY,
        address="venues/<id:venue_id>/integrity/cases/<id:case_id>/close",
    ),
)
def close_case(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    case_id: int,
    outcome: Annotated[str, Choice(choices=CaseOutcome.choices)],
    said: Annotated[str, Text(max_length=COMPLAINT_LETTERS)],
) -> CaseDone:
    """Close a case with what came of it. Nothing follows by itself: measures are taken where they are taken, by whom they are.

    outcome: nothing, measures, handed_on. said: why, the last entry. A closed case stays as it is.
    Refusals: ``forbidden``, ``not_found``, ``case_closed``, ``bad_outcome``, ``text_missing``, ``text_too_long``,
    ``text_unreadable``. Rule: PT-H.11, PT-O.11
    """
    case = lock_case(case_id, venue_id=venue_id, by=by)
    if outcome not in CaseOutcome.values:
        raise Refused("bad_outcome", N_("Choose what came of the case."), rule="PT-H.11", field="outcome")
    entry = write_entry(case, at=at, by=by, said=what_is_written(said))
    case.closed_at, case.closed_by, case.outcome = at, by.user_id, outcome
    case.save()
    return CaseDone(case_id=case.pk, entry_id=entry.pk, case_outcome=case.outcome)
