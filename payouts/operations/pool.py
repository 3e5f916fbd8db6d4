"""The pool when no further entry can come: overlay in, deductions out, prizes to the cent."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from dispatch.commands import record
from dispatch.facts import CommandId
from ledger.operations import account, post
from ledger.operations.transfers import NewTransfer
from payouts.facts import PrizesFixed
from payouts.models import PrizePool
from payouts.queries.ladders import joined
from payouts.queries.prizes import computed, season_of
from rules.accounts import COMPONENT_ACCOUNT, AccountId, AccountKind
from rules.entries import Component
from tournaments.models import Field, Tournament


def pool_reference(tournament_id: int) -> str:
    """Return what overlay and deductions of a tournament's pool are booked under."""
    return f"prizes:{tournament_id}"


def account_of(kind: AccountKind, *, tournament: Tournament) -> AccountId:
    """Return the tournament's account of a kind; the ranking fund is the season's."""
    if kind is AccountKind.RANKING_FUND:
        return account(
            kind, unit=tournament.currency, venue_id=tournament.venue_id, season_id=season_of(tournament)
        )
    return account(kind, unit=tournament.currency, venue_id=tournament.venue_id, tournament_id=tournament.pk)


def fix_prizes(tournament: Tournament, *, field: Field, at: datetime, command_id: CommandId) -> PrizePool:
    """Fix the prizes of a locked field: the house adds what the guarantee lacks, the deductions go to their funds,
    the payout table divides the rest to the last cent. Twice is once.

    Rule: SCPT.F, SCPT.J, SCPT.L, PT-T.34, CASES round-1, CASES settled 8
    """
    standing = PrizePool.objects.filter(pk=tournament.pk).first()
    if standing is not None:
        return standing
    found = computed(tournament, entries=field.entries_total)
    pool = account_of(AccountKind.PRIZE_POOL, tournament=tournament)
    common: dict[str, Any] = {
        "unit": tournament.currency,
        "at": at,
        "command_id": command_id,
        "reference": pool_reference(tournament.pk),
        "tournament_id": tournament.pk,
    }
    moves = []
    if found.statement.overlay_cents:
        moves.append(
            NewTransfer(
                debit=account_of(AccountKind.OVERLAY, tournament=tournament),
                credit=pool,
                amount_cents=found.statement.overlay_cents,
                kind="overlay",
                **common,
            )
        )
    for component, cents in _merged(found.statement.deductions):
        moves.append(
            NewTransfer(
                debit=pool,
                credit=account_of(COMPONENT_ACCOUNT[component], tournament=tournament),
                amount_cents=cents,
                kind=component.value,
                **common,
            )
        )
    post(moves)
    row = PrizePool.objects.create(
        tournament=tournament,
        entries=field.entries_total,
        gross_cents=found.statement.collected_cents,
        overlay_cents=found.statement.overlay_cents,
        deductions_cents=sum(cents for _, cents in found.statement.deductions),
        net_cents=found.statement.net_cents,
        prizes=[list(line) for line in joined(found.prizes_cents)],
        official_places=found.official_places,
        unit_cents=found.unit_cents,
        rest_cents=found.rest_cents,
        fixed_at=at,
        command_id=command_id,
    )
    t = tournament.pk
    record(
        PrizesFixed(
            tournament_id=t,
            entries=row.entries,
            collected_cents=row.gross_cents,
            overlay_cents=row.overlay_cents,
            deductions_cents=row.deductions_cents,
            net_cents=row.net_cents,
            places_paid=row.prizes[-1][1] if row.prizes else 0,
            prizes=row.prizes,
            unit_cents=row.unit_cents,
            rest_cents=row.rest_cents,
            table=found.table_name,
        )
    )
    return row


def _merged(deductions: Iterable[tuple[Component, int]]) -> list[tuple[Component, int]]:
    found: dict[Component, int] = {}
    for component, cents in deductions:
        found[component] = found.get(component, 0) + cents
    return [(component, cents) for component, cents in found.items() if cents]
