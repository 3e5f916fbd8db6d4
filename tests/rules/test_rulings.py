"""Floor rulings: the worked cases of CASES.md, what follows from the rule texts, and properties of the catalogue."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.policies import AbsentAtStart, BoardTooEarly, FourCardFlop, Policies
from rules.policies.adtp import ADTP
from rules.policies.h2 import H2
from rules.policies.pt_online import PT_ONLINE
from rules.policies.scpt import SCPT
from rules.refusals import Refused
from rules.rulings import CATALOGUE, Answer, FactField, FactType, Outcome, rule

DOWN = ADTP.vary(rule_set="cards_down", all_in_cards_down_in_hand_for_hand=True)
OWN_BOARD = ADTP.vary(rule_set="own_board", board_too_early=BoardTooEarly.DIRECTOR)
OPEN_DEAL = ADTP.vary(rule_set="open_deal", four_card_flop=FourCardFlop.FLOOR_PICKS_BURN)


def case(*ids: str, kind: str, facts: dict[str, Any], policies: Policies = ADTP, **expected: Any) -> Any:
    """One row: the ids it proves, the question, its facts and what the ruling must say."""
    return pytest.param(
        kind,
        facts,
        policies,
        expected,
        marks=pytest.mark.rule(*ids),
        id=f"{kind}-{ids[0]}-{expected.get('code', '')}-{expected.get('amount_chips', '')}",
    )


def check(ruling: Answer, expected: dict[str, Any]) -> None:
    for name, value in expected.items():
        if name == "choices":
            assert {c.value: c.amount_chips for c in ruling.choices} == value
        elif name == "shares":
            assert {s.seats: s.chips for s in ruling.shares} == value
        elif name == "rule":
            assert value in ruling.rules
        else:
            assert getattr(ruling, name) == value, name
    ruling.text()


def acts(letters: str) -> list[dict[str, str]]:
    names = {"f": "fold", "c": "check", "p": "call", "b": "bet", "r": "raise"}
    return [{"act": names[x]} for x in letters]


BET_200 = {"bet_chips": 0, "raise_chips": 100}
R1100 = {"bet_chips": 1100, "raise_chips": 600}
R600 = {"bet_chips": 600, "raise_chips": 550}
BB_25S = {"prior_chips": [25, 25], **R600}

BETTING = [
    # 40: words are chips
    case("40-a", "ADTP.40C", kind="verbal_or_chips", facts={"order": "words_only", "said_chips": 200, **BET_200},
         code="bet", action=Outcome.BET, amount_chips=200),
    case("40-a", "ADTP.40C", kind="verbal_or_chips", facts={"order": "chips_only", "put_chips": 200, **BET_200},
         code="bet", action=Outcome.BET, amount_chips=200),
    case("ADTP.40A", kind="verbal_or_chips",
         facts={"order": "words_first", "said_chips": 300, "put_chips": 500, **BET_200}, amount_chips=300, returned_chips=200),
    case("ADTP.40A", kind="verbal_or_chips",
         facts={"order": "chips_first", "said_chips": 300, "put_chips": 500, **BET_200}, amount_chips=500),
    case("ADTP.40A", kind="verbal_or_chips",
         facts={"order": "together", "said_chips": 300, "put_chips": 500, **BET_200}, amount_chips=300),
    case("ADTP.40A", kind="verbal_or_chips",
         facts={"order": "together", "words_clear": False, "said_chips": 300, "put_chips": 500, **BET_200}, amount_chips=500),
    case("ADTP.40A", "ADTP.1", kind="verbal_or_chips",
         facts={"order": "together", "contradictory": True, "said_chips": 300, "put_chips": 500, **BET_200},
         action=Outcome.DIRECTOR, amount_chips=None, choices={"words": 300, "chips": 500}),
    # 42, 43: amounts
    case("43-c", "ADTP.43A", kind="raise_amount", facts={"total_chips": 1400, "bet_chips": 1000, "raise_chips": 1000},
         code="call", action=Outcome.CALL, amount_chips=1000, returned_chips=400),
    case("43-c", "ADTP.40C", kind="verbal_or_chips",
         facts={"order": "words_only", "said_chips": 1400, "bet_chips": 1000, "raise_chips": 1000},
         code="call", action=Outcome.CALL, amount_chips=1000),
    case("ADTP.43A", kind="raise_amount",
         facts={"total_chips": 1400, "bet_chips": 1000, "raise_chips": 1000, "raise_declared": True},
         action=Outcome.RAISE, amount_chips=2000),
    case("ADTP.43A", kind="raise_amount", facts={"total_chips": 1400, "bet_chips": 1000, "raise_chips": 1000, "all_in": True},
         action=Outcome.ALL_IN, amount_chips=1400),
    case("ADTP.43B", kind="raise_amount",
         facts={"total_chips": 8000, "bet_chips": 2000, "raise_chips": 2000, "raise_declared": True},
         action=Outcome.RAISE, amount_chips=8000),
    case("ADTP.43A", kind="raise_amount", facts={"total_chips": 1500, "bet_chips": 1000, "raise_chips": 1000},
         action=Outcome.RAISE, amount_chips=2000, returned_chips=0),
    case("ADTP.54A", kind="raise_amount",
         facts={"total_chips": 900, "bet_chips": 200, "raise_chips": 200, "maximum_chips": 700},
         action=Outcome.RAISE, amount_chips=700, returned_chips=200),
    case("43-a", "ADTP.43A", kind="minimum_raise",
         facts={"big_blind_chips": 200, "wagers": [{"to_chips": 600}, {"to_chips": 1600}, {"to_chips": 3600}]},
         action=Outcome.RAISE, amount_chips=5600),
    case("43-b", "ADTP.43A", kind="minimum_raise",
         facts={"big_blind_chips": 100, "before_flop": True, "wagers": [{"to_chips": 150}]},
         action=Outcome.RAISE, amount_chips=250),
    case("ADTP.43A", kind="minimum_raise", facts={"big_blind_chips": 100}, action=Outcome.BET, amount_chips=100),
    # 44: one oversized chip
    case("44-a", "ADTP.44", kind="oversized_chip", facts={"chip_chips": 5000, "bet_chips": 800, "raise_chips": 800},
         action=Outcome.CALL, amount_chips=800, returned_chips=4200),
    case("44-a", "ADTP.44", kind="oversized_chip",
         facts={"chip_chips": 5000, "bet_chips": 800, "raise_chips": 800, "last_chip": True},
         action=Outcome.CALL, amount_chips=800, returned_chips=4200),
    case("44-b", "ADTP.44", kind="oversized_chip", facts={"chip_chips": 5000, "bet_chips": 0, "raise_chips": 200},
         action=Outcome.BET, amount_chips=5000),
    case("ADTP.44", kind="oversized_chip",
         facts={"chip_chips": 5000, "bet_chips": 800, "raise_chips": 800, "announced": "raise"},
         action=Outcome.RAISE, amount_chips=5000),
    case("ADTP.44", kind="oversized_chip",
         facts={"chip_chips": 1000, "bet_chips": 800, "raise_chips": 800, "announced": "raise"},
         action=Outcome.RAISE, amount_chips=1600),
    case("ADTP.44", kind="oversized_chip",
         facts={"chip_chips": 5000, "bet_chips": 800, "raise_chips": 800, "announced": "amount", "amount_chips": 2000},
         action=Outcome.RAISE, amount_chips=2000, returned_chips=3000),
    case("ADTP.44", "ADTP.54A", kind="oversized_chip",
         facts={"chip_chips": 5000, "bet_chips": 0, "raise_chips": 200, "maximum_chips": 1500},
         action=Outcome.BET, amount_chips=1500, returned_chips=3500),
    case("ADTP.44", kind="oversized_chip",
         facts={"chip_chips": 500, "bet_chips": 800, "raise_chips": 800, "last_chip": True},
         action=Outcome.ALL_IN, amount_chips=500),
    # 45, 61: several chips
    case("45-a", "ADTP.45A", kind="multiple_chips", facts={"pushed": [1000, 1000], "bet_chips": 1200, "raise_chips": 1200},
         action=Outcome.CALL, amount_chips=1200, returned_chips=800),
    case("45-b", "ADTP.45A", kind="multiple_chips", facts={"pushed": [500, 1000], **R1100},
         action=Outcome.CALL, amount_chips=1100, returned_chips=400),
    case("45-c", "ADTP.45B", "CASES settled 1", kind="multiple_chips", facts={"pushed": [1000] + [100] * 5, **R1100},
         action=Outcome.RAISE, amount_chips=1700),
    case("45-d", "ADTP.45B", kind="multiple_chips", facts={"pushed": [1000] + [100] * 3, **R1100},
         action=Outcome.CALL, amount_chips=1100, returned_chips=200),
    case("ADTP.45B", kind="multiple_chips", facts={"pushed": [1000] + [100] * 4, **R1100},
         action=Outcome.RAISE, amount_chips=1700),
    case("ADTP.45A", kind="multiple_chips",
         facts={"pushed": [1000, 1000], "bet_chips": 1050, "raise_chips": 1050, "last_chips": True},
         action=Outcome.CALL, amount_chips=1050, returned_chips=950),
    case("ADTP.45A", kind="multiple_chips",
         facts={"pushed": [1000, 1000], "bet_chips": 1050, "raise_chips": 1050, "last_chips": True, "declared": "all_in"},
         action=Outcome.ALL_IN, amount_chips=2000),
    case("ADTP.45B", kind="multiple_chips", facts={"pushed": [1000, 100, 100], "last_chips": True, **R1100},
         action=Outcome.ALL_IN, amount_chips=1200),
    case("ADTP.45A", "ADTP.43A", kind="multiple_chips", facts={"pushed": [500, 1000], "declared": "raise", **R1100},
         action=Outcome.RAISE, amount_chips=1700),
    case("ADTP.45", kind="multiple_chips", facts={"pushed": [500, 1000], "declared": "all_in", **R1100},
         action=Outcome.ALL_IN, amount_chips=None),
    case("ADTP.45", kind="multiple_chips", facts={"pushed": [500, 100], "bet_chips": 0, "raise_chips": 200},
         action=Outcome.BET, amount_chips=600),
    case("61-a", "ADTP.61", kind="multiple_chips", facts={"pushed": [500, 25], "bet_chips": 325, "raise_chips": 325},
         action=Outcome.RAISE, amount_chips=650),
    # 46: earlier chips still out
    case("46-a", "ADTP.46C", kind="prior_chips", facts={"treatment": "untouched", "new_chips": [1000], **BB_25S},
         action=Outcome.CALL, amount_chips=600, returned_chips=450),
    case("46-b", "ADTP.46C", "CASES settled 2", kind="prior_chips",
         facts={"treatment": "untouched", "new_chips": [500, 500], **BB_25S},
         action=Outcome.CALL, amount_chips=600, returned_chips=450),
    case("46-c", "ADTP.46B", "ADTP.46C", kind="prior_chips",
         facts={"treatment": "fully_pulled", "new_chips": [1000], **BB_25S},
         action=Outcome.CALL, amount_chips=600, returned_chips=400),
    # chips that alone cover the call, pulled back, and a new one: he has bet all of them under 45
    case("ADTP.46C", "ADTP.45B", "REGULATIONS 11", kind="prior_chips",
         facts={"treatment": "fully_pulled", "prior_chips": [1000], "new_chips": [500], "bet_chips": 800, "raise_chips": 600},
         action=Outcome.RAISE, amount_chips=1500),
    case("ADTP.46C", "ADTP.45B", "REGULATIONS 11", kind="prior_chips",
         facts={"treatment": "fully_pulled", "prior_chips": [1000], "new_chips": [25], "bet_chips": 800, "raise_chips": 600},
         action=Outcome.CALL, amount_chips=800, returned_chips=225),
    case("ADTP.46C", "ADTP.45B", "REGULATIONS 11", kind="prior_chips",
         facts={"treatment": "fully_pulled", "prior_chips": [1000], "new_chips": [100], "bet_chips": 800, "raise_chips": 600},
         action=Outcome.RAISE, amount_chips=1400),
    case("46-c", "ADTP.46B", kind="prior_chips", facts={"treatment": "fully_pulled", **BB_25S},
         action=Outcome.CALL_OR_RAISE, choices={"call": 600, "raise": 1150}),
    case("ADTP.46C", kind="prior_chips", facts={"treatment": "untouched", "new_chips": [500, 100, 100, 100, 100], **BB_25S},
         action=Outcome.RAISE, amount_chips=1150),
    case("ADTP.46C", kind="prior_chips", facts={"treatment": "untouched", "new_chips": [500, 100, 100], **BB_25S},
         action=Outcome.CALL, amount_chips=600, returned_chips=150),
    case("ADTP.46C", kind="prior_chips",
         facts={"treatment": "partly_pulled", "left_chips": 25, "new_chips": [1000], **BB_25S},
         action=Outcome.RAISE, amount_chips=1150),
    case("ADTP.46C", kind="prior_chips",
         facts={"treatment": "partly_pulled", "left_chips": 25, "new_chips": [500, 100, 100], **BB_25S},
         action=Outcome.CALL, amount_chips=600, returned_chips=125),
    case("ADTP.46C", kind="prior_chips",
         facts={"treatment": "untouched", "prior_chips": [1000], "new_chips": [500], "bet_chips": 800, "raise_chips": 600},
         action=Outcome.RAISE, amount_chips=1500),
    case("ADTP.46C", kind="prior_chips",
         facts={"treatment": "untouched", "prior_chips": [1000], "new_chips": [25], "bet_chips": 800, "raise_chips": 600},
         action=Outcome.CALL, amount_chips=800, returned_chips=225),
    # 49, 60
    case("ADTP.49", kind="accepted_action", facts={"bet_chips": 12_000, "told_chips": 2000},
         action=Outcome.CALL, amount_chips=12_000),
    case("ADTP.49", "ADTP.1", kind="accepted_action",
         facts={"bet_chips": 12_000, "told_chips": 2000, "extraordinary": True},
         action=Outcome.DIRECTOR, amount_chips=None, choices={"true_bet": 12_000, "as_told": 2000}),
    # 51: undercalls
    case("51-a", "ADTP.51B", kind="undercall",
         facts={"bet_chips": 8000, "put_chips": 2000, "heads_up_pot": False, "opening_bet": False},
         action=Outcome.DIRECTOR, amount_chips=None, choices={"full_call": 8000, "forfeit_and_fold": 2000}),
    case("51-b", "ADTP.51B", kind="undercall",
         facts={"bet_chips": 8000, "put_chips": 2000, "heads_up_pot": False, "opening_bet": True},
         action=Outcome.CALL, amount_chips=8000),
    case("ADTP.51B", kind="undercall",
         facts={"bet_chips": 8000, "put_chips": 2000, "heads_up_pot": True, "opening_bet": False},
         action=Outcome.CALL, amount_chips=8000),
    case("ADTP.51A", "CASES settled 3", kind="undercall",
         facts={"bet_chips": 8000, "put_chips": 2000, "how": "call_said", "heads_up_pot": False, "opening_bet": False},
         action=Outcome.CALL, amount_chips=8000, rule="ADTP.51A"),
    case("ADTP.51A", "CASES settled 3", kind="undercall", policies=SCPT,
         facts={"bet_chips": 8000, "put_chips": 2000, "how": "call_said", "heads_up_pot": False, "opening_bet": False},
         action=Outcome.CALL, amount_chips=8000),
    case("ADTP.51A", "CASES settled 3", kind="undercall", policies=H2,
         facts={"bet_chips": 8000, "put_chips": 2000, "how": "call_said", "heads_up_pot": False, "opening_bet": False},
         action=Outcome.DIRECTOR, amount_chips=None, rule="ADTP.51A"),
    case("ADTP.51B", kind="undercall", policies=H2,
         facts={"bet_chips": 8000, "put_chips": 2000, "how": "call_said", "heads_up_pot": True, "opening_bet": False},
         action=Outcome.CALL, amount_chips=8000),
    case("ADTP.51B", kind="undercall",
         facts={"bet_chips": 8000, "put_chips": 2000, "heads_up_pot": True, "opening_bet": True, "all_in": True},
         action=Outcome.ALL_IN, amount_chips=2000),
    # 52: incorrect bets
    case("52-a", "ADTP.52A", kind="incorrect_bet",
         facts={"before_chips": 600, "raise_chips": 600, "to_chips": 1000, "noticed": "same_street"},
         action=Outcome.CORRECT, amount_chips=1200),
    case("52-a", "ADTP.52A", kind="incorrect_bet",
         facts={"before_chips": 600, "raise_chips": 600, "to_chips": 1000, "noticed": "next_street"},
         action=Outcome.STANDS, amount_chips=1000),
    case("ADTP.52A", kind="incorrect_bet",
         facts={"before_chips": 0, "raise_chips": 200, "to_chips": 100, "noticed": "showdown"},
         action=Outcome.STANDS, amount_chips=100),
    case("52-b", "ADTP.52B", kind="pot_miscount",
         facts={"made_chips": 9500, "correct_chips": 10_500, "same_street": True, "acts_after": acts("fp")},
         action=Outcome.STANDS, amount_chips=9500),
    case("52-b", "ADTP.52B", kind="pot_miscount",
         facts={"made_chips": 9500, "correct_chips": 10_500, "same_street": True, "acts_after": acts("f")},
         action=Outcome.CORRECT, amount_chips=10_500),
    case("ADTP.52B", kind="pot_miscount",
         facts={"made_chips": 10_500, "correct_chips": 9500, "same_street": True, "acts_after": acts("fpp")},
         action=Outcome.CORRECT, amount_chips=9500),
    case("ADTP.52B", kind="pot_miscount", facts={"made_chips": 10_500, "correct_chips": 9500, "same_street": False},
         action=Outcome.STANDS, amount_chips=10_500),
    # 53: out of turn
    *[
        case("53-a", "ADTP.53A", kind="out_of_turn",
             facts={"act": "raise", "to_chips": 800, "bet_chips": 300, "raise_chips": 300, "skipped": skipped},
             code="out_of_turn_binds", action=Outcome.RAISE, amount_chips=800, returned_chips=0)
        for skipped in ("call", "fold")
    ],
    case("53-a", "ADTP.53A", kind="out_of_turn",
         facts={"act": "raise", "to_chips": 800, "bet_chips": 300, "raise_chips": 300, "skipped": "raise", "skipped_to_chips": 600},
         action=Outcome.FREE, amount_chips=None, returned_chips=800, choices={"call": 600, "raise": 900, "fold": None}),
    case("ADTP.53A", kind="out_of_turn",
         facts={"act": "check", "bet_chips": 0, "raise_chips": 100, "skipped": "check"},
         action=Outcome.CHECK, amount_chips=0),
    case("ADTP.53A", kind="out_of_turn", facts={"act": "bet", "to_chips": 300, "bet_chips": 0, "raise_chips": 100, "skipped": "check"},
         action=Outcome.BET, amount_chips=300),
    case("ADTP.53A", kind="out_of_turn", facts={"act": "call", "bet_chips": 300, "raise_chips": 300},
         action=Outcome.WAIT, amount_chips=300),
    case("ADTP.53A", kind="out_of_turn", facts={"act": "fold", "bet_chips": 300, "raise_chips": 300, "skipped": "raise", "skipped_to_chips": 900},
         action=Outcome.FOLD),
    case("ADTP.53B", kind="out_of_turn",
         facts={"act": "raise", "to_chips": 800, "bet_chips": 300, "raise_chips": 300, "skipped_spoke": False},
         action=Outcome.DIRECTOR, amount_chips=800, choices={"dead": None, "not_aggressive": None}),
    # 50B: who folded before the amount was known is bound
    case("ADTP.50B", "REGULATIONS 11", kind="early_declaration", facts={"what": "folded_unknown"},
         code="early_fold_stands", action=Outcome.FOLD, rule="ADTP.50B"),
    # 51: C took the 8,000 for the 2,000 before it and put 5,000
    case("ADTP.51B", "REGULATIONS 11", kind="undercall",
         facts={"bet_chips": 8000, "put_chips": 5000, "heads_up_pot": False, "opening_bet": False, "taken_for_chips": 2000},
         action=Outcome.DIRECTOR, choices={"full_call": 8000, "forfeit_and_fold": 5000, "forfeit_smaller": 2000}),
    case("ADTP.51B", kind="undercall",
         facts={"bet_chips": 8000, "put_chips": 2000, "heads_up_pot": False, "opening_bet": False, "taken_for_chips": 2000},
         action=Outcome.DIRECTOR, choices={"full_call": 8000, "forfeit_and_fold": 2000}),
    # all chips forward in one gesture
    case("ADTP.42", "REGULATIONS 8.1", kind="everything_pushed",
         facts={"stack_chips": 4200, "smallest_chips": 100, "bet_chips": 0, "one_motion": True}, action=Outcome.ALL_IN, amount_chips=4200),
    case("ADTP.45B", "REGULATIONS 8.1", kind="everything_pushed",
         facts={"stack_chips": 1300, "smallest_chips": 100, "bet_chips": 1100, "one_motion": True}, action=Outcome.ALL_IN, amount_chips=1300),
    case("ADTP.45A", kind="everything_pushed",
         facts={"stack_chips": 2000, "smallest_chips": 1000, "bet_chips": 1200, "one_motion": True},
         action=Outcome.CALL, amount_chips=1200, returned_chips=800),
    case("ADTP.45B", kind="everything_pushed",
         facts={"stack_chips": 900, "smallest_chips": 100, "bet_chips": 1100, "one_motion": True}, action=Outcome.ALL_IN, amount_chips=900),
    case("ADTP.57", "ADTP.3", kind="everything_pushed",
         facts={"stack_chips": 900, "smallest_chips": 100, "bet_chips": 1100, "one_motion": False},
         action=Outcome.DIRECTOR, choices={"all_in": 900, "nothing": None}),
    # 54, 55
    case("54-a", "ADTP.54A", kind="pot_limit_maximum", facts={"pot_chips": 300, "bet_chips": 200},
         action=Outcome.RAISE, amount_chips=700),
    case("ADTP.54B", kind="pot_limit_maximum",
         facts={"pot_chips": 160, "bet_chips": 200, "before_flop": True, "missing_blind_chips": 140}, amount_chips=700),
    case("ADTP.54B", kind="pot_limit_maximum", facts={"pot_chips": 160, "bet_chips": 0, "missing_blind_chips": 140},
         action=Outcome.BET, amount_chips=160),
    # a dead small blind of 100 counts as if it lay there: 700 as in case 54-a
    case("ADTP.54B", "REGULATIONS 11", kind="pot_limit_maximum",
         facts={"pot_chips": 200, "bet_chips": 200, "before_flop": True, "missing_blind_chips": 100}, amount_chips=700),
    case("ADTP.54B", "REGULATIONS 11", kind="reopening",
         facts={"limit": "pot_limit", "big_blind_chips": 200, "small_blind_chips": 100, "before_flop": True,
                "players": [{"seat": 3, "stack_chips": 5000}, {"seat": 4, "stack_chips": 5000},
                            {"seat": 2, "stack_chips": 60, "street_chips": 60}]},
         seats=(3,), amount_chips=400, choices={"fold": None, "call": 200, "raise": 400}),
    case("ADTP.54A", kind="pot_mentioned",
         facts={"words": "asked", "limit": "pot_limit", "bet_chips": 0, "raise_chips": 100}, action=Outcome.YES),
    case("ADTP.54A", kind="pot_mentioned",
         facts={"words": "asked", "limit": "no_limit", "bet_chips": 0, "raise_chips": 100}, action=Outcome.NO),
    case("ADTP.54C", kind="pot_mentioned",
         facts={"words": "bet_the_pot", "limit": "no_limit", "bet_chips": 0, "raise_chips": 100}, action=Outcome.BET, amount_chips=100),
    case("ADTP.54C", kind="pot_mentioned",
         facts={"words": "bet_the_pot", "limit": "no_limit", "bet_chips": 300, "raise_chips": 300}, action=Outcome.RAISE, amount_chips=600),
    case("ADTP.54A", kind="pot_mentioned",
         facts={"words": "bet_the_pot", "limit": "pot_limit", "bet_chips": 0, "raise_chips": 100}, action=Outcome.BET, amount_chips=None),
    case("55-a", "ADTP.55A", kind="invalid_declaration", facts={"said": "call", "bet_chips": 0, "minimum_bet_chips": 100},
         action=Outcome.CHECK),
    case("55-a", "ADTP.55B", kind="invalid_declaration", facts={"said": "raise", "bet_chips": 0, "minimum_bet_chips": 100},
         action=Outcome.BET, amount_chips=100),
    case("ADTP.55", kind="invalid_declaration", facts={"said": "check", "bet_chips": 300, "minimum_bet_chips": 100},
         action=Outcome.CALL_OR_FOLD, choices={"call": 300, "fold": None}),
    # 56, 57, 59
    case("ADTP.56", kind="string_bet", facts={"first_motion": [1000], "bet_chips": 800, "raise_chips": 800},
         action=Outcome.CALL, amount_chips=800),
    case("ADTP.56", kind="string_bet", facts={"first_motion": [500, 100], "bet_chips": 0, "raise_chips": 200},
         action=Outcome.BET, amount_chips=600),
    case("ADTP.56", "ADTP.42", kind="string_bet",
         facts={"first_motion": [800], "bet_chips": 800, "raise_chips": 800, "raise_declared": True},
         action=Outcome.RAISE, amount_chips=1600),
    case("ADTP.42", kind="string_bet",
         facts={"first_motion": [800], "bet_chips": 800, "raise_chips": 800, "said_amount_chips": 2500},
         action=Outcome.RAISE, amount_chips=2500),
    case("57-a", "ADTP.57", kind="unclear_amount", facts={"spoken": 5, "minimum_chips": 400, "pot_chips": 4999},
         action=Outcome.BET, amount_chips=500),
    case("57-a", "ADTP.57", "CASES settled 5", kind="unclear_amount",
         facts={"spoken": 5, "minimum_chips": 400, "pot_chips": 5000}, action=Outcome.BET, amount_chips=5000),
    case("ADTP.57", kind="unclear_amount",
         facts={"spoken": 5, "minimum_chips": 400, "pot_chips": 5000, "available_chips": 4000}, amount_chips=500),
    case("ADTP.57", "ADTP.1", kind="unclear_amount", facts={"spoken": 9, "minimum_chips": 400, "pot_chips": 600},
         action=Outcome.DIRECTOR, amount_chips=None, choices={"900": 900}),
    case("ADTP.59A", kind="early_declaration", facts={"what": "conditional"}, action=Outcome.DIRECTOR, amount_chips=None),
    case("ADTP.59B", "ADTP.50B", kind="early_declaration", facts={"what": "called_unknown"},
         action=Outcome.DIRECTOR, amount_chips=None),
]  # fmt: skip

FLOP_47A = {
    "big_blind_chips": 100,
    "players": [
        {"seat": 1, "stack_chips": 9000}, {"seat": 2, "stack_chips": 125}, {"seat": 3, "stack_chips": 9000},
        {"seat": 4, "stack_chips": 200}, {"seat": 5, "stack_chips": 9000},
    ],
    "acts": [
        {"seat": 1, "act": "bet", "to_chips": 100}, {"seat": 2, "act": "raise", "to_chips": 125},
        {"seat": 3, "act": "call"}, {"seat": 4, "act": "raise", "to_chips": 200}, {"seat": 5, "act": "call"},
    ],
}  # fmt: skip
PRE_47B = {
    "big_blind_chips": 4000,
    "before_flop": True,
    "players": [
        {"seat": 1, "stack_chips": 90_000}, {"seat": 2, "stack_chips": 90_000}, {"seat": 3, "stack_chips": 7500},
        {"seat": 4, "stack_chips": 90_000, "street_chips": 2000}, {"seat": 5, "stack_chips": 90_000, "street_chips": 4000},
    ],
    "acts": [
        {"seat": 1, "act": "call"}, {"seat": 2, "act": "fold"}, {"seat": 3, "act": "raise", "to_chips": 7500},
        {"seat": 4, "act": "fold"},
    ],
}  # fmt: skip


def then(facts: dict[str, Any], *more: dict[str, Any]) -> dict[str, Any]:
    return {**facts, "acts": [*facts["acts"], *more]}


DEEP_TWO = [{"seat": 1, "stack_chips": 9000}, {"seat": 2, "stack_chips": 9000}]
FOUR_WAGERS = [
    {"seat": 1 + nth % 2, "act": "raise" if nth else "bet", "to_chips": 100 * (nth + 1)} for nth in range(4)
]
NO_CAP = ADTP.vary(rule_set="casa", limit_bets_and_raises=None)
REOPENING = [
    case("47-a", "ADTP.47A", kind="reopening", facts=FLOP_47A, code="may_raise", amount_chips=300, seats=(1,)),
    case("47-a", "ADTP.47A", kind="reopening", facts=then(FLOP_47A, {"seat": 1, "act": "call"}),
         code="may_not_raise", amount_chips=None, seats=(3,), choices={"fold": None, "call": 200}),
    case("47-b", "ADTP.47A", kind="reopening", facts=PRE_47B, code="may_raise", amount_chips=11_500, seats=(5,)),
    case("47-b", "ADTP.47A", kind="reopening", facts=then(PRE_47B, {"seat": 5, "act": "call"}),
         code="may_not_raise", seats=(1,), choices={"fold": None, "call": 7500}),
    case("ADTP.47B", kind="reopening", code="may_raise", amount_chips=250,
         facts={"limit": "fixed_limit", "big_blind_chips": 100,
                "players": [{"seat": 1, "stack_chips": 900}, {"seat": 2, "stack_chips": 150}, {"seat": 3, "stack_chips": 900}],
                "acts": [{"seat": 1, "act": "bet", "to_chips": 100}, {"seat": 2, "act": "raise", "to_chips": 150},
                         {"seat": 3, "act": "call"}]}),
    case("ADTP.48", kind="reopening", code="may_not_raise", seats=(1,),
         facts={"limit": "fixed_limit", "big_blind_chips": 100, "players": DEEP_TWO, "acts": FOUR_WAGERS},
         rules=("ADTP.48", "ADTP.47B", "ADTP.43A"), params={"seat": 1, "facing": 100, "least": 0, "cap": 4}),
    case("ADTP.48", kind="reopening", code="may_raise", amount_chips=500,
         facts={"limit": "fixed_limit", "big_blind_chips": 100, "players": DEEP_TWO, "acts": FOUR_WAGERS, "two_left": True}),
    case("ADTP.48", kind="reopening", code="may_raise", amount_chips=500, policies=NO_CAP,
         facts={"limit": "fixed_limit", "big_blind_chips": 100, "players": DEEP_TWO, "acts": FOUR_WAGERS}),
    case("ADTP.48", kind="reopening", code="may_raise", amount_chips=500,
         facts={"big_blind_chips": 100, "players": DEEP_TWO, "acts": FOUR_WAGERS}),
    case("ADTP.47", kind="reopening", code="round_over",
         facts={"big_blind_chips": 100, "players": [{"seat": 1, "stack_chips": 900}, {"seat": 2, "stack_chips": 900}],
                "acts": [{"seat": 1, "act": "check"}, {"seat": 2, "act": "check"}]}),
]  # fmt: skip

CASE_18A = [
    {"seat": 1, "called_river": True, "hand": "holds"},
    {"seat": 2, "called_river": True, "hand": "tabled"},
    {"seat": 4, "called_river": False, "hand": "gave_up"},
]
ODD = {"pot_chips": 101, "smallest_chip": 1, "high_seats": [2, 5], "button_seat": 7, "table_seats": 8}
SHOWDOWN = [
    case("ADTP.12", kind="cards_speak", facts={}, action=Outcome.STANDS),
    case("ADTP.13A", kind="tabled_hand", facts={"cards": "all_tabled"}, action=Outcome.LIVE_HAND),
    case("ADTP.13B", kind="tabled_hand", facts={"cards": "face_down", "identifiable": False}, action=Outcome.DEAD_HAND),
    case("ADTP.13B", kind="tabled_hand", facts={"cards": "some_shown", "identifiable": False}, action=Outcome.DIRECTOR),
    case("ADTP.13C", kind="tabled_hand", facts={"cards": "all_tabled", "killed_by_dealer": True}, code="tabled_hand_lives"),
    case("ADTP.14", kind="tabled_hand", facts={"cards": "face_down"}, code="not_dead_yet", action=Outcome.LIVE_HAND),
    case("ADTP.14", kind="tabled_hand", facts={"cards": "in_muck", "identifiable": False}, action=Outcome.DEAD_HAND),
    case("ADTP.15A", kind="tabled_hand", facts={"cards": "some_shown"}, action=Outcome.SHOW),
    case("ADTP.15A", kind="tabled_hand", facts={"cards": "some_shown", "refuses": True}, action=Outcome.DIRECTOR),
    case("ADTP.19", kind="tabled_hand", facts={"cards": "face_down", "plays_board": True}, action=Outcome.SHOW, rule="ADTP.19"),
    case("ADTP.15B", kind="mucked_too_early", facts={"identifiable": False, "uncalled_chips": 700},
         action=Outcome.DEAD_HAND, returned_chips=700),
    case("ADTP.15B", "ADTP.15C", kind="mucked_too_early", facts={"identifiable": True}, action=Outcome.DIRECTOR),
    case("ADTP.15B", "REGULATIONS 11", kind="mucked_too_early", facts={"identifiable": False, "uncalled_chips": 6000},
         action=Outcome.DEAD_HAND, returned_chips=6000, params={"uncalled": 6000}),
    case("16-a", "ADTP.16", kind="all_in_showdown", facts={"all_in_players": 1, "still_to_act": False}, action=Outcome.SHOW),
    case("16-b", "ADTP.16", kind="all_in_showdown", facts={"all_in_players": 1, "still_to_act": True}, action=Outcome.KEEP_DOWN,
         code="not_yet"),
    case("h4h-2", "REGULATIONS 11", kind="all_in_showdown", policies=DOWN,
         facts={"all_in_players": 2, "still_to_act": False, "hand_for_hand": True},
         action=Outcome.KEEP_DOWN, code="down_until_released", rules=("ADTP.1",)),
    *[
        case("ADTP.16", "h4h-2", "REGULATIONS 11", kind="all_in_showdown", policies=policies,
             facts={"all_in_players": 2, "still_to_act": False, "hand_for_hand": True}, action=Outcome.SHOW)
        for policies in (ADTP, H2, SCPT, PT_ONLINE)
    ],
    case("ADTP.17A", kind="all_in_showdown", facts={"all_in_players": 0, "still_to_act": False}, action=Outcome.WAIT),
    case("ADTP.17A", kind="showdown_order",
         facts={"seats": [1, 4, 6], "button_seat": 3, "table_seats": 9, "last_aggressor": 1}, seats=(1, 4, 6)),
    case("ADTP.17A", kind="showdown_order",
         facts={"seats": [1, 4, 6], "button_seat": 3, "table_seats": 9, "last_aggressor": 6}, seats=(6, 1, 4)),
    case("ADTP.17A", kind="showdown_order", facts={"seats": [1, 3, 6], "button_seat": 3, "table_seats": 9}, seats=(6, 1, 3)),
    case("ADTP.17A", kind="showdown_order",
         facts={"game": "razz", "seats": [1, 4, 6], "button_seat": 3, "table_seats": 8, "first_by_board": 4}, seats=(4, 6, 1)),
    case("ADTP.17B", kind="showdown_order", facts={"seats": [4], "button_seat": 3, "table_seats": 9},
         action=Outcome.AWARD, seats=(4,)),
    case("18-a", "ADTP.18A", "ADTP.18B", kind="ask_to_see",
         facts={"target_seat": 3, "target_was_aggressor": True, "players": CASE_18A},
         action=Outcome.SHOW, seats=(1, 2), choices={}),
    case("ADTP.18B", kind="ask_to_see", facts={"target_seat": 3, "target_was_aggressor": False, "players": CASE_18A},
         action=Outcome.DIRECTOR, seats=(), choices={"seat_1": None, "seat_2": None}),
    case("ADTP.18A", kind="ask_to_see", facts={"target_seat": 3, "target_was_aggressor": True, "players": CASE_18A[2:]},
         action=Outcome.NO, seats=()),
    case("20-a", "ADTP.20A", kind="odd_chips", facts=ODD, shares={(2,): 51, (5,): 50}),
    case("ADTP.20A", kind="odd_chips", facts={**ODD, "button_seat": 3}, shares={(5,): 51, (2,): 50}),
    case("ADTP.20A", kind="odd_chips",
         facts={**ODD, "pot_chips": 1025, "smallest_chip": 25, "high_seats": [2, 5, 8]},
         shares={(8,): 350, (2,): 350, (5,): 325}),
    case("ADTP.20B", kind="odd_chips", facts={**ODD, "game": "stud", "high_card_seats": [5, 2]}, shares={(5,): 51, (2,): 50}),
    case("ADTP.20C", kind="odd_chips", facts={**ODD, "game": "flop_hi_lo", "high_seats": [5], "low_seats": [2]},
         shares={(5,): 51, (2,): 50}),
    case("ADTP.20C", "ADTP.20A", kind="odd_chips",
         facts={**ODD, "game": "flop_hi_lo", "high_seats": [5], "low_seats": [2, 8]}, shares={(5,): 51, (8,): 25, (2,): 25}),
    case("ADTP.20D", kind="odd_chips",
         facts={**ODD, "game": "flop_hi_lo", "high_seats": [2, 5], "low_seats": [5, 2]}, shares={(2,): 51, (5,): 50}),
    case("21-a", "ADTP.21", kind="divide_pots",
         facts={"players": [{"seat": 1, "chips": 1000}, {"seat": 2, "chips": 3000}, {"seat": 3, "chips": 3000}]},
         shares={(1, 2, 3): 3000, (2, 3): 4000}, returned_chips=0),
    case("21-b", "ADTP.21", kind="divide_pots",
         facts={"players": [{"seat": i, "chips": c} for i, c in enumerate((500, 400, 300, 150), start=1)]},
         shares={(1, 2, 3, 4): 600, (1, 2, 3): 450, (1, 2): 200}, returned_chips=100),
    case("ADTP.21", kind="divide_pots",
         facts={"players": [{"seat": 1, "chips": 500}, {"seat": 2, "chips": 500}, {"seat": 3, "chips": 200, "folded": True}],
                "dead_chips": 30},
         shares={(1, 2): 1230}, returned_chips=0),
    case("ADTP.21", kind="divide_pots", facts={"players": [{"seat": 1, "chips": 50}, {"seat": 2, "chips": 0}], "dead_chips": 20},
         shares={(1, 2): 20}, returned_chips=50),
    # 20–21: all-in for 40 of an ante of 100 wins 40 from each; the bets of 500 are between the other two
    case("ADTP.20", "ADTP.21", "REGULATIONS 11", kind="divide_pots",
         facts={"players": [{"seat": 1, "chips": 0, "ante_chips": 40}, {"seat": 2, "chips": 500, "ante_chips": 100},
                            {"seat": 3, "chips": 500, "ante_chips": 100}, {"seat": 4, "chips": 0, "ante_chips": 100, "folded": True}]},
         shares={(1, 2, 3): 160, (2, 3): 1180}, returned_chips=0),
    # heads-up: nobody answers the rest of the other's ante
    case("ADTP.21", "REGULATIONS 11", kind="divide_pots",
         facts={"players": [{"seat": 1, "chips": 0, "ante_chips": 40}, {"seat": 2, "chips": 0, "ante_chips": 100}]},
         shares={(1, 2): 80}, returned_chips=60),
    case("ADTP.21", "REGULATIONS 8.1", kind="award_order",
         facts={"players": [{"seat": 1, "chips": 1000}, {"seat": 2, "chips": 3000}, {"seat": 3, "chips": 5000}, {"seat": 4, "chips": 5000}]},
         code="award_order", action=Outcome.AWARD, shares={(3, 4): 4000, (2, 3, 4): 6000, (1, 2, 3, 4): 4000}),
    case("ADTP.21", kind="award_order", facts={"players": [{"seat": 1, "chips": 100}, {"seat": 2, "chips": 150}]},
         code="one_pot", shares={(1, 2): 200}, returned_chips=50),
    case("ADTP.21", kind="award_order", facts={"players": [{"seat": 1, "chips": 50}, {"seat": 2, "chips": 0}]},
         code="nobody_called", shares={}, returned_chips=50),
    case("ADTP.21", kind="divide_pots", facts={"players": [{"seat": 1, "chips": 50}, {"seat": 2, "chips": 0}]},
         code="nobody_called", shares={}, returned_chips=50),
    *[
        case("ADTP.22", "CASES settled 6", kind="dispute", policies=policies, facts={"what": what, **facts}, action=action)
        for policies, what, facts, action in (
            (SCPT, "hand", {"next_hand_started": False}, Outcome.YES),
            (SCPT, "hand", {"next_hand_started": True}, Outcome.NO),
            (SCPT, "count", {"next_hand_started": True}, Outcome.YES),
            (SCPT, "count", {"next_hand_started": True, "substantial_action": True}, Outcome.NO),
            (SCPT, "hand", {"next_hand_started": False, "before_recess": True, "seconds_since": 60}, Outcome.YES),
            (SCPT, "count", {"next_hand_started": False, "before_recess": True, "seconds_since": 61}, Outcome.NO),
            (H2, "hand", {"next_hand_started": True, "substantial_action": True}, Outcome.YES),
            (H2, "count", {"next_hand_started": False, "before_recess": True, "seconds_since": 4000}, Outcome.YES),
        )
    ],
]  # fmt: skip

DEALING = [
    case("ADTP.30", kind="absent_player", facts={"at_seat": True}, action=Outcome.LIVE_HAND),
    case("ADTP.30", kind="absent_player", facts={"at_seat": False}, action=Outcome.DEAD_HAND),
    case("ADTP.30", kind="absent_player", facts={"at_seat": False, "came_to_tournament": False}, action=Outcome.WAIT),
    case("SCPT.Q", kind="absent_player", policies=SCPT, facts={"at_seat": False, "came_to_tournament": False},
         action=Outcome.DEAD_HAND, rule="SCPT.Q"),
    case("PT-T.26", kind="absent_player", policies=PT_ONLINE, facts={"at_seat": False, "came_to_tournament": False},
         action=Outcome.DEAD_HAND, code="dead_absent"),
    case("ADTP.P5", kind="moved_player_arrives", facts={"first_card_dealt": True}, action=Outcome.WAIT),
    case("ADTP.P5", kind="moved_player_arrives", facts={"first_card_dealt": False}, action=Outcome.LIVE_HAND),
    case("ADTP.31", kind="left_table", facts={"live_hand": True}, action=Outcome.DIRECTOR),
    case("ADTP.31", kind="left_table", facts={"live_hand": False}, action=Outcome.YES),
    case("ADTP.23", "CASES settled 7", kind="wrong_level", rule="ADTP.36",
         facts={"riffled_after_announcement": True, "played_old_level": True, "substantial_action": True}, action=Outcome.PLAY_ON,
         code="old_level_by_mistake"),
    case("ADTP.23", kind="wrong_level", facts={"riffled_after_announcement": True, "played_old_level": True},
         action=Outcome.CORRECT),
    case("ADTP.23", kind="wrong_level", facts={"riffled_after_announcement": False, "played_old_level": True}, code="old_level"),
    case("ADTP.34", "CASES settled 4", kind="heads_up_order", facts={"before_flop": True, "button_seat": 2, "other_seat": 7},
         seats=(2, 7)),
    case("ADTP.34", "CASES settled 4", kind="heads_up_order", facts={"before_flop": False, "button_seat": 2, "other_seat": 7},
         seats=(7, 2)),
    *[
        case("36-a", "ADTP.36", kind="substantial_action", facts={"acts": acts(a)}, action=Outcome.NO)
        for a in ("ff", "cc", "r")
    ],
    *[
        case("36-b", "ADTP.36", kind="substantial_action", facts={"acts": acts(a)}, action=Outcome.YES)
        for a in ("fp", "fff")
    ],
    *[
        case("ADTP.35A", "ADTP.35C", kind="misdeal", facts={"error": e, "acts": acts("ff")}, action=Outcome.MISDEAL)
        for e in ("two_cards_exposed", "one_of_first_two_exposed", "first_card_wrong_seat", "ineligible_seat_dealt",
                  "seat_left_out", "wrong_number_of_cards")
    ],
    *[
        case("ADTP.35D", kind="misdeal", facts={"error": e, "acts": acts("fp")}, action=Outcome.PLAY_ON)
        for e in ("two_cards_exposed", "seat_left_out")
    ],
    case("ADTP.35B", kind="misdeal", facts={"error": "button_two_in_a_row"}, action=Outcome.PLAY_ON, rule="ADTP.35B"),
    case("ADTP.11D", kind="misdeal", facts={"error": "table_not_halted"}, action=Outcome.PLAY_ON, rule="ADTP.11D"),
    case("ADTP.35A", kind="misdeal", facts={"error": "one_card_exposed"}, action=Outcome.PLAY_ON),
    case("ADTP.35E", kind="misdeal", facts={"error": "fouled_deck", "acts": acts("fpr")}, action=Outcome.STOP_HAND),
    # 35E never cuts the dispute window of 22
    *[
        case("ADTP.35E", "ADTP.22", "CASES settled 6", "REGULATIONS 11", kind="misdeal", policies=policies,
             facts={"error": "fouled_deck", "hand_over": True, **facts}, action=action, rules=("ADTP.35E", "ADTP.22"))
        for policies, facts, action in (
            (SCPT, {}, Outcome.DIRECTOR),
            (SCPT, {"next_hand_started": True}, Outcome.STANDS),
            (SCPT, {"before_recess": True, "seconds_since": 60}, Outcome.DIRECTOR),
            (SCPT, {"before_recess": True, "seconds_since": 61}, Outcome.STANDS),
            (H2, {"next_hand_started": True}, Outcome.DIRECTOR),
            (ADTP, {}, Outcome.DIRECTOR),
        )
    ],
    case("ADTP.37", kind="wrong_card_count", facts={"is_button": True, "has_acted": False, "acts": acts("pp")},
         action=Outcome.LIVE_HAND),
    case("ADTP.37", kind="wrong_card_count", facts={"is_button": True, "has_acted": True, "acts": acts("pp")},
         action=Outcome.DEAD_HAND),
    case("38-a", "ADTP.38", kind="wrong_card_count", facts={"is_button": False, "has_acted": False, "acts": acts("fp")},
         action=Outcome.DEAD_HAND),
    case("ADTP.35A", kind="wrong_card_count", facts={"is_button": False, "has_acted": False, "acts": acts("f")},
         action=Outcome.MISDEAL),
    case("ADTP.39", "CASES settled 5", kind="four_card_flop", facts={}, code="reshuffle_all_four"),
    case("ADTP.39", "CASES settled 5", kind="four_card_flop", facts={"seen": False}, policies=OPEN_DEAL, code="floor_picks_burn"),
    *[
        case("ADTP.39", "ADTP.P14", "REGULATIONS 11", kind="board_too_early", policies=policies, facts={"cards": 1},
             action=Outcome.CORRECT, code="reshuffle_early_cards")
        for policies in (ADTP, H2, SCPT, PT_ONLINE)
    ],
    case("ADTP.39", "ADTP.P14", kind="board_too_early", policies=OWN_BOARD, facts={"cards": 1}, action=Outcome.DIRECTOR,
         choices={"reshuffle": None, "other": None}),
    case("ADTP.65B", kind="hand_taken", facts={"what": "fouled"}, action=Outcome.LIVE_HAND),
    case("ADTP.65A", kind="hand_taken", facts={"what": "taken_by_dealer", "identifiable": False, "uncalled_chips": 400},
         action=Outcome.DEAD_HAND, returned_chips=400),
    case("ADTP.69", kind="hand_taken", facts={"what": "exposed_by_player"}, action=Outcome.LIVE_HAND),
    case("ADTP.66", kind="stud_cards_lifted", facts={"facing_action": True}, action=Outcome.DEAD_HAND),
    case("ADTP.66", kind="stud_cards_lifted", facts={"facing_action": False}, action=Outcome.LIVE_HAND),
    *[
        case("ADTP.P10", kind="stud_dealing", facts={"event": event, "action_pending": pending}, action=action, code=event)
        for event, pending, action in (
            ("hole_card_exposed", True, Outcome.PLAY_ON), ("seventh_exposed", True, Outcome.CORRECT),
            ("seventh_exposed", False, Outcome.PLAY_ON), ("absent_player", True, Outcome.DEAD_HAND),
            ("equal_boards", True, Outcome.PLAY_ON), ("bring_in_all_in", True, Outcome.PLAY_ON),
            ("pair_on_fourth", True, Outcome.PLAY_ON), ("dealt_too_early", True, Outcome.CORRECT),
        )
    ],
    *[
        case("ADTP.P10", kind="stud_short_stub", facts={"stub_cards": stub, "players": players}, code=code)
        for stub, players, code in (
            (10, 8, "enough"), (9, 8, "shuffle_in_burns"), (7, 8, "shuffle_in_burns"), (6, 8, "community_card"),
            (3, 8, "community_card"), (2, 8, "community_card_reshuffled"), (2, 3, "shuffle_in_burns"),
        )
    ],
]  # fmt: skip

PROCEDURE = [
    case("ADTP.58", kind="non_standard_fold", facts={"in_turn": True, "facing_bet": True}, code="fold"),
    case("ADTP.58", kind="non_standard_fold", facts={"in_turn": True, "facing_bet": False}, code="fold_stands"),
    case("ADTP.58", "ADTP.53A", kind="non_standard_fold", facts={"in_turn": False, "facing_bet": True}, code="fold_stands"),
    case("ADTP.58", kind="non_standard_fold", facts={"in_turn": True, "facing_bet": False, "last_street": True},
         action=Outcome.DIRECTOR),
    case("ADTP.62", kind="hidden_chips", facts={"found_chips": 5000, "all_in_chips": 20_000},
         action=Outcome.DIRECTOR, amount_chips=None, choices={"part_of_action": 25_000, "not_part": 20_000}),
    case("ADTP.63", kind="stray_chips", facts={"carried_hidden": True, "stray_chips": 500}, code="forfeited"),
    case("ADTP.64", kind="stray_chips", facts={"carried_hidden": False, "stray_chips": 500}, code="out_of_play"),
    case("ADTP.64", kind="stray_chips", facts={"carried_hidden": False, "owner_known": True, "stray_chips": 500},
         returned_chips=500),
    case("ante-a", "ADTP.P11", kind="short_big_blind", facts={"stack_chips": 800, "ante_chips": 1000, "blind_chips": 1000},
         code="ante_only", params={"ante": 800, "blind": 0}, amount_chips=0, action=Outcome.ALL_IN),
    case("ante-b", "ADTP.P11", kind="short_big_blind", facts={"stack_chips": 1500, "ante_chips": 1000, "blind_chips": 1000},
         params={"ante": 1000, "blind": 500}, amount_chips=500, action=Outcome.ALL_IN),
    case("ADTP.P11", kind="short_big_blind", policies=ADTP.vary(rule_set="blind_first", big_blind_ante_ante_first=False),
         facts={"stack_chips": 1500, "ante_chips": 1000, "blind_chips": 1000}, params={"ante": 500, "blind": 1000}),
    case("ADTP.27", kind="rebuy_announced", facts={"announced_before_deal": True}, action=Outcome.YES),
    case("ADTP.27", kind="rebuy_announced", facts={"announced_before_deal": False}, action=Outcome.NO),
    case("PT-H.11", kind="rebuy_announced", facts={"announced_before_deal": True, "during_hand": True}, action=Outcome.NO),
    case("ADTP.29", kind="called_clock", facts={"asked_at_seat": True, "reasonable_time_passed": True, "facing_bet": True},
         code="clock", params={"seconds": 25, "countdown": 5}),
    case("ADTP.29", "ADTP.30", kind="called_clock",
         facts={"asked_at_seat": False, "reasonable_time_passed": True, "facing_bet": True}, code="not_at_seat"),
    case("ADTP.29", kind="called_clock", facts={"asked_at_seat": True, "reasonable_time_passed": False, "facing_bet": True},
         action=Outcome.DIRECTOR),
    *[
        case("ADTP.29", kind="called_clock", action=action,
             facts={"asked_at_seat": True, "reasonable_time_passed": True, "time_over": True, "facing_bet": facing,
                    "acted_at_the_end": tie})
        for facing, tie, action in ((True, False, Outcome.FOLD), (False, False, Outcome.CHECK), (True, True, Outcome.STANDS))
    ],
    case("SCPT.T", kind="called_clock", policies=SCPT, code="no_called_clock",
         facts={"asked_at_seat": True, "reasonable_time_passed": True, "facing_bet": True}),
    case("PT-T.29", kind="won_seat_for_money", policies=PT_ONLINE, facts={"won_in": "online_satellite", "has_seat_already": True}, action=Outcome.PAY),
    case("PT-T.32", kind="seats_of_satellite", policies=PT_ONLINE, facts={"pool": 1000, "price": 300, "entries": 40}, action=Outcome.AWARD),
    case("ADTP.28", kind="rabbit_hunting", facts={"high_roller": True, "time_banks": True}, action=Outcome.NO),
    case("ADTP.28", kind="rabbit_hunting", policies=SCPT, facts={"high_roller": True, "time_banks": True}, action=Outcome.NO),
    case("ADTP.28", kind="rabbit_hunting", policies=H2, facts={"high_roller": True, "time_banks": True}, action=Outcome.YES),
    case("ADTP.28", kind="rabbit_hunting", policies=H2, facts={"high_roller": True}, action=Outcome.NO),
    case("ADTP.28", kind="rabbit_hunting", policies=H2, facts={"high_roller": False, "time_banks": True}, action=Outcome.NO),
    case("ADTP.33", kind="dodged_blind", facts={"on_purpose": True}, action=Outcome.DIRECTOR),
    case("ADTP.30", kind="dodged_blind", facts={"on_purpose": False}, action=Outcome.PAY),
    case("ADTP.60", kind="count_requested", facts={"in_turn": True, "facing_all_in": True}, action=Outcome.YES),
    case("ADTP.60", "ADTP.25A", kind="count_requested", facts={"in_turn": True, "facing_all_in": False}, action=Outcome.NO),
]  # fmt: skip

CONDUCT = [
    case("ADTP.2", kind="conduct", facts={"what": "duty"}, code="penalty_may_follow", rules=("ADTP.2",),
         choices={"none": None, "warning": None, "missed_hand": None, "missed_rounds": None}),
    case("ADTP.3", kind="conduct", facts={"what": "unclear_words"}, code="penalty_may_follow", rules=("ADTP.3",)),
    case("ADTP.4", kind="conduct", facts={"what": "face_hidden"}, code="put_right_first", rules=("ADTP.4", "ADTP.71"),
         choices={"none": None, "warning": None}),
    case("ADTP.5", kind="conduct", facts={"what": "device"}, code="put_right_first", rules=("ADTP.5",)),
    case("ADTP.5", kind="conduct", facts={"what": "device", "again": True}, code="penalty_may_follow",
         choices={"warning": None, "missed_hand": None, "missed_rounds": None, "disqualification": None}),
    case("ADTP.6", kind="conduct", facts={"what": "language"}, code="put_right_first", rules=("ADTP.6",)),
    case("ADTP.25A", kind="conduct", facts={"what": "chips_hidden"}, code="put_right_first"),
    case("ADTP.25C", kind="conduct", facts={"what": "cards_hidden"}, code="put_right_first", rules=("ADTP.25C",)),
    case("ADTP.69", "ADTP.67B", kind="conduct", facts={"what": "card_exposed"}, code="penalty_may_follow",
         rules=("ADTP.69", "ADTP.67B")),
    case("ADTP.68", "ADTP.P6", kind="conduct", facts={"what": "talk_of_the_hand"}, code="penalty_may_follow",
         rules=("ADTP.68", "ADTP.P6")),
    case("ADTP.68", "ADTP.67B", kind="conduct", facts={"what": "help"}, code="penalty_may_follow"),
    case("ADTP.71", kind="conduct", facts={"what": "splashed"}, code="penalty_may_follow", rules=("ADTP.71",)),
    case("ADTP.67B", "ADTP.71", kind="conduct", facts={"what": "abuse"}, code="penalty_due",
         choices={"warning": None, "missed_hand": None, "missed_rounds": None, "suspension": None, "disqualification": None}),
    case("ADTP.67B", kind="conduct", facts={"what": "abuse", "again": True}, code="penalty_due",
         choices={"missed_hand": None, "missed_rounds": None, "suspension": None, "disqualification": None}),
    case("ADTP.67B", "ADTP.70", kind="conduct", facts={"what": "soft_play"}, code="penalty_due"),
    case("ADTP.67B", kind="conduct", facts={"what": "soft_play", "nuts_checked_last": True},
         code="no_soft_play_by_itself"),
    case("ADTP.70", kind="conduct", facts={"what": "cheating"}, code="grave", rules=("ADTP.70", "ADTP.67B"),
         choices={"missed_rounds": None, "disqualification": None}),
    case("ADTP.71", kind="conduct", facts={"what": "violence"}, code="grave"),
    case("ADTP.71", kind="conduct", facts={"what": "splashed", "again": True}, code="penalty_may_follow",
         choices={"warning": None, "missed_hand": None, "missed_rounds": None, "suspension": None, "disqualification": None}),
    case("ADTP.9", kind="special_needs", facts={"possible": True}, code="arranged", action=Outcome.YES),
    case("ADTP.9", kind="special_needs", facts={"possible": False}, code="director_arranges",
         action=Outcome.DIRECTOR),
    case("ADTP.26", kind="deck_change", facts={"asked_by_player": False, "dealer_or_level_changes": True},
         code="deck_changed"),
    case("ADTP.26", kind="deck_change", facts={"asked_by_player": True, "dealer_or_level_changes": True},
         code="deck_stays"),
    case("ADTP.26", kind="deck_change", facts={"asked_by_player": False, "dealer_or_level_changes": False},
         code="deck_stays"),
    case("ADTP.26", kind="deck_change",
         facts={"asked_by_player": True, "dealer_or_level_changes": False, "damaged": True}, code="deck_replaced"),
    case("ADTP.25B", kind="unscheduled_colour_up", facts={"announced": True}, code="colour_up_now"),
    case("ADTP.25B", kind="unscheduled_colour_up", facts={"announced": False}, code="announce_colour_up",
         action=Outcome.WAIT),
    case("ADTP.24C", kind="retired_chips", facts={"retired_chips": 175, "lowest_in_play": 100}, amount_chips=100,
         params={"given": 100, "removed": 75}),
    case("ADTP.24C", "ADTP.24B", kind="retired_chips", facts={"retired_chips": 75, "lowest_in_play": 100},
         amount_chips=0, params={"given": 0, "removed": 75}),
    case("ADTP.24C", kind="retired_chips", facts={"retired_chips": 200, "lowest_in_play": 100}, amount_chips=200),
    case("ADTP.P1", kind="dealer_procedure", facts={"step": "all_in_button"}, rules=("ADTP.P1",)),
    case("ADTP.P8", kind="dealer_procedure", facts={"step": "closing"}, rules=("ADTP.P8",)),
    case("ADTP.P12", kind="dealer_procedure", facts={"step": "announcing"}, rules=("ADTP.P12",)),
    case("ADTP.P13", kind="dealer_procedure", facts={"step": "stacking"}, rules=("ADTP.P13",)),
    case("ADTP.P15", kind="dealer_procedure", facts={"step": "counting_deck"}, rules=("ADTP.P15",)),
]  # fmt: skip


# what the illustrations of the TDA and the edges of the books ask beyond the rows above
EDGES = [
    # 40: chips first, then "raise": the words come too late; "call" first, then a large chip
    case("ADTP.40A", "ADTP.44", kind="verbal_or_chips", action=Outcome.CALL, amount_chips=400, returned_chips=600,
         facts={"order": "chips_first", "put_chips": 1000, "one_chip": True, "raise_declared": True,
                "bet_chips": 400, "raise_chips": 400}),
    case("ADTP.40A", kind="verbal_or_chips", action=Outcome.CALL, amount_chips=400,
         facts={"order": "chips_first", "put_chips": 500, "raise_declared": True, "bet_chips": 400, "raise_chips": 400}),
    case("ADTP.40B", "ADTP.41", kind="verbal_or_chips", action=Outcome.CALL, amount_chips=400, returned_chips=600,
         facts={"order": "words_first", "call_declared": True, "put_chips": 1000, "bet_chips": 400, "raise_chips": 400}),
    case("ADTP.40B", "ADTP.43A", kind="verbal_or_chips", action=Outcome.RAISE, amount_chips=1000,
         facts={"order": "words_first", "raise_declared": True, "put_chips": 1000, "bet_chips": 400, "raise_chips": 400}),
    case("ADTP.40B", "ADTP.43A", kind="verbal_or_chips", action=Outcome.RAISE, amount_chips=800,
         facts={"order": "words_first", "raise_declared": True, "put_chips": 500, "one_chip": True, "bet_chips": 400,
                "raise_chips": 400}),
    # 41: 2000-4000, a bet of 50,000 and one silent chip of 1,000
    case("ADTP.41", "ADTP.1", kind="undercall", action=Outcome.DIRECTOR, amount_chips=None, rule="ADTP.41",
         facts={"bet_chips": 50_000, "put_chips": 1000, "heads_up_pot": True, "opening_bet": True, "tiny": True},
         choices={"full_call": 50_000, "forfeit_and_fold": 1000}),
    # 44: the big blind whom nobody raised faces no bet
    case("ADTP.44", kind="oversized_chip", action=Outcome.RAISE, amount_chips=600, returned_chips=0,
         facts={"chip_chips": 500, "bet_chips": 100, "raise_chips": 100, "mine_chips": 100}),
    case("44-a", "ADTP.44", kind="oversized_chip", action=Outcome.CALL, amount_chips=300, returned_chips=300,
         facts={"chip_chips": 500, "bet_chips": 300, "raise_chips": 200, "mine_chips": 100}),
    # 47: several short all-ins add up; a check, then a short bet does not reopen
    case("ADTP.47A", kind="reopening", code="may_raise", amount_chips=1100, seats=(1,),
         facts={"big_blind_chips": 100,
                "players": [{"seat": 1, "stack_chips": 9000}, {"seat": 2, "stack_chips": 500}, {"seat": 3, "stack_chips": 650},
                            {"seat": 4, "stack_chips": 800}, {"seat": 5, "stack_chips": 9000}],
                "acts": [{"seat": 1, "act": "bet", "to_chips": 300}, {"seat": 2, "act": "raise", "to_chips": 500},
                         {"seat": 3, "act": "raise", "to_chips": 650}, {"seat": 4, "act": "raise", "to_chips": 800},
                         {"seat": 5, "act": "call"}]}),
    case("ADTP.47A", kind="reopening", code="may_not_raise", seats=(1,), choices={"fold": None, "call": 60},
         facts={"big_blind_chips": 100,
                "players": [{"seat": 1, "stack_chips": 900}, {"seat": 2, "stack_chips": 60}, {"seat": 3, "stack_chips": 900}],
                "acts": [{"seat": 1, "act": "check"}, {"seat": 2, "act": "bet", "to_chips": 60}, {"seat": 3, "act": "call"}]}),
    case("ADTP.47A", kind="reopening", code="may_raise", seats=(3,), amount_chips=160,
         facts={"big_blind_chips": 100,
                "players": [{"seat": 1, "stack_chips": 900}, {"seat": 2, "stack_chips": 60}, {"seat": 3, "stack_chips": 900}],
                "acts": [{"seat": 1, "act": "check"}, {"seat": 2, "act": "bet", "to_chips": 60}]}),
    # 47, 21: heads-up against a big blind all-in for 60 of 100 the call is 60, not 100
    case("ADTP.47A", kind="reopening", code="may_not_raise", seats=(2,), choices={"fold": None, "call": 60},
         params={"seat": 2, "facing": 10, "least": 0},
         facts={"big_blind_chips": 100, "before_flop": True,
                "players": [{"seat": 2, "stack_chips": 900, "street_chips": 50},
                            {"seat": 1, "stack_chips": 60, "street_chips": 60}]}),
    # 54B: a big blind all-in for 60 of 200 counts whole before the flop
    case("ADTP.54B", kind="reopening", code="may_raise", seats=(3,), amount_chips=400, choices={"fold": None, "call": 200, "raise": 400},
         facts={"limit": "pot_limit", "big_blind_chips": 200, "before_flop": True,
                "players": [{"seat": 3, "stack_chips": 9000}, {"seat": 1, "stack_chips": 9000, "street_chips": 100},
                            {"seat": 2, "stack_chips": 160, "street_chips": 160}]}),
    # 53: what binds is what it would be in turn
    case("ADTP.53A", "ADTP.55", kind="out_of_turn", action=Outcome.CALL_OR_FOLD, amount_chips=None,
         facts={"act": "check", "bet_chips": 300, "raise_chips": 300, "skipped": "call"}, choices={"call": 300, "fold": None}),
    case("ADTP.53A", "ADTP.55A", kind="out_of_turn", action=Outcome.CHECK, amount_chips=0,
         facts={"act": "call", "bet_chips": 0, "raise_chips": 100, "skipped": "check"}),
    case("ADTP.53A", "ADTP.43A", kind="out_of_turn", action=Outcome.RAISE, amount_chips=600,
         facts={"act": "raise", "to_chips": 500, "bet_chips": 300, "raise_chips": 300, "skipped": "call"}),
    case("ADTP.53A", kind="out_of_turn", action=Outcome.RAISE, amount_chips=500,
         facts={"act": "raise", "to_chips": 500, "all_in": True, "bet_chips": 300, "raise_chips": 300, "skipped": "call"}),
    case("ADTP.53A", kind="out_of_turn", action=Outcome.FREE, returned_chips=0, choices={"call": 300, "raise": 600, "fold": None},
         sentence="The action has changed: the player may call, raise or fold.",
         facts={"act": "check", "bet_chips": 0, "raise_chips": 100, "skipped": "raise", "skipped_to_chips": 300}),
    # 17A: the aggressor has given up his hand
    case("ADTP.17A", kind="showdown_order", seats=(1, 4),
         facts={"seats": [1, 4], "button_seat": 3, "table_seats": 9, "last_aggressor": 8}),
    # 21, P11: the big blind whose 800 all went to the ante plays for 800, the two callers for the rest
    case("ante-a", "ADTP.21", "ADTP.P11", kind="divide_pots", shares={(1, 2, 3): 800, (1, 2): 4000}, returned_chips=0,
         facts={"players": [{"seat": 1, "chips": 2000}, {"seat": 2, "chips": 2000}, {"seat": 3, "chips": 0}], "dead_chips": 800}),
    # folded money: the side pot that only one live hand reaches is his, the folded chips are in it
    case("ADTP.21", kind="divide_pots", shares={(1, 2): 1200, (1,): 600}, returned_chips=300,
         facts={"players": [{"seat": 1, "chips": 1000}, {"seat": 2, "chips": 400}, {"seat": 3, "chips": 700, "folded": True}]}),
    # 37: the button acted with a hand of too many cards
    case("ADTP.37", kind="wrong_card_count", action=Outcome.DEAD_HAND,
         facts={"is_button": True, "too_few": False, "has_acted": True, "acts": acts("r")}),
]  # fmt: skip


# five seats, numbered from 1: button 1, small blind 2, big blind 3
MARKS = {"table_seats": 5, "button_seat": 1, "small_blind_seat": 2, "big_blind_seat": 3}
NINE = {"table_seats": 9, "button_seat": 1, "small_blind_seat": 2, "big_blind_seat": 3}
P16 = {"players_before": 40, "paid_places": 39}
SEATS = [
    # 32, 34: the dead button
    case("32-a", "ADTP.32", kind="next_hand", facts={**MARKS, "occupied": [1, 3, 4, 5]}, code="marks", seats=(2, 3, 4)),
    case("32-b", "ADTP.32", kind="next_hand", facts={**MARKS, "occupied": [1, 2, 4, 5]}, code="no_small_blind", seats=(2, 4)),
    case("32-b", "ADTP.32", kind="next_hand", code="marks", seats=(3, 4, 5),
         facts={"table_seats": 5, "button_seat": 2, "small_blind_seat": 3, "big_blind_seat": 4, "occupied": [1, 2, 4, 5]}),
    # both blinds out at once, and three of nine
    case("ADTP.32", kind="next_hand", facts={**MARKS, "occupied": [1, 4, 5]}, code="no_small_blind", seats=(2, 4)),
    case("ADTP.32", kind="next_hand", facts={**NINE, "occupied": [1, 6, 7, 9]}, code="no_small_blind", seats=(2, 6)),
    case("34-a", "ADTP.34", kind="next_hand", facts={**MARKS, "occupied": [2, 3]}, code="heads_up", seats=(3, 2)),
    # three left, the button goes out: the small blind has the big blind now, nobody has it twice
    case("ADTP.34", kind="next_hand", facts={**MARKS, "table_seats": 3, "occupied": [2, 3]}, code="heads_up", seats=(3, 2)),
    case("ADTP.34", kind="next_hand", facts={**MARKS, "table_seats": 3, "occupied": [1, 3]}, code="heads_up", seats=(3, 1)),
    # 10: newcomers
    *[
        case("10-b", "ADTP.10", "ADTP.8A", kind="newcomer", facts={**NINE, "occupied": [1, 2, 3, 7], "new_seat": n}, code=code)
        for n, code in ((4, "big_blind"), (6, "big_blind"), (8, "plays"))
    ],
    case("10-b", "ADTP.10", kind="newcomer", facts={**NINE, "occupied": [1, 2, 5, 7], "new_seat": 3}, code="small_blind"),
    case("10-b", "ADTP.10", kind="newcomer", facts={**NINE, "occupied": [1, 3, 5, 7], "new_seat": 2}, code="button"),
    case("10-b", "ADTP.10", kind="newcomer", action=Outcome.WAIT, code="waits",
         facts={"table_seats": 9, "button_seat": 1, "small_blind_seat": 3, "big_blind_seat": 5, "occupied": [1, 3, 5, 7],
                "new_seat": 4}),
    # 11A: worst position, never the small blind
    case("11-b", "ADTP.11A", kind="worst_position", facts={**NINE, "occupied": [1, 2, 3, 5, 6]}, code="worst_position", seats=(4,),
         sentence="Seat %(seat)s: he is the big blind of the next hand, even if he has just been."),
    case("11-b", "ADTP.11A", kind="worst_position", facts={**NINE, "occupied": [1, 2, 4, 5, 6]}, seats=(7,)),
    case("11-b", "ADTP.11A", kind="worst_position", facts={**MARKS, "occupied": [1, 2, 4, 5]}, action=Outcome.DIRECTOR,
         choices={"wait": None, "elsewhere": None}),
    case("ADTP.11A", kind="worst_position", facts={**NINE, "occupied": [1, 2, 3], "stud_only": True, "emptied_last": 8}, seats=(8,)),
    case("PT-T.48", kind="worst_position", policies=PT_ONLINE, facts={**NINE, "occupied": [1, 2, 3]}, code="seat_by_draw"),
    # 11D
    *[
        case("11-a", "ADTP.11D", kind="short_table", action=action,
             facts={"players": players, "fullest_players": 8, "full_ring": ring, "blind_on_empty_seat": gap})
        for players, ring, gap, action in (
            (6, True, True, Outcome.PLAY_ON), (5, True, False, Outcome.PLAY_ON), (5, True, True, Outcome.WAIT),
            (5, False, True, Outcome.DIRECTOR),
        )
    ],
    case("ADTP.7", kind="wrong_seat", facts={"right_chips": True}, action=Outcome.CORRECT),
    case("ADTP.7", "ADTP.1", kind="wrong_seat", facts={"right_chips": False}, action=Outcome.DIRECTOR),
    # P16, PT-T.50: places
    case("p16-a", "ADTP.P16", kind="several_out", code="by_stack",
         facts={**P16, "out": [{"table": 1, "seat": 2, "stack_chips": 700}, {"table": 1, "seat": 5, "stack_chips": 900}]},
         choices={"table_1_seat_5": None, "table_1_seat_2": None}),
    case("p16-b", "ADTP.P16", kind="several_out", code="tie",
         facts={**P16, "out": [{"table": 1, "seat": 2, "stack_chips": 700}, {"table": 2, "seat": 5, "stack_chips": 900}]}),
    case("pt-50", "PT-T.50", kind="several_out", policies=PT_ONLINE, code="by_stack",
         facts={**P16, "out": [{"table": 1, "seat": 2, "stack_chips": 700}, {"table": 2, "seat": 5, "stack_chips": 900}]}),
    case("pt-51", "PT-T.51", kind="several_out", policies=PT_ONLINE, code="tie",
         facts={**P16, "out": [{"table": 1, "seat": 2, "stack_chips": 900}, {"table": 2, "seat": 5, "stack_chips": 900}]}),
    case("ADTP.P16", kind="several_out", code="by_time",
         facts={**P16, "hand_for_hand": False,
                "out": [{"table": 1, "seat": 2, "stack_chips": 700}, {"table": 2, "seat": 5, "stack_chips": 900}]}),
    # PT-T.52
    case("PT-T.52", kind="time_is_up", facts={"occupied": [1, 2, 5], "had_button": [2]}, params={"hands": 2}),
    case("PT-T.52", "PT-T.33", kind="time_is_up", facts={"occupied": [1, 2, 5], "had_button": [1, 2, 5]}, code="over"),
    # SCPT.T, SCPT.P, 67A
    *[
        case("SCPT.T", kind="action_clock", policies=SCPT, code=code, action=action,
             facts={"time_over": over, "cards_left": cards, "facing_bet": facing, "stopped": stopped})
        for over, cards, facing, stopped, code, action in (
            (True, 3, True, False, "card_used", Outcome.WAIT), (True, 0, True, False, "time_fold", Outcome.FOLD),
            (True, 0, False, False, "time_check", Outcome.CHECK), (False, 0, True, False, "in_time", Outcome.STANDS),
            (True, 0, True, True, "clock_stands", Outcome.WAIT),
        )
    ],
    case("PT-T.43", "PT-T.42", kind="action_clock", policies=PT_ONLINE, code="time_fold",
         facts={"time_over": True, "cards_left": 2, "facing_bet": True}),
    case("ADTP.29", kind="action_clock", facts={"time_over": True, "cards_left": 0, "facing_bet": True}, code="no_action_clock"),
    case("SCPT.P", "REGULATIONS 5.2", kind="knock_out_chip", facts={"available_chips": 7300}, action=Outcome.ALL_IN,
         amount_chips=7300),
    *[
        case("ADTP.67A", kind="penalty_length", code=code, params=params,
             facts={"penalty": kind, "rounds": rounds, "players_at_table": 9})
        for kind, rounds, code, params in (
            ("missed_hand", 0, "hands_due", {"hands": 1}), ("missed_rounds", 1, "hands_due", {"hands": 9}),
            ("missed_rounds", 4, "hands_due", {"hands": 36}), ("warning", 0, "plays_on", {}),
        )
    ],
    case("ADTP.67D", kind="penalty_length", facts={"penalty": "disqualification", "players_at_table": 9}, code="disqualified"),
]  # fmt: skip

# 24-a: 15 odd fives among six players; seat 6 has nothing else
FIVES = {
    "retired_chips": 5,
    "into_chips": 25,
    "players": [{"seat": i, "pieces": n, "other_chips": 0 if i == 6 else 1000}
                for i, n in ((1, 4), (2, 3), (3, 7), (4, 1), (5, 4), (6, 1))],
}  # fmt: skip
RACE = [
    case("24-a", "ADTP.24A", kind="chip_race", facts=FIVES, code="deal_cards", params={"cards": 15, "pieces": 3}),
    case("24-a", "ADTP.24A", "ADTP.24C", kind="chip_race", facts={**FIVES, "order": [3, 1, 4]}, code="raced", seats=(1, 3, 4),
         shares={(1,): 1025, (2,): 1000, (3,): 1050, (4,): 1025, (5,): 1000, (6,): 25}),
    case("ADTP.24C", kind="chip_race", code="raced", shares={(1,): 150, (2,): 25},
         facts={**FIVES, "players": [{"seat": 1, "pieces": 10, "other_chips": 100}, {"seat": 2, "pieces": 2, "other_chips": 0}]}),
]  # fmt: skip

CASINO = [
    case("PT-L.53", kind="casino_bet", facts={"over_the_line": True, "put_chips": 300}, code="bet", amount_chips=300),
    case("PT-L.53", kind="casino_bet", facts={"over_the_line": False, "put_chips": 300}, code="no_bet_yet", amount_chips=None),
    case("PT-L.53", kind="casino_bet", facts={"over_the_line": False, "gathered": True, "put_chips": 300}, code="bet"),
    case("PT-L.53", kind="casino_bet", facts={"over_the_line": True, "said_chips": 200, "put_chips": 500},
         amount_chips=200, returned_chips=300),
    *[
        case("PT-L.69", kind="casino_misdeal", facts={"fault": fault}, action=Outcome.MISDEAL)
        for fault in ("order", "number", "saw_another", "face_up", "deck", "damaged", "turned_several")
    ],
    case("PT-L.69", kind="casino_misdeal", facts={"fault": "number", "can_be_put_right": True}, action=Outcome.CORRECT),
    case("PT-L.71", kind="casino_misdeal", facts={"fault": "order", "told_too_late": True}, action=Outcome.DEAD_HAND),
    *[
        case("PT-L.70", "PT-L.64", kind="casino_dealer_error", facts={"what": what}, code=what)
        for what in ("wrong_winner", "dealt_absent", "turned_one", "flop_early", "turn_early", "river_early", "no_burn")
    ],
    *[
        case("PT-L.71", "PT-L.54", "PT-L.55", "PT-L.56", "PT-L.57", "PT-L.58", kind="casino_player_error",
             facts={"what": what, **facts}, code=code)
        for what, facts, code in (
            ("slow", {}, "warned"), ("slow", {"again": True}, "leaves_table"), ("looked", {}, "warned"),
            ("talked", {"again": True}, "leaves_table"), ("mucked", {"identifiable": True}, "rebuilt"),
            ("mucked", {}, "no_claim"), ("mixed", {}, "both_dead"), ("exposed", {}, "valid"),
            ("missed_turn", {}, "director_missed_turn"), ("out_of_turn", {"put_chips": 400}, "stands"),
            ("raised_after", {}, "bet_stays"), ("called_short", {"bet_chips": 400, "put_chips": 100}, "may_complete"),
        )
    ],
    case("PT-L.71", kind="casino_player_error", facts={"what": "raised_silently", "bet_chips": 400, "put_chips": 1000},
         action=Outcome.CALL, amount_chips=400, returned_chips=600),
    case("PT-L.57", kind="casino_player_error", facts={"what": "reviewed", "bet_chips": 400, "put_chips": 1000},
         action=Outcome.CALL, amount_chips=400, rule="PT-L.57"),
    case("PT-L.62", "PT-L.63", kind="casino_showdown", facts={"seats": [1, 4, 6], "opened_seat": 5, "table_seats": 9},
         seats=(6, 1, 4)),
    # 66, 67: 1000 among bets of 300 and 100 in chips of 50: 750 and 250; 1025 leaves 25 with the first
    case("PT-L.66", "PT-L.67", kind="casino_split", shares={(2,): 750, (7,): 250},
         facts={"pot_chips": 1000, "minimum_chips": 50, "button_seat": 1, "table_seats": 9,
                "winners": [{"seat": 2, "bet_chips": 300}, {"seat": 7, "bet_chips": 100}]}),
    case("PT-L.66", "PT-L.67", kind="casino_split", shares={(7,): 575, (2,): 500}, seats=(7, 2),
         facts={"pot_chips": 1075, "minimum_chips": 50, "button_seat": 5, "table_seats": 9,
                "winners": [{"seat": 2, "bet_chips": 300}, {"seat": 7, "bet_chips": 300}]}),
    *[
        case("PT-L.59", "PT-L.60", "PT-L.61", "PT-L.65", "PT-L.68", kind="casino_dealer_handling", facts={"step": step}, code=step)
        for step in ("stub", "dealing", "out_of_hand", "paying", "closing")
    ],
]  # fmt: skip


def hand_of(seat: int, hole: str, chips: int, *, folded: bool = False) -> dict[str, Any]:
    return {"seat": seat, "chips": chips, "folded": folded, **({"hole": hole} if hole else {})}


TABLED = {"board": "2c 7d 9h Js Kc", "button_seat": 4, "smallest_chip": 25}

WINNERS = [
    case(
        "ADTP.12",
        "PT-H.60",
        "PT-H.26",
        kind="who_wins",
        facts={
            **TABLED,
            "players": [
                hand_of(1, "Ks 3d", 500),
                hand_of(2, "10h 8s", 500),
                hand_of(3, "", 100, folded=True),
            ],
        },
        code="won",
        action=Outcome.AWARD,
        seats=(2,),
        shares={(2,): 1100},
        rule="PT-H.60",
    ),
    case(
        "PT-H.33",
        "PT-H.62",
        "ADTP.20A",
        kind="who_wins",
        facts={
            **TABLED,
            "players": [hand_of(1, "As Qd", 525), hand_of(2, "Ad Qs", 525), hand_of(3, "", 75, folded=True)],
        },
        code="shared",
        shares={(1,): 575, (2,): 550},
        rule="ADTP.20A",
    ),
    case(
        "PT-H.63",
        "PT-H.42",
        "ADTP.21",
        "PT-H.27",
        kind="who_wins",
        facts={
            **TABLED,
            "players": [
                hand_of(1, "KsKd", 100),
                hand_of(2, "JdJh", 300),
                hand_of(3, "9d9s", 500),
                hand_of(4, "AsQd", 600),
            ],
        },
        code="pots_won",
        shares={(1,): 400, (2,): 600, (3,): 400},
        returned_chips=100,
        rule="PT-H.63",
    ),
    case(
        "PT-O.26",
        "PT-O.60",
        kind="who_wins",
        facts={
            **TABLED,
            "game": "omaha",
            "board": "2s 5s 9s Ts 3d",
            "players": [hand_of(1, "As Kh Qd Jc", 500), hand_of(2, "4c 6d 8h 7h", 500)],
        },
        code="won",
        seats=(2,),
        rule="PT-O.60",
    ),  # an ace of spades alone is no flush
    case(
        "ADTP.19",
        kind="who_wins",
        facts={
            **TABLED,
            "board": "as ks qs js 10s",
            "players": [hand_of(1, "2c2d", 50), hand_of(2, "A♥ A♦", 50)],
        },
        code="shared",
        shares={(1,): 50, (2,): 50},
    ),
    case(
        "ADTP.21",
        "PT-H.36",
        kind="who_wins",
        facts={**TABLED, "board": "", "players": [hand_of(1, "", 75), hand_of(2, "", 25, folded=True)]},
        code="won",
        shares={(1,): 50},
        returned_chips=50,
    ),
    case(
        "ADTP.21",
        kind="who_wins",
        facts={
            **TABLED,
            "dead_chips": 100,
            "players": [hand_of(1, "KsKd", 0), hand_of(2, "JdJh", 300), hand_of(3, "9d9s", 300)],
        },
        code="pots_won",
        shares={(1,): 100, (2,): 600},
    ),
]

ROWS = (
    WINNERS + BETTING + REOPENING + SHOWDOWN + DEALING + PROCEDURE + CONDUCT + EDGES + SEATS + RACE + CASINO
)


@pytest.mark.rule("ADTP.54B", "REGULATIONS 11")
def test_before_the_flop_the_largest_raise_counts_both_blinds_whole() -> None:
    """100-200: the small blind is dead, the big blind all-in for 60. The pot-limit is that of case 54-a."""
    facts = {
        "limit": "pot_limit", "big_blind_chips": 200, "small_blind_chips": 100, "before_flop": True,
        "players": [{"seat": 3, "stack_chips": 5000}, {"seat": 4, "stack_chips": 5000},
                    {"seat": 2, "stack_chips": 60, "street_chips": 60}],
    }  # fmt: skip
    choices = {c.value: c.params for c in rule("reopening", facts=facts, policies=ADTP).choices}
    assert choices["raise"] == {"least": 400, "most": 700}


@pytest.mark.parametrize(("kind", "facts", "policies", "expected"), ROWS)
def test_ruling(kind: str, facts: dict[str, Any], policies: Policies, expected: dict[str, Any]) -> None:
    check(rule(kind, facts=facts, policies=policies), expected)


class TestWhatElseIsDue:
    @pytest.mark.rule("ADTP.46A", "ADTP.46B")
    def test_speak_first_and_no_fold_after_pulling_back(self) -> None:
        ruling = rule(
            "prior_chips", facts={"treatment": "fully_pulled", "new_chips": [1000], **BB_25S}, policies=ADTP
        )
        assert [n.rule for n in ruling.also] == ["ADTP.46B", "ADTP.46A"]

    @pytest.mark.rule("ADTP.51C")
    def test_undercalls_in_a_row_go_back_to_the_first(self) -> None:
        facts = {"bet_chips": 800, "put_chips": 200, "heads_up_pot": False, "opening_bet": True}
        ruling = rule("undercall", facts={**facts, "further_undercalls": 2}, policies=ADTP)
        assert (ruling.action, ruling.amount_chips) == (Outcome.CALL, 800)
        assert [n.rule for n in ruling.also] == ["ADTP.51C"]
        assert rule("undercall", facts=facts, policies=ADTP).also == ()

    @pytest.mark.rule("ADTP.40B", "ADTP.43A")
    def test_raise_with_too_small_an_amount_is_a_minimum_raise(self) -> None:
        facts = {
            "order": "words_first",
            "said_chips": 1100,
            "put_chips": 1100,
            "bet_chips": 1000,
            "raise_chips": 1000,
        }
        assert (
            rule("verbal_or_chips", facts={**facts, "raise_declared": True}, policies=ADTP).amount_chips
            == 2000
        )
        assert rule("verbal_or_chips", facts=facts, policies=ADTP).action is Outcome.CALL

    @pytest.mark.rule("ADTP.54B")
    def test_a_short_big_blind_counts_whole_in_the_pot(self) -> None:
        facts = next(p.values[1] for p in EDGES if p.values[1].get("limit") == "pot_limit")
        (upward,) = (c for c in rule("reopening", facts=facts, policies=ADTP).choices if c.value == "raise")
        assert upward.params == {"least": 400, "most": 700}

    @pytest.mark.rule("p16-a", "p16-b", "p16-c", "pt-51", "ADTP.P16")
    def test_places_of_those_who_went_out_together(self) -> None:
        two = [{"table": 1, "seat": 2, "stack_chips": 700}, {"table": 1, "seat": 5, "stack_chips": 900}]
        three = [*two, {"table": 2, "seat": 5, "stack_chips": 100}]

        def written(out: list[dict[str, int]]) -> list[tuple[str, int, int]]:
            ruling = rule("several_out", facts={**P16, "out": out}, policies=ADTP)
            return [(c.value, int(c.params["place"]), int(c.params["tied"])) for c in ruling.choices]

        assert written(two) == [("table_1_seat_5", 39, 1), ("table_1_seat_2", 40, 1)]
        assert written(three[1:]) == [("table_1_seat_5", 39, 2), ("table_2_seat_5", 39, 2)]
        assert [line[1:] for line in written(three)] == [(38, 3)] * 3
        unpaid = rule("several_out", facts={**P16, "out": two}, policies=ADTP).also
        assert [(n.sentence, dict(n.params)) for n in unpaid] == [
            ("Outside the paid places: %(players)s.", {"players": 1})
        ]

    @pytest.mark.rule("24-a", "ADTP.24A")
    def test_nobody_goes_out_by_a_chip_race(self) -> None:
        ruling = rule("chip_race", facts={**FIVES, "order": [3, 1, 4]}, policies=ADTP)
        # 15 odd fives are worth the three chips raced for; the one that keeps seat 6 in comes on top
        assert [dict(n.params) for n in ruling.also] == [
            {"seat": 6, "into": 25},
            {"added": 25, "removed": 0},
        ]

    @pytest.mark.rule("ADTP.41")
    @pytest.mark.parametrize(
        ("kind", "facts"),
        [
            ("verbal_or_chips", {"order": "chips_only", "put_chips": 800}),
            ("oversized_chip", {"chip_chips": 5000}),
            ("multiple_chips", {"pushed": [500, 500]}),
        ],
    )
    def test_ways_to_call(self, kind: str, facts: dict[str, Any]) -> None:
        ruling = rule(kind, facts={**facts, "bet_chips": 800, "raise_chips": 800}, policies=ADTP)
        assert (ruling.action, ruling.amount_chips) == (Outcome.CALL, 800)

    @pytest.mark.rule("ADTP.53A", "ADTP.35C", "38-a", "ADTP.16")
    def test_notes(self) -> None:
        out = rule("out_of_turn", facts={"act": "call", "bet_chips": 300, "raise_chips": 300}, policies=ADTP)
        assert [n.rule for n in out.also] == ["ADTP.53A"]
        again = rule("misdeal", facts={"error": "seat_left_out"}, policies=ADTP)
        assert [n.rule for n in again.also] == ["ADTP.35C", "ADTP.35C"]
        burn = rule(
            "wrong_card_count",
            facts={"is_button": False, "has_acted": False, "acts": acts("fp")},
            policies=ADTP,
        )
        assert [n.rule for n in burn.also] == ["ADTP.38"]


class TestBadSituations:
    @pytest.mark.parametrize(
        ("kind", "facts", "field"),
        [
            ("rabbit_hunting", {}, "high_roller"),
            ("rabbit_hunting", {"high_roller": 1}, "high_roller"),
            ("rabbit_hunting", {"high_roller": None}, "high_roller"),
            ("rabbit_hunting", {"high_roller": True, "colour": "red"}, "colour"),
            ("raise_amount", {"total_chips": "1400", **R1100}, "total_chips"),
            ("raise_amount", {"total_chips": True, **R1100}, "total_chips"),
            ("raise_amount", {"total_chips": 14.0, **R1100}, "total_chips"),
            ("raise_amount", {"total_chips": -1, **R1100}, "total_chips"),
            ("raise_amount", {"total_chips": 10**13, **R1100}, "total_chips"),
            ("raise_amount", {"total_chips": 500, **R1100}, "bet_chips"),
            ("multiple_chips", {"pushed": [], **R1100}, "pushed"),
            ("multiple_chips", {"pushed": [1] * 41, **R1100}, "pushed"),
            ("multiple_chips", {"pushed": 1000, **R1100}, "pushed"),
            ("multiple_chips", {"pushed": [1000, 100], "declared": "fold", **R1100}, "declared"),
            ("minimum_raise", {"big_blind_chips": 100, "wagers": [{"to_chips": 300}, {"to_chips": 300}]}, "wagers"),
            ("minimum_raise", {"big_blind_chips": 100, "wagers": [300]}, "wagers"),
            ("prior_chips", {"treatment": "untouched", **BB_25S}, "new_chips"),
            ("prior_chips", {"treatment": "partly_pulled", "new_chips": [1000], **BB_25S}, "left_chips"),
            ("undercall", {"bet_chips": 5, "put_chips": 5, "heads_up_pot": True, "opening_bet": True}, "put_chips"),
            ("incorrect_bet", {"before_chips": 600, "raise_chips": 600, "to_chips": 1200, "noticed": "showdown"}, "to_chips"),
            ("out_of_turn", {"act": "raise", "to_chips": 300, "bet_chips": 300, "raise_chips": 300}, "to_chips"),
            ("invalid_declaration", {"said": "call", "bet_chips": 300, "minimum_bet_chips": 100}, "said"),
            ("odd_chips", {**ODD, "smallest_chip": 25}, "pot_chips"),
            ("odd_chips", {**ODD, "high_seats": [2, 2]}, "high_seats"),
            ("odd_chips", {**ODD, "high_seats": [2, 9]}, "high_seats"),
            ("odd_chips", {**ODD, "game": "stud"}, "high_card_seats"),
            ("odd_chips", {**ODD, "low_seats": [2]}, "low_seats"),
            ("next_hand", {**MARKS, "occupied": [1]}, "occupied"),
            ("next_hand", {**MARKS, "occupied": [1, 6]}, "occupied"),
            ("next_hand", {**MARKS, "big_blind_seat": 2, "occupied": [1, 2, 3]}, "big_blind_seat"),
            ("newcomer", {**MARKS, "occupied": [1, 2], "new_seat": 2}, "new_seat"),
            ("worst_position", {**MARKS, "occupied": [1, 2, 3, 4, 5]}, "occupied"),
            ("worst_position", {**MARKS, "occupied": [1, 2], "stud_only": True}, "emptied_last"),
            ("short_table", {"players": 9, "fullest_players": 8, "full_ring": True, "blind_on_empty_seat": True}, "fullest_players"),
            ("several_out", {**P16, "out": [{"table": 1, "seat": 2, "stack_chips": 700}] * 2}, "out"),
            ("several_out", {"players_before": 2, "out": [{"table": 1, "seat": n, "stack_chips": 700} for n in (1, 2)]}, "out"),
            ("penalty_length", {"penalty": "missed_rounds", "players_at_table": 9}, "rounds"),
            ("penalty_length", {"penalty": "warning", "rounds": 2, "players_at_table": 9}, "rounds"),
            ("chip_race", {**FIVES, "into_chips": 12}, "into_chips"),
            ("chip_race", {**FIVES, "order": [3]}, "order"),
            ("chip_race", {**FIVES, "order": [3, 1, 9]}, "order"),
            ("casino_player_error", {"what": "called_short", "bet_chips": 400, "put_chips": 400}, "put_chips"),
            ("out_of_turn", {"act": "call", "bet_chips": 300, "raise_chips": 300, "skipped": "check"}, "skipped"),
            ("out_of_turn", {"act": "check", "bet_chips": 0, "raise_chips": 100, "skipped": "call"}, "skipped"),
            ("showdown_order", {"seats": [1], "button_seat": 1, "table_seats": 9, "last_aggressor": 10}, "seats"),
            ("divide_pots", {"players": [{"seat": 1, "chips": 5, "folded": True}]}, "players"),
            ("who_wins", {**TABLED, "players": [hand_of(1, "Ks Kd", 50), hand_of(1, "Js Jd", 50)]}, "players"),
            ("who_wins", {**TABLED, "players": [hand_of(1, "Ks Kd", 50), hand_of(2, "Ks Jd", 50)]}, "players"),
            ("who_wins", {**TABLED, "players": [hand_of(1, "Ks Kd Kh", 50), hand_of(2, "As Ad", 50)]}, "players"),
            ("who_wins", {**TABLED, "players": [hand_of(1, "Ks Kd", 0), hand_of(2, "As Ad", 0)]}, "players"),
            ("who_wins", {**TABLED, "board": "2c 7d 9h", "players": [hand_of(1, "Ks Kd", 50), hand_of(2, "As Ad", 50)]}, "board"),
            ("who_wins", {**TABLED, "board": "2c 2c 9h", "players": []}, "board"),
            ("who_wins", {**TABLED, "board": "2c 1d 9h", "players": []}, "board"),
            ("who_wins", {**TABLED, "board": ["2c"], "players": []}, "board"),
            ("who_wins", {**TABLED, "players": [hand_of(1, "Ks Kd", 60), hand_of(2, "As Ad", 60)]}, "smallest_chip"),
            ("dispute", {"what": "count", "next_hand_started": False, "substantial_action": True}, "substantial_action"),
            ("reopening", then(FLOP_47A, {"seat": 3, "act": "call"}), "acts"),
            ("ask_to_see", {"target_seat": 1, "target_was_aggressor": True, "players": CASE_18A}, "players"),
        ],
    )  # fmt: skip
    def test_is_refused_naming_the_field(self, kind: str, facts: dict[str, Any], field: str) -> None:
        with pytest.raises(Refused) as no:
            rule(kind, facts=facts, policies=ADTP)
        assert no.value.code == "bad_situation"
        assert no.value.params["field"] == field
        assert "%(" not in str(no.value)

    @pytest.mark.parametrize("kind", ["", "poker", None, 7, ["raise_amount"]])
    def test_unknown_question(self, kind: Any) -> None:
        with pytest.raises(Refused) as no:
            rule(kind, facts={}, policies=ADTP)
        assert no.value.code == "unknown_situation"

    def test_facts_must_be_a_mapping(self) -> None:
        with pytest.raises(Refused, match="bad_situation"):
            rule("rabbit_hunting", facts=[1], policies=ADTP)  # type: ignore[arg-type]


class TestWhoWins:
    @pytest.mark.rule("PT-H.61", "PT-H.29", "PT-H.32", "PT-H.62", "PT-O.62", "PT-O.63", "CASES settled 10")
    def test_every_hand_is_named_with_its_five_cards_and_every_pot_with_its_winner(self) -> None:
        players = [
            hand_of(1, "5s4s", 100),
            hand_of(2, "AhQh", 525),
            hand_of(3, "AdQd", 525),
            hand_of(4, "", 75, folded=True),
        ]
        facts = {**TABLED, "board": "Ac 2d 3h Ts 9c", "players": players}
        answer = rule("who_wins", facts=facts, policies=ADTP)
        said = [(n.seat, n.sentence % n.params, n.cards) for n in answer.also]
        assert said == [
            (1, "Straight, 5 high", "5s 4s Ac 2d 3h"),
            (2, "Pair of A", "Ah Qh Ac 10s 9c"),
            (3, "Pair of A", "Ad Qd Ac 10s 9c"),
            # in the order in which they are given
            (None, "Side pot 1 of 850: seats 2, 3.", ""),
            (None, "Main pot of 375: seat 1.", ""),
        ]

    @pytest.mark.parametrize(
        ("changes", "said"),
        [
            ({"players": [hand_of(1, "Ks Kd", 50), hand_of(1, "Js Jd", 50)]}, "A seat is there twice: 1."),
            (
                {"players": [hand_of(1, "Ks Kd", 50), hand_of(2, "Ks Jd", 50)]},
                "Ks is there twice: look again, or the deck is fouled. Seats: 1, 2.",
            ),
            (
                {"players": [hand_of(1, "Ks Kd", 50), hand_of(2, "As", 50), hand_of(3, "", 50)]},
                "Every hand that is not folded shows all its own cards: two in hold’em, four in Omaha. Seats: 2, 3.",
            ),
            (
                {"players": [hand_of(1, "Ks Kd", 60), hand_of(2, "As Ad", 50)]},
                "Not all of it can be paid in chips of that size: count it again. Seats: 1.",
            ),
        ],
    )  # fmt: skip
    def test_what_cannot_be_names_the_seat(self, changes: dict[str, Any], said: str) -> None:
        with pytest.raises(Refused) as no:
            rule("who_wins", facts={**TABLED, **changes}, policies=ADTP)
        assert no.value.sentence % no.value.params == said


class TestCatalogue:
    def test_every_question_has_a_row_above(self) -> None:
        asked = {p.values[0] for p in ROWS}
        assert asked == set(CATALOGUE)

    def test_describes_itself_in_json(self) -> None:
        for kind in CATALOGUE.values():
            written = json.loads(json.dumps(kind.as_dict()))
            assert written["title"] and written["rules"] and written["group"]
            for field in written["fields"]:
                assert field["title"]
                assert (field["type"] == "choice") == bool(field["choices"])
                assert (field["type"] == "rows") == bool(field["fields"])
                if field["type"] in ("chips", "count", "seat"):
                    assert field["minimum"] is not None and field["maximum"] is not None

    @pytest.mark.rule("ADTP.51A")
    def test_a_director_s_decision_offers_at_least_a_choice_and_no_number_of_its_own(self) -> None:
        for param in ROWS:
            kind, facts, policies, _ = param.values
            ruling = rule(kind, facts=facts, policies=policies)
            if ruling.action is Outcome.DIRECTOR:
                assert ruling.choices
                assert ruling.amount_chips is None or ruling.code == "out_of_turn_stands"


DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def values_of(field: FactField) -> st.SearchStrategy[Any]:
    match field.type:
        case FactType.YES_NO:
            found: st.SearchStrategy[Any] = st.booleans()
        case FactType.CHOICE:
            found = st.sampled_from([c.value for c in field.choices])
        case FactType.CHIP_LIST:
            found = st.lists(st.sampled_from([25, 100, 500, 1000, 5000]), max_size=6)
        case FactType.CARDS:
            found = st.lists(st.sampled_from(DECK), max_size=field.max_rows, unique=True).map(" ".join)
        case FactType.SEATS:
            found = st.lists(st.integers(1, 9), max_size=5, unique=True)
        case FactType.ROWS:
            found = st.lists(facts_of(field.fields), max_size=5)
        case FactType.CHIPS:
            found = st.integers(field.minimum or 0, 6000)
        case _:
            found = st.integers(field.minimum or 0, field.maximum or 0)
    return found if field.required else st.one_of(st.none(), found)


def facts_of(fields: tuple[FactField, ...]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({f.name: values_of(f) for f in fields})


@pytest.mark.rule("PT-T.55", "REGULATIONS 8.1")
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@pytest.mark.parametrize("kind", sorted(CATALOGUE))
@given(data=st.data())
def test_any_lawful_facts_get_a_whole_ruling_or_a_lawful_no(kind: str, data: st.DataObject) -> None:
    facts = data.draw(facts_of(CATALOGUE[kind].fields))
    policies = data.draw(st.sampled_from([ADTP, H2, SCPT, PT_ONLINE, OPEN_DEAL]))
    try:
        ruling = rule(kind, facts=facts, policies=policies)
    except Refused as no:
        assert no.code == "bad_situation"
        assert "%(" not in str(no)
        return
    written = json.loads(json.dumps(ruling.as_dict()))
    assert written["rules"] and written["code"]
    for sentence, params in (
        (ruling.sentence, ruling.params),
        *((c.sentence, c.params) for c in ruling.choices),
        *((n.sentence, n.params) for n in ruling.also),
    ):
        assert "%(" not in (sentence % params if params else sentence)
    assert ruling.returned_chips >= 0
    assert ruling.amount_chips is None or ruling.amount_chips >= 0
    if ruling.action is Outcome.DIRECTOR:
        assert len(ruling.choices) >= 1


garbage = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=100, deadline=None)
@given(data=st.data(), kind=st.sampled_from(sorted(CATALOGUE)))
def test_garbage_is_refused_never_an_error(data: st.DataObject, kind: str) -> None:
    names = [f.name for f in CATALOGUE[kind].fields]
    facts = data.draw(st.dictionaries(st.sampled_from([*names, "x"]), garbage))
    try:
        assert isinstance(rule(kind, facts=facts, policies=ADTP), Answer)
    except Refused as no:
        assert no.code == "bad_situation"


@pytest.mark.rule("ADTP.40C", "ADTP.43A", "40-a")
@settings(max_examples=100)
@given(
    total=st.integers(1, 9000), bet=st.integers(0, 4000), raise_=st.integers(1, 4000), declared=st.booleans()
)
def test_a_spoken_amount_is_the_same_as_chips(total: int, bet: int, raise_: int, declared: bool) -> None:
    context = {"bet_chips": bet, "raise_chips": raise_, "raise_declared": declared}
    found = []
    for facts in ({"order": "words_only", "said_chips": total}, {"order": "chips_only", "put_chips": total}):
        try:
            ruling = rule("verbal_or_chips", facts={**facts, **context}, policies=ADTP)
            found.append((ruling.action, ruling.amount_chips))
        except Refused as no:
            found.append((no.code, no.params["field"]))
    assert found[0] == found[1]


@pytest.mark.rule("SCPT.G", "PT-T.28", "PT-T.29", "PT-T.30")
@pytest.mark.parametrize(
    ("won_in", "second", "policies", "action", "rules"),
    [
        ("online_satellite", True, PT_ONLINE, Outcome.PAY, ("PT-T.29",)),
        ("live_satellite", True, PT_ONLINE, Outcome.PAY, ("PT-T.29",)),
        ("online_satellite", False, PT_ONLINE, Outcome.NO, ("PT-T.29",)),
        ("freeroll", True, PT_ONLINE, Outcome.NO, ("PT-T.30",)),
        ("online_satellite", True, SCPT, Outcome.NO, ("SCPT.G",)),
    ],
)
def test_when_a_won_seat_is_money(
    won_in: str, second: bool, policies: Policies, action: Outcome, rules: tuple[str, ...]
) -> None:
    facts = {"won_in": won_in, "has_seat_already": second}
    ruling = rule("won_seat_for_money", facts=facts, policies=policies)
    assert (ruling.action, ruling.rules) == (action, rules)


@pytest.mark.rule("SCPT.G", "PT-T.32")
def test_a_satellite_gives_whole_seats_and_the_rest_in_money() -> None:
    facts = {"pool": 1_000, "price": 300, "entries": 40}
    ruling = rule("seats_of_satellite", facts=facts, policies=PT_ONLINE)
    assert (ruling.params, [note.params for note in ruling.also]) == ({"given": 3}, [{"left": 100}])
    ruling = rule("seats_of_satellite", facts=facts | {"pool": 900}, policies=PT_ONLINE)
    assert (ruling.params, ruling.also) == ({"given": 3}, ())
    ruling = rule("seats_of_satellite", facts=facts | {"entries": 2}, policies=PT_ONLINE)
    assert (ruling.params["given"], ruling.also[0].params["left"]) == (2, 400)


@pytest.mark.rule("ADTP.20", "ADTP.20A", "ADTP.20C", "ADTP.20D")
@settings(max_examples=100)
@given(
    units=st.integers(1, 5000),
    chip=st.sampled_from([1, 25, 100]),
    high=st.lists(st.integers(1, 9), min_size=1, max_size=5, unique=True),
    low=st.lists(st.integers(1, 9), max_size=5, unique=True),
    button=st.integers(1, 9),
)
def test_a_split_pot_is_paid_whole_and_evenly(
    units: int, chip: int, high: list[int], low: list[int], button: int
) -> None:
    ruling = rule(
        "odd_chips",
        facts={
            "game": "flop_hi_lo",
            "pot_chips": units * chip,
            "smallest_chip": chip,
            "high_seats": high,
            "low_seats": low,
            "button_seat": button,
            "table_seats": 9,
        },
        policies=ADTP,
    )
    paid = [s.chips for s in ruling.shares]
    assert sum(paid) == units * chip
    assert all(p % chip == 0 for p in paid)
    if not low or set(low) == set(high):
        assert max(paid) - min(paid) <= chip


@pytest.mark.rule("ADTP.21", "21-b")
@settings(max_examples=150)
@given(
    rows=st.lists(st.tuples(st.integers(0, 5000), st.booleans()), min_size=1, max_size=10),
    dead=st.integers(0, 500),
)
def test_every_chip_is_in_a_pot_or_goes_back(rows: list[tuple[int, bool]], dead: int) -> None:
    if not any(chips and not folded for chips, folded in rows):
        return
    players = [{"seat": i, "chips": c, "folded": f} for i, (c, f) in enumerate(rows, start=1)]
    ruling = rule("divide_pots", facts={"players": players, "dead_chips": dead}, policies=ADTP)
    assert sum(s.chips for s in ruling.shares) + ruling.returned_chips == sum(c for c, _ in rows) + dead
    folded = {p["seat"] for p in players if p["folded"]}
    assert not any(folded & set(s.seats) for s in ruling.shares)


@pytest.mark.rule("ADTP.44", "44-a")
@settings(max_examples=60)
@given(bet=st.integers(1, 5000), over=st.integers(0, 50_000), last=st.booleans())
def test_a_silent_oversized_chip_is_always_a_call(bet: int, over: int, last: bool) -> None:
    facts = {"chip_chips": bet + over, "bet_chips": bet, "raise_chips": bet, "last_chip": last}
    ruling = rule("oversized_chip", facts=facts, policies=ADTP)
    assert (ruling.action, ruling.amount_chips, ruling.returned_chips) == (Outcome.CALL, bet, over)


@pytest.mark.rule("ADTP.P11", "ante-a", "ante-b")
@settings(max_examples=60)
@given(stack=st.integers(1, 5000), ante=st.integers(1, 2000), blind=st.integers(1, 2000))
def test_ante_and_blind_never_exceed_stack_or_due(stack: int, ante: int, blind: int) -> None:
    facts = {"stack_chips": stack, "ante_chips": ante, "blind_chips": blind}
    paid = rule("short_big_blind", facts=facts, policies=ADTP).params
    assert int(paid["ante"]) == min(stack, ante)
    assert int(paid["blind"]) == min(stack - int(paid["ante"]), blind)


@pytest.mark.rule("ADTP.30")
def test_policies_change_the_ruling_not_the_rule_set_s_name() -> None:
    varied = ADTP.vary(rule_set="house", absent_at_start=AbsentAtStart.BLINDED_OFF)
    facts = {"at_seat": False, "came_to_tournament": False}
    assert rule("absent_player", facts=facts, policies=varied).action is Outcome.DEAD_HAND
