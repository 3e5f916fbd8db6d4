"""One movement of a player's wallet over the counter: what a receipt of it tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ledger.queries.rows import rows_of
from rules.accounts import TransferId
from rules.refusals import not_found


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterMovement:
    """A deposit or a withdrawal at the counter of `venue_id`, as it stands in the books.

    amount_cents: what came or went, above zero; before_cents, after_cents: the balance around it. note: what the desk wrote, ""
    for nothing. taken_back_at: when it was booked back; None while it stands. command_id, back_command_id: whose acts.
    """

    transfer_id: TransferId
    player_id: int
    venue_id: int
    kind: str
    method: str
    note: str
    unit: str
    amount_cents: int
    before_cents: int
    after_cents: int
    at: datetime
    command_id: UUID
    tournament_id: int | None
    taken_back_at: datetime | None
    back_command_id: UUID | None


# where money over a counter is kept
COUNTER = ("cash_drawer", "card_clearing", "bank")
#: What a receipt is shown of; a price paid at once has the receipt of what was sold.
WITH_RECEIPT = ("deposit", "withdrawal")

_ONE = """
SELECT t.id, w.player_id, o.venue_id, CASE t.kind WHEN 'withdrawal_asked' THEN 'withdrawal' ELSE t.kind END, t.method, t.reference, t.unit, t.amount_cents,
       t.credit_account_id = w.id,
       w.balance_cents
         - coalesce((SELECT sum(amount_cents) FROM ledger_transfer WHERE credit_account_id = w.id AND id > t.id), 0)
         + coalesce((SELECT sum(amount_cents) FROM ledger_transfer WHERE debit_account_id = w.id AND id > t.id), 0),
       coalesce(paid.at, t.at), coalesce(paid.command_id, t.command_id), t.tournament_id, back.at, back.command_id
FROM ledger_transfer t
JOIN ledger_account w ON w.id IN (t.debit_account_id, t.credit_account_id) AND w.kind = 'player' AND w.player_id = %s
JOIN ledger_account o ON o.id IN (t.debit_account_id, t.credit_account_id) AND o.kind = ANY(%s)
LEFT JOIN ledger_transfer back ON back.reverses_id = t.id
LEFT JOIN ledger_transfer paid
  ON t.kind = 'withdrawal_asked' AND paid.kind = 'withdrawal' AND paid.reference = t.reference AND paid.reference <> ''
  AND paid.reverses_id IS NULL
WHERE t.id = %s AND t.reverses_id IS NULL AND (t.kind = ANY(%s) AND o.kind <> 'set_aside' OR paid.id IS NOT NULL)
"""


_PAID = """
SELECT t.reference, t.id FROM ledger_transfer t
WHERE t.reference = ANY(%s) AND t.reference <> '' AND t.kind = 'withdrawal_asked' AND t.reverses_id IS NULL
  AND EXISTS (SELECT FROM ledger_transfer p
      WHERE p.reference = t.reference AND p.reference <> '' AND p.kind = 'withdrawal' AND p.reverses_id IS NULL)
"""


def paid_by_bank(references: Sequence[str]) -> dict[str, TransferId]:
    """Return of withdrawals that the bank paid, by what their transfers are booked under, the movement that has a receipt."""
    return {reference: TransferId(one) for reference, one in rows_of(_PAID, values=[list(references)])}


def counter_movement(transfer_id: TransferId, *, player_id: int) -> CounterMovement:
    """Return a deposit or withdrawal of this player, also one that the bank paid. Refusal: ``not_found``, of anything else and of anybody else's."""
    rows = rows_of(_ONE, values=[player_id, [*COUNTER, "set_aside"], transfer_id, list(WITH_RECEIPT)])
    if not rows:
        raise not_found("movement")
    row = rows[0]
    amount, into, after = int(row[7]), bool(row[8]), int(row[9])
    return CounterMovement(
        transfer_id=TransferId(row[0]),
        player_id=row[1],
        venue_id=row[2],
        kind=row[3],
        method=row[4],
        note=row[5].removeprefix("note:") if row[5].startswith("note:") else "",
        unit=row[6],
        amount_cents=amount,
        before_cents=after - amount if into else after + amount,
        after_cents=after,
        at=row[10],
        command_id=row[11],
        tournament_id=row[12],
        taken_back_at=row[13],
        back_command_id=row[14],
    )


_LAST = """
SELECT t.id, t.at, t.method, CASE WHEN t.credit_account_id = w.id THEN t.amount_cents ELSE -t.amount_cents END
FROM ledger_transfer t
JOIN ledger_account w ON w.id IN (t.debit_account_id, t.credit_account_id) AND w.kind = 'player' AND w.player_id = %s
JOIN ledger_account o ON o.id IN (t.debit_account_id, t.credit_account_id) AND o.kind = ANY(%s) AND o.venue_id = %s
WHERE t.kind = ANY(%s) AND t.reverses_id IS NULL AND t.unit = %s
  AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
ORDER BY t.id DESC LIMIT %s
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterLine:
    """Money of a player over a counter: `change_cents` in (+) or out (−)."""

    transfer_id: TransferId
    at: datetime
    method: str
    change_cents: int


def last_counter_movements(player_id: int, *, venue_id: int, unit: str, limit: int = 3) -> list[CounterLine]:
    """Return a player's last deposits and withdrawals at a venue that stand, the latest first: those of which there is a receipt."""
    rows = rows_of(_LAST, values=[player_id, list(COUNTER), venue_id, list(WITH_RECEIPT), unit, limit])
    return [
        CounterLine(transfer_id=TransferId(row[0]), at=row[1], method=row[2], change_cents=row[3])
        for row in rows
    ]
