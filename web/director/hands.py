"""Hand for hand on the director's console: what a hand takes off the level, to choose and as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules.policies import HandCharge
from rules.policies import from_dict as policies_from


def charge_of(values: Mapping[str, Any], *, now: str | None) -> dict[str, Any]:
    """values: the tournament's policies. now: how the hands being played are charged, None before they are.

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
        "says": "" if now is None else says[now or HandCharge.FIXED.value],
    }


def _time(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"
