"""The four rule sets as REGULATIONS.md prints them, policy by policy, and a director's variation."""

from __future__ import annotations

from typing import Any

import pytest

from rules.policies import (
    AbsentAtStart,
    BoardTooEarly,
    Cancelled,
    Deals,
    DisputeLimit,
    Guarantee,
    HandCharge,
    Policies,
    RabbitHunting,
    SeatChoice,
    ShortHandedLevels,
    SimultaneousBust,
    TimeToAct,
    UnclearCall,
    from_dict,
    shipped,
)
from rules.refusals import Refused

TABLE, ANY = SimultaneousBust.SAME_TABLE_BY_STACK, SimultaneousBust.ANY_TABLE_BY_STACK

# policy: adtp, h2, scpt, pt_online
PRINTED: dict[str, tuple[Any, Any, Any, Any]] = {
    "simultaneous_bust": (TABLE, TABLE, TABLE, ANY),
    "deals": (Deals.SECRET_VOTE, Deals.SECRET_VOTE, Deals.UNANIMOUS_FINAL_TABLE, Deals.FORBIDDEN),
    "deal_director_veto": (False, False, True, False),
    "deal_champion_reserve_bp": (0, 0, 1000, 0),
    "cancel_until_seconds_before_start": (None, None, 1800, 0),
    "seat_on_balancing": (*[SeatChoice.WORST_POSITION] * 3, SeatChoice.DRAW),
    "seat_on_breaking": (*[SeatChoice.DOUBLE_RANDOM] * 3, SeatChoice.DRAW),
    "absent_at_start": (
        AbsentAtStart.NOT_DEALT_IN, AbsentAtStart.NOT_DEALT_IN, AbsentAtStart.BLINDED_OFF, AbsentAtStart.SEATED_AWAY,
    ),
    "time_to_act": (
        TimeToAct.CALLED_CLOCK, TimeToAct.CALLED_CLOCK, TimeToAct.ACTION_CLOCK, TimeToAct.DECISION_TIME,
    ),
    "action_clock_in_main_event_only": (False, False, True, False),
    "called_clock_seconds": (25, 25, 25, 25),
    "called_clock_countdown_seconds": (5, 5, 5, 5),
    "time_bank_cards": (0, 0, 3, 0),
    "rabbit_hunting": (
        RabbitHunting.NEVER, RabbitHunting.HIGH_ROLLER_ONLY, RabbitHunting.NEVER, RabbitHunting.NEVER,
    ),
    "big_blind_ante_from_level": (None, None, 3, None),
    "big_blind_ante_ante_first": (True, True, True, True),
    "big_blind_ante_heads_up": (True, True, False, True),
    "short_handed_levels": (
        ShortHandedLevels.OFF, ShortHandedLevels.OFF, ShortHandedLevels.DIRECTOR_CALLS, ShortHandedLevels.OFF,
    ),
    "cancelled_event": (*[Cancelled.FULL_REFUND] * 3, Cancelled.ACTIVE_SHARE),
    "final_table_of_full_ring": (9, 9, 9, 9),
    "final_table_of_short_handed": (7, 7, 7, 7),
    "undercall": (
        UnclearCall.BINDS_FULL, UnclearCall.DIRECTOR, UnclearCall.BINDS_FULL, UnclearCall.BINDS_FULL,
    ),
    "dispute_limit": (DisputeLimit.NONE, DisputeLimit.NONE, DisputeLimit.NEXT_HAND, DisputeLimit.NONE),
    "guarantee": (*[Guarantee.GROSS_OF_DEDUCTIONS] * 3, Guarantee.NET),
    "late_entry_while_alternates_wait": (False, True, False, False),
    "surrender": (False, False, True, False),
    "all_in_cards_down_in_hand_for_hand": (False, False, False, False),
    "hand_for_hand_charge": (*[HandCharge.FIXED] * 4,),
    "hand_for_hand_cost_seconds": (120, 120, 120, None),
    "hand_for_hand_most_seconds": (180, 180, 180, 180),
    "hand_for_hand_players_before_money": (None, None, None, 1),
    "onlookers_delay_seconds": (30, 30, 30, 30),
    "onlookers_delay_final_table_seconds": (60, 60, 60, 60),
    "board_too_early": (*[BoardTooEarly.RESHUFFLE_EARLY_CARDS] * 4,),
    "time_chip_by_registration": (False, True, False, False),
    "second_won_seat_to_money": (False, False, False, True),
    "first_language_prevails": (False, False, False, True),
    "minimum_age_years": (18, 18, 18, 18),
    "prize_due_business_days": (7, 7, 7, 7),
}  # fmt: skip


@pytest.mark.rule(
    "CASES settled 3",
    "CASES settled 6",
    "CASES settled 8",
    "PT-T.48",
    "PT-T.53",
    "ADTP.28",
    "SCPT.U2",
    "SCPT.U",
    "SCPT.H",
    "ADTP.8B",
    "ADTP.16",
    "CASES h4h-2",
    "REGULATIONS 11",
)
@pytest.mark.parametrize("policy", PRINTED)
def test_each_rule_set_holds_what_its_book_prints(policy: str) -> None:
    found = tuple(getattr(shipped()[name], policy) for name in ("adtp", "h2", "scpt", "pt_online"))
    assert found == PRINTED[policy]


@pytest.mark.rule("SCPT.T", "ADTP.29")
def test_the_action_clock_of_the_circuit_is_the_main_events_alone() -> None:
    scpt = shipped()["scpt"]
    assert scpt.in_event(main_event=True) == scpt
    side = scpt.in_event(main_event=False)
    assert side.time_to_act is TimeToAct.CALLED_CLOCK
    for policies in (shipped()["adtp"], shipped()["pt_online"]):
        assert policies.in_event(main_event=False) == policies


@pytest.mark.rule("ADTP.1", "REGULATIONS 8.1")
def test_only_the_books_in_force_are_cited() -> None:
    mixed = ("ADTP.27", "PT-H.11", "SCPT.T", "PT-T.42", "CASES settled 6", "PT-L.53")
    for live in ("adtp", "h2", "scpt"):
        assert shipped()[live].cited(mixed) == ("ADTP.27", "SCPT.T", "CASES settled 6", "PT-L.53")
    online = shipped()["pt_online"]
    assert online.cited(mixed) == ("PT-H.11", "PT-T.42", "CASES settled 6", "PT-L.53")
    for live in ("adtp", "h2", "scpt"):
        cited = shipped()[live].citation
        assert [cited(i) for i in ("ADTP.7", "SCPT.I", "PT-T.24", "PT-T.23", "PT-T.36", "PT-T.50", "PT-T.31", "")] == [
            "ADTP.7", "SCPT.I", "SCPT.I", "ADTP.27", "SCPT.D", "ADTP.P16", "", "",
        ]  # fmt: skip
        assert cited("ADTP.P3 · SCPT.M · PT-T.53") == "ADTP.P3 · SCPT.M"
        assert (cited("CASES settled 6"), cited("the house's")) == ("CASES settled 6", "the house's")
    cited = online.citation
    assert [cited(i) for i in ("PT-T.31", "SCPT.I", "SCPT.M", "ADTP.10", "ADTP.7", "SCPT.E · PT-T.99")] == [
        "PT-T.31", "PT-T.24", "PT-T.53", "PT-T.48", "", "PT-T.99",
    ]  # fmt: skip
    # a tournament that was announced before there were books
    old = {name: value for name, value in online.as_dict().items() if name != "books"}
    assert from_dict(old) == online


@pytest.mark.rule("ADTP.6", "PT-T.56")
def test_the_language_of_the_house_comes_first() -> None:
    assert {name: p.languages[0] for name, p in shipped().items()} == {
        "adtp": "pt-BR", "h2": "pt-BR", "scpt": "pt-BR", "pt_online": "pt",
    }  # fmt: skip


@pytest.mark.rule("ADTP.1")
@pytest.mark.parametrize("name", sorted(shipped()))
def test_policies_survive_json_and_vary_under_a_name_of_their_own(name: str) -> None:
    policies = shipped()[name]
    assert from_dict(policies.as_dict()) == policies
    own = policies.vary(rule_set="casa", halt_when_short_by=2)
    assert (own.rule_set, own.halt_when_short_by) == ("casa", 2)
    assert (
        from_dict({**own.as_dict(), "rule_set": name, "halt_when_short_by": policies.halt_when_short_by})
        == policies
    )


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"no_such": 1}, "unknown_policy"),
        ({"deals": "sometimes"}, "bad_policy"),
        ({"time_bank_cards": -1}, "bad_policy"),
        ({"limit_bets_and_raises": 0}, "bad_policy"),
        ({"time_bank_cards": True}, "bad_policy"),
        ({"time_bank_cards": 1.5}, "bad_policy"),
        ({"redraw_at_final_table": 1}, "bad_policy"),
        ({"called_clock_seconds": None}, "bad_policy"),
        ({"languages": "pt"}, "bad_policy"),
        ({"books": "ADTP"}, "bad_policy"),
        ({"rule_set": ""}, "bad_policy"),
    ],
)
def test_choices_that_no_policy_has(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as no:
        from_dict({**Policies(rule_set="x").as_dict(), **changes})
    assert no.value.code == code
