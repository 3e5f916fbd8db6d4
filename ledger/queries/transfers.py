"""Transfers: what a command moved, and what still stands about a thing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from ledger.queries.rows import rows_of
from rules.accounts import AccountId, AccountKind, TransferId


def changes_of(command_id: UUID) -> dict[AccountKind, int]:
    """Return what a command changed, by kind of account, in cents; kinds that did not change are left out."""
    rows = rows_of(
        """
        SELECT a.kind, sum(s.cents) FROM (
            SELECT debit_account_id AS id, -amount_cents AS cents FROM ledger_transfer WHERE command_id = %s
            UNION ALL
            SELECT credit_account_id, amount_cents FROM ledger_transfer WHERE command_id = %s
        ) s JOIN ledger_account a ON a.id = s.id GROUP BY a.kind HAVING sum(s.cents) <> 0
        """,
        values=[command_id, command_id],
    )
    return {AccountKind(kind): int(cents) for kind, cents in rows}


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A transfer that still stands: neither a reversal nor reversed. debit: the account that it left."""

    transfer_id: TransferId
    reference: str
    kind: str
    debit: AccountId


def standing_about(*references: str) -> list[Standing]:
    """Return the transfers about these things ("entry:12") that still stand, of each thing in its turn; the oldest first."""
    rows = rows_of(
        """
        SELECT t.id, t.reference, t.kind, t.debit_account_id FROM ledger_transfer t
        WHERE t.reference = ANY(%s) AND t.reference <> '' AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        ORDER BY array_position(%s, t.reference), t.id
        """,
        values=[list(references), list(references)],
    )
    return [
        Standing(transfer_id=TransferId(number), reference=reference, kind=kind, debit=AccountId(debit))
        for number, reference, kind, debit in rows
    ]


def payers(references: Sequence[str]) -> dict[str, int]:
    """Return out of whose wallet each of these things ("entry:12") was paid, as it stands: not whose it is now, where it was handed over."""
    rows = rows_of(
        """
        SELECT DISTINCT ON (t.reference) t.reference, w.player_id FROM ledger_transfer t
        JOIN ledger_account w ON w.id = t.debit_account_id AND w.kind = 'player'
        WHERE t.reference = ANY(%s) AND t.reference <> '' AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        ORDER BY t.reference, t.id
        """,
        values=[list(references)],
    )
    return {reference: int(player_id) for reference, player_id in rows}


def prize_part_of(reference: str) -> int:
    """Return what of a thing ("entry:12") stands in the prize pool, in cents: so much leaves it once that is given back."""
    rows = rows_of(
        """
        SELECT coalesce(sum(t.amount_cents), 0) FROM ledger_transfer t
        JOIN ledger_account c ON c.id = t.credit_account_id AND c.kind = %s
        WHERE t.reference = %s AND t.reference <> '' AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        """,
        values=[AccountKind.PRIZE_POOL.value, reference],
    )
    return int(rows[0][0])


def brought_under(references: Sequence[str]) -> dict[str, int]:
    """Return what players brought under these references ("registration:12:deposit") and still stands, in cents."""
    rows = rows_of(
        """
        SELECT t.reference, sum(t.amount_cents) FROM ledger_transfer t
        WHERE t.reference = ANY(%s) AND t.reference <> '' AND t.kind = 'deposit' AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        GROUP BY t.reference
        """,
        values=[list(references)],
    )
    return {reference: int(cents) for reference, cents in rows}


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """What one player brought for some things and still stands, in cents of a unit."""

    player_id: int
    unit: str
    cents: int


def brought_by(references: Sequence[str]) -> list[Brought]:
    """Return who brought what under these references ("entry:12:deposit") and still stands; of who paid, not of who has it now."""
    rows = rows_of(
        """
        SELECT w.player_id, t.unit, sum(t.amount_cents) FROM ledger_transfer t
        JOIN ledger_account w ON w.id = t.credit_account_id AND w.kind = 'player'
        WHERE t.reference = ANY(%s) AND t.reference <> '' AND t.kind = 'deposit' AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        GROUP BY 1, 2 ORDER BY 1, 2
        """,
        values=[list(references)],
    )
    return [Brought(player_id=player_id, unit=unit, cents=int(cents)) for player_id, unit, cents in rows]


def paid_for_registrations(player_ids: Collection[int], *, unit: str) -> list[tuple[int, int, int]]:
    """Return what these players paid into their balances for registrations and still stands: player, registration, cents; the first
    registration first. Whether one still waits, its registration says.
    """
    rows = rows_of(
        """
        SELECT w.player_id, split_part(t.reference, ':', 2)::bigint AS registration_id, sum(t.amount_cents)
        FROM ledger_account w
        JOIN ledger_transfer t ON t.credit_account_id = w.id AND t.reference LIKE 'registration:%%' AND t.reverses_id IS NULL
        WHERE w.kind = 'player' AND w.unit = %s AND w.player_id = ANY(%s)
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        GROUP BY 1, 2 ORDER BY 2
        """,
        values=[unit, list(player_ids)],
    )
    return [(int(player_id), int(registration_id), int(cents)) for player_id, registration_id, cents in rows]


def all_undone(reference: str) -> bool:
    """Return whether money moved about a thing ("entry:12") and none of that stands any more."""
    rows = rows_of(
        """
        SELECT bool_and(EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)) FROM ledger_transfer t
        WHERE t.reference = %s AND t.reference <> '' AND t.reverses_id IS NULL
        """,
        values=[reference],
    )
    return bool(rows[0][0])


def given_to_players(references: Sequence[str]) -> dict[str, dict[int, int]]:
    """Return what reached wallets under these references and still stands: by reference, player to cents, the first
    paid first.
    """
    rows = rows_of(
        """
        SELECT t.reference, c.player_id, sum(t.amount_cents) FROM ledger_transfer t
        JOIN ledger_account c ON c.id = t.credit_account_id AND c.kind = 'player'
        WHERE t.reference = ANY(%s) AND t.reference <> '' AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        GROUP BY t.reference, c.player_id ORDER BY min(t.id)
        """,
        values=[list(references)],
    )
    found: dict[str, dict[int, int]] = {}
    for reference, player_id, cents in rows:
        found.setdefault(reference, {})[player_id] = int(cents)
    return found
