"""What a player has spent, against their own limits."""

from __future__ import annotations

from datetime import datetime

from ledger.queries.pools import NOT_SPENT
from ledger.queries.rows import rows_of
from people.queries import limits_of
from rules.play_limits import check_limit, window_start


def spent_since(player_id: int, *, unit: str, since: datetime) -> int:
    """Return what a player paid into tournaments from `since` on, in cents, without what was undone.

    Rule: PT-T.21
    """
    rows = rows_of(
        """
        SELECT coalesce(sum(t.amount_cents), 0)
        FROM ledger_account w
        JOIN ledger_transfer t ON t.debit_account_id = w.id AND t.at >= %s AND t.reverses_id IS NULL
        JOIN ledger_account c ON c.id = t.credit_account_id AND c.kind <> ALL(%s)
        WHERE w.kind = 'player' AND w.unit = %s AND w.player_id = %s
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        """,
        values=[since, list(NOT_SPENT), unit, player_id],
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
