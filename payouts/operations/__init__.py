"""Steps of money for places; each needs an open command. Only ledger posts."""

from payouts.operations.awards import award, void_awards
from payouts.operations.bounties import pay_bounties, void_bounties
from payouts.operations.deal_asked import ask_whether_deal_falls
from payouts.operations.deals import ANY_DEAL, DEAL_IN_VOTE, lapse
from payouts.operations.finishing import finish, take_back_finish
from payouts.operations.pool import fix_prizes
from payouts.operations.ranking import score
from payouts.operations.refunds import refund_all

__all__ = [
    "ANY_DEAL",
    "DEAL_IN_VOTE",
    "ask_whether_deal_falls",
    "award",
    "finish",
    "fix_prizes",
    "lapse",
    "pay_bounties",
    "refund_all",
    "score",
    "take_back_finish",
    "void_awards",
    "void_bounties",
]
