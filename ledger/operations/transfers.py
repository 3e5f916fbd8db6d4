"""Posting. Every function needs an open transaction; a refusal leaves it to be rolled back by the command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection

from dispatch import prepared
from ledger.operations.accounts import need_transaction
from rules.accounts import AccountId, TransferId
from rules.refusals import N_, Refused
from tournaments.queries.paid_ahead import WalletKeeps


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTransfer:
    """A transfer to be posted: `amount_cents` > 0 leaves `debit` and reaches `credit`, both kept in `unit`.

    kind: what it is for, in a word ("deposit", "prize", "house_fee"). reference: what it is about ("entry:12").
    tournament_id: whose money table it belongs in; needed only where neither account is a tournament's (a deposit
    for an entry, a ranking fund). method: of deposits and withdrawals, a PaymentMethod ("cash").
    """

    debit: AccountId
    credit: AccountId
    amount_cents: int
    unit: str
    kind: str
    at: datetime
    command_id: UUID
    reference: str = ""
    tournament_id: int | None = None
    method: str = ""
    reverses: TransferId | None = None


# as many transfers run on a plan that is kept; more of them deserve one of their own
_FEW = 20


_INSERT_TRANSFERS = """
INSERT INTO ledger_transfer
    (debit_account_id, credit_account_id, amount_cents, unit, kind, at, command_id, reference, tournament_id,
     method, reverses_id)
SELECT n.debit, n.credit, n.amount, n.unit, n.kind, n.at, n.command_id, n.reference,
       coalesce(n.tournament_id, d.tournament_id, c.tournament_id), n.method, n.reverses
FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[], %s::text[], %s::text[], %s::timestamptz[], %s::uuid[],
            %s::text[], %s::bigint[], %s::text[], %s::bigint[])
    WITH ORDINALITY AS n (debit, credit, amount, unit, kind, at, command_id, reference, tournament_id, method,
                          reverses, place)
LEFT JOIN ledger_account d ON d.id = n.debit
LEFT JOIN ledger_account c ON c.id = n.credit
ORDER BY n.place
RETURNING id
"""


_COLUMNS = (
    ("debit", "bigint"),
    ("credit", "bigint"),
    ("amount", "bigint"),
    ("unit", "text"),
    ("kind", "text"),
    ("at", "timestamptz"),
    ("command_id", "uuid"),
    ("reference", "text"),
    ("tournament_id", "bigint"),
    ("method", "text"),
    ("reverses", "bigint"),
)


_TOURNAMENT = 8


_INSERT_REVERSALS = """
INSERT INTO ledger_transfer
    (debit_account_id, credit_account_id, amount_cents, unit, kind, at, command_id, reference, tournament_id,
     method, reverses_id)
SELECT t.credit_account_id, t.debit_account_id, t.amount_cents, t.unit, t.kind, %s, %s, t.reference,
       t.tournament_id, t.method, t.id
FROM unnest(%s::bigint[]) WITH ORDINALITY AS n (id, place)
JOIN ledger_transfer t ON t.id = n.id
ORDER BY n.place
RETURNING id
"""


_INSERT_REVERSALS_ABOUT = """
INSERT INTO ledger_transfer
    (debit_account_id, credit_account_id, amount_cents, unit, kind, at, command_id, reference, tournament_id,
     method, reverses_id)
SELECT t.credit_account_id, t.debit_account_id, t.amount_cents, t.unit, t.kind, %s, %s, t.reference,
       t.tournament_id, t.method, t.id
FROM ledger_transfer t
WHERE t.reference = ANY(%s) AND t.reference <> '' AND t.reverses_id IS NULL
  AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id OFFSET 0)
ORDER BY t.id
RETURNING id
"""


def post(transfers: Sequence[NewTransfer]) -> list[TransferId]:
    """Post transfers in one statement, all or none; their ids in the order given.

    An account's balance is judged after all of them together, so a deposit and what it pays belong in one call.
    Refusals: ``insufficient_funds`` when an account that may not overdraw would fall below zero, ``entry_paid`` when a wallet would
    fall below what pays for an entry that waits for the document.
    Everything else the database forbids is a programmer's IntegrityError.
    """
    if not transfers:
        return []
    need_transaction()
    for transfer in transfers:
        if type(transfer.amount_cents) is not int or transfer.amount_cents <= 0:
            raise ValueError(f"a transfer moves a whole positive amount, not {transfer.amount_cents!r}")
    columns: list[list[Any]] = [  # in the order of _COLUMNS
        [transfer.debit for transfer in transfers],
        [transfer.credit for transfer in transfers],
        [transfer.amount_cents for transfer in transfers],
        [transfer.unit for transfer in transfers],
        [transfer.kind for transfer in transfers],
        [transfer.at for transfer in transfers],
        [transfer.command_id for transfer in transfers],
        [transfer.reference for transfer in transfers],
        [transfer.tournament_id for transfer in transfers],
        [transfer.method for transfer in transfers],
        [transfer.reverses for transfer in transfers],
    ]
    if len(transfers) <= _FEW:
        return _write(_INSERT_TRANSFERS, columns, len(transfers))
    return _write(*_many(columns), len(transfers))


def _many(columns: list[list[Any]]) -> tuple[str, list[Any]]:
    """The statement for many transfers, and its values: what is the same in all of them is sent once."""
    lacking = any(tournament_id is None for tournament_id in columns[_TOURNAMENT])
    each: list[tuple[str, str, list[Any]]] = []
    said, values = {}, []
    for (name, kind), column in zip(_COLUMNS, columns, strict=True):
        if name == "credit" or (name == "debit" and lacking) or any(value != column[0] for value in column):
            said[name] = f"n.{name}"
            each.append((name, kind, column))
        else:
            said[name] = f"%s::{kind}"
            values.append(column[0])
    joins = ""
    if lacking:
        said["tournament_id"] = f"coalesce({said['tournament_id']}, d.tournament_id, c.tournament_id)"
        joins = " LEFT JOIN ledger_account d ON d.id = n.debit LEFT JOIN ledger_account c ON c.id = n.credit"
    arrays = ", ".join(f"%s::{kind}[]" for _, kind, _ in each)
    statement = (
        "INSERT INTO ledger_transfer (debit_account_id, credit_account_id, amount_cents, unit, kind, at, command_id,"
        f" reference, tournament_id, method, reverses_id) SELECT {', '.join(said.values())}"
        f" FROM unnest({arrays}) WITH ORDINALITY AS n ({', '.join(name for name, _, _ in each)}, place)"
        f"{joins} ORDER BY n.place RETURNING id"
    )
    return statement, [*values, *(column for _, _, column in each)]


def reverse(transfer_ids: Sequence[TransferId], *, at: datetime, command_id: UUID) -> list[TransferId]:
    """Undo transfers by their mirror images, in one statement; kind, reference and tournament are kept.

    Refusals: ``already_reversed`` when one of them was undone before, ``insufficient_funds`` when the money is no
    longer there, ``entry_paid`` when it pays for an entry by now. An unknown id is a LookupError.
    """
    if not transfer_ids:
        return []
    need_transaction()
    return _write(_INSERT_REVERSALS, [at, command_id, list(transfer_ids)], len(transfer_ids))


def reverse_about(references: Sequence[str], *, at: datetime, command_id: UUID) -> int:
    """Undo all that still stands about these things ("entry:12"), in one statement; how many transfers that were.

    Refusals: ``already_reversed`` when somebody undoes one of them at the same moment, ``insufficient_funds``, ``entry_paid``.
    """
    if not references:
        return 0
    need_transaction()
    return len(_write(_INSERT_REVERSALS_ABOUT, [at, command_id, list(references)], None))


def _write(statement: str, values: list[Any], expected: int | None) -> list[TransferId]:
    try:
        if expected is not None and expected <= _FEW:
            ids = [TransferId(row[0]) for row in prepared.rows(statement, values)]
        else:
            with connection.cursor() as cursor:
                cursor.execute(statement, values)
                ids = [TransferId(row[0]) for row in cursor.fetchall()]
    except IntegrityError as error:
        refusal = _refusal(error)
        if refusal is None:
            raise
        raise refusal from error
    if expected is not None and len(ids) != expected:
        raise LookupError(f"{expected - len(ids)} of {expected} transfers do not exist")
    return ids


def _refusal(error: IntegrityError) -> Refused | None:
    told = getattr(error.__cause__, "diag", None)
    constraint = getattr(told, "constraint_name", None)
    if told is not None and constraint == "ledger_account_paid_ahead":
        return WalletKeeps(told.message_detail)
    if constraint == "ledger_account_not_overdrawn":
        return Refused(
            "insufficient_funds",
            N_(
                "There is not enough money in the account for this. Check the balance or choose another way to pay."
            ),
            rule="PT-T.21",
        )
    if constraint == "ledger_transfer_reverses_id_key":
        return Refused(
            "already_reversed",
            N_("This payment was already undone. Reload to see how it stands now."),
            rule="REGULATIONS 6.5",
        )
    return None
