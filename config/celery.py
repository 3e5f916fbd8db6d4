"""The Celery app. What repeats is written here, not in a table: the code says what the house does every second."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready

from config.collector import leave_out_what_is_loaded
from rules.hands import make_tables

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
    """Levels come to the second: no collection of all classes while a clock is due; nor does the first showdown wait for the
    evaluator's tables."""
    make_tables()
    leave_out_what_is_loaded()
