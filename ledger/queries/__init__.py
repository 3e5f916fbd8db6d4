"""Every read of the ledger. Balance = credits − debits; see rules/accounts.py for what the sign means."""

from ledger.queries.accounts import (
    check_amount,
    method_account,
    player_of_wallet,
    require_venue_account,
    venue_accounts,
)
from ledger.queries.balances import (
    balance,
    balance_payload,
    balances,
    fund_balance,
    tournament_balance,
    wallet_balance,
    wallet_balances,
)
from ledger.queries.card_money import card_money_of
from ledger.queries.movements import (
    WITH_RECEIPT,
    CounterMovement,
    counter_movement,
    last_counter_movements,
    paid_by_bank,
)
from ledger.queries.play_limits import check_deposit_limits, check_play_limits, check_stays, use_of_limits
from ledger.queries.pools import (
    PaidAbout,
    bounties_by_player,
    bounties_of_player,
    paid_about,
    pool_deductions_standing,
)
from ledger.queries.put_right import never_came, putting_right
from ledger.queries.reconciliation import reconcile, tournament_money, trial_balance
from ledger.queries.statements import statement
from ledger.queries.transfers import (
    Brought,
    all_undone,
    brought_by,
    brought_under,
    changes_of,
    given_to_players,
    paid_for_registrations,
    payers,
    prize_part_of,
    standing_about,
)

__all__ = [
    "WITH_RECEIPT",
    "Brought",
    "CounterMovement",
    "PaidAbout",
    "all_undone",
    "balance",
    "balance_payload",
    "balances",
    "bounties_by_player",
    "bounties_of_player",
    "brought_by",
    "brought_under",
    "card_money_of",
    "changes_of",
    "check_amount",
    "check_deposit_limits",
    "check_play_limits",
    "check_stays",
    "counter_movement",
    "fund_balance",
    "given_to_players",
    "last_counter_movements",
    "method_account",
    "never_came",
    "paid_about",
    "paid_by_bank",
    "paid_for_registrations",
    "payers",
    "player_of_wallet",
    "pool_deductions_standing",
    "prize_part_of",
    "putting_right",
    "reconcile",
    "require_venue_account",
    "standing_about",
    "statement",
    "tournament_balance",
    "tournament_money",
    "trial_balance",
    "use_of_limits",
    "venue_accounts",
    "wallet_balance",
    "wallet_balances",
]
