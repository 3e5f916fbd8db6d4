"""What the law says of a table that is played online, around the hands: the button that moves, who does not act, short stacks, failures."""

from __future__ import annotations

from rules.online.absence import act_at_expiry, keeps_seat, sits_out
from rules.online.button import next_button
from rules.online.failure import VOIDED_BECAUSE, AfterFailure, after_failure
from rules.online.stacks import must_add_chips

__all__ = [
    "VOIDED_BECAUSE",
    "AfterFailure",
    "act_at_expiry",
    "after_failure",
    "keeps_seat",
    "must_add_chips",
    "next_button",
    "sits_out",
]
