"""A thread that does what is due at the exact instant, whoever dies: every worker hosts one, and all have one effect.

It knows no poker: it is given what looks for what is due and what says when the next thing is.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from celery import bootsteps
from django.db import Error as DatabaseError
from django.db import connection
from django.utils import timezone

log = logging.getLogger("dispatch.timekeeper")

# how long a timekeeper may not know of what was started or moved meanwhile
_LOOK_SECONDS = 0.25
# how soon to look again at what is over and what another has in hand
_BUSY_SECONDS = 0.01
_APART_SECONDS = 0.004

# less than that no player misses, and a time server slews it
_SET_FORWARD = timedelta(seconds=1)

DoDue = Callable[[datetime], int]
FirstDue = Callable[[], datetime | None]


def now() -> datetime:
    """Return the moment: a task reads the clock once for what it starts."""
    return timezone.now()  # noqa: TID251 - a task reads the clock once for what it starts


def _steady() -> float:
    """A clock that nobody sets; it goes on while the machine sleeps, where there is such a one: what slept was away, and no clock was set."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class ClockWatch:
    """Sees that the machine's clock was set forward, by one that nobody sets.

    set_forward_since: at what instant, by the clock of now, it had not been seen yet; None where nothing was set, or what follows from it is done.
    """

    def __init__(self, *, wall: Callable[[], datetime] = now, steady: Callable[[], float] = _steady) -> None:
        self._wall, self._steady = wall, steady
        self._seen: tuple[datetime, float] | None = None
        self.set_forward_since: datetime | None = None

    def look(self) -> None:
        """Compare both clocks with the last look. Between a reading and the next one this thread may stand still: what may be of that counts not."""
        before = self._steady()
        wall = self._wall()
        after = self._steady()
        if self._seen is not None:
            passed = timedelta(seconds=after - self._seen[1])
            if wall - self._seen[0] - passed > _SET_FORWARD:
                self.set_forward_since = wall - passed
        self._seen = wall, before


def keep_time(stop: threading.Event, *, do_due: DoDue, first_due: FirstDue) -> None:
    """Do what is due at the exact instant, until stopped; outlives PostgreSQL's restarts.

    do_due: does all that is due at an instant, and says how much it was; first_due: the next instant, a past one where
    something waits still.
    """
    while not stop.is_set():
        pause = _LOOK_SECONDS
        try:
            looked_at = now()
            done = do_due(looked_at)
            following = first_due()
            if following is not None and following > looked_at:
                left = max(0.0, (following - now()).total_seconds())
                # a little apart: timekeepers that wake as one would all do the same
                pause = min(pause, left + random.uniform(0, _APART_SECONDS))
            elif following is not None and not done:
                pause = _BUSY_SECONDS  # another timekeeper has it in hand, unless that one has just died
        except DatabaseError as error:
            log.warning("the timekeeper waits for PostgreSQL: %s", error)
            pause = 1.0
            _let_go()
        except Exception:
            log.exception("the timekeeper stumbled")
            pause = 1.0
            _let_go()
        stop.wait(pause)
    _let_go()


def _let_go() -> None:
    try:
        connection.close()
    except Exception:
        connection.connection = None


class Timekeeper:
    """A timekeeper in a thread of its own."""

    def __init__(self, name: str, *, do_due: DoDue, first_due: FirstDue) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=keep_time,
            args=(self._stop,),
            kwargs={"do_due": do_due, "first_due": first_due},
            name=name,
            daemon=True,
        )
        self._thread.start()

    def stop(self, timeout: float = 5) -> None:
        self._stop.set()
        self._thread.join(timeout)


class TimekeeperStep(bootsteps.StartStopStep):  # type: ignore[misc]
    """A step of the worker's main process that hosts a timekeeper: `begin` starts it.

    Installed with ``app.steps["worker"].add(...)``.
    """

    requires = {"celery.worker.components:Pool"}

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._timekeeper: Timekeeper | None = None

    def begin(self) -> Timekeeper:
        """Start the timekeeper and return it."""
        raise NotImplementedError

    def start(self, parent: Any) -> None:
        del parent
        self._timekeeper = self.begin()

    def stop(self, parent: Any) -> None:
        del parent
        if self._timekeeper is not None:
            self._timekeeper.stop()
            self._timekeeper = None

    terminate = stop
