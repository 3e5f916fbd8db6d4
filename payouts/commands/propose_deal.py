"""Put a deal to the vote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dispatch.buttons import Button, Sentence
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from payouts.operations import deals
from payouts.queries.deal_cautions import DealCaution, cautions_of
from payouts.queries.deals import PrizeChange, changes_of
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations.field import lock_field
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class DealShare:
    """chips: the counted stack. amount_cents: the part of this player in the deal; 0 where it divides nothing."""

    entry_id: int
    name: str
    chips: int
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeDealResult:
    """total_cents: what is divided, reserve_cents: what is kept for the champion of it. changes: place by place what a
    deal for further places changes; empty of a deal that divides. cautions: where it gives somebody less than is sure, or
    the champion more than first prize.
    """

    deal_id: int
    total_cents: int
    reserve_cents: int
    shares: tuple[DealShare, ...]
    changes: tuple[PrizeChange, ...]
    cautions: tuple[DealCaution, ...] = ()


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
) -> ProposeDealResult:
    """Put a deal to the vote: how the players who are in divide what is left.

    `kind` "chip_chop" or "icm" by their counted stacks, "custom" by `amounts` [{entry_id, amount_cents}].
    `reserve_cents`: what is kept for the champion; None: what the rule set asks at least. "extra" divides nothing:
    `extra_cents` for the places right below the money are taken out of named prizes, `taken` [{place, amount_cents}],
    and play goes on for the ladder that comes of it.

    Refusals: ``forbidden``, ``not_running``, ``deals_forbidden``, ``deal_at_final_table_only``, ``entries_open``,
    ``deal_open``, ``deal_made``, ``hand_for_hand_open``, ``too_many_players``, ``chips_not_accounted``,
    ``deal_needs_chips``, ``nothing_left``, ``reserve_too_small``, ``reserve_too_big``, ``deal_names_others``,
    ``deal_does_not_sum``, ``deal_amount_negative``, ``no_such_choice``; for further places ``extra_missing``,
    ``extra_too_many``, ``place_gives_too_much``, ``extra_does_not_sum``, ``worse_place_gets_more``.
    Rule: ADTP.P3, SCPT.M, SCPT.S-A, PT-T.53, REGULATIONS 6.2
    """
    require(
        by, permission=Permission.PROPOSE_DEAL, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    tournament, field = lock_field(tournament_id)
    deal = deals.propose(
        tournament,
        field=field,
        kind=kind,
        amounts=amounts,
        reserve_cents=reserve_cents,
        extra_cents=extra_cents,
        taken=taken,
        at=at,
        by=by,
        command_id=command_id,
    )
    return ProposeDealResult(
        deal_id=deal.pk,
        total_cents=deal.total_cents,
        reserve_cents=deal.reserve_cents,
        shares=tuple(
            DealShare(
                entry_id=share["entry_id"],
                name=share["name"],
                chips=share["chips"],
                amount_cents=share["amount_cents"],
            )
            for share in deal.shares
        ),
        changes=changes_of(deal) if deal.prizes_after else (),
        cautions=cautions_of(deal),
    )
