"""The pages of a big room: what deploy/ starts is a configuration that gunicorn takes, with the application loaded."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import yaml
from django.test import Client

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


def manifests() -> tuple[dict, list[dict]]:
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    return compose, list(yaml.safe_load_all((ROOT / "deploy" / "kubernetes.yaml").read_text()))


def test_what_the_manifests_and_the_settings_ask_for_is_described_for_operators() -> None:
    compose, kubernetes = manifests()
    asked = {name for one in compose["services"].values() for name in one.get("environment", ())}
    asked -= {"POSTGRES_USER", "POSTGRES_PASSWORD", "POSTGRES_INITDB_ARGS"}  # of PostgreSQL's own image
    for one in kubernetes:
        asked |= set(one["data"] if one["kind"] == "ConfigMap" else ())
    for name in ("settings", "gunicorn", "pages", "asgi"):
        code = (ROOT / "config" / f"{name}.py").read_text()
        asked |= set(re.findall(r'(?:env\.\w+|environ\.get|environ\.setdefault)\(\s*"([A-Z_]+)"', code))
    asked -= {"DJANGO_SETTINGS_MODULE", "TEST_DB_NAME", "PROCESS_NAME"}
    described = set(re.findall(r"[A-Z_]{4,}", (ROOT / "docs" / "operations.md").read_text()))
    assert asked - described == set()
    assert {"DATABASE_URL", "EMAIL_URL", "WEB_CONCURRENCY", "BEHIND_PROXY"} <= asked


def test_the_same_parts_run_in_both_manifests_and_wait_for_the_tables() -> None:
    compose, kubernetes = manifests()
    parts = {name: compose["services"][name] for name in ("pages", "sockets", "worker", "beat")}
    deployed = {one["metadata"]["name"]: one for one in kubernetes if one["kind"] == "Deployment"}
    assert set(deployed) == {f"shuffle-up-{name}" for name in parts}
    for name, part in parts.items():
        pod = deployed[f"shuffle-up-{name}"]["spec"]["template"]["spec"]
        assert pod["containers"][0]["command"] == part["command"]
        assert pod["initContainers"][0]["command"] == ["python", "manage.py", "migrate", "--check"]
        assert part["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    routes = (ROOT / "deploy" / "proxy.conf").read_text()
    assert "location /ws/" in routes and "http://sockets" in routes and "http://pages" in routes


def test_who_asks_how_we_are_is_not_sent_to_https(settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/healthz").status_code == 200
    assert Client().get("/metrics").status_code == 403
    assert Client().get("/").status_code == 301
