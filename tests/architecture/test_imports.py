"""The import contracts hold, and each of them catches a violation put in on purpose."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]
CONTRACTS = {
    c["id"]: c["name"]
    for c in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
}

# contract → (file, line that breaks it)
VIOLATIONS = {
    "layers": [
        ("tournaments/queries/circuit.py", "import tournaments.operations.circuit"),
        ("tables/operations/__init__.py", "import tournaments.operations"),
        ("ledger/operations/transfers.py", "import payouts.operations"),
        ("people/models/players.py", "import tournaments.models"),
        ("tournaments/models/entry.py", "import tables.models"),
        ("tournaments/commands/create_venue.py", "import api.endpoints"),
        ("web/director/acts.py", "import api.sessions"),
        ("api/sessions.py", "import web.sign_in"),
        ("undo/__init__.py", "import api.commands"),
        ("access/sign_in.py", "import web.sign_in"),
        ("simulation/play/evening.py", "import web.acting"),
        ("tournaments/admin.py", "import api.endpoints"),
        ("people/commands/create_user.py", "import people.management.commands.first_owner"),
    ],
    "pure-rules": [
        ("rules/money.py", "import random"),
        ("rules/draw.py", "import secrets"),
        ("rules/levels.py", "import time"),
        ("rules/policies/scpt.py", "import django.db"),
    ],
    "dispatch-knows-no-poker": [("dispatch/relay.py", "import people.queries")],
    "only-dispatch-speaks-to-channels": [("tournaments/queries/circuit.py", "import channels.layers")],
    "only-ledger-touches-ledger-rows": [("payouts/operations/__init__.py", "import ledger.models")],
    "no-celery-or-drf-below-the-faces": [
        ("tournaments/operations/entries.py", "import celery"),
        ("ledger/operations/transfers.py", "from rest_framework import serializers"),
    ],
    "no-command-calls-a-command": [
        ("tournaments/commands/create_series.py", "import tournaments.commands.create_venue")
    ],
    "nothing-knows-the-simulation": [
        ("web/director/rehearsal.py", "import simulation.names"),
        ("config/local/prepare.py", "import simulation.demo"),
    ],
}


def lint(where: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))",
        ],
        cwd=where,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of our packages (code only), to be broken."""
    copy = tmp_path_factory.mktemp("house")
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package,
            copy / package,
            ignore=shutil.ignore_patterns("__pycache__", "*.json", "migrations"),
        )
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


def test_the_house_keeps_its_contracts(house):
    run = lint(house)
    assert run.returncode == 0, run.stdout


def test_every_contract_has_a_violation():
    assert set(VIOLATIONS) == set(CONTRACTS)


@pytest.mark.parametrize("contract", VIOLATIONS)
def test_a_violation_is_caught(house, contract):
    """All violations of a contract at once, each named in the report, and no other contract blamed alone."""
    kept = {}
    for name, line in VIOLATIONS[contract]:
        file = house / name
        assert file.exists(), f"{name} moved: name another file"
        kept[file] = file.read_text()
        file.write_text(f"{kept[file]}\n{line}\n")
    try:
        run = lint(house)
    finally:
        for file, text in kept.items():
            file.write_text(text)
    assert run.returncode == 1
    said = re.sub(r"\s+", " ", run.stdout)
    assert f"{CONTRACTS[contract]} BROKEN" in said
    for name, line in VIOLATIONS[contract]:
        importer = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        imported = line.split()[1]
        assert f"{importer} -> {imported.split('.')[0]}" in said, (importer, imported)
