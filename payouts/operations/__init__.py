"""Steps of money for places; each needs an open command. Only ledger posts."""

from payouts.operations.awards import award, void_awards
from payouts.operations.pool import fix_prizes
from payouts.operations.refunds import refund_all

__all__ = ["award", "fix_prizes", "refund_all", "void_awards"]
