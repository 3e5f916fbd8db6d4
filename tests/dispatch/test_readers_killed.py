"""SIGKILL to whoever reads and mails, at whatever moment: nobody goes untold, nobody is told twice, one mail at most comes again."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection

from config import readers
from dispatch import chain, relay
from dispatch.models import Cursor, DeadLetter, Fact, Stream
from dispatch.readers import begin
from people.models import Player, User
from tests import cast
from tests.browser.conftest import Forked
from tests.mailserver import MailServer, mail_server
from tournaments.commands.postpone_tournament import postpone_tournament
from tournaments.models import Notice

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = 8
KILLS = 6
STEPS = ("helo", "mail", "rcpt", "data", "taken", "answered")

pytestmark = [pytest.mark.slow, pytest.mark.faults]


@contextmanager
def loaded(of: MailServer) -> Iterator[subprocess.Popen[str]]:
    """A process that has loaded the product and forks those who read and mail."""
    base = os.environ["DATABASE_URL"].rpartition("/")[0]
    environment = os.environ | {
        "DATABASE_URL": f"{base}/{connection.settings_dict['NAME']}",
        "EMAIL_URL": of.url,
        "DEFAULT_FROM_EMAIL": "Room <room@room.example>",
    }
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_VERSION"):
        environment.pop(name, None)
    environment.setdefault("SECRET_KEY", "of-this-test")
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.reading"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def workers(of: subprocess.Popen[str], count: int, *, hold_seconds: int) -> Iterator[list[Forked]]:
    """So many processes, each with the readers and the post. One alone may hold for a second: nobody else takes what it is slow at."""
    running = []
    try:
        for _ in range(count):
            of.stdin.write(f"{hold_seconds}\n")
            of.stdin.flush()
            running.append(Forked(int(of.stdout.readline())))
        yield running
    finally:
        for one in running:
            one.kill()


def until(true: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + 240
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.01)


def known(house: cast.House, tournament: int) -> dict[int, str]:
    """Players with accounts, entered and paid: player id → address."""
    found = {}
    for _ in range(PLAYERS):
        person = cast.person("Rui")
        Player.objects.filter(pk=person.player_id).update(
            id_checked_at=cast.DRAFTED, id_checked_by_id=house.desi.user_id
        )
        User.objects.filter(pk=person.user_id).update(email_confirmed_at=cast.DRAFTED)
        house.enter(tournament, person.player_id)
        found[person.player_id] = User.objects.get(pk=person.user_id).email
    return found


@pytest.mark.django_db(transaction=True)
def test_killed_at_any_moment_nothing_is_lost_and_nothing_is_told_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now + timedelta(hours=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(minutes=10))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    chance = random.Random(20261122)
    house = cast.house()
    begin(readers.notices_reader())
    first = house.registering("turbo-8max", starts_at=cast.START)
    addresses = known(house, first)
    killed = 0
    with mail_server() as of, loaded(of) as process:
        for round_ in range(KILLS):
            # something new to tell everybody in every round
            cast.say(
                postpone_tournament,
                by=house.ana,
                at=datetime.now(UTC),
                tournament_id=first,
                starts_at=cast.START + timedelta(hours=1 + round_),
                reason="x",
            )
            relay.relay_once()
            reads = round_ % 4 == 3
            wanted = Notice.objects.count() + chance.randint(1, PLAYERS) if reads else 0
            whom: Future[Forked] = Future()
            if not reads:
                dead = _kill_at(of, whom, chance.choice(STEPS), chance.randint(1, PLAYERS // 2))
            with workers(process, 1, hold_seconds=1) as [one]:
                if reads:
                    # while it reads: as soon as so many notices are there
                    until(
                        lambda wanted=wanted: Notice.objects.count() >= wanted or not behind(),
                        "it read nothing",
                    )
                    one.kill()
                else:
                    whom.set_result(one)
                    assert dead.wait(240), "nobody killed it"
                killed += 1
                of.heard = lambda _step: None
        with workers(process, 1, hold_seconds=1):
            until(
                lambda: not behind() and not Notice.objects.filter(state="waiting").exists(), "it never ends"
            )
    assert killed == KILLS
    # each fact told each player once, and every notice was sent
    notified = Counter(Notice.objects.values_list("kind", "player_id"))
    assert notified == {
        **{("receipt", player): 1 for player in addresses},
        **{("postponed", player): KILLS for player in addresses},
    }
    assert set(Notice.objects.values_list("state", flat=True)) == {"sent"}
    expected = {
        (addresses[player], f"<notice.{number}@room.example>")
        for number, player in Notice.objects.values_list("pk", "player_id")
    }
    assert set(of.taken) == expected
    assert len(of.taken) - len(expected) <= killed
    assert not DeadLetter.objects.exists()
    for cursor in Cursor.objects.all():
        assert cursor.seq == Stream.objects.get(name=cursor.stream).seq
    assert chain.audit().findings == []
    assert Fact.objects.filter(kind="tournament_postponed").count() == KILLS


def behind() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM dispatch_stream s LEFT JOIN dispatch_cursor c ON c.stream = s.name"
            " WHERE starts_with(s.name, 'tournament:') AND s.seq > coalesce(c.seq, 0))"
        )
        return bool(cursor.fetchone()[0])


def _kill_at(of: MailServer, whom: Future[Forked], step: str, nth: int) -> threading.Event:
    """SIGKILL at the nth time that the mail server hears this step; it answers only when the process is dead, which is then told."""
    left = 1 if step == "helo" else nth
    lock = threading.Lock()
    dead = threading.Event()

    def heard(said: str) -> None:
        nonlocal left
        with lock:
            if said == step and left:
                left -= 1
                if not left:
                    whom.result(60).kill()
                    dead.set()

    of.heard = heard
    return dead


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_each_mail_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now + timedelta(hours=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(minutes=10))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    house = cast.house()
    begin(readers.notices_reader())
    t = house.registering("turbo-8max", starts_at=cast.START)
    addresses = known(house, t)
    relay.relay_once()
    with mail_server() as of, loaded(of) as process:
        with workers(process, 3, hold_seconds=60):
            until(lambda: Notice.objects.filter(state="sent").count() == PLAYERS, "not all were sent")
        assert sorted(to for to, _ in of.taken) == sorted(addresses.values())
    assert Notice.objects.count() == PLAYERS
