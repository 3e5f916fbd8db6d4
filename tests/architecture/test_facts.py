"""Facts are classes: every kind has its schema, what was sealed stays readable, nobody records a bare string."""

from __future__ import annotations

import ast
import importlib
import re

import pytest

from dispatch.cards import CARDS
from dispatch.facts import FACTS
from rules.notices import NOTICES
from tests.architecture import facts_page
from tests.architecture.rules_index import PACKAGES, ROOT

KINDS = {fact.kind: fact for app in facts_page.APPS for fact in facts_page.facts_of(app)}


def test_the_page_is_up_to_date():
    assert facts_page.PAGE.read_text("utf-8") == facts_page.page(), f"run {facts_page.COMMAND}"


def test_what_was_sealed_keeps_its_kind_and_its_keys():
    """Add keys to a fact that was ever sealed; never take one away, rename it or give it another type."""
    assert facts_page.sealed() == facts_page.kinds_now(), (
        f"run {facts_page.COMMAND}, unless something is gone"
    )


def test_the_writer_takes_nothing_away():
    before = {"a": {"x": "int", "y": "str"}}
    now = {"a": {"x": "int"}, "b": {"z": "int"}}
    assert facts_page.added(before, now) == {"a": {"x": "int", "y": "str"}, "b": {"z": "int"}}


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_kind_says_what_it_is(kind):
    fact = KINDS[kind]
    schema = facts_page.schema_of(fact)
    assert re.fullmatch(r"[a-z]+(_[a-z]+)+", kind)
    assert fact.__doc__
    assert not fact.__doc__.startswith(f"{fact.__name__}("), (
        "the docstring is not the one dataclasses makes up"
    )
    for stream in schema.streams:
        assert re.fullmatch(r"(tournament|season|venue|user|player|play):(<\w+>|0)", stream)
    for audience in schema.audiences:
        assert re.fullmatch(r"public|staff|player:<\w+>", audience)
    for topic in (*schema.topics, *schema.sometimes):
        assert re.match(r"(staff/)?(tournament|season|player|user|device|play)/[<…]", topic)


def test_every_fact_of_the_product_stands_in_the_facts_of_an_app():
    product = {kind for kind, fact in FACTS.items() if not fact.__module__.startswith("tests.")}
    assert product == KINDS.keys()


def test_record_takes_a_fact_and_nothing_else():
    """Nobody gives a kind as a string, or forgets a topic: the class knows."""
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "record"
        if len(call.args) != 1 or call.keywords or isinstance(call.args[0], ast.Constant | ast.JoinedStr)
    ]
    assert found == []


def test_kinds_that_are_read_are_recorded():
    for app in facts_page.APPS:
        importlib.import_module(f"{app}.commands")
    named = {kind for rule in NOTICES for kind in rule.facts}
    for card in CARDS.values():
        named |= {row.fact for row in card.already_done} | set(card.undoes.last_of if card.undoes else ())
    assert named <= KINDS.keys()
