"""What bin/test adds to pytest: a test that measures runs alone, and what is loaded is not collected again and again."""

import fcntl
import gc
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_LOCK = Path(os.environ.get("SHUFFLE_TEST_FOLDER") or tempfile.gettempdir()) / "one-at-a-time"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what runs alone last: nobody waits for it with a core to spare."""
    items.sort(key=_alone)


def pytest_collection_finish() -> None:
    """Freeze the objects that live to the end: the collector need not walk half a million of them a thousand times."""
    gc.collect()
    gc.freeze()


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
