"""Pages and API of a big room: `gunicorn -c python:config.gunicorn config.wsgi:application`. docs/adr/0009

Processes share the cores, threads wait for PostgreSQL: each thread keeps one connection, so PostgreSQL must take
WEB_CONCURRENCY × WEB_THREADS of them.
"""

import os
import shutil
import tempfile
from typing import Any

# One answer for all processes: each keeps its numbers in this folder, whoever is asked sums them up. Set before
# prometheus_client is imported, by the one process that the others are forked from.
_numbers = os.environ.get("PROMETHEUS_MULTIPROC_DIR") or tempfile.mkdtemp(prefix="shuffle-metrics-")
os.environ["PROMETHEUS_MULTIPROC_DIR"] = _numbers


def child_exit(_server: Any, worker: Any) -> None:
    """Forget the gauges of a process that has ended; what it counted stays counted."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(_server: Any) -> None:
    """Leave no folder behind."""
    shutil.rmtree(_numbers, ignore_errors=True)


bind = os.environ.get("WEB_BIND", "0.0.0.0:8000")
workers = int(os.environ.get("WEB_CONCURRENCY") or os.cpu_count() or 2)
# Each process listens for itself, and the kernel deals connections out between them: with one socket for all, the process that wakes first takes
# whatever waits, and a proxy's connections, which stay open, all hang on it.
reuse_port = workers > 1 and not bind.startswith("unix:")
worker_class = "gthread"
threads = int(os.environ.get("WEB_THREADS", "8"))
worker_connections = 2000
backlog = 4096
# Longer than the proxy keeps its side, so that it is never the one to find a connection closed under its request.
keepalive = 75
# The proxy is named by BEHIND_PROXY; whose address it has is nobody's business here.
forwarded_allow_ips = ""
# Loaded once, forked: no connection and no thread is opened by loading.
preload_app = True
control_socket_disable = True
accesslog = None
loglevel = "warning"
graceful_timeout = 10
