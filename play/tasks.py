"""The clock of the tables: what is due at each happens at its instant, once, whoever dies.

As for the level clocks, a deadline is a row; every worker hosts a timekeeper, and beat sends a sweep for what a crash left.
All of them name what is due alike, so that two have one effect.
"""

from __future__ import annotations

import logging
import random
import time
import uuid
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from celery import bootsteps, shared_task
from django.db import Error as DatabaseError

from dispatch.facts import SYSTEM, CommandId, Done
from dispatch.timekeeper import Timekeeper, now
from play.commands.close_hand import close_hand
from play.commands.expire import expire
from play.commands.open_hand import open_hand
from play.commands.open_street import open_street
from play.models import DueKind
from play.queries.tables import WhatIsDue, due_at_tables, first_due_at_tables
from rules.refusals import Refused

log = logging.getLogger("play.timekeeper")

NAMESPACE = uuid.UUID("6e0f8a4e-55d2-5d0c-9f35-3f1f9d4b1c07")

_COMMANDS: Mapping[str, Callable[..., Done]] = {
    DueKind.OPEN: open_hand,
    DueKind.DECIDE: expire,
    DueKind.STREET: open_street,
    DueKind.CLOSE: close_hand,
}
# a table at which something raised is looked at again after so long: one broken table stops no other
_REST_SECONDS = 5.0
_resting: dict[int, float] = {}


def do_due(at: datetime) -> int:
    """Do what is due at every table; how much was done here."""
    resting = _at_rest()
    due = [one for one in due_at_tables(at=at) if one.table_id not in resting]
    random.shuffle(due)  # several timekeepers begin at different tables
    return sum(_do(one) for one in due)


def first_due() -> datetime | None:
    """Return the next instant at which something is due."""
    return first_due_at_tables(without=_at_rest())


def _at_rest() -> list[int]:
    return [table_id for table_id, until in _resting.items() if until > time.monotonic()]


def _do(one: WhatIsDue) -> bool:
    name = f"{one.table_id}/{one.turn}/{one.kind}/{one.at.timestamp()}"
    try:
        done = _COMMANDS[one.kind](
            command_id=CommandId(uuid.uuid5(NAMESPACE, name)),
            at=now(),
            by=SYSTEM,
            table_id=one.table_id,
            turn=one.turn,
        )
    except Refused as refused:
        # somebody acted in the meantime, or another timekeeper was first
        log.debug("table %s, turn %s, %s: %s", one.table_id, one.turn, one.kind, refused)
        return False
    except DatabaseError:
        raise
    except Exception:
        log.exception("table %s, turn %s, %s", one.table_id, one.turn, one.kind)
        _resting[one.table_id] = time.monotonic() + _REST_SECONDS
        return False
    return not done.replayed


@shared_task(name="play.sweep_due_tables", ignore_result=True)
def sweep_due_tables() -> None:
    """Whatever is due by now."""
    do_due(now())


class PlayTimekeeperStep(bootsteps.StartStopStep):  # type: ignore[misc]
    """Installed with ``app.steps["worker"].add(...)``: the worker's main process hosts the tables' timekeeper."""

    requires = {"celery.worker.components:Pool"}

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._timekeeper: Timekeeper | None = None

    def start(self, parent: Any) -> None:
        del parent
        self._timekeeper = Timekeeper("play-timekeeper", do_due=do_due, first_due=first_due)

    def stop(self, parent: Any) -> None:
        del parent
        if self._timekeeper is not None:
            self._timekeeper.stop()
            self._timekeeper = None

    terminate = stop
