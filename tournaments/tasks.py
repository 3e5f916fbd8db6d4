"""The timekeeper: levels begin on time, whoever dies.

A deadline is a row. Every Celery worker hosts a timekeeper thread that sleeps to the exact instant of the next one, and
beat sends a sweep every second for what a crash left. All of them announce by the same command id: one effect.
"""

from __future__ import annotations

import logging
import random
import threading
import uuid
from datetime import datetime
from typing import Any

from celery import bootsteps, shared_task
from django.db import Error as DatabaseError
from django.db import connection
from django.utils import timezone

from dispatch.facts import SYSTEM, CommandId
from rules.refusals import Refused
from tournaments.commands.announce_level import announce_level
from tournaments.commands.open_registration import open_registration
from tournaments.operations.clock import NAMESPACE, announcement_id
from tournaments.queries import clock as clocks

log = logging.getLogger("tournaments.timekeeper")

# how long a timekeeper may not know of a clock that was started or moved meanwhile
_LOOK_SECONDS = 0.25


def _now() -> datetime:
    return timezone.now()  # noqa: TID251 - a task is a face: it reads the clock once for what it starts


def announce_due(*, at: datetime) -> int:
    """Announce every level whose deadline has come; how many clocks were due."""
    due = clocks.due(at=at)
    # two timekeepers begin at different ends of a long list instead of queueing behind each other
    random.shuffle(due)
    for tournament_id, turn, _ in due:
        try:
            announce_level(
                command_id=CommandId(announcement_id(tournament_id, turn)),
                at=_now(),
                by=SYSTEM,
                tournament_id=tournament_id,
                turn=turn,
            )
        except Refused as refused:
            log.warning("tournament %s, turn %s: %s", tournament_id, turn, refused)
        except DatabaseError:
            raise
        except Exception:
            # one broken clock stops no other
            log.exception("tournament %s, turn %s", tournament_id, turn)
    return len(due)


def open_due(*, at: datetime) -> None:
    """Open the registrations whose time has come."""
    for tournament_id in clocks.registrations_due(at=at):
        try:
            open_registration(
                command_id=CommandId(uuid.uuid5(NAMESPACE, f"open/{tournament_id}")),
                at=at,
                by=SYSTEM,
                tournament_id=tournament_id,
            )
        except Refused as refused:
            log.warning("tournament %s: %s", tournament_id, refused)


@shared_task(name="tournaments.sweep_due_clocks", ignore_result=True)
def sweep_due_clocks() -> None:
    """Whatever is due by now."""
    at = _now()
    announce_due(at=at)
    open_due(at=at)


def keep_time(stop: threading.Event) -> None:
    """Announce at the exact instant, until stopped; outlives PostgreSQL's restarts."""
    while not stop.is_set():
        pause = _LOOK_SECONDS
        try:
            announce_due(at=_now())
            following = clocks.next_deadline(after=_now())
            if following is not None:
                pause = min(pause, max(0.0, (following - _now()).total_seconds()))
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

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=keep_time, args=(self._stop,), name="timekeeper", daemon=True
        )
        self._thread.start()

    def stop(self, timeout: float = 5) -> None:
        self._stop.set()
        self._thread.join(timeout)


class TimekeeperStep(bootsteps.StartStopStep):  # type: ignore[misc]
    """Installed with ``app.steps["worker"].add(...)``: the worker's main process hosts a timekeeper."""

    requires = {"celery.worker.components:Pool"}

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._timekeeper: Timekeeper | None = None

    def start(self, parent: Any) -> None:
        del parent
        self._timekeeper = Timekeeper()

    def stop(self, parent: Any) -> None:
        del parent
        if self._timekeeper is not None:
            self._timekeeper.stop()
            self._timekeeper = None

    terminate = stop
