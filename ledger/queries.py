"""Every read of the ledger. Balance = credits − debits; see ledger/facts.py for what the sign means."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from ledger.facts import (
    METHOD_ACCOUNT,
    MOST_CENTS,
    AccountId,
    AccountKind,
    AccountView,
    Difference,
    Statement,
    StatementLine,
    TournamentMoney,
    TransferId,
    TrialBalance,
    TrialLine,
)
from people.queries import limits_of
from rules.entries import PaymentMethod
from rules.play_limits import check_limit, window_start
from rules.refusals import N_, Refused

_OUTSIDE = frozenset(METHOD_ACCOUNT.values())
# where money from a wallet pays for nothing: what is owed was spent when the chips were taken
_NOT_SPENT = [*_OUTSIDE, AccountKind.PLAYER, AccountKind.ADJUSTMENT, AccountKind.OWED]

_BALANCES = """
SELECT a.id, coalesce(a.balance_cents,
    coalesce((SELECT sum(amount_cents) FROM ledger_transfer WHERE credit_account_id = a.id), 0)
  - coalesce((SELECT sum(amount_cents) FROM ledger_transfer WHERE debit_account_id = a.id), 0))
FROM ledger_account a WHERE a.id = ANY(%s)
"""


def balance(account_id: AccountId) -> int:
    """What is in an account, in cents. LookupError when there is no such account."""
    return balances([account_id])[account_id]


def balances(account_ids: Sequence[AccountId]) -> dict[AccountId, int]:
    """What is in each of the accounts, in cents, all of one moment."""
    found = {AccountId(row[0]): int(row[1]) for row in _rows(_BALANCES, [list(account_ids)])}
    missing = set(account_ids) - found.keys()
    if missing:
        raise LookupError(f"no account {min(missing)}")
    return found


def wallet_balance(player_id: int, *, unit: str) -> int:
    """What a player has with the house, in cents; 0 when no wallet was ever opened."""
    rows = _rows(
        "SELECT balance_cents FROM ledger_account WHERE kind = 'player' AND unit = %s AND player_id = %s",
        [unit, player_id],
    )
    return int(rows[0][0]) if rows else 0


def wallet_balances(player_ids: Sequence[int], *, unit: str) -> dict[int, int]:
    """What each of these players has with the house, in cents; 0 where no wallet was ever opened."""
    rows = _rows(
        "SELECT player_id, balance_cents FROM ledger_account WHERE kind = 'player' AND unit = %s AND player_id = ANY(%s)",
        [unit, list(player_ids)],
    )
    return dict.fromkeys(player_ids, 0) | {int(player): int(cents) for player, cents in rows}


def tournament_balance(kind: AccountKind, tournament_id: int) -> int:
    """What is in a tournament's account of that kind, in cents; 0 when it was never opened."""
    rows = _rows(
        "SELECT id FROM ledger_account WHERE tournament_id = %s AND kind = %s",
        [tournament_id, kind],
    )
    return sum(balances([AccountId(row[0]) for row in rows]).values()) if rows else 0


def fund_balance(
    kind: AccountKind,
    *,
    unit: str,
    venue_id: int,
    tournament_id: int | None = None,
    season_id: int | None = None,
    without: Sequence[int] = (),
) -> int:
    """What is in a venue's fund, in cents, less what the tournaments `without` have brought; 0 when never opened."""
    rows = _rows(
        """
        SELECT id FROM ledger_account
        WHERE kind = %s AND unit = %s AND venue_id = %s
          AND tournament_id IS NOT DISTINCT FROM %s AND season_id IS NOT DISTINCT FROM %s
        """,
        [kind, unit, venue_id, tournament_id, season_id],
    )
    if not rows:
        return 0
    fund = AccountId(rows[0][0])
    kept = _rows(
        """
        SELECT coalesce(sum(CASE WHEN credit_account_id = %s THEN amount_cents ELSE -amount_cents END), 0)
        FROM ledger_transfer
        WHERE tournament_id = ANY(%s) AND %s IN (credit_account_id, debit_account_id)
        """,
        [fund, list(without), fund],
    )
    return balance(fund) - int(kept[0][0])


_PAGE = """
SELECT t.id, t.at, t.kind, o.kind,
       CASE WHEN t.credit_account_id = w.id THEN t.amount_cents ELSE -t.amount_cents END AS change,
       t.reference, t.tournament_id, t.method, t.reverses_id, w.balance_cents,
       w.balance_cents
         - coalesce((SELECT sum(amount_cents) FROM ledger_transfer WHERE credit_account_id = w.id AND id >= %s), 0)
         + coalesce((SELECT sum(amount_cents) FROM ledger_transfer WHERE debit_account_id = w.id AND id >= %s), 0),
       t.command_id
FROM ledger_account w
JOIN LATERAL (
    (SELECT * FROM ledger_transfer WHERE debit_account_id = w.id AND id < %s ORDER BY id DESC LIMIT %s)
    UNION ALL
    (SELECT * FROM ledger_transfer WHERE credit_account_id = w.id AND id < %s ORDER BY id DESC LIMIT %s)
) t ON true
JOIN ledger_account o
    ON o.id = CASE WHEN t.credit_account_id = w.id THEN t.debit_account_id ELSE t.credit_account_id END
WHERE w.kind = 'player' AND w.player_id = %s AND w.unit = %s
ORDER BY t.id DESC LIMIT %s
"""

_END = 2**63 - 1


def statement(player_id: int, *, unit: str, before: TransferId | None = None, limit: int = 50) -> Statement:
    """A page of a player's wallet, newest first, each line with the balance after it.

    before: only lines older than that transfer (`next_before` of the page above). 1 ≤ limit ≤ 500.
    """
    if not 1 <= limit <= 500:
        raise ValueError("a page has 1 to 500 lines")
    end = _END if before is None else before
    rows = _rows(_PAGE, [end, end, end, limit + 1, end, limit + 1, player_id, unit, limit + 1])
    now = int(rows[0][9]) if rows else wallet_balance(player_id, unit=unit)
    running = int(rows[0][10]) if rows else now
    lines = []
    for row in rows[:limit]:
        lines.append(
            StatementLine(
                transfer_id=TransferId(row[0]),
                at=row[1],
                kind=row[2],
                other_kind=AccountKind(row[3]),
                change_cents=row[4],
                balance_cents=running,
                reference=row[5],
                tournament_id=row[6],
                method=row[7],
                reverses=None if row[8] is None else TransferId(row[8]),
                command_id=row[11],
            )
        )
        running -= row[4]
    return Statement(
        player_id=player_id,
        unit=unit,
        balance_cents=now,
        lines=tuple(lines),
        next_before=lines[-1].transfer_id if len(rows) > limit else None,
    )


def spent_since(player_id: int, *, unit: str, since: datetime) -> int:
    """What a player paid into tournaments from `since` on, in cents, without what was undone.

    Rule: PT-T.21
    """
    rows = _rows(
        """
        SELECT coalesce(sum(t.amount_cents), 0)
        FROM ledger_account w
        JOIN ledger_transfer t ON t.debit_account_id = w.id AND t.at >= %s AND t.reverses_id IS NULL
        JOIN ledger_account c ON c.id = t.credit_account_id AND c.kind <> ALL(%s)
        WHERE w.kind = 'player' AND w.unit = %s AND w.player_id = %s
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        """,
        [since, _NOT_SPENT, unit, player_id],
    )
    return int(rows[0][0])


def check_play_limits(player_id: int, *, unit: str, price_cents: int, at: datetime) -> None:
    """Refuse a price that would pass one of the player's own limits; asked before the balance is touched.

    Refusals: ``play_limit_reached``.
    Rule: PT-T.21, PT-T.22
    """
    for limit in limits_of(player_id, unit=unit, at=at):
        spent = spent_since(player_id, unit=unit, since=window_start(limit.period, at))
        check_limit(
            period=limit.period, limit_cents=limit.amount_cents, spent_cents=spent, price_cents=price_cents
        )


def transfers_of(command_id: UUID) -> tuple[TransferId, ...]:
    """The transfers a command posted, oldest first."""
    rows = _rows("SELECT id FROM ledger_transfer WHERE command_id = %s ORDER BY id", [command_id])
    return tuple(TransferId(row[0]) for row in rows)


def changes_of(command_id: UUID) -> dict[AccountKind, int]:
    """What a command changed, by kind of account, in cents; kinds that did not change are left out."""
    rows = _rows(
        """
        SELECT a.kind, sum(s.cents) FROM (
            SELECT debit_account_id AS id, -amount_cents AS cents FROM ledger_transfer WHERE command_id = %s
            UNION ALL
            SELECT credit_account_id, amount_cents FROM ledger_transfer WHERE command_id = %s
        ) s JOIN ledger_account a ON a.id = s.id GROUP BY a.kind HAVING sum(s.cents) <> 0
        """,
        [command_id, command_id],
    )
    return {AccountKind(kind): int(cents) for kind, cents in rows}


def standing_transfers_about(reference: str) -> tuple[TransferId, ...]:
    """The transfers about a thing ("entry:12") that still stand: neither reversals nor reversed. Oldest first."""
    rows = _rows(
        """
        SELECT t.id FROM ledger_transfer t
        WHERE t.reference = %s AND t.reference <> '' AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        ORDER BY t.id
        """,
        [reference],
    )
    return tuple(TransferId(row[0]) for row in rows)


def brought_under(references: Sequence[str]) -> dict[str, int]:
    """What players brought under these references ("registration:12:deposit") and still stands, in cents."""
    rows = _rows(
        """
        SELECT t.reference, sum(t.amount_cents) FROM ledger_transfer t
        WHERE t.reference = ANY(%s) AND t.reference <> '' AND t.kind = 'deposit' AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        GROUP BY t.reference
        """,
        [list(references)],
    )
    return {reference: int(cents) for reference, cents in rows}


def all_undone(reference: str) -> bool:
    """Whether money moved about a thing ("entry:12") and none of that stands any more."""
    rows = _rows(
        """
        SELECT bool_and(EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)) FROM ledger_transfer t
        WHERE t.reference = %s AND t.reference <> '' AND t.reverses_id IS NULL
        """,
        [reference],
    )
    return bool(rows[0][0])


def given_to_players(references: Sequence[str]) -> dict[str, dict[int, int]]:
    """What reached wallets under these references and still stands: by reference, player to cents, the first paid first."""
    rows = _rows(
        """
        SELECT t.reference, c.player_id, sum(t.amount_cents) FROM ledger_transfer t
        JOIN ledger_account c ON c.id = t.credit_account_id AND c.kind = 'player'
        WHERE t.reference = ANY(%s) AND t.reference <> '' AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        GROUP BY t.reference, c.player_id ORDER BY min(t.id)
        """,
        [list(references)],
    )
    found: dict[str, dict[int, int]] = {}
    for reference, player_id, cents in rows:
        found.setdefault(reference, {})[player_id] = int(cents)
    return found


def bounties_of_player(player_id: int, tournament_id: int) -> int:
    """The bounties of a tournament that stand in a player's account, in cents."""
    rows = _rows(
        """
        SELECT coalesce(sum(t.amount_cents), 0) FROM ledger_transfer t
        JOIN ledger_account d ON d.id = t.debit_account_id AND d.kind = 'bounty_pool' AND d.tournament_id = %s
        JOIN ledger_account c ON c.id = t.credit_account_id AND c.kind = 'player' AND c.player_id = %s
        WHERE t.kind = 'bounty' AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        """,
        [tournament_id, player_id],
    )
    return int(rows[0][0])


def bounties_by_player(tournament_id: int) -> dict[int, int]:
    """The bounties of a tournament that stand, in cents, by the player who has them, the most first."""
    rows = _rows(
        """
        SELECT c.player_id, sum(t.amount_cents) FROM ledger_transfer t
        JOIN ledger_account d ON d.id = t.debit_account_id AND d.kind = 'bounty_pool' AND d.tournament_id = %s
        JOIN ledger_account c ON c.id = t.credit_account_id AND c.kind = 'player'
        WHERE t.kind = 'bounty' AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        GROUP BY c.player_id ORDER BY sum(t.amount_cents) DESC, c.player_id
        """,
        [tournament_id],
    )
    return {int(player): int(cents) for player, cents in rows}


_PAID = """
SELECT t.reference, sum(t.amount_cents),
       coalesce(sum(t.amount_cents) FILTER (WHERE c.kind IN ('prize_pool', 'bounty_pool')), 0)
FROM ledger_transfer t
JOIN ledger_account d ON d.id = t.debit_account_id AND d.kind = 'player'
JOIN ledger_account c ON c.id = t.credit_account_id AND c.kind <> ALL(%s)
WHERE t.tournament_id = %s AND t.reverses_id IS NULL AND t.reference <> ''
  AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
GROUP BY t.reference
"""


def paid_about(tournament_id: int) -> dict[str, tuple[int, int]]:
    """What players paid into a tournament and what still stands of it: by reference ("entry:12") all cents, and those
    of them that reached the prize and bounty pools."""
    rows = _rows(_PAID, [_NOT_SPENT, tournament_id])
    return {reference: (int(cents), int(pool)) for reference, cents, pool in rows}


_PAID_IN_ALL = f"""
SELECT coalesce(sum(paid.cents), 0), coalesce(sum(paid.pool), 0)
FROM ({_PAID}) AS paid (reference, cents, pool)
WHERE paid.reference LIKE 'entry:%%' OR paid.reference LIKE 'purchase:%%'
"""


def paid_for_entries(tournament_id: int) -> tuple[int, int]:
    """The sum of `paid_about` over entries and purchases: all cents, and those that reached the pools. One row."""
    rows = _rows(_PAID_IN_ALL, [_NOT_SPENT, tournament_id])
    return int(rows[0][0]), int(rows[0][1])


def pool_deductions_standing(tournament_id: int, reference: str) -> tuple[TransferId, ...]:
    """What left a prize pool for funds or fees under a reference and still stands. Oldest first."""
    rows = _rows(
        """
        SELECT t.id FROM ledger_transfer t
        JOIN ledger_account d ON d.id = t.debit_account_id AND d.kind = 'prize_pool' AND d.tournament_id = %s
        JOIN ledger_account c ON c.id = t.credit_account_id AND c.kind NOT IN ('player', 'overlay')
        WHERE t.reference = %s AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        ORDER BY t.id
        """,
        [tournament_id, reference],
    )
    return tuple(TransferId(row[0]) for row in rows)


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
    rows = _rows(chosen + _TRIAL.lstrip().removeprefix("WITH "), values)
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


_FLOWS = """
SELECT d.kind, c.kind, t.method, t.reverses_id IS NOT NULL, t.unit, sum(t.amount_cents)
FROM ledger_transfer t
JOIN ledger_account d ON d.id = t.debit_account_id
JOIN ledger_account c ON c.id = t.credit_account_id
WHERE t.tournament_id = %s
GROUP BY 1, 2, 3, 4, 5
"""


def tournament_money(tournament_id: int) -> TournamentMoney:
    """Where the money of a tournament came from and where it is. A tournament has one unit; "" before any money."""
    rows = [
        (AccountKind(debit), AccountKind(credit), method, undone, unit, int(cents))
        for debit, credit, method, undone, unit, cents in _rows(_FLOWS, [tournament_id])
    ]
    unit = rows[0][4] if rows else ""
    held: dict[AccountKind, int] = dict.fromkeys(AccountKind, 0)
    taken: dict[str, int] = {}
    for debit, credit, method, _undone, _unit, cents in rows:
        held[debit] -= cents
        held[credit] += cents
        # a fund that is paid out is no payment given back
        if debit in _OUTSIDE and credit is AccountKind.PLAYER:
            taken[method] = taken.get(method, 0) + cents
        if credit in _OUTSIDE and debit is AccountKind.PLAYER:
            taken[method] = taken.get(method, 0) - cents

    def flow(sources: frozenset[AccountKind], targets: frozenset[AccountKind]) -> int:
        """What went that way less what was undone."""
        net = 0
        for debit, credit, _method, undone, _unit, cents in rows:
            if not undone and debit in sources and credit in targets:
                net += cents
            if undone and credit in sources and debit in targets:
                net -= cents
        return net

    pool = frozenset({AccountKind.PRIZE_POOL})
    payable = frozenset({AccountKind.PRIZES_PAYABLE})
    bounty = frozenset({AccountKind.BOUNTY_POOL})
    inside = frozenset(AccountKind) - pool
    paid_to = frozenset({AccountKind.PLAYER, *_OUTSIDE})
    return TournamentMoney(
        tournament_id=tournament_id,
        unit=unit,
        taken_cents=taken,
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
    """Everything that does not add up, over the whole ledger: must be empty at any moment.

    Stored balances and floors against their transfers, accounts below zero that may not be, units that do not sum
    to zero.
    """
    rows = _rows(
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
        [],
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


def require_venue_account(account_id: AccountId, *, venue_id: int, unit: str) -> AccountView:
    """An account that a venue may correct: its own, or a player's wallet. Refusals: ``unknown_account``."""
    rows = _rows(
        "SELECT kind, tournament_id FROM ledger_account"
        " WHERE id = %s AND unit = %s AND (venue_id = %s OR kind = 'player')",
        [account_id, unit, venue_id],
    )
    if not rows:
        raise Refused("unknown_account", N_("This venue has no such account in this currency."))
    return AccountView(
        account_id=account_id, kind=AccountKind(rows[0][0]), tournament_id=rows[0][1], unit=unit
    )


def player_of_wallet(account_id: AccountId) -> int | None:
    """Whose wallet an account is; None for any other account."""
    rows = _rows("SELECT player_id FROM ledger_account WHERE id = %s AND kind = 'player'", [account_id])
    return int(rows[0][0]) if rows else None


def venue_accounts(venue_id: int, *, tournament_id: int | None = None) -> list[tuple[AccountView, int]]:
    """The accounts that a venue holds itself, or those of one of its tournaments, with what is in each (cents)."""
    rows = _rows(
        "SELECT id, kind, tournament_id, unit FROM ledger_account"
        " WHERE venue_id = %s AND tournament_id IS NOT DISTINCT FROM %s ORDER BY unit, kind, id",
        [venue_id, tournament_id],
    )
    views = [
        AccountView(account_id=AccountId(i), kind=AccountKind(kind), tournament_id=tournament, unit=unit)
        for i, kind, tournament, unit in rows
    ]
    found = balances([view.account_id for view in views])
    return [(view, found[view.account_id]) for view in views]


def method_account(method: str) -> AccountKind:
    """Where the money stands that comes or goes by a method. Refusals: ``bad_method``."""
    try:
        return METHOD_ACCOUNT[PaymentMethod(method)]
    except (KeyError, ValueError):
        raise Refused(
            "bad_method", N_("Choose cash, debit card, credit card or bank transfer."), field="method"
        ) from None


def check_amount(amount_cents: int) -> None:
    """Refuse what is no amount of money that a person could mean. Refusals: ``bad_amount``."""
    if type(amount_cents) is not int or not 0 < amount_cents <= MOST_CENTS:
        raise Refused("bad_amount", N_("Enter an amount above zero."), field="amount_cents")


def _rows(statement: str, values: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
