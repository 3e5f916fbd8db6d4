"""Santa Catarina Poker Tour 2024: the base with the circuit's clauses A–V."""

from __future__ import annotations

from rules.policies import AbsentAtStart, Deals, DisputeLimit, Policies, ShortHandedLevels, TimeToAct

SCPT = Policies(
    rule_set="scpt",
    deals=Deals.UNANIMOUS_FINAL_TABLE,  # M
    deal_champion_reserve_bp=1000,
    deal_director_veto=True,
    cancel_until_seconds_before_start=1800,  # I
    absent_at_start=AbsentAtStart.BLINDED_OFF,  # Q
    time_to_act=TimeToAct.ACTION_CLOCK,  # T
    action_clock_in_main_event_only=True,
    action_clock_seconds=30,
    time_bank_cards=3,
    big_blind_ante_from_level=3,  # U2
    big_blind_ante_heads_up=False,
    short_handed_levels=ShortHandedLevels.DIRECTOR_CALLS,  # V
    dispute_limit=DisputeLimit.NEXT_HAND,  # CASES settled 6
    surrender=True,  # U
)
