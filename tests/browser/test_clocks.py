"""Every screen shows one time, whenever it was opened: the moment of the house and of each device is moved by the test.

A page opened long after the last event hears a face that was made at that event. What it shows is the present all the
same: the wall, the public page, the phone and the director's page agree to the second for ten minutes.
"""

from __future__ import annotations

import json
import re
import time
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from people.commands.check_identity import check_identity
from rules.clock_shown import shown_at
from rules.levels import Recess
from tests import cast
from tests.browser.conftest import LATEST, served
from tests.browser.test_floor import cookie_of
from tests.moment import NAMED, Moment, follow
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Tournament
from tournaments.queries.clock import clock_state, structure_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LONG = LATEST / 1000  # seconds: a page without a line would be waited for for ever
EACH = "wall public phone director"
# the evening, a third of a second past a whole one: what rounds otherwise shows
NOW = datetime(2026, 9, 12, 22, 40, 10, 300_000, UTC)


@pytest.fixture
def moment(tmp_path, monkeypatch):
    found = Moment(tmp_path / "moment")
    found.set(round(NOW.timestamp() * 1000))
    follow(found, monkeypatch.setattr)
    return found


@pytest.fixture
def server(transactional_db, moment):
    with served("tests.browser.house:application", **{NAMED: str(moment.where)}) as found:
        yield found


def registering(monkeypatch, starts_at, **changes):
    monkeypatch.setattr(cast, "START", starts_at)
    monkeypatch.setattr(cast, "OPEN", NOW - timedelta(hours=3))
    monkeypatch.setattr(cast, "DRAFTED", NOW - timedelta(days=7))
    house = cast.house()
    here = {"by": house.desi, "player_id": house.caio.player_id, "venue_id": house.venue_id}
    cast.say(check_identity, document_kind="rg", document_number="12.345.678-9", **here)
    tournament = house.registering("scpt-main", starts_at=starts_at, **changes)
    house.fill(tournament, 11)
    house.enter(tournament, house.caio.player_id)
    return house, tournament


def running(monkeypatch, into, **changes):
    """Started so long ago; nothing has happened since."""
    starts_at = NOW - into
    house, tournament = registering(monkeypatch, starts_at, **changes)
    cast.say(start_tournament, by=house.ana, at=starts_at, tournament_id=tournament)
    return house, tournament


class Screen:
    """A page on a device of its own, whose clock stands where the test puts it."""

    def __init__(self, chromium, server, path, *, device, cookies=()):
        self.context = chromium.new_context(viewport={"width": 1280, "height": 720}, locale="pt-BR")
        self.context.add_cookies(list(cookies))
        self.page = self.context.new_page()
        self.page.clock.install(time=device - timedelta(seconds=1))
        self.page.clock.pause_at(device)
        self.asked = self.answered = self.lines = 0
        self.on_line = False
        self.page.on("websocket", self._line)
        self.path = path
        self.page.goto(server.url + path)
        self.heard()

    def _line(self, line):
        self.lines += 1
        self.asked, self.answered, self.on_line = 0, 0, True
        line.on("close", lambda _: setattr(self, "on_line", False))
        line.on("framesent", lambda text: self._count("asked", text, "ping"))
        line.on("framereceived", lambda text: self._count("answered", text, "pong"))

    def _count(self, what, text, word):
        if word in json.loads(text):
            setattr(self, what, getattr(self, what) + 1)

    def heard(self, lines=1):
        """Wait until the house has answered everything that was asked."""
        until = time.monotonic() + LONG
        while self.lines < lines or not self.asked or self.asked > self.answered:
            told = f"{self.path}: {self.lines} lines, {self.asked} asked, {self.answered} answered"
            assert time.monotonic() < until, told
            self.page.wait_for_timeout(10)

    def lost(self):
        """Wait until the page knows that its line is gone: from now on it counts how long."""
        until = time.monotonic() + LONG
        while self.on_line:
            assert time.monotonic() < until, f"{self.path}: still on the line"
            self.page.wait_for_timeout(10)

    def part(self, name):
        return self.page.locator(f'[data-part="{name}"]').first


class Room:
    """All the screens of one tournament, and the moment they live in."""

    def __init__(self, chromium, server, moment, house, tournament):
        self.chromium, self.server, self.moment = chromium, server, moment
        self.house, self.tournament = house, tournament
        self.screens = []

    def open(self, faces=EACH, *, off=timedelta()):
        """One more of each of these; off: how wrong the clocks of these devices are."""
        t = self.tournament
        where = {
            "wall": (f"/screens/{t}/clock/", None),
            "public": (f"/t/{t}/", None),
            "phone": (f"/play/{t}/", self.house.caio),
            "director": (f"/director/{t}/", self.house.ana),
        }
        for path, who in (where[face] for face in faces.split()):
            cookies = cookie_of(who.user_id, self.server.url) if who else ()
            device = self.moment.at() + off
            self.screens.append(Screen(self.chromium, self.server, path, device=device, cookies=cookies))

    def pass_(self, seconds):
        """So long nothing happens."""
        self.moment.move(seconds)
        for screen in self.screens:
            screen.page.clock.fast_forward(round(seconds * 1000))

    def left(self):
        """Seconds, by the law and not by the faces."""
        tournament = Tournament.objects.select_related("venue").get(pk=self.tournament)
        at = self.moment.at()
        if tournament.started_at is None:
            return -(-(tournament.starts_at - at) // timedelta(seconds=1))
        return -(-shown_at(state=clock_state(tournament, clock=tournament.clock), at=at).remaining_ms // 1000)

    def agree(self):
        seconds = self.left()
        text = f"{seconds // 60}:{seconds % 60:02d}"
        hour = self.moment.at().astimezone(ZoneInfo("America/Sao_Paulo")).strftime("%H:%M")
        for screen in self.screens:
            expect(screen.part("time"), screen.path).to_have_text(text)
            if screen.part("wall").count():
                expect(screen.part("wall")).to_have_text(hour)
        # in a recess the clock of the room tells when play resumes, the other pages when the next one comes
        resumes = (self.moment.at() + timedelta(seconds=seconds)).astimezone(ZoneInfo("America/Sao_Paulo"))
        in_recess = [s for s in self.screens if s.page.locator('[data-recess="true"]').count()]
        for screen in in_recess:
            expect(screen.part("says")).to_have_text(re.compile(f"^Volta às {resumes:%H:%M} com o nível"))
            expect(screen.part("recess")).to_be_hidden()
        for name, screens in (
            ("recess", [s for s in self.screens if s not in in_recess]),
            ("late", self.screens),
        ):
            # some say "em 12:40", some have the word before it
            told = {
                (s.part(name).text_content() or "").replace("\u00a0", " ").removeprefix("em ")
                for s in screens
                if s.part(name).is_visible()
            }
            assert len(told) <= 1, (name, told)

    def ten_minutes(self, *faces):
        """Opened at 0, 15, 60 and 300 seconds, some by devices whose clock is an hour off; then on to ten minutes."""
        here, behind, ahead = timedelta(), timedelta(hours=-1), timedelta(hours=1)
        for seconds, off, opened in zip((0, 15, 45, 240), (here, here, ahead, behind), faces, strict=True):
            self.pass_(seconds)
            self.agree()
            self.open(opened, off=off)
            self.agree()
        for seconds in (1, 29, 90, 180):
            self.pass_(seconds)
            self.agree()


@pytest.fixture
def room(chromium, server, moment):
    made = []

    def build(house, tournament):
        made.append(Room(chromium, server, moment, house, tournament))
        return made[-1]

    yield build
    for found in made:
        for screen in found.screens:
            screen.context.close()


def test_pages_opened_at_any_moment_of_a_level_show_one_time(room, monkeypatch):
    room(*running(monkeypatch, timedelta(seconds=100.7))).ten_minutes(*[EACH] * 4)


@pytest.mark.rule("PT-T.23")
def test_late_registration_by_time_counts_while_the_clock_stands(room, monkeypatch):
    """40 minutes after the start, by the time of the house: on devices an hour off, and in a pause."""
    into = timedelta(seconds=600.7)
    by_time = {"late_registration_level": 0, "late_registration_minutes": 40}
    house, tournament = running(monkeypatch, into, **by_time)
    cast.say(pause_clock, by=house.ana, at=NOW - timedelta(seconds=300), tournament_id=tournament)
    here = room(house, tournament)
    ends = NOW - into + timedelta(minutes=40)
    hour = ends.astimezone(ZoneInfo("America/Sao_Paulo")).strftime("%H:%M")
    for seconds, off in ((0, timedelta()), (90, timedelta(hours=1)), (300, timedelta(hours=-1))):
        here.pass_(seconds)
        here.open("wall public phone", off=off)
        left = -(-(ends - here.moment.at()) // timedelta(seconds=1))
        for screen in here.screens:
            told = re.compile(rf"{left // 60}:{left % 60:02d}\b.*{hour}")
            expect(screen.part("late"), screen.path).to_have_text(told)


def test_before_the_start(room, monkeypatch):
    here = room(*registering(monkeypatch, NOW + timedelta(minutes=50, seconds=0.3)))
    here.ten_minutes("wall", "public phone", "wall", "director")


def test_in_a_recess(room, monkeypatch):
    house, tournament = registering(monkeypatch, NOW - timedelta(hours=1))
    items = structure_of(Tournament.objects.get(pk=tournament)).items
    first = next(index for index, item in enumerate(items) if isinstance(item, Recess))
    into = timedelta(seconds=sum(item.seconds for item in items[:first]) + 20.7)
    # it began so long ago that its first recess has just begun
    Tournament.objects.filter(pk=tournament).update(starts_at=NOW - into)
    cast.say(start_tournament, by=house.ana, at=NOW - into, tournament_id=tournament)
    here = room(house, tournament)
    here.open("wall")
    expect(here.screens[0].part("state")).to_have_attribute("data-state", "recess")
    here.ten_minutes("phone", "wall", "public", "director")


def test_a_clock_that_stands_stands_on_every_page(room, monkeypatch):
    house, tournament = running(monkeypatch, timedelta(minutes=5))
    cast.say(pause_clock, by=house.bruno, at=NOW - timedelta(minutes=1), tournament_id=tournament)
    here = room(house, tournament)
    here.ten_minutes("wall", "phone", "public", "director")
    assert here.left() == 40 * 60 - 4 * 60


def test_after_the_line_was_lost(room, monkeypatch, server):
    here = room(*running(monkeypatch, timedelta(seconds=100.7)))
    here.open()
    here.pass_(40)
    here.open("wall", off=timedelta(hours=1))
    here.agree()
    lines = [screen.lines for screen in here.screens]
    server.kill()
    for screen in here.screens:
        screen.lost()
    # without a line each goes on by itself
    here.pass_(90)
    here.agree()
    expect(here.screens[0].part("offline")).to_have_text(re.compile("1:30"))
    server.start()
    here.pass_(9)
    for screen, before in zip(here.screens, lines, strict=True):
        screen.heard(lines=before + 1)  # of those it tried, the last
        expect(screen.part("offline")).to_be_hidden()
    here.agree()
    here.open("wall phone")
    here.pass_(300)
    here.agree()
