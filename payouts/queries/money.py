"""The money of a tournament, counted twice: from what was sold and from the ledger. The differences are zero."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import BooleanField, Case, Count, Sum, When
from django.db.models.functions import Coalesce

from ledger.queries import brought_under, tournament_money
from payouts.models import Award, AwardState, Cancellation, PrizePool
from rules.refusals import N_, Refused
from tournaments.models import (
    Entry,
    EntryState,
    Purchase,
    Registration,
    RegistrationState,
    Tournament,
    TournamentState,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sold:
    """What was sold in one way: entries, re-entries, rebuys or add-ons at one price by a method of payment; or was paid
    ahead of the document ("ahead").

    cents = count × unit_cents + surcharge_cents.
    """

    what: str
    method: str
    unit_cents: int
    count: int
    cents: int
    surcharge_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyView:
    """All amounts in cents of `currency`.

    sold_cents = paid_cents: what was sold, by the entries, and what was paid for it, by the ledger.
    paid_cents = prize_parts + bounty_parts + fees (house, administration, surcharge) + entry funds.
    collected + overlay = deductions + prizes + pool. Of a cancelled tournament sold and paid are as they stood at the
    cancellation; all else is what is left. ahead: taken for registrations that wait for the document (in sold_cents and
    paid_cents it comes with the entry; the drawer holds it already). `differences`: by name, whatever does not agree; empty.
    """

    tournament_id: int
    currency: str
    sold: tuple[Sold, ...]
    ahead: tuple[Sold, ...]
    ahead_cents: int
    sold_cents: int
    paid_cents: int
    taken_cents: dict[str, int]
    house_cents: int
    administration_cents: int
    surcharge_cents: int
    collected_cents: int
    overlay_cents: int
    deductions_cents: int
    net_cents: int
    prizes_cents: int
    prizes_paid_out_cents: int
    prizes_owed_cents: int
    pool_cents: int
    bounty_pool_cents: int
    bounties_cents: int
    staff_fund_cents: int
    ranking_fund_cents: int
    differences: dict[str, int]


def money_view(tournament_id: int) -> MoneyView:
    """Return the money table of a tournament, for the director. Refusals: ``no_such_tournament``. Rule: SCPT.L"""
    tournament = Tournament.objects.filter(pk=tournament_id).only("currency", "state").first()
    if tournament is None:
        raise Refused("no_such_tournament", N_("There is no such tournament."))
    money = tournament_money(tournament_id)
    sold = sold_of(tournament_id)
    paid_cents = money.paid_cents
    if tournament.state == TournamentState.CANCELLED:
        sold, paid_cents = _sold_before(tournament_id, sold, paid_cents)
    sold_cents = sum(line.cents for line in sold)
    pool = PrizePool.objects.filter(pk=tournament_id).first()
    awarded = {AwardState.OWED: 0, AwardState.PAID: 0}
    for state, cents in (
        Award.objects.filter(tournament_id=tournament_id)
        .exclude(state=AwardState.VOID)
        .order_by()
        .values_list("state")
        .annotate(cents=Sum("amount_cents"))
    ):
        awarded[AwardState(state)] = int(cents)
    fixed = pool is not None and tournament.state != TournamentState.CANCELLED
    ahead = tuple(paid_ahead(tournament_id))
    deductions = pool.deductions_cents if pool is not None and fixed else 0
    collected = money.gross_pool_cents - money.overlay_cents
    differences = {
        "sold_and_paid": sold_cents - paid_cents,
        "pool": money.gross_pool_cents - deductions - money.prizes_cents - money.prize_pool_cents,
        "prizes": sum(awarded.values()) - money.prizes_cents,
        "fixed": 0 if not fixed or pool is None else pool.gross_cents - collected,
    }
    if tournament.state == TournamentState.CANCELLED:
        # who was out under the policy of shares is not paid back, and shares are no prizes
        differences = {"pool": money.prize_pool_cents, "bounty_pool": money.bounty_pool_cents}
    else:
        differences["pool_parts"] = (
            money.paid_pool_cents - collected - money.bounty_pool_cents - money.bounties_cents
        )
    return MoneyView(
        tournament_id=tournament_id,
        currency=tournament.currency,
        sold=tuple(sold),
        ahead=ahead,
        ahead_cents=sum(line.cents for line in ahead),
        sold_cents=sold_cents,
        paid_cents=paid_cents,
        taken_cents=money.taken_cents,
        house_cents=money.house_cents,
        administration_cents=money.administration_cents,
        surcharge_cents=money.surcharge_cents,
        collected_cents=collected,
        overlay_cents=money.overlay_cents,
        deductions_cents=deductions,
        net_cents=collected + money.overlay_cents - deductions,
        prizes_cents=money.prizes_cents,
        prizes_paid_out_cents=awarded[AwardState.PAID],
        prizes_owed_cents=awarded[AwardState.OWED],
        pool_cents=money.prize_pool_cents,
        bounty_pool_cents=money.bounty_pool_cents,
        bounties_cents=money.bounties_cents,
        staff_fund_cents=money.staff_fund_cents,
        ranking_fund_cents=money.ranking_fund_cents,
        differences={name: cents for name, cents in differences.items() if cents},
    )


def _sold_before(tournament_id: int, sold: list[Sold], paid_cents: int) -> tuple[list[Sold], int]:
    """What a cancelled tournament had sold and taken; of one cancelled before this was kept, what is left of it."""
    kept = Cancellation.objects.filter(pk=tournament_id).first()
    if kept is None:
        return sold, paid_cents
    return [
        Sold(what=what, method=method, unit_cents=unit, count=count, cents=cents, surcharge_cents=surcharge)
        for what, method, unit, count, cents, surcharge in kept.sold
    ], kept.paid_cents


def paid_ahead(tournament_id: int) -> list[Sold]:
    """Return what was taken for registrations that wait for the document, by method and price: it lies in the drawer
    and, until the entry, in the players' balances. Two statements.
    Rule: SCPT.F
    """
    waiting = list(
        Registration.objects.filter(
            tournament_id=tournament_id, state=RegistrationState.PENDING, paid_at__isnull=False
        )
        .annotate(costs=Coalesce("price_cents", "tournament__price_cents"))
        .values_list("pk", "method", "costs")
    )
    if not waiting:
        return []
    came = brought_under([f"registration:{pk}:deposit" for pk, _method, _costs in waiting])
    sums: dict[tuple[str, int], tuple[int, int]] = {}
    for pk, method, costs in waiting:
        count, cents = sums.get((method, costs), (0, 0))
        sums[method, costs] = count + 1, cents + came.get(f"registration:{pk}:deposit", 0)
    return [
        Sold(
            what="ahead",
            method=method,
            unit_cents=unit,
            count=count,
            cents=cents,
            surcharge_cents=cents - count * unit,
        )
        for (method, unit), (count, cents) in sorted(sums.items())
    ]


def sold_of(tournament_id: int) -> list[Sold]:
    """Return what was sold, by kind, method and price: the desk's totals. Two statements."""
    lines = [
        Sold(
            what="entry" if first else "re_entry",
            method=method,
            unit_cents=unit,
            count=count,
            cents=count * unit + surcharge,
            surcharge_cents=surcharge,
        )
        for first, method, unit, count, surcharge in Entry.objects.filter(tournament_id=tournament_id)
        .exclude(state=EntryState.CANCELLED)
        .order_by()
        .annotate(first=Case(When(ordinal=1, then=True), default=False, output_field=BooleanField()))
        .values_list("first", "method", "price_cents")
        .annotate(n=Count("pk"), surcharge=Sum("surcharge_cents"))
    ]
    lines += [
        Sold(
            what=str(kind),
            method=method,
            unit_cents=unit,
            count=count,
            cents=count * unit + surcharge,
            surcharge_cents=surcharge,
        )
        for kind, method, unit, count, surcharge in Purchase.objects.filter(
            entry__tournament_id=tournament_id, undone_at__isnull=True
        )
        .order_by()
        .values_list("kind", "method", "price_cents")
        .annotate(n=Count("pk"), surcharge=Sum("surcharge_cents"))
    ]
    return sorted(lines, key=lambda line: (line.what, line.method, line.unit_cents))
