"""What of a wallet came by card."""

from __future__ import annotations

from ledger.queries.pools import ON_ITS_WAY
from ledger.queries.put_right import putting_right
from ledger.queries.rows import rows_of
from rules.accounts import AccountKind
from rules.card_money import Movement, card_money


def card_money_of(player_id: int, *, unit: str) -> int:
    """Return the cents of a wallet that came by card and were not played with since. Rule: SCPT.E"""
    # a payment whose method was corrected reads as if it had been booked so at first: what was booked by mistake is left out, and the right
    # one stands where the thing was paid, so that what was played with is not taken for money that lies there
    rows = rows_of(
        """
        SELECT t.id, t.command_id, t.amount_cents, t.credit_account_id = w.id, other.kind, t.reverses_id, t.reference
        FROM (
            SELECT w.id FROM ledger_account w
            WHERE w.kind = 'player' AND w.unit = %(unit)s AND w.player_id = %(player)s
              -- most have nothing by card, and years of movements
              AND EXISTS (
                  SELECT FROM ledger_transfer t JOIN ledger_account c ON c.id = t.debit_account_id AND c.kind = 'card_clearing'
                  WHERE t.credit_account_id = w.id
              )
        ) w
        JOIN ledger_transfer t ON w.id IN (t.debit_account_id, t.credit_account_id)
        JOIN ledger_account other
          ON other.id = CASE WHEN t.credit_account_id = w.id THEN t.debit_account_id ELSE t.credit_account_id END
        LEFT JOIN ledger_transfer b ON b.reverses_id = t.id
        LEFT JOIN dispatch_command undoing
               ON undoing.id = CASE WHEN t.reverses_id IS NULL THEN b.command_id ELSE t.command_id END
        LEFT JOIN dispatch_command made
               ON made.id = t.command_id AND t.reverses_id IS NULL AND made.name = ANY(%(putting_right)s)
        WHERE NOT coalesce(undoing.name = ANY(%(putting_right)s), false)
        ORDER BY CASE WHEN made.id IS NULL THEN t.id ELSE (
                     SELECT min(p.id) FROM ledger_transfer p
                     WHERE p.reference = regexp_replace(t.reference, ':deposit$', '') AND p.reference <> ''
                 ) END,
                 made.id IS NULL OR t.kind <> 'deposit', t.id
        """,
        values={"unit": unit, "player": player_id, "putting_right": putting_right()},
    )
    return card_money(
        Movement(
            number=number,
            act=str(act),
            cents=cents if into else -cents,
            card=kind == AccountKind.CARD_CLEARING,
            handed_out=not into and kind in ON_ITS_WAY,
            takes_back=reverses,
            at_table=reference if kind == AccountKind.TABLE_ESCROW else "",
        )
        for number, act, cents, into, kind, reverses, reference in rows
    )
