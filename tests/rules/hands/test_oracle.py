"""Random hands come out as PokerKit has them, but for the differences that the law asks for."""

from __future__ import annotations

import pytest

from tests.architecture.rules_index import known_ids
from tests.rules.hands.oracle import LAWFUL, Lawful, compare


@pytest.mark.rule(
    "PT-H.34", "PT-H.40", "PT-H.51", "PT-H.62", "PT-H.63", "PT-O.34", "PT-O.40", "PT-O.60", "PT-O.63"
)
def test_random_hands_are_those_of_another_engine() -> None:
    found = compare(hands=200, seed=9)
    assert found.faults == []
    assert {Lawful.SHORT_BIG_BLIND, Lawful.FIRST_SHORT_ALL_IN, Lawful.LIMIT_COMPLETION} <= set(found.lawful)
    assert found.hands == 200 and found.acts > 2000


def test_every_difference_has_its_clauses() -> None:
    known = known_ids()
    assert set(LAWFUL) == set(Lawful)
    assert [one for one, clauses in LAWFUL.items() if not clauses or not set(clauses) <= set(known)] == []
