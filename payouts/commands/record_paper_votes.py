"""Count the votes on a deal that were cast on paper."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from payouts.operations import deals
from payouts.queries.deals import home_of_deal
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPaperVotesResult:
    """paper_votes: slips counted. votes_cast: on paper and on phones together. votes_needed: of how many players."""

    deal_id: int
    paper_votes: int
    votes_cast: int
    votes_needed: int


@command(
    "payouts.record_paper_votes",
    Card(
        title=N_("Votes on paper entered"),
        permission=Permission.RECORD_VOTE,
        address="deals/<id:deal_id>/paper-votes",
        buttons=(
            Button(
                page="director",
                name="deal-paper",
                said=N_("%(paper_votes)s votes on paper are noted: all %(votes_needed)s votes are in."),
            ),
        ),
    ),
    secret=frozenset({"yes", "no"}),
)
def record_paper_votes(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    deal_id: int,
    yes: Annotated[int, Integer(min_value=0, max_value=1000)],
    no: Annotated[int, Integer(min_value=0, max_value=1000)],
) -> RecordPaperVotesResult:
    """Count the votes on a deal that were cast on paper.

    How many slips say yes and how many no, of all who did not vote on a phone; no names. It is told to all that so
    many votes were on paper, how many of those players could have voted on a phone, and who entered them.

    Refusals: ``forbidden``, ``no_such_deal``, ``deal_decided``, ``votes_complete``, ``paper_votes_do_not_sum``.
    Rule: ADTP.P3, SCPT.M
    """
    tournament_id, venue_id = home_of_deal(deal_id)
    require(by, permission=Permission.RECORD_VOTE, venue_id=venue_id, tournament_id=tournament_id)
    deal = deals.lock_deal(deal_id)
    cast = deals.record_paper(deal, yes=yes, no=no, at=at, by=by)
    return RecordPaperVotesResult(
        deal_id=deal_id, paper_votes=deal.paper_votes, votes_cast=cast, votes_needed=len(deal.shares)
    )
