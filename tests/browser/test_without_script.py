"""To read, no page needs a script: the staff's pages and every role of a display have their title, their clock, their figures and
their lists from the server, the same as with a script, and what a form sends arrives."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from people.models import User
from tables.commands.count_chips import count_chips
from tables.models import Seat
from tests import cast
from tests.browser.test_every_page import ASKING, PAGES, STAFF, drawn, seen  # noqa: F401 - a fixture
from tournaments.commands.give_recess import give_recess
from tournaments.commands.pause_clock import pause_clock
from tournaments.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WALLS = tuple(name for name in PAGES if name.endswith("-screen"))
# what is compared with the page that has its scripts: of a tournament that runs, with its clock and its figures
NAMED = ("seating-screen", "final-table-screen", "table-screen")
LIVE = (
    "director-room",
    "director-map",
    "director-entries",
    "director-history",
    "desk",
    "floor-tablet",
    "floor-ruling",
)

# what is read: the title, each figure, the clock; and what is drawn with nothing in it
READ = """() => {
  const words = (one) => (one.innerText ?? "").replace(/\\s+/g, " ").trim();
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const facts = {};
  for (const row of document.querySelectorAll("[data-fact]")) if (!row.hidden) facts[row.dataset.fact] = row.querySelector("dd").textContent.replace(/\\s+/g, " ").trim();
  for (const name of ["blinds", "level", "ante", "players", "average", "next", "pool", "paid", "chips", "state"]) {
    const part = document.querySelector(`[data-part="${name}"]`);
    if (part && shown(part)) facts[`part ${name}`] = words(part);
  }
  const empty = [...document.querySelectorAll("main :is(ul, ol, tbody, dl)")].filter((one) => shown(one) && !one.children.length);
  for (const card of document.querySelectorAll("main :is(.card, section)")) {
    const title = card.querySelector("h2, h3");
    if (shown(card) && title && words(card) === words(title) && !card.querySelector("a, button, input, img, svg:not(.icon)")) empty.push(card);
  }
  return {
    title: [...document.querySelectorAll("h1")].map((one) => one.textContent.replace(/\\s+/g, " ").trim()).join("|"),
    time: [...document.querySelectorAll('[role="timer"]')].filter(shown).map(words).join(" "),
    facts, empty: empty.map((one) => `${one.tagName} ${one.className} ${one.id} ${one.dataset.part ?? ""} ${words(one).slice(0, 40)}`),
    rows: [...document.querySelectorAll('main [data-part="list"]')].filter(shown).map((list) => list.children.length),
    names: [...document.querySelectorAll('main [data-part="list"] .line:not(.label)')].filter(shown).map(words),
    dead: [...document.querySelectorAll("main button")].filter((one) => shown(one) && !one.disabled && !one.form).map((one) => words(one) || one.ariaLabel),
  };
}"""


def opened(chromium: Any, server: Any, house: Any, who: str, *, script: bool) -> Any:
    context = chromium.new_context(
        locale="pt-BR", viewport={"width": 1280, "height": 900}, java_script_enabled=script
    )
    if who:
        client = Client()
        client.force_login(User.objects.get(pk=getattr(house, who).user_id))
        cookie = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": server.url}])
    return context.new_page()


def steady(facts: dict[str, str]) -> dict[str, str]:
    """A countdown goes on between two looks: that it is one stays."""
    return {name: re.sub(r"\b(?:\d+:)?\d+:\d\d(?=$|[^\d])", "T", said) for name, said in facts.items()}


def test_the_staffs_pages_and_walls_are_read_without_a_script(chromium: Any, server: Any, seen: Any) -> None:  # noqa: F811
    wrong: list[str] = []
    plain: dict[str, Any] = {}
    scripted: dict[str, Any] = {}
    # one at its last table, its stacks counted in part
    last = seen.house.started("turbo-8max", entries=6, name="Final", starts_at=cast.START)
    counted = Entry.objects.filter(tournament_id=last).order_by("pk")[0]
    cast.say(
        count_chips, by=seen.house.bruno, at=cast.after(minutes=4), entry_id=counted.pk, stack_chips=32_500
    )
    walls = [(name, running) for name in WALLS for running in ("running", "last", "finished")]
    seen.ids["last"] = last
    for name, tournament in (*((name, "") for name in STAFF), *walls):
        who, made_of = PAGES[name]
        if tournament and (tournament == "finished") > ("tournament_id" in made_of):
            continue
        if tournament and "tournament_id" in made_of:
            made_of = made_of | {"tournament_id": tournament}
        if who not in plain:
            plain[who] = opened(chromium, server, seen.house, who, script=False)
            scripted[who] = opened(chromium, server, seen.house, who, script=True)
        address = reverse(name, kwargs={key: seen.ids[value] for key, value in made_of.items()})
        address = server.url + address + ASKING.get(name, "").format(**seen.ids)
        plain[who].goto(address)
        without = plain[who].evaluate(READ)
        name_of = name
        name = f"{name} {tournament}".strip()
        wrong += [f"{name}: nothing in {one}" for one in without["empty"]]
        wrong += [f"{name}: does nothing: {one}" for one in without["dead"]]
        if not without["title"]:
            wrong.append(f"{name}: no title")
        if name_of not in LIVE + WALLS:
            continue
        scripted[who].goto(address)
        drawn(scripted[who], name_of)
        told = scripted[who].evaluate(READ)
        for what in ("title", "rows", "names"):
            # the lobby without a script names each, when it begins and its state: its clocks go on by script alone
            if without[what] != told[what] and (what != "names" or name_of in NAMED):
                wrong.append(f"{name}: {what} {without[what]} without, {told[what]} with")
        if bool(re.search(r"\d:\d\d", without["time"])) != bool(re.search(r"\d:\d\d", told["time"])):
            wrong.append(f"{name}: the time is {without['time']!r} without, {told['time']!r} with")
        one, other = steady(without["facts"]), steady(told["facts"])
        wrong += [
            f"{name}: {fact} is {one.get(fact)!r} without, {other.get(fact)!r} with"
            for fact in sorted(one.keys() | other.keys())
            if one.get(fact) != other.get(fact)
        ]
    assert wrong == [], "\n".join(wrong)

    # a form needs no script either: the box of busts, and a message for the walls
    page, t = plain["ana"], seen.ids["running"]
    seat = Seat.objects.filter(table__tournament_id=t, entry__isnull=False).order_by(
        "table__number", "number"
    )[0]
    assert seat.entry is not None
    page.goto(f"{server.url}/director/{t}/")
    page.fill("#bust", f"{seat.table.number}-{seat.number}")
    page.press("#bust", "Enter")
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator(".toast, .notice").first).to_contain_text(seat.entry.player.public_name)
    seat.entry.refresh_from_db()
    assert seat.entry.state == "out"
    for page in (*plain.values(), *scripted.values()):
        page.context.close()


# every part of a page that its script writes, as it is read
PARTS = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const told = {};
  for (const part of document.querySelectorAll("main [data-part]")) {
    const said = (part.innerText ?? "").replace(/\\s+/g, " ").replaceAll("\\u2060", "").trim();
    if (shown(part) && said && !part.querySelector("[data-part]") && !part.matches(".visually-hidden")) told[part.dataset.part] = said;
  }
  return told;
}"""


def test_the_pages_of_players_tell_the_same_with_a_script(chromium: Any, server: Any, seen: Any) -> None:  # noqa: F811
    """What the script draws anew stood there from the first paint, in the same words: nothing moves."""
    wrong: list[str] = []
    soon = seen.house.registering("turbo-8max", name="Logo", starts_at=cast.START + timedelta(hours=3))
    later = seen.house.registering("scpt-main", name="Amanhã", starts_at=cast.START + timedelta(days=2))
    paused = seen.house.started("turbo-8max", entries=9, name="Parado", starts_at=cast.START)
    cast.say(pause_clock, by=seen.house.ana, at=cast.after(minutes=6), tournament_id=paused)
    resting = seen.house.started("scpt-main", entries=9, name="Intervalo", starts_at=cast.START)
    cast.say(give_recess, by=seen.house.ana, at=cast.after(minutes=6), tournament_id=resting, minutes=45)
    seen.ids |= {"soon": soon, "later": later, "paused": paused, "resting": resting}
    for who, name in (("", "tournament"), ("caio", "tournament"), ("caio", "play")):
        plain = opened(chromium, server, seen.house, who, script=False)
        scripted = opened(chromium, server, seen.house, who, script=True)
        for state in ("soon", "later", "running", "paused", "resting", "bubble", "finished"):
            address = server.url + reverse(name, args=[seen.ids[state]])
            plain.goto(address)
            scripted.goto(address)
            without = steady(plain.evaluate(PARTS))
            scripted.locator("body[data-counted]").wait_for()
            told = steady(scripted.evaluate(PARTS))
            wrong += [
                f"{name} of {who or 'nobody'}, {state}: {part} is {without.get(part)!r} without, {told.get(part)!r} with"
                for part in sorted(without.keys() | told.keys())
                if without.get(part) != told.get(part)
            ]
        plain.context.close()
        scripted.context.close()
    assert wrong == [], "\n".join(wrong)
