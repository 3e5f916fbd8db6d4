"""What says every second what is to be swept: `celery -A config.beat beat`, one of it in a house.

It knows the names of tasks and nothing else of the house: the workers have the code. So it starts with a quarter of the work, and
holds a third of the memory, of a process that loads the apps.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging
from django.conf import settings
from django.utils.log import configure_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("shuffle", fixups=[])  # Celery's own fixup for Django would load all apps
app.config_from_object("django.conf:settings", namespace="CELERY")


@setup_logging.connect
def _as_everywhere(**_signal: Any) -> None:
    """Log as all other processes do: no line with a secret."""
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)


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
    "pack what hands of long ago leave": {
        "task": "play.pack",
        "schedule": 600.0,
        "options": {"expires": 300},
    },
    "count the days of played tables that are over": {
        "task": "play.count_days",
        "schedule": 3600.0,
        "options": {"expires": 600},
    },
    "forget sessions that are over": {
        "task": "people.forget_sessions",
        "schedule": 3600.0,
        "options": {"expires": 600},
    },
}
