"""A player's wallet in sums: each day, month or year of a calendar in one line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from ledger.queries.pools import ON_ITS_WAY
from ledger.queries.rows import rows_of
from rules.accounts import AccountKind

#: By what sums are made, with how many of them are given, the latest first.
SPANS: Mapping[str, int] = {"day": 31, "month": 24, "year": 20}


@dataclass(frozen=True, slots=True, kw_only=True)
class WalletSum:
    """What moved in one day, month or year that begins on `begins`, in cents, each above zero but `other` and the result.

    paid_in, paid_out: over the desk and by the bank, a withdrawal on the day on which it was asked for. for_play: of what was paid in, what was paid at
    once for an entry or a rebuy, which is no deposit (as the limits have it). balance: what was there at the end of it. waiting: of withdrawals that are asked for and not paid yet, set aside. staked: put into tournaments and to cash tables, with the house's part. back: prizes, bounties, refunds,
    and what came home from cash tables. other: corrections by the house, and rebuys owed. result_cents: back less staked. What an undone
    movement had added is taken off the day on which it was undone. paid in − paid out − waiting + result + other is by how much the balance moved.
    """

    begins: date
    paid_in_cents: int
    for_play_cents: int
    paid_out_cents: int
    waiting_cents: int
    staked_cents: int
    back_cents: int
    other_cents: int
    balance_cents: int

    @property
    def deposited_cents(self) -> int:
        """What was paid into the balance."""
        return self.paid_in_cents - self.for_play_cents

    @property
    def result_cents(self) -> int:
        """What came back less what was staked; below zero, lost."""
        return self.back_cents - self.staked_cents


_SUMS = """
SELECT m.begins,
       coalesce(sum(m.cents) FILTER (WHERE o.kind = ANY(%(outside)s) AND m.cents * m.way > 0), 0),
       coalesce(sum(m.cents) FILTER (WHERE o.kind = ANY(%(outside)s) AND m.cents * m.way > 0 AND t.tournament_id IS NOT NULL), 0),
       coalesce(sum(-m.cents) FILTER (WHERE o.kind = ANY(%(outside)s) AND m.cents * m.way < 0 AND NOT m.waits), 0),
       coalesce(sum(-m.cents) FILTER (WHERE o.kind = ANY(%(outside)s) AND m.cents * m.way < 0 AND m.waits), 0),
       coalesce(sum(-m.cents) FILTER (WHERE o.kind <> ALL(%(outside)s) AND o.kind <> ALL(%(other)s) AND m.cents * m.way < 0), 0),
       coalesce(sum(m.cents) FILTER (WHERE o.kind <> ALL(%(outside)s) AND o.kind <> ALL(%(other)s) AND m.cents * m.way > 0), 0),
       coalesce(sum(m.cents) FILTER (WHERE o.kind = ANY(%(other)s)), 0),
       sum(sum(m.cents)) OVER (ORDER BY m.begins)
FROM ledger_account w
JOIN ledger_transfer t ON w.id IN (t.debit_account_id, t.credit_account_id)
JOIN ledger_account o ON o.id = CASE WHEN t.credit_account_id = w.id THEN t.debit_account_id ELSE t.credit_account_id END
CROSS JOIN LATERAL (
    -- a reversal belongs where what it reverses stands
    SELECT date_trunc(%(by)s, t.at AT TIME ZONE %(zone)s)::date AS begins,
           CASE WHEN t.credit_account_id = w.id THEN t.amount_cents ELSE -t.amount_cents END AS cents,
           CASE WHEN t.reverses_id IS NULL THEN 1 ELSE -1 END AS way,
           -- neither paid nor brought back
           o.kind = 'set_aside' AND t.reverses_id IS NULL AND NOT EXISTS (
               SELECT FROM ledger_transfer p WHERE p.reference = t.reference AND p.debit_account_id = o.id
           ) AS waits
) m
WHERE w.kind = 'player' AND w.player_id = %(player)s AND w.unit = %(unit)s
GROUP BY m.begins ORDER BY m.begins DESC LIMIT %(most)s
"""

# neither over the desk nor played with
_OTHER = (AccountKind.PLAYER, AccountKind.ADJUSTMENT, AccountKind.OWED)


def sums_of(player_id: int, *, unit: str, by: str, zone: str) -> list[WalletSum]:
    """Return a player's wallet in sums, the latest first, of those in which anything moved.

    by: a key of `SPANS`. zone: where the days begin and end. Rule: REGULATIONS 2.10
    """
    values = {
        "by": by,
        "zone": zone,
        "outside": list(ON_ITS_WAY),
        "other": list(_OTHER),
        "player": player_id,
        "unit": unit,
        "most": SPANS[by],
    }
    return [
        WalletSum(
            begins=begins,
            paid_in_cents=int(paid_in),
            for_play_cents=int(for_play),
            paid_out_cents=int(paid_out),
            waiting_cents=int(waiting),
            staked_cents=int(staked),
            back_cents=int(back),
            other_cents=int(other),
            balance_cents=int(balance),
        )
        for begins, paid_in, for_play, paid_out, waiting, staked, back, other, balance in rows_of(
            _SUMS, values=values
        )
    ]
