"""A house whose moment a test decides: served pages, sockets and the test itself read one file.

`python -m uvicorn tests.browser.house:application` and `tests.dispatch.house:application` read it when HOUSE_MOMENT
names it; in the test's own process `follow` does.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

NAMED = "HOUSE_MOMENT"


class Moment:
    """A moment that stands until it is moved."""

    def __init__(self, where: Path) -> None:
        self.where = where

    def now_ms(self) -> int:
        return int(self.where.read_text())

    def at(self) -> datetime:
        return datetime.fromtimestamp(self.now_ms() / 1000, UTC)

    def set(self, ms: int) -> None:
        # whoever reads meanwhile reads the whole of the old or the whole of the new
        fresh = self.where.with_suffix(".fresh")
        fresh.write_text(str(ms))
        fresh.replace(self.where)

    def move(self, seconds: float) -> None:
        self.set(self.now_ms() + round(seconds * 1000))


def follow(moment: Moment, patch: Any = setattr) -> None:
    """Let this process live in that moment. patch: monkeypatch.setattr where it ends again."""
    import access.moment
    import dispatch.moment

    patch(dispatch.moment, "now_ms", moment.now_ms)
    patch(access.moment, "at", moment.at)


def follow_the_file() -> None:
    """In a process that was started with the file's name."""
    if where := os.environ.get(NAMED):
        follow(Moment(Path(where)))
