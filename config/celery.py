"""The Celery app. What repeats is written here, not in a table: the code says what the house does every second."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready

from config.collector import leave_out_what_is_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# What a worker gives up, the next sweep finds again.
for name, seconds in (("DB_LOCK_SECONDS", 10), ("DB_STATEMENT_SECONDS", 60), ("DB_IDLE_SECONDS", 30)):
    os.environ.setdefault(name, str(seconds))

app = Celery("shuffle")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Every worker hosts a relay, a timekeeper, the readers of facts and the post; by name, because apps are not loaded yet.
app.steps["worker"].add("dispatch.tasks:RelayStep")
app.steps["worker"].add("tournaments.tasks:ClockTimekeeperStep")
app.steps["worker"].add("play.tasks:PlayTimekeeperStep")
app.steps["worker"].add("config.readers:ReadersStep")
app.steps["consumer"].add("config.heartbeat:OfTheWorker")


@worker_ready.connect
def _is_loaded(**_signal: Any) -> None:
    """Levels come to the second: no collection of all classes while a clock is due."""
    leave_out_what_is_loaded()


# A sweep that waited in the queue while no worker lived is worth nothing: the next one sees the same rows.
app.conf.beat_schedule = {
    "relay what a crash left": {
        "task": "dispatch.sweep",
        "schedule": 1.0,
        "options": {"expires": 5},
    },
    "cancel entries of who is excluded by now": {
        "task": "tournaments.sweep_exclusions",
        "schedule": 30.0,
        "options": {"expires": 60},
    },
    "number the receipts": {
        "task": "tournaments.number_receipts",
        "schedule": 2.0,
        "options": {"expires": 5},
    },
    "advance due clocks": {
        "task": "tournaments.sweep_due_clocks",
        "schedule": 1.0,
        "options": {"expires": 5},
    },
    "what is due at tables that are played": {
        "task": "play.sweep_due_tables",
        "schedule": 1.0,
        "options": {"expires": 5},
    },
    "erase complaints of who is erased": {
        "task": "play.erase_complaints",
        "schedule": 3600.0,
        "options": {"expires": 600},
    },
    "forget sessions that are over": {
        "task": "people.forget_sessions",
        "schedule": 3600.0,
        "options": {"expires": 600},
    },
}
