"""Accounts, opened when they are first asked for; their ids are remembered. Every function needs an open transaction."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db import connection, transaction

from dispatch import prepared
from rules.accounts import KEEPS_BALANCE, MAY_OVERDRAW, AccountId, AccountKind

# kind, unit, then the owners: venue, tournament, player, season, played table
_Key = tuple[AccountKind, str, int | None, int | None, int | None, int | None, int | None]


# Ids of accounts, which are for ever. Filled only after a commit, so that it never holds the id of a row that
# was rolled back. Bounded by being dropped when full.
_known: dict[_Key, AccountId] = {}


_KNOWN_AT_MOST = 200_000


_INSERT_ACCOUNTS = """
INSERT INTO ledger_account
    (kind, unit, venue_id, tournament_id, player_id, season_id, play_table_id, may_overdraw, keeps_balance, balance_cents)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING RETURNING id
"""


_INSERT_WALLETS = """
INSERT INTO ledger_account (kind, unit, player_id, may_overdraw, keeps_balance, balance_cents)
SELECT 'player', %s, player_id, false, true, 0 FROM unnest(%s::bigint[]) AS w (player_id) ORDER BY player_id
ON CONFLICT DO NOTHING
"""


_WALLET = """
WITH found AS (
    SELECT id FROM ledger_account WHERE kind = 'player' AND unit = %s AND player_id = %s
), made AS (
    INSERT INTO ledger_account (kind, unit, player_id, may_overdraw, keeps_balance, balance_cents)
    SELECT 'player', %s, %s, false, true, 0 WHERE NOT EXISTS (SELECT FROM found)
    ON CONFLICT DO NOTHING RETURNING id
)
SELECT id FROM found UNION ALL SELECT id FROM made
"""


def account(
    kind: AccountKind,
    *,
    unit: str,
    venue_id: int | None = None,
    tournament_id: int | None = None,
    player_id: int | None = None,
    season_id: int | None = None,
    play_table_id: int | None = None,
) -> AccountId:
    """Return the account of that kind, owner and unit, opened when it is asked for first.

    rules.accounts.OWNERS says which owners each kind needs; others are an IntegrityError. When two open it at once,
    one waits for the other and both get the same id.
    """
    key: _Key = (kind, unit, venue_id, tournament_id, player_id, season_id, play_table_id)
    known = _known.get(key)
    if known is not None:
        return known
    need_transaction()
    # a desk meets many new players: their wallets cost one statement, found or opened
    found = _wallet(unit, player_id) if kind is AccountKind.PLAYER and player_id else _find(key)
    if found is None:
        keeps = kind in KEEPS_BALANCE
        with connection.cursor() as cursor:
            cursor.execute(_INSERT_ACCOUNTS, [*key, kind in MAY_OVERDRAW, keeps, 0 if keeps else None])
            row = cursor.fetchone()
        found = AccountId(row[0]) if row else _find(key)
        if found is None:
            raise LookupError(
                f"the {kind} account is being opened by another transaction of this isolation level"
            )
    transaction.on_commit(partial(_remember, {key: found}))
    return found


def wallet_question(player_id: int, *, unit: str) -> prepared.Question:
    """Return what finds a player's wallet, or opens it, for a command that has something else to ask at the same
    moment (`prepared.together`); `wallet_answered` reads what is answered.
    """
    return _WALLET, [unit, player_id, unit, player_id]


def wallet_answered(player_id: int, *, unit: str, answer: list[tuple[Any, ...]]) -> AccountId:
    """Return the wallet that `wallet_question` found or opened."""
    if not answer:  # opened by somebody else at this moment
        return account(AccountKind.PLAYER, unit=unit, player_id=player_id)
    found = AccountId(answer[0][0])
    key: _Key = (AccountKind.PLAYER, unit, None, None, player_id, None, None)
    transaction.on_commit(partial(_remember, {key: found}))
    return found


def wallets(player_ids: Iterable[int], *, unit: str) -> dict[int, AccountId]:
    """Return the wallets of many players, by player id, in three statements at most whatever their number."""
    wanted = sorted(set(player_ids))
    found: dict[int, AccountId] = {}
    for player_id in wanted:
        known = _known.get((AccountKind.PLAYER, unit, None, None, player_id, None, None))
        if known is not None:
            found[player_id] = known
    missing = [player_id for player_id in wanted if player_id not in found]
    if not missing:
        return found
    need_transaction()
    fresh = _find_wallets(missing, unit)
    unopened = [player_id for player_id in missing if player_id not in fresh]
    if unopened:
        with connection.cursor() as cursor:
            cursor.execute(_INSERT_WALLETS, [unit, unopened])
        fresh |= _find_wallets(unopened, unit)
    transaction.on_commit(
        partial(
            _remember,
            {
                (AccountKind.PLAYER, unit, None, None, player, None, None): wallet
                for player, wallet in fresh.items()
            },
        )
    )
    return found | fresh


def lock_wallet(player_id: int, *, unit: str) -> int:
    """Lock a player's wallet and return what it holds, in cents: nothing leaves or reaches it until this transaction
    ends.
    """
    need_transaction()
    rows = prepared.rows(
        "SELECT balance_cents FROM ledger_account WHERE kind = 'player' AND unit = %s AND player_id = %s FOR UPDATE",
        [unit, player_id],
    )
    return int(rows[0][0]) if rows else 0


def lock_wallets(player_ids: Iterable[int], *, unit: str) -> dict[int, int]:
    """Lock the wallets of several players in the order of a posting, by their ids; return what each holds, in cents."""
    need_transaction()
    rows = prepared.rows(
        "SELECT player_id, balance_cents FROM ledger_account WHERE kind = 'player' AND unit = %s"
        " AND player_id = ANY(%s) ORDER BY id FOR UPDATE",
        [unit, list(player_ids)],
    )
    return {int(player_id): int(cents) for player_id, cents in rows}


def forget_accounts() -> None:
    """Drop the cached ids. For tests, which empty the tables under a running process."""
    _known.clear()


def _wallet(unit: str, player_id: int) -> AccountId | None:
    found = prepared.rows(*wallet_question(player_id, unit=unit))
    return AccountId(found[0][0]) if found else None


def _find(key: _Key) -> AccountId | None:
    kind, unit, *owners = key
    names = ("venue_id", "tournament_id", "player_id", "season_id", "play_table_id")
    where = " AND ".join(
        f"{name} IS NULL" if owner is None else f"{name} = %s"
        for name, owner in zip(names, owners, strict=True)
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT id FROM ledger_account WHERE kind = %s AND unit = %s AND {where}",
            [kind, unit, *(owner for owner in owners if owner is not None)],
        )
        row = cursor.fetchone()
    return AccountId(row[0]) if row else None


def _find_wallets(player_ids: list[int], unit: str) -> dict[int, AccountId]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT player_id, id FROM ledger_account WHERE kind = 'player' AND unit = %s AND player_id = ANY(%s)",
            [unit, player_ids],
        )
        return {player_id: AccountId(wallet) for player_id, wallet in cursor.fetchall()}


def _remember(ids: dict[_Key, AccountId]) -> None:
    if len(_known) + len(ids) > _KNOWN_AT_MOST:
        _known.clear()
    _known.update(ids)


def need_transaction() -> None:
    if not connection.in_atomic_block:
        raise RuntimeError("money moves inside a transaction: call this from a command")
