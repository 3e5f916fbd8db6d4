"""Money on its way to a cash table and back: from a wallet into the table's account, and out of it. Needs an open command.

One posting a command, whatever happens in it: so wallets are locked in one order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from dispatch.commands import current_command_id
from ledger.operations import NewTransfer, account, post, wallets
from ledger.queries import check_play_limits, wallet_balance
from people.models import Player
from people.operations import check_old_enough, lock_play_limits
from play.models import PlayTable, Sitting, TableKind
from play.queries.cash import terms_of
from rules.accounts import AccountId, AccountKind
from rules.online import rake_of_buy_in
from rules.refusals import N_, Refused
from tournaments.queries.paid_ahead import check_spend

OF_AGE = 18


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """stack_cents: what of it reaches the table; fee_cents: what the house takes of it before."""

    stack_cents: int
    fee_cents: int


def must_be_for_money(table: PlayTable) -> None:
    """Refuse money at a table where none is played for. Refusals: ``not_a_cash_table``. Rule: PT-H.74, PT-H.75"""
    if table.kind != TableKind.CASH:
        raise Refused("not_a_cash_table", N_("No money is brought to this table."), rule="PT-H.75")


def must_be_allowed(table: PlayTable) -> None:
    """Refuse more money at the tables of a house that does not run tables for money (any more). Refusals: ``no_cash_tables``."""
    if not table.venue.cash_tables:
        raise no_cash_tables()


def no_cash_tables() -> Refused:
    """Return the refusal of a house that may not, or does not want to. Rule: PT-H.14"""
    return Refused(
        "no_cash_tables",
        N_("This house runs no tables for money. Its owner can allow them, where the licence does."),
        rule="PT-H.14",
    )


def must_be_identified(player: Player, *, at: datetime) -> None:
    """Refuse who is not known to be of age by a document. Refusals: ``identity_not_checked``, ``under_age``. Rule: PT-T.21, SCPT.F"""
    if player.id_checked_at is None or player.birth_date is None:
        raise Refused(
            "identity_not_checked",
            N_("Show your identity document at the desk first: tables for money are for players it knows."),
            rule="PT-T.21",
        )
    check_old_enough(player.birth_date, at=at, years=OF_AGE)


def must_be_within_limits(table: PlayTable, *, player_id: int, cents: int, at: datetime) -> None:
    """Refuse what would pass a limit that the player has set, before the balance is touched.

    Refusals: ``play_limit_reached``. Rule: PT-T.21, PT-T.22
    """
    if lock_play_limits(player_id, unit=table.currency):
        check_play_limits(player_id, unit=table.currency, price_cents=cents, at=at)


def must_have(table: PlayTable, *, player_id: int, cents: int) -> None:
    """Refuse to wish for more than the account has now. Refusals: ``insufficient_funds``, ``entry_paid``. Rule: PT-T.21, PT-T.22, SCPT.F"""
    balance = wallet_balance(player_id, unit=table.currency)
    if balance < cents:
        raise Refused(
            "insufficient_funds",
            N_("Your balance is less than that. The house's desk takes deposits."),
            rule="PT-T.22",
        )
    check_spend(player_id, unit=table.currency, cents=cents, balance_cents=balance)


def bring(
    table: PlayTable, *, sitting: Sitting, cents: int, kind: str, at: datetime
) -> tuple[Brought, list[NewTransfer]]:
    """Return what of a buy-in or top-up reaches the table, and the transfers that bring it there, which are not posted yet.

    Rule: PT-H.8, PT-H.12, PT-H.17
    """
    fee = rake_of_buy_in(cents, rake=terms_of(table).rake)
    wallet = account(AccountKind.PLAYER, unit=table.currency, player_id=sitting.player_id)
    transfers = [
        _transfer(
            table, debit=wallet, credit=_escrow(table), cents=cents - fee, kind=kind, about=sitting.pk, at=at
        )
    ]
    if fee:
        transfers.append(
            _transfer(
                table, debit=wallet, credit=_house(table), cents=fee, kind="rake", about=sitting.pk, at=at
            )
        )
    return Brought(stack_cents=cents - fee, fee_cents=fee), transfers


def give_back(table: PlayTable, *, stacks: Sequence[tuple[int, int]], at: datetime) -> list[NewTransfer]:
    """Return the transfers that bring stacks home, by player: whoever stands up goes with what he has. Rule: PT-H.10"""
    if table.kind != TableKind.CASH:
        return []
    going = {player_id: cents for player_id, cents in stacks if cents}
    sittings = Sitting.objects.filter(table=table, player_id__in=going, left_at=None)
    about = dict(sittings.values_list("player_id", "pk"))
    to = wallets(going, unit=table.currency)
    return [
        _transfer(
            table,
            debit=_escrow(table),
            credit=to[player_id],
            cents=cents,
            kind="table_cash_out",
            about=about[player_id],
            at=at,
        )
        for player_id, cents in sorted(going.items())
    ]


def take_rake_of_hand(table: PlayTable, *, number: int, cents: int, at: datetime) -> None:
    """Bring the house its share of a hand that was settled. Rule: PT-H.17, PT-H.19"""
    if cents:
        post(
            [
                _transfer(
                    table,
                    debit=_escrow(table),
                    credit=_house(table),
                    cents=cents,
                    kind="rake",
                    hand=number,
                    at=at,
                )
            ]
        )


def open_escrow(table: PlayTable) -> None:
    """Open the accounts of a new cash table."""
    _escrow(table)
    _house(table)


def _escrow(table: PlayTable) -> AccountId:
    return account(
        AccountKind.TABLE_ESCROW, unit=table.currency, venue_id=table.venue_id, play_table_id=table.pk
    )


def _house(table: PlayTable) -> AccountId:
    return account(AccountKind.RAKE, unit=table.currency, venue_id=table.venue_id)


def _transfer(
    table: PlayTable,
    *,
    debit: AccountId,
    credit: AccountId,
    cents: int,
    kind: str,
    at: datetime,
    about: int = 0,
    hand: int = 0,
) -> NewTransfer:
    return NewTransfer(
        debit=debit,
        credit=credit,
        amount_cents=cents,
        unit=table.currency,
        kind=kind,
        at=at,
        command_id=current_command_id(),
        reference=f"sitting:{about}" if about else f"hand:{table.pk}/{hand}",
    )
