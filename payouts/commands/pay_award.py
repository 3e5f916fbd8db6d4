"""Hand a prize over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Text
from payouts.models import Award
from payouts.operations import paying
from payouts.operations.locking import lock_owed
from payouts.queries.awards import home_of_award, no_such_award
from people.queries import may, require
from rules.permissions import Permission
from rules.refusals import N_
from rules.validation import text
from tournaments.models import METHODS


@dataclass(frozen=True, slots=True, kw_only=True)
class PayAwardResult:
    """amount_cents: what was paid. method: how; balance where it is left on the balance."""

    award_id: int
    player_id: int
    amount_cents: int
    method: str


# which money left which place: what whoever pays reads back before the next in line
_SAID = {
    "cash": N_("%(amount)s paid in cash."),
    "transfer": N_("%(amount)s paid by transfer."),
    "balance": N_("%(amount)s stays in the balance."),
}


def _said(result: Mapping[str, Any]) -> str:
    return _SAID.get(result["method"], N_("%(amount)s paid."))


@command(
    "payouts.pay_award",
    Card(
        title=N_("Prize paid"),
        permission=Permission.PAY_PRIZE,
        address="awards/<id:award_id>/pay",
        already_done=(
            AlreadyDone(fact="prize_paid", codes=("already_paid",), names=("award_id",)),
            AlreadyDone(fact="prize_paid", codes=("prize_paid",), names=("place",)),
        ),
        buttons=(
            Button(
                page="director",
                name="pay",
                said=_said,
                values={"method": "cash"},
                offers_undo=False,
            ),
        ),
    ),
)
def pay_award(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    award_id: int,
    method: Annotated[str, Choice(choices=METHODS)],
    reason: Annotated[str, Text(max_length=300, allow_blank=True)] = "",
) -> PayAwardResult:
    """Pay a prize in cash, by transfer or card, or leave it on the player's balance (`method` "balance").

    reason: why an excluded player is paid, where the house pays one.

    Refusals: ``forbidden``, ``prize_refused``, ``prize_held``, ``reason_missing``, ``no_such_award``, ``award_void``,
    ``already_paid``, ``bad_method``, ``entry_paid``, ``insufficient_funds`` when the player has used the money from the balance.
    Rule: SCPT.L, PT-T.21, PT-T.54
    """
    tournament_id, venue_id = home_of_award(award_id)
    require(by, permission=Permission.PAY_PRIZE, venue_id=venue_id, tournament_id=tournament_id)
    row = lock_owed(Award, number=award_id, no=no_such_award())
    paying.pay(
        row,
        method=method,
        at=at,
        command_id=command_id,
        director=may(
            by, permission=Permission.MANAGE_EXCLUSION, venue_id=venue_id, tournament_id=tournament_id
        ),
        reason=text("reason", reason, at_most=300, may_be_empty=True),
    )
    return PayAwardResult(
        award_id=award_id, player_id=row.player_id, amount_cents=row.amount_cents, method=method
    )
