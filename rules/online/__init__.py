"""What the law says of a table that is played online, around the hands: the games, the button that moves, who does not act, short stacks, failures, and money."""

from __future__ import annotations

from rules.online.absence import (
    LATE_IN_A_ROW,
    SEAT_KEPT_FOR,
    absent_since,
    act_at_expiry,
    keeps_seat,
    seat_free_from,
    sits_out,
)
from rules.online.ahead import Ahead, PreAct, act_of, may_be_ahead, still_stands
from rules.online.button import next_button
from rules.online.buy_in import (
    LEAST_BIG_BLINDS,
    RETURN_WITHIN,
    CashTerms,
    bounds_of_buy_in,
    bounds_of_top_up,
    check_buy_in,
    check_terms,
    check_top_up,
)
from rules.online.complaints import COMPLAINT_LETTERS, ComplaintPolicy, answer_due
from rules.online.failure import VOID_AFTER, VOIDED_BECAUSE, AfterFailure, after_failure
from rules.online.games import HOLDEM, ONLINE_GAMES, table_policies, table_stakes
from rules.online.integrity import (
    Alert,
    IntegrityPolicy,
    PairFigures,
    alerts_of_pair,
    check_opener,
    check_period,
    open_until,
    period,
)
from rules.online.rake import RAKE_BOUNDS, Rake, RakeManner, rake_of_buy_in, rake_taken, take_rake
from rules.online.stacks import must_add_chips
from rules.online.tables import due_big_blind, plays_hand_for_hand
from rules.online.time import (
    GAIN_EVERY_HANDS,
    HOUR,
    RECONNECTS_AN_HOUR,
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
from rules.online.waiting_list import OFFER_STANDS, check_may_sit_down, check_may_wait, to_be_offered

__all__ = [
    "COMPLAINT_LETTERS",
    "GAIN_EVERY_HANDS",
    "HOLDEM",
    "HOUR",
    "LATE_IN_A_ROW",
    "LEAST_BIG_BLINDS",
    "OFFER_STANDS",
    "ONLINE_GAMES",
    "RAKE_BOUNDS",
    "RECONNECTS_AN_HOUR",
    "RETURN_WITHIN",
    "SEAT_KEPT_FOR",
    "VOIDED_BECAUSE",
    "VOID_AFTER",
    "AfterFailure",
    "Ahead",
    "Alert",
    "CashTerms",
    "ComplaintPolicy",
    "IntegrityPolicy",
    "PairFigures",
    "PreAct",
    "Rake",
    "RakeManner",
    "TimePolicy",
    "TimeSpent",
    "absent_since",
    "act_at_expiry",
    "act_of",
    "after_failure",
    "alerts_of_pair",
    "answer_due",
    "bank_after_hand",
    "bank_at_start",
    "bank_runs",
    "bounds_of_buy_in",
    "bounds_of_top_up",
    "check_buy_in",
    "check_may_sit_down",
    "check_may_wait",
    "check_opener",
    "check_period",
    "check_terms",
    "check_top_up",
    "due_big_blind",
    "keeps_seat",
    "may_be_ahead",
    "must_add_chips",
    "next_button",
    "open_until",
    "period",
    "plays_hand_for_hand",
    "policy_of_event",
    "rake_of_buy_in",
    "rake_taken",
    "reconnect_ms",
    "seat_free_from",
    "sits_out",
    "still_stands",
    "table_policies",
    "table_stakes",
    "take_rake",
    "time_spent",
    "time_to_decide",
    "to_be_offered",
]
