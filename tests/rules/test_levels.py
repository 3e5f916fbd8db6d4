"""Structures that can be played, and the ones that cannot."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from rules import levels
from rules.levels import (
    AnteDue,
    AnteKind,
    Level,
    Recess,
    Structure,
    ante_for,
    round_cost_chips,
    short_handed_seconds,
    validate,
)
from rules.policies.adtp import ADTP
from rules.policies.scpt import SCPT
from rules.refusals import Refused
from rules.structures import SCPT_MAIN, STRUCTURES, TURBO_8MAX


def two(**second: Any) -> Structure:
    first = Level(small_blind=100, big_blind=200, seconds=600)
    return Structure(starting_stack=10_000, items=(first, replace(first, **second)))


@pytest.mark.rule("PT-T.45", "PT-T.46", "REGULATIONS 4.1")
@pytest.mark.parametrize("name", sorted(STRUCTURES))
def test_shipped_structures_are_valid_and_survive_json(name: str) -> None:
    structure = STRUCTURES[name]
    validate(structure=structure)
    assert levels.from_dict(json.loads(json.dumps(structure.as_dict()))) == structure
    smallest = structure.denominations[0]
    for level in structure.levels:
        assert level.small_blind % 5 == 0
        assert (level.small_blind % smallest, level.big_blind % smallest) == (0, 0)


@pytest.mark.rule("SCPT.U2")
def test_the_circuits_main_event_has_the_big_ante_from_level_three() -> None:
    assert [lv.big_blind_ante for lv in SCPT_MAIN.levels[:4]] == [0, 0, 300, 400]
    assert SCPT_MAIN.level_number(3) == 3  # index 3 is the first recess
    assert SCPT_MAIN.level_at(3) == SCPT_MAIN.levels[2]
    assert SCPT_MAIN.index_of_level(4) == 4
    last = SCPT_MAIN.late_registration_last_index()
    assert last is not None and isinstance(SCPT_MAIN.items[last], Recess)
    assert SCPT_MAIN.level_number(last) == 9


@pytest.mark.parametrize(
    ("structure", "code"),
    [
        (Structure(starting_stack=100, items=()), "no_levels"),
        (Structure(starting_stack=100, items=(Recess(seconds=60), *two().items[:1])), "recess_first"),
        (two(seconds=29, big_blind=400), "bad_duration"),
        (two(seconds=14_401, big_blind=400), "bad_duration"),
        (two(big_blind=199), "levels_fall"),
        (two(small_blind=50), "levels_fall"),
        (two(), "levels_do_not_rise"),
        (two(small_blind=300), "bad_blinds"),
        (two(small_blind=0), "bad_blinds"),
        (two(big_blind=-200, small_blind=-100), "bad_blinds"),
        (two(ante=10, big_blind_ante=200), "bad_blinds"),
        (replace(two(big_blind=400), starting_stack=0), "bad_stack"),
        (replace(two(big_blind=400), late_registration_levels=3), "late_registration_beyond_levels"),
        (replace(two(big_blind=400), late_registration_levels=0), "late_registration_beyond_levels"),
        (replace(two(big_blind=400), denominations=(100, 25)), "bad_denominations"),
        (replace(two(big_blind=400), denominations=()), "bad_denominations"),
    ],
)
@pytest.mark.rule("PT-T.46")
def test_what_cannot_be_played_is_refused(structure: Structure, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        validate(structure=structure)
    assert refusal.value.code == code


@pytest.mark.rule("PT-T.46")
@pytest.mark.parametrize(
    ("structure", "said"),
    [
        (two(small_blind=300), "the big blind is lower"),
        (two(small_blind=0), "above zero"),
        (two(big_blind=2_000_000_000_000), "no amount is above"),
        (two(ante=500), "the ante is higher"),
        (two(ante=10, big_blind_ante=200), "not both"),
        (two(big_blind_ante=500), "more than twice"),
    ],
)
def test_of_a_level_the_one_thing_that_is_wrong_is_said(structure: Structure, said: str) -> None:
    with pytest.raises(Refused) as refusal:
        validate(structure=structure)
    assert refusal.value.code == "bad_blinds" and said in refusal.value.sentence


@pytest.mark.rule("ADTP.P11")
def test_antes_never_fall() -> None:
    first = Level(small_blind=100, big_blind=200, big_blind_ante=200, seconds=600)
    fallen = Structure(starting_stack=1, items=(first, Level(small_blind=200, big_blind=400, seconds=600)))
    with pytest.raises(Refused) as refusal:
        validate(structure=fallen)
    assert refusal.value.code == "levels_fall"
    single = replace(first, big_blind_ante=0, ante=25)
    validate(structure=Structure(starting_stack=1, items=(single, replace(first, big_blind=300))))


def test_at_most_a_hundred_items() -> None:
    many = tuple(Level(small_blind=n, big_blind=2 * n, seconds=60) for n in range(1, 102))
    validate(structure=Structure(starting_stack=1, items=many[:100]))
    with pytest.raises(Refused) as refusal:
        validate(structure=Structure(starting_stack=1, items=many))
    assert refusal.value.code == "too_many_levels"


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"starting_stack": "5000", "items": []},
        {"starting_stack": 5000, "items": [{"kind": "nap", "seconds": 60}]},
        {
            "starting_stack": 5000,
            "items": [{"kind": "level", "small_blind": 1.5, "big_blind": 3, "seconds": 60}],
        },
        {"starting_stack": True, "items": []},
        {"starting_stack": 5000, "items": ["level"]},
        {"starting_stack": 5000, "items": None},
        {"starting_stack": 5000, "items": [{"kind": "recess", "seconds": 60, "add_on": "yes"}]},
    ],
)
def test_nonsense_is_refused_and_not_an_error(values: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refusal:
        levels.from_dict(values)
    assert refusal.value.code == "bad_structure"


@pytest.mark.rule("SCPT.U2", "REGULATIONS 4.3")
def test_the_big_ante_is_whole_until_heads_up() -> None:
    level = Level(small_blind=500, big_blind=1000, seconds=600)

    def due(number: int, left: int) -> AnteDue:
        return ante_for(level=level, level_number=number, players_left=left, policies=SCPT)

    assert due(2, 100) == AnteDue(kind=AnteKind.NONE)
    for left in (100, 9, 4, 3):
        assert due(3, left) == AnteDue(kind=AnteKind.BIG_BLIND, chips=1000, ante_first=True)
    assert due(3, 2) == AnteDue(kind=AnteKind.NONE)


@pytest.mark.rule("ADTP.P7", "ADTP.P11")
def test_the_base_keeps_the_structures_ante_heads_up() -> None:
    each = Level(small_blind=500, big_blind=1000, ante=100, seconds=600)
    one = Level(small_blind=500, big_blind=1000, big_blind_ante=1000, seconds=600)
    assert ante_for(level=each, level_number=1, players_left=2, policies=ADTP) == AnteDue(
        kind=AnteKind.EACH, chips=100
    )
    assert ante_for(level=one, level_number=1, players_left=2, policies=ADTP).chips == 1000
    none = ADTP.vary(rule_set="house", big_blind_ante_heads_up=False)
    assert ante_for(level=one, level_number=1, players_left=2, policies=none).kind is AnteKind.NONE


@pytest.mark.rule("SCPT.V", "REGULATIONS 4.3")
@pytest.mark.parametrize(
    ("seconds", "left", "main", "expected"),
    [
        (2400, 6, True, None),
        (2400, 5, True, 900),
        (900, 5, True, None),
        (1200, 5, False, 600),
        (900, 5, False, None),
        (600, 3, False, None),
    ],
)
def test_short_handed_levels_are_the_directors_call(
    seconds: int, left: int, main: bool, expected: int | None
) -> None:
    def proposed(policies: Any) -> int | None:
        return short_handed_seconds(
            level_seconds=seconds, players_left=left, main_event=main, policies=policies
        )

    assert proposed(SCPT) == expected
    assert proposed(ADTP) is None


@pytest.mark.rule("ADTP.11D")
def test_a_turbo_has_short_levels_only() -> None:
    assert {name: structure.turbo for name, structure in STRUCTURES.items()} == {
        "scpt-main": False, "turbo-8max": True, "sit-and-go-9": True, "online-mtt-pt": True, "online-mtt": True,
    }  # fmt: skip
    longer = replace(SCPT_MAIN, items=(*TURBO_8MAX.items, SCPT_MAIN.items[-1]))
    assert not longer.turbo


@pytest.mark.rule("PT-T.23")
def test_after_some_levels_a_recess_follows() -> None:
    assert [n for n in range(len(TURBO_8MAX.levels) + 2) if TURBO_8MAX.recess_follows(n)] == [
        6,
        12,
        18,
        24,
        30,
    ]
    assert not two().recess_follows(1) and not two().recess_follows(2)


def test_a_round_that_is_sat_out_costs_both_blinds_and_its_antes() -> None:
    """As tests/browser_units/seats.test.mjs has it of the tablet."""

    def cost(kind: AnteKind, chips: int, players: int = 9) -> int:
        ante = AnteDue(kind=kind, chips=chips)
        return round_cost_chips(small_blind=1500, big_blind=3000, ante=ante, players=players)

    assert cost(AnteKind.BIG_BLIND, 3000) == 7500
    assert cost(AnteKind.EACH, 300) == 7200
    assert cost(AnteKind.NONE, 0, players=2) == 4500
    assert cost(AnteKind.BIG_BLIND, 3000, players=1) == 0
