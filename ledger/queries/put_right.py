"""What was booked by mistake and put right: it reads as it is meant, though no row of the books is ever changed."""

from __future__ import annotations

from functools import cache

from dispatch import cards
from ledger.queries.rows import rows_of


@cache
def putting_right() -> list[str]:
    """Return the commands of which what they take back never came, and what they book stands in its place; their cards say so.
    Rule: SCPT.D, SCPT.E"""
    cards.load()
    return sorted(name for name, card in cards.CARDS.items() if card.puts_books_right)


def never_came(reference: str) -> bool:
    """Return whether what was last taken back about a thing ("entry:12") had been booked by mistake. Rule: SCPT.D"""
    rows = rows_of(
        """
        SELECT k.name = ANY(%s) FROM ledger_transfer t LEFT JOIN dispatch_command k ON k.id = t.command_id
        WHERE t.reference = %s AND t.reference <> '' AND t.reverses_id IS NOT NULL ORDER BY t.id DESC LIMIT 1
        """,
        values=[putting_right(), reference],
    )
    return bool(rows and rows[0][0])
