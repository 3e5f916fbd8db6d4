"""Cancel a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from dispatch.buttons import Button, Plural, Said, Sentence
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Reason, Text
from people.queries import require
from rules import validation
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import announcing, cancelling
from tournaments.queries.circuit import venue_of_tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelTournamentResult:
    """refunded_cents: what went back to how many players. players: who got something. open_cents: what waits to be
    handed back by the desk. open_repayments: to how many.
    """

    tournament_id: int
    refunded_cents: int
    players: int
    open_cents: int
    open_repayments: int


def _said(result: Mapping[str, Any]) -> list[Said]:
    """Where the money is, and what of it is still to be handed back."""
    if not result["players"]:
        return [N_("Cancelled. Nobody had paid.")]
    said: list[Said] = [
        Sentence(
            Plural(
                "Cancelled. %(amount)s is in the balance of %(count)s player.",
                "Cancelled. %(amount)s is in the balances of %(count)s players.",
            ),
            values={"amount_cents": result["refunded_cents"]},
            counts={"count": result["players"]},
        )
    ]
    if result["open_cents"]:
        said.append(
            Sentence(
                N_("%(amount)s of it waits to be handed back: see Entries and money."),
                values={"amount_cents": result["open_cents"]},
            )
        )
    return said


@command(
    "tournaments.cancel_tournament",
    Card(
        title=N_("Cancelled"),
        permission=Permission.CANCEL_TOURNAMENT,
        address="tournaments/<id:tournament_id>/cancel",
        already_done=(AlreadyDone(fact="tournament_cancelled", codes=("not_running", "tournament_over")),),
        buttons=(Button(page="director", name="cancel", said=_said),),
    ),
)
def cancel_tournament(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    reason: Reason,
    prizes_stand: bool = False,
    counts_reason: Annotated[str, Text(max_length=300, allow_blank=True)] = "",
) -> CancelTournamentResult:
    """Cancel a tournament, before or after the start: everybody gets back what the rule set says.

    The pool is empty then.

    prizes_stand: once prizes were credited a rule set of full refunds cannot refund all; the director then decides
    that they stand, those still in get their registration back, and what is left is shared among them by chips.
    counts_reason: why the last counts of chips are accepted for sharing though they do not add up to the chips in
    play. Waits for the registrations in flight; those that come later are refused. All money goes into the balances;
    what was not paid from there waits to be handed back (`payouts.give_back`).
    Refusals: ``forbidden``, ``not_found``, ``reason_missing``, ``tournament_over``, ``prizes_already_credited``,
    ``nobody_active``, ``chips_not_accounted``, ``prize_spent``, ``entry_paid``. The reason is kept and told: too few players, a technical fault, force
    majeure.
    Rule: REGULATIONS 6.3, PT-T.35, PT-T.36, PT-T.37, PT-T.38, SCPT.D, SCPT.D-A, SCPT.J
    """
    require(
        by,
        permission=Permission.CANCEL_TOURNAMENT,
        venue_id=venue_of_tournament(tournament_id),
        tournament_id=tournament_id,
    )
    tournament = announcing.lock(tournament_id)
    back = cancelling.cancel(
        tournament,
        reason=announcing.reason_of(reason),
        prizes_stand=prizes_stand,
        counts_reason=validation.text("counts_reason", counts_reason, at_most=300, may_be_empty=True),
        at=at,
        command_id=command_id,
    )
    return CancelTournamentResult(
        tournament_id=tournament_id,
        refunded_cents=back.refunded_cents,
        players=back.players,
        open_cents=back.open_cents,
        open_repayments=back.open_repayments,
    )
