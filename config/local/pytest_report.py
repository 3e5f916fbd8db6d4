"""Tells at the end of a pytest run, before its summary line, which of the checks before it failed."""

import os

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    failed = os.environ.get("SHUFFLE_FAILED_CHECKS", "").split("\n")
    if any(failed):
        terminalreporter.section("checks that failed before the tests", red=True, bold=True)
        for name in failed:
            terminalreporter.line(f"CHECK FAILED {name}")
