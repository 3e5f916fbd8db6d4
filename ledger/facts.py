"""Facts of the ledger: money that came or went otherwise than by a tournament."""

from __future__ import annotations

from collections.abc import Sequence

from dispatch.facts import STAFF, player_audience
from people.streams import PlayerFact
from people.topics import own_balance_topic
from tournaments.streams import VenueFact


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

    @property
    def topics(self) -> Sequence[str]:
        return (own_balance_topic(self.player_id),)


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
