"""Pay out of a tournament's staff fund or a season's ranking fund."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Reason, Text
from ledger.fields import Cents
from ledger.operations import account
from ledger.queries import check_amount
from payouts.operations import paying
from payouts.queries.funds import FundHome, available, home_of_fund
from people.operations import lock_player
from people.queries import require
from rules import validation
from rules.accounts import AccountKind
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import METHODS, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class PayFundResult:
    """amount_cents: what was paid. left_cents: what the fund can still pay."""

    payment_id: int
    amount_cents: int
    left_cents: int


@command(
    "payouts.pay_fund",
    Card(
        title=N_("Paid out of a fund"),
        permission=Permission.PAY_FUND,
        address="fund-payments",
        buttons=(
            Button(
                page="director",
                name="fund",
                said=N_("%(amount)s paid. %(left)s is left in the fund."),
                values={"fund": "staff", "method": "cash"},
            ),
        ),
    ),
)
def pay_fund(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    fund: Annotated[str, Choice(choices=[("staff", "staff"), ("ranking", "ranking")])],
    amount_cents: Cents,
    method: Annotated[str, Choice(choices=METHODS)],
    paid_to: Annotated[str, Text(max_length=120)],
    reason: Reason,
    tournament_id: int | None = None,
    season_id: int | None = None,
    player_id: int | None = None,
) -> PayFundResult:
    """Pay out of a tournament's staff fund or a season's ranking fund.

    `fund` "staff" (with tournament_id) or "ranking" (with season_id): in cash or by transfer to a person by name, or
    into a player's balance (`method` "balance"). What tournaments that are not over have put in stays, so that a
    cancelled one can be refunded.

    Refusals: ``forbidden``, ``not_found``, ``one_fund``, ``no_such_choice``, ``bad_amount``, ``bad_method``,
    ``text_missing``, ``unknown_player``, ``player_anonymised``, ``player_needed``, ``fund_too_small``.
    Rule: SCPT.R, REGULATIONS 6.5
    """
    validation.one_of("fund", fund, ("staff", "ranking"))
    home: FundHome = home_of_fund(fund, tournament_id=tournament_id, season_id=season_id)
    require(by, permission=Permission.PAY_FUND, venue_id=home.venue_id, tournament_id=home.tournament_id)
    check_amount(amount_cents)
    if player_id is not None:
        lock_player(player_id)
    paying.lock_fund(home)
    source = account(
        AccountKind.STAFF_FUND if fund == "staff" else AccountKind.RANKING_FUND,
        unit=home.unit,
        venue_id=home.venue_id,
        tournament_id=home.tournament_id,
        season_id=home.season_id,
    )
    can = available(home)
    row = paying.pay_from_fund(
        fund=fund,
        source=source,
        venue_id=home.venue_id,
        unit=home.unit,
        tournament=Tournament.objects.get(pk=home.tournament_id) if home.tournament_id else None,
        season_id=home.season_id,
        amount_cents=amount_cents,
        available_cents=can,
        method=method,
        paid_to=validation.text("paid_to", paid_to, at_most=120),
        player_id=player_id,
        reason=validation.text("reason", reason, at_most=300),
        at=at,
        by=by,
        command_id=command_id,
    )
    return PayFundResult(payment_id=row.pk, amount_cents=amount_cents, left_cents=can - amount_cents)
