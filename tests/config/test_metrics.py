"""The numbers of several processes are one answer, and cover commands, the relay, clocks and sockets."""

import asyncio
import os
import re
import secrets
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from prometheus_client import REGISTRY

from config import readers
from config.local.services import free_port
from dispatch import relay
from dispatch.hub import Hub
from dispatch.readers import begin, read_once
from tests import cast
from tests.install.house import until
from tournaments.models import Notice
from tournaments.operations import letters

ROOT = Path(__file__).resolve().parents[2]


def number(page: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", page, re.MULTILINE)
    assert found, name
    return float(found[1])


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_whichever_of_several_processes_is_asked_it_answers_for_all():
    port, token = free_port(), secrets.token_urlsafe(8)
    base = os.environ["DATABASE_URL"].rpartition("/")[0]
    environment = os.environ | {
        "DATABASE_URL": f"{base}/{connection.settings_dict['NAME']}",
        "WEB_BIND": f"127.0.0.1:{port}",
        "WEB_CONCURRENCY": "3",
        "METRICS_TOKEN": token,
    }
    environment.pop("PYTEST_XDIST_WORKER", None)

    def ask(path):
        asked = urllib.request.Request(
            f"http://127.0.0.1:{port}/{path}", headers={"Authorization": f"Bearer {token}"}
        )
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return answer.read().decode()

    command = ["gunicorn", "-c", "python:config.gunicorn", "config.wsgi:application"]
    server = subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT, env=environment)
    try:
        assert until(lambda: ask("healthz"))
        before = number(ask("metrics"), "django_http_requests_before_middlewares_total")
        for _ in range(20):
            ask("healthz")
        # every asking counts itself when it begins: the numbers of one answer after the other, without a gap
        counted = [number(ask("metrics"), "django_http_requests_before_middlewares_total") for _ in range(9)]
        assert counted == [before + 21 + n for n in range(9)]
    finally:
        server.terminate()
        server.wait(30)


@pytest.mark.django_db
def test_what_is_counted(house, monkeypatch):
    monkeypatch.setenv("METRICS_TOKEN", "of-the-graph")
    done = 'shuffle_command_seconds_count{name="tournaments.create_tournament",outcome="done"}'

    def scrape():
        answer = Client().get("/metrics", headers={"Authorization": "Bearer of-the-graph"})
        assert answer.status_code == 200
        return answer.content.decode()

    house.tournament("turbo-8max")
    first = scrape()
    house.tournament("turbo-8max")
    second = scrape()
    assert number(second, done) == number(first, done) + 1
    assert number(second, "shuffle_facts_unsealed") > number(first, "shuffle_facts_unsealed") > 0
    assert number(second, "shuffle_clock_overdue_seconds") == 0
    assert number(second, "shuffle_clock_announced_late_seconds") == 0
    assert number(second, "shuffle_relay_lag_seconds") > 0  # the cast plays in the past, and nobody relays


@pytest.mark.django_db
def test_readers_of_facts_and_mails_are_counted(house, monkeypatch):
    """Whichever process is asked: the numbers lie in the database."""
    monkeypatch.setenv("METRICS_TOKEN", "of-the-graph")
    lag = ("streams_behind", "lag_seconds")

    def scrape(name):
        answer = Client().get("/metrics", headers={"Authorization": "Bearer of-the-graph"})
        return number(answer.content.decode(), name)

    def read():
        while relay.seal():
            pass
        return [scrape(f'shuffle_reader_{name}{{reader="notices"}}') for name in lag]

    reader = readers.notices_reader()
    begin(reader)
    t = house.registering("turbo-8max")
    house.enter(t)
    behind, age = read()
    assert behind == 1 and age > 0
    assert scrape("shuffle_mails_waiting") == 0
    read_once(reader)
    assert read() == [0, 0]
    Notice.objects.update(state="waiting")
    assert scrape("shuffle_mails_waiting") == 1
    assert scrape("shuffle_mail_lag_seconds") > 0
    assert scrape('shuffle_dead_letters{reader="notices"}') == 0
    letters.give_up(Notice.objects.get().pk, error="TimeoutError")
    assert scrape('shuffle_dead_letters{reader="notices"}') == 1
    assert scrape("shuffle_mails_waiting") == 0


def test_open_sockets_are_counted():
    class Nobody:
        seen = ()

        def released(self):
            """Nothing is held."""

    async def come_and_go():
        here, client = Hub(), Nobody()
        here.enter(client)
        inside = REGISTRY.get_sample_value("shuffle_sockets")
        here.leave(client)
        return inside, REGISTRY.get_sample_value("shuffle_sockets")

    assert asyncio.run(come_and_go()) == (1, 0)


@pytest.fixture
def house():
    return cast.house()
