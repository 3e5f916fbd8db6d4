"""A Celery worker of its own: `celery -A tests.dispatch.worker worker`."""

from __future__ import annotations

import os

import django
from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402

from dispatch import tasks  # noqa: E402

app = Celery("boxes", broker=settings.REDIS_URL)
app.conf.task_default_queue = os.environ["DEEDS_QUEUE"]
app.conf.broker_connection_retry_on_startup = True
if os.environ.get("BOXES_RELAY"):
    app.steps["worker"].add("dispatch.tasks:RelayStep")
assert tasks.sweep.name == "dispatch.sweep"
