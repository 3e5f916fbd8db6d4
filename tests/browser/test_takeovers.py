"""What takes a display over for some seconds, brought about by what staff do, and drawn: on the clock, once, to whoever was there."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from payouts.commands.finish_tournament import finish_tournament
from tables.commands.break_table import break_table
from tables.commands.count_chips import count_chips
from tables.commands.move_player import move_player
from tables.models import Seat
from tests import cast
from tests.browser.test_live_pages import part
from tests.payouts.room import bust, down_to, playing
from tournaments.commands.move_to_level import move_to_level
from tournaments.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# From its first moment on: every takeover that a page shows, how it stands once it has risen, and every line of its news. It is
# measured in the page, at each change of it and with its rise at its end: from here, and after the time that a rise takes, it
# would be gone before a slow machine has drawn it.
WATCHED = """() => {
  window.taken = [];
  window.drawn = {};
  window.news = [];
  const measured = (over) => {
    const wrong = [];
    for (const e of over.querySelectorAll("*")) {
      if (e.closest("svg") || !e.checkVisibility() || ![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
      const words = document.createRange();
      words.selectNodeContents(e);
      const { left, right, top, bottom } = words.getBoundingClientRect();
      const air = parseFloat(getComputedStyle(e).fontSize) * .3;
      if (left < -1 || right > innerWidth + 1 || top < -air || bottom > innerHeight + air) wrong.push(e.textContent);
    }
    const corners = [[9, 9], [innerWidth - 9, 9], [9, innerHeight - 9], [innerWidth - 9, innerHeight - 9], [innerWidth / 2, innerHeight / 2]];
    if (corners.some(([x, y]) => !over.contains(document.elementFromPoint(x, y)))) wrong.push("does not cover the screen");
    const said = (name) => [...over.querySelectorAll(name)].map((e) => e.textContent);
    return {
      wrong, kick: said(".kick"), huge: said(".huge"), tiles: said(".tile b"), names: said(".nine .fit"), stacks: said(".nine small"), prize: said(".scene > .prize"),
      plays: over.querySelector('[data-part="strip-blinds"]').checkVisibility() && !over.querySelector(".strip-house").checkVisibility(),
      strip: ["level", "blinds", "players", "time"].map((name) => said(`[data-part="strip-${name}"]`)[0]),
    };
  };
  document.addEventListener("DOMContentLoaded", () => {
    const over = document.querySelector('[data-part="takeover"]');
    const news = document.querySelector('[data-part="news"]');
    let shows = "";
    const look = () => {
      const now = over.checkVisibility() ? over.dataset.kind : "";
      if (now === shows) return;
      shows = now;
      if (now) window.taken.push(now);
    };
    new MutationObserver(() => {
      look();
      if (!shows) return;
      for (const one of over.getAnimations({ subtree: true })) if (!["fall", undefined].includes(one.animationName)) one.finish();
      window.drawn[shows] = measured(over);
    }).observe(over, { attributes: true, attributeFilter: ["hidden", "data-kind"], childList: true, characterData: true, subtree: true });
    // its module has run by now, and may have begun one
    look();
    new MutationObserver(() => {
      for (const li of news.children) if (!window.news.includes(li.textContent)) window.news.push(li.textContent);
    }).observe(news, { childList: true });
  });
}"""


@pytest.fixture
def display(chromium, server):
    """A clock at an address, watched from before its scripts begin."""
    opened = []

    def open_(path, *, width=1920, height=1080):
        context = chromium.new_context(viewport={"width": width, "height": height}, locale="pt-BR")
        opened.append(context)
        page = context.new_page()
        page.add_init_script(f"({WATCHED})()")
        page.goto(server.url + path)
        # its scripts run, and its line is open: of what happens from now on it hears
        expect(part(page, "number")).not_to_be_empty()
        page.wait_for_load_state("load")
        return page

    yield open_
    for context in opened:
        context.close()


@pytest.fixture
def house(server, monkeypatch):
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    return cast.house()


def drawn(page, kind):
    """How a takeover stood on this page at the end, with all that became known while it was on."""
    page.wait_for_function("kind => window.drawn[kind]", arg=kind)
    expect(part(page, "takeover")).to_be_hidden()
    return page.evaluate("kind => window.drawn[kind]", kind)


def name_of(entry_id):
    return Entry.objects.get(pk=entry_id).player.public_name


def seen(page, line):
    """A line of the news was read: they stand there in turn."""
    page.wait_for_function("line => window.news.includes(line)", arg=line)


def test_what_the_room_looks_up_for_takes_the_clock_over_once_and_goes_by_itself(display, house):
    t = house.started("turbo-8max", entries=12, late_registration_level=0, re_entries_per_player=0)

    def here(**more):
        return {"by": house.ana, "at": datetime.now(UTC), "tournament_id": t, **more}

    classic = display(f"/screens/{t}/clock/")
    poster = display(f"/screens/{t}/clock/?layout=poster", width=1080, height=1920)
    film = display(f"/screens/{t}/clock/?layout=lower")
    clocks = (classic, poster)

    def alike(kind):
        """On every clock the same, whole, and over all of it; the time in the strip goes on."""
        found = [drawn(page, kind) for page in clocks]
        for one in found:
            assert one["wrong"] == []
            # the time until the break goes on: the second screen may draw it a second later
            one["tiles"] = [re.sub(r"(?:\d+:)?\d+:\d\d", "T", said) for said in one["tiles"]]
            assert bool(one["strip"].pop()) == (kind != "winner")
            # over the winner nothing is played: the strip has the house
            assert one["plays"] == (kind != "winner")
        assert found[0] == found[1]
        return found[0]

    def gone():
        for page in clocks:
            expect(part(page, "takeover")).to_be_hidden()
            expect(part(page, "scene").locator("*")).to_have_count(0)

    # a level
    cast.say(move_to_level, **here(level_index=1))
    for page in clocks:
        page.wait_for_function("() => window.taken.includes('level')")
    late = display(f"/screens/{t}/clock/")
    level = alike("level")
    assert level["kick"] == ["Sobe o nível · 2"]
    assert level["huge"] == ["100 – 200"]
    assert level["strip"] == ["2", "100 – 200", "12 / 12"]
    gone()

    # a move, a break, and with it the final table
    down_to(house, t, 8, at=datetime.now(UTC))
    mover, table = (
        Seat.objects.filter(table__tournament_id=t, entry__isnull=False)
        .order_by("table__number")
        .values_list("entry_id", "table__number")[0]
    )
    other = 3 - table
    free = Seat.objects.filter(table__tournament_id=t, table__number=other, entry__isnull=True).first().number
    cast.say(
        move_player,
        by=house.ana,
        at=datetime.now(UTC),
        entry_id=mover,
        table_number=other,
        seat_number=free,
        reason="correction",
    )
    for page in clocks:
        seen(page, f"Muda de mesa{name_of(mover)} → {other} – {free}")
    cast.say(count_chips, by=house.bruno, entry_id=mover, stack_chips=8_580)
    cast.say(break_table, **here(table_number=2))
    final = alike("final")
    names = [
        name_of(one)
        for one in Seat.objects.filter(table__tournament_id=t, entry__isnull=False)
        .order_by("number")
        .values_list("entry_id", flat=True)
    ]
    assert final["huge"] == ["Mesa final"]
    assert final["kick"] == ["R$\u00a0600 para quem vencer"]
    assert final["names"] == names
    # as its display tells it, and as every stack is told there
    assert final["stacks"] == ["8.580 · 42,9 BB" if one == name_of(mover) else "" for one in names]
    assert len(names) == 8
    for page in clocks:
        seen(page, "Mesa 2 quebra→ 1")
    gone()

    # the money
    down_to(house, t, 3, at=datetime.now(UTC))
    bubble = alike("bubble")
    assert bubble["kick"] == ["3 na premiação"]
    assert bubble["huge"] == ["Estourou a bolha"]
    # what holds from then on is no news for who opens a display now
    paid = display(f"/screens/{t}/clock/")
    gone()
    third = playing(t)[0]
    bust(house, t, third, at=datetime.now(UTC))
    for page in clocks:
        seen(page, f"Caiu em 3º · prêmio R$\u00a0240{name_of(third)}")

    # the winner, and the podium
    second, first = playing(t)
    bust(house, t, second, at=datetime.now(UTC))
    winner = alike("winner")
    assert winner["kick"] == ["Venceu"]
    assert winner["huge"] == [name_of(first)]
    assert winner["prize"] == ["R$\u00a0600"]
    gone()
    cast.say(finish_tournament, **here())
    for page in (*clocks, late, paid):
        expect(part(page, "podium").locator("li .name")).to_have_text(
            [name_of(one) for one in (first, second, third)]
        )
        expect(part(page, "podium").locator("li .prize")).to_have_text(
            ["R$\u00a0600", "R$\u00a0360", "R$\u00a0240"]
        )
        assert part(page, "podium").is_visible()

    # each once; who came late saw what came later; over a film none
    for page in clocks:
        assert page.evaluate("window.taken") == ["level", "final", "bubble", "winner"]
    assert late.evaluate("window.taken") == ["final", "bubble", "winner"]
    assert paid.evaluate("window.taken") == ["winner"]
    expect(film.locator("body")).to_have_attribute("data-state", "finished")
    assert film.evaluate("window.taken") == []


def test_a_clock_that_was_away_shows_nothing_of_what_it_missed_and_all_that_comes_then(
    display, house, server
):
    t = house.started("turbo-8max", entries=9)
    page = display(f"/screens/{t}/clock/")
    server.kill()
    expect(part(page, "offline")).to_have_text(re.compile(r"00:1[1-9]"))
    cast.say(move_to_level, by=house.ana, at=datetime.now(UTC), tournament_id=t, level_index=1)
    server.start()
    expect(part(page, "number")).to_have_text("2")
    expect(part(page, "offline")).to_be_hidden()
    # for three seconds it takes what it hears for what it missed
    page.wait_for_function(
        "since => performance.now() > since + 3000", arg=page.evaluate("performance.now()")
    )
    cast.say(move_to_level, by=house.ana, at=datetime.now(UTC), tournament_id=t, level_index=2)
    assert drawn(page, "level")["kick"] == ["Sobe o nível · 3"]
    assert page.evaluate("window.taken") == ["level"]
