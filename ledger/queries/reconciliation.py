"""Whether it adds up: trial balance, money of a tournament, differences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ledger.queries.pools import NOT_SPENT, OUTSIDE
from ledger.queries.rows import rows_of
from rules.accounts import AccountId, AccountKind


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialLine:
    """One account in a trial balance."""

    account_id: AccountId
    kind: AccountKind
    venue_id: int | None
    tournament_id: int | None
    player_id: int | None
    season_id: int | None
    unit: str
    debit_cents: int
    credit_cents: int
    balance_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialBalance:
    """Debits and credits of every account concerned; per unit the balances sum to zero."""

    lines: tuple[TrialLine, ...]

    def total_cents(self, unit: str) -> int:
        """Return the sum of all balances in `unit`: zero, or the books are wrong."""
        return sum(line.balance_cents for line in self.lines if line.unit == unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentMoney:
    """The money of one tournament. All amounts are of this tournament only, after reversals.

    taken_cents: by method, what players brought (cash, debit, credit, transfer) less what was given back the same
    way; `from_balance_cents`: what came out of wallets beyond that (negative: more went into wallets than out).
    paid_cents: the sum of `paid_about` over entries and purchases, paid_pool_cents of it what reached the pools.
    gross_pool_cents: what ever reached the prize pool, overlay included; prize_pool_cents: what is in it now.
    overlay_cents: put in by the house. prizes_cents: credited to wallets; outstanding_cents: still to be paid out
    (in the pool, the bounty pool and awarded but unpaid).
    """

    tournament_id: int
    unit: str
    taken_cents: dict[str, int]
    paid_cents: int
    paid_pool_cents: int
    from_balance_cents: int
    gross_pool_cents: int
    prize_pool_cents: int
    bounty_pool_cents: int
    prizes_payable_cents: int
    prizes_cents: int
    bounties_cents: int
    house_cents: int
    administration_cents: int
    surcharge_cents: int
    staff_fund_cents: int
    ranking_fund_cents: int
    overlay_cents: int
    outstanding_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Something that does not reconcile. There must be none."""

    what: str
    account_id: AccountId | None
    unit: str
    expected_cents: int
    found_cents: int


_TRIAL = """
WITH side AS (
    SELECT debit_account_id AS account_id, amount_cents AS debit, 0::bigint AS credit FROM chosen
    UNION ALL
    SELECT credit_account_id, 0, amount_cents FROM chosen
)
SELECT a.id, a.kind, a.venue_id, a.tournament_id, a.player_id, a.season_id, a.unit, s.debit, s.credit
FROM (SELECT account_id, sum(debit) AS debit, sum(credit) AS credit FROM side GROUP BY account_id) s
JOIN ledger_account a ON a.id = s.account_id
ORDER BY a.unit, a.kind, a.id
"""


def trial_balance(
    *, unit: str | None = None, venue_id: int | None = None, tournament_id: int | None = None
) -> TrialBalance:
    """Debits, credits and balance of every account concerned; per unit the balances sum to zero.

    Narrowed to a unit, to the transfers booked to a tournament, or to the transfers that touch a venue's accounts.
    """
    wanted = ["true"]
    values: list[Any] = []
    if unit is not None:
        wanted.append("unit = %s")
        values.append(unit)
    if tournament_id is not None:
        wanted.append("tournament_id = %s")
        values.append(tournament_id)
    if venue_id is not None:
        wanted.append(
            "(debit_account_id IN (SELECT id FROM ledger_account WHERE venue_id = %s)"
            " OR credit_account_id IN (SELECT id FROM ledger_account WHERE venue_id = %s))"
        )
        values += [venue_id, venue_id]
    chosen = "WITH chosen AS (SELECT * FROM ledger_transfer WHERE " + " AND ".join(wanted) + "), "
    rows = rows_of(chosen + _TRIAL.lstrip().removeprefix("WITH "), values=values)
    return TrialBalance(
        lines=tuple(
            TrialLine(
                account_id=AccountId(row[0]),
                kind=AccountKind(row[1]),
                venue_id=row[2],
                tournament_id=row[3],
                player_id=row[4],
                season_id=row[5],
                unit=row[6],
                debit_cents=int(row[7]),
                credit_cents=int(row[8]),
                balance_cents=int(row[8] - row[7]),
            )
            for row in rows
        )
    )


# Who sits at neither side of a house account is a player: the accounts of players are never joined.
_FLOWS = """
WITH house AS MATERIALIZED (SELECT id, kind FROM ledger_account WHERE kind <> 'player'),
flow AS (
    SELECT d.id AS debit_id, c.id AS credit_id, t.method, t.reverses_id IS NOT NULL AS undone, t.unit,
           t.reference LIKE 'entry:%%' OR t.reference LIKE 'purchase:%%' AS for_entries,
           sum(t.amount_cents) AS cents
    FROM ledger_transfer t
    LEFT JOIN house d ON d.id = t.debit_account_id
    LEFT JOIN house c ON c.id = t.credit_account_id
    WHERE t.tournament_id = %s
    GROUP BY 1, 2, 3, 4, 5, 6
)
SELECT coalesce(d.kind, 'player'), coalesce(c.kind, 'player'), f.method, f.undone, f.unit, f.for_entries, sum(f.cents)
FROM flow f LEFT JOIN house d ON d.id = f.debit_id LEFT JOIN house c ON c.id = f.credit_id
GROUP BY 1, 2, 3, 4, 5, 6
"""


def tournament_money(tournament_id: int) -> TournamentMoney:
    """Return where the money of a tournament came from and where it is. A tournament has one unit; "" before any
    money.
    """
    rows = [
        (AccountKind(debit), AccountKind(credit), method, undone, unit, for_entries, int(cents))
        for debit, credit, method, undone, unit, for_entries, cents in rows_of(_FLOWS, values=[tournament_id])
    ]
    unit = rows[0][4] if rows else ""
    held: dict[AccountKind, int] = dict.fromkeys(AccountKind, 0)
    taken: dict[str, int] = {}
    for debit, credit, method, _undone, _unit, _for_entries, cents in rows:
        held[debit] -= cents
        held[credit] += cents
        # a fund that is paid out is no payment given back
        if debit in OUTSIDE and credit is AccountKind.PLAYER:
            taken[method] = taken.get(method, 0) + cents
        if credit in OUTSIDE and debit is AccountKind.PLAYER:
            taken[method] = taken.get(method, 0) - cents

    def flow(
        sources: frozenset[AccountKind], targets: frozenset[AccountKind], *, of_entries: bool = False
    ) -> int:
        """Return what went that way less what was undone; of_entries: under an entry or a purchase. A reversal keeps
        what its transfer was about.
        """
        net = 0
        for debit, credit, _method, undone, _unit, for_entries, cents in rows:
            if of_entries and not for_entries:
                continue
            if not undone and debit in sources and credit in targets:
                net += cents
            if undone and credit in sources and debit in targets:
                net -= cents
        return net

    pool = frozenset({AccountKind.PRIZE_POOL})
    payable = frozenset({AccountKind.PRIZES_PAYABLE})
    bounty = frozenset({AccountKind.BOUNTY_POOL})
    inside = frozenset(AccountKind) - pool
    player = frozenset({AccountKind.PLAYER})
    paid_to = player | OUTSIDE
    return TournamentMoney(
        tournament_id=tournament_id,
        unit=unit,
        taken_cents=taken,
        paid_cents=flow(player, frozenset(AccountKind) - NOT_SPENT, of_entries=True),
        paid_pool_cents=flow(player, pool | bounty, of_entries=True),
        from_balance_cents=-held[AccountKind.PLAYER],
        gross_pool_cents=flow(inside - payable, pool),
        prize_pool_cents=held[AccountKind.PRIZE_POOL],
        bounty_pool_cents=held[AccountKind.BOUNTY_POOL],
        prizes_payable_cents=held[AccountKind.PRIZES_PAYABLE],
        prizes_cents=flow(pool | payable, paid_to),
        bounties_cents=flow(bounty, paid_to),
        house_cents=held[AccountKind.HOUSE],
        administration_cents=held[AccountKind.ADMINISTRATION],
        surcharge_cents=held[AccountKind.SURCHARGE],
        staff_fund_cents=held[AccountKind.STAFF_FUND],
        ranking_fund_cents=held[AccountKind.RANKING_FUND],
        overlay_cents=-held[AccountKind.OVERLAY],
        outstanding_cents=held[AccountKind.PRIZE_POOL]
        + held[AccountKind.PRIZES_PAYABLE]
        + held[AccountKind.BOUNTY_POOL],
    )


def reconcile() -> tuple[Difference, ...]:
    """Return everything that does not add up, over the whole ledger: must be empty at any moment.

    Stored balances and floors against their transfers, accounts below zero that may not be, units that do not sum
    to zero.
    """
    rows = rows_of(
        """
        SELECT a.id, a.unit, a.may_overdraw, a.balance_cents, a.floor_cents,
               coalesce(c.cents, 0) - coalesce(d.cents, 0) AS summed
        FROM ledger_account a
        LEFT JOIN (SELECT credit_account_id AS id, sum(amount_cents) AS cents FROM ledger_transfer GROUP BY 1) c
            ON c.id = a.id
        LEFT JOIN (SELECT debit_account_id AS id, sum(amount_cents) AS cents FROM ledger_transfer GROUP BY 1) d
            ON d.id = a.id
        ORDER BY a.id
        """,
        values=[],
    )
    found: list[Difference] = []
    totals: dict[str, int] = {}
    for account_id, unit, may_overdraw, stored, floor, summed in rows:
        total = int(summed)
        totals[unit] = totals.get(unit, 0) + total
        where = AccountId(account_id)
        if stored is not None and stored != total:
            found.append(
                Difference(
                    what="stored_balance",
                    account_id=where,
                    unit=unit,
                    expected_cents=total,
                    found_cents=stored,
                )
            )
        if floor is not None and floor > total:
            found.append(
                Difference(what="floor", account_id=where, unit=unit, expected_cents=total, found_cents=floor)
            )
        if total < 0 and not may_overdraw:
            found.append(
                Difference(what="overdrawn", account_id=where, unit=unit, expected_cents=0, found_cents=total)
            )
    for unit, total in sorted(totals.items()):
        if total:
            found.append(
                Difference(what="unit_sum", account_id=None, unit=unit, expected_cents=0, found_cents=total)
            )
    return tuple(found)
