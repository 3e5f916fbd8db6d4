"""What is typed on the page of a ruling becomes facts."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.utils import translation

from rules.policies.pt_online import PT_ONLINE
from rules.policies.scpt import SCPT
from rules.refusals import Refused
from rules.rulings import CATALOGUE
from rules.rulings.situation import MAX_ROWS
from web.floor.situations import catalogue, facts_of

SEVERAL = CATALOGUE["multiple_chips"]


def chips(typed: str) -> object:
    query = QueryDict(mutable=True)
    query.update({"pushed": typed, "bet_chips": "1.100", "raise_chips": "600"})
    return facts_of(SEVERAL, typed=query)["pushed"]


@pytest.mark.rule("45-c", "ADTP.45B")
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("1000 + 5x100", [1000, 100, 100, 100, 100, 100]),
        ("1.000 + 2 × 100", [1000, 100, 100]),
        ("2*500; 25", [500, 500, 25]),
        ("500 25", [500, 25]),
        ("0x100 500", [500]),
    ],
)
def test_chips_are_typed_as_people_write_them(typed: str, found: list[int]) -> None:
    assert chips(typed) == found


@pytest.mark.parametrize("typed", ["x100", "5x", "2x3x100", "five", "-5x100"])
def test_what_is_no_chip_is_refused(typed: str) -> None:
    with pytest.raises(Refused) as no:
        chips(typed)
    assert no.value.code == "bad_situation"


def test_too_many_chips_are_not_built() -> None:
    found = chips("999999999999x100")
    assert isinstance(found, list)
    assert len(found) == MAX_ROWS + 1


def test_the_casino_tables_of_portugal_are_asked_where_one_of_its_books_is_in_force() -> None:
    with translation.override("en"):
        here, there = ([group["title"] for group in catalogue(policies)] for policies in (SCPT, PT_ONLINE))
        rules = [kind["rules"] for kind in catalogue(PT_ONLINE)[-1]["kinds"]]
    assert there[:-1] == here and there[-1] == "Casino tables (Portugal, 2007)"
    # a book of no tournament, and the only one these are answered from
    assert rules and all(one.startswith("PT-L.") for one in rules)
