"""Lists on the wall with more than a house ever had: 525 tables, names of sixty letters, stacks of nine figures; nothing is cut."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tables.queries import first_table
from tests import cast
from tests.browser.conftest import until
from tests.browser.test_live_pages import MEASURED
from tests.browser.test_phone_pages import podium
from tests.browser.test_staff_extremes import wide_logo
from tests.payouts.room import finish
from tournaments.commands.add_sponsor import add_sponsor
from tournaments.commands.change_logo import change_logo
from tournaments.commands.start_tournament import start_tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCREENS = [(1920, 1080), (1400, 1050), (2560, 1080), (1080, 1920), (3840, 2160)]
# small ones, for lists that are full
SMALL = [(1280, 720), (1024, 768)]
LONG = "Maximiliano Gonçalves de Albuquerque Vasconcelos Castelobranc"[:60]
NAMES = ("Zé Tó", "Ana Luísa Quental", "Guilherme Östlund Fitzgerald", LONG)

# which texts of a list leave their row, which rows the screen, and which texts of one row lie on each other
CUT = """() => {
  const found = [];
  const box = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
  for (const row of document.querySelectorAll('[data-part="list"] > *, [data-part="gone"] > *')) {
    if (!row.checkVisibility()) continue;
    const room = row.getBoundingClientRect();
    const said = row.textContent.slice(0, 30);
    if (room.left < -1 || room.top < -1 || room.right > innerWidth + 1 || room.bottom > innerHeight + 1) found.push(`row leaves the screen: ${said}`);
    const texts = [...row.querySelectorAll(".line, b, small")].filter((e) => e.textContent.trim() && e.checkVisibility());
    const boxes = texts.map(box);
    texts.forEach((text, i) => {
      const air = parseFloat(getComputedStyle(text).fontSize) * 0.3 + 1;
      const t = boxes[i];
      if (t.left < room.left - 1 || t.right > room.right + 1 || t.top < room.top - air || t.bottom > room.bottom + air) found.push(`leaves its row: ${text.textContent}`);
      boxes.slice(i + 1).forEach((other, j) => {
        if (t.left < other.right - 2 && other.left < t.right - 2 && t.top + air < other.bottom - air && other.top + air < t.bottom - air) found.push(`${text.textContent} on ${texts[i + 1 + j].textContent}`);
      });
    });
  }
  return found;
}"""


@pytest.fixture
def begun(server, monkeypatch):
    """The house and its tournament."""
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    house = cast.house()
    tournament = house.registering("scpt-main", starts_at=cast.START)
    house.fill(tournament, 9)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    return house, tournament


@pytest.fixture
def running(begun):
    return begun[1]


@pytest.fixture
def wall(chromium, server):
    """A display at an address, and what tells it something by its line."""
    opened = []

    def open_(path, told):
        # a worker would ask the house itself, past the answers below
        context = chromium.new_context(
            viewport={"width": 1920, "height": 1080}, locale="pt-BR", service_workers="block"
        )
        opened.append(context)
        page = context.new_page()
        lines = []

        def answered(line):
            lines.append(line)
            line.on_message(lambda _asked: line.send(json.dumps({"pong": None})))

        page.route_web_socket("**/ws/", answered)
        # every seat of 525 tables
        seats = [[NAMES[n % 4], n // 9 + 1, n % 9 + 1] for n in range(525 * 9)]
        page.route("**/seats/**", lambda route: route.fulfill(json={"rows": seats}))
        paid = [[n, 2 if n % 5 == 0 else 1, NAMES[n % 4], 10_000_000_50 - n] for n in range(1012, 500, -1)]
        page.route("**/paid/**", lambda route: route.fulfill(json={"rows": paid}))
        page.goto(server.url + path)
        page.wait_for_load_state()
        until(page, lambda: lines)
        faces = json.loads(page.locator("#faces").text_content())
        for topic, face in told(faces).items():
            topic = faces.get("topics", {}).get(topic, topic)
            lines[0].send(json.dumps({"topic": topic, "seq": 1, "face": face}))
        return page

    yield open_
    for context in opened:
        context.close()


def test_over_the_podium_of_an_upright_screen_its_name_has_the_whole_line(look, today):
    page = podium(look, today, "Ana Souza-Lima")
    page.set_viewport_size({"width": 1080, "height": 1920})
    page.goto(page.url.replace("/t/", "/screens/") + "clock/")
    expect(page.locator(".podium li")).to_have_count(3)
    head, code = page.evaluate(
        """() => [".head", ".tick"].map((one) => document.querySelector(one).getBoundingClientRect().toJSON())"""
    )
    # a hundredth of the height lies between them, and nothing else
    assert round(code["left"] - head["right"]) == 19


# which names and steps of the podium lie on what stands behind it, or leave the room between head and foot
STEPPED_ON = """() => {
  const of = (one) => one.getBoundingClientRect();
  const behind = Math.min(...[...document.querySelectorAll(".others li")].map((one) => of(one).top));
  const head = of(document.querySelector(".head h1"));
  const found = [...document.querySelectorAll(".podium .block")].filter((one) => of(one).bottom > behind + 1).map((one) => one.textContent.trim());
  const above = [...document.querySelectorAll(".podium .name")].filter((one) => of(one).top < head.bottom && of(one).left < head.right).map((one) => one.textContent);
  const figures = [...document.querySelectorAll(".podium .block b")].filter((one) => of(one).bottom > of(one.parentElement).bottom + 1).map((one) => one.textContent);
  return [...found, ...above, ...figures];
}"""


def test_a_podium_of_long_names_stands_on_nobody(look, today):
    house = cast.house()
    t = house.registering(
        "turbo-8max", starts_at=cast.START, late_registration_level=0, re_entries_per_player=0
    )
    for number in range(9):
        house.enter(t, house.player(f"Cecília Gonçalves {number}"))
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    finish(house, t, at=today)
    page = look(f"/screens/{t}/clock/", width=1920, height=1080).page
    expect(page.locator(".others li")).to_have_count(6)
    for width, height in (*SCREENS, (1366, 768), (1280, 720), (1024, 768), (1280, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(STEPPED_ON) == [], (width, height)


@pytest.mark.parametrize("layout", ["classic", "poster"])
def test_upright_before_the_start_three_prizes_have_a_line_each(look, today, layout):
    house = cast.house()
    t = house.registering("sit-and-go-9")
    house.fill(t, 5)
    page = look(f"/screens/{t}/clock/?layout={layout}", width=1080, height=1920).page
    expect(page.locator(".pays li")).to_have_count(3)
    # five of nine are in: "5 / 5" would be read as full
    expect(page.locator('[data-part="players"]')).to_have_text("5")
    letters, lines = page.evaluate(
        """() => [...document.querySelectorAll(".pays li")].reduce(
          ([size, high], one) => [Math.max(size, parseFloat(getComputedStyle(one).fontSize)), Math.min(high, one.getBoundingClientRect().height)],
          [0, Infinity])"""
    )
    assert lines >= 1.15 * letters, (letters, lines)


@pytest.mark.parametrize(
    ("path", "name"), [("seating/", ".named p .line"), ("clock/?layout=poster", ".named h1")]
)
def test_no_line_of_a_display_ends_with_the_dot_between_two_names(look, running, path, name):
    page = look(f"/screens/{running}/{path}", width=1400, height=1050).page
    line = page.locator(name)
    line.evaluate("(one) => { one.textContent = 'Torneio de nome comprido · Clube de nome comprido'; }")
    # a narrow head: both names have a line of their own
    laid = "(one, [width, wraps]) => { for (const [name, value] of [['width', width], ['white-space', wraps]]) one.style.setProperty(name, value, 'important'); }"
    line.evaluate(laid, ["15em", "normal"])
    page.set_viewport_size({"width": 1500, "height": 1000})
    ends = line.locator("[data-ends]")
    expect(ends).to_have_text("·")
    expect(ends).to_have_css("visibility", "hidden")
    # with room for both it parts them
    line.evaluate(laid, ["60em", "nowrap"])
    page.set_viewport_size({"width": 1400, "height": 1050})
    expect(ends).to_have_count(0)
    expect(line).to_have_text("Torneio de nome comprido · Clube de nome comprido")


def test_a_word_alone_on_its_band_stands_on_one_line(look, today):
    t = cast.house().registering("sit-and-go-9")
    page = look(f"/screens/{t}/clock/?layout=poster").page
    for width, height in ((1080, 1920), (1400, 1050), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        lines, inside = page.evaluate(
            """() => {
              const state = document.querySelector(".band .state");
              const words = document.createRange();
              words.selectNodeContents(state.lastChild);
              const tops = [...words.getClientRects()].filter((one) => one.width > 1).map((one) => Math.round(one.top));
              return [new Set(tops).size, state.getBoundingClientRect().right <= document.querySelector(".band").getBoundingClientRect().right];
            }"""
        )
        assert (lines, inside) == (1, True), (width, height)


# how much of a full list's room its rows leave empty, and how high a band across the wall stands empty
VOID = """() => {
  const found = [];
  for (const list of document.querySelectorAll('[data-part="list"]:not(.ring), [data-part="gone"]')) {
    const room = list.getBoundingClientRect();
    const rows = [...list.children].filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect());
    const share = list.matches(".sponsors") ? rows[0].width * rows[0].height : rows.reduce((sum, r) => sum + r.width * r.height, 0);
    if (share < 0.8 * room.width * room.height) found.push(`rows fill ${Math.round((100 * share) / room.width / room.height)} % of ${list.dataset.part}`);
  }
  const shown = [...document.querySelectorAll("body *")].filter((e) => !e.closest("noscript, script, .visually-hidden") && e.checkVisibility());
  const said = shown.filter((e) => e.matches("svg, img") || [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()));
  let foot = 0;
  const bands = said.map((e) => e.getBoundingClientRect()).filter((r) => r.width && r.height).sort((one, other) => one.top - other.top);
  for (const { top, bottom } of [...bands, { top: innerHeight, bottom: innerHeight }]) {
    if (top - foot > innerHeight / 10) found.push(`nothing from ${Math.round(foot)} to ${Math.round(top)}`);
    foot = Math.max(foot, bottom);
  }
  return found;
}"""


def fits(page, *, full=False):
    for width, height in [*SCREENS, *SMALL] if full else SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "async () => { for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame); }"
        )
        assert page.evaluate(CUT) == [], (width, height)
        if page.locator(".bigtime").count():
            assert page.evaluate(COVERED) == [], (width, height)
        assert page.evaluate(BARRED) == [], (width, height)
        assert not full or page.evaluate(VOID) == [], (width, height)


# the bar of a stack on the words above it; letters end a fifth above the foot of their line
BARRED = """() => [...document.querySelectorAll(".stacks li")].flatMap((row) => {
  const top = row.getBoundingClientRect().bottom - (parseFloat(getComputedStyle(row, "::after").height) || 0);
  return [...row.querySelectorAll("small")].filter((said) => {
    const words = document.createRange();
    words.selectNodeContents(said);
    const foot = words.getBoundingClientRect().bottom - parseFloat(getComputedStyle(said).fontSize) * 0.2;
    return said.textContent && foot > top + 1;
  }).map((said) => said.textContent);
})"""

# how far the digits, or what stands below them, lie on what is above or below the clock
COVERED = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const [head, time, under, bets] = [".head", ".bigtime", ".timebox .under", ".betbox"].map(box);
  const found = [];
  const beside = bets.left > time.right || bets.right < time.left;
  if (time.top < head.bottom - 1) found.push(`digits on the head: ${time.top} < ${head.bottom}`);
  if (!beside && Math.max(time.bottom, under.bottom) > bets.top + 1) found.push(`the clock on the blinds: ${under.bottom} > ${bets.top}`);
  return found;
}"""


# the same of the stacks beside the clock
CUT_STACKS = CUT.replace('[data-part="list"] >', '[data-part="stacks"] >').replace(
    '".line, b, small"', '".fit, b, small"'
)


# how many players are told of: each with a row, or, where their names would be too small, some of them in turn and how many more
TOLD = """() => {
  const rows = [...document.querySelectorAll('[data-part="stacks"] > li')];
  const more = rows.find((one) => one.matches(".more"));
  return more ? rows.length - 1 + Number(more.textContent.match(/\\d+/)[0]) : rows.length;
}"""


@pytest.mark.parametrize(("layout", "left"), [("classic", 9), ("poster", 9), ("classic", 4), ("poster", 4)])
def test_the_stacks_beside_the_clock_have_names_of_sixty_letters_whole(wall, running, layout, left):
    page = wall(
        f"/screens/{running}/clock/?layout={layout}",
        lambda faces: {
            "counts": faces["counts"]
            | {"state": "running", "final_table": True, "final_table_reached": True, "players_left": left},
            "standings": {"rows": nine()[:left]},
        },
    )
    page.wait_for_function(f"left => ({TOLD})() === left", arg=left)
    expect(page.locator('[data-part="stacks"]')).to_contain_text(LONG)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "async () => { for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame); }"
        )
        assert page.evaluate(CUT_STACKS) == [], (layout, width, height)
        assert page.evaluate(TOLD) == left, (layout, width, height)


def nine(**more):
    old = {"chips": 987_654_321, "level": 31, "recess": False, "stands": False}
    return [
        {"entry_id": n, "name": NAMES[-1 - n % 2], "stack": old, "counted_ms": 0, "seat": n, "button": n == 1}
        for n in range(1, 10)
    ]


def last_nine(faces):
    """Nine who play at the last table, with names of sixty letters and stacks of nine figures."""
    counts = {"state": "running", "final_table": True, "final_table_reached": True, "players_left": 9}
    return {"counts": faces["counts"] | counts, "standings": {"rows": nine()}}


def test_the_final_table_has_names_of_sixty_letters_whole(wall, running):
    page = wall(
        f"/screens/{running}/final-table/",
        lambda faces: (
            last_nine(faces)
            | {
                "wall": faces["wall"]
                | {"message": ("Voltamos às 22:15 em ponto, e a cozinha fecha. " * 5)[:200]},
            }
        ),
    )
    expect(page.locator('[data-part="message"]')).to_be_visible()
    expect(page.locator('[data-part="list"] li')).to_have_count(9)
    expect(page.get_by_text(LONG)).to_have_count(4)
    # how old all the counts are is said once: the names have its line
    expect(page.locator('[data-part="sum"]')).to_contain_text("nível 31")
    expect(page.locator('[data-part="list"] small:not(.bb)')).to_have_count(0)
    fits(page, full=True)
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert page.evaluate(BESIDE) <= 1


# how high the bar below each stack is
BARS = """() => [...document.querySelectorAll('[data-part="list"] li')].map((one) => parseFloat(getComputedStyle(one, "::after").height).toFixed(2))"""


def test_below_every_stack_of_the_final_table_stands_its_bar(wall, running):
    page = wall(f"/screens/{running}/final-table/", last_nine)
    expect(page.locator('[data-part="list"] li')).to_have_count(9)
    for width, height in ((1920, 1080), (1080, 1920)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BARS) == ["6.72"] * 9, (width, height)


# which prizes leave their tile, and which digits their column
CUT_PRIZES = CUT.replace('[data-part="list"] >', '[data-part="pays"] >')
PAST = """() => {
  const digits = document.createRange();
  digits.selectNodeContents(document.querySelector(".bigtime"));
  const [ink, room] = [digits, document.querySelector(".timebox")].map((one) => one.getBoundingClientRect());
  // the last figure stands its space away from a neighbour that it does not have
  return [room.left - ink.left, ink.right - room.right].map((past) => past > 0);
}"""


@pytest.mark.parametrize("paid", [3, 4, 6, 7, 9])
def test_the_final_table_tells_every_prize_that_is_played_for_on_every_screen(wall, running, paid):
    page = wall(
        f"/screens/{running}/final-table/",
        lambda faces: {
            "counts": last_nine(faces)["counts"] | {"places_paid": paid},
            "standings": {"rows": [row | {"name": "Ana Luísa Quental"} for row in nine()]},
            "prizes": faces["prizes"]
            | {
                "rows": [
                    {"first": n, "last": n, "amount_cents": 123_456_745 // n} for n in range(1, paid + 1)
                ]
            },
        },
    )
    prizes = page.locator('[data-part="pays"] > li')
    expect(prizes).to_have_count(paid)
    # the first is said to be what it is: nobody reads the sixth before the first without a word
    said = "próximo" if paid == 9 else "próximo prêmio"
    expect(prizes.first.locator(".label")).to_have_text(f"{paid}º · {said}")
    for width, height in [*SCREENS, (1280, 720), (1024, 768)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "async () => { for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame); }"
        )
        assert [one.is_visible() for one in prizes.all()] == [True] * paid, (width, height)
        assert page.evaluate(CUT_PRIZES) == [], (width, height)
        assert page.evaluate(BARRED) == [], (width, height)
        assert page.evaluate(PAST) == [False, False], (width, height)


# how far the digits reach out of their column, towards the list beside them
BESIDE = """() => {
  const digits = document.createRange();
  digits.selectNodeContents(document.querySelector(".bigtime"));
  return digits.getBoundingClientRect().right - document.querySelector(".timebox").getBoundingClientRect().right;
}"""


def test_a_table_has_names_of_sixty_letters_whole(wall, running):
    path = f"/screens/{running}/table/{first_table(running)}/"
    page = wall(
        path,
        lambda faces: {
            "seats": faces["seats"]
            | {
                "seats": [
                    seat | {"name": LONG, "stack": nine()[0]["stack"], "counted_ms": 0}
                    for seat in faces["seats"]["seats"]
                ]
            }
        },
    )
    expect(page.locator('[data-part="list"] .line').first).to_have_text(LONG)
    fits(page, full=True)
    assert page.locator(".ring li").count() > 1
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "async () => { for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame); }"
        )
        assert page.evaluate(ON_EACH_OTHER) == [], (width, height)


# which plates lie on each other, and whose stack lies below its plate
ON_EACH_OTHER = """() => {
  const plates = [...document.querySelectorAll(".ring li")];
  const of = (one) => one.getBoundingClientRect();
  const found = [];
  for (const [i, plate] of plates.entries()) {
    const a = of(plate);
    if (of(plate.querySelector(".stack")).bottom > a.bottom + 1) found.push(`below ${i + 1}`);
    for (const [j, other] of plates.entries()) {
      const b = of(other);
      if (j > i && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) found.push(`${i + 1} on ${j + 1}`);
    }
  }
  return found;
}"""


# how near what stands in the middle of the felt comes to a plate, in pixels; negative where it lies on one
CLEAR = """() => {
  const words = [...document.querySelectorAll(".felt > *")].filter((one) => one.textContent).map((one) => { const r = document.createRange(); r.selectNodeContents(one); return r.getBoundingClientRect(); });
  const plates = [...document.querySelectorAll(".ring li")].map((one) => one.getBoundingClientRect());
  return Math.min(...words.flatMap((w) => plates.filter((p) => p.top < w.bottom && p.bottom > w.top).map((p) => Math.max(w.left - p.right, p.left - w.right))));
}"""


def test_the_chips_of_a_table_lie_on_no_plate(wall, running):
    page = wall(
        f"/screens/{running}/table/{first_table(running)}/",
        lambda faces: {
            "seats": faces["seats"]
            | {
                "seats": [
                    seat | {"name": "Ana Quental", "stack": nine()[0]["stack"], "counted_ms": 0}
                    for seat in faces["seats"]["seats"]
                ]
            }
        },
    )
    expect(page.locator(".felt b")).to_contain_text("fichas")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "async () => { for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame); }"
        )
        assert page.evaluate(CLEAR) > 0, (width, height)


def test_below_the_clock_the_labels_of_long_and_of_short_figures_stand_on_one_line(wall, running):
    clock = wall(
        f"/screens/{running}/clock/",
        lambda faces: {
            "counts": faces["counts"] | {"state": "running", "players_left": 9, "places_paid": 1},
            "prizes": {"rows": [{"first": 1, "last": 1, "amount_cents": 1_234_567_89}]},
        },
    )
    expect(clock.locator(".stats [data-hot] b")).to_contain_text("1.234.567,89")
    tops = clock.locator(".stats .label").evaluate_all(
        "(all) => all.map((one) => Math.round(one.getBoundingClientRect().top))"
    )
    assert len(tops) == 5
    assert len(set(tops)) == 1, tops


# how far each name at the table stands above or below the sign of its seat
OFF = """() => [...document.querySelectorAll(".ring li:not([data-free])")].map((one) => {
  const [name, sign] = [".line", "i"].map((part) => one.querySelector(part).getBoundingClientRect());
  return Math.abs(name.top + name.height / 2 - sign.top - sign.height / 2) <= 1;
})"""


def test_at_a_table_that_was_never_counted_the_names_stand_beside_their_seats(wall, running):
    page = wall(
        f"/screens/{running}/table/{first_table(running)}/",
        lambda faces: {
            "seats": faces["seats"] | {"seats": [one | {"stack": None} for one in faces["seats"]["seats"]]}
        },
    )
    expect(page.locator('[data-part="list"] .line').first).to_be_visible()
    expect(page.locator(".ring .stack")).to_have_count(0)
    stand = page.evaluate(OFF)
    assert len(stand) > 2
    assert all(stand)


def test_the_seating_list_of_525_tables_is_read_page_by_page(wall, running):
    page = wall(f"/screens/{running}/seating/", lambda faces: {})
    expect(page.locator('[data-part="list"] b').first).to_have_text("1 – 2")
    fits(page, full=True)


# texts that are not whole on the screen, and those of head and foot that lie on a list
OUTSIDE = """() => {
  const found = [];
  const box = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
  const lists = [...document.querySelectorAll('[data-part="list"], [data-part="gone"]')].filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect());
  for (const e of document.querySelectorAll("body *")) {
    if (e.closest("script, noscript, .visually-hidden") || !e.checkVisibility()) continue;
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
    const t = box(e);
    const said = e.textContent.trim().slice(0, 30);
    const air = parseFloat(getComputedStyle(e).fontSize) * 0.3 + 1;
    if (t.left < -1 || t.top < -air || t.right > innerWidth + 1 || t.bottom > innerHeight + air) found.push(`leaves the screen: ${said}`);
    if (e.closest('[data-part="list"], [data-part="gone"]')) continue;
    for (const l of lists) if (t.left < l.right - 2 && l.left < t.right - 2 && t.top + air < l.bottom && l.top < t.bottom - air) found.push(`on a list: ${said}`);
  }
  return found;
}"""


def whole(page, *, full=False):
    for width, height in [*SCREENS, *SMALL] if full else SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "async () => { for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame); }"
        )
        assert page.evaluate(CUT) == [], (width, height)
        assert page.evaluate(OUTSIDE) == [], (width, height)
        assert not full or page.evaluate(VOID) == [], (width, height)


# what of the message leaves its band or the wall, and which words stand under it
BANNER = """() => {
  const found = [];
  const band = document.querySelector('[data-part="message"]');
  const room = band.getBoundingClientRect();
  const words = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
  const said = words(band);
  if (room.top < -1 || room.bottom > innerHeight + 1 || room.left < -1 || room.right > innerWidth + 1) found.push("leaves the wall");
  if (said.top < room.top - 2 || said.bottom > room.bottom + 2 || said.left < room.left - 2 || said.right > room.right + 2) found.push("is cut");
  for (const e of document.querySelectorAll("body *")) {
    if (band.contains(e) || e.closest("noscript, script, svg, .visually-hidden, .takeover") || !e.checkVisibility()) continue;
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
    const t = words(e);
    const air = parseFloat(getComputedStyle(e).fontSize) * 0.3 + 1;
    if (t.width && t.left < room.right - 2 && room.left < t.right - 2 && t.top + air < room.bottom && room.top < t.bottom - air) found.push(`lies on ${e.textContent.trim().slice(0, 30)}`);
  }
  return found;
}"""


# the displays of a house alone, its lobby and its schedule, have no message: one is of a tournament
@pytest.mark.parametrize("role", ["seating", "payouts", "table", "sponsors"])
def test_a_message_of_two_hundred_signs_covers_nothing_and_is_whole(wall, begun, role):
    house, running = begun
    if role == "sponsors":
        for n in range(12):
            cast.say(
                add_sponsor,
                by=house.ana,
                venue_id=house.venue_id,
                name=f"{LONG[:-2]}{n}",
                picture=wide_logo(),
            )
    path = f"table/{first_table(running)}" if role == "table" else role
    message = ("Voltamos às 22:15 em ponto, e a cozinha fecha. " * 5)[:200]
    page = wall(
        f"/screens/{running}/{path}/",
        lambda faces: {"wall": faces["wall"] | {"message": message}},
    )
    expect(page.locator('[data-part="message"]')).to_be_visible()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "async () => { for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame); }"
        )
        assert page.evaluate(BANNER) == [], (role, width, height)
        assert page.evaluate(CUT) == [], (role, width, height)
        if role == "sponsors":
            assert page.evaluate(VOID) == [], (width, height)
    if role == "sponsors":
        # of one the plate is the same
        page.evaluate(
            """() => document.querySelectorAll(".sponsors li:not([data-on])").forEach((one) => one.remove())"""
        )
        expect(page.locator(".sponsors li")).to_have_count(1)
        assert page.evaluate(VOID) == []


# what of the logo leaves the wall, and which words stand on it
LOGO = """() => {
  const found = [];
  const logo = document.querySelector(".logo-ground");
  const room = logo.getBoundingClientRect();
  if (!room.width || !room.height) found.push("is not there");
  if (room.top < -1 || room.bottom > innerHeight + 1 || room.left < -1 || room.right > innerWidth + 1) found.push("leaves the wall");
  for (const e of document.querySelectorAll("body *")) {
    if (e.closest("noscript, script, svg, .visually-hidden, .takeover, .logo-ground") || !e.checkVisibility()) continue;
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
    const words = document.createRange();
    words.selectNodeContents(e);
    const t = words.getBoundingClientRect();
    const air = parseFloat(getComputedStyle(e).fontSize) * 0.3 + 1;
    if (t.width && t.left < room.right - 2 && room.left < t.right - 2 && t.top + air < room.bottom && room.top < t.bottom - air) found.push(`under ${e.textContent.trim().slice(0, 30)}`);
  }
  return found;
}"""


@pytest.mark.parametrize("role", ["clock", "seating"])
def test_a_wide_logo_has_its_place_and_the_display_is_whole(wall, begun, role):
    house, running = begun
    cast.say(change_logo, by=house.ana, venue_id=house.venue_id, picture=wide_logo())
    page = wall(f"/screens/{running}/{role}/", lambda _faces: {})
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "async () => { for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame); }"
        )
        assert page.evaluate(LOGO) == [], (role, width, height)
        if role == "clock":
            assert page.evaluate(MEASURED)["wrong"] == [], (width, height)
        else:
            assert page.evaluate(CUT) == [], (width, height)
            assert page.evaluate(OUTSIDE) == [], (width, height)


def test_the_payouts_of_a_thousand_places_are_read_page_by_page(wall, running):
    large = 10_000_000_50
    paid = [
        {"first": n, "last": n if n < 20 else n + 8, "amount_cents": large - n}
        for n in [*range(1, 20), *range(20, 1012, 9)]
    ]
    page = wall(
        f"/screens/{running}/payouts/",
        lambda faces: {
            "counts": faces["counts"]
            | {"state": "running", "players_left": 500, "places_paid": 1012, "pool_cents": 99 * large, "in_the_money": True},
            "prizes": faces["prizes"] | {"rows": paid, "places_paid": 1012},
            "eliminations": {"rows": [{"entry_id": 1, "place": 501, "tied": 1, "name": LONG, "amount_cents": large}]},
        },
    )  # fmt: skip
    expect(page.locator('[data-part="gone"] li').first).to_contain_text("Zé Tó")
    expect(page.locator('[data-part="list"] li').first).to_contain_text("10.000.000")
    whole(page, full=True)


TITLE = "Grande Noite de Reis do Clube de Vila Nova de Famalicão, 1/2"


@pytest.mark.parametrize("tonight", [1, 9])
def test_the_lobby_has_names_of_sixty_letters_and_pools_of_ten_million(wall, running, tonight):
    house = cast.house(name=LONG)
    for _n in range(tonight):
        t = house.registering("scpt-main", starts_at=cast.START, name=TITLE, guarantee_cents=10_000_000_00)
        house.fill(t, 3)
        cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)

    def told(faces):
        blinds = {"small_blind": 600_000, "big_blind": 1_200_000, "ante": 1_200_000, "ante_kind": "big_blind"}
        found = {}
        for row in faces["rows"]:
            found[row["topics"]["counts"]] = row["counts"] | {
                "players_left": 9_874, "entries_total": 10_112, "pool_cents": 10_000_000_50, "average_chips": 30_000_000,
            }  # fmt: skip
            items = [item | blinds if item["kind"] == "level" else item for item in row["clock"]["items"]]
            found[row["topics"]["clock"]] = row["clock"] | {"items": items}
        return found

    page = wall(f"/screens/venue/{house.venue_id}/today/", told)
    expect(page.locator('[data-part="list"] li').first).to_contain_text("9.874 / 10.112")
    whole(page, full=tonight > 1)


def test_the_lobby_tells_the_pool_that_every_page_tells(wall, running):
    house = cast.house()
    t = house.registering("scpt-main", starts_at=cast.START)
    page = wall(f"/screens/venue/{house.venue_id}/today/", lambda _faces: {})
    # nobody has paid: what is guaranteed is all there is to tell
    pool = page.locator('[data-part="list"] li .c-pool')
    expect(pool).to_have_text("R$\u00a0300.000garantido")
    house.fill(t, 4)
    page.reload()
    # 3 % + 3 % of it go to funds
    expect(pool).to_have_text("R$\u00a0282.000premiação até agora")


def test_the_lobby_tells_the_money_on_every_screen_and_breaks_no_line_that_has_room(wall, running):
    house = cast.house()
    for name in ("Mega de sábado", "Turbo das 20 h"):
        t = house.registering("scpt-main", starts_at=cast.START, name=name, guarantee_cents=42_900_00)
        house.fill(t, 3)
        cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)

    def told(faces):
        first, second = faces["rows"]
        return {
            first["topics"]["counts"]: first["counts"]
            | {"late_registration_open": True, "pool_cents": 53_100_00},
            # nobody is in
            second["topics"]["counts"]: second["counts"] | {"entries_total": 0},
        }

    page = wall(f"/screens/venue/{house.venue_id}/today/", told)
    money = page.locator(".tonight .c-pool")
    expect(money).to_have_text(["R$ 53.100premiação até agora", "R$ 42.900garantido"])
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert [one.is_visible() for one in money.all()] == [True, True], (width, height)
    page.set_viewport_size({"width": 1920, "height": 1080})
    lines = page.locator(".tonight :is(.t-entries, .t-poolword)")
    expect(lines.first).to_have_text(re.compile(r"^inscrições fecham em \d:\d\d:\d\d$"))
    page.evaluate("async () => { for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame); }")
    assert [one.get_attribute("data-lines") for one in lines.all()] == [None] * 4
    # nor does it break as its digits change: each is as wide as the others
    wide = """(one) => {
      one.style.width = "0";
      return [..."0149"].map((digit) => {
        one.textContent = one.textContent.replace(/[0-9]/g, digit);
        return one.scrollWidth;
      });
    }"""
    assert len(set(lines.first.evaluate(wide))) == 1


def test_the_lobby_reads_without_a_script(chromium, server, running):
    house = cast.house()
    for n in range(3):
        house.registering("scpt-main", starts_at=cast.START + timedelta(hours=n))
    context = chromium.new_context(locale="pt-BR", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}/screens/venue/{house.venue_id}/today/")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator('[data-part="list"] .c-state').first).to_have_text("Inscrições abertas")
        assert page.evaluate(CUT) == [], (width, height)
    context.close()


def test_a_level_of_minutes_and_seconds_does_not_read_as_an_hour(wall, running):
    def told(faces):
        items = [item | {"seconds": 15 * 60 + 37} for item in faces["clock"]["items"]]
        return {"clock": faces["clock"] | {"items": items}}

    page = wall(f"/screens/{running}/clock/?layout=poster", told)
    expect(page.locator('[data-part="minutes"]')).to_have_text("15 min 37 s")


@pytest.mark.parametrize("coming", [1, 12])
def test_the_schedule_has_names_of_sixty_letters_and_guarantees_of_ten_million(wall, running, coming):
    house = cast.house(name=LONG)
    for n in range(coming):
        house.published(
            "scpt-main",
            starts_at=cast.START + timedelta(days=n + 2),
            name=TITLE,
            guarantee_cents=10_000_000_00,
        )
    page = wall(f"/screens/venue/{house.venue_id}/schedule/", lambda faces: {})
    expect(page.locator('[data-part="list"] li').first).to_contain_text("10.000.000")
    whole(page, full=coming > 1)


# which names of the list on the clock leave their column, which lines the list, how much of it stays empty below them, and
# what of the head leaves the head
ON_CLOCK = """() => {
  const found = [];
  const box = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
  const list = document.querySelector('[data-part="seating-rows"]');
  const room = list.getBoundingClientRect();
  let foot = room.top;
  // as wide as their figures are many: table and seat stand under table and seat
  const wide = {};
  for (const row of list.children) {
    const [name, seat] = [...row.children].map(box);
    const said = row.lastElementChild.textContent;
    wide[said.length] ??= seat.width;
    if (Math.abs(seat.width - wide[said.length]) > 0.5) found.push(`is not as wide as the others: ${said}`);
    const line = row.getBoundingClientRect();
    // a line of text is higher than its letters
    const air = parseFloat(getComputedStyle(row.firstElementChild).fontSize) * 0.2 + 1;
    foot = Math.max(foot, line.bottom);
    if (name.left < line.left - 1 || name.right > seat.left + 1 || name.top < line.top - air || name.bottom > line.bottom + air) found.push(`leaves its line: ${row.textContent}`);
    if (line.bottom > room.bottom + 1 || line.right > room.right + 1) found.push(`leaves the list: ${row.textContent}`);
  }
  if (foot < room.top + room.height * 0.8) found.push(`${Math.round(foot - room.top)} of ${room.height} are filled`);
  const head = document.querySelector(".room > .head").getBoundingClientRect();
  for (const said of document.querySelectorAll(".room > .head :is(h1, p:not([hidden]))")) {
    const words = box(said);
    if (words.top < head.top - 2 || words.bottom > head.bottom + 2) found.push(`leaves the head: ${said.textContent}`);
  }
  return found;
}"""


# the air between what stands beside the time: the next break, late registration, the end, the places paid
BETWEEN = """() => {
  const shown = [...document.querySelectorAll(".beside > div")].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  const em = parseFloat(getComputedStyle(document.querySelector('[data-part="recess"]')).fontSize);
  return shown.slice(1).map((one, i) => one.top - shown[i].bottom > em / 4);
}"""


@pytest.mark.parametrize("open_", [True, False])
def test_what_stands_beside_the_time_stands_apart(wall, running, open_):
    page = wall(
        f"/screens/{running}/clock/",
        lambda faces: {
            "counts": faces["counts"]
            | {"state": "running", "hand_for_hand": not open_, "late_registration_open": open_}
        },
    )
    late = page.locator('[data-part="late-row"]')
    expect(late).to_be_visible() if open_ else expect(late).to_be_hidden()
    assert page.evaluate(BETWEEN) == [True]


# what of the next break and of late registration is not seen, leaves the wall, or lies on the digits or on its neighbour
BREAK_AND_LATE = """() => {
  const found = [];
  const box = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
  const rows = ["recess-row", "late-row"].map((part) => document.querySelector(`[data-part="${part}"]`));
  const digits = box(document.querySelector('.main > [data-part="time"]'));
  const foot = digits.top + digits.height * 0.5 + parseFloat(getComputedStyle(document.querySelector('.main > [data-part="time"]')).fontSize) * 0.37;
  const main = document.querySelector(".main").getBoundingClientRect();
  // a line of text is higher than its letters
  const air = parseFloat(getComputedStyle(rows[1].querySelector(".label")).fontSize) * 0.2 + 1;
  const seen = rows.map((row) => row.checkVisibility() ? box(row) : null);
  seen.forEach((one, i) => {
    if (!one) return found.push(`${rows[i].dataset.part} is not there`);
    if (!/\\d:\\d\\d/.test(rows[i].querySelector("b").textContent)) found.push(`no time: ${rows[i].textContent}`);
    if (one.left < main.left - 1 || one.right > main.right + 1 || one.bottom > main.bottom + air) found.push(`leaves its room by ${[main.left - one.left, one.right - main.right, one.bottom - main.bottom].map(Math.round)}: ${rows[i].textContent}`);
    if (one.top < foot && one.left < digits.right && digits.left < one.right) found.push(`on the digits: ${rows[i].textContent}`);
  });
  if (seen[0] && seen[1] && seen[0].right > seen[1].left && seen[0].bottom > seen[1].top && seen[1].bottom > seen[0].top) found.push("on each other");
  return found;
}"""


@pytest.mark.parametrize(
    ("layout", "sizes"),
    [
        ("classic", [(1400, 1050), (1280, 1024), (1024, 768), (1080, 1920), (1920, 1080)]),
        ("poster", [(1400, 1050), (1280, 1024), (1024, 768), (1080, 1920)]),
    ],
)
def test_a_clock_of_every_shape_tells_the_next_break_and_late_registration(wall, running, layout, sizes):
    page = wall(
        f"/screens/{running}/clock/?layout={layout}",
        lambda faces: {"counts": faces["counts"] | {"state": "running", "late_registration_open": True}},
    )
    expect(page.locator('[data-part="late-row"]')).not_to_have_attribute("hidden", "")
    page.evaluate("document.fonts.ready.then(() => null)")
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "async () => { for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame); }"
        )
        assert page.evaluate(BREAK_AND_LATE) == [], (width, height)


@pytest.mark.parametrize("layout", ["classic", "poster"])
def test_the_seating_list_on_the_clock_is_whole_and_leaves_nothing_empty(wall, running, layout):
    page = wall(
        f"/screens/{running}/clock/?layout={layout}",
        lambda faces: {"wall": faces["wall"] | {"show": "seats"}},
    )
    expect(page.locator('[data-part="seating-rows"] li').first).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => null)")
    for width, height in [*SCREENS, (1024, 768)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "async () => { for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame); }"
        )
        assert page.evaluate(ON_CLOCK) == [], (layout, width, height)


# whether the rows of both lists have one height, to a twentieth of it: what a heading takes is no whole row
RHYTHM = """() => {
  const [one, other] = ["list", "gone"].map((part) => document.querySelector(`[data-part="${part}"] > li`).getBoundingClientRect().height);
  return Math.abs(one / other - 1) < 0.05;
}"""


def test_upright_what_is_played_for_and_what_is_won_stand_in_rows_of_one_height(wall, running):
    prizes = [{"first": n, "last": n, "amount_cents": 1_000_00 - n} for n in range(1, 16)]
    page = wall(
        f"/screens/{running}/payouts/",
        lambda faces: {
            "counts": faces["counts"]
            | {"state": "running", "players_left": 9, "places_paid": 15, "in_the_money": True},
            "prizes": faces["prizes"] | {"rows": prizes},
            "eliminations": {
                "rows": [{"entry_id": 1, "place": 10, "tied": 1, "name": LONG, "amount_cents": 90_00}]
            },
        },
    )
    page.route(
        "**/paid/**",
        lambda route: route.fulfill(
            json={"rows": [[n, 1, "Ana Luísa Quental", 90_00] for n in range(10, 16)]}
        ),
    )
    expect(page.locator('[data-part="list"] > li')).to_have_count(9)
    expect(page.locator('[data-part="gone"] > li')).to_have_count(6, timeout=30_000)
    page.set_viewport_size({"width": 1080, "height": 1920})
    page.wait_for_function(RHYTHM)
    whole(page)


def test_before_the_start_a_display_of_prizes_says_that_nobody_plays_yet(wall, today):
    t = cast.house().registering("sit-and-go-9")

    def told(faces):
        prizes = [{"first": n, "last": n, "amount_cents": 100_00} for n in (1, 2, 3)]
        return {
            "counts": faces["counts"] | {"players_left": 5, "entries_total": 5},
            "prizes": faces["prizes"] | {"rows": prizes},
        }

    page = wall(f"/screens/{t}/payouts/", told)
    expect(page.locator('[data-part="list"] > li')).to_have_count(3)
    expect(page.locator('[data-part="open-title"]')).to_have_text("Prêmios")
    expect(page.locator('[data-part="open-count"]')).to_be_empty()


def test_a_seating_list_without_a_seat_has_its_sentence_in_the_middle_and_no_heading(look, today):
    t = cast.house().registering("sit-and-go-9")
    page = look(f"/screens/{t}/seating/", width=1920, height=1080).page
    sentence = page.get_by_text("Ninguém está sentado ainda.")
    expect(sentence).to_be_visible()
    expect(page.get_by_text("mesa – assento")).to_be_hidden()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        middle = sentence.evaluate(
            "(one) => { const [here, list] = [one, one.parentElement].map((box) => box.getBoundingClientRect());"
            " return Math.abs(here.top + here.bottom - list.top - list.bottom) <= 2 && list.height > innerHeight / 2; }"
        )
        assert middle, (width, height)


# what the code of a clock is for: not seen, out of its row, or on the code or the news
CAPTION = """() => {
  const found = [];
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".follow > span"));
  const here = words.getBoundingClientRect();
  const row = document.querySelector(".tick").getBoundingClientRect();
  if (!document.querySelector(".follow > span").checkVisibility()) return ["not there"];
  if (here.left < 0 || here.right > row.right + 1 || here.top < row.top - 1 || here.bottom > row.bottom + 1) found.push("out of its row");
  for (const other of document.querySelectorAll(".follow .qr, .news li .fit")) {
    const there = document.createRange();
    there.selectNodeContents(other);
    const box = there.getBoundingClientRect();
    if (box.width && here.left < box.right && box.left < here.right && here.top + 2 < box.bottom && box.top + 2 < here.bottom) found.push(`on ${other.textContent || "the code"}`);
  }
  return found;
}"""


@pytest.mark.parametrize("layout", ["classic", "poster"])
@pytest.mark.parametrize("last_table", [False, True])
def test_the_code_of_a_clock_says_what_it_is_for_on_every_screen(wall, running, layout, last_table):
    page = wall(
        f"/screens/{running}/clock/?layout={layout}",
        lambda faces: (
            last_nine(faces)
            if last_table
            else {
                "counts": faces["counts"] | {"state": "running"},
                "eliminations": {
                    "rows": [
                        {"entry_id": 1, "place": 501, "tied": 1, "name": LONG, "amount_cents": 10_000_00}
                    ]
                },
            }
        ),
    )
    expect(page.locator(".follow > span").first).to_have_text("Acompanhe no celular")
    page.evaluate("document.fonts.ready.then(() => null)")
    for width, height in [*SCREENS, (1024, 768), (1280, 1024)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "async () => { for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame); }"
        )
        assert page.evaluate(CAPTION) == [], (width, height)
