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
  `prizes_payable → player` (then `player → cash_drawer|bank`) when paid. A prize in tickets: `prize_pool → tickets`.
- A refund is the reversal of the transfers it undoes (`operations.reverse`), or new transfers back.
- A bounty: `bounty_pool → player`. Money nobody may claim any more leaves by `adjustment`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, unique
from typing import NewType
from uuid import UUID

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
    TICKETS = "tickets"
    HOUSE = "house"
    ADMINISTRATION = "administration"
    SURCHARGE = "surcharge"
    OVERLAY = "overlay"
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
    AccountKind.TICKETS: frozenset({"venue_id"}),
    AccountKind.HOUSE: frozenset({"venue_id", "tournament_id"}),
    AccountKind.ADMINISTRATION: frozenset({"venue_id", "tournament_id"}),
    AccountKind.SURCHARGE: frozenset({"venue_id", "tournament_id"}),
    AccountKind.OVERLAY: frozenset({"venue_id", "tournament_id"}),
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
        AccountKind.ADJUSTMENT,
        AccountKind.CASH_DRAWER,
        AccountKind.CARD_CLEARING,
        AccountKind.BANK,
    }
)

# Only wallets store their balance: a hot row such as a prize pool would make every registration wait for it.
KEEPS_BALANCE: frozenset[AccountKind] = frozenset({AccountKind.PLAYER})


@unique
class Method(StrEnum):
    """How money comes into the house or leaves it."""

    CASH = "cash"
    DEBIT_CARD = "debit_card"
    CREDIT_CARD = "credit_card"
    TRANSFER = "transfer"
    PIX = "pix"


METHOD_ACCOUNT: dict[Method, AccountKind] = {
    Method.CASH: AccountKind.CASH_DRAWER,
    Method.DEBIT_CARD: AccountKind.CARD_CLEARING,
    Method.CREDIT_CARD: AccountKind.CARD_CLEARING,
    Method.TRANSFER: AccountKind.BANK,
    Method.PIX: AccountKind.BANK,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTransfer:
    """A transfer to be posted: `amount_cents` > 0 leaves `debit` and reaches `credit`, both kept in `unit`.

    kind: what it is for, in a word ("deposit", "prize", "house_fee"). reference: what it is about ("entry:12").
    tournament_id: whose money table it belongs in, if any. method: of deposits and withdrawals ("cash", "pix").
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
