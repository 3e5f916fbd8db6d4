"""The demo room: loaded once, and tournaments in it that go on after an interruption."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.test import Client

from ledger.queries import reconcile
from payouts.models import Score
from people.models import Player, StaffRole, User
from rules.refusals import Refused
from simulation import demo, demo_play, demo_room
from simulation.clocks import Stopped, Virtual
from simulation.demo_play import adopt
from simulation.house import announce
from simulation.plan import Plan
from simulation.play import Play
from simulation.staff import Asker
from tables.models import Seat, Table
from tests import cast
from tournaments.commands.register_player import register_player
from tournaments.models import Elimination, Entry, Tournament

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.django_db


def loaded() -> str:
    told = io.StringIO()
    call_command("load_demo", stdout=told)
    return told.getvalue()


def with_people() -> demo_room.DemoRoom:
    """The demo room with its people and nothing played yet: enough for who plays on in it."""
    loader = demo.DemoLoader(cast.DRAFTED)
    house = loader.people()
    loader.player_of_the_house(house)
    loader.players(house)
    return demo_room.room()


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
    room = with_people()
    plan = Plan.of("turbo-8max", 30, enough, ranked=True)
    stop = threading.Event()

    def watch(_what, done, _of):
        if done >= enough:
            stop.set()

    asker = Asker(Virtual(cast.START, stop))
    play = Play(plan, asker, guests=room.guests, progress=watch)
    play.open(
        room.house, announce(asker, house=room.house, plan=plan, name="Interrompido", more={"ranks": False})
    )
    with pytest.raises(Stopped):
        play.run()
    stop.clear()
    later = Play(plan, Asker(asker.time), pay=1)
    adopt(later, house=room.house, tournament_id=play.tournament_id)
    later.levels()
    later.finish()
    assert Tournament.objects.get(pk=play.tournament_id).state == "finished"
    assert reconcile() == ()


def test_a_tournament_that_had_not_started_is_called_off_and_the_money_given_back():
    room = with_people()
    plan = Plan.of("turbo-8max", 10, 3, ranked=True)
    asker = Asker(Virtual(cast.START, threading.Event()))
    play = Play(plan, asker, guests=room.guests)
    play.open(
        room.house,
        announce(asker, house=room.house, plan=plan, name="Turbo 8-max ao vivo 1", more={"ranks": False}),
    )
    play.registrations()
    assert list(demo_room.unfinished(room.house.venue_id, name="Turbo 8-max ao vivo")) == [
        (play.tournament_id, "registering")
    ]
    demo_play._call_off(room.house, play.tournament_id)
    assert list(demo_room.unfinished(room.house.venue_id, name="Turbo 8-max ao vivo")) == []
    assert Tournament.objects.get(pk=play.tournament_id).state == "cancelled"
    assert reconcile() == ()


class Visited(Virtual):
    """A time in which a visitor acts: one thing each time the demo comes to its next step, so that every one falls between
    two steps of a run that does not know of it."""

    def __init__(self, start: datetime, acts: list[Callable[[], None]]) -> None:
        super().__init__(start, threading.Event())
        self.acts = acts
        self.steps = 0

    def until(self, instant: datetime) -> None:
        super().until(instant)
        self.steps += 1
        if self.steps % 2 == 0 and self.acts and Tournament.objects.filter(state="running").exists():
            self.acts.pop(0)()

    def rest(self, seconds: float) -> None:
        """Nobody waits in a test."""


def test_a_visitor_acts_in_the_demo_by_the_directors_page_and_it_goes_on(monkeypatch):
    """A bust, a move, an undo, a penalty, a table counted, chips corrected, somebody of their own at the desk: after each
    the demo takes the world as it is, and the tournament comes to its end."""
    room = with_people()
    plan = Plan.of("turbo-8max", 30, 7, ranked=True)
    visits: list[Callable[[], None]] = []
    time = Visited(cast.START, visits)
    monkeypatch.setattr("access.moment.at", lambda: time.at)
    asker = Asker(time)
    play = Play(plan, asker, guests=room.guests, pay=1)
    play.open(
        room.house, announce(asker, house=room.house, plan=plan, name="Visitado", more={"ranks": False})
    )
    t = play.tournament_id
    ana = Client(headers={"accept-language": "en"})
    ana.force_login(User.objects.get(pk=room.house.director.user_id))
    done: list[str] = []

    def press(what: str, **values: object) -> dict[str, str]:
        response = ana.post(
            f"/director/{t}/do/{what}/",
            {"command_id": str(cast.new_id()), **values},
            headers={"HX-Request": "true"},
        )
        toast = json.loads(response["HX-Trigger"])["toast"]
        if toast["kind"] != "done":  # not an AssertionError: a run that stumbles over one is taken up again
            raise RuntimeError(toast)
        done.append(what)
        return toast

    def seats(least: int = 3) -> list[Seat]:
        """Who sits at the fullest table, by seat."""
        tables = Table.objects.filter(tournament_id=t).exclude(state="broken").order_by("-players", "number")
        if tables[0].players < least:
            raise RuntimeError(f"{tables[0].players} players left")
        return list(
            Seat.objects.filter(table=tables[0], entry__isnull=False)
            .order_by("number")
            .select_related("table")
        )

    def bust() -> dict[str, str]:
        first = seats()[0]
        # "!": whoever sits there, also when somebody has just sat down
        return press("bust", bust=f"{first.table.number}-{first.number}!")

    def bust_and_undo() -> None:
        toast = bust()
        ana.post(toast["undo"], {"command_id": str(cast.new_id())}, headers={"HX-Request": "true"})
        assert Elimination.objects.filter(tournament_id=t, undone_at__isnull=False).exists()
        done.append("undo")

    def move() -> None:
        one = seats()[1]
        free = Seat.objects.filter(
            table__tournament_id=t, table__number__gt=0, entry__isnull=True, number__lte=8
        ).exclude(table__state="broken")
        to = free.exclude(table=one.table).first() or free.first()
        press("move", entry_id=one.entry_id, table=to.table.number, seat=to.number)

    def penalty() -> None:
        press("penalty", entry_id=seats()[0].entry_id, step="missed_rounds-1", reason="phone")

    def counted() -> None:
        press("chips", entry_id=seats()[0].entry_id, stack_chips="12000")

    def corrected() -> None:
        press("chips-in-play", removed_chips="100", reason="A chip is missing")

    visits += [
        bust,
        move,
        bust_and_undo,
        penalty,
        counted,
        corrected,
        bust,
        move,
        penalty,
        bust_and_undo,
        bust,
    ]
    with pytest.raises((Refused, AssertionError)):
        play.run()
    assert Tournament.objects.get(pk=t).state == "running"
    assert demo_play.play_on(room, tournament_id=t, time=time, speed=0, entries=30) == 1
    assert visits == []
    assert done.count("bust") == 5 and done.count("move") == 2 and done.count("undo") == 2
    assert Tournament.objects.get(pk=t).state == "finished"
    assert reconcile() == ()


def test_a_visitor_who_starts_it_registers_somebody_or_ends_it_is_taken_as_it_is(monkeypatch):
    """Before the start: a demo that finds its tournament half registered plays it, with whom the visitor brought; what the
    visitor cancelled is over."""
    room = with_people()
    plan = Plan.of("turbo-8max", 10, 3, ranked=True)
    time = Visited(cast.START, [])

    def half_registered(name: str, asker: Asker) -> int:
        play = Play(plan, asker, guests=room.guests)
        play.open(room.house, announce(asker, house=room.house, plan=plan, name=name, more={"ranks": False}))
        play.registrations()
        return play.tournament_id

    asker = Asker(time)
    t = half_registered("Turbo 8-max ao vivo 1", asker)
    caio = User.objects.get(email="player@demo.example").player
    asker.ask(
        register_player,
        by=room.house.desk,
        tournament_id=t,
        player_id=caio.pk,
        method="cash",
        terms_version="1",
        paid=True,
    )
    assert demo_play.play_on(room, tournament_id=t, time=time, speed=0, entries=10) == 1
    assert Tournament.objects.get(pk=t).state == "finished"
    assert Entry.objects.filter(tournament_id=t, player=caio).exclude(state="cancelled").count() == 1
    other = half_registered("Turbo 8-max ao vivo 2", Asker(Visited(cast.after(hours=9), [])))
    demo_play._call_off(room.house, other)
    with cast.unchanged():
        assert demo_play.play_on(room, tournament_id=other, time=time, speed=0, entries=10) == 1
    assert reconcile() == ()


def test_who_loses_a_role_is_stood_in_for_and_where_nobody_may_that_is_said(monkeypatch, caplog):
    """A visitor tries the staff page: the evening goes on with another cashier, and says so."""
    room = with_people()
    ana, desi = room.house.director, room.house.desk
    there = Client()
    there.force_login(User.objects.get(pk=ana.user_id))

    def takes_away(role: str) -> None:
        row = StaffRole.objects.get(venue_id=room.house.venue_id, role=role, revoked_at__isnull=True)
        page = f"/director/venues/{room.house.venue_id}/staff/"
        there.post(f"{page}do/revoke/", {"command_id": str(cast.new_id()), "role_id": row.pk})
        row.refresh_from_db()
        assert row.revoked_at is not None

    plan = Plan.of("turbo-8max", 10, 3, ranked=True)
    time = Virtual(cast.START, threading.Event())
    play = Play(plan, Asker(time), guests=room.guests)
    play.open(
        room.house,
        announce(
            play.asker, house=room.house, plan=plan, name="Turbo 8-max ao vivo 1", more={"ranks": False}
        ),
    )
    takes_away("desk")
    with pytest.raises(Refused, match="Only the registration desk"):
        play.run()
    assert demo_play.play_on(room, tournament_id=play.tournament_id, time=time, speed=0, entries=10) == 1
    assert Tournament.objects.get(pk=play.tournament_id).state == "finished"
    assert (
        "the demo goes on with director@demo.example as desk: Desi Rocha has the role no more" in caplog.text
    )
    assert room.house.desk.user_id == ana.user_id != desi.user_id
    assert reconcile() == ()
    StaffRole.objects.filter(venue_id=room.house.venue_id).update(revoked_at=time.at)
    stop = threading.Event()
    monkeypatch.setattr(stop, "wait", lambda _seconds: stop.set())
    monkeypatch.setattr(demo, "load", lambda: None)
    assert demo_play.play_for_ever(stop) == 0
    assert "the demo waits: nobody may act as director; give the role back on the staff page" in caplog.text


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
