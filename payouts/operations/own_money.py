"""Money by the bank has two people: whose it is, and who of the house says that it came or went."""

from __future__ import annotations

from dispatch.facts import Actor
from payouts.queries.own_money import is_ones_own
from rules.refusals import N_, Refused


def check_not_ones_own(player_id: int, *, by: Actor) -> None:
    """Refuse to book one's own money: a colleague sees what the bank says. Refusals: ``own_money``. Rule: PT-T.21"""
    if is_ones_own(player_id, by=by):
        raise Refused(
            "own_money",
            N_("This is your own money: a colleague looks at the bank and books it."),
            rule="PT-T.21",
        )
