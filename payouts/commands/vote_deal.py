"""Vote on a deal in secret: yes or no."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from payouts.operations import deals
from payouts.queries.deals import home_of_deal
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import Entry
from tournaments.queries.eliminations import home_of_entry


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteDealResult:
    """votes_cast: on paper and on phones together; never how. votes_needed: of how many players."""

    deal_id: int
    votes_cast: int
    votes_needed: int


@command(
    "payouts.vote_deal",
    Card(
        title=N_("Vote on the deal"),
        permission=Permission.VOTE_DEAL,
        own_permission=Permission.VOTE_DEAL,
        address="deals/<id:deal_id>/votes",
    ),
    secret=frozenset({"agrees"}),
)
def vote_deal(
    *, command_id: CommandId, at: datetime, by: Actor, deal_id: int, entry_id: int, agrees: bool
) -> VoteDealResult:
    """Vote on a deal in secret: yes or no.

    Vote for the own entry, on the own phone: nobody votes for another, and votes on paper are counted without names
    (`record_paper_votes`). A vote is final. How it was cast stands in no row or fact, only the sum does (who watches
    the live database could tell); told is how many have voted.

    Refusals: ``forbidden``, ``no_such_deal``, ``no_such_entry``, ``deal_decided``, ``not_in_deal``,
    ``already_voted``, ``votes_complete``.
    Rule: ADTP.P3, SCPT.M
    """
    tournament_id, venue_id = home_of_deal(deal_id)
    home_of_entry(entry_id)
    owner = Entry.objects.values_list("player_id", flat=True).get(pk=entry_id)
    require(
        by,
        permission=Permission.VOTE_DEAL,
        venue_id=venue_id,
        tournament_id=tournament_id,
        owner_player_id=owner,
    )
    deal = deals.lock_deal(deal_id)
    cast = deals.vote(deal, entry_id=entry_id, agrees=agrees, at=at)
    return VoteDealResult(deal_id=deal_id, votes_cast=cast, votes_needed=len(deal.shares))
