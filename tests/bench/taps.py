"""Row r: a tap, from the finger to the next frame: on the director's pages, on the tiles of sixty and of 525 tables, in the editors, on
the floor's tablet, at the desk, on a player's phone, on the pages of everybody, and at a table that is played.

Told by the browser itself (Event Timing, as a page's INP is computed; it rounds to 8 ms), with a processor four times slower
than this one, as a tablet's is. How long the server takes to answer is row i.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, sync_playwright

from config.local.check import find_browser
from dispatch import relay
from people.models import User
from play.commands.act import act
from rules.hands import options
from rules.refusals import Refused
from tests import cast
from tests.bench.breakdown import _running
from tests.bench.dashboard import somebody
from tests.bench.figures import Figure, say, tell
from tests.bench.servers import free_port, web, worker
from tests.play.conftest import open_one

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
OF_A_PLAYER = (
    Tapped("player's phone", "me/", ("summary",), PHONE),
    Tapped("player's seat", "play/{t}/", ("a.button, main a",), PHONE),
    Tapped("player's limits", "me/limits/", ("summary",), PHONE),
)
#: Where a field of any size is the same page: asked once.
OF_A_DIRECTOR = (
    Tapped(
        "structure's editor",
        "director/{t}/settings/structure/",
        (
            "table input:enabled:not([type=hidden])",
            ".button[name=act][value=add_level]",
            ".segments button:not([aria-current])",
        ),
    ),
    Tapped(
        "payouts' editor",
        "director/{t}/settings/payouts/",
        ("main input:not([type=hidden])", ".button[name=act][value=check]"),
    ),
    Tapped("settings", "director/{t}/settings/", ("main summary", "main input:not([type=hidden])")),
    Tapped(
        "new tournament",
        "director/venues/{venue}/new/",
        ("main summary", "main label:has(input[type=radio])"),
    ),
    Tapped("entries", "director/{t}/entries/", ("main a",)),
    Tapped("history", "director/{t}/history/", ("main a",)),
    Tapped("printed seating list", "director/{t}/tables/list/", ("main a",)),
    Tapped("rulings", "floor/{t}/rulings/", ("main a",)),
)
OF_EVERYBODY = (
    Tapped("public page", "t/{t}/", (".tabs a:not([aria-current])",), PHONE),
    Tapped("draw", "t/{t}/draw/", ("#check", ".tabs a:not([aria-current])"), PHONE),
    Tapped("public structure", "t/{t}/structure/", (".tabs a:not([aria-current])",), PHONE),
    Tapped("tournaments", "", ("main a",), PHONE),
    Tapped("calendar", "calendar/", ("main a",), PHONE),
)
AT_THE_TABLE = Tapped(
    "played table",
    "tables/{table}/",
    (".room-menu summary", '.room-icon[data-draft="last"]', ".act-bar .act.raise", ".act-bar .act.call"),
    PHONE,
)
_WATCHED = """
window.taps = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (one.interactionId) window.taps.push(one.duration);
}).observe({ type: "event", durationThreshold: 16 });
// the tap alone is measured: nobody goes anywhere; what htmx sends has been sent by then
addEventListener("submit", (event) => event.preventDefault());
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
            where = somebody(tournament) | {
                "t": tournament,
                "player": people[tables].player_id,
                "venue": house.venue_id,
            }
            once = tables == TABLES[-1]
            for who, pages in (
                (house.ana, OF_STAFF + (OF_A_DIRECTOR if once else ())),
                (people[tables], OF_A_PLAYER),
                (None, OF_EVERYBODY if once else ()),
            ):
                for page in pages:
                    _tapped(browser, address, page, who, where=where, tables=tables)
        with worker():
            _at_a_table(browser, address, house)
        browser.close()


def _at_a_table(browser: Browser, address: str, house: cast.House) -> None:
    """Six play; one of them on a phone. The others call and check as soon as it is their turn."""
    now = timezone.now()  # noqa: TID251 - the bench has a real clock
    table = open_one(house, at=now, decision_seconds=120)
    table.now = now
    for seat in range(1, 7):
        table.sit(seat)
    reader = table.people[1]

    def own_turn() -> None:
        for _wait in range(600):
            row = table.row
            if row.due_kind == "decide":
                seat = options(table.hand).seat
                if seat == 1:
                    return
                word = "call" if options(table.hand).facing_chips else "check"
                who = table.people[seat]
                with contextlib.suppress(Refused):  # the worker was faster
                    cast.say(
                        act,
                        by=who,
                        at=timezone.now(),  # noqa: TID251 - the bench has a real clock
                        table_id=table.table_id,
                        player_id=who.player_id,
                        turn=row.turn,
                        act=word,
                        to_chips=0,
                    )
            time.sleep(0.1)
        raise TimeoutError("it is never the turn of the player on the phone")

    _tapped(browser, address, AT_THE_TABLE, reader, where={"table": table.table_id}, tables=1, ready=own_turn)


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
    who: cast.Person | None,
    *,
    where: Mapping[str, int | None],
    tables: int,
    ready: Callable[[], None] = lambda: None,
) -> None:
    ready()
    context = browser.new_context(viewport=one.size, has_touch=True, locale="en")  # type: ignore[arg-type]
    if who is not None:
        context.add_cookies([_session(who, address)])  # type: ignore[list-item]
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(f"{address}/{one.address.format(**where)}")
    page.wait_for_load_state("networkidle")
    page.evaluate(_WATCHED)
    took = {what: _tap(page, what.format(**where) if "{" in what else what, ready=ready) for what in one.taps}
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


def _tap(page: Page, what: str, *, ready: Callable[[], None]) -> list[float]:
    """Milliseconds of each tap; what is quicker than a frame is not told by the browser, and counts as one."""
    found: list[float] = []
    for _ in range(TURNS):
        ready()
        page.locator(what).first.wait_for()
        page.evaluate("window.taps.length = 0")
        page.locator(what).first.tap()
        page.wait_for_timeout(600)
        page.keyboard.press("Escape")  # what it opened is closed
        found.append(max(page.evaluate("window.taps"), default=16))
    return found


if __name__ == "__main__":
    measure()
