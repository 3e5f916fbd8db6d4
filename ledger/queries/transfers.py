"""Transfers: what a command moved, and what still stands about a thing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from dispatch.facts import CommandId
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


def standing_transfers_about(reference: str) -> tuple[TransferId, ...]:
    """Return the transfers about a thing ("entry:12") that still stand: neither reversals nor reversed. Oldest first."""
    rows = rows_of(
        """
        SELECT t.id FROM ledger_transfer t
        WHERE t.reference = %s AND t.reference <> '' AND t.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id)
        ORDER BY t.id
        """,
        values=[reference],
    )
    return tuple(TransferId(row[0]) for row in rows)


def standing_surcharges_about(reference: str) -> tuple[TransferId, ...]:
    """Return those of the transfers about a thing ("entry:12") that still stand which are what the method cost. Rule: SCPT.E"""
    rows = rows_of(
        """
        SELECT t.id FROM ledger_transfer t
        WHERE t.id = ANY(%s) AND t.kind = 'surcharge'
        """,
        values=[list(standing_transfers_about(reference))],
    )
    return tuple(TransferId(row[0]) for row in rows)


def wallet_that_paid(reference: str) -> AccountId:
    """Return the account out of which a thing ("entry:12") was paid, as it stands. LookupError where nothing was."""
    rows = rows_of(
        "SELECT t.debit_account_id FROM ledger_transfer t WHERE t.id = ANY(%s) ORDER BY t.id LIMIT 1",
        values=[list(standing_transfers_about(reference))],
    )
    if not rows:
        raise LookupError(reference)
    return AccountId(rows[0][0])


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


def command_that_undid(reference: str) -> CommandId | None:
    """Return the last command that took something about a thing ("entry:12") back; None where nothing was."""
    rows = rows_of(
        """
        SELECT t.command_id FROM ledger_transfer t
        WHERE t.reference = %s AND t.reference <> '' AND t.reverses_id IS NOT NULL ORDER BY t.id DESC LIMIT 1
        """,
        values=[reference],
    )
    return CommandId(rows[0][0]) if rows else None


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
