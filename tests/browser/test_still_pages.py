"""Nothing on a page moves once it was painted: displays in each role, the tablet, the desk and the director's pages; of phones and the public
test_every_page.py asks the same, and of every page in every size row s of bin/bench.

Each page is painted before its scripts and its font have come, as over a slow line, but for a display, which waits for its script. It is asked
what moved when its line to the house has answered.
"""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from people.models import User
from tests.browser.conftest import until
from tests.browser.test_every_page import ASKING, PAGES, seen  # noqa: F401 -- a fixture

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WALL, STUDIO, TABLET, DESK, PHONE = (1920, 1080), (1440, 1080), (1180, 820), (1440, 900), (390, 844)
UPRIGHT = (820, 1180)
MOST = 0.01
DIRECTORS = (
    "director",
    "director-room",
    "director-map",
    "director-entries",
    "director-prizes",
    "director-hand-for-hand",
    "director-count",
    "director-deals",
    "director-history",
    "director-edit",
    "director-edit-structure",
    "director-edit-payouts",
    "director-new",
    "screens-control",
)

# page, what its address asks, what it shows where that is another than in PAGES, how large
STILL = [
    *(
        ("clock-screen", f"?layout={layout}", shows, WALL)
        for layout in ("classic", "poster", "lower")
        for shows in ("running", "bubble", "finished")
    ),
    ("clock-screen", "?layout=lower", "running", STUDIO),
    *(("seating-screen", "", shows, WALL) for shows in ("running", "finished")),
    *(("payouts-screen", "", shows, WALL) for shows in ("running", "bubble", "finished")),
    *(("final-table-screen", "", shows, WALL) for shows in ("running", "bubble", "finished")),
    *(
        (name, "", "", WALL)
        for name in ("table-screen", "display", "sponsors-screen", "lobby-screen", "schedule-screen")
    ),
    *((name, "", "", TABLET) for name in PAGES if name.startswith("floor")),
    *((name, ASKING.get(name, ""), "", DESK) for name in PAGES if name.startswith("desk")),
    *((name, "", "", DESK) for name in DIRECTORS),
    # the strip in the letters of the device and in ours
    *((name, "", "", TABLET) for name in ("director-room", "desk-new-player", "account-email")),
    *((name, "", "", DESK) for name in ("tournament", "rules", "draw", "online-rules")),
    ("director-edit-structure", "", "", PHONE),
    # the places at the head of the page stand on one line in both
    *((name, "", "", UPRIGHT) for name in ("me-hands", "me-hand", "play-table-session", "play", "structure")),
]

HEARD = """globalThis.moved = [];
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    const what = shift.sources.map(({ node }) => [node?.parentElement?.className, node?.className ?? node?.textContent.trim().slice(0, 30)].join(" > "));
    if (!shift.hadRecentInput) moved.push([shift.value, what]);
  }
}).observe({ type: "layout-shift", buffered: true });"""
# a page whose script holds the first paint back is painted no sooner
PAINTED = """() => performance.getEntriesByName("first-contentful-paint").length > 0 || document.querySelector("script[blocking]") !== null"""
QUIET = """() => document.readyState === "complete" && !document.querySelector(".htmx-request")"""
SHIFTED = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  return moved;
}"""


class Late:
    """A page whose scripts and font come late: once it was painted."""

    def __init__(self, page):
        self.page = page
        self.held = None
        self.lines = []
        page.route(re.compile(r"\.(js|woff2)$"), self.asked)
        page.on("websocket", self.opened)

    def asked(self, route):
        # what is no module stands before the page, by intention
        if self.held is None or route.request.url.endswith("/early.js"):
            route.continue_()
        else:
            self.held.append(route)

    def opened(self, line):
        self.lines.append(line)
        line.on("framereceived", lambda said: self.answered(line, said))

    def answered(self, line, said):
        if line in self.lines and "pong" in json.loads(said):
            self.lines.remove(line)

    def open(self, url):
        self.lines.clear()
        self.held = []
        answer = self.page.goto(url, wait_until="commit")
        until(self.page, lambda: self.page.evaluate(PAINTED))
        held, self.held = self.held, None
        for route in held:
            route.continue_()
        self.page.wait_for_load_state()
        until(self.page, lambda: not self.lines and self.page.evaluate(QUIET))
        return answer, self.page.evaluate(SHIFTED)


def test_nothing_moves_once_it_was_painted(chromium, server, seen):  # noqa: F811
    wrong = []
    opened = {}
    for name, asks, shows, (width, height) in STILL:
        who, made_of = PAGES[name]
        if who not in opened:
            context = chromium.new_context(locale="pt-BR", service_workers="block")
            if who:
                client = Client()
                client.force_login(User.objects.get(pk=getattr(seen.house, who).user_id))
                cookie = client.cookies["sessionid"].value
                context.add_cookies([{"name": "sessionid", "value": cookie, "url": server.url}])
            context.add_init_script(HEARD)
            opened[who] = Late(context.new_page())
        late = opened[who]
        late.page.set_viewport_size({"width": width, "height": height})
        of = {
            kind: seen.ids[shows if shows and kind == "tournament_id" else value]
            for kind, value in made_of.items()
        }
        answer, moved = late.open(server.url + reverse(name, kwargs=of) + asks.format(**seen.ids))
        told = f"{name}{asks} {shows} at {width}"
        if answer.status != 200:
            wrong.append(f"{told}: answered {answer.status}")
        elif sum(value for value, _what in moved) > MOST:
            wrong.append(f"{told}: moved by {sum(value for value, _what in moved):.3f}: {moved}")
    for late in opened.values():
        late.page.context.close()
    assert wrong == [], "\n".join(wrong)


# where a part of a page stands: with all that comes later, and as long as nothing of that has come
STANDS = """([part, later]) => {
  const first = document.querySelector(part);
  const box = () => { const { x, y, width, height } = first.getBoundingClientRect(); return [x, y, width, height]; };
  const whole = box();
  for (const one of document.querySelectorAll(later)) one.remove();
  return [whole, box()];
}"""


@pytest.mark.parametrize("shows", ["running", "bubble"])
@pytest.mark.parametrize("size", [DESK, WALL, TABLET])
def test_the_first_table_stands_where_it_will_stand_before_the_others_have_come(tab_of, seen, shows, size):  # noqa: F811
    """A long page is drawn while it comes: how many tables there are is known from its beginning."""
    width, height = size
    page = tab_of(seen.house.ana, reverse("director-map", args=[seen.ids[shows]]), width=width, height=height)
    whole, begun = page.evaluate(STANDS, [".map .round", ".map > :first-child ~ *"])
    assert begun == whole


@pytest.mark.parametrize("size", [DESK, TABLET])
def test_where_the_money_went_stands_where_it_will_stand_before_the_pool_and_the_chips_have_come(
    tab_of,
    seen,  # noqa: F811
    size,
):
    width, height = size
    page = tab_of(
        seen.house.ana, reverse("director-entries", args=[seen.ids["running"]]), width=width, height=height
    )
    assert page.locator(".money-three > *").count() == 3
    whole, begun = page.evaluate(STANDS, [".money-three > :first-child", ".money-three > :first-child ~ *"])
    # as high as the highest beside it: nothing in it moves by that
    assert begun[:3] == whole[:3]


@pytest.mark.parametrize("who", ["", "caio"])
def test_the_bar_of_a_phone_has_its_places_before_they_have_come(look, tab_of, seen, who):  # noqa: F811
    phone = {"width": 390, "height": 844}
    home = reverse("home")
    page = tab_of(getattr(seen.house, who), home, **phone) if who else look(home, **phone).page
    whole, begun = page.evaluate(STANDS, [".front-pages a", ".front-pages a ~ a"])
    # the longest word may take half a pixel from the others
    assert [abs(a - b) < 1 for a, b in zip(whole, begun, strict=True)] == [True] * 4
    assert page.evaluate("document.documentElement.scrollWidth") == 390
