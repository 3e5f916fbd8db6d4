"""What bin/test adds to pytest: who runs what and in which order, and that a test that measures runs alone."""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from xdist.scheduler import LoadScopeScheduling

from config.collector import leave_out_what_is_loaded
from config.local.call_stack import in_one_piece

_FOLDER = Path(os.environ.get("SHUFFLE_TEST_FOLDER") or tempfile.gettempdir())
_LOCK = _FOLDER / "one-at-a-time"
# each has one running house for all its tests
_HOUSES = ("tests/install/", "tests/faults/")
_BROWSER = "tests/browser/"
# each module reads the whole tree once for all its tests
_ARCHITECTURE = "tests/architecture/"


class OneHouseOneProcess(LoadScopeScheduling):
    """
    Tests of one running house stay in one process, those of a module of the browser or the architecture, too; any other
    goes to who is free.
    """

    def _split_scope(self, nodeid: str) -> str:
        module = nodeid.partition("::")[0]
        house = next((folder for folder in _HOUSES if module.startswith(folder)), None)
        return house or (module if module.startswith((_BROWSER, _ARCHITECTURE)) else nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling | None:
    """Share the tests of the whole run by house; other runs are shared as xdist does."""
    return OneHouseOneProcess(config, log) if config.getvalue("dist") == "loadscope" else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Let one process collect before the others: they find the tests compiled that each would compile for itself."""
    if not hasattr(session.config, "workerinput"):
        return (yield)
    with (_FOLDER / "collected").open("a") as collected:
        fcntl.flock(collected, fcntl.LOCK_EX)
        if os.fstat(collected.fileno()).st_size:
            fcntl.flock(collected, fcntl.LOCK_UN)
            return (yield)
        try:
            return (yield)
        finally:
            collected.write("by one\n")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what takes long first and what runs alone last: at the end nobody waits with a core to spare."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}

    def turn(item: pytest.Item) -> int:
        if _alone(item):
            return 5
        for place, folder in enumerate((*_HOUSES, _BROWSER)):
            if item.nodeid.startswith(folder):
                return place
        return 3 if item.path in slow else 4

    items.sort(key=turn)


def pytest_collection_finish() -> None:
    """
    Freeze the objects that live to the end: the collector need not walk half a million of them a thousand times. Nor need
    it look every 700 objects at what a test has made, which is gone with it.
    """
    leave_out_what_is_loaded(young=100_000)


class InOnePiece:
    """Each test is run as pytest runs it, with room for the frames of its calls: config.local.call_stack."""

    @pytest.hookimpl
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """Run a test; True says that nobody else need run it."""
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        in_one_piece(runtestprotocol)(item, nextitem=nextitem)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True


def pytest_configure(config: pytest.Config) -> None:
    """Register what has a hook that another of ours has, too."""
    config.pluginmanager.register(InOnePiece())


def _alone(item: pytest.Item) -> bool:
    return item.get_closest_marker("alone") is not None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """
    Beside a test marked `alone` nothing else runs: what it measures would be the others' load. The outermost wrapper,
    so that waiting here does not count against a test's timeout.
    """
    with _LOCK.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX if _alone(item) else fcntl.LOCK_SH)
        return (yield)
