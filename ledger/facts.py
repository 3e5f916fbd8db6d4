"""What the ledger knows and says. Money moves from a debit account to a credit account; nothing else happens.

**One sign rule everywhere: balance = credits − debits.** What someone may claim from the house (a wallet, a pool,
a fund) is positive. Where money stands in the world (cash drawer, card clearing, bank) is the other side of those
claims and so is negative: a drawer of −450.00 holds 450.00. All balances of one unit sum to zero at any moment.

How money runs:

- A player pays (any method): `cash_drawer|card_clearing|bank → player` (kind `deposit`), then
  `player → prize_pool | bounty_pool | house | administration | staff_fund | ranking_fund | surcharge`, posted
  together. The wallet is thus the player's whole statement, and stays untouched when both sides are equal.
- The house tops up a guarantee: `overlay → prize_pool`. The overlay account's debt is what the house put in.
- A deduction of the pool: `prize_pool → staff_fund | ranking_fund`.
- A prize: `prize_pool → player` when credited at once, or `prize_pool → prizes_payable` when awarded and
  `prizes_payable → player` (then `player → cash_drawer|bank`) when paid.
- A refund is the reversal of the transfers it undoes (`operations.reverse`), or new transfers back.
- A rebuy announced at the table and paid later: `owed → player` and at once out of the wallet into the parts of its
  price, so that pool and chips agree; the account's debt is what players owe. Paid: `cash_drawer → player → owed`;
  written off: `house → owed`.
- A bounty: `bounty_pool → player`. Money nobody may claim any more leaves by `adjustment`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, unique
from typing import NewType
from uuid import UUID

from dispatch.facts import STAFF, player_audience
from people.streams import PlayerFact
from rules.entries import Component, PaymentMethod
from tournaments.streams import VenueFact

AccountId = NewType("AccountId", int)
TransferId = NewType("TransferId", int)


@unique
class AccountKind(StrEnum):
    """What an account is for. OWNERS says whose it is, MAY_OVERDRAW whether it may fall below zero."""

    PLAYER = "player"
    PRIZE_POOL = "prize_pool"
    BOUNTY_POOL = "bounty_pool"
    PRIZES_PAYABLE = "prizes_payable"
    STAFF_FUND = "staff_fund"
    RANKING_FUND = "ranking_fund"
    HOUSE = "house"
    ADMINISTRATION = "administration"
    SURCHARGE = "surcharge"
    OVERLAY = "overlay"
    OWED = "owed"
    ADJUSTMENT = "adjustment"
    CASH_DRAWER = "cash_drawer"
    CARD_CLEARING = "card_clearing"
    BANK = "bank"


# The owner columns a kind must fill; all others stay empty. The database checks it.
OWNERS: dict[AccountKind, frozenset[str]] = {
    AccountKind.PLAYER: frozenset({"player_id"}),
    AccountKind.PRIZE_POOL: frozenset({"venue_id", "tournament_id"}),
    AccountKind.BOUNTY_POOL: frozenset({"venue_id", "tournament_id"}),
    AccountKind.PRIZES_PAYABLE: frozenset({"venue_id", "tournament_id"}),
    AccountKind.STAFF_FUND: frozenset({"venue_id", "tournament_id"}),
    # a season's fund; a venue without seasons keeps one of its own (season_id empty)
    AccountKind.RANKING_FUND: frozenset({"venue_id", "season_id"}),
    AccountKind.HOUSE: frozenset({"venue_id", "tournament_id"}),
    AccountKind.ADMINISTRATION: frozenset({"venue_id", "tournament_id"}),
    AccountKind.SURCHARGE: frozenset({"venue_id", "tournament_id"}),
    AccountKind.OVERLAY: frozenset({"venue_id", "tournament_id"}),
    # what players owe for chips they have: its debt is claimed from them
    AccountKind.OWED: frozenset({"venue_id", "tournament_id"}),
    AccountKind.ADJUSTMENT: frozenset({"venue_id"}),
    AccountKind.CASH_DRAWER: frozenset({"venue_id"}),
    AccountKind.CARD_CLEARING: frozenset({"venue_id"}),
    AccountKind.BANK: frozenset({"venue_id"}),
}

# The house's own money and the places where money stands; all others are claims and never fall below zero.
MAY_OVERDRAW: frozenset[AccountKind] = frozenset(
    {
        AccountKind.HOUSE,
        AccountKind.ADMINISTRATION,
        AccountKind.SURCHARGE,
        AccountKind.OVERLAY,
        AccountKind.OWED,
        AccountKind.ADJUSTMENT,
        AccountKind.CASH_DRAWER,
        AccountKind.CARD_CLEARING,
        AccountKind.BANK,
    }
)

# Only wallets store their balance: a hot row such as a prize pool would make every registration wait for it.
KEEPS_BALANCE: frozenset[AccountKind] = frozenset({AccountKind.PLAYER})


# Where money stands that came or went by a method. A balance moves no money in or out of the house.
METHOD_ACCOUNT: dict[PaymentMethod, AccountKind] = {
    PaymentMethod.CASH: AccountKind.CASH_DRAWER,
    PaymentMethod.DEBIT: AccountKind.CARD_CLEARING,
    PaymentMethod.CREDIT: AccountKind.CARD_CLEARING,
    PaymentMethod.TRANSFER: AccountKind.BANK,
}

# No single transfer asked for by a person is larger: R$ 100 million.
MOST_CENTS = 10**10

# Where each component of a price goes (SCPT.L).
COMPONENT_ACCOUNT: dict[Component, AccountKind] = {
    Component.PRIZE_POOL: AccountKind.PRIZE_POOL,
    Component.HOUSE_FEE: AccountKind.HOUSE,
    Component.ADMINISTRATIVE_FEE: AccountKind.ADMINISTRATION,
    Component.STAFF_FUND: AccountKind.STAFF_FUND,
    Component.RANKING_FUND: AccountKind.RANKING_FUND,
    Component.BOUNTY: AccountKind.BOUNTY_POOL,
}


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


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountView:
    """An account by number."""

    account_id: AccountId
    kind: AccountKind
    tournament_id: int | None
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """One movement of a wallet: `change_cents` in (+) or out (−), and the balance after it."""

    transfer_id: TransferId
    at: datetime
    kind: str
    other_kind: AccountKind
    change_cents: int
    balance_cents: int
    reference: str
    tournament_id: int | None
    method: str
    reverses: TransferId | None
    command_id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A page of a wallet, newest first. `next_before` asks for the page before it; None at the beginning."""

    player_id: int
    unit: str
    balance_cents: int
    lines: tuple[StatementLine, ...]
    next_before: TransferId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialLine:
    """One account in a trial balance."""

    account_id: AccountId
    kind: AccountKind
    venue_id: int | None
    tournament_id: int | None
    player_id: int | None
    season_id: int | None
    unit: str
    debit_cents: int
    credit_cents: int
    balance_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialBalance:
    """Debits and credits of every account concerned; per unit the balances sum to zero."""

    lines: tuple[TrialLine, ...]

    def total_cents(self, unit: str) -> int:
        """The sum of all balances in `unit`: zero, or the books are wrong."""
        return sum(line.balance_cents for line in self.lines if line.unit == unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentMoney:
    """The money of one tournament. All amounts are of this tournament only, after reversals.

    taken_cents: by method, what players brought (cash, debit, credit, transfer) less what was given back the same
    way; `from_balance_cents`: what came out of wallets beyond that (negative: more went into wallets than out).
    gross_pool_cents: what ever reached the prize pool, overlay included; prize_pool_cents: what is in it now.
    overlay_cents: put in by the house. prizes_cents: credited to wallets; outstanding_cents: still to be paid out
    (in the pool, the bounty pool and awarded but unpaid).
    """

    tournament_id: int
    unit: str
    taken_cents: dict[str, int]
    from_balance_cents: int
    gross_pool_cents: int
    prize_pool_cents: int
    bounty_pool_cents: int
    prizes_payable_cents: int
    prizes_cents: int
    bounties_cents: int
    house_cents: int
    administration_cents: int
    surcharge_cents: int
    staff_fund_cents: int
    ranking_fund_cents: int
    overlay_cents: int
    outstanding_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Something that does not reconcile. There must be none."""

    what: str
    account_id: AccountId | None
    unit: str
    expected_cents: int
    found_cents: int


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
