"""The chart of accounts. Money moves from a debit account to a credit account; nothing else happens.

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
- A cash table: `player → table_escrow` at sitting down and topping up, `table_escrow → player` at leaving; hands move chips inside
  it. The commission: `table_escrow → rake`, once a hand, or `player → rake` with what is brought, as the table has it.
- A withdrawal asked for on the phone: `player → set_aside`, so that it cannot be played meanwhile; `set_aside → bank` when the house has paid
  it, or the reversal where it goes back into the balance. Money that came by the bank and may not be taken: `bank → set_aside`, and the
  reversal when it was sent back, or is taken after all.
- A bounty: `bounty_pool → player`. Money nobody may claim any more leaves by `adjustment`.
"""

from __future__ import annotations

from enum import StrEnum, unique
from typing import NewType

from rules.entries import Component, PaymentMethod

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
    TABLE_ESCROW = "table_escrow"
    RAKE = "rake"
    SET_ASIDE = "set_aside"
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
    # what lies on one cash table, in stacks and pots
    AccountKind.TABLE_ESCROW: frozenset({"venue_id", "play_table_id"}),
    AccountKind.RAKE: frozenset({"venue_id"}),
    # what the house holds for players outside their balances: withdrawals that wait, and money that came and goes back
    AccountKind.SET_ASIDE: frozenset({"venue_id"}),
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
        AccountKind.RAKE,
        AccountKind.ADJUSTMENT,
        AccountKind.CASH_DRAWER,
        AccountKind.CARD_CLEARING,
        AccountKind.BANK,
    }
)

# Only wallets store their balance, and what lies on a table, which its table's lock guards anyway, and what waits for the bank, which moves
# a few times a day: a hot row such as a prize pool would make every registration wait for it.
KEEPS_BALANCE: frozenset[AccountKind] = frozenset(
    {AccountKind.PLAYER, AccountKind.TABLE_ESCROW, AccountKind.SET_ASIDE}
)


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
