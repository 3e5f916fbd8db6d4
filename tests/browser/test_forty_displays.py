"""Forty displays of one room at once, by the served house: each has its page, its line, the next change and the next role.

They ask as a browser does, each in a thread of its own, all at one moment; what a browser draws of it is test_displays.py.
"""

from __future__ import annotations

import json
import re
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from threading import Barrier

import pytest
from websockets.sync.client import ClientConnection, connect

from tests import cast
from tournaments.commands.assign_screen import assign_screen
from tournaments.commands.show_on_screens import show_on_screens
from tournaments.models import Screen
from tournaments.topics import clock_topic, wall_topic

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DISPLAYS, LATEST_SECONDS = 40, 60
# a role, and what tells its page from all others
ROLES = {
    "clock": 'data-layout="classic"',
    "seats": 'data-role="seats"',
    "payouts": 'data-role="payouts"',
    "final_table": 'data-role="final"',
    "table": 'data-role="table"',
    "overlay": 'data-layout="lower"',
    "sponsors": 'data-role="sponsors"',
    "lobby": 'data-role="today"',
    "schedule": 'data-role="schedule"',
}
# a message is of a tournament, and these two are of the house
OF_THE_HOUSE = ("lobby", "schedule")


@dataclass
class Display:
    """What stands at a wall: a cookie, the page that it was given, a line."""

    url: str
    code: str
    role: str
    together: Barrier
    lines: ExitStack
    line: ClientConnection | None = None
    heard: dict[str, dict] = field(default_factory=dict)

    def asks(self, path: str) -> str:
        request = urllib.request.Request(self.url + path, headers={"Cookie": f"screen={self.code}"})
        with urllib.request.urlopen(request, timeout=LATEST_SECONDS) as answer:
            return answer.read().decode()

    def opens(self) -> str:
        """Its page, and the line of this page with all that it follows."""
        self.together.wait(LATEST_SECONDS)
        page = self.asks("/screens/")
        payloads = json.loads(re.search(r'<script id="faces"[^>]*>(.*?)</script>', page, re.DOTALL)[1])
        # the lobby follows each tournament of its rows, the schedule none
        of = [payloads, *payloads.get("rows", [])] if self.role in OF_THE_HOUSE else [payloads]
        topics = sorted(topic for one in of for topic in one.get("topics", {}).values())
        address = f"{self.url.replace('http', 'ws')}/ws/"
        self.line = self.lines.enter_context(connect(address, origin=self.url, max_size=None))
        self.line.send(json.dumps({"subscribe": topics}))
        while self.heard.keys() < set(topics):
            self.hears()
        return page

    def hears(self) -> None:
        said = json.loads(self.line.recv(timeout=LATEST_SECONDS))
        if "topic" in said:
            self.heard[said["topic"]] = said

    def reads(self, topic: str, text: str) -> bool:
        """Wait until its line has told this."""
        while text not in json.dumps(self.heard.get(topic), ensure_ascii=False):
            self.hears()
        return True

    def moves(self) -> str:
        """It asks what it should show, and opens that."""
        self.together.wait(LATEST_SECONDS)
        role = json.loads(self.asks("/screens/where/"))["shows"].split("/")[0]
        page = self.asks("/screens/")
        return role if ROLES[role] in page else f"not the page of {role}"


def test_forty_displays_have_their_page_the_next_change_and_the_next_role_all_at_once(server, today):
    house = cast.house()
    t = house.started("scpt-main", entries=12)
    codes = [f"D1SP{number:02d}" for number in range(DISPLAYS)]
    Screen.objects.bulk_create(
        Screen(code=code, venue_id=house.venue_id, tournament_id=t, paired_at=today) for code in codes
    )
    here = {"by": house.ana, "at": today, "tournament_id": t}
    roles = list(ROLES)
    together = Barrier(DISPLAYS)
    with ExitStack() as lines, ThreadPoolExecutor(DISPLAYS) as pool:
        displays = [
            Display(server.url, code, roles[i % len(roles)], together, lines) for i, code in enumerate(codes)
        ]
        for one in displays:
            cast.say(assign_screen, **here, code=one.code, role=one.role, table_number=1)
        pages = list(pool.map(Display.opens, displays))
        assert [[role for role, mark in ROLES.items() if mark in page] for page in pages] == [
            [one.role] for one in displays
        ]
        cast.say(show_on_screens, **here, message="Jantar às 22h")
        of_it = [one for one in displays if one.role not in OF_THE_HOUSE]
        assert all(pool.map(lambda one: one.reads(wall_topic(t), "Jantar às 22h"), of_it))
        assert all(clock_topic(t) in one.heard for one in of_it)
        for i, one in enumerate(displays):
            one.role = roles[(i + 1) % len(roles)]
            cast.say(assign_screen, **here, code=one.code, role=one.role, table_number=1)
        assert list(pool.map(Display.moves, displays)) == [one.role for one in displays]
