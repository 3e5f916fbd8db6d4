"""A deal is put to the vote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from dispatch.buttons import Button, Sentence
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from payouts.operations import deals
from payouts.queries.deals import changes_of
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations.field import lock_field
from tournaments.queries.circuit import venue_of


def _said(result: Mapping[str, Any]) -> Sentence:
    return Sentence(
        N_("The deal is put to the vote: %(total)s for further places; %(count)s players vote.")
        if result["changes"]
        else N_(
            "The deal is put to the vote: %(total)s for %(count)s players, and %(reserve)s for the champion."
        )
        if result["reserve_cents"]
        else N_("The deal is put to the vote: %(total)s for %(count)s players."),
        values={
            # what is divided; what is left for the champion is told beside it
            "total_cents": result["total_cents"] - result["reserve_cents"],
            "reserve_cents": result["reserve_cents"],
            "count": len(result["shares"]),
        },
    )


@command(
    "payouts.propose_deal",
    Card(
        title=N_("Deal put to the vote"),
        permission=Permission.PROPOSE_DEAL,
        address="tournaments/<id:tournament_id>/deals",
        already_done=(AlreadyDone(fact="deal_proposed", codes=("deal_open",)),),
        buttons=(Button(page="director", name="deal", said=_said),),
    ),
)
def propose_deal(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    kind: str,
    reserve_cents: int | None = None,
    amounts: Sequence[Mapping[str, Any]] = (),
    extra_cents: Sequence[int] = (),
    taken: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Propose how the players in divide what is left: `kind` "chip_chop" or "icm" by their counted stacks, "custom"
    by `amounts` [{entry_id, amount_cents}]. `reserve_cents`: what is kept for the champion; None: what the rule set
    asks at least. "extra" divides nothing: `extra_cents` for the places right below the money are taken out of named
    prizes, `taken` [{place, amount_cents}], and play goes on for the ladder that comes of it.

    Returns {deal_id, total_cents, reserve_cents, shares: [{entry_id, name, chips, amount_cents}], changes: [{place,
    before_cents, after_cents}]}.
    Refusals: ``forbidden``, ``not_running``, ``deals_forbidden``, ``deal_at_final_table_only``, ``entries_open``,
    ``deal_open``, ``deal_made``, ``hand_for_hand_open``, ``too_many_players``, ``chips_not_accounted``,
    ``deal_needs_chips``, ``nothing_left``, ``reserve_too_small``, ``reserve_too_big``, ``deal_names_others``,
    ``deal_does_not_sum``, ``deal_amount_negative``, ``no_such_choice``; for further places ``extra_missing``,
    ``extra_too_many``, ``place_gives_too_much``, ``extra_does_not_sum``, ``worse_place_gets_more``.
    Rule: ADTP.P3, SCPT.M, SCPT.S-A, PT-T.53, REGULATIONS 6.2
    """
    require(by, Permission.PROPOSE_DEAL, venue_id=venue_of(tournament_id), tournament_id=tournament_id)
    tournament, field = lock_field(tournament_id)
    deal = deals.propose(
        tournament,
        field,
        kind=kind,
        amounts=amounts,
        reserve_cents=reserve_cents,
        extra_cents=extra_cents,
        taken=taken,
        at=at,
        by=by,
        command_id=command_id,
    )
    return {
        "deal_id": deal.pk,
        "total_cents": deal.total_cents,
        "reserve_cents": deal.reserve_cents,
        "shares": [
            {name: share[name] for name in ("entry_id", "name", "chips", "amount_cents")}
            for share in deal.shares
        ],
        "changes": changes_of(deal) if deal.prizes_after else [],
    }
