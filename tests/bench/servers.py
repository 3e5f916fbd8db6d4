"""Processes that a row starts and ends: each is killed when the row is over, whatever happened, and dies with it where the row itself is killed."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from config.local.processes import dying_with_us
from tests.bench.crowd import rows

START_SECONDS = 40


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_port(port: int, process: subprocess.Popen[Any], seconds: float = START_SECONDS) -> None:
    until = time.monotonic() + seconds
    while True:
        if process.poll() is not None or time.monotonic() > until:
            raise RuntimeError(f"{process.args} did not start")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        time.sleep(0.05)


@contextlib.contextmanager
def running(*argv: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A Python module as a process that hears and says lines."""
    process = subprocess.Popen(
        [sys.executable, "-m", *argv],
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        start_new_session=True,
        preexec_fn=dying_with_us(signal.SIGKILL),  # noqa: PLW1509 - no other thread holds a lock here
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # with the workers it has started
        process.wait()


def _ticks(pid: int) -> tuple[int, int]:
    """(parent, CPU ticks) of a process; zeros when it has gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0, 0
    return int(fields[1]), int(fields[11]) + int(fields[12])


def cpu_seconds(pid: int) -> float:
    """What a process and those it has started have used so far."""
    family = {pid}
    found = {int(p.name): _ticks(int(p.name)) for p in Path("/proc").iterdir() if p.name.isdigit()}
    while more := {child for child, (parent, _) in found.items() if parent in family} - family:
        family |= more
    return sum(found[one][1] for one in family if one in found) / os.sysconf("SC_CLK_TCK")


def cpu_of_sessions() -> float:
    """What PostgreSQL's processes for this database's connections have used so far."""
    pids = rows("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
    return sum(_ticks(pid)[1] for (pid,) in pids) / os.sysconf("SC_CLK_TCK")


def ask(process: subprocess.Popen[str], **words: Any) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(words) + "\n")
    process.stdin.flush()


def answer(process: subprocess.Popen[str]) -> dict[str, Any]:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"{process.args} ended")
    said: dict[str, Any] = json.loads(line)
    return said


@contextlib.contextmanager
def web(
    application: str,
    *,
    port: int,
    workers: int = 1,
    interface: str = "auto",
    pings: bool = False,
    **environment: str,
) -> Iterator[Any]:
    """uvicorn as config.local.web runs it. pings: each line is asked as often as there whether it lives, for clients that answer."""
    asked = ("--ws-ping-interval", "5", "--ws-ping-timeout", "8") if pings else ()
    with running(
        "uvicorn", application, "--port", str(port), "--workers", str(workers), "--interface", interface,
        "--lifespan", "off", "--ws", "websockets-sansio", "--ws-per-message-deflate", "false",
        "--log-level", "error", "--no-access-log", "--no-server-header", "--backlog", "4096", *asked,
        **environment,
    ) as process:  # fmt: skip
        wait_for_port(port, process)
        yield process


@contextlib.contextmanager
def pages(*, port: int, workers: int, threads: int, **environment: str) -> Iterator[Any]:
    """gunicorn as deploy/ runs it: config.wsgi, processes with threads, each thread with a connection of its own."""
    with running(
        "gunicorn", "-c", "python:config.gunicorn", "config.wsgi:application",
        WEB_BIND=f"127.0.0.1:{port}", WEB_CONCURRENCY=str(workers), WEB_THREADS=str(threads),
        **environment,
    ) as process:  # fmt: skip
        wait_for_port(port, process)
        yield process


def start_worker() -> subprocess.Popen[bytes]:
    """A Celery worker as bin/up runs it: relay, timekeepers, readers."""
    return subprocess.Popen(
        [
            sys.executable, "-m", "celery", "-A", "config", "--quiet", "worker", "--pool=threads",
            "--concurrency=4", "--loglevel=error", "--without-gossip", "--without-mingle", "--without-heartbeat",
        ],
        env=os.environ | {"DB_POOL": "6"},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=dying_with_us(signal.SIGKILL),  # noqa: PLW1509 - no other thread holds a lock here
    )  # fmt: skip


@contextlib.contextmanager
def worker() -> Iterator[subprocess.Popen[Any]]:
    """One worker, until the row is over."""
    process = start_worker()
    try:
        yield process
    finally:
        process.kill()
        process.wait()
