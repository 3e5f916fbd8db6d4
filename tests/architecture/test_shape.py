"""Every app has the one shape of the house, and nothing is called utils."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ("people", "ledger", "tournaments", "tables", "payouts", "play")
# a name stands for a module or a folder of that name
SHAPE = {
    "facts",
    "streams",  # whose chained record a fact belongs to
    "topics",  # the snapshots that somebody listens to
    "models",
    "queries",
    "operations",
    "commands",
    "tasks",
    "admin",
    "management",
    "migrations",
    "apps",
    "results",  # what several of its commands give back alike; that of one stands beside it
    "fields",  # arguments as they come from outside, with their bounds
    "provider",  # where something of others is plugged in, above the commands that it calls
    "several",  # above the commands: one of them for many things, each under an id of its own
}
JUNK = {"utils", "common", "core", "helpers", "misc", "shared", "signals"}


def names(folder: Path) -> set[str]:
    return {p.name.removesuffix(".py") for p in folder.iterdir()} - {"__init__", "__pycache__"}


@pytest.mark.parametrize("app", APPS)
def test_an_app_has_one_shape(app):
    assert names(ROOT / app) <= SHAPE


@pytest.mark.parametrize("app", APPS)
def test_one_command_is_one_file_named_after_it(app):
    for file in sorted((ROOT / app / "commands").glob("*.py")):
        if file.stem == "__init__":
            continue
        text = file.read_text()
        assert text.count("\n@command(") == 1, file
        named = rf'\n@command\(\s*"{app}\.{file.stem}",(?:\n .*|[^\n]*)*\n?\)?\ndef {file.stem}\('
        assert re.search(named, text), file


def test_nothing_is_called_by_a_word_that_says_nothing():
    found = [
        path
        for package in (
            *APPS,
            "rules",
            "dispatch",
            "simulation",
            "undo",
            "access",
            "api",
            "web",
            "config",
            "tests",
        )
        for path in (ROOT / package).rglob("*.py")
        if set(path.relative_to(ROOT).with_suffix("").parts) & JUNK
    ]
    assert found == []


def test_no_address_of_a_package_index_is_in_the_locks():
    for lock in sorted((ROOT / "requirements").glob("*.txt")):
        text = lock.read_text()
        assert "--hash=sha256:" in text
        assert "://" not in text, lock
        assert "--index" not in text and "--find-links" not in text, lock


# who calls these decides how: a table of functions of one shape, a framework, or the pair that a cursor takes
CALLED_BY_POSITION = (
    "api/people.py",  # hooks of an endpoint: request, number, by, values
    "api/problems.py",  # REST framework: error, context
    "config/gunicorn.py",  # gunicorn: server, worker
    "config/local/pytest_plugin.py",  # pytest, by the names it knows
    "config/logs.py",  # structlog: logger, method, event
    "dispatch/commands.py: command",  # `@command("desk.sell", Card(…))`
    "dispatch/prepared.py: rows",  # a statement and its values, as a cursor takes them
    "dispatch/readers.py: run",  # a thread's target
    "dispatch/topics.py: show",  # handed on as it is
    "rules/entries/eligibility.py: check_",  # a table of checks: situation, policies
    "rules/rulings/",  # `@answers`: situation, policies
    "rules/validation.py",  # a field and what was given for it
    "web/director/busts.py",  # readers of a form: scope, form
    "web/director/sentences.py",  # sentences about a result: scope, result
    "web/problems.py: not_found",  # Django: request, exception
    "web/problems.py: not_understood",
    "web/problems.py: not_allowed",
    "web/templatetags/",  # the template's own way
)


@pytest.mark.parametrize(
    "room", [*APPS, "access", "undo", "simulation", "web", "api", "dispatch", "config", "rules"]
)
def test_public_functions_take_names_from_the_second_argument_on(room):
    """A call reads without the signature: two numbers side by side were swapped once too often."""
    parts = ("operations", "queries") if room in APPS else ("",)
    files = [
        file
        for part in parts
        for base in (ROOT / room / part, ROOT / room / f"{part}.py")
        for file in (base.rglob("*.py") if base.is_dir() else [base] if base.is_file() else [])
    ]
    assert files
    found = [
        f"{file.relative_to(ROOT)}: {step.name}"
        for file in files
        for step in ast.parse(file.read_text()).body
        if isinstance(step, ast.FunctionDef | ast.AsyncFunctionDef)
        and not step.name.startswith("_")
        and len(step.args.posonlyargs + step.args.args) > 1
    ]
    assert [where for where in found if not where.startswith(CALLED_BY_POSITION)] == []
