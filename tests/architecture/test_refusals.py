"""Every lawful no names the rule it comes from, or it is one of the few kinds of no that no book knows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rules.words import FIELD_WORDS
from tests.architecture.rules_index import ROOT, known_ids, normal

PACKAGES = ("rules", "ledger", "tournaments", "tables", "payouts", "play")

# why no regulation is named: codes
NO_BOOK_KNOWS = {
    "what was typed or sent cannot be read": {
        "amount_negative", "amount_not_a_number", "amount_too_large", "amount_zero", "bad_amount", "bad_method",
        "bad_period", "bad_pix_key", "pix_text_bad", "pix_text_missing", "pix_text_too_long",
        "bad_colour", "bad_ground", "bad_pin", "bad_screen", "bad_screen_code", "bad_screen_name", "bad_screen_role",
        "bad_slug", "cannot_change",
        "ends_before_start", "event_number_taken", "message_too_long", "mixed_alphabets",
        "name_of_staff", "name_taken", "no_such_choice", "no_such_template", "no_such_sponsor",
        "no_such_timezone", "not_a_date", "not_a_number", "not_an_instant", "not_yes_or_no", "number_too_large",
        "number_too_small", "same_account", "slug_taken", "text_missing", "text_too_long",
        "text_unreadable", "too_many_sponsors", "too_many_templates", "unreadable_colour",
    },
    "it does not exist, or not here": {
        "no_such_entry", "no_such_screen", "no_such_seat", "no_such_table", "no_such_tournament", "not_found",
        "other_currency", "other_tournament", "screen_elsewhere", "unknown_account", "unknown_notice",
    },
    "the tournament is not there yet, or is over": {"not_running"},
    "somebody else was faster": {"changed_meanwhile"},
    "the house's own business": {"cards_gone", "hand_being_played", "no_card_key", "table_closed"},
    "who asks is not known or may not": {"forbidden", "sign_in_first"},
}  # fmt: skip


@cache
def refusals() -> tuple[tuple[str, str, str | None], ...]:
    """Return all of them, read once."""
    return tuple(_refusals())


def _refusals() -> Iterator[tuple[str, str, str | None]]:
    """(where, code, rule) of every Refused that is written out; rule None where none is given."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "logo" in path.name:  # about pictures, not about poker
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id == "Refused"
                    and node.args
                    and isinstance(node.args[0], ast.Constant)
                ):
                    rules = [k.value for k in node.keywords if k.arg == "rule"]
                    named = [r.value for r in rules if isinstance(r, ast.Constant)]
                    if rules and not named:  # chosen where it is raised
                        continue
                    yield (
                        f"{Path(path).relative_to(ROOT)}:{node.lineno}",
                        str(node.args[0].value),
                        str(named[0]) if named else None,
                    )


def test_every_refusal_names_its_rule_or_no_book_knows_it() -> None:
    house = {code for codes in NO_BOOK_KNOWS.values() for code in codes}
    found = refusals()
    assert len(found) > 300
    assert [f for f in found if not f[2] and f[1] not in house] == []


def test_the_rules_that_refusals_name_exist() -> None:
    known = known_ids()
    wrong = []
    for where, code, rule in refusals():
        for one in normal(rule or ""):
            # a letter of a rule counts as the rule; numbered points of the regulations have no list
            if (
                one not in known
                and one.rstrip("ABCDEFGH") not in known
                and not one.startswith("REGULATIONS ")
            ):
                wrong.append((where, code, one))
    assert wrong == []


@pytest.mark.parametrize("why", NO_BOOK_KNOWS)
def test_nothing_is_excused_that_nobody_refuses_with(why: str) -> None:
    used = {code for _, code, rule in refusals() if not rule}
    assert NO_BOOK_KNOWS[why] - used == set()


# what reads a value under the name of its field, which its refusals say
READERS = {"text", "slug", "integer", "boolean", "one_of"}


def fields_read() -> Iterator[tuple[str, str]]:
    """(where, field) of every field that is read under its name."""
    for package in (*PACKAGES, "people"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                    if name in READERS and isinstance(node.args[0].value, str):
                        yield f"{path.relative_to(ROOT)}:{node.lineno}", node.args[0].value


def test_no_refusal_calls_a_field_as_programs_do():
    raw = [f"{where} {field}" for where, field in fields_read() if field not in FIELD_WORDS]
    assert not raw, f"FIELD_WORDS of rules/words.py lacks the label of: {raw}"
