"""What bin/test adds to pytest: tests that kill processes run alone, and failed checks are told at the end."""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_LOCK = Path(os.environ.get("SHUFFLE_TEST_FOLDER") or tempfile.gettempdir()) / "one-at-a-time"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """
    A test marked `faults` starts and kills whole houses: beside it no other test's timing would mean anything. The
    outermost wrapper, so that waiting here does not count against a test's timeout.
    """
    alone = item.get_closest_marker("faults") is not None
    with _LOCK.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        return (yield)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    failed = os.environ.get("SHUFFLE_FAILED_CHECKS", "").split("\n")
    if any(failed):
        terminalreporter.section("checks that failed before the tests", red=True, bold=True)
        for name in failed:
            terminalreporter.line(f"CHECK FAILED {name}")
