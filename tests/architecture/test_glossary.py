"""One word, one thing: the glossary is whole, its words name one class each, and the retired words stay out of the code."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    "rules", "dispatch", "people", "ledger", "tournaments", "tables", "payouts", "play",
    "simulation", "undo", "access", "api", "web", "config",
)  # fmt: skip
APPS_WITH_ROWS = ("dispatch", "people", "ledger", "tournaments", "tables", "payouts", "play")
RETIRED = {"face", "faces", "door", "doors", "deed", "deeds", "told", "law"}
# how a card lies; keys and columns that sealed facts, stored settings and callers know by these names
OTHER_MEANINGS = {
    "FACE_UP",
    "FACE_DOWN",
    "face_up",
    "face_down",
    "FACE_HIDDEN",
    "told_too_late",
    "told_chips",
    "told_cents",
}
OTHER_MEANINGS |= {"told", "told__deal_id__in"}  # notices: the column, and how it is asked for
PUNCTUATION = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


@cache
def trees() -> dict[Path, ast.Module]:
    return {
        file.relative_to(ROOT): ast.parse(file.read_text())
        for room in ROOMS
        for file in sorted((ROOT / room).rglob("*.py"))
        if "migrations" not in file.parts
        and "management" not in file.parts  # whose classes Django wants called Command
    }


@cache
def classes() -> dict[str, list[str]]:
    found = defaultdict(list)
    for file, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(f"{file}:{node.lineno}")
    return found


@cache
def rows() -> list[list[str]]:
    """The lines of the first table: word, in Portuguese, meaning, in code."""
    text = (ROOT / "docs" / "glossary.md").read_text().partition("\n## ")[0]
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip(" |") for cell in line] for line in lines[1:]]


def words_of(row: list[str]) -> list[str]:
    return [word.strip() for word in re.split(r"[,/]", row[0])]


def named_in(row: list[str]) -> list[str]:
    return re.findall(r"`(\w+)`", row[3]) if len(row) > 3 else []


def test_each_word_stands_once():
    words = [word for row in rows() for word in words_of(row)]
    assert sorted(words) == sorted(set(words))
    assert len(words) > 90


def test_each_class_named_is_there_once():
    named = [name for row in rows() for name in named_in(row)]
    assert len(named) == len(set(named))
    assert {name: classes().get(name, []) for name in named if len(classes().get(name, [])) != 1} == {}


def test_no_word_names_two_classes():
    titles = {
        "".join(part.capitalize() for part in re.split(r"[ -]", word))
        for row in rows()
        for word in words_of(row)
    }
    assert {name: classes()[name] for name in sorted(titles) if len(classes().get(name, [])) > 1} == {}


@pytest.mark.parametrize("app", APPS_WITH_ROWS)
def test_every_row_of_the_database_has_its_word(app):
    named = {name for row in rows() for name in named_in(row)}
    models = {
        node.name
        for file, tree in trees().items()
        if file.parts[0] == app and "models" in file.with_suffix("").parts
        for node in tree.body
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base).endswith("Model") for base in node.bases)
    }
    assert models - named == set()
    assert models, app


def identifiers(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.arg | ast.keyword):
            found.add(node.arg or "")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.update({node.name.rpartition(".")[2], node.asname or ""})
    return found


def test_retired_words_stay_out_of_the_code():
    found = {
        f"{file}: {name}"
        for file, tree in trees().items()
        for name in identifiers(tree) - OTHER_MEANINGS
        if {part.lower() for part in PUNCTUATION.findall(name)} & RETIRED
    }
    assert sorted(found) == []


def test_files_are_not_called_by_retired_words():
    assert [
        str(f) for f in trees() if {p for part in f.with_suffix("").parts for p in part.split("_")} & RETIRED
    ] == []
