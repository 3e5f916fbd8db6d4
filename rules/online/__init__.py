"""What the law says of a table that is played online, around the hands: the button that moves, who does not act, short stacks, failures."""

from __future__ import annotations

from rules.online.absence import act_at_expiry, keeps_seat, sits_out
from rules.online.button import next_button
from rules.online.failure import VOIDED_BECAUSE, AfterFailure, after_failure
from rules.online.stacks import must_add_chips
from rules.online.time import (
    HOUR,
    TimePolicy,
    TimeSpent,
    bank_after_hand,
    bank_at_start,
    bank_runs,
    policy_of_event,
    reconnect_ms,
    time_spent,
    time_to_decide,
)

__all__ = [
    "HOUR",
    "VOIDED_BECAUSE",
    "AfterFailure",
    "TimePolicy",
    "TimeSpent",
    "act_at_expiry",
    "after_failure",
    "bank_after_hand",
    "bank_at_start",
    "bank_runs",
    "keeps_seat",
    "must_add_chips",
    "next_button",
    "policy_of_event",
    "reconnect_ms",
    "sits_out",
    "time_spent",
    "time_to_decide",
]
