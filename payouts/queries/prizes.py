"""What the places are worth: a forecast until entries close, then as fixed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dispatch.reading import read_once
from dispatch.results import as_json
from ledger.queries import prize_part_of, tournament_balance
from payouts.models import Award, AwardState, Deal, DealState, PrizePool
from payouts.queries.deals import changes_of, shares_named
from payouts.queries.ladders import Ladder, joined
from rules.accounts import AccountKind
from rules.announcing import payout_table
from rules.deals import DealKind
from rules.entries import BuyInSplit
from rules.policies import from_dict as policies_from
from rules.prizes import PoolStatement, funds_of_guarantee, pool_statement, prize_unit
from rules.prizes import prizes as prizes_of
from rules.refusals import N_, Refused
from tournaments.models import Entry, EntryState, Field, Tournament, TournamentState

# a custom table may have any number of steps; a payload stays small
MOST_ROWS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed:
    """The pool and the prize of every place, as the entries so far make them. unit_cents: what they are rounded to;
    rest_cents: what did not fit and is the winner's."""

    statement: PoolStatement
    prizes_cents: tuple[int, ...]
    official_places: int
    table_name: str
    unit_cents: int = 1
    rest_cents: int = 0


def season_of(tournament: Tournament) -> int | None:
    """Return the season of a tournament's stage; None outside a circuit."""
    return tournament.stage.season_id if tournament.stage is not None else None


def computed(tournament: Tournament, *, entries: int, less_cents: int = 0) -> Computed:
    """Return pool and prizes from what the ledger holds now, or with so much less in it. Rule: SCPT.F, SCPT.L, PT-T.34"""
    policies = policies_from(tournament.policies)
    split = BuyInSplit.from_dict(tournament.split)
    statement = pool_statement(
        collected_cents=tournament_balance(AccountKind.PRIZE_POOL, tournament_id=tournament.pk) - less_cents,
        policies=policies,
        guarantee_cents=tournament.guarantee_cents,
        deductions=split.pool_deductions,
        guarantee_deductions=split.guarantee_deductions,
    )
    if entries < 1:
        return Computed(statement=statement, prizes_cents=(), official_places=0, table_name="")
    table = payout_table(tournament.payout_table, entries=entries, policies=policies)
    unit = prize_unit(
        unit_cents=tournament.prize_unit_cents,
        net_pool_cents=statement.net_cents,
        table=table,
        entries=entries,
    )
    return Computed(
        statement=statement,
        prizes_cents=prizes_of(
            net_pool_cents=statement.net_cents, table=table, entries=entries, step_cents=unit
        ),
        official_places=min(table.places, entries),
        table_name=table.name,
        unit_cents=unit,
        rest_cents=statement.net_cents % unit,
    )


@read_once
def prizes_payload(tournament_id: int) -> dict[str, Any]:
    """Return the prizes as the screen shows them.

    {fixed, net_cents, overlay_cents, guarantee_funds_cents, places_paid, official_places, currency, rows: [{first, last, amount_cents}]},
    the winner's first, neighbours with equal prizes joined, at most 200 rows; empty once cancelled, and before two have
    entered. guarantee_funds_cents: what of the guarantee is not for the places. unit_cents: what
    prizes are rounded to; rest_cents: what did not fit and is in the first prize. After a deal also
    `deal` {kind, reserve_cents, shares: [{entry_id, name, amount_cents}], paper_votes}, and the rows are what is still
    played for and the places below the deal; `official`: the rows as published, which the deal replaced. After a deal
    that pays further places also `extra` {first, last, paper_votes, changes: [{place, before_cents, after_cents}]}.
    Refusal: ``no_such_tournament``.
    """
    tournament = Tournament.objects.select_related("stage").filter(pk=tournament_id).first()
    if tournament is None:
        raise Refused("no_such_tournament", N_("There is no such tournament."))
    if tournament.state == TournamentState.CANCELLED:
        return _payload(tournament, Ladder(rows=()), fixed=False, net=0, overlay=0, official=0)
    pool = PrizePool.objects.filter(pk=tournament_id).first()
    if pool is not None:
        payload = _payload(
            tournament,
            _after_deal(pool) if pool.deal_among else Ladder.of(pool.prizes),
            fixed=True,
            net=pool.net_cents,
            overlay=pool.overlay_cents,
            official=pool.official_places,
            unit=pool.unit_cents,
            rest=pool.rest_cents,
        )
        payload |= _extended(pool)
        return payload | _dealt(pool, payload) if pool.deal_among else payload
    entries = _entries_so_far(tournament_id)
    found = computed(tournament, entries=entries)
    return _payload(
        tournament,
        # of one who has entered nobody says that the winner takes it all
        Ladder.of(joined(found.prizes_cents)) if entries > 1 else Ladder(rows=()),
        fixed=False,
        net=found.statement.net_cents,
        overlay=found.statement.overlay_cents,
        official=found.official_places,
        unit=found.unit_cents,
        rest=found.rest_cents,
    )


def pool_without(tournament: Tournament, *, entry_id: int) -> tuple[int, int]:
    """Return what the places share now, before it is fixed, and once this entry is given back, in cents: a guarantee may
    keep it as it is. Rule: SCPT.F, SCPT.L
    """
    entries = _entries_so_far(tournament.pk)
    less = prize_part_of(f"entry:{entry_id}")
    now = computed(tournament, entries=entries)
    then = computed(tournament, entries=entries - 1, less_cents=less)
    return now.statement.net_cents, then.statement.net_cents


def places_paid(tournament_id: int) -> int:
    """Return how many places are paid once that is fixed; 0 before. Rule: PT-T.34, PT-T.49"""
    pool = PrizePool.objects.filter(pk=tournament_id).only("prizes").first()
    return 0 if pool is None else Ladder.of(pool.prizes).places


def _after_deal(pool: PrizePool) -> Ladder:
    """What a place still brings by itself: the champion's part, and the places below the deal."""
    among = pool.deal_among or 0
    reserve = _made(pool).reserve_cents
    below = [(max(first, among + 1), last, cents) for first, last, cents in pool.prizes if last > among]
    return Ladder.of([(1, 1, reserve), *below] if reserve else below)


def _extended(pool: PrizePool) -> dict[str, Any]:
    """The further places that were agreed on, and the prizes as published. Rule: SCPT.S-A"""
    deal = Deal.objects.filter(tournament_id=pool.pk, state=DealState.MADE, kind=DealKind.EXTRA).first()
    if deal is None:
        return {}
    before = Ladder.of(deal.prizes_before)
    return {
        "official": _rows(before),
        "extra": {
            "first": before.places + 1,
            "last": Ladder.of(deal.prizes_after).places,
            "paper_votes": deal.paper_votes,
            "changes": [as_json(change) for change in changes_of(deal)],
        },
    }


def _dealt(pool: PrizePool, payload: Mapping[str, Any]) -> dict[str, Any]:
    deal = _made(pool)
    return {
        "places_paid": max(pool.deal_among or 0, Ladder.of(pool.prizes).places),
        "official": payload.get("official") or _rows(Ladder.of(pool.prizes)),
        "deal": {
            "kind": deal.kind,
            "paper_votes": deal.paper_votes,
            "reserve_cents": deal.reserve_cents,
            "shares": [
                {"entry_id": s["entry_id"], "name": s["name"], "amount_cents": s["amount_cents"]}
                for s in sorted(shares_named(deal), key=lambda s: -s["amount_cents"])
            ],
        },
    }


def _made(pool: PrizePool) -> Deal:
    return Deal.objects.exclude(kind=DealKind.EXTRA).get(tournament_id=pool.pk, state=DealState.MADE)


def _entries_so_far(tournament_id: int) -> int:
    field = Field.objects.filter(pk=tournament_id).values_list("entries_total", flat=True).first()
    if field is not None:
        return int(field)
    return Entry.objects.filter(tournament_id=tournament_id).exclude(state=EntryState.CANCELLED).count()


def _payload(
    tournament: Tournament,
    ladder: Ladder,
    *,
    fixed: bool,
    net: int,
    overlay: int,
    official: int,
    unit: int = 1,
    rest: int = 0,
) -> dict[str, Any]:
    return {
        "fixed": fixed,
        "net_cents": net,
        "overlay_cents": overlay,
        "guarantee_funds_cents": _funds_of_guarantee(tournament),
        "places_paid": ladder.places,
        "official_places": official,
        "unit_cents": unit,
        "rest_cents": rest,
        "currency": tournament.currency,
        "rows": _rows(ladder),
    }


def _funds_of_guarantee(tournament: Tournament) -> int:
    # without a guarantee nothing of it is for funds, and that of a cancelled tournament is void
    if not tournament.guarantee_cents or tournament.state == TournamentState.CANCELLED:
        return 0
    split = BuyInSplit.from_dict(tournament.split)
    return funds_of_guarantee(
        policies=policies_from(tournament.policies),
        guarantee_cents=tournament.guarantee_cents,
        deductions=split.pool_deductions,
        guarantee_deductions=split.guarantee_deductions,
    )


def _rows(ladder: Ladder) -> list[dict[str, int]]:
    return [
        {"first": first, "last": last, "amount_cents": cents}
        for first, last, cents in ladder.rows[:MOST_ROWS]
    ]


def amounts_of(entry_ids: Sequence[int]) -> dict[int, int]:
    """Return the prize that each entry was given, in cents, by entry id; those without one are left out."""
    return dict(
        Award.objects.filter(entry_id__in=list(entry_ids))
        .exclude(state=AwardState.VOID)
        .values_list("entry_id", "amount_cents")
    )
