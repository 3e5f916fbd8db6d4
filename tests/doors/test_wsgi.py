"""The pages of a big room: what deploy/ starts is a configuration that gunicorn takes, with the application loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START = "gunicorn", "-c", "python:config.gunicorn", "config.wsgi:application"


def test_gunicorn_takes_the_configuration_and_loads_the_application() -> None:
    """Loading asks nothing of PostgreSQL: it happens before the processes fork."""
    nowhere = {
        "DATABASE_URL": "postgresql://no@127.0.0.1:9/no",
        "REDIS_URL": "redis://127.0.0.1:9/0",
        "SECRET_KEY": "x",
    }
    done = subprocess.run(
        [sys.executable, "-m", START[0], "--check-config", *START[1:]],
        cwd=ROOT,
        env={**os.environ, **nowhere},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_manifests_start_it() -> None:
    asked = '[gunicorn, -c, "python:config.gunicorn", "config.wsgi:application"]'
    for name in ("compose.yaml", "kubernetes.yaml"):
        assert asked in (ROOT / "deploy" / name).read_text()
