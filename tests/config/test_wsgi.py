"""The pages of a big room: what deploy/ starts is a configuration that gunicorn takes, with the application loaded."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from django.test import Client

from config import heartbeat
from config.local.services import free_port
from tests.install.house import until

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


def test_what_comes_at_once_is_shared_between_the_processes() -> None:
    """Connections that stay open, as a proxy's: none of two processes is left without, or the other's callers wait for nothing."""
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", *START],
        cwd=ROOT,
        env={**os.environ, "WEB_BIND": f"127.0.0.1:{port}", "WEB_CONCURRENCY": "2", "WEB_THREADS": "2"},
    )
    try:
        assert until(lambda: len(_sockets(port, LISTENS)) == 2)  # one each, not one that both have
        with contextlib.ExitStack() as kept:
            for _ in range(64):
                kept.enter_context(socket.create_connection(("127.0.0.1", port)))
            assert until(lambda: sum(_held(server.pid, port)) == 64)
            # of 64 throws of a coin fewer than eight fall on one side once in a thousand million
            assert until(lambda: min(_held(server.pid, port)) >= 8)
    finally:
        server.terminate()
        server.wait(30)


LISTENS, CONNECTED = "0A", "01"


def _sockets(port: int, state: str) -> set[str]:
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {
        f"socket:[{line[9]}]" for line in lines if int(line[1].split(":")[1], 16) == port and line[3] == state
    }


def _held(parent: int, port: int) -> list[int]:
    """How many connections at this port each of its processes has taken."""
    taken = _sockets(port, CONNECTED)
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [
        sum(str(one.readlink()) in taken for one in Path(f"/proc/{child}/fd").iterdir()) for child in children
    ]


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
    asked -= {"POSTGRES_USER", "POSTGRES_PASSWORD_FILE", "POSTGRES_INITDB_ARGS"}  # of PostgreSQL's own image
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


def test_no_container_is_root_or_writes_where_its_code_lies_and_each_says_how_it_is() -> None:
    compose, kubernetes = manifests()
    for name, service in compose["services"].items():
        assert "no-new-privileges:true" in service["security_opt"], name
        assert "mem_limit" in service, name
        assert name == "migrate" or "healthcheck" in service, name
        if name != "postgres":  # its image begins as root to make its folder, then is the user postgres
            assert service["read_only"] is True and service["cap_drop"] == ["ALL"], name
            assert service["user"].partition(":")[0] not in ("", "0", "root"), name
        assert not any(
            "PASSWORD" in key and not key.endswith("_FILE") for key in service.get("environment", ())
        ), name
    published = {name for name, service in compose["services"].items() if "ports" in service}
    assert published == {"proxy"}
    pods = {
        one["metadata"]["name"]: one["spec"]["template"]["spec"]
        for one in kubernetes
        if one["kind"] in ("Deployment", "Job")
    }
    assert len(pods) == 5
    for name, pod in pods.items():
        assert pod["automountServiceAccountToken"] is False, name
        assert pod["securityContext"]["runAsNonRoot"] is True and pod["securityContext"]["runAsUser"] > 0, (
            name
        )
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, name
        for container in (*pod["containers"], *pod.get("initContainers", ())):
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }, name
            assert container["resources"]["requests"] and container["resources"]["limits"], name
        if name != "shuffle-up-migrate":
            assert "livenessProbe" in pod["containers"][0], name
    kinds = [one["kind"] for one in kubernetes]
    assert kinds.count("NetworkPolicy") == 1 and kinds.count("PodDisruptionBudget") == 3
    user = re.search(r"^USER (\d+):\d+$", (ROOT / "deploy" / "Dockerfile").read_text(), re.MULTILINE)
    assert user and int(user[1]) == pods["shuffle-up-pages"]["securityContext"]["runAsUser"]


@pytest.mark.parametrize("part", ["worker", "beat"])
def test_a_part_without_requests_is_alive_while_it_says_so(part: str, tmp_path: Path, monkeypatch) -> None:
    asked = [sys.executable, "-m", "config.heartbeat", part]
    environment = {**os.environ, "HEARTBEAT_FOLDER": str(tmp_path)}
    assert subprocess.run(asked, cwd=ROOT, env=environment, check=False).returncode == 1
    monkeypatch.setenv("HEARTBEAT_FOLDER", str(tmp_path))
    heartbeat.touch(part)
    assert subprocess.run(asked, cwd=ROOT, env=environment, check=False).returncode == 0
    os.utime(tmp_path / f"{part}.alive", (0, 0))
    assert subprocess.run(asked, cwd=ROOT, env=environment, check=False).returncode == 1


def test_without_a_mail_server_nothing_starts_and_a_secret_may_lie_in_a_file(tmp_path: Path) -> None:
    """Codes for players would stand in the server's log."""
    key = tmp_path / "key"
    key.write_text("from a file\n")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    environment.pop("SECRET_KEY", None)
    environment |= {"SECRET_KEY_FILE": str(key), "EMAIL_URL": "dummymail://"}
    said = "from django.conf import settings; print(settings.SECRET_KEY)"

    def start(**more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", said],
            cwd=ROOT,
            env={**environment, **more},
            capture_output=True,
            text=True,
            check=False,
        )

    assert start().stdout == "from a file\n"
    refused = start(EMAIL_URL="")
    assert refused.returncode == 1 and "EMAIL_URL is not set" in refused.stderr


def test_who_asks_how_we_are_is_not_sent_to_https(settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/healthz").status_code == 200
    assert Client().get("/metrics").status_code == 403
    assert Client().get("/").status_code == 301
