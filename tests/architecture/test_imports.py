"""The import contracts hold, and each of them catches every violation put in on purpose."""

from __future__ import annotations

import os
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import grimp
import pytest
from importlinter.application import use_cases
from importlinter.configuration import configure
from importlinter.domain.contract import registry

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
PACKAGES = SETTINGS["root_packages"]

# contract → (importer, imported) that break it
VIOLATIONS = {
    "layers": [
        ("tournaments.queries.circuit", "tournaments.operations.circuit"),
        ("tables.operations", "tournaments.operations"),
        ("ledger.operations.transfers", "payouts.operations"),
        ("people.models.players", "tournaments.models"),
        ("tournaments.models.entry", "tables.models"),
        ("tournaments.commands.create_venue", "api.endpoints"),
        ("web.director.acts", "api.sessions"),
        ("api.sessions", "web.sign_in"),
        ("undo", "api.commands"),
        ("undo", "access.sign_in"),
        ("access.sign_in", "web.sign_in"),
        ("access.sign_in", "undo"),
        ("tournaments.commands.create_venue", "undo"),
        ("tournaments.commands.create_venue", "access.sign_in"),
        ("simulation.play.evening", "web.acting"),
        ("simulation.play.evening", "undo"),
        ("tournaments.commands.create_venue", "simulation.house"),
        ("tournaments.tasks", "simulation.house"),
        ("tournaments.admin", "api.endpoints"),
        ("people.admin", "people.management.commands.first_owner"),
        ("payouts.queries.awards", "payouts.admin"),
        ("ledger.commands.deposit", "ledger.admin"),
        ("people.commands.create_user", "people.management.commands.first_owner"),
        ("ledger.queries.balances", "ledger.management.commands.reconcile"),
        ("ledger.management.commands.reconcile", "api.endpoints"),
    ],
    "pure-rules": [
        ("rules.money", "random"),
        ("rules.draw", "secrets"),
        ("rules.levels", "time"),
        ("rules.policies.scpt", "django"),
        ("rules.money", "dispatch.facts"),
    ],
    "dispatch-knows-no-poker": [("dispatch.relay", "people.queries"), ("dispatch.commands", "undo")],
    "only-dispatch-speaks-to-channels": [
        ("tournaments.queries.circuit", "channels"),
        ("undo", "channels"),
        ("simulation.house", "channels"),
    ],
    "only-ledger-touches-ledger-rows": [
        ("payouts.operations.awards", "ledger.models"),
        ("undo", "ledger.models"),
        ("simulation.checks", "ledger.models"),
    ],
    "no-celery-or-drf-below-pages-and-api": [
        ("tournaments.operations.entries", "celery"),
        ("ledger.operations.transfers", "rest_framework"),
        ("undo", "rest_framework"),
        ("access.sign_in", "drf_spectacular"),
        ("simulation.house", "celery"),
    ],
    "no-command-calls-a-command": [
        ("tournaments.commands.create_series", "tournaments.commands.create_venue"),
        ("tables.commands.break_table", "tournaments.commands.create_venue"),
    ],
    "nothing-imports-management-or-admin": [
        ("web.director.acts", "people.management.commands.first_owner"),
        ("config.urls", "dispatch.management.commands.verify_chain"),
        ("simulation.house", "simulation.management.commands.simulate"),
        ("web.acting", "tournaments.admin"),
        ("undo", "payouts.admin"),
    ],
    "nothing-knows-the-simulation": [
        ("web.director.rehearsal", "simulation.names"),
        ("config.local.prepare", "simulation.demo"),
        ("undo", "simulation.house"),
    ],
    "payloads-know-no-html": [
        ("config.topics", "web.board"),
        ("tournaments.queries.payloads", "web.templatetags.shuffle"),
    ],
}
CASES = [(contract, *pair) for contract, pairs in VIOLATIONS.items() for pair in pairs]


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    """Who imports whom, read once."""
    return grimp.build_graph(*PACKAGES, include_external_packages=True, cache_dir=None)


@pytest.fixture(scope="module")
def contracts() -> dict[str, Any]:
    """The contracts of pyproject.toml, as lint-imports reads them."""
    configure()
    where = Path.cwd()
    os.chdir(ROOT)
    try:
        options = use_cases.read_user_options()
    finally:
        os.chdir(where)
    use_cases._register_contract_types(options)
    return {
        contract["id"]: registry.get_contract_class(contract["type"])(
            name=contract["name"], session_options=options.session_options, contract_options=contract
        )
        for contract in options.contracts_options
    }


def keeps(contract: Any, imports: grimp.ImportGraph) -> bool:
    """Whether a contract holds for these imports, which it may change while it looks."""
    return contract.check(deepcopy(imports), verbose=False).kept


@pytest.mark.parametrize("contract", [contract["id"] for contract in SETTINGS["contracts"]])
def test_the_house_keeps_its_contracts(imports, contracts, contract):
    assert keeps(contracts[contract], imports)


def test_every_contract_has_a_violation():
    assert set(VIOLATIONS) == {contract["id"] for contract in SETTINGS["contracts"]}


@pytest.mark.parametrize(("contract", "importer", "imported"), CASES)
def test_a_violation_is_caught(imports, contracts, contract, importer, imported):
    """One forbidden import at a time, into the imports that are there."""
    assert importer in imports.modules, f"{importer} moved: name another module"
    ours = imported.partition(".")[0] in PACKAGES
    assert not ours or imported in imports.modules, f"{imported} moved: name another module"
    spoiled = deepcopy(imports)
    if not ours:
        spoiled.add_module(imported, is_squashed=True)
    spoiled.add_import(
        importer=importer, imported=imported, line_number=1, line_contents=f"import {imported}"
    )
    assert not contracts[contract].check(spoiled, verbose=False).kept
