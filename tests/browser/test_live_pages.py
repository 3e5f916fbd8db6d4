"""The clock screen and the public page in a browser, against the real stack."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from payouts.commands.finish_tournament import finish_tournament
from people.commands.update_player import update_player
from tables.models import Seat
from tables.queries import first_table
from tests import cast
from tests.browser.conftest import until
from tests.browser.test_floor import sign_in_as  # noqa: F401
from tournaments.commands.close_entries import close_entries
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.pair_screen import pair_screen
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.resume_clock import resume_clock
from tournaments.commands.show_on_screens import show_on_screens
from tournaments.commands.start_tournament import start_tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def now():
    return datetime.now(UTC)


@pytest.fixture
def house(server, monkeypatch, now):
    """The cast, playing tonight: a browser lives in the present."""
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    return cast.house()


@pytest.fixture
def running(house):
    tournament = house.registering("scpt-main", starts_at=cast.START)
    house.fill(tournament, 12)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    return tournament


def part(page, name):
    return page.locator(f'[data-part="{name}"]')


def seconds(text):
    found = re.fullmatch(r"(?:(\d+):)?(\d+):(\d\d)", text)
    assert found, text
    hours, minutes, rest = found.groups()
    return int(hours or 0) * 3600 + int(minutes) * 60 + int(rest)


def counted_on(page):
    """The seconds that are left once it has counted."""
    time = part(page, "time")
    expect(time).not_to_have_text(time.inner_text())
    return seconds(time.inner_text())


def test_the_clock_counts_and_is_right_after_a_reload(look, running, now):
    def left():
        return 40 * 60 - (datetime.now(UTC) - cast.START).total_seconds()

    # a page says what was left when it was made: on a slow machine that is a while before it is read
    asked = left()
    watched = look(f"/screens/{running}/clock/", width=1920, height=1080)
    page = watched.page
    expect(part(page, "blinds")).to_have_text(re.compile(r"\d+ – \d+"))
    first = seconds(part(page, "time").inner_text())
    assert left() - 2 <= first <= asked + 2
    began = counted_on(page)
    second = counted_on(page)
    assert second < began
    assert left() - 2 <= second <= asked + 2
    page.reload()
    third = seconds(part(page, "time").inner_text())
    assert left() - 2 <= third <= second
    assert watched.complaints == []


def test_a_pause_and_a_bust_show_on_every_screen(look, house, running):
    clock = look(f"/screens/{running}/clock/", width=1920, height=1080).page
    phone = look(f"/t/{running}/", width=390, height=844).page
    expect(part(phone, "left")).to_have_text("12de 12 entradas")
    expect(part(clock, "state")).to_have_attribute("data-state", "running")
    cast.say(pause_clock, by=house.bruno, at=datetime.now(UTC), tournament_id=running)
    for page in (clock, phone):
        expect(part(page, "state")).to_have_attribute("data-state", "paused")
    stood = part(clock, "time").inner_text()
    seat = (
        Seat.objects.filter(table__tournament_id=running, entry__isnull=False).select_related("table").first()
    )
    cast.say(
        eliminate_players,
        by=house.bruno,
        at=datetime.now(UTC),
        tournament_id=running,
        table_number=seat.table.number,
        busts=[{"entry_id": seat.entry_id, "stack_chips_start": None, "by_entries": []}],
    )
    expect(part(clock, "players")).to_contain_text("11 / 12")
    expect(part(phone, "left")).to_have_text("11de 12 entradas")
    expect(part(phone, "eliminations").locator("li").first).to_contain_text("12")
    clock.wait_for_timeout(1500)
    assert part(clock, "time").inner_text() == stood
    cast.say(resume_clock, by=house.bruno, at=datetime.now(UTC), tournament_id=running)
    expect(part(clock, "state")).to_have_attribute("data-state", "running")


def test_a_corrected_name_reaches_a_wall_and_a_phone_at_once_and_one_that_opens_later(look, house, running):
    """The wrong name stands on two devices; it is corrected while nothing else happens, and once more for the one that comes then."""
    seat = (
        Seat.objects.filter(table__tournament_id=running, entry__isnull=False)
        .select_related("table", "entry")
        .order_by("table__number", "number")
        .first()
    )
    table = seat.table.number
    wall = look(f"/screens/{running}/table/{table}/", width=1920, height=1080).page
    seats = look(f"/screens/{running}/seating/", width=1080, height=1920).page
    here = {"by": house.desi, "player_id": seat.entry.player_id, "venue_id": house.venue_id}
    expect(part(wall, "list").locator("li:not([data-free])").first).to_be_visible()
    cast.say(update_player, public_name="Zé da Ilha", at=datetime.now(UTC), **here)
    for page in (wall, seats):
        expect(part(page, "list")).to_contain_text("Zé da Ilha")
    # out while entries come: the room reads that he is, and no place that moves yet
    clock = look(f"/screens/{running}/clock/", width=1280, height=720).page
    phone = look(f"/t/{running}/", width=390, height=844).page
    out = {"entry_id": seat.entry_id, "stack_chips_start": None, "by_entries": []}
    cast.say(
        eliminate_players,
        by=house.bruno,
        at=datetime.now(UTC),
        tournament_id=running,
        table_number=table,
        busts=[out],
    )
    expect(part(clock, "news")).to_have_text("ForaZé da Ilha")
    first = part(phone, "eliminations").locator("li").first
    expect(first).to_contain_text("12º")
    expect(first).to_contain_text("Zé da Ilha")
    # that the places move yet is said once, above them
    expect(part(phone, "moving")).to_have_text(
        "Colocações por enquanto: cada nova inscrição as empurra para baixo."
    )
    expect(part(phone, "eliminations")).not_to_contain_text("por enquanto")
    cast.say(update_player, public_name="José Ilhéu", at=datetime.now(UTC), **here)
    late = look(f"/t/{running}/", width=390, height=844).page
    for page in (clock, phone, late):
        expect(part(page, "news" if page is clock else "eliminations")).to_contain_text("José Ilhéu")
    for page in (clock, phone, late):
        expect(page.locator("body")).not_to_contain_text("Zé da Ilha", use_inner_text=True)


def test_where_nobody_looks_for_a_seat_any_more_the_seating_list_says_that_it_is_over(look, house, running):
    """The display that lies open and the one that opens afterwards say the same; a level that stands for ever stands nowhere."""
    wall = look(f"/screens/{running}/seating/", width=1920, height=1080).page
    expect(part(wall, "list").locator("li")).to_have_count(12)
    here = {"by": house.ana, "at": datetime.now(UTC), "tournament_id": running}
    cast.say(close_entries, **here)
    seats = list(
        Seat.objects.filter(table__tournament_id=running, entry__isnull=False).select_related("table")
    )
    for seat in seats[:-1]:
        out = {"entry_id": seat.entry_id, "stack_chips_start": None, "by_entries": []}
        cast.say(eliminate_players, **here, table_number=seat.table.number, busts=[out])
    expect(part(wall, "list")).to_have_text("Aguardando o resultado")
    cast.say(finish_tournament, **here)
    won = f"{seats[-1].entry.player.public_name} ganhou o torneio."
    later = look(f"/screens/{running}/seating/", width=1920, height=1080).page
    for page in (wall, later):
        expect(part(page, "list")).to_have_text(won)
        expect(part(page, "mini")).to_be_hidden()


def test_a_phone_left_open_marks_the_level_that_is_played(look, house, running):
    """What was played before stands in the structure no more; where few are left of those it opened with the next ones come."""
    phone = look(f"/t/{running}/", width=390, height=844).page
    played = part(phone, "levels").locator("tr[aria-current]")
    expect(played).to_have_attribute("data-at", "0")
    for index in (1, 6):
        cast.say(
            move_to_level, by=house.ana, at=datetime.now(UTC), tournament_id=running, level_index=index,
        )  # fmt: skip
        expect(played).to_have_attribute("data-at", str(index))
        expect(part(phone, "levels").locator("tbody tr:visible").first).to_have_attribute(
            "data-at", str(index)
        )
    expect(part(phone, "levels").locator('tr[data-at="9"]')).to_be_visible()


def test_it_counts_on_without_a_line_and_catches_up_when_it_returns(look, house, running, server):
    page = look(f"/screens/{running}/clock/", width=1920, height=1080).page
    expect(part(page, "offline")).to_be_hidden()
    before = seconds(part(page, "time").inner_text())
    server.kill()
    expect(part(page, "offline")).to_be_visible()
    after = seconds(part(page, "time").inner_text())
    assert after < before
    # meanwhile somebody paused: the screen cannot know, and goes on
    cast.say(pause_clock, by=house.bruno, at=datetime.now(UTC), tournament_id=running)
    assert counted_on(page) < after
    server.start()
    expect(part(page, "state")).to_have_attribute("data-state", "paused")
    expect(part(page, "offline")).to_be_hidden()


@pytest.mark.parametrize("width", [1440, 1180, 800])
def test_no_button_slips_away_under_the_pointer_when_the_line_is_lost(
    sign_in_as,  # noqa: F811
    house,
    running,
    server,
    width,
):
    page = sign_in_as(house.ana, f"/director/{running}/", width=width, height=900).page
    places = """() => [...document.querySelectorAll("#strip > :not(.strip-name), main")].map((one) => {
      const { x, y } = one.getBoundingClientRect();
      return [one.dataset.part ?? one.classList[0], x, y]; // htmx adds a class of its own while it asks
    })"""
    expect(page.locator("#strip .button").first).to_be_visible()
    page.evaluate("() => document.fonts.ready.then(() => null)")
    before = page.evaluate(places)
    server.kill()
    expect(part(page, "offline")).to_be_visible()
    assert page.evaluate(places) == before
    # it lies over the upper edge of the page: what is pressed there is the page's
    assert page.locator("#strip [data-part=offline]").evaluate(
        """(said) => {
          const { left, right, top, bottom } = said.getBoundingClientRect();
          return document.elementFromPoint((left + right) / 2, (top + bottom) / 2).closest("#strip") === null;
        }"""
    )


def test_a_device_whose_clock_is_an_hour_off_shows_the_right_time(chromium, server, running):
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.clock.install(time=datetime.now(UTC) + timedelta(hours=1))
    page.goto(f"{server.url}/screens/{running}/clock/")
    page.clock.run_for(1000)

    def right():
        elapsed = (datetime.now(UTC) - cast.START).total_seconds()
        return abs(40 * 60 - elapsed - seconds(part(page, "time").inner_text())) <= 4

    # what the page was written with is old by as long as its scripts took: it is right once the house was asked for the time
    until(page, right)
    context.close()


def test_the_public_page_reads_without_javascript(look, running):
    page = look(f"/t/{running}/", java_script_enabled=False).page
    assert seconds(part(page, "time").inner_text()) > 30 * 60
    expect(part(page, "blinds")).to_have_text(re.compile(r"\d+ – \d+"))
    expect(part(page, "payouts").locator("tr").first).to_contain_text("R$")
    expect(page.locator("h1")).not_to_be_empty()


def test_the_wall_reads_without_javascript_too(look, running):
    page = look(f"/screens/{running}/clock/", width=1920, height=1080, java_script_enabled=False).page
    assert seconds(part(page, "time").inner_text()) > 30 * 60
    expect(part(page, "blinds")).to_have_text(re.compile(r"\d+ – \d+"))
    expect(part(page, "players")).to_have_text("12 / 12")
    # it says what it is, over nothing, and asks again by itself
    still = page.locator(".still").bounding_box()
    for other in ("time", "blinds", "players"):
        box = part(page, other).bounding_box()
        assert box["y"] + box["height"] <= still["y"]
    assert page.locator('meta[http-equiv="refresh"]').get_attribute("content") == "20"


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720), (1024, 768), (1080, 1920)])
def test_a_message_covers_nothing_and_one_player_left_is_waited_for(look, house, running, width, height):
    page = look(f"/screens/{running}/clock/", width=width, height=height).page
    here = {"by": house.bruno, "at": datetime.now(UTC), "tournament_id": running}
    for message in (
        "Jantar",
        "Às 21:30 servimos o jantar no salão ao lado. " * 2,
        "Voltamos às 22:15 em ponto. " * 7,
    ):
        cast.say(show_on_screens, message=message[:200], **here)
        expect(part(page, "message")).to_have_text(message[:200].strip())
        told = part(page, "message").bounding_box()
        assert told["y"] >= 0 and told["y"] + told["height"] <= height
        for other in (
            "level",
            "time",
            "blinds",
            "ante",
            "next",
            "players",
            "average",
            "chips",
            "recess",
            "pool",
        ):
            if not part(page, other).is_visible():
                continue
            box = part(page, other).bounding_box()
            apart = box["y"] + box["height"] <= told["y"] + 1 or box["y"] >= told["y"] + told["height"] - 1
            assert apart and box["y"] >= 0 and box["y"] + box["height"] <= height + 1, (other, message)


SCREENS = [(1920, 1080), (1024, 768), (2560, 1080), (1080, 1920)]
# where it is shown: over a film nobody turns the screen, but old cameras and projectors have 4:3
LAYOUTS = {
    "classic": [*SCREENS, (1280, 720), (3840, 2160)],
    "poster": SCREENS,
    "lower": [(1920, 1080), (1440, 1080), (1024, 768)],
}
LONG = "Maria Fernanda Albuquerque de Vasconcelos"


def modes(faces):
    """What the line tells a clock screen in its states, with numbers as large as they come: name -> topic -> face."""
    clock, now = faces["clock"], faces["clock"]["server_ms"]
    blinds = {"small_blind": 600_000, "big_blind": 1_200_000, "ante": 1_200_000, "ante_kind": "big_blind"}
    plain = {"late_registration_ends": False, "seconds": 2400}
    level = {"kind": "level", **blinds, **plain}
    # few figures are set largest
    small = {"small_blind": 100, "big_blind": 200, "ante": 200}
    recess = {"kind": "recess", "colour_up": [100, 500, 1000], **plain}
    items = [
        {"number": 21, **level, "late_registration_ends": True}, recess, {"number": 22, **level, **small, "seconds": 9000},
        {"number": 23, **level}, {**recess, "colour_up": []}, {"number": 24, **level},
    ]  # fmt: skip
    at = {**clock, "items": items, "state": "running", "index": 0, "anchor_ms": now - 1_700_000, "turn": 9}
    counts = faces["counts"] | {
        "state": "running", "late_registration_open": False, "entries_total": 10_112, "entries_unique": 7_904, "re_entries": 2_208,
        "players_left": 9_874, "chips_in_play": 303_360_000, "pool_cents": 330_000_000,
        "guarantee_cents": 300_000_000, "overlay_cents": 8_490_000, "places_paid": 1_012,
    }  # fmt: skip
    stacks = {
        "rows": [{"entry_id": i, "name": LONG, "stack_chips": 101_250_000, "seat": i} for i in range(9)]
    }
    prizes = {"rows": [{"first": i, "last": i + 8, "amount_cents": 60_000_050} for i in range(1, 90, 9)]}
    out = {
        "rows": [
            {"entry_id": i, "place": i, "tied": 1, "name": LONG, "amount_cents": 60_000_000}
            for i in range(1, 10)
        ]
    }
    bust = {"rows": [{**out["rows"][0], "place": 9_875}]}
    news = {
        "moves": [{"name": LONG, "table": 888, "seat": 10, "at_ms": now}],
        "breaks": [{"table": 888, "to": [101, 202, 303, 404, 505, 606, 707, 808, 909], "at_ms": now}],
        "tables": 1_123,
        "hand": {"round": 12, "ready": 1_043, "tables": 1_123},
    }
    told = {
        "news": news,
        "wall": {"show": "clock", "message": ""},
        "standings": {"rows": []},
        "clock": at,
        "counts": counts | {"late_registration_open": True},
        "prizes": prizes,
        "eliminations": bust,
    }
    paid = {"in_the_money": True, "late_registration_open": False}
    stands = {**at, "anchor_ms": None}
    return {
        "late_registration_closing": told,
        "running": told | {
            # late registration runs through the recess after this level
            "clock": {**at, "index": 3, "items": [{**one, "late_registration_ends": n == 4} for n, one in enumerate(items)]},
            "counts": counts | {"late_registration_open": True},
            "wall": {"show": "clock", "message": "Voltamos às 22:15 em ponto. " * 7},
        },
        "bubble": told | {"counts": counts | {"bubble": True}},
        "in_the_money": told | {"counts": counts | paid},
        "recess": told | {"clock": {**at, "index": 1, "anchor_ms": now - 500_000}},
        "recess, at the final table": told | {
            "clock": {**at, "index": 1, "anchor_ms": now - 500_000},
            "counts": counts | {"final_table": True, "final_table_reached": True, "late_registration_open": False},
            "standings": stacks,
        },
        "paused": told | {"clock": {**stands, "state": "paused", "index": 2, "elapsed_ms": 100_000}},
        "hand_for_hand": told | {
            "clock": {**stands, "state": "hand_for_hand"},
            "counts": counts | {"hand_for_hand": True, "hand_for_hand_round": 12},
        },
        "final_table": told | {
            "counts": counts | {"final_table": True, "final_table_reached": True, "in_the_money": True, "late_registration_open": False},
            "standings": stacks,
        },
        "final_table, after a deal": told | {
            "counts": counts | {"final_table": True, "final_table_reached": True, "in_the_money": True, "late_registration_open": False},
            "prizes": {"rows": [{"first": 1, "last": 1, "amount_cents": 60_000_050}], "deal": {"reserve_cents": 60_000_050, "shares": []}},
        },
        "cancelled": told | {"counts": counts | {"state": "cancelled", "cancel_reason": "Falta de luz no salão. " * 13}},
        "decided": told | {
            "clock": {**stands, "state": "decided"},
            "counts": counts | {"final_table": True, "final_table_reached": True, "decided": True, "late_registration_open": False},
            "standings": {"rows": stacks["rows"][:1]},
        },
        "finished": told | {"counts": counts | {"state": "finished"}, "eliminations": out},
    }  # fmt: skip


# what lies outside the screen or its place, which parts of the wall cross, how small the smallest text is, and the time
MEASURED = """async () => {
    // the page has set its texts right after it was made larger or smaller
    for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame);
    const seen = e => e.getClientRects().length && !e.closest('.visually-hidden, .takeover, noscript, script');
    const worded = e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    const texts = [...document.body.querySelectorAll('*')].filter(e => seen(e) && worded(e) && !e.closest('svg'));
    const wrong = [];
    let smallest = Infinity;
    for (const e of texts) {
        const r = e.getBoundingClientRect();
        const said = e.dataset.part || e.textContent.trim();
        if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) wrong.push(`outside: ${said}`);
        for (let place = e; place !== document.body; place = place.parentElement)
            if (getComputedStyle(place).overflow === 'hidden' || place.matches('.fit, .panel, .stats dl > div, .news li, .message')) {
                const box = place.getBoundingClientRect();
                const words = document.createRange();
                words.selectNodeContents(e);
                const t = words.getBoundingClientRect();
                // a line of text is higher than its letters
                const air = parseFloat(getComputedStyle(e).fontSize) * .35 + 2;
                if (t.left < box.left - 2 || t.right > box.right + 2 || t.top < box.top - air || t.bottom > box.bottom + air)
                    wrong.push(`cut: ${said} in ${place.className || place.tagName}`);
            }
        smallest = Math.min(smallest, parseFloat(getComputedStyle(e).fontSize) / Math.min(innerWidth, innerHeight));
    }
    const parts = [...document.querySelectorAll('.room > *, .bets > *, .stats dl > *')]
        .filter(e => seen(e) && !e.matches('.art, .plate, .takeover') && e.textContent.trim());
    const boxes = parts.map(e => e.getBoundingClientRect());
    parts.forEach((e, i) => parts.slice(i + 1).forEach((other, j) => {
        const a = boxes[i], b = boxes[i + 1 + j];
        if (!e.contains(other) && a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2)
            wrong.push(`${e.className} over ${other.className}`);
    }));
    // state, chips that leave, and when it goes on stand beside each other
    const row = [...document.querySelectorAll('.band > .state, .race > *, .band > .rest')].filter(seen).map(e => [e.getBoundingClientRect(), e.textContent.trim()]);
    row.slice(1).forEach(([box, said], i) => { if (box.left < row[i][0].right - 1) wrong.push(`${said} on ${row[i][1]}`); });
    const time = document.querySelector('[data-part="time"]');
    const digits = [...time.querySelectorAll('.figure')].map(e => e.getBoundingClientRect());
    // no figure of the time on what stands around it; Inter's stand on a line a quarter above the foot of their box
    const inked = [...time.querySelectorAll('.figure')].map((e, i) => {
        const foot = digits[i].bottom - parseFloat(getComputedStyle(e).fontSize) * .24;
        return { left: digits[i].left, right: digits[i].right, bottom: foot, top: foot - parseFloat(getComputedStyle(e).fontSize) * .727 };
    });
    const beside = [...document.querySelectorAll('.beside :is(.label, b, small)')].filter(e => seen(e) && e.textContent.trim()).map(e => [e, e.getBoundingClientRect()]);
    if (seen(time)) for (const [e, b] of beside) if (inked.some(d => d.left < b.right && b.left < d.right && d.top < b.bottom && b.top < d.bottom)) wrong.push(`time on ${e.textContent.trim()}`);
    return {
        wrong,
        smallest,
        // how high a digit is, of the size it is set in
        share: parseFloat(getComputedStyle(time).fontSize) * 0.727 / innerHeight,
        wide: (Math.max(...digits.map(d => d.right)) - Math.min(...digits.map(d => d.left))) / innerWidth,
        rows: new Set(digits.slice(0, 2).map(d => Math.round(d.top))).size,
    };
}"""


@pytest.mark.parametrize("language", ["pt-BR", "en"])
def test_the_clock_fits_every_screen_in_every_state_with_the_largest_numbers(
    look, running, chromium, server, language
):
    context = chromium.new_context(viewport={"width": 1920, "height": 1080}, locale=language)
    page = context.new_page()
    lines = []

    def answered(line):
        lines.append(line)
        # a line on which nobody answers is given up
        line.on_message(lambda _asked: line.send(json.dumps({"pong": None})))

    page.route_web_socket("**/ws/", answered)
    page.goto(f"{server.url}/screens/{running}/clock/")
    expect(part(page, "blinds")).to_have_text(re.compile(r"\d+ – \d+"))
    faces = json.loads(page.locator("#faces").text_content())
    for state, told in modes(faces).items():
        for name, face in told.items():
            lines[0].send(json.dumps({"topic": faces["topics"][name], "seq": 1, "face": face}))
        expect(part(page, "state")).to_have_attribute("data-state", state.partition(",")[0])
        # what takes the screen over for some seconds is not what is measured here
        page.evaluate("document.querySelector('.takeover').hidden = true")
        for layout, screens in LAYOUTS.items():
            page.evaluate("layout => { document.body.dataset.layout = layout; }", layout)
            for width, height in screens:
                page.set_viewport_size({"width": width, "height": height})
                here = (state, layout, width, height)
                found = page.evaluate(MEASURED)
                assert found["wrong"] == [], here
                # nobody reads across a room what is smaller than this, of the short side
                assert found["smallest"] >= 0.0215, here
                if state in ("decided", "cancelled", "finished") or layout == "lower":
                    continue
                # the chips that leave stand instead of the sentence; the hour at which play goes on stays
                if state == "recess":
                    expect(part(page, "rest")).to_be_visible()
                # the time is the biggest thing in the room, on one line: as wide as an upright screen, else a quarter as high
                assert found["rows"] == 1, here
                if width < height:
                    assert found["wide"] >= 0.85, (*here, found["wide"])
                else:
                    assert found["share"] >= 0.25, (*here, found["share"])
    context.close()


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_time_on_a_tables_display_stays_in_its_panel(look, running, width, height):
    page = look(f"/screens/{running}/table/{first_table(running)}/", width=width, height=height).page
    expect(page.locator(".bigtime")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    inside = page.locator(".bigtime").evaluate(
        """time => {
          const text = document.createRange();
          text.selectNodeContents(time);
          const [there, room] = [text.getBoundingClientRect(), time.closest(".timebox").getBoundingClientRect()];
          return [there.left >= room.left, there.right <= room.right];
        }"""
    )
    assert inside == [True, True]


def test_a_rehearsal_and_a_draft_are_nobodys_business(look, house, server):
    draft = house.tournament("scpt-main")
    page = look(f"/t/{draft}/").page
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("h1")).not_to_contain_text("Main")


def test_a_message_and_the_seating_list_reach_the_displays(look, house, running, axe):
    watched = look(f"/screens/{running}/clock/", width=1280, height=720)
    page = watched.page
    expect(part(page, "message")).to_be_hidden()
    here = {"by": house.bruno, "at": datetime.now(UTC), "tournament_id": running}
    cast.say(show_on_screens, message="Jantar às 21:00", **here)
    expect(part(page, "message")).to_have_text("Jantar às 21:00")
    expect(part(page, "time")).to_be_in_viewport()
    cast.say(show_on_screens, show="seats", **here)
    rows = part(page, "seating-rows").locator("li")
    expect(rows).to_have_count(12)
    for width, height in ((1280, 720), (1024, 768), (720, 1280)):
        page.set_viewport_size({"width": width, "height": height})
        expect(rows.first).to_be_in_viewport(ratio=1)
        expect(rows.last).to_be_in_viewport(ratio=1)
    assert axe(page) == []
    cast.say(show_on_screens, show="clock", **here)
    expect(part(page, "seating")).to_be_hidden()
    assert watched.complaints == []


def test_a_display_shows_what_it_is_paired_with(look, house, running):
    page = look("/screens/", width=1280, height=720).page
    code = page.locator("h1").inner_text()
    cast.say(pair_screen, by=house.ana, at=datetime.now(UTC), tournament_id=running, code=code, sound=True)
    expect(part(page, "time")).to_have_text(re.compile(r"\d+:\d\d"))
    # it may be heard, once somebody has touched it
    part(page, "sound").click()
    expect(part(page, "sound")).to_be_hidden()


def test_a_page_left_open_before_the_start_keeps_its_button_and_its_figures(look, house):
    """Who reads since registration was announced reads what holds now: open, so many in, full."""
    tournament = house.registering(
        "turbo-8max", starts_at=cast.START + timedelta(hours=3), capacity=3, alternates=True
    )
    house.fill(tournament, 1)
    page = look(f"/t/{tournament}/", width=390, height=844).page
    expect(part(page, "taken")).to_have_text("1 de 3 vagas ocupadas")
    expect(part(page, "register")).to_have_text("Inscrever-me")
    house.fill(tournament, 2)
    expect(part(page, "taken")).to_have_text("3 de 3 vagas ocupadas")
    expect(part(page, "register")).to_have_text("Entrar na lista de espera")
