"""The time of a run: virtual, or the wall clock."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

from django.utils import timezone

# far from any real deadline; a run in a database of its own
VIRTUAL_START = datetime(2027, 3, 6, 21, 0, tzinfo=UTC)


class Stopped(Exception):
    """Somebody asked the run to stop."""


def now() -> datetime:
    """Return the wall clock; a management command may read it."""
    return timezone.now()  # noqa: TID251 - read here and handed down


class Virtual:
    """Time that passes when the play says so. `stop` ends the run with Stopped."""

    real = False

    def __init__(self, start: datetime, stop: threading.Event) -> None:
        self.start = start
        self.at = start - timedelta(days=2)
        self._stop = stop

    def advance(self, seconds: float) -> None:
        self.until(self.at + timedelta(seconds=seconds))

    def until(self, instant: datetime) -> None:
        if self._stop.is_set():
            raise Stopped
        self.at = max(self.at, instant)

    def rest(self, seconds: float) -> None:
        """Wait really; no time of the run passes."""
        if self._stop.wait(seconds):
            raise Stopped


class WallClock:
    """The wall clock. `stop` ends every wait with Stopped."""

    real = True

    def __init__(self, start: datetime, stop: threading.Event) -> None:
        self.start = start
        self._stop = stop

    @property
    def at(self) -> datetime:
        if self._stop.is_set():
            raise Stopped
        return now()

    def advance(self, seconds: float) -> None:
        if self._stop.wait(max(0.0, seconds)):
            raise Stopped

    def until(self, instant: datetime) -> None:
        self.advance((instant - now()).total_seconds())

    rest = advance


Time = Virtual | WallClock
