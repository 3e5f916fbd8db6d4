"""Hand for hand on the director's console: what a hand takes off the level, to choose and as it is."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from rules.clock_at_tables import level_shorter_than_a_hand
from rules.policies import HandCharge
from rules.policies import from_dict as policies_from
from tournaments.queries.clock import state_now
from web.staffing import StaffTournament


def short_level(scope: StaffTournament, *, at: datetime) -> int | None:
    """Return the seconds of the shortest level from now on that one hand's fixed cost uses up; None where none is so short.

    Rule: PT-T.49, CASES h4h-1
    """
    state = state_now(scope.tournament_id, at=at)
    return level_shorter_than_a_hand(state=state, policies=policies_from(scope.settings["policies"]))


def charge_of(
    values: Mapping[str, Any], *, now: str | None, shortest_level: int | None = None
) -> dict[str, Any]:
    """values: the tournament's policies. now: how the hands being played are charged, None before they are. shortest_level: its
    seconds, where one hand's fixed cost uses it up.

    Rule: CASES h4h-1, REGULATIONS 11
    """
    policies = policies_from(values)
    cost = policies.hand_for_hand_cost_seconds
    says = {
        HandCharge.FIXED.value: _("Nothing: the clock runs on.")
        if cost is None
        else _("%(time)s a hand.") % {"time": _time(cost)},
        HandCharge.REAL_TIME.value: _("The time it takes, up to %(time)s.")
        % {"time": _time(policies.hand_for_hand_most_seconds)},
    }
    return {
        "choices": [
            {"value": value, "text": text, "chosen": value == policies.hand_for_hand_charge.value}
            for value, text in says.items()
        ],
        "warns": _one_hand_a_level(cost, shortest_level) if now in (None, HandCharge.FIXED.value) else "",
        "says": "" if now is None else says[now or HandCharge.FIXED.value],
    }


def short_levels_warned(values: Mapping[str, Any], *, shortest_level: int | None) -> str:
    """Say that each hand would end a level, where hands begin to cost what the rule set says; "" where none does."""
    policies = policies_from(values)
    if policies.hand_for_hand_charge is not HandCharge.FIXED:
        return ""
    return _one_hand_a_level(policies.hand_for_hand_cost_seconds, shortest_level)


def _one_hand_a_level(cost: int | None, shortest_level: int | None) -> str:
    if cost is None or shortest_level is None:
        return ""
    return _(
        "At %(cost)s a hand, each hand ends a level of %(level)s: the blinds rise with every hand. The time a hand takes can be"
        " taken off instead."
    ) % {"cost": _time(cost), "level": _time(shortest_level)}


def _time(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"
