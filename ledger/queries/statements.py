"""A player's wallet, line by line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ledger.queries.balances import wallet_balance
from ledger.queries.rows import rows_of
from rules.accounts import AccountKind, TransferId


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """One movement of a wallet: `change_cents` in (+) or out (−), and the balance after it."""

    transfer_id: TransferId
    at: datetime
    kind: str
    other_kind: AccountKind
    change_cents: int
    balance_cents: int
    reference: str
    tournament_id: int | None
    method: str
    reverses: TransferId | None
    command_id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A page of a wallet, newest first. `next_before` asks for the page before it; None at the beginning."""

    player_id: int
    unit: str
    balance_cents: int
    lines: tuple[StatementLine, ...]
    next_before: TransferId | None


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
    """Return a page of a player's wallet, newest first, each line with the balance after it.

    before: only lines older than that transfer (`next_before` of the page above). 1 ≤ limit ≤ 500.
    """
    if not 1 <= limit <= 500:
        raise ValueError("a page has 1 to 500 lines")
    end = _END if before is None else before
    rows = rows_of(_PAGE, values=[end, end, end, limit + 1, end, limit + 1, player_id, unit, limit + 1])
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
