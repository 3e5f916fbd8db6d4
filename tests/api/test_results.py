"""Every command's answer has a described shape, with an example, and is what it says."""

from __future__ import annotations

import pytest

from api.examples import example_of
from api.shapes import words_of
from dispatch import cards
from dispatch.results import RESULTS
from tests.api.described import answer_schema, description, posts, wrong

SESSIONS = ("sign_in", "sign_out")  # of a browser; no commands


def test_every_answer_of_a_command_has_a_type():
    untyped = []
    for name, operation in posts().items():
        if name in SESSIONS:
            continue
        schema = answer_schema(operation)
        component = description()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        result = component["properties"]["result"]
        parts = result.get("anyOf") or result.get("allOf") or [result]
        for part in parts:
            found = description()["components"]["schemas"].get(part.get("$ref", "").rpartition("/")[2], {})
            if not found.get("properties"):
                untyped.append(name)
    assert untyped == []
    assert len(posts()) > 120


def test_every_example_is_as_described():
    found = {
        name: example["value"]
        for name, operation in posts().items()
        if name not in SESSIONS
        for example in operation["responses"]["200"]["content"]["application/json"]["examples"].values()
    }
    assert set(posts()) - set(found) == set(SESSIONS)
    assert [error for name, value in found.items() for error in wrong(name, value)] == []


def test_an_answer_that_says_something_else_is_seen():
    done = {"command_id": "1f0a4c52-8c1e-4c57-9d5e-0d7a3f6f2b10", "replayed": False}
    assert wrong("undo_payment", {**done, "result": {"award_id": 1, "amount_cents": 1}}) == []
    for result in (
        {"award_id": 1},
        {"award_id": 1, "amount_cents": "1"},
        {"award_id": 1, "amount_cents": 1, "x": 1},
    ):
        assert len(wrong("undo_payment", {**done, "result": result})) == 1


def test_every_result_has_a_name_of_its_own_and_an_example():
    cards.load()
    # other tests make commands of their own
    classes = {found for found in RESULTS.values() if not found.__module__.startswith("tests.")}
    assert len(classes) > 90
    assert len({found.__name__ for found in classes}) == len(classes)
    for found in classes:
        assert example_of(found), found
        assert found.__doc__ and not found.__doc__.startswith(found.__name__ + "("), found


def test_a_docstring_describes_the_fields_that_it_names():
    from payouts.results import DealResult
    from tables.operations.moves import Moved

    assert words_of(DealResult) == ("", {"state": "how the deal stands now."})
    about, said = words_of(Moved)
    assert about == "A player who was moved."
    assert said["draw_number"] == "the public draw that gave the seat; null where nothing was drawn."


@pytest.mark.parametrize("kind", [str, int, float])
def test_a_text_without_an_example_is_named(kind):
    import dataclasses

    made = dataclasses.make_dataclass("Made", [("something_new", kind)], frozen=True)
    if kind is int:
        assert example_of(made) == {"something_new": 3}
    else:
        with pytest.raises(LookupError, match="something_new"):
            example_of(made)
