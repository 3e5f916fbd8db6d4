"""Tournaments played online under the Portuguese rules (PT-T)."""

from __future__ import annotations

from rules.policies import (
    PT_BOOKS,
    AbsentAtStart,
    Cancelled,
    Deals,
    Guarantee,
    Policies,
    SeatChoice,
    SimultaneousBust,
    TimeToAct,
)

PT_ONLINE = Policies(
    rule_set="pt_online",
    books=PT_BOOKS,
    simultaneous_bust=SimultaneousBust.ANY_TABLE_BY_STACK,  # PT-T.50–51
    deals=Deals.FORBIDDEN,  # PT-T.53
    cancel_until_seconds_before_start=0,  # PT-T.24
    seat_on_balancing=SeatChoice.DRAW,  # PT-T.48
    seat_on_breaking=SeatChoice.DRAW,
    absent_at_start=AbsentAtStart.SEATED_AWAY,  # PT-T.26–27
    time_to_act=TimeToAct.DECISION_TIME,  # PT-T.42
    antes=False,  # PT-H.21
    cancelled_event=Cancelled.ACTIVE_SHARE,  # PT-T.36–38
    guarantee=Guarantee.NET,
    hand_for_hand_cost_seconds=None,
    hand_for_hand_players_before_money=1,  # PT-T.49
    redraw_at_final_table=False,
    languages=("pt", "en"),
    first_language_prevails=True,  # PT-T.60
    second_won_seat_to_money=True,  # PT-T.29
)
