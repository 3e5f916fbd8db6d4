"""Open a case at the integrity desk."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Integer, Many, Text
from people.queries import require
from play.models import CasePlayer, IntegrityCase
from play.operations.cases import goes_with_entry, must_not_be_own, what_is_written, write_entry
from play.queries.cases import all_played_here
from play.results import CaseDone
from rules.online import CASE_PLAYERS, COMPLAINT_LETTERS
from rules.permissions import Permission
from rules.refusals import not_found


@command(
    "play.open_case",
    Card(permission=Permission.REVIEW_INTEGRITY, address="venues/<id:venue_id>/integrity/open-case"),
)
def open_case(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    players: Annotated[
        Sequence[int],
        Many(
            child=Integer(min_value=1, max_value=10**15),
            min_length=1,
            max_length=CASE_PLAYERS,
            help_text="Whom the case is about.",
        ),
    ],
    said: Annotated[str, Text(max_length=COMPLAINT_LETTERS)],
    complaint_id: Id | None = None,
    table_id: Id | None = None,
    number: Annotated[int, Integer(min_value=1, max_value=10**9)] | None = None,
) -> CaseDone:
    """Open a case about players who were dealt hands here, for the officers and the owner alone: whom it is about never sees it, in whatever role.

    said: what is looked into, the first entry; with the complaint it comes from, or with a hand that is over, by its table and number, which then
    stands beside it. It stands in no fact: the staff who read those do not learn of it.
    Refusals: ``forbidden``, ``not_found``, ``own_case``, ``text_missing``, ``text_too_long``, ``text_unreadable``.
    Rule: PT-H.11, PT-O.11
    """
    require(by, permission=Permission.REVIEW_INTEGRITY, venue_id=venue_id)
    about = sorted(set(players))
    if not all_played_here(venue_id, players=about):
        raise not_found("player")
    must_not_be_own(about, by=by)
    written = what_is_written(said)
    hand, complaint = goes_with_entry(
        venue_id=venue_id, by=by, complaint_id=complaint_id, table_id=table_id, number=number
    )
    assert by.user_id is not None  # the system opens no case
    case = IntegrityCase.objects.create(venue_id=venue_id, opened_at=at, opened_by=by.user_id)
    CasePlayer.objects.bulk_create(CasePlayer(case=case, player_id=player_id) for player_id in about)
    entry = write_entry(case, at=at, by=by, said=written, hand=hand, complaint=complaint)
    return CaseDone(case_id=case.pk, entry_id=entry.pk, case_outcome=case.outcome)
