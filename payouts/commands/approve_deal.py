"""Count the votes on a deal: it holds, or comes to nothing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from payouts.models import DealState
from payouts.operations import deals
from payouts.queries.deals import home_of_deal
from payouts.results import DealResult
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations.field import lock_field


def _said(result: Mapping[str, Any]) -> str:
    if result["state"] == DealState.MADE:
        return N_("The deal holds.")
    return N_("Not all said yes: the deal came to nothing. Play goes on for the prizes as they were.")


@command(
    "payouts.approve_deal",
    Card(
        title=N_("The votes are counted"),
        permission=Permission.APPROVE_DEAL,
        address="deals/<id:deal_id>/approve",
        already_done=(
            AlreadyDone(fact="deal_made", codes=("deal_made",)),
            AlreadyDone(fact="deal_made", codes=("deal_decided",), names=("deal_id",)),
            AlreadyDone(fact="deal_withdrawn", codes=("deal_decided",), names=("deal_id",)),
        ),
        buttons=(Button(page="director", name="deal-approve", said=_said),),
    ),
)
def approve_deal(*, command_id: CommandId, at: datetime, by: Actor, deal_id: int) -> DealResult:
    """Count the votes on a deal. Where all said yes it replaces the prizes of those who are in, each given when the
    place is known. Where not all did it has ended, and another can be put to the vote; who said no is told to nobody.

    Refusals: ``forbidden``, ``no_such_deal``, ``deal_decided``, ``not_running``, ``votes_missing``, ``deal_stale``,
    ``hand_for_hand_open``.
    Rule: ADTP.P3, SCPT.M, CASES points-3
    """
    tournament_id, venue_id = home_of_deal(deal_id)
    require(by, permission=Permission.APPROVE_DEAL, venue_id=venue_id, tournament_id=tournament_id)
    tournament, field = lock_field(tournament_id)
    deal = deals.lock_deal(deal_id)
    deals.make(deal, tournament=tournament, field=field, at=at, by=by)
    return DealResult(deal_id=deal_id, state=DealState(deal.state))
