"""Row r: a tap on the director's pages, from the finger to the next frame: on Now, and on the tiles of sixty and of 525 tables.

Told by the browser itself (Event Timing, as a page's INP is computed; it rounds to 8 ms), with a processor four times slower
than this one, as a tablet's is. How long the server takes to answer is row i.
"""

from __future__ import annotations

import os
import statistics
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, sync_playwright

from config.local.check import find_browser
from dispatch import relay
from people.models import User
from tests import cast
from tests.bench.breakdown import _running
from tests.bench.figures import Figure, say, tell
from tests.bench.servers import free_port, web

SEATS, SLOWER, TURNS = 9, 4, 7
TABLES = (60, 525)
MOST_MS = 100
#: What is tapped, by the page it is on; each is there again after its answer.
TAPS = {
    "": ('#clock-controls [title="A minute more"]', ".segments a:not([aria-current])", ".needs .button"),
    "tables/": (
        ".room-grid a:not([aria-current])",
        ".room-order a:not([aria-current])",
        ".map-tools summary",
    ),
}
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
    events = {tables: _running(house, tables * SEATS) for tables in TABLES}
    while relay.seal():
        pass
    say(f"{' and '.join(map(str, TABLES))} tables play")
    # Playwright's loop would make Django think that this is asynchronous
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=house.ana.user_id))
    name = settings.SESSION_COOKIE_NAME
    port = free_port()
    with web("config.asgi:application", port=port), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(),
            args=["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
        )
        address = f"http://127.0.0.1:{port}"
        cookie = {"name": name, "value": client.cookies[name].value, "url": address}
        for tables, tournament in events.items():
            for path, taps in TAPS.items():
                _tapped(browser, f"{address}/director/{tournament}/{path}", cookie, taps, tables)
        browser.close()


def _tapped(
    browser: Browser, address: str, cookie: dict[str, Any], taps: tuple[str, ...], tables: int
) -> None:
    context = browser.new_context(viewport={"width": 1180, "height": 820}, has_touch=True, locale="en")
    context.add_cookies([cookie])  # type: ignore[list-item]
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.evaluate(_WATCHED)
    took = {what: _tap(page, what) for what in taps}
    what = "map of tiles" if address.endswith("tables/") else "page Now"
    # of each kind the middle: one tap that meets other work of the machine is no property of the page, but is told
    middle = max(statistics.median(each) for each in took.values())
    tell(
        Figure(
            row="r",
            what=f"a tap on the {what}, {tables} tables: the next frame",
            ours=middle,
            unit="ms",
            bar=f"≤ {MOST_MS} ms, the slowest kind of tap",
            met=middle <= MOST_MS,
            note="; ".join(
                f"{one}: {statistics.median(each):.0f} ms, at most {max(each):.0f}"
                for one, each in took.items()
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
        found.append(max(page.evaluate("window.taps"), default=16))
    return found


if __name__ == "__main__":
    measure()
