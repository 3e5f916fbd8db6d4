"""Which books are in force in a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.policies import from_dict
from tournaments.models import Tournament

# what the addresses of acts name, as the tournament has it
_OF_A_TOURNAMENT = {
    "tournament_id": "pk",
    "entry_id": "entries",
    "registration_id": "registrations",
    "elimination_id": "eliminations",
    "naming_id": "eliminations__namings",
    "purchase_id": "entries__purchases",
    "debt_id": "debts",
    "order_id": "orders",
    "award_id": "awards",
    "repayment_id": "repayments",
    "deal_id": "deals",
    "move_id": "moves",
    "penalty_id": "penalties",
}


def cited(rule: str, *, about: Mapping[str, Any]) -> str:
    """Return the id that a no is told with: of a book in force in the tournament that the arguments of the act name
    or that has what they name. Where there is none, the rule's own.

    Rule: ADTP.1, REGULATIONS 8.1
    """
    named = {
        where: about[name] for name, where in _OF_A_TOURNAMENT.items() if isinstance(about.get(name), int)
    }
    if not rule or not named:
        return rule
    where, number = next(iter(named.items()))
    policies = Tournament.objects.filter(**{where: number}).values_list("policies", flat=True).first()
    return rule if policies is None else from_dict(policies).citation(rule)
