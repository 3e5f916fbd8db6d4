"""Facts of the ledger: money that came or went otherwise than by a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from dispatch.facts import STAFF, player_audience
from people.streams import PlayerFact
from rules.accounts import (
    COMPONENT_ACCOUNT,
    KEEPS_BALANCE,
    MAY_OVERDRAW,
    METHOD_ACCOUNT,
    MOST_CENTS,
    OWNERS,
    AccountId,
    AccountKind,
    TransferId,
)
from tournaments.streams import VenueFact

__all__ = [
    "COMPONENT_ACCOUNT",
    "KEEPS_BALANCE",
    "MAY_OVERDRAW",
    "METHOD_ACCOUNT",
    "MOST_CENTS",
    "OWNERS",
    "AccountId",
    "AccountKind",
    "NewTransfer",
    "TransferId",
]


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


class LedgerAdjusted(VenueFact, kind="ledger_adjusted", audience=STAFF):
    """The owner corrected the books."""

    transfer_id: int
    debit_account_id: int
    credit_account_id: int
    amount_cents: int
    unit: str
    reason: str


class WalletFact(PlayerFact):
    """A change of a player's wallet, for the player."""

    venue_id: int
    transfer_id: int
    unit: str

    @property
    def audience(self) -> str:
        return player_audience(self.player_id)


class WalletAdjusted(WalletFact, kind="wallet_adjusted"):
    """A wallet was corrected: `change_cents` in (+) or out (−)."""

    change_cents: int
    reason: str


class MoneyDeposited(WalletFact, kind="money_deposited"):
    """Money was paid into a wallet at the counter."""

    amount_cents: int
    method: str


class MoneyWithdrawn(WalletFact, kind="money_withdrawn"):
    """Money was paid out of a wallet at the counter."""

    amount_cents: int
    method: str
