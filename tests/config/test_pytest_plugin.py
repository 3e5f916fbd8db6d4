"""Which process runs which test of the whole run, and in which order."""

from __future__ import annotations

import resource
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from config.local import pytest_plugin
from config.local.call_stack import in_one_piece


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("tests/install/test_up.py::test_a", "tests/install/test_backup.py::test_b[x::y]", True),
        ("tests/faults/test_kills.py::test_a", "tests/faults/test_rush.py::test_b", True),
        ("tests/install/test_up.py::test_a", "tests/faults/test_kills.py::test_a", False),
        ("tests/browser/test_floor.py::test_a", "tests/browser/test_floor.py::test_b[1]", True),
        ("tests/browser/test_floor.py::test_a", "tests/browser/test_player.py::test_a", False),
        ("tests/web/test_bounds.py::test_a", "tests/web/test_bounds.py::test_b", False),
    ],
)
def test_one_house_stays_in_one_process(one, other, together):
    share = pytest_plugin.OneHouseOneProcess.__new__(pytest_plugin.OneHouseOneProcess)
    assert (share._split_scope(one) == share._split_scope(other)) is together


def test_only_the_whole_run_is_shared_by_house():
    config = SimpleNamespace(getvalue=lambda name: "load")
    assert pytest_plugin.pytest_xdist_make_scheduler(config, log=None) is None


class Item:
    def __init__(self, nodeid: str, *marks: str) -> None:
        self.nodeid, self.marks = nodeid, marks
        self.path = Path(nodeid.partition("::")[0])

    def get_closest_marker(self, name: str) -> bool | None:
        return True if name in self.marks else None


def test_houses_browsers_and_slow_modules_come_first_and_what_runs_alone_last():
    rest = Item("tests/api/test_a.py::test")
    alone = Item("tests/dispatch/test_b.py::test_alone", "slow", "alone")
    quick, slow = (
        Item("tests/dispatch/test_b.py::test_quick"),
        Item("tests/dispatch/test_b.py::test_slow", "slow"),
    )
    browser = Item("tests/browser/test_c.py::test", "slow")
    faults, install = Item("tests/faults/test_d.py::test", "slow"), Item("tests/install/test_e.py::test")
    items = [rest, alone, quick, slow, browser, faults, install]
    pytest_plugin.pytest_collection_modifyitems(items)
    assert items == [install, faults, browser, quick, slow, rest, alone]


def deep(calls: int) -> int:
    return 1 + deep(calls - 1) if calls else 0


def faults_of(call) -> int:
    """How often the kernel had to map a page for calls in a thread of their own, 300 times 600 calls deep."""
    found = []

    def many():
        for _ in range(300):
            assert deep(600) == 600

    def measured():
        before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
        call(many)()
        found.append(resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before)

    thread = threading.Thread(target=measured)
    thread.start()
    thread.join()
    return found[0]


def test_calls_in_one_piece_are_not_mapped_again_and_again():
    assert faults_of(lambda call: call) > 600
    assert faults_of(in_one_piece) < 300


def test_each_test_is_run_in_one_piece():
    frame, names = sys._getframe(), []
    while frame := frame.f_back:
        names.append(frame.f_code.co_name)
    assert "with_room" in names
