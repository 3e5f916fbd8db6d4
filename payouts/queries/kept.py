"""Money taken for what was cancelled since and not handed back: it went over the counter and lies in the players' balances.

What is sold does not count it any more; the drawer, the card machine and the bank do.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ledger.queries import brought_under
from ledger.queries.rows import rows_of
from tournaments.models import Entry, EntryState, Purchase, Registration, RegistrationState


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What was taken by one method for so many entries, purchases or registrations of a tournament that are cancelled, in
    cents, and stayed in the balances."""

    tournament_id: int
    tournament: str
    method: str
    count: int
    cents: int


def kept_of(tournament_id: int) -> tuple[Kept, ...]:
    """Return what a tournament took for what is cancelled since, by method. It costs by what was cancelled, not by the field.
    Rule: SCPT.E, SCPT.I
    """
    mine: list[tuple[str, str]] = [
        (f"entry:{pk}:deposit", method)
        for pk, method in Entry.objects.filter(
            tournament_id=tournament_id, state=EntryState.CANCELLED
        ).values_list("pk", "method")
    ]
    mine += [
        (f"purchase:{pk}:deposit", method)
        for pk, method in Purchase.objects.filter(
            entry__tournament_id=tournament_id, undone_at__isnull=False
        ).values_list("pk", "method")
    ]
    mine += [
        (f"registration:{pk}:deposit", method)
        for pk, method in Registration.objects.filter(
            tournament_id=tournament_id, state=RegistrationState.CANCELLED, paid_at__isnull=False
        ).values_list("pk", "method")
    ]
    if not mine:
        return ()
    came = brought_under([reference for reference, _method in mine])
    sums: dict[str, tuple[int, int]] = {}
    for reference, method in mine:
        if reference in came:
            count, cents = sums.get(method, (0, 0))
            sums[method] = count + 1, cents + came[reference]
    return tuple(
        Kept(tournament_id=tournament_id, tournament="", method=method, count=count, cents=cents)
        for method, (count, cents) in sorted(sums.items())
    )


_IN_NIGHT = """
SELECT t.tournament_id, p.name, t.method, count(*), sum(t.amount_cents)
FROM ledger_transfer t
JOIN ledger_account d ON d.id = t.debit_account_id AND d.venue_id = %(venue)s AND d.unit = %(unit)s
JOIN tournaments_tournament p ON p.id = t.tournament_id AND NOT p.practice AND p.state <> 'cancelled'
WHERE t.at >= %(begins)s AND t.at < %(ends)s AND t.kind = 'deposit' AND t.reverses_id IS NULL
  AND NOT EXISTS (SELECT FROM ledger_transfer b WHERE b.reverses_id = t.id)
  AND NOT EXISTS (
      SELECT FROM ledger_transfer s
      WHERE s.reference = left(t.reference, -length(':deposit')) AND s.reference <> '' AND s.reverses_id IS NULL
        AND NOT EXISTS (SELECT FROM ledger_transfer b WHERE b.reverses_id = s.id)
  )
  AND NOT EXISTS (
      SELECT FROM tournaments_registration r
      WHERE r.tournament_id = t.tournament_id AND r.state = 'pending' AND r.paid_at IS NOT NULL
        AND t.reference = 'registration:' || r.id || ':deposit'
  )
GROUP BY 1, 2, 3 ORDER BY 2, 1, 3
"""


def kept_in_night(venue_id: int, *, unit: str, begins_at: datetime, ends_at: datetime) -> tuple[Kept, ...]:
    """Return what of a night's sales is cancelled since and lies in the balances, by tournament and method; of a cancelled
    tournament its own page says it. Rule: SCPT.E, SCPT.I
    """
    values = {"venue": venue_id, "unit": unit, "begins": begins_at, "ends": ends_at}
    return tuple(
        Kept(tournament_id=tournament_id, tournament=name, method=method, count=count, cents=int(cents))
        for tournament_id, name, method, count, cents in rows_of(_IN_NIGHT, values=values)
    )
