"""What went over the counter in a night: by method and by who took or paid it, deposits and withdrawals with the sales."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from ledger.queries.put_right import putting_right
from ledger.queries.rows import rows_of
from rules.accounts import METHOD_ACCOUNT

# what a movement was, in the order in which it is listed; what came in before what went out
SOLD, DEPOSIT, SET_ASIDE, WITHDRAWAL, PRIZE, HANDED_BACK, CORRECTION = (
    "sold",
    "deposit",
    "set_aside",
    "withdrawal",
    "prize",
    "handed_back",
    "correction",
)
WHATS = (SOLD, DEPOSIT, SET_ASIDE, WITHDRAWAL, PRIZE, HANDED_BACK, CORRECTION)


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterLine:
    """What one person moved in one way: in_cents came into the house, out_cents left it, count times. A sale whose money
    was handed back is in both, as sold and as handed_back, as is money set aside that was sent back; another movement that was taken back is in neither. user_id:
    None for what the house did by itself."""

    user_id: int | None
    by: str
    method: str
    what: str
    count: int
    in_cents: int
    out_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Takings:
    """A night's movements, in `currency`; practice is left out."""

    venue_id: int
    currency: str
    begins_at: datetime
    ends_at: datetime
    rows: tuple[CounterLine, ...]


# A sale whose money was handed back moved twice, and the card machine has both; of one that was struck, or booked by another
# method than it came by, no money ever moved. Another movement that was taken back counts
# for who made it and when it was made: a prize marked as paid by a slip of the finger never left. One that was made before the
# night and taken back in it is money that moved in it. Money paid ahead goes into its entry by a transfer back and a new one of
# the same act: nothing crosses the counter. Money that was set aside came and, sent back,
# left: the bank has both; where it was confirmed in the same night it is a deposit alone. A correction has no way of paying: it
# counts where it was made, and from the drawer to the bank it left the one and came to the other. A prize leaves a wallet, which is
# of no tournament: its award says whether it was of practice.
_MOVED = """
WITH place AS (
    SELECT id, kind FROM ledger_account WHERE venue_id = %(venue)s AND unit = %(unit)s AND kind = ANY(%(places)s)
), moved AS (
    SELECT t.id, t.kind, t.command_id, t.reverses_id, t.amount_cents, side.comes,
           CASE WHEN t.kind = 'prize_payment' THEN (
               SELECT a.tournament_id FROM payouts_award a WHERE a.id = split_part(t.reference, ':', 2)::bigint
           ) ELSE t.tournament_id END AS tournament_id, o.at AS first_at,
           CASE WHEN t.kind <> 'adjustment' THEN t.method
                ELSE CASE side.place WHEN 'cash_drawer' THEN 'cash' WHEN 'bank' THEN 'transfer' ELSE '' END END AS method,
           t.kind IN ('deposit', 'debt_paid') AND t.tournament_id IS NOT NULL AS sale,
           b.at AS back_at,
           NOT coalesce(undoing.name = ANY(%(putting_right)s), false) AND EXISTS (
               SELECT FROM ledger_transfer n
               WHERE n.command_id = CASE WHEN t.reverses_id IS NULL THEN b.command_id ELSE t.command_id END
                 AND n.kind = 'deposit' AND n.reverses_id IS NULL AND n.id <> t.id
           ) AS into_entry,
           coalesce(undoing.name = ANY(%(putting_right)s), false) AS struck
    FROM ledger_transfer t
    LEFT JOIN place d ON d.id = t.debit_account_id
    LEFT JOIN place c ON c.id = t.credit_account_id
    CROSS JOIN LATERAL (
        SELECT true AS comes, d.kind AS place WHERE d.id IS NOT NULL UNION ALL SELECT false, c.kind WHERE c.id IS NOT NULL
    ) side
    LEFT JOIN ledger_transfer o ON o.id = t.reverses_id
    LEFT JOIN ledger_transfer b ON b.reverses_id = t.id AND b.at < %(ends)s
    LEFT JOIN dispatch_command undoing
           ON undoing.id = CASE WHEN t.reverses_id IS NULL THEN b.command_id ELSE t.command_id END
    WHERE t.at >= %(begins)s AND t.at < %(ends)s
          AND (t.kind = 'adjustment' OR (d.id IS NOT NULL) <> (c.id IS NOT NULL))
)
SELECT k.user_id, coalesce(max(k.label), ''), coalesce(nullif(m.method, ''), 'other'),
       CASE WHEN m.kind = 'pay_in_held' THEN 'set_aside'
            WHEN m.kind = 'deposit' AND NOT m.sale THEN 'deposit'
            WHEN m.struck AND m.reverses_id IS NOT NULL THEN 'correction'
            WHEN m.sale AND m.reverses_id IS NOT NULL AND NOT m.into_entry THEN 'handed_back'
            WHEN m.sale THEN 'sold'
            WHEN m.kind = 'withdrawal' THEN 'withdrawal'
            WHEN m.kind = 'prize_payment' OR m.kind LIKE '%%fund_payment' THEN 'prize'
            WHEN m.kind = 'repayment' THEN 'handed_back'
            ELSE 'correction' END AS what,
       count(*),
       coalesce(sum(m.amount_cents) FILTER (WHERE m.comes), 0),
       coalesce(sum(m.amount_cents) FILTER (WHERE NOT m.comes), 0)
FROM moved m
LEFT JOIN dispatch_command k ON k.id = m.command_id
LEFT JOIN tournaments_tournament p ON p.id = m.tournament_id
WHERE NOT coalesce(p.practice, false)
  AND ((m.sale AND NOT m.into_entry
        AND NOT (m.struck AND (m.back_at IS NOT NULL OR m.first_at >= %(begins)s)))
       OR (m.kind = 'pay_in_held' AND NOT (m.into_entry AND (m.back_at IS NOT NULL OR m.first_at >= %(begins)s)))
       OR (m.kind <> 'pay_in_held' AND m.back_at IS NULL AND coalesce(m.first_at < %(begins)s, true)))
GROUP BY 1, 3, 4
"""


# a night of cards is over by then, and the next has not begun
_TURNS_AT = time(6)


def night_at(at: datetime, *, zone: str) -> date:
    """Return the day of the night that is on at a moment: until six in the morning it is yesterday's."""
    return (at.astimezone(ZoneInfo(zone)) - timedelta(hours=_TURNS_AT.hour)).date()


def takings_of(venue_id: int, *, currency: str, zone: str, day: date) -> Takings:
    """Return what came into a house's drawer, card machine and bank in the night of a day, and what left them.
    Rule: SCPT.E, SCPT.L
    """
    begins_at, ends_at = (
        datetime.combine(one, _TURNS_AT, tzinfo=ZoneInfo(zone)).astimezone(UTC)
        for one in (day, day + timedelta(days=1))
    )
    values = {
        "venue": venue_id,
        "unit": currency,
        "places": sorted({kind.value for kind in METHOD_ACCOUNT.values()}),
        "begins": begins_at,
        "ends": ends_at,
        "putting_right": putting_right(),
    }
    rows = [
        CounterLine(
            user_id=user_id,
            by=label,
            method=method,
            what=what,
            count=count,
            in_cents=int(came),
            out_cents=int(left),
        )
        for user_id, label, method, what, count, came, left in rows_of(_MOVED, values=values)
    ]
    rows.sort(key=lambda row: (row.by.lower(), row.user_id or 0, row.method, WHATS.index(row.what)))
    return Takings(
        venue_id=venue_id, currency=currency, begins_at=begins_at, ends_at=ends_at, rows=tuple(rows)
    )


def sums_of(rows: Iterable[CounterLine]) -> tuple[int, int]:
    """(in, out) of these movements."""
    lines = list(rows)
    return sum(row.in_cents for row in lines), sum(row.out_cents for row in lines)


def cash_tonight(venue_id: int, *, currency: str, zone: str, at: datetime) -> int:
    """Return by how much the drawer holds more than the float it began the night with; below zero where cash was paid out of
    that float."""
    found = takings_of(venue_id, currency=currency, zone=zone, day=night_at(at, zone=zone))
    came, left = sums_of(row for row in found.rows if row.method == "cash")
    return came - left
