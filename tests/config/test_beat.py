"""Beat knows the names of what the workers sweep, and loads nothing of the house."""

from __future__ import annotations

import subprocess
import sys

from config.beat import app as beat
from config.celery import app as workers


def test_the_workers_know_every_task_that_beat_sends():
    workers.loader.import_default_modules()
    sent = {one["task"] for one in beat.conf.beat_schedule.values()}
    assert len(sent) == len(beat.conf.beat_schedule) and sent <= set(workers.tasks)
    assert beat.conf.task_default_queue == workers.conf.task_default_queue
    assert all(
        one["options"]["expires"] >= 2 * one["schedule"] or one["schedule"] > 60
        for one in beat.conf.beat_schedule.values()
    )


def test_beat_loads_no_app_of_the_house():
    loads = "import sys; from config.beat import app; app.loader.init_worker(); app.finalize(); from django.apps import apps; print(apps.ready, 'play' in sys.modules, 'rules' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["False", "False", "False"]
