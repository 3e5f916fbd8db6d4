"""What every page for players and the public holds on a phone: a light first view, one row at its head, the places at its foot that cover
no focus, and all of it read where no script runs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from payouts.models import Score
from people.models import User
from play.models import Sitting
from tests import cast
from tests.browser.conftest import weight as one_weight
from tests.browser.contrast import PALE_WORDS
from tests.browser.test_every_page import ASKING, ON_PHONES, PAGES, drawn, goes, seen  # noqa: F401 -- a fixture
from tests.payouts.room import bust, finish
from tests.payouts.test_season import circuit
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 390, "height": 844}
MOST = 60 * 1024
# what a page loaded beside itself; a line to the server is none
LOADED = "performance.getEntriesByType('resource').map((one) => one.name)"
# head: as high as one row of buttons. hidden: what has the focus and lies wholly behind the places at the foot
HEAD_AND_FOCUS = """() => {
  const head = document.querySelector(".front > .bar")?.getBoundingClientRect().height ?? 0;
  const foot = document.querySelector(".front-pages");
  const hidden = [];
  for (const one of document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")) {
    if (!one.checkVisibility() || one.closest(".front-pages")) continue;
    one.focus();
    if (document.activeElement !== one || !foot) continue;
    if (one.getBoundingClientRect().top >= foot.getBoundingClientRect().top - 1) hidden.push(one.outerHTML.slice(0, 60));
  }
  return [Math.round(head), hidden.slice(0, 3)];
}"""
# a word or an amount that stands on two lines; a table that is wider than its place
APART_AND_SIDEWAYS = """() => {
  const apart = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode()) {
    const holder = walk.currentNode.parentElement;
    if (!holder.checkVisibility() || holder.closest("code, pre, option, textarea, script, .long, .visually-hidden")) continue;
    for (const word of walk.currentNode.data.matchAll(/[\\p{L}\\p{N}.,:$]{2,20}/gu)) {
      range.setStart(walk.currentNode, word.index);
      range.setEnd(walk.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size > 1) apart.add(word[0]);
    }
  }
  const wide = [...document.querySelectorAll(".table-scroll")].filter((one) => one.scrollWidth > one.clientWidth + 1);
  return [[...apart].slice(0, 5), wide.map((one) => one.innerText.slice(0, 40)).slice(0, 3)];
}"""
ONE_ROW = 64
# words that a hyphen joins, and that stand on two lines
HYPHENED = """() => {
  const apart = [];
  const range = document.createRange();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (!walk.currentNode.parentElement.checkVisibility() || walk.currentNode.parentElement.closest("option, script, .visually-hidden")) continue;
    for (const word of walk.currentNode.data.matchAll(/\\p{L}*\\p{Ll}(-\\u2060?\\p{L}+)+/gu)) {
      range.setStart(walk.currentNode, word.index);
      range.setEnd(walk.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size > 1) apart.push(word[0]);
    }
  }
  return apart;
}"""
WITH_HYPHENS = ("rules", "online-rules", "play-table-rules", "me-hand", "house", "me-second-factor")


@pytest.mark.parametrize("language", ["pt-BR", "en"])
def test_each_page_of_a_phone_is_light_and_whole_and_hides_no_focus(chromium, server, seen, language):  # noqa: F811
    """One walk for all that is looked at on a phone; weight, head and focus are the same in each language."""
    Sitting.objects.update(
        since=datetime.now(UTC)
    )  # nobody is told of an hour, which loads what tells it some time later
    wrong: list[str] = []
    weights: dict[str, int] = {}
    # who leaves a table is called to it some time later, on each page: those that sit at one come last
    names = tuple(sorted(dict.fromkeys((*ON_PHONES, *WITH_HYPHENS)), key=sits))
    for name, page, answer in opened(chromium, server, seen, names=names, locale=language):
        of_phones = name in ON_PHONES
        once = of_phones and language == "pt-BR"
        if once and (size := weight(page, answer, weights)) > MOST:
            wrong.append(f"{name}: {size} bytes")
        if of_phones:
            wrong += broken(page, name)
        for width in (320, 360) if name in WITH_HYPHENS else ():
            page.set_viewport_size({"width": width, "height": 700})
            wrong += [f"{name}: {word!r} at {width}" for word in page.evaluate(HYPHENED)]
        for width, height in ((360, 640), (390, 844)) if once else ():
            page.set_viewport_size({"width": width, "height": height})
            head, hidden = page.evaluate(HEAD_AND_FOCUS)
            if head > ONE_ROW:
                wrong.append(f"{name}: the head is {head} high at {width}")
            wrong += [f"{name}: behind the foot at {width}: {what}" for what in hidden]
        page.set_viewport_size(PHONE)
    assert wrong == [], "\n".join(wrong)


def broken(page: Any, name: str) -> list[str]:
    """What is broken on the narrow phone and on the usual one: words on two lines, and tables that are moved sideways."""
    wrong = []
    for width, height in ((320, 700), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        apart, wide = page.evaluate(APART_AND_SIDEWAYS)
        wrong += [f"{name}: {word!r} is broken at {width}" for word in apart]
        wrong += [f"{name}: moved sideways at {width}: {what!r}" for what in wide]
        wrong += [
            f"{name}: a dot at an end of a line at {width}: {what!r}" for what in page.evaluate(WRITTEN)
        ]
    return wrong


def sits(name: str) -> int:
    """Whether the player sits down there: the table first, then all of them."""
    return ("play-table", "play-my-tables").index(name) + 1 if name in ("play-table", "play-my-tables") else 0


def weight(page: Any, answer: Any, weights: dict[str, int]) -> int:
    """How many bytes a page and all that it loaded have; weights: those of what was weighed already."""
    loaded = [url for url in page.evaluate(LOADED) if "/ws/" not in url]
    for url in set(loaded) - set(weights):
        weights[url] = one_weight(url, page.request.get(url).body())
    return one_weight(answer.url, answer.body()) + sum(weights[url] for url in loaded)


def test_each_page_of_a_phone_reads_without_javascript(chromium, server, seen):  # noqa: F811
    wrong: list[str] = []
    for name, page, _answer in opened(chromium, server, seen, java_script_enabled=False):
        heading = page.locator("h1, h2").first
        if not heading.inner_text().strip():
            wrong.append(f"{name}: no heading")
        said = page.locator("main").first.inner_text()
        # several tables on one screen are pages of their own, each read here by itself
        if len(said.split()) < 5 and len(page.frames) == 1:
            wrong.append(f"{name}: says only {said!r}")
        wrong += [
            f"{name}: still waits: {one.inner_text()}"
            for one in page.locator("main .loading").all()
            if one.is_visible()
        ]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_who_asks_for_more_contrast_reads_every_word_of_a_phone_well(chromium, server, seen, theme):  # noqa: F811
    wrong: list[str] = []
    names = ("tournament", "structure", "results", "me", "play", "play-table")
    for name, page, _answer in opened(
        chromium, server, seen, names=names, contrast="more", color_scheme=theme
    ):
        drawn(page, name)
        wrong += [f"{name}: {what}" for what in page.evaluate(PALE_WORDS, 7)]
    assert wrong == [], "\n".join(wrong)


def opened(chromium: Any, server: Any, seen: Any, names: tuple[str, ...] = ON_PHONES, **more: Any):  # noqa: F811
    """Each of these pages on a phone, as who looks at it."""
    pages: dict[str, Any] = {}
    for name in names:
        who, made_of = PAGES[name]
        if who not in pages:
            context = chromium.new_context(**{"locale": "pt-BR", "viewport": PHONE} | more)
            if who:
                client = Client()
                client.force_login(User.objects.get(pk=getattr(seen.house, who).user_id))
                cookie = client.cookies["sessionid"].value
                context.add_cookies([{"name": "sessionid", "value": cookie, "url": server.url}])
            pages[who] = context.new_page()
        path = reverse(name, kwargs={k: seen.ids[v] for k, v in made_of.items()})
        answer = goes(pages[who], name, server.url + path + ASKING.get(name, "").format(**seen.ids))
        assert answer is not None and answer.status == 200, name
        yield name, pages[who], answer
    for page in pages.values():
        page.context.close()


# all at one moment: the page draws itself anew when it hears that something is newer
STEPS = (
    """() => [...document.querySelectorAll(".podium li")].map(one => one.getBoundingClientRect().toJSON())"""
)


def test_the_steps_of_the_podium_differ_however_long_a_name_is(look, today):
    page = podium(look, today, "Maximiliano de Vasconcelos")
    for width in (360, 390, 820, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        first, second, third = page.evaluate(STEPS)
        assert first["height"] - second["height"] > 16 < second["height"] - third["height"], width
        assert len({round(one["y"] + one["height"]) for one in (first, second, third)}) == 1, width


def test_a_podium_with_a_very_long_name_is_a_list_on_a_phone(look, today):
    page = podium(look, today, "Maximiliano Albuquerque de Vasconcelos")
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 800})
        first, second, third = page.evaluate(STEPS)
        assert first["y"] + first["height"] <= second["y"] + 1, width
        assert second["y"] + second["height"] <= third["y"] + 1, width
        assert len({round(one["x"]) for one in (first, second, third)}) == 1, width


def podium(look, today, name):
    """The page of three who are placed, of whom the one with this name is third."""
    house = cast.house()
    long = [house.player(one) for one in (name, "Rui", "Bia")]
    t = house.registering(
        "turbo-8max", starts_at=cast.START, late_registration_level=0, re_entries_per_player=0
    )
    entries = [house.enter(t, player)["entry_id"] for player in long]
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    for out in entries[:2]:  # the longest name is third, where the step is the lowest
        bust(house, t, out, at=today)
    finish(house, t, at=today)
    page = look(f"/t/{t}/", width=360, height=640).page
    expect(page.locator(".podium li")).to_have_count(3)
    return page


# what is as wide as a figure, of the cells of a table: where the name stands, its place, its prize
AS_A_FIGURE = """(name) => {
  const row = [...document.querySelectorAll("table tbody tr")].find((one) => one.innerText.includes(name));
  const width = (cell, text) => {
    const sign = document.createElement("span");
    sign.textContent = text.repeat(50);
    cell.append(sign);
    const found = sign.getBoundingClientRect().width;
    sign.remove();
    return found;
  };
  return [...row.cells].filter((cell) => cell.checkVisibility()).map((cell) => ["-", "1"].filter((sign) => width(cell, sign) === width(cell, "8")).join(""));
}"""


def test_in_a_table_figures_are_of_one_width_and_the_hyphen_of_a_name_is_none(look, today):
    page = podium(look, today, "Ana Souza-Lima")
    page.set_viewport_size({"width": 1440, "height": 900})  # where the letters are the house's own
    page.goto(page.url + "results/")
    page.evaluate("document.fonts.ready")
    place, name, *figures = page.evaluate(AS_A_FIGURE, "Souza-Lima")
    assert "1" in place and name == ""
    assert figures and all("1" in cell for cell in figures if cell)


@pytest.fixture
def ranking(today):
    """The page of a season with sixty players who scored: more than stand on one page."""
    house = cast.house()
    season, stage = circuit(house)
    t = house.registering("scpt-main", stage_id=stage)
    house.fill(t, 60)
    Score.objects.bulk_create(
        Score(
            season_id=season,
            tournament_id=t,
            player_id=entry.player_id,
            entry=entry,
            place=place,
            scored_as_place=place,
            entries=60,
            buy_in_cents=45_000,
            c_milli=1000,
            weight_milli=1000,
            points_e4=1_000_000 - place,
        )
        for place, entry in enumerate(Entry.objects.filter(tournament_id=t).order_by("id"), start=1)
    )
    return f"/seasons/{season}/"


# how far the buttons stand below the list, how much of the last card beside it is empty, where the sums of the head begin
OF_RANKING = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const last = document.querySelector(".season > :last-child");
  return {
    below: Math.round(box(".season nav").top - box(".ranking").bottom),
    empty: Math.round(last.getBoundingClientRect().bottom - last.lastElementChild.getBoundingClientRect().bottom),
    sums: [...document.querySelectorAll(".felt-sums dt")].map((one) => Math.round(one.getBoundingClientRect().left)),
  };
}"""


def test_nobody_elses_points_stand_beside_a_name_that_is_open(look, ranking):
    page = look(ranking).page
    beside, names = page.locator(".account-of"), page.locator(".ranking summary")
    for name, stands in ((0, True), (1, False)):
        names.nth(name).click()
        expect(beside).to_be_visible(visible=stands)
        names.nth(name).click()
        expect(beside).to_be_visible()


def test_a_ranking_of_more_than_a_page_has_air_below_it_and_no_void_beside_it(look, ranking):
    page = look(ranking).page
    wide = page.evaluate(OF_RANKING)
    # no more than what lies between a card's edge and its text
    assert (wide["below"], wide["empty"]) == (12, 17), wide
    page.set_viewport_size(PHONE)
    sums = page.evaluate(OF_RANKING)["sums"]
    assert len(sums) == 3 and sums[0] == sums[2] < sums[1], sums


# dots that are drawn at the beginning or at the end of a line, and how many are not drawn at all
DOTS = """() => {
  const edges = [];
  let gone = 0;
  for (const dot of document.querySelectorAll("main .dot")) {
    if (!dot.checkVisibility()) continue;
    const drawn = [...dot.getClientRects()].filter((one) => one.width > 1);
    if (!drawn.length) gone += 1;
    const words = [];
    const texts = document.createTreeWalker(dot.closest("p, small, li, dd, td"), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      if (texts.currentNode.parentElement.closest(".dot")) continue;
      range.selectNodeContents(texts.currentNode);
      words.push(...[...range.getClientRects()].filter((one) => one.width > 1));
    }
    for (const at of drawn) {
      const line = words.filter((one) => one.top < at.bottom - 2 && one.bottom > at.top + 2);
      if (!line.some((one) => one.left < at.left) || !line.some((one) => one.right > at.right)) edges.push(dot.parentElement.innerText);
    }
  }
  return [edges, gone];
}"""


def test_no_line_begins_or_ends_with_a_dot(look, today):
    house = cast.house()
    t = house.registering("scpt-main", starts_at=cast.START)
    page = look(f"/t/{t}/rules/").page
    assert page.locator("main .dot").count() == 5
    vanished = 0
    for width in range(320, 620, 12):
        page.set_viewport_size({"width": width, "height": 800})
        edges, gone = page.evaluate(DOTS)
        assert edges == [], width
        vanished += gone
    assert vanished
    # read out and copied it is there
    expect(page.locator("main .rule:has(.dot)").first).to_contain_text("ADTP.30 · SCPT.Q")


# a fact, a space or none before the dot, another fact: how wide each of two dots is drawn
SPACED = """() => {
  const held = document.createElement("div");
  held.innerHTML = ["", " "].map((space) => `<p><b>one</b>${space}<span class="dot"> <i>·</i></span> two</p>`).join("");
  document.querySelector("main").prepend(held);
  return [...held.querySelectorAll(".dot")].map((dot) => Math.max(...[...dot.getClientRects()].map((one) => Math.round(one.width))));
}"""


def test_a_dot_is_drawn_also_where_a_space_stands_before_it(look, today):
    cast.house()
    page = look("/", **PHONE).page
    tight, spaced = page.evaluate(SPACED)
    assert tight == spaced > 5


# what is written with a dot there that is not drawn
WRITTEN = """(where) => [...document.querySelectorAll(where)].map((one) => one.cloneNode(true)).map((one) => {
  for (const drawn of one.querySelectorAll(".dot")) drawn.remove();
  return one.textContent.replace(/\\s+/g, " ").trim();
}).filter((text) => text.includes("·"))"""


def test_in_the_calendar_on_a_phone_the_start_stands_first(look, today):
    """Registration's own hour comes after it: the first hour of a row is when one plays."""
    cast.house().published(starts_at=cast.after(hours=5), registration_opens_at=cast.after(hours=1))
    page = look("/", **PHONE).page
    tops = [
        page.locator(f".event {one}").bounding_box()["y"] for one in ("time", ".event-name > a", ".opens")
    ]
    assert tops == sorted(tops)


def test_facts_in_a_row_have_drawn_dots(look, today):
    """Of what a page is made with, and of what its script writes anew."""
    house = cast.house()
    t = house.registering("scpt-main", starts_at=cast.START)
    house.fill(t, 9)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    for path, where, least in (
        ("/", ".event-name small", 1),
        (f"/t/{t}/rules/", ".rules .rule", 5),
        (f"/play/{t}/", '[data-part="pool"]', 1),
    ):
        page = look(path, **PHONE).page
        expect(page.locator(where).first).to_be_visible()
        expect(page.locator(f"{where} .dot").nth(least - 1)).to_be_attached()
        assert page.evaluate(WRITTEN, where) == [], path


def test_a_phone_that_lay_open_at_the_end_shows_what_was_and_no_level_to_come(look, today):
    house = cast.house()
    t = house.registering(
        "turbo-8max", starts_at=cast.START, late_registration_level=0, re_entries_per_player=0
    )
    entries = [house.enter(t, house.player(one))["entry_id"] for one in ("Caio", "Rui", "Bia")]
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    page = look(f"/play/{t}/", language="en", **PHONE).page
    average, players = page.locator('[data-part="average"]'), page.locator('[data-part="players"]')
    expect(players).to_have_text("3 / 3")
    expect(average).to_be_visible()
    for out in entries[:2]:
        bust(house, t, out, at=today)
    finish(house, t, at=today)
    # the whole page, not the upper half alone
    expect(average).to_be_hidden(timeout=20_000)
    expect(players).to_have_count(0)
    expect(page.locator(".phone-facts dd").first).to_have_text("3")
    expect(page.locator(".winners li")).to_have_count(3)
