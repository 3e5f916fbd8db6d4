"""Signs of life of processes that answer no requests: `python -m config.heartbeat worker` is 0 while the worker gives them.

With HEARTBEAT_FOLDER (deploy/ sets it) the worker's event loop and beat's clock touch a file there. They ask nobody: a stuck
database must not make a supervisor kill what only waits for it.
"""

import os
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

from celery import beat, bootsteps

EVERY_SECONDS = 5.0
OLD_SECONDS = 30.0
_AHEAD = timedelta(seconds=2)


def _file(part: str) -> Path | None:
    folder = os.environ.get("HEARTBEAT_FOLDER")
    return Path(folder, f"{part}.alive") if folder else None


def touch(part: str) -> None:
    """Give a sign of life of this part, where somebody looks for them."""
    file = _file(part)
    if file is not None:
        file.touch()


def is_alive(part: str) -> bool:
    """Answer whether the part gave a sign within OLD_SECONDS."""
    file = _file(part)
    return file is not None and file.exists() and time.time() - file.stat().st_mtime < OLD_SECONDS


class OfTheWorker(bootsteps.StartStopStep):
    """Installed with `app.steps["consumer"].add(…)`: touched by the loop that takes tasks in."""

    def start(self, parent: Any) -> None:
        touch("worker")
        self.timer = parent.timer.call_repeatedly(EVERY_SECONDS, touch, ("worker",))

    def stop(self, _parent: Any) -> None:
        self.timer.cancel()


class Scheduler(beat.Scheduler):
    """Beat's own, which gives a sign at every tick, and goes on where the machine's clock was set back."""

    def tick(self, *arguments: Any, **more: Any) -> Any:
        touch("beat")
        self._follow_the_clock()
        return super().tick(*arguments, **more)

    def _follow_the_clock(self) -> None:
        """Celery's own sends nothing until the clock has come again to where it was: a house would stand for as long."""
        entries = list(self.schedule.values())
        if any(entry.last_run_at > entry.default_now() + _AHEAD for entry in entries):
            for entry in entries:
                entry.last_run_at = min(entry.last_run_at, entry.default_now())
            self._heap = None  # planned anew


if __name__ == "__main__":
    sys.exit(0 if is_alive(sys.argv[1]) else 1)
