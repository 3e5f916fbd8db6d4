"""The cases next to the worked ones: one chip more or less, one player more, the other rule set."""

from __future__ import annotations

from typing import Any

import pytest

from rules.policies import Policies
from rules.policies.adtp import ADTP
from rules.policies.h2 import H2
from rules.policies.scpt import SCPT
from rules.rulings import Outcome, rule

MIN_1000 = {"bet_chips": 1000, "raise_chips": 1000}
R1100 = {"bet_chips": 1100, "raise_chips": 600}


@pytest.mark.rule("43-c", "ADTP.43A")
@pytest.mark.parametrize(
    ("total", "action", "binds", "back"),
    [
        (1001, Outcome.CALL, 1000, 1),
        (1499, Outcome.CALL, 1000, 499),
        (1500, Outcome.RAISE, 2000, 0),  # half of the minimum raise is half
        (1999, Outcome.RAISE, 2000, 0),
        (2000, Outcome.RAISE, 2000, 0),
        (2001, Outcome.RAISE, 2001, 0),
    ],
)
def test_around_half_a_raise(total: int, action: Outcome, binds: int, back: int) -> None:
    ruling = rule("raise_amount", facts={"total_chips": total, **MIN_1000}, policies=ADTP)
    assert (ruling.action, ruling.amount_chips, ruling.returned_chips) == (action, binds, back)


@pytest.mark.rule("43-c", "ADTP.43B")
def test_a_word_or_an_all_in_makes_the_same_chips_something_else() -> None:
    declared = rule(
        "raise_amount", facts={"total_chips": 1400, "raise_declared": True, **MIN_1000}, policies=ADTP
    )
    assert (declared.action, declared.amount_chips) == (Outcome.RAISE, 2000)
    all_in = rule("raise_amount", facts={"total_chips": 1400, "all_in": True, **MIN_1000}, policies=ADTP)
    assert (all_in.action, all_in.amount_chips) == (Outcome.ALL_IN, 1400)


@pytest.mark.rule("45-a", "45-b", "45-c", "45-d", "ADTP.45A", "ADTP.45B")
@pytest.mark.parametrize(
    ("pushed", "binds", "back"),
    [
        ([1000, 1000], 1100, 900),  # without one of them the call is not there
        ([500, 500, 500], 1100, 400),
        ([500, 500, 100], 1100, 0),
        ([500, 500, 100, 100], 1100, 100),  # one hundred too many is no half of a raise
        ([1000, 100, 100, 100], 1100, 200),
        ([1000, 100, 100, 100, 100], 1700, 0),  # exactly the line of 1400
        ([1000, 500, 100], 1700, 0),
    ],
)
def test_several_chips(pushed: list[int], binds: int, back: int) -> None:
    ruling = rule("multiple_chips", facts={"pushed": pushed, **R1100}, policies=ADTP)
    assert (ruling.amount_chips, ruling.returned_chips) == (binds, back)


@pytest.mark.rule("43-a", "43-b", "ADTP.43A")
@pytest.mark.parametrize(
    ("big_blind", "before_flop", "to", "least"),
    [
        (200, False, [600], 1200),
        (200, False, [600, 1600], 2600),
        (200, False, [600, 1600, 3600], 5600),
        (200, False, [200, 300], 500),  # an all-in below a raise keeps the old size
        (100, True, [120], 220),
        (100, True, [150], 250),
        (100, True, [199], 299),
        (100, True, [200], 300),
        (100, True, [250], 400),
    ],
)
def test_the_next_raise(big_blind: int, before_flop: bool, to: list[int], least: int) -> None:
    facts = {
        "big_blind_chips": big_blind,
        "before_flop": before_flop,
        "wagers": [{"to_chips": chips} for chips in to],
    }
    assert rule("minimum_raise", facts=facts, policies=ADTP).amount_chips == least


@pytest.mark.rule("54-a", "ADTP.54A")
@pytest.mark.parametrize(
    ("facts", "most"),
    [
        ({"pot_chips": 300, "bet_chips": 200, "before_flop": True}, 700),
        ({"pot_chips": 500, "bet_chips": 200, "before_flop": True}, 900),  # one called before
        ({"pot_chips": 700, "bet_chips": 200, "before_flop": True}, 1100),  # two did
        ({"pot_chips": 1000, "bet_chips": 700}, 2400),
        ({"pot_chips": 1000, "bet_chips": 0}, 1000),
        ({"pot_chips": 150, "bet_chips": 200, "before_flop": True, "missing_blind_chips": 150}, 700),
    ],
)
def test_the_pot(facts: dict[str, Any], most: int) -> None:
    assert rule("pot_limit_maximum", facts=facts, policies=ADTP).amount_chips == most


@pytest.mark.rule("36-a", "36-b", "ADTP.36")
@pytest.mark.parametrize(
    ("acts", "substantial"),
    [
        ("", False),
        ("fold", False),
        ("bet", False),
        ("check fold", False),
        ("fold fold", False),
        ("call fold", True),
        ("check bet", True),
        ("fold raise", True),
        ("check check check", True),
        ("fold check fold", True),
    ],
)
def test_substantial_action(acts: str, substantial: bool) -> None:
    ruling = rule("substantial_action", facts={"acts": [{"act": act} for act in acts.split()]}, policies=ADTP)
    assert ruling.action is (Outcome.YES if substantial else Outcome.NO)


@pytest.mark.rule("ante-a", "ante-b", "ADTP.P11")
@pytest.mark.parametrize(
    ("stack", "blind"), [(1, 0), (999, 0), (1000, 0), (1001, 1), (1999, 999), (2000, 1000), (5000, 1000)]
)
def test_the_ante_comes_first_to_the_last_chip(stack: int, blind: int) -> None:
    ruling = rule(
        "short_big_blind",
        facts={"stack_chips": stack, "ante_chips": 1000, "blind_chips": 1000},
        policies=ADTP,
    )
    assert ruling.amount_chips == blind
    assert (ruling.action is Outcome.ALL_IN) == (stack <= 2000)


@pytest.mark.rule("57-a", "ADTP.57")
@pytest.mark.parametrize(
    ("spoken", "pot", "binds"),
    [(5, 4999, 500), (5, 5000, 5000), (5, 49_999, 5000), (10, 999, None), (10, 1000, 1000), (10, 9999, 1000)],
)
def test_the_largest_amount_the_pot_allows(spoken: int, pot: int, binds: int | None) -> None:
    ruling = rule(
        "unclear_amount", facts={"spoken": spoken, "minimum_chips": 400, "pot_chips": pot}, policies=ADTP
    )
    assert ruling.amount_chips == binds
    assert (ruling.action is Outcome.DIRECTOR) == (binds is None)


@pytest.mark.rule("51-a", "51-b", "ADTP.51A", "ADTP.51B", "CASES settled 3")
@pytest.mark.parametrize(
    ("policies", "more", "binds"),
    [
        (ADTP, {"heads_up_pot": True, "opening_bet": False}, 8000),
        (ADTP, {"heads_up_pot": False, "opening_bet": True}, 8000),
        (ADTP, {"heads_up_pot": False, "opening_bet": False}, None),
        (ADTP, {"heads_up_pot": False, "opening_bet": False, "how": "amount_said"}, None),
        (ADTP, {"heads_up_pot": False, "opening_bet": False, "how": "call_said"}, 8000),
        (SCPT, {"heads_up_pot": False, "opening_bet": False, "how": "call_said"}, 8000),
        (H2, {"heads_up_pot": False, "opening_bet": False, "how": "call_said"}, None),
    ],
)
def test_too_little_for_a_call(policies: Policies, more: dict[str, Any], binds: int | None) -> None:
    ruling = rule("undercall", facts={"bet_chips": 8000, "put_chips": 2000, **more}, policies=policies)
    assert ruling.amount_chips == binds
    if binds is None:
        assert {c.value: c.amount_chips for c in ruling.choices} == {
            "full_call": 8000,
            "forfeit_and_fold": 2000,
        }


@pytest.mark.rule("20-a", "ADTP.20")
@pytest.mark.parametrize("button", range(1, 10))
def test_the_odd_chip_goes_left_of_the_button(button: int) -> None:
    facts = {
        "pot_chips": 101, "smallest_chip": 1, "high_seats": [2, 5], "button_seat": button, "table_seats": 9,
    }  # fmt: skip
    shares = {share.seats: share.chips for share in rule("odd_chips", facts=facts, policies=ADTP).shares}
    first = min((2, 5), key=lambda seat: (seat - button - 1) % 9)
    assert shares == {(first,): 51, (7 - first,): 50}
