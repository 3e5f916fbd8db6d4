"""What is in accounts. Balance = credits − debits; see rules/accounts.py for what the sign means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger.queries.rows import rows_of
from rules.accounts import AccountId, AccountKind

_BALANCES = """
SELECT a.id, coalesce(a.balance_cents,
    coalesce((SELECT sum(amount_cents) FROM ledger_transfer WHERE credit_account_id = a.id), 0)
  - coalesce((SELECT sum(amount_cents) FROM ledger_transfer WHERE debit_account_id = a.id), 0))
FROM ledger_account a WHERE a.id = ANY(%s)
"""


def balance(account_id: AccountId) -> int:
    """Return what is in an account, in cents. LookupError when there is no such account."""
    return balances([account_id])[account_id]


def balances(account_ids: Sequence[AccountId]) -> dict[AccountId, int]:
    """Return what is in each of the accounts, in cents, all of one moment."""
    found = {AccountId(row[0]): int(row[1]) for row in rows_of(_BALANCES, values=[list(account_ids)])}
    missing = set(account_ids) - found.keys()
    if missing:
        raise LookupError(f"no account {min(missing)}")
    return found


def wallet_balance(player_id: int, *, unit: str) -> int:
    """Return what a player has with the house, in cents; 0 when no wallet was ever opened."""
    rows = rows_of(
        "SELECT balance_cents FROM ledger_account WHERE kind = 'player' AND unit = %s AND player_id = %s",
        values=[unit, player_id],
    )
    return int(rows[0][0]) if rows else 0


def balance_payload(player_id: int) -> dict[str, Any]:
    """Return what the open pages of a player follow: {balances: [[currency, cents]]}."""
    rows = rows_of(
        "SELECT unit, balance_cents FROM ledger_account WHERE kind = 'player' AND player_id = %s ORDER BY unit",
        values=[player_id],
    )
    return {"balances": [[unit, int(cents)] for unit, cents in rows]}


def wallet_balances(player_ids: Sequence[int], *, unit: str) -> dict[int, int]:
    """Return what each of these players has with the house, in cents; 0 where no wallet was ever opened."""
    rows = rows_of(
        "SELECT player_id, balance_cents FROM ledger_account WHERE kind = 'player' AND unit = %s AND player_id = ANY(%s)",
        values=[unit, list(player_ids)],
    )
    return dict.fromkeys(player_ids, 0) | {int(player): int(cents) for player, cents in rows}


def tournament_balance(kind: AccountKind, *, tournament_id: int) -> int:
    """Return what is in a tournament's account of that kind, in cents; 0 when it was never opened."""
    rows = rows_of(
        "SELECT id FROM ledger_account WHERE tournament_id = %s AND kind = %s",
        values=[tournament_id, kind],
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
    """Return what is in a venue's fund, in cents, less what the tournaments `without` have brought; 0 when never
    opened.
    """
    rows = rows_of(
        """
        SELECT id FROM ledger_account
        WHERE kind = %s AND unit = %s AND venue_id = %s
          AND tournament_id IS NOT DISTINCT FROM %s AND season_id IS NOT DISTINCT FROM %s
        """,
        values=[kind, unit, venue_id, tournament_id, season_id],
    )
    if not rows:
        return 0
    fund = AccountId(rows[0][0])
    kept = rows_of(
        """
        SELECT coalesce(sum(CASE WHEN credit_account_id = %s THEN amount_cents ELSE -amount_cents END), 0)
        FROM ledger_transfer
        WHERE tournament_id = ANY(%s) AND %s IN (credit_account_id, debit_account_id)
        """,
        values=[fund, list(without), fund],
    )
    return balance(fund) - int(kept[0][0])
