"""The relay in real Celery workers."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from celery import Celery

from dispatch.models import Stream
from tests.dispatch import box_commands
from tests.dispatch.box_commands import ANA, AT, new_id
from tests.dispatch.test_relay import environment, wait_for

pytestmark = pytest.mark.slow


@contextlib.contextmanager
def worker(queue: str, *args: str, **extra: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "tests.dispatch.worker", "worker", "-l", "warning", *args],
        env={**environment(), "DEEDS_QUEUE": queue, **extra},
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


def published(n: int) -> Any:
    return lambda: Stream.objects.filter(name="box:1", published_seq=n).exists()


def test_a_worker_hosts_a_relay_and_ends_when_asked(boxes: None) -> None:
    with worker(f"boxes-{uuid.uuid4()}", "-P", "prefork", "-c", "1", BOXES_RELAY="1") as process:
        for n in (1, 2, 3):
            box_commands.add(command_id=new_id(), at=AT, by=ANA, box=1)
            wait_for(published(n), 120)
    assert process.returncode == 0


def test_the_sweep_does_the_same_as_a_task(boxes: None, settings: Any) -> None:
    queue = f"boxes-{uuid.uuid4()}"
    box_commands.add(command_id=new_id(), at=AT, by=ANA, box=1)
    with worker(queue, "-P", "solo"):
        app = Celery("asking", broker=settings.REDIS_URL)
        app.send_task("dispatch.sweep", queue=queue)
        wait_for(published(1), 120)
