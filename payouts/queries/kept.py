"""Money taken for what was cancelled since and not handed back: it went over the counter and lies in the players' balances.

What is sold does not count it any more; the drawer, the card machine and the bank do.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ledger.queries.rows import rows_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What was taken by one method for so many entries, purchases or registrations of a tournament that are cancelled, in
    cents, and stayed in the balances."""

    tournament_id: int
    tournament: str
    method: str
    count: int
    cents: int


# What was cancelled is few beside the field: it costs by that. What came for it counts where it was not handed back; for a rebuy that was
# announced it came when the debt was paid.
_KEPT = """
WITH gone AS (
    SELECT 'entry:' || e.id || ':deposit' AS reference FROM tournaments_entry e
    WHERE e.tournament_id = ANY(%(tournaments)s) AND e.state = 'cancelled'
    UNION ALL
    SELECT unnest(ARRAY['purchase:' || b.id || ':deposit', 'debt:' || b.id]) FROM tournaments_purchase b
    JOIN tournaments_entry e ON e.id = b.entry_id
    WHERE e.tournament_id = ANY(%(tournaments)s) AND b.undone_at IS NOT NULL
    UNION ALL
    SELECT 'registration:' || r.id || ':deposit' FROM tournaments_registration r
    WHERE r.tournament_id = ANY(%(tournaments)s) AND r.state = 'cancelled' AND r.paid_at IS NOT NULL
)
SELECT t.tournament_id, p.name, t.method, count(DISTINCT t.reference), sum(t.amount_cents)
FROM gone JOIN ledger_transfer t ON t.reference = gone.reference AND t.reference <> ''
JOIN tournaments_tournament p ON p.id = t.tournament_id
WHERE t.kind = 'deposit' AND t.reverses_id IS NULL
  AND (%(begins)s::timestamptz IS NULL OR t.at >= %(begins)s) AND (%(ends)s::timestamptz IS NULL OR t.at < %(ends)s)
  AND NOT EXISTS (SELECT FROM ledger_transfer b WHERE b.reverses_id = t.id)
GROUP BY 1, 2, 3 ORDER BY 2, 1, 3
"""

# a cancelled tournament says so on its own page
_SOLD_IN_NIGHT = """
SELECT DISTINCT t.tournament_id FROM ledger_transfer t
JOIN ledger_account d ON d.id = t.debit_account_id AND d.venue_id = %(venue)s AND d.unit = %(unit)s
JOIN tournaments_tournament p ON p.id = t.tournament_id AND NOT p.practice AND p.state <> 'cancelled'
WHERE t.at >= %(begins)s AND t.at < %(ends)s AND t.kind = 'deposit' AND t.reverses_id IS NULL
"""


def kept_of(tournament_id: int) -> tuple[Kept, ...]:
    """Return what a tournament took for what is cancelled since, by method. Rule: SCPT.E, SCPT.I"""
    return _kept([tournament_id], begins_at=None, ends_at=None)


def kept_in_night(venue_id: int, *, unit: str, begins_at: datetime, ends_at: datetime) -> tuple[Kept, ...]:
    """Return what of a night's sales is cancelled since and lies in the balances, by tournament and method; of a cancelled
    tournament its own page says it. Rule: SCPT.E, SCPT.I
    """
    values = {"venue": venue_id, "unit": unit, "begins": begins_at, "ends": ends_at}
    sold = [tournament_id for (tournament_id,) in rows_of(_SOLD_IN_NIGHT, values=values)]
    return _kept(sold, begins_at=begins_at, ends_at=ends_at) if sold else ()


def _kept(
    tournaments: list[int], *, begins_at: datetime | None, ends_at: datetime | None
) -> tuple[Kept, ...]:
    """What these tournaments took, between two moments where they are given."""
    values = {"tournaments": tournaments, "begins": begins_at, "ends": ends_at}
    return tuple(
        Kept(tournament_id=tournament_id, tournament=name, method=method, count=count, cents=int(cents))
        for tournament_id, name, method, count, cents in rows_of(_KEPT, values=values)
    )
