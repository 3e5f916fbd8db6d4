"""Posting. Every function needs an open transaction; a refusal leaves it to be rolled back by the command."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from dispatch import prepared
from dispatch.commands import record
from dispatch.facts import player_audience
from ledger.facts import KEEPS_BALANCE, MAY_OVERDRAW, AccountId, AccountKind, NewTransfer, TransferId
from ledger.queries import check_amount, method_account, wallet_balance
from people.operations import lock_player
from people.queries import player_view
from rules import validation
from rules.entries import PaymentMethod
from rules.refusals import N_, Refused

_Key = tuple[AccountKind, str, int | None, int | None, int | None, int | None]

# Ids of accounts, which are for ever. Filled only after a commit, so that it never holds the id of a row that
# was rolled back. Bounded by being dropped when full.
_known: dict[_Key, AccountId] = {}
_KNOWN_AT_MOST = 200_000
MOST_NOTE = 59  # of the 64 characters of a reference
# as many transfers run on a plan that is kept; more of them deserve one of their own
_FEW = 20

_INSERT_ACCOUNTS = """
INSERT INTO ledger_account
    (kind, unit, venue_id, tournament_id, player_id, season_id, may_overdraw, keeps_balance, balance_cents)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING RETURNING id
"""

_INSERT_WALLETS = """
INSERT INTO ledger_account (kind, unit, player_id, may_overdraw, keeps_balance, balance_cents)
SELECT 'player', %s, player_id, false, true, 0 FROM unnest(%s::bigint[]) AS w (player_id) ORDER BY player_id
ON CONFLICT DO NOTHING
"""

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


_WALLET = """
WITH found AS (
    SELECT id FROM ledger_account WHERE kind = 'player' AND unit = %s AND player_id = %s
), made AS (
    INSERT INTO ledger_account (kind, unit, player_id, may_overdraw, keeps_balance, balance_cents)
    SELECT 'player', %s, %s, false, true, 0 WHERE NOT EXISTS (SELECT FROM found)
    ON CONFLICT DO NOTHING RETURNING id
)
SELECT id FROM found UNION ALL SELECT id FROM made
"""


def account(
    kind: AccountKind,
    *,
    unit: str,
    venue_id: int | None = None,
    tournament_id: int | None = None,
    player_id: int | None = None,
    season_id: int | None = None,
) -> AccountId:
    """The account of that kind, owner and unit, opened when it is asked for first.

    ledger.facts.OWNERS says which owners each kind needs; others are an IntegrityError. When two open it at once,
    one waits for the other and both get the same id.
    """
    key: _Key = (kind, unit, venue_id, tournament_id, player_id, season_id)
    known = _known.get(key)
    if known is not None:
        return known
    _need_transaction()
    # a desk meets many new players: their wallets cost one statement, found or opened
    found = _wallet(unit, player_id) if kind is AccountKind.PLAYER and player_id else _find(key)
    if found is None:
        keeps = kind in KEEPS_BALANCE
        with connection.cursor() as cursor:
            cursor.execute(_INSERT_ACCOUNTS, [*key, kind in MAY_OVERDRAW, keeps, 0 if keeps else None])
            row = cursor.fetchone()
        found = AccountId(row[0]) if row else _find(key)
        if found is None:
            raise LookupError(
                f"the {kind} account is being opened by another transaction of this isolation level"
            )
    transaction.on_commit(partial(_remember, {key: found}))
    return found


def wallet_question(player_id: int, *, unit: str) -> prepared.Question:
    """What finds a player's wallet, or opens it, for a command that has something else to ask at the same moment
    (`prepared.together`); `wallet_answered` reads what is answered."""
    return _WALLET, [unit, player_id, unit, player_id]


def wallet_answered(player_id: int, *, unit: str, answer: list[tuple[Any, ...]]) -> AccountId:
    """The wallet that `wallet_question` found or opened."""
    if not answer:  # opened by somebody else at this moment
        return account(AccountKind.PLAYER, unit=unit, player_id=player_id)
    found = AccountId(answer[0][0])
    key: _Key = (AccountKind.PLAYER, unit, None, None, player_id, None)
    transaction.on_commit(partial(_remember, {key: found}))
    return found


def wallets(player_ids: Iterable[int], *, unit: str) -> dict[int, AccountId]:
    """The wallets of many players, by player id, in three statements at most whatever their number."""
    wanted = sorted(set(player_ids))
    found: dict[int, AccountId] = {}
    for player_id in wanted:
        known = _known.get((AccountKind.PLAYER, unit, None, None, player_id, None))
        if known is not None:
            found[player_id] = known
    missing = [player_id for player_id in wanted if player_id not in found]
    if not missing:
        return found
    _need_transaction()
    fresh = _find_wallets(missing, unit)
    unopened = [player_id for player_id in missing if player_id not in fresh]
    if unopened:
        with connection.cursor() as cursor:
            cursor.execute(_INSERT_WALLETS, [unit, unopened])
        fresh |= _find_wallets(unopened, unit)
    transaction.on_commit(
        partial(
            _remember,
            {
                (AccountKind.PLAYER, unit, None, None, player, None): wallet
                for player, wallet in fresh.items()
            },
        )
    )
    return found | fresh


def post(transfers: Sequence[NewTransfer]) -> list[TransferId]:
    """Post transfers in one statement, all or none; their ids in the order given.

    An account's balance is judged after all of them together, so a deposit and what it pays belong in one call.
    Refusals: ``insufficient_funds`` when an account that may not overdraw would fall below zero.
    Everything else the database forbids is a programmer's IntegrityError.
    """
    if not transfers:
        return []
    _need_transaction()
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
    longer there. An unknown id is a LookupError.
    """
    if not transfer_ids:
        return []
    _need_transaction()
    return _write(_INSERT_REVERSALS, [at, command_id, list(transfer_ids)], len(transfer_ids))


def reverse_about(references: Sequence[str], *, at: datetime, command_id: UUID) -> int:
    """Undo all that still stands about these things ("entry:12"), in one statement; how many transfers that were.

    Refusals: ``already_reversed`` when somebody undoes one of them at the same moment, ``insufficient_funds``.
    """
    if not references:
        return 0
    _need_transaction()
    return len(_write(_INSERT_REVERSALS_ABOUT, [at, command_id, list(references)], None))


def lock_wallet(player_id: int, *, unit: str) -> int:
    """What a player's wallet holds, in cents; nothing leaves or reaches it until this transaction ends."""
    _need_transaction()
    rows = prepared.rows(
        "SELECT balance_cents FROM ledger_account WHERE kind = 'player' AND unit = %s AND player_id = %s FOR UPDATE",
        [unit, player_id],
    )
    return int(rows[0][0]) if rows else 0


def over_the_counter(
    *,
    kind: str,
    into_wallet: bool,
    venue_id: int,
    player_id: int,
    unit: str,
    amount_cents: int,
    method: str,
    reference: str,
    at: datetime,
    command_id: UUID,
) -> dict[str, Any]:
    """Money between a player's wallet and where the method keeps it, told to the player.

    Returns {transfer_id, balance_cents}. Refusals: ``unknown_player``, ``player_anonymised``, ``bad_amount``,
    ``bad_method``, ``reference_missing`` (of a transfer), ``text_too_long``, ``text_unreadable``, ``insufficient_funds``.
    """
    check_amount(amount_cents)
    note = validation.text("reference", reference, at_most=MOST_NOTE, may_be_empty=True)
    place = account(method_account(method), unit=unit, venue_id=venue_id)
    if method == PaymentMethod.TRANSFER and not note:
        raise Refused(
            "reference_missing",
            N_("Write what the bank says of this transfer: its number, or who sent it and when."),
            rule="SCPT.E",
            field="reference",
        )
    # no money into the wallet of somebody whose file is erased: nobody could ever ask for it
    found = lock_player(player_id).pk if into_wallet else player_view(player_id).player_id
    wallet = account(AccountKind.PLAYER, unit=unit, player_id=found)
    debit, credit = (place, wallet) if into_wallet else (wallet, place)
    [transfer_id] = post(
        [
            NewTransfer(
                debit=debit,
                credit=credit,
                amount_cents=amount_cents,
                unit=unit,
                kind=kind,
                at=at,
                command_id=command_id,
                # words of a person: never what the books call an entry or a purchase, which is undone by that name
                reference=f"note:{note}" if note else "",
                method=method,
            )
        ]
    )
    record(
        "money_deposited" if into_wallet else "money_withdrawn",
        stream=f"player:{player_id}",
        at=at,
        audience=player_audience(player_id),
        body={
            "player_id": player_id,
            "venue_id": venue_id,
            "transfer_id": transfer_id,
            "amount_cents": amount_cents,
            "unit": unit,
            "method": method,
        },
    )
    return {"transfer_id": transfer_id, "balance_cents": wallet_balance(player_id, unit=unit)}


def forget_accounts() -> None:
    """Drop the cached ids. For tests, which empty the tables under a running process."""
    _known.clear()


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
    constraint = getattr(getattr(error.__cause__, "diag", None), "constraint_name", None)
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


def _wallet(unit: str, player_id: int) -> AccountId | None:
    found = prepared.rows(*wallet_question(player_id, unit=unit))
    return AccountId(found[0][0]) if found else None


def _find(key: _Key) -> AccountId | None:
    kind, unit, *owners = key
    names = ("venue_id", "tournament_id", "player_id", "season_id")
    where = " AND ".join(
        f"{name} IS NULL" if owner is None else f"{name} = %s"
        for name, owner in zip(names, owners, strict=True)
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT id FROM ledger_account WHERE kind = %s AND unit = %s AND {where}",
            [kind, unit, *(owner for owner in owners if owner is not None)],
        )
        row = cursor.fetchone()
    return AccountId(row[0]) if row else None


def _find_wallets(player_ids: list[int], unit: str) -> dict[int, AccountId]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT player_id, id FROM ledger_account WHERE kind = 'player' AND unit = %s AND player_id = ANY(%s)",
            [unit, player_ids],
        )
        return {player_id: AccountId(wallet) for player_id, wallet in cursor.fetchall()}


def _remember(ids: dict[_Key, AccountId]) -> None:
    if len(_known) + len(ids) > _KNOWN_AT_MOST:
        _known.clear()
    _known.update(ids)


def _need_transaction() -> None:
    if not connection.in_atomic_block:
        raise RuntimeError("money moves inside a transaction: call this from a command")
