"""Row s: what moves on a page once it was painted: every page of staff, players, the public, and every display, in each of its sizes.

As over a slow line: its scripts and its font are held back until the page was painted (tests/browser/test_still_pages.py). Told is the
sum of what moves by itself, as a browser computes it (Layout Instability: how much of the window, times how far). `BENCH_PAGES=desk,join`
opens only pages whose names begin like that.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Error as BrowserError

from config.local.check import find_browser
from dispatch import relay
from tests import cast
from tests.bench.figures import Figure, say, tell
from tests.bench.servers import free_port, web
from tests.bench.taps import _session
from tests.browser.conftest import QUIET as ALONE
from tests.browser.test_every_page import ASKING, PAGES, Seen, room_of_every_page
from tests.browser.test_still_pages import HEARD, QUIET, Late

MOST = 0.01
OF_STAFF = ((1440, 900), (1180, 820), (390, 844))
OF_ALL = ((1440, 900), (390, 844))
OF_DISPLAYS = ((1920, 1080), (1440, 1080), (1080, 1920))
STAFF = ("olga", "ana", "bruno", "desi")
LAYOUTS = ("?layout=classic", "?layout=poster", "?layout=lower")
# what the states of a tournament change: in each of them
STATES = ("running", "bubble", "finished", "draft")
IN_EACH_STATE = (
    "tournament", "results", "structure", "draw", "director-room", "director-map", "director-entries", "director-prizes",
    "director-history", "director-edit", "director-edit-structure", "director-edit-payouts", "screens-control", "desk",
    "clock-screen", "seating-screen", "payouts-screen", "final-table-screen",
)  # fmt: skip


class Opened(NamedTuple):
    """A page as one person opens it at one size, and what of it moved."""

    name: str
    size: tuple[int, int]
    status: int
    moved: list[tuple[float, list[str]]]

    @property
    def total(self) -> float:
        return sum(value for value, _what in self.moved)

    def __str__(self) -> str:
        most = sorted(self.moved, reverse=True)[:3]
        told = "; ".join(f"{value:.3f} {', '.join(dict.fromkeys(what))}" for value, what in most)
        return f"{self.name} at {self.size[0]}×{self.size[1]}: {self.total:.3f} ({told})"


def measure() -> None:
    now = timezone.now()  # noqa: TID251 - the bench has a real clock
    cast.START, cast.OPEN, cast.DRAFTED = (
        now - ago for ago in (timedelta(minutes=20), timedelta(hours=1), timedelta(days=7))
    )
    room = room_of_every_page(now)
    # Playwright's loop would make Django think that this is asynchronous
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    port = free_port()
    relaying = relay.start_in_background()
    with web("config.asgi:application", port=port), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=ALONE)
        found = list(_opened(browser, f"http://127.0.0.1:{port}", room))
        browser.close()
    relaying.stop()
    for audience, sizes in (
        ("staff", OF_STAFF),
        ("players and the public", OF_ALL),
        ("displays", OF_DISPLAYS),
    ):
        theirs = [one for one in found if _sizes(one.name) == sizes]
        if theirs:
            _tell(audience, theirs)


def _sizes(name: str) -> tuple[tuple[int, int], ...]:
    page = name.partition("?")[0].partition(" ")[0]
    if page.endswith("-screen") or page == "display":
        return OF_DISPLAYS
    return OF_STAFF if PAGES[page][0] in STAFF else OF_ALL


def _asked(room: Seen) -> Iterator[tuple[str, str, str]]:
    """Each page: who opens it, what it is called, its address."""
    begin = tuple(os.environ.get("BENCH_PAGES", "").split(","))
    for name, (who, made_of) in PAGES.items():
        if not name.startswith(begin):
            continue
        shows = STATES if name in IN_EACH_STATE else (made_of.get("tournament_id", ""),)
        for state in shows:
            made = {
                kind: room.ids[state if kind == "tournament_id" else value] for kind, value in made_of.items()
            }
            for asks in LAYOUTS if name == "clock-screen" else (ASKING.get(name, ""),):
                address = reverse(name, kwargs=made) + asks.format(**room.ids)
                yield who, f"{name}{asks} {state}".strip(), address


def _opened(browser: Browser, house: str, room: Seen) -> Iterator[Opened]:
    windows: dict[str, Late] = {}
    for who, name, address in _asked(room):
        if who not in windows:
            context = browser.new_context(locale="pt-BR", service_workers="block")
            if who:
                context.add_cookies([_session(getattr(room.house, who), house)])  # type: ignore[list-item]
            context.add_init_script(HEARD)
            windows[who] = Late(context.new_page())
        late = windows[who]
        for width, height in _sizes(name):
            late.page.set_viewport_size({"width": width, "height": height})
            try:
                answer, moved = late.open(house + address)
            except (AssertionError, BrowserError) as never:  # it is told which, and the others are opened
                say(f"{name} at {width}×{height}: {never!r}, {late.lines}, {late.page.evaluate(QUIET)}")
                yield Opened(name, (width, height), 0, [])
                continue
            one = Opened(name, (width, height), answer.status, [(value, what) for value, what in moved])
            if one.total > MOST:
                say(str(one))
            yield one


def _tell(audience: str, found: list[Opened]) -> None:
    worst = max(found, key=lambda one: one.total)
    above = [one for one in found if one.total > MOST]
    # what a draft has no page of is refused on one: it stands still, too
    wrong = [f"{one.name}: {one.status}" for one in found if not 0 < one.status < 500]
    tell(
        Figure(
            row="s",
            what=f"pages of {audience}: the most that moves after the first paint",
            ours=round(worst.total, 4),
            unit="",
            bar=f"≤ {MOST}",
            met=not above and not wrong,
            note=f"{len({one.name for one in found})} pages, {len(found)} with their sizes; above {MOST}: {len(above)}; the worst:"
            f" {worst}{f'; not answered: {wrong}' if wrong else ''}",
        )
    )


if __name__ == "__main__":
    measure()
