"""The demo room: loaded once, and tournaments in it that go on after an interruption."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command

from ledger.queries import reconcile
from payouts.models import Score
from people.models import Player
from simulation import demo, demo_play
from simulation.clocks import Stopped, Virtual
from simulation.demo_play import adopt
from simulation.house import announce
from simulation.plan import Plan
from simulation.play import Play
from simulation.staff import Asker
from tests import cast
from tournaments.models import Entry, Tournament

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.django_db


def loaded() -> str:
    told = io.StringIO()
    call_command("load_demo", stdout=told)
    return told.getvalue()


def test_the_demo_room_is_loaded_once_and_its_passwords_are_true():
    told = loaded()
    found = dict(re.findall(r"(\S+@demo\.example)\s+(\S+)", told))
    assert set(found) == {f"{r}@demo.example" for r in ("director", "desk", "floor", "player")}
    for address, secret in found.items():
        assert authenticate(username=address, password=secret) is not None, address
    rows = {t.name: t for t in Tournament.objects.all()}
    assert {n: (t.state, t.practice) for n, t in rows.items()} == {
        demo.FINISHED: ("finished", False),
        demo.TONIGHT: ("announced", False),
        demo.WAITING: ("registering", False),
    }
    assert Entry.objects.filter(tournament=rows[demo.WAITING]).count() == 5
    assert Score.objects.filter(tournament=rows[demo.FINISHED]).exists()
    assert Player.objects.count() == demo.PLAYERS + 2  # the director has a file, too
    assert reconcile() == ()
    with cast.unchanged():
        assert loaded() == told


def test_a_changed_password_is_not_told_any_more():
    loaded()
    from people.models import User

    user = User.objects.get(email="desk@demo.example")
    user.set_password("another one altogether")
    user.save()
    assert re.search(r"desk@demo\.example\s+\(changed since\)", loaded())


@pytest.mark.parametrize("enough", [25, 44])
def test_an_interrupted_tournament_is_taken_up_from_the_database(enough):
    """In late registration, and near the end: it is played out, every law looked at."""
    loaded()
    room = demo.room()
    plan = Plan.of("turbo-8max", 30, enough, ranked=True)
    stop = threading.Event()

    def watch(_what, done, _of):
        if done >= enough:
            stop.set()

    asker = Asker(Virtual(cast.START, stop))
    play = Play(plan, asker, guests=room.guests, progress=watch)
    play.open(room.house, announce(asker, room.house, plan, name="Interrompido", more={"ranks": False}))
    with pytest.raises(Stopped):
        play.run()
    stop.clear()
    later = Play(plan, Asker(asker.time), pay=1)
    adopt(later, room.house, play.tournament_id)
    later.levels()
    later.finish()
    assert Tournament.objects.get(pk=play.tournament_id).state == "finished"
    assert reconcile() == ()


def test_a_tournament_that_had_not_started_is_called_off_and_the_money_given_back():
    loaded()
    room = demo.room()
    plan = Plan.of("turbo-8max", 10, 3, ranked=True)
    asker = Asker(Virtual(cast.START, threading.Event()))
    play = Play(plan, asker, guests=room.guests)
    play.open(
        room.house, announce(asker, room.house, plan, name="Turbo 8-max ao vivo 1", more={"ranks": False})
    )
    play.registrations()
    assert list(demo.unfinished(room.house.venue_id, "Turbo 8-max ao vivo")) == [
        (play.tournament_id, "registering")
    ]
    demo_play._call_off(room.house, play.tournament_id)
    assert list(demo.unfinished(room.house.venue_id, "Turbo 8-max ao vivo")) == []
    assert Tournament.objects.get(pk=play.tournament_id).state == "cancelled"
    assert reconcile() == ()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_it_stops_at_once_when_told_to_and_goes_on_after_a_kill():
    """On the wall clock, as a process of its own, in the test's database."""
    from django.db import connection

    loaded()
    url = os.environ["DATABASE_URL"].rpartition("/")[0] + "/" + connection.settings_dict["NAME"]
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "SECRET_KEY": "test",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }

    def started() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "manage.py", "demo_play", "--speed", "400", "--entries", "14"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def running() -> bool:
        return Tournament.objects.filter(state="running").exists()

    first = started()
    try:
        until = time.monotonic() + 90
        while not running() and time.monotonic() < until and first.poll() is None:
            time.sleep(0.2)
        assert running()
        first.kill()
        first.wait(60)
        t = Tournament.objects.get(state="running")
        asked = commands()
        second = started()
        try:
            until = time.monotonic() + 60
            while commands() < asked + 2 and time.monotonic() < until and second.poll() is None:
                time.sleep(0.2)
            assert commands() >= asked + 2
            assert Tournament.objects.filter(pk=t.pk, state="running").exists()
            second.send_signal(signal.SIGTERM)
            assert second.wait(60) == 0
        finally:
            second.kill()
    finally:
        first.kill()


def commands() -> int:
    from dispatch.models import Command

    return Command.objects.count()
