"""A player leaves money with the house."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId, player_audience
from ledger.facts import AccountKind, NewTransfer
from ledger.operations import account, post
from ledger.queries import check_amount, method_account, wallet_balance
from people.queries import player_view, require
from rules.permissions import Action


@command("ledger.deposit")
def deposit(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    player_id: int,
    unit: str,
    amount_cents: int,
    method: str,
    reference: str = "",
) -> dict[str, Any]:
    """Cash, card or bank transfer into the wallet. Returns {transfer_id, balance_cents}.

    Refusals: ``forbidden``, ``unknown_player``, ``bad_amount``, ``bad_method``.
    Rule: SCPT.E, PT-T.21
    """
    require(by, Action.DEPOSIT, venue_id=venue_id)
    check_amount(amount_cents)
    place = account(method_account(method), unit=unit, venue_id=venue_id)
    wallet = account(AccountKind.PLAYER, unit=unit, player_id=player_view(player_id).player_id)
    transfer_id = post(
        [
            NewTransfer(
                debit=place,
                credit=wallet,
                amount_cents=amount_cents,
                unit=unit,
                kind="deposit",
                at=at,
                command_id=command_id,
                reference=reference,
                method=method,
            )
        ]
    )[0]
    record(
        "money_deposited",
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
