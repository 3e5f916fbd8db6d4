"""What went into a tournament's pools and out of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ledger.queries.rows import rows_of
from rules.accounts import METHOD_ACCOUNT, AccountKind, TransferId

OUTSIDE = frozenset(METHOD_ACCOUNT.values())


# where money from a wallet pays for nothing: what is owed was spent when the chips were taken
NOT_SPENT = OUTSIDE | {
    AccountKind.PLAYER,
    AccountKind.ADJUSTMENT,
    AccountKind.OWED,
    AccountKind.SET_ASIDE,
}

# where money of a wallet leaves the house: at once, or as soon as the bank is asked
ON_ITS_WAY = OUTSIDE | {AccountKind.SET_ASIDE}


def bounties_of_player(player_id: int, *, tournament_id: int) -> int:
    """Return the bounties of a tournament that stand in a player's account, in cents."""
    rows = rows_of(
        """
        SELECT coalesce(sum(t.amount_cents), 0) FROM ledger_transfer t
        JOIN ledger_account d ON d.id = t.debit_account_id AND d.kind = 'bounty_pool' AND d.tournament_id = %s
        JOIN ledger_account c ON c.id = t.credit_account_id AND c.kind = 'player' AND c.player_id = %s
        WHERE t.kind = 'bounty' AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        """,
        values=[tournament_id, player_id],
    )
    return int(rows[0][0])


def bounties_by_player(tournament_id: int, *, until: datetime | None = None) -> dict[int, int]:
    """Return the bounties of a tournament that stand, in cents, by the player who has them, the most first. until: those that had been won then; None for all."""
    rows = rows_of(
        """
        SELECT c.player_id, sum(t.amount_cents) FROM ledger_transfer t
        JOIN ledger_account d ON d.id = t.debit_account_id AND d.kind = 'bounty_pool' AND d.tournament_id = %s
        JOIN ledger_account c ON c.id = t.credit_account_id AND c.kind = 'player'
        WHERE t.kind = 'bounty' AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
          AND t.at <= coalesce(%s::timestamptz, 'infinity')
        GROUP BY c.player_id ORDER BY sum(t.amount_cents) DESC, c.player_id
        """,
        values=[tournament_id, until],
    )
    return {int(player): int(cents) for player, cents in rows}


_PAID = """
SELECT t.reference, sum(t.amount_cents),
       coalesce(sum(t.amount_cents) FILTER (WHERE c.kind IN ('prize_pool', 'bounty_pool')), 0), min(d.player_id)
FROM ledger_transfer t
JOIN ledger_account d ON d.id = t.debit_account_id AND d.kind = 'player'
JOIN ledger_account c ON c.id = t.credit_account_id AND c.kind <> ALL(%s)
WHERE t.tournament_id = %s AND t.reverses_id IS NULL AND t.reference <> ''
  AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
GROUP BY t.reference
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidAbout:
    """What a player paid for one thing and still stands: cents, those of them that reached the prize and bounty pools, and out of whose wallet."""

    cents: int
    pool_cents: int
    payer_id: int


def paid_about(tournament_id: int) -> dict[str, PaidAbout]:
    """Return what players paid into a tournament and still stands, by reference ("entry:12")."""
    rows = rows_of(_PAID, values=[list(NOT_SPENT), tournament_id])
    return {
        reference: PaidAbout(cents=int(cents), pool_cents=int(pool), payer_id=int(payer_id))
        for reference, cents, pool, payer_id in rows
    }


def pool_deductions_standing(tournament_id: int, *, reference: str) -> tuple[TransferId, ...]:
    """Return what left a prize pool for funds or fees under a reference and still stands. Oldest first."""
    rows = rows_of(
        """
        SELECT t.id FROM ledger_transfer t
        JOIN ledger_account d ON d.id = t.debit_account_id AND d.kind = 'prize_pool' AND d.tournament_id = %s
        JOIN ledger_account c ON c.id = t.credit_account_id AND c.kind NOT IN ('player', 'overlay')
        WHERE t.reference = %s AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        ORDER BY t.id
        """,
        values=[tournament_id, reference],
    )
    return tuple(TransferId(row[0]) for row in rows)
