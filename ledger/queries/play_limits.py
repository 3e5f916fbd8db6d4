"""What a player has spent, against their own limits."""

from __future__ import annotations

from datetime import datetime

from ledger.queries.pools import NOT_SPENT
from ledger.queries.rows import rows_of
from people.queries import limits_of
from rules.play_limits import check_limit, window_start


def spent_since(player_id: int, *, unit: str, since: datetime) -> int:
    """Return what a player paid into tournaments from `since` on, in cents, without what was undone, and what was brought to cash tables
    and not brought back: of each sitting what is lost, or still lies there.

    Rule: PT-T.21
    """
    rows = rows_of(
        """
        WITH wallet AS (SELECT id FROM ledger_account WHERE kind = 'player' AND unit = %s AND player_id = %s),
        paid AS (
            SELECT t.amount_cents AS cents, c.kind, t.reference
            FROM wallet w
            JOIN ledger_transfer t ON t.debit_account_id = w.id AND t.at >= %s AND t.reverses_id IS NULL
            JOIN ledger_account c ON c.id = t.credit_account_id AND c.kind <> ALL(%s)
            WHERE NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        ),
        at_tables AS (SELECT reference, sum(cents) AS cents FROM paid WHERE kind = 'table_escrow' GROUP BY reference),
        back AS (
            SELECT t.reference, sum(t.amount_cents) AS cents
            FROM at_tables a
            JOIN ledger_transfer t ON t.reference = a.reference
            JOIN wallet w ON w.id = t.credit_account_id
            WHERE t.kind = 'table_cash_out' GROUP BY t.reference
        )
        SELECT coalesce((SELECT sum(cents) FROM paid WHERE kind <> 'table_escrow'), 0)
             + coalesce((SELECT sum(greatest(a.cents - coalesce(b.cents, 0), 0))
                         FROM at_tables a LEFT JOIN back b ON b.reference = a.reference), 0)
        """,
        values=[unit, player_id, since, list(NOT_SPENT)],
    )
    return int(rows[0][0])


def check_play_limits(player_id: int, *, unit: str, price_cents: int, at: datetime) -> None:
    """Refuse a price that would pass one of the player's own limits; asked before the balance is touched.

    Refusals: ``play_limit_reached``.
    Rule: PT-T.21, PT-T.22
    """
    for limit in limits_of(player_id, unit=unit, at=at):
        spent = spent_since(player_id, unit=unit, since=window_start(limit.period, at=at))
        check_limit(
            period=limit.period, limit_cents=limit.amount_cents, spent_cents=spent, price_cents=price_cents
        )
