"""Correct the books with a reason: a new transfer, nothing rewritten."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from ledger.facts import LedgerAdjusted, WalletAdjusted
from ledger.operations import post
from ledger.operations.transfers import NewTransfer
from ledger.queries import check_amount, check_deposit_limits, player_of_wallet, require_venue_account
from ledger.queries.pools import OUTSIDE
from people.operations import lock_player
from people.queries import check_not_ones_own, require
from rules.accounts import AccountId
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustResult:
    """transfer_id: of the correction in the ledger."""

    transfer_id: int


@command(
    "ledger.adjust", Card(permission=Permission.ADJUST_LEDGER, address="venues/<id:venue_id>/adjustments")
)
def adjust(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    debit_account_id: int,
    credit_account_id: int,
    unit: str,
    amount_cents: int,
    reason: str,
    tournament_id: int | None = None,
) -> AdjustResult:
    """Correct the books with a reason: a new transfer, nothing rewritten.

    From one account of the venue (or a wallet) to another; whose wallet it is, is told with the reason. From the drawer, the card
    machine or the bank into a wallet it is a deposit.

    Refusals: ``forbidden``, ``reason_missing``, ``bad_amount``, ``unknown_account``, ``same_account``,
    ``other_tournament``, ``not_found`` (a tournament of another house), ``own_money``, ``deposit_limit_reached``, ``unknown_player``,
    ``player_anonymised``, ``insufficient_funds``, ``entry_paid``.
    Rule: PT-T.21, REGULATIONS 2.10
    """
    require(by, permission=Permission.ADJUST_LEDGER, venue_id=venue_id)
    check_amount(amount_cents)
    if not reason.strip():
        raise Refused(
            "reason_missing",
            N_("Say why; the reason is kept with the decision."),
            rule="ADTP.1",
            field="reason",
        )
    if debit_account_id == credit_account_id:
        raise Refused("same_account", N_("Choose two different accounts."))
    ends = [AccountId(debit_account_id), AccountId(credit_account_id)]
    accounts = [require_venue_account(end, venue_id=venue_id, unit=unit) for end in ends]
    tournaments = {account.tournament_id for account in accounts}
    if len((tournaments | {tournament_id}) - {None}) > 1:
        raise Refused(
            "other_tournament", N_("The accounts belong to different tournaments. Correct each by itself.")
        )
    if (
        tournament_id is not None
        and tournament_id not in tournaments
        and not Tournament.objects.filter(pk=tournament_id, venue_id=venue_id).exists()
    ):
        # between a wallet and an account of the house nothing else says whose money table it changes
        raise not_found("tournament")
    players = [player_of_wallet(end) for end in ends]
    for player_id in players:
        if player_id is not None:
            check_not_ones_own(player_id, by=by)
    if players[1] is not None and accounts[0].kind in OUTSIDE:
        # from outside into a wallet it is a deposit, whatever it is called
        lock_player(players[1])
        check_deposit_limits(players[1], unit=unit, amount_cents=amount_cents, at=at)
    moved = NewTransfer(
        debit=ends[0],
        credit=ends[1],
        amount_cents=amount_cents,
        unit=unit,
        kind="adjustment",
        at=at,
        command_id=command_id,
        tournament_id=tournament_id,
    )
    try:
        transfer_id = post([moved])[0]
    except Refused as refused:
        if refused.code != "insufficient_funds":
            raise
        # nobody pays here: it is the account that was chosen which holds too little
        raise Refused(
            "insufficient_funds",
            N_(
                "The account that the money comes from holds less than this. Correct a smaller amount, or take it from another account."
            ),
            rule="PT-T.21",
            field="amount_cents",
        ) from refused
    record(
        LedgerAdjusted(
            venue_id=venue_id,
            transfer_id=transfer_id,
            debit_account_id=debit_account_id,
            credit_account_id=credit_account_id,
            amount_cents=amount_cents,
            unit=unit,
            reason=reason.strip()[:300],
        )
    )
    for player_id, change in zip(players, (-amount_cents, amount_cents), strict=True):
        if player_id is not None:
            record(
                WalletAdjusted(
                    player_id=player_id,
                    venue_id=venue_id,
                    transfer_id=transfer_id,
                    unit=unit,
                    change_cents=change,
                    reason=reason.strip()[:300],
                )
            )
    return AdjustResult(transfer_id=transfer_id)
