"""What several commands of payouts give back alike."""

from __future__ import annotations

from dataclasses import dataclass

from payouts.models import DealState
from rules.paying import PayInState, UnclaimedState, WithdrawalState


@dataclass(frozen=True, slots=True, kw_only=True)
class DealResult:
    """state: how the deal stands now."""

    deal_id: int
    state: DealState


@dataclass(frozen=True, slots=True, kw_only=True)
class PayInResult:
    """reference: what the player writes into the transfer. state: how the pay-in stands now. amount_cents: what is to come, or came."""

    pay_in_id: int
    reference: str
    state: PayInState
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalResult:
    """reference: by what player and house call it. state: how the withdrawal stands now. amount_cents: of the withdrawal."""

    withdrawal_id: int
    reference: str
    state: WithdrawalState
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclaimedResult:
    """reference: what the house calls this money. state: how it stands now. amount_cents: what came. pay_in_id: what it was matched with, None before."""

    unclaimed_id: int
    reference: str
    state: UnclaimedState
    amount_cents: int
    pay_in_id: int | None
