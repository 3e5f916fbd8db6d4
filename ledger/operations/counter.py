"""Money over the counter, into a player's wallet and out of it. Needs an open command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from dispatch.commands import record
from dispatch.facts import Actor
from ledger.facts import MoneyDeposited, MoneyWithdrawn
from ledger.operations.accounts import account
from ledger.operations.transfers import NewTransfer, post
from ledger.queries import (
    brought_by,
    check_amount,
    check_deposit_limits,
    check_stays,
    method_account,
    wallet_balance,
)
from people.models import Player
from people.operations import lock_play_limits, lock_player
from people.queries import exclusion_of, player_view, unknown_player
from rules import validation
from rules.accounts import AccountKind
from rules.card_money import check_deposit_method
from rules.entries import PaymentMethod
from rules.money import Currency
from rules.refusals import N_, Refused
from tournaments.models import Venue

MOST_NOTE = 59  # of the 64 characters of a reference


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterResult:
    """transfer_id: in the ledger. amount_cents: what came or went. balance_cents: what is in the player's wallet now."""

    transfer_id: int
    amount_cents: int
    balance_cents: int


def check_deposit(
    *,
    venue_id: int,
    player_id: int,
    unit: str,
    amount_cents: int,
    method: str,
    at: datetime,
    own: bool = False,
) -> Player:
    """Check whether money may be paid in for a player, whose row is locked until the command ends: of two deposits at once the second sees what
    the first brought, and an exclusion or a limit of this moment holds. own: the player reads why not.

    Refusals: ``unknown_player``, ``player_anonymised``, ``excluded``, ``deposit_limit_reached``, ``surcharged_deposit``.
    Rule: PT-T.21, SCPT.E, REGULATIONS 2.10
    """
    player = lock_player(player_id)
    if player.simulated and unit != Currency.PLAY:
        # who is typed in practice may carry a real person's document, and is nobody: no money is theirs
        raise unknown_player(rule="SCPT.F")
    if exclusion_of(player_id, venue_id=venue_id, at=at) is not None:
        raise Refused(
            "excluded",
            N_("You are kept from playing, so nothing is paid in. Withdrawals are possible.")
            if own
            else N_("This player is excluded from playing and pays nothing in. Paying out is possible."),
            rule="PT-T.21",
        )
    check_deposit_limits(player_id, unit=unit, amount_cents=amount_cents, at=at, own=own)
    surcharges = Venue.objects.filter(pk=venue_id).values_list("surcharges_bp", flat=True).first()
    check_deposit_method(method, surcharges_bp=surcharges or {})
    return player


def let_stay(
    references: Sequence[str], *, by: Actor, venue_id: int, tournament_id: int, at: datetime
) -> None:
    """Check whether what was paid at the counter under these references ("entry:12:deposit") may stay in the balance when that is given back.
    The limits are locked: of two that are given back at once the second sees what the first left there.

    Refusals: ``own_money``, ``deposit_limit_reached``. Rule: PT-T.21, REGULATIONS 2.10
    """
    brought = brought_by(references)
    for came in brought:
        lock_play_limits(came.player_id, unit=came.unit)
    check_stays(brought, by=by, venue_id=venue_id, tournament_id=tournament_id, at=at)


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
) -> CounterResult:
    """Book money between a player's wallet and where the method keeps it, told to the player.

    Refusals: ``unknown_player``, ``player_anonymised``, ``bad_amount``,
    ``other_currency``, ``bad_method``, ``reference_missing`` (of a transfer), ``text_too_long``, ``text_unreadable``, ``insufficient_funds``.
    """
    check_amount(amount_cents)
    _check_currency(venue_id, unit=unit)
    note = validation.text("reference", reference, at_most=MOST_NOTE, may_be_empty=True)
    kept_at = method_account(method)
    if method == PaymentMethod.TRANSFER and not note:
        raise Refused(
            "reference_missing",
            N_("Write what the bank says of this transfer: its number, or who sent it and when."),
            rule="SCPT.E",
            field="reference",
        )
    # no money into the wallet of somebody whose file is erased: nobody could ever ask for it
    found = lock_player(player_id).pk if into_wallet else player_view(player_id).player_id
    place = account(kept_at, unit=unit, venue_id=venue_id)
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
    fact = MoneyDeposited if into_wallet else MoneyWithdrawn
    record(
        fact(
            player_id=player_id,
            venue_id=venue_id,
            transfer_id=transfer_id,
            amount_cents=amount_cents,
            unit=unit,
            method=method,
        )
    )
    return CounterResult(
        transfer_id=transfer_id, amount_cents=amount_cents, balance_cents=wallet_balance(player_id, unit=unit)
    )


def _check_currency(venue_id: int, *, unit: str) -> None:
    """A drawer of another currency would stand on no page of the house."""
    books = Venue.objects.filter(pk=venue_id).values_list("currency", flat=True).first() or unit
    if books != unit:
        raise Refused(
            "other_currency",
            N_("This house keeps its books in %(books)s: money is paid in and out in that."),
            books=books,
            field="unit",
        )
