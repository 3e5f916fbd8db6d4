"""End a deal that does not hold."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from payouts.models import DealState
from payouts.operations import deals
from payouts.queries.deals import home_of_deal
from payouts.results import DealResult
from people.queries import require
from rules import validation
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import field


@command(
    "payouts.end_deal",
    Card(
        title=N_("Deal ended"),
        permission=Permission.APPROVE_DEAL,
        address="deals/<id:deal_id>/end",
        already_done=(
            AlreadyDone(fact="deal_withdrawn", codes=("deal_decided",), names=("deal_id",)),
            AlreadyDone(fact="deal_vetoed", codes=("deal_decided",), names=("deal_id",)),
        ),
        buttons=(
            Button(
                page="director",
                name="deal-end",
                said=N_("The deal came to nothing; play goes on for the prizes as they were."),
            ),
        ),
    ),
)
def end_deal(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    deal_id: int,
    veto: bool = False,
    reason: Annotated[str, Text(allow_blank=True)] = "",
) -> DealResult:
    """Withdraw a deal that is open, or veto it as the director where the rule set lets him.

    Play goes on for the prizes as they were. Of further places that were agreed on already: take them back, with a
    reason, while nobody was given a prize.

    Refusals: ``forbidden``, ``no_such_deal``, ``deal_decided``, ``not_running``, ``no_veto``, ``text_missing`` (a
    veto and what is taken back have a reason), ``prizes_given``, ``deal_open``, ``deal_made``.
    Rule: SCPT.M, SCPT.S-A
    """
    tournament_id, venue_id = home_of_deal(deal_id)
    require(by, permission=Permission.APPROVE_DEAL, venue_id=venue_id, tournament_id=tournament_id)
    tournament, _ = field.lock_field(tournament_id)
    deal = deals.lock_deal(deal_id, extra_made=True)
    holds = deal.state == DealState.MADE
    why = validation.text("reason", reason, at_most=300, may_be_empty=not (veto or holds))
    if holds:
        deals.take_back_extra(deal, tournament=tournament, reason=why, at=at, by=by)
        return DealResult(deal_id=deal_id, state=DealState(deal.state))
    deals.end(deal, tournament=tournament, veto=validation.boolean("veto", veto), reason=why, at=at, by=by)
    return DealResult(deal_id=deal_id, state=DealState(deal.state))
