"""Row r: a tap, from the finger to the next frame: on the director's Now, on the tiles of sixty and of 525 tables, on the floor's
tablet, at the desk, on a player's phone.

Told by the browser itself (Event Timing, as a page's INP is computed; it rounds to 8 ms), with a processor four times slower
than this one, as a tablet's is. How long the server takes to answer is row i.
"""

from __future__ import annotations

import os
import statistics
from typing import Any, NamedTuple

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, sync_playwright

from config.local.check import find_browser
from dispatch import relay
from people.models import User
from tests import cast
from tests.bench.breakdown import _running
from tests.bench.dashboard import somebody
from tests.bench.figures import Figure, say, tell
from tests.bench.servers import free_port, web

SEATS, SLOWER, TURNS = 9, 4, 7
TABLES = (60, 525)
MOST_MS = 100
TABLET, PHONE = {"width": 1180, "height": 820}, {"width": 390, "height": 844}


class Tapped(NamedTuple):
    """What is tapped on a page; each is there again after its answer, and Escape. {t}: the tournament; {table}, {seat}, {player}: somebody there."""

    name: str
    address: str
    taps: tuple[str, ...]
    size: dict[str, int] = TABLET


OF_STAFF = (
    Tapped(
        "page Now",
        "director/{t}/",
        ('#clock-controls [title="A minute more"]', ".segments a:not([aria-current])", ".needs .button"),
    ),
    Tapped(
        "map of tiles",
        "director/{t}/tables/",
        (".room-grid a:not([aria-current])", ".room-order a:not([aria-current])", ".map-tools summary"),
    ),
    Tapped(
        "tablet's tables",
        "floor/{t}/",
        ('[data-key^="which-"][aria-pressed="false"]', ".star", '[data-key="outbox"]'),
    ),
    Tapped("tablet's table", "floor/{t}/#{table}", ('[data-key="seat-{seat}"]', '[data-key="count"]')),
    Tapped("player at the desk", "desk/{t}/?player={player}", ("summary",)),
)
OF_A_PLAYER = (Tapped("player's phone", "me/", ("summary",), PHONE),)
_WATCHED = """
window.taps = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (one.interactionId) window.taps.push(one.duration);
}).observe({ type: "event", durationThreshold: 16 });
// the tap alone is measured: nobody goes anywhere
addEventListener("click", (event) => { if (event.target.closest("a[href]")) event.preventDefault(); });
"""


def measure() -> None:
    house = cast.house()
    people = {tables: cast.person(f"Rui{tables}", at=cast.OPEN) for tables in TABLES}
    events = {tables: _running(house, tables * SEATS, among=person) for tables, person in people.items()}
    while relay.seal():
        pass
    say(f"{' and '.join(map(str, TABLES))} tables play")
    # Playwright's loop would make Django think that this is asynchronous
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    port = free_port()
    with web("config.asgi:application", port=port), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(),
            args=["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
        )
        address = f"http://127.0.0.1:{port}"
        for tables, tournament in events.items():
            where = somebody(tournament) | {"t": tournament, "player": people[tables].player_id}
            for who, pages in ((house.ana, OF_STAFF), (people[tables], OF_A_PLAYER)):
                for page in pages:
                    _tapped(browser, address, page, _session(who, address), where=where, tables=tables)
        browser.close()


def _session(person: cast.Person, address: str) -> dict[str, Any]:
    """The cookie of who is signed in."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=person.user_id))
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value, "url": address}


def _tapped(
    browser: Browser,
    address: str,
    one: Tapped,
    cookie: dict[str, Any],
    *,
    where: dict[str, int],
    tables: int,
) -> None:
    context = browser.new_context(viewport=one.size, has_touch=True, locale="en")  # type: ignore[arg-type]
    context.add_cookies([cookie])  # type: ignore[list-item]
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(f"{address}/{one.address.format(**where)}")
    page.wait_for_load_state("networkidle")
    page.evaluate(_WATCHED)
    took = {what: _tap(page, what.format(**where) if "{" in what else what) for what in one.taps}
    # of each kind the middle: one tap that meets other work of the machine is no property of the page, but is told
    middle = max(statistics.median(each) for each in took.values())
    tell(
        Figure(
            row="r",
            what=f"a tap on the {one.name}, {tables} tables: the next frame",
            ours=middle,
            unit="ms",
            bar=f"≤ {MOST_MS} ms, the slowest kind of tap",
            met=middle <= MOST_MS,
            note="; ".join(
                f"{each}: {statistics.median(took[each]):.0f} ms, at most {max(took[each]):.0f}"
                for each in took
            ),
        )
    )
    context.close()


def _tap(page: Page, what: str) -> list[float]:
    """Milliseconds of each tap; what is quicker than a frame is not told by the browser, and counts as one."""
    found: list[float] = []
    for _ in range(TURNS):
        page.evaluate("window.taps.length = 0")
        page.locator(what).first.tap()
        page.wait_for_timeout(600)
        page.keyboard.press("Escape")  # what it opened is closed
        found.append(max(page.evaluate("window.taps"), default=16))
    return found


if __name__ == "__main__":
    measure()
