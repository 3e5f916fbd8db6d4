from ledger.models.accounts import Account
from ledger.models.transfers import Transfer

__all__ = ["Account", "Transfer"]
