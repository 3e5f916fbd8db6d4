"""Steps that move money. Every function needs an open transaction; a refusal leaves it to be rolled back by the command."""

from ledger.operations.accounts import (
    account,
    forget_accounts,
    lock_wallet,
    lock_wallets,
    wallet_answered,
    wallet_question,
    wallets,
)
from ledger.operations.counter import MOST_NOTE, check_deposit, let_stay, over_the_counter
from ledger.operations.transfers import NewTransfer, post, reverse, reverse_about

__all__ = [
    "MOST_NOTE",
    "NewTransfer",
    "account",
    "check_deposit",
    "forget_accounts",
    "let_stay",
    "lock_wallet",
    "lock_wallets",
    "over_the_counter",
    "post",
    "reverse",
    "reverse_about",
    "wallet_answered",
    "wallet_question",
    "wallets",
]
