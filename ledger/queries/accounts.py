"""Accounts: whose they are, and where a method keeps its money."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ledger.queries.balances import balances
from ledger.queries.rows import rows_of
from rules.accounts import METHOD_ACCOUNT, MOST_CENTS, AccountId, AccountKind
from rules.entries import PaymentMethod
from rules.refusals import N_, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountView:
    """An account by number."""

    account_id: AccountId
    kind: AccountKind
    tournament_id: int | None
    unit: str


def require_venue_account(account_id: AccountId, *, venue_id: int, unit: str) -> AccountView:
    """Return an account that a venue may correct: its own, or a player's wallet; never what lies on a cash table or is set
    aside, which must be what players have there. Refusals: ``unknown_account``.
    """
    rows = rows_of(
        "SELECT kind, tournament_id FROM ledger_account"
        " WHERE id = %s AND unit = %s AND (venue_id = %s OR kind = 'player') AND kind NOT IN ('table_escrow', 'set_aside')",
        values=[account_id, unit, venue_id],
    )
    if not rows:
        raise Refused("unknown_account", N_("This house has no such account in this currency."))
    return AccountView(
        account_id=account_id, kind=AccountKind(rows[0][0]), tournament_id=rows[0][1], unit=unit
    )


def kinds_of(account_ids: Collection[AccountId]) -> dict[AccountId, AccountKind]:
    """Return what each of these accounts is for."""
    rows = rows_of("SELECT id, kind FROM ledger_account WHERE id = ANY(%s)", values=[list(account_ids)])
    return {AccountId(number): AccountKind(kind) for number, kind in rows}


def player_of_wallet(account_id: AccountId) -> int | None:
    """Return whose wallet an account is; None for any other account."""
    rows = rows_of(
        "SELECT player_id FROM ledger_account WHERE id = %s AND kind = 'player'", values=[account_id]
    )
    return int(rows[0][0]) if rows else None


def venue_accounts(venue_id: int, *, tournament_id: int | None = None) -> list[tuple[AccountView, int]]:
    """Return the accounts that a venue holds itself, or those of one of its tournaments, with what is in each
    (cents); of cash tables those on which something lies.
    """
    rows = rows_of(
        "SELECT id, kind, tournament_id, unit FROM ledger_account"
        " WHERE venue_id = %s AND tournament_id IS NOT DISTINCT FROM %s"
        " AND (kind <> 'table_escrow' OR balance_cents <> 0) ORDER BY unit, kind, id",
        values=[venue_id, tournament_id],
    )
    views = [
        AccountView(account_id=AccountId(i), kind=AccountKind(kind), tournament_id=tournament, unit=unit)
        for i, kind, tournament, unit in rows
    ]
    found = balances([view.account_id for view in views])
    return [(view, found[view.account_id]) for view in views]


def method_account(method: str) -> AccountKind:
    """Return where the money stands that comes or goes by a method. Refusals: ``bad_method``."""
    try:
        return METHOD_ACCOUNT[PaymentMethod(method)]
    except (KeyError, ValueError):
        raise Refused(
            "bad_method", N_("Choose cash, debit card, credit card or bank transfer."), field="method"
        ) from None


def check_amount(amount_cents: int) -> None:
    """Refuse what is no amount of money that a person could mean. Refusals: ``bad_amount``."""
    if type(amount_cents) is not int or amount_cents <= 0:
        raise Refused("bad_amount", N_("Enter an amount above zero."), field="amount_cents")
    if amount_cents > MOST_CENTS:
        raise Refused(
            "bad_amount",
            N_("Enter at most %(most_cents)s. Check the number of digits."),
            most_cents=MOST_CENTS,
            field="amount_cents",
        )
