"""The floor's tablet in a browser: a dead line, a reload, a stale bust; what is kept is never lost."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from playwright.sync_api import expect

from config.local.check import find_browser
from config.sessions import SessionStore
from payouts.commands.approve_deal import approve_deal
from payouts.commands.end_deal import end_deal
from payouts.commands.propose_deal import propose_deal
from payouts.commands.record_paper_votes import record_paper_votes
from payouts.models import Deal
from payouts.queries import places_paid
from people.models import Exclusion, User
from rules.entries import simple_split
from tables.commands.break_table import break_table
from tables.commands.count_chips import count_chips
from tables.commands.end_hand_for_hand import end_hand_for_hand
from tables.commands.hand_done import hand_done
from tables.commands.record_positions import record_positions
from tables.commands.start_hand_for_hand import start_hand_for_hand
from tables.commands.take_back_hand import take_back_hand
from tables.models import ChipCount, HandDone, Penalty, Ruling, Seat, Table
from tests import cast
from tests.browser.conftest import QUIET, patient, until
from tests.payouts.room import bust, playing
from tests.sizes import size, survives
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.give_recess import give_recess
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Debt, Elimination, Entry, Field, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def house(server, monkeypatch):
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    return cast.house()


@pytest.fixture
def running(house):
    tournament = house.registering("scpt-main", starts_at=cast.START)
    house.fill(tournament, 14)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    return tournament


def cookie_of(user_id, url):
    """What a browser holds that has signed in."""
    user = User.objects.get(pk=user_id)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return [{"name": settings.SESSION_COOKIE_NAME, "value": session.session_key, "url": url}]


@pytest.fixture
def sign_in_as(look, server):
    def open_as(person, path, **more):
        state = {"cookies": [{**c, "domain": "127.0.0.1", "path": "/", "expires": -1, "httpOnly": True,
                              "secure": False, "sameSite": "Lax"} for c in cookie_of(person.user_id, server.url)],
                 "origins": []}  # fmt: skip
        for cookie in state["cookies"]:
            cookie.pop("url")
        return look(path, **{"width": 1180, "height": 820, "language": "en", **more}, storage_state=state)

    return open_as


@pytest.fixture
def tablet(sign_in_as, house):
    return lambda path, **more: sign_in_as(house.bruno, path, **more)


def sitting(tournament, seat=None):
    found = Seat.objects.filter(table__tournament_id=tournament, table__number=1, entry__isnull=False)
    return found.select_related("entry__player").order_by("number")[seat or 0]


def bar(page):
    return page.locator('[data-part="bar"]')


# of each open sheet: how far the word that closes it stands from the line of the title, and from the sheet's inner edge
CLOSES = """() => [...document.querySelectorAll("dialog[open]")].map((sheet) => {
  const box = (node) => { const range = document.createRange(); range.selectNodeContents(node); return range.getBoundingClientRect(); };
  const title = box(sheet.querySelector(".sheet-head h2")), close = sheet.querySelector(".sheet-head > .button"), word = box(close.lastChild);
  const edge = sheet.getBoundingClientRect().right - parseFloat(getComputedStyle(sheet).paddingRight);
  return [Math.round(Math.abs((title.top + title.bottom - word.top - word.bottom) / 2) / 3), Math.round(Math.abs(edge - word.right) / 2), close.querySelectorAll(".icon").length, close.getBoundingClientRect().height >= 44];
})"""


def test_what_closes_a_sheet_stands_in_the_line_of_its_title_and_ends_where_the_sheet_ends(tablet, running):
    for width, height in ((1180, 820), (820, 1180), (390, 844)):
        page = tablet(f"/floor/{running}/#1", width=width, height=height).page
        expect(bar(page)).to_contain_text("Live")
        page.locator(f'[data-key="seat-{sitting(running).number}"]').click()
        expect(page.locator("#sheet h2")).to_be_visible()
        assert page.evaluate(CLOSES) == [[0, 0, 1, True]], width
        page.keyboard.press("Escape")
        page.locator('[data-key="outbox"]').click()
        expect(page.locator("#outbox h2")).to_be_visible()
        assert page.evaluate(CLOSES) == [[0, 0, 1, True]], width


# how far the acts of a table stand above the bar, whether the page moves, and how high the table is
LEFT_OVER = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  return [box(".floorbar").top - box('[data-view="table"] .ring ~ .buttons').bottom, document.documentElement.scrollHeight - innerHeight, box(".ring").height];
}"""


def test_lying_a_table_is_as_high_as_its_acts_and_the_bar_leave_room_for(tablet, running):
    heights = []
    for width, height in ((1180, 820), (1180, 900), (1366, 1024)):
        page = tablet(f"/floor/{running}/#1", width=width, height=height).page
        expect(bar(page)).to_contain_text("Live")
        expect(page.locator(".ring ~ .buttons")).to_be_visible()
        above, moved, ring = page.evaluate(LEFT_OVER)
        assert (0 <= above <= 64, moved) == (True, 0), (width, height, above)
        heights.append(ring)
    assert heights == sorted(set(heights))


def test_what_is_tapped_without_a_line_survives_a_reload_and_is_done_once(tablet, running):
    page = tablet(f"/floor/{running}/#1").page
    first, second = sitting(running, 0), sitting(running, 1)
    expect(bar(page)).to_contain_text("Live")
    page.context.route("**/api/**", lambda route: route.abort())
    # a tap holds though the table is painted anew between its halves, as news do
    page.locator(f'[data-key="seat-{first.number}"]').hover()
    page.mouse.down()
    page.evaluate("dispatchEvent(new HashChangeEvent('hashchange'))")
    page.mouse.up()
    page.locator('[data-act="bust"]').click()
    expect(page.locator(f'.chair:has([data-key="seat-{first.number}"])')).to_have_attribute(
        "data-state", "pending"
    )
    page.locator(f'[data-key="seat-{second.number}"]').click()
    page.locator('[data-act="chips"]').click()
    for key in ("2", "7", "000"):
        page.locator(".pad").get_by_role("button", name=key, exact=True).click()
    page.get_by_role("button", name="Save").click()
    expect(bar(page)).to_contain_text("2 waiting to be sent")
    assert Entry.objects.get(pk=first.entry_id).state == "playing"
    page.reload()
    expect(bar(page)).to_contain_text("2 waiting to be sent")
    page.locator('[data-key="outbox"]').click()
    expect(page.locator("#outbox")).to_contain_text(re.compile("out, table 1, seat"))
    expect(page.locator("#outbox h2")).to_have_text("To be sent")
    page.context.unroute("**/api/**")
    expect(bar(page)).to_contain_text("Everything sent")
    assert Entry.objects.get(pk=first.entry_id).state == "out"
    assert Entry.objects.get(pk=second.entry_id).stack_chips == 27_000
    expect(page.locator("#outbox .row").first).to_contain_text("done")
    expect(page.locator("#outbox h2")).to_have_text("Sent")


COMMANDS = size(60, full=200)
MISHAPS = ["lost", "unanswered", "late", "twice", "twice", *[""] * 15]


@survives
@pytest.mark.timeout(size(900, full=3600))
def test_commands_over_a_bad_line_on_plain_http_are_done_once_and_in_order(chromium, server, house, running):
    """A venue's LAN: no TLS, so no service worker, no randomUUID; drops, lost answers, doubles and stragglers."""
    server.kill()
    server.environment["ALLOWED_HOSTS"] = "tablet.lan,127.0.0.1"
    server.start()
    browser = patient(
        chromium.browser_type.launch(
            executable_path=find_browser(), args=[*QUIET, "--host-resolver-rules=MAP tablet.lan 127.0.0.1"]
        )
    )
    try:
        context = browser.new_context(viewport={"width": 1180, "height": 820}, locale="en")
        [cookie] = cookie_of(house.bruno.user_id, f"http://tablet.lan:{server.port}")
        context.add_cookies([cookie])
        page = context.new_page()
        page.goto(f"http://tablet.lan:{server.port}/floor/{running}/#1")
        assert page.evaluate("[isSecureContext, typeof crypto.randomUUID]") == [False, "undefined"]
        expect(bar(page)).to_contain_text("Live")
        context.route("**/api/**", lambda route: route.abort())
        seats = Seat.objects.filter(table__tournament_id=running, table__number=1, entry__isnull=False)
        taken = list(seats.order_by("number").values_list("entry_id", flat=True))
        typed = []
        while len(typed) < COMMANDS:
            page.locator('[data-key="count"]').click()
            for entry_id in taken[: COMMANDS - len(typed)]:
                stack = 10_000 + len(typed)
                page.keyboard.type(str(stack))
                page.keyboard.press("Enter")
                typed.append((entry_id, stack))
            page.keyboard.press("Escape")
        expect(bar(page)).to_contain_text(f"{COMMANDS} waiting to be sent")
        page.reload()
        expect(bar(page)).to_contain_text(f"{COMMANDS} waiting to be sent")
        roll = Random(11)
        turns, happened, stragglers = {}, Counter(), []

        def pass_on(asked):
            """To the house under its address: only the browser knows the name tablet.lan."""
            kept = ("content-type", "x-csrftoken", "command-id", "cookie", "accept-language")
            headers = {k: v for k, v in asked.all_headers().items() if k in kept}
            url = asked.url.replace("tablet.lan", "127.0.0.1")
            return lambda: context.request.fetch(
                url, method=asked.method, data=asked.post_data, headers=headers
            )

        def mishap(method):
            """Of each twenty of a kind one is lost, of one the answer is, one comes late and two come twice."""
            if not turns.get(method):
                turns[method] = roll.sample(MISHAPS, len(MISHAPS))
            happened[method, turns[method][-1]] += 1
            return turns[method].pop()

        def badly(route):
            what, send = mishap(route.request.method), pass_on(route.request)
            if what in ("unanswered", "twice"):
                send()
            if what == "late":
                stragglers.append(send)  # out of order
            if what in ("lost", "unanswered", "late"):
                return route.abort()
            answer = send()
            if stragglers and roll.random() < 0.3:
                stragglers.pop()()
            return route.fulfill(response=answer)

        context.unroute("**/api/**")
        context.route("**/api/**", badly)
        # the line tells that it is back: the tablet does not wait out its pause
        page.evaluate("setInterval(() => dispatchEvent(new Event('online')), 100)")
        # however slow the machine is: what counts is that it goes on
        while "Everything sent" not in (told := bar(page).inner_text()):
            expect(bar(page)).not_to_have_text(told, use_inner_text=True)
        for send in stragglers:
            send()
        assert min(happened["POST", what] for what in MISHAPS) >= COMMANDS // len(MISHAPS)
        assert [(f["entry_id"], f["stack_chips"]) for f in cast.facts(running, kind="chips_counted")] == typed
    finally:
        browser.close()


def test_a_bust_that_somebody_else_made_first_is_told_and_kept_for_a_human(tablet, house, running):
    page = tablet(f"/floor/{running}/#1").page
    seat = sitting(running, 0)
    expect(bar(page)).to_contain_text("Live")
    page.context.route("**/api/**", lambda route: route.abort())
    page.locator(f'[data-key="seat-{seat.number}"]').click()
    page.locator('[data-act="bust"]').click()
    cast.say(
        eliminate_players,
        by=house.ana,
        at=datetime.now(UTC),
        tournament_id=running,
        table_number=1,
        busts=[{"entry_id": seat.entry_id, "stack_chips_start": None, "by_entries": []}],
    )
    page.context.unroute("**/api/**")
    expect(bar(page)).to_contain_text("1 refused")
    page.locator('[data-key="outbox"]').click()
    expect(page.locator('#outbox [data-state="refused"]')).to_contain_text("Now: not at table 1 any more")
    page.get_by_role("button", name="Seen").click()
    expect(bar(page)).to_contain_text("Everything sent")


def three_left(house):
    """(a tournament, the three who are in, by entry id): nobody enters any more."""
    tournament = house.registering(
        "turbo-8max", starts_at=cast.START, late_registration_level=0, re_entries_per_player=0, guarantee_cents=0,
        surrender=False,
    )  # fmt: skip
    house.fill(tournament, 8)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    for out in playing(tournament)[:5]:
        bust(house, tournament, out, at=datetime.now(UTC))
    return tournament, playing(tournament)


def deal_among(house, tournament, left):
    return cast.say(
        propose_deal, by=house.ana, at=datetime.now(UTC), tournament_id=tournament, kind="custom",
        amounts=[{"entry_id": one, "amount_cents": cents} for one, cents in zip(left, (30_000, 30_000, 20_000), strict=True)],
    )["deal_id"]  # fmt: skip


def tap_bust(page, entry):
    page.locator(f'[data-key="seat-{Seat.objects.get(entry_id=entry).number}"]').click()
    page.locator('[data-act="bust"]').click()


def test_a_tap_on_bust_during_a_vote_is_asked_about_at_once(tablet, house):
    tournament, left = three_left(house)
    deal = deal_among(house, tournament, left)
    page = tablet(f"/floor/{tournament}/#1").page
    expect(bar(page)).to_contain_text("Live")
    tap_bust(page, left[0])
    asked = page.locator("#sheet")
    expect(asked.get_by_role("alert")).to_contain_text("(0 of 3 have voted): with a bust it falls")
    assert Entry.objects.get(pk=left[0]).state == "playing" and Deal.objects.get(pk=deal).state == "open"
    asked.get_by_role("button", name="Out: the deal falls").click()
    expect(bar(page)).to_contain_text("Everything sent")
    expect(page.locator("#sheet, #outbox").locator("visible=true")).to_have_count(0)
    assert Entry.objects.get(pk=left[0]).state == "out"
    assert Deal.objects.get(pk=deal).ended_because == "player_left"
    # the vote is over: the next one goes as ever
    tap_bust(page, left[1])
    expect(bar(page)).to_contain_text("Everything sent")
    expect(bar(page)).to_contain_text("2nd place")
    assert Entry.objects.get(pk=left[1]).state == "out"


def test_a_bust_that_would_end_a_vote_is_asked_about_also_when_it_comes_late(tablet, house):
    """The vote begins after the tablet was opened, and the bust was tapped without a line."""
    tournament, left = three_left(house)
    page = tablet(f"/floor/{tournament}/#1").page
    expect(bar(page)).to_contain_text("Live")
    page.context.route("**/api/**", lambda route: route.abort())
    tap_bust(page, left[0])
    expect(bar(page)).to_contain_text("1 waiting to be sent")
    older = deal_among(house, tournament, left)
    page.context.unroute("**/api/**")
    asked = page.locator("#sheet")
    expect(asked.get_by_role("alert")).to_contain_text("(0 of 3 have voted): with a bust it falls")
    assert Entry.objects.get(pk=left[0]).state == "playing"
    # a reload before anybody answered asks anew; the votes go on meanwhile: their count is that of the moment when it was asked
    page.reload()
    expect(asked.get_by_role("alert")).to_have_text(re.compile(r"\(0 of 3 have voted\).* As of \d\d:\d\d\.$"))
    # put off it waits in the list, and is not put again by itself
    asked.get_by_role("button", name="Wait: count the votes first").click()
    expect(bar(page)).to_contain_text("1 waiting for your answer")
    expect(asked).not_to_be_visible()
    reviewed(page)
    expect(bar(page)).to_contain_text("1 waiting for your answer")
    expect(asked).not_to_be_visible()
    # what was asked is no longer in vote, another deal is: it is asked again, and the new one stands
    cast.say(end_deal, by=house.ana, at=datetime.now(UTC), deal_id=older)
    deal = deal_among(house, tournament, left)
    cast.say(record_paper_votes, by=house.ana, at=datetime.now(UTC), deal_id=deal, yes=3, no=0)
    page.locator('[data-key="outbox"]').click()
    # nothing was refused: the house waits for an answer, and its button is whole
    expect(page.locator("#outbox-title")).to_have_text("Waiting for your answer")
    falls = page.locator("#outbox").get_by_role("button", name="Out: the deal falls")
    assert falls.evaluate("e => e.scrollWidth <= e.clientWidth && e.clientHeight < 64")
    falls.click()
    expect(page.locator("#outbox")).to_contain_text("(3 of 3 have voted): with a bust it falls")
    assert Deal.objects.get(pk=deal).state == "open"
    assert Entry.objects.get(pk=left[0]).state == "playing"
    page.locator("#outbox").get_by_role("button", name="Out: the deal falls").click()
    expect(bar(page)).to_contain_text("Everything sent")
    assert Entry.objects.get(pk=left[0]).state == "out"
    assert (Deal.objects.get(pk=deal).state, Deal.objects.get(pk=deal).ended_because) == (
        "withdrawn",
        "player_left",
    )


def reviewed(page):
    """Reload, and wait until the tablet has asked whether what it was asked still stands."""
    with (
        page.expect_response(lambda answer: "/seating?" in answer.url),
        page.expect_response(lambda answer: answer.url.endswith("/tables/1")),
    ):
        page.reload()
    page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")


def put_off(tablet, house):
    """(a page, the tournament, those who are in, the deal): the bust of the first was asked about and put off."""
    tournament, left = three_left(house)
    deal = deal_among(house, tournament, left)
    # beside another tournament of the house its tables have numbers of their own
    page = tablet(f"/floor/{tournament}/#{Seat.objects.get(entry_id=left[0]).table.number}").page
    expect(bar(page)).to_contain_text("Live")
    tap_bust(page, left[0])
    page.locator("#sheet").get_by_role("button", name="Wait: count the votes first").click()
    expect(bar(page)).to_contain_text("1 waiting for your answer")
    return page, tournament, left, deal


def test_a_question_that_was_put_off_goes_with_the_player_who_went_out_elsewhere(tablet, house):
    page, tournament, left, deal = put_off(tablet, house)
    cast.say(end_deal, by=house.ana, at=datetime.now(UTC), deal_id=deal)
    bust(house, tournament, left[0], at=datetime.now(UTC))
    # the line tells it, without a touch
    expect(bar(page)).to_contain_text("Everything sent")
    page.reload()
    expect(bar(page)).to_contain_text("Everything sent")
    page.locator('[data-key="outbox"]').click()
    expect(page.locator('#outbox [data-state="refused"]')).to_have_count(0)


def test_a_question_on_the_sheet_closes_with_the_player_who_went_out_elsewhere(tablet, house):
    tournament, left = three_left(house)
    deal = deal_among(house, tournament, left)
    page = tablet(f"/floor/{tournament}/#1").page
    expect(bar(page)).to_contain_text("Live")
    tap_bust(page, left[0])
    expect(page.locator('#sheet [data-act="deal-falls"]')).to_be_visible()
    cast.say(end_deal, by=house.ana, at=datetime.now(UTC), deal_id=deal)
    bust(house, tournament, left[0], at=datetime.now(UTC))
    expect(page.locator("#sheet")).not_to_be_visible()
    expect(bar(page)).to_contain_text("Everything sent")


def test_a_question_of_one_tournament_is_not_put_at_the_next_and_goes_with_its_own(tablet, house, running):
    page, tournament, left, deal = put_off(tablet, house)
    page.goto(page.url.split("/floor/")[0] + f"/floor/{running}/#1")
    # it still waits, and its place in the list says where and how it stands there
    expect(bar(page)).to_contain_text("1 waiting for your answer")
    page.locator('[data-key="outbox"]').click()
    asked = page.locator('#outbox [data-state="refused"]')
    expect(asked).to_contain_text(Tournament.objects.get(pk=tournament).name)
    name, seat = Seat.objects.values_list("entry__player__public_name", "number").get(entry_id=left[0])
    cast.say(count_chips, by=house.ana, at=datetime.now(UTC), entry_id=left[0], stack_chips=12_345)
    page.locator("#outbox").get_by_role("button", name="Close").click()
    page.locator('[data-key="outbox"]').click()
    expect(asked).to_contain_text(f"Now: seat {seat}, {name}, 12,345 chips")
    page.locator("#outbox").get_by_role("button", name="Close").click()
    expect(page.locator("#sheet")).not_to_be_visible()
    # its tournament ends
    cast.say(end_deal, by=house.ana, at=datetime.now(UTC), deal_id=deal)
    for out in left[:2]:
        bust(house, tournament, out, at=datetime.now(UTC))
    page.reload()
    expect(bar(page)).to_contain_text("Everything sent")
    expect(page.locator("#sheet")).not_to_be_visible()


def test_back_closes_the_sheet_of_the_page_that_is_left(tablet, running):
    page = tablet(f"/floor/{running}/").page
    expect(bar(page)).to_contain_text("Live")
    # nobody has marked a table: all of them are shown, and that is what the switch says
    which = page.locator('[data-part="which"]')
    expect(which.locator('[aria-pressed="true"]')).to_have_text("All tables")
    which.get_by_role("button", name="My tables").click()
    expect(page.locator('[data-part="tables"]')).to_contain_text("No table is marked as yours")
    which.get_by_role("button", name="All tables").click()
    page.locator('[data-key="open-1"]').click()
    seat = sitting(running)
    page.locator(f'[data-key="seat-{seat.number}"]').click()
    sheet = page.locator("#sheet")
    expect(sheet).to_be_visible()
    # who is verified is not verified again
    expect(sheet.locator('[data-act="verify"]')).to_be_visible()
    sheet.locator('[data-act="verify"]').click()
    expect(bar(page)).to_contain_text("Everything sent")
    page.locator(f'[data-key="seat-{seat.number}"]').click()
    expect(sheet.locator('[data-act="away"]')).to_be_visible()
    expect(sheet.locator('[data-act="verify"]')).to_have_count(0)
    page.go_back()
    expect(page.locator("#tables-title")).to_be_visible()
    expect(sheet).not_to_be_visible()


def test_who_was_marked_away_by_a_slip_is_back_by_one_button(tablet, running):
    page = tablet(f"/floor/{running}/#1").page
    seat = sitting(running)
    expect(bar(page)).to_contain_text("Live")
    page.locator(f'[data-key="seat-{seat.number}"]').click()
    page.locator('[data-act="away"]').click()
    expect(bar(page)).to_contain_text(f"{seat.entry.player.public_name} is away")
    expect(bar(page)).to_contain_text("Everything sent")
    assert Seat.objects.get(pk=seat.pk).away
    bar(page).get_by_role("button", name="Is back", exact=True).click()
    expect(page.locator(f'.chair[data-seat="{seat.number}"][data-state="away"]')).to_have_count(0)
    expect(bar(page)).to_contain_text("Everything sent")
    assert not Seat.objects.get(pk=seat.pk).away


@pytest.fixture
def full_with_rebuys(house):
    """All eight seats are taken: which of them lies under the button of a sheet does not depend on the draw."""
    rebuy = {
        "price_cents": 3_000, "chips": 10_000, "until_level": 6, "per_player": None,
        "split": simple_split(name="rebuy", prize_cents=2_500, fee_cents=500).as_dict(),
    }  # fmt: skip
    tournament = house.registering("turbo-8max", starts_at=cast.START, rebuy=rebuy)
    house.fill(tournament, 8)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    return tournament


def common_to_rebuy_and_a_seat(page):
    """Where the sheet's button of the rebuy lies over a seat. The sheet of seat 7 is open afterwards."""
    expect(bar(page)).to_contain_text("Live")
    page.wait_for_load_state()
    # "Live" is said before the table of the address is drawn
    expect(page.locator('[data-key="seat-8"]')).to_be_visible()
    # all at one moment: between two questions the line may draw the table anew, and what is drawn anew has no place for a moment
    seats = page.evaluate(
        """() => [1, 2, 3, 4, 5, 6, 7, 8].map((n) => {
          const { x, y, width, height } = document.querySelector(`[data-key="seat-${n}"]`).getBoundingClientRect();
          return { x, y, width, height };
        })"""
    )
    page.locator('[data-key="seat-7"]').click()
    rebuys = page.locator('[data-act="rebuys"]')
    expect(rebuys).to_be_visible()
    over = rebuys.evaluate("(one) => one.getBoundingClientRect().toJSON()")

    def common(seat):
        """The middle of what both cover; None where that is too small to be hit."""
        left, top = max(over["x"], seat["x"]), max(over["y"], seat["y"])
        right = min(over["x"] + over["width"], seat["x"] + seat["width"])
        bottom = min(over["y"] + over["height"], seat["y"] + seat["height"])
        return ((left + right) / 2, (top + bottom) / 2) if min(right - left, bottom - top) > 8 else None

    return next(filter(None, map(common, seats)))


def test_a_second_tap_in_a_hurry_does_not_fall_through_the_sheet_that_closed(tablet, full_with_rebuys):
    """The sheet of one closes under the finger, and the seat of another lies there."""
    page = tablet(f"/floor/{full_with_rebuys}/#1").page
    page.mouse.dblclick(*common_to_rebuy_and_a_seat(page))
    expect(bar(page)).to_contain_text("Everything sent")
    expect(page.locator("#sheet")).not_to_be_visible()
    assert Debt.objects.count() == 1


# what an event says of its moment, as the test has it: a slow machine makes no pauses between taps
TOLD_TIMES = """
  window.tappedAt = 0;
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => window.tappedAt });
"""


def test_no_row_of_hurried_taps_sells_to_the_neighbour(tablet, full_with_rebuys):
    """One tap sells and closes the sheet, one of the next opens the neighbour's, where the same button lies."""
    page = tablet(f"/floor/{full_with_rebuys}/#1", has_touch=True).page
    where = common_to_rebuy_and_a_seat(page)
    page.evaluate(TOLD_TIMES)

    def tap(after):
        page.evaluate("(at) => { tappedAt = at === null ? performance.now() + 600 : tappedAt + at; }", after)
        page.touchscreen.tap(*where)

    tap(None)  # seen at rest
    expect(page.locator("#sheet")).not_to_be_visible()
    for _tap in range(24):
        tap(150)
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).not_to_be_visible()
    # who taps in a hurry elsewhere is asked whom it is for, and answers once the finger has rested
    third = page.locator('[data-key="seat-3"]')
    name = third.get_attribute("title")
    page.evaluate("tappedAt += 600")
    third.tap()
    page.evaluate("tappedAt += 150")
    page.locator('[data-act="rebuys"]').tap()
    question = page.locator('[data-act="rebuy-again"]')
    expect(question).to_contain_text("R$30")
    expect(page.locator("#sheet-title")).to_have_text(name)
    page.evaluate("tappedAt += 150")
    question.tap()
    expect(question).to_be_visible()
    page.evaluate("tappedAt = performance.now() + 60_000")
    question.tap()
    expect(page.locator("#sheet")).not_to_be_visible()
    expect(bar(page)).to_contain_text(name)
    expect(bar(page)).to_contain_text("Everything sent")
    # what is sent goes in its order: nothing was sold before
    sold = Debt.objects.order_by("pk").values_list("player__public_name", flat=True)
    assert list(sold) == [sitting(full_with_rebuys, 6).entry.player.public_name, name]


def test_the_list_of_what_was_sent_is_of_the_tournament_on_the_screen(tablet, house, running):
    """One tablet, two tournaments: what the other one has is not taken back here, and what waits there says whose it is."""
    page = tablet(f"/floor/{running}/#1").page
    first, second = sitting(running, 0), sitting(running, 1)
    expect(bar(page)).to_contain_text("Live")
    tap_bust(page, first.entry_id)
    expect(bar(page)).to_contain_text("Everything sent")
    page.context.route("**/api/**", lambda route: route.abort())
    tap_bust(page, second.entry_id)
    expect(bar(page)).to_contain_text("1 waiting to be sent")
    other, _left = three_left(house)
    page.goto(page.url.split("/floor/")[0] + f"/floor/{other}/#1")
    expect(bar(page)).to_contain_text("1 waiting to be sent")
    page.locator('[data-key="outbox"]').click()
    rows = page.locator("#outbox li")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(second.entry.player.public_name)
    expect(rows).to_contain_text(Tournament.objects.get(pk=running).name)
    expect(rows).to_contain_text(re.compile(r"\d\d:\d\d"))
    page.goto(page.url.split("/floor/")[0] + f"/floor/{running}/#1")
    page.context.unroute("**/api/**")
    expect(bar(page)).to_contain_text("Everything sent")
    page.locator('[data-key="outbox"]').click()
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text=Tournament.objects.get(pk=running).name)).to_have_count(0)


def test_targets_reflow_and_axe(tablet, running, axe):
    watched = tablet(f"/floor/{running}/#1")
    page = watched.page
    seat = sitting(running, 0)
    expect(bar(page)).to_contain_text("Live")
    assert axe(page) == []
    # the room's clock stands in the head, with what is played
    expect(page.locator('[data-part="clock"]')).to_contain_text("50 – 100")
    page.locator(f'[data-key="seat-{seat.number}"]').click()
    assert axe(page) == []
    assert small_targets(page) == []
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    overlaps = page.evaluate(
        """() => { const r = [...document.querySelectorAll('.chair')].map(e => e.getBoundingClientRect());
            let n = 0; for (let i = 0; i < r.length; i++) for (let j = i + 1; j < r.length; j++)
                if (r[i].left < r[j].right - 2 && r[j].left < r[i].right - 2 && r[i].top < r[j].bottom - 2 && r[j].top < r[i].bottom - 2) n++;
            return n; }"""
    )
    assert overlaps == 0
    page.goto(
        page.url.split("/floor/")[0]
        + f"/floor/{running}/rulings/raise_amount/?table=1&total_chips=1000&bet_chips=400&raise_chips=400&ask=1"
    )
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert watched.complaints == []
    for path in (
        "/floor/",
        "/floor/pin/",
        "/floor/pair/",
        f"/floor/{running}/rulings/",
        f"/floor/{running}/rulings/divide_pots/",
    ):
        page.goto(page.url.split("/floor/")[0] + path)
        assert axe(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path


def small_targets(page):
    """What a finger taps on this page and is less than 56 px wide or high."""
    return page.evaluate(
        """() => [...document.querySelectorAll('#floor button, #floor a.button, .floorbar .button, dialog[open] .button, dialog[open] select')]
            .filter(e => e.getClientRects().length)
            .filter(e => { const r = e.getBoundingClientRect(); return r.height < 55.5 || r.width < 55.5; })
            .map(e => e.textContent)"""
    )


def without_lines(socket):
    """The line of a room of more than sixty tables: its face has no list."""
    house = socket.connect_to_server()

    def tell(text):
        message = json.loads(text)
        if message.get("topic", "").endswith("/tables"):
            message["face"]["tables"] = None
        socket.send(json.dumps(message))

    house.on_message(tell)


def test_rulings_work_without_a_line_and_the_first_act_has_its_undo(tablet, house, running):
    """In a dead corner: a mis-tap is taken back by an act behind it, a question is answered and logged, the bar stays."""
    shown = tablet(f"/floor/{running}/")
    page = shown.page
    offender, other = sitting(running, 0), sitting(running, 1)
    sockets, down = [], []

    def through(ws):
        if down:
            return ws.close()
        ws.connect_to_server()
        sockets.append(ws)

    page.context.route_web_socket("**/ws/", through)
    page.goto(page.url.split("/floor/")[0] + f"/floor/{running}/?again#1")
    expect(bar(page)).to_contain_text("Live")
    expect(page.locator(f'[data-key="seat-{other.number}"]')).to_be_visible()
    page.wait_for_function("() => Object.keys(localStorage).some((k) => k.includes('/book/'))")
    page.context.set_offline(True)
    down.append(True)
    sockets[-1].close()
    expect(bar(page)).to_contain_text("No connection")
    # a wrong bust, tried and not answered: Undo is there, and the seat is as it was
    chair = page.locator(f'.chair:has([data-key="seat-{other.number}"])')
    page.locator(f'[data-key="seat-{other.number}"]').click()
    page.locator('#sheet [data-act="bust"]').click()
    expect(chair).to_contain_text("bust waits")
    expect(bar(page)).to_contain_text("1 waiting to be sent")
    expect(bar(page)).to_contain_text("may have arrived; asked again by itself once the connection is back")
    bar(page).get_by_role("button", name="Undo").click()
    expect(chair).not_to_contain_text("bust waits")
    # the catalogue, in the page
    page.locator('[data-key="rulings"]').click()
    expect(page.locator("#rulings-title")).to_be_visible()
    page.locator("#ruling-search").fill("conduct")
    page.locator('[data-part="questions"] [data-kind-name="conduct"]').click()
    page.locator(f'[data-entry="{offender.entry_id}"]').click()
    page.locator(".rulings").get_by_role("button", name="Abuses somebody").click()
    page.locator('[data-option="again-1"]').click()
    page.locator('[data-option="nuts_checked_last-1"]').click()
    expect(page.locator(".ruling-says")).to_have_text(
        "A penalty is due; each further offence brings a heavier one."
    )
    page.locator('[data-choice="warning"]').click()
    # one with numbers is kept with what was decided, and answered by the rules when the line is back
    page.locator("#ruling-search").fill("call or a raise")
    page.locator('[data-part="questions"] [data-kind-name="raise_amount"]').click()
    expect(page.locator(".rulings")).to_contain_text("ADTP.43")
    for name, typed in (("total", 700), ("bet", 500), ("raise", 500)):
        page.locator(f"#fact-{name}_chips").fill(str(typed))
    page.locator("#fact-raise_declared").select_option("false")
    page.locator("#fact-decided").fill("A call, 200 back")
    page.get_by_role("button", name="Keep for the log").click()
    page.get_by_role("link", name="Table 1").click()
    expect(bar(page)).to_contain_text("4 waiting to be sent")
    down.clear()
    page.context.set_offline(False)
    expect(bar(page)).to_contain_text("Everything sent")
    expect(bar(page)).to_contain_text("Live")
    row, numbers = Ruling.objects.filter(tournament_id=running).order_by("pk")
    assert (row.choice, row.entry_id, row.table.number) == ("warning", offender.entry_id, 1)
    assert (numbers.kind, numbers.decision, numbers.ruling["code"]) == (
        "raise_amount",
        "A call, 200 back",
        "call",
    )
    assert numbers.situation == {
        "total_chips": 700,
        "bet_chips": 500,
        "raise_chips": 500,
        "raise_declared": False,
    }
    assert Entry.objects.get(pk=other.entry_id).state == "playing"
    # the bar is on the rulings' own pages, too
    page.locator('[data-key="rulings"]').click()
    page.wait_for_url("**/rulings/**")
    expect(bar(page)).to_contain_text("Everything sent")
    expect(bar(page).locator('.button use[href$="#check"]')).to_have_count(1)
    page.context.set_offline(True)
    expect(bar(page)).to_contain_text("No connection")
    page.get_by_role("link", name="Tables").click()
    expect(page.locator("#toasts")).to_contain_text("Needs the server")
    page.context.set_offline(False)
    # what the browser says of having no line, and htmx of what it was sending then
    without_line = ("DISCONNECTED", "htmx:sendError")
    assert [c for c in shown.complaints if not any(word in c for word in without_line)] == []


def test_undo_lies_still_under_a_finger_while_the_bar_counts_how_old_its_news_are(tablet, running):
    page = tablet(f"/floor/{running}/#1").page
    seat = sitting(running)
    page.clock.install()
    page.reload()
    expect(bar(page)).to_contain_text("Live")
    expect(page.locator(f'[data-key="seat-{seat.number}"]')).to_be_visible()
    page.context.set_offline(True)
    expect(bar(page)).to_contain_text("No connection")
    page.locator(f'[data-key="seat-{seat.number}"]').click()
    page.locator('#sheet [data-act="bust"]').click()
    chair = page.locator(f'.chair:has([data-key="seat-{seat.number}"])')
    expect(chair).to_contain_text("bust waits")
    undo = bar(page).get_by_role("button", name="Undo")
    undo.hover()
    page.mouse.down()
    undo.evaluate("(e) => { e.dataset.pressed = 1; }")
    page.clock.fast_forward(2_000)
    expect(undo).to_have_attribute("data-pressed", "1")
    page.mouse.up()
    expect(chair).not_to_contain_text("bust waits")
    expect(bar(page)).to_contain_text("2 waiting to be sent")
    # of a second tap in the same place the first one's would come to nothing
    expect(undo).not_to_be_attached()


def test_penalties_are_given_served_and_taken_back_and_a_disqualification_takes_the_chips(
    tablet, sign_in_as, house, running
):
    page = tablet(f"/floor/{running}/#1").page
    offender, caught = sitting(running, 0), sitting(running, 1)
    sheet, chair = page.locator("#sheet"), page.locator(f'.chair:has([data-key="seat-{offender.number}"])')
    expect(bar(page)).to_contain_text("Live")
    # upright and lying: everything is a finger's size, also in the sheets
    for width, height in ((1180, 820), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        assert small_targets(page) == []
        page.locator(f'[data-key="seat-{offender.number}"]').click()
        assert small_targets(page) == []
        for act in ("penalty", "move", "more", "chips"):
            sheet.locator(f'[data-act="{act}"]').click()
            assert small_targets(page) == [], act
            assert page.evaluate(
                "document.querySelector('#sheet').scrollWidth <= document.querySelector('#sheet').clientWidth"
            )
            page.keyboard.press("Escape")
            page.locator(f'[data-key="seat-{offender.number}"]').click()
        page.keyboard.press("Escape")
    # a round away: as many hands as sit at the table
    page.locator(f'[data-key="seat-{offender.number}"]').click()
    sheet.locator('[data-act="penalty"]').click()
    # nine reasons and six doses, three in each row
    in_rows = "all => all.map((one) => all.filter((other) => other.offsetTop === one.offsetTop).length)"
    for group, buttons in ((".why", 9), (".doses", 6)):
        assert sheet.locator(f"{group} button").evaluate_all(in_rows) == [3] * buttons, group
    # nothing is chosen for anybody: no step without a reason, and the history is there first
    expect(sheet).to_contain_text("No penalty so far. The next step would be: Warning.")
    expect(sheet.locator('.why [aria-pressed="true"]')).to_have_count(0)
    give = sheet.locator('[data-act="give"]')
    expect(sheet.locator('.doses [aria-pressed="true"]')).to_have_count(0)
    expect(sheet.locator('[data-act="warning"]')).to_contain_text("proposed")
    expect(give).to_be_disabled()
    # what a round takes off the stack is told before it is given
    expect(sheet.locator('[data-part="round-cost"]')).to_have_text(
        re.compile(r"A round at this level costs [\d,]+ chips in blinds and antes\.")
    )
    # what takes a player out stands last, and apart from the doses
    expect(sheet.locator(".two-parts button").nth(0)).to_have_attribute("data-why", "Acting out of turn")
    expect(sheet.locator(".doses").get_by_text("Disqualify")).to_have_count(0)
    sheet.locator('[data-act="missed_rounds1"]').click()
    expect(give).to_be_disabled()
    sheet.locator('[data-why="Abusive language"]').click()
    expect(sheet.locator('[data-act="missed_rounds1"]')).to_contain_text("7 hands")
    expect(give).to_have_text("1 round: Abusive language")
    give.click()
    expect(chair).to_contain_text("sits out 7 hands")
    page.locator(f'[data-key="seat-{offender.number}"]').click()
    served = sheet.locator('[data-act="serve"]')
    expect(served).to_contain_text("0 of 7")
    # two taps at once are two hands
    served.click()
    expect(served).to_contain_text("1 of 7")
    served.click()
    expect(served).to_contain_text("2 of 7")
    sheet.get_by_role("button", name="Close").click()
    expect(chair).to_contain_text("sits out 5 hands")
    expect(bar(page)).to_contain_text("Everything sent")
    given = Penalty.objects.get()
    assert (given.hands_owed, given.hands_served, given.reason) == (7, 2, "Abusive language")
    # a misdeal: the same hand dealt again counts once; the last hand counted may be taken back
    page.locator(f'[data-key="seat-{offender.number}"]').click()
    sheet.locator('[data-act="penalty"]').click()
    expect(sheet).to_contain_text("Penalties so far: 1. The next step would be: 2 rounds.")
    sheet.locator('[data-act="redeal"]').click()
    expect(bar(page)).to_contain_text("Everything sent")
    expect(chair).to_contain_text("sits out 5 hands")
    page.locator(f'[data-key="seat-{offender.number}"]').click()
    sheet.locator('[data-act="serve"]').click()
    expect(sheet.locator('[data-act="serve"]')).to_contain_text("3 of 7")
    sheet.get_by_role("button", name="Close").click()
    bar(page).get_by_role("button", name="Undo").click()
    expect(chair).to_contain_text("sits out 5 hands")
    # the sheet asks the house: what was taken back here has come there
    expect(bar(page)).to_contain_text("Everything sent")
    page.locator(f'[data-key="seat-{offender.number}"]').click()
    sheet.locator('[data-act="penalty"]').click()
    expect(sheet).to_contain_text("2 of 7 hands sat out")
    # lying, what is told and each button below it are as wide as their column
    page.set_viewport_size({"width": 1180, "height": 820})
    widths = page.evaluate(
        """() => ["div", ".buttons > *"].flatMap((one) => [...document.querySelectorAll(`#sheet .row:has(> .buttons) > ${one}`)]).map((one) => Math.round(one.getBoundingClientRect().width))"""
    )
    assert len(widths) > 3 and len(set(widths)) == 1, widths
    page.set_viewport_size({"width": 820, "height": 1180})
    sheet.get_by_role("button", name="Take the penalty back").click()
    expect(chair).not_to_contain_text("sits out")
    # the floor is told who disqualifies, and who removes a minor
    page.locator(f'[data-key="seat-{caught.number}"]').click()
    sheet.locator('[data-act="penalty"]').click()
    sheet.locator('[data-act="disqualify"]').click()
    expect(sheet).to_contain_text("Call the director")
    page.keyboard.press("Escape")
    page.locator(f'[data-key="seat-{caught.number}"]').click()
    sheet.locator('[data-act="more"]').click()
    sheet.locator('[data-act="under-age"]').click()
    expect(sheet).to_contain_text("Call the director")
    # the director does it: the chips leave play, and Undo brings them back
    page = sign_in_as(house.ana, f"/floor/{running}/").page
    sheet = page.locator("#sheet")
    expect(bar(page)).to_contain_text("Live")
    # a large room is not told table by table: the list is asked for, a table opens all the same
    page.evaluate("localStorage.clear()")
    page.route_web_socket("**/ws/", without_lines)
    page.reload()
    page.get_by_role("button", name="All tables").click()
    page.locator('[data-key="open-1"]').click()
    page.locator(f'[data-key="seat-{caught.number}"]').click()
    sheet.locator('[data-act="penalty"]').click()
    # red is alive: without a reason it is neither
    red, out = sheet.locator('[data-act="give"]'), sheet.locator('[data-act="disqualify"]')
    expect(red).to_be_disabled()
    expect(out).to_be_disabled()
    expect(red).to_have_css("border-top-style", "dashed")
    dead = red.evaluate("button => getComputedStyle(button).backgroundColor")
    sheet.locator('[data-why="Other breach"]').click()
    expect(out).to_be_enabled()
    sheet.locator('[data-act="warning"]').click()
    expect(red).to_be_enabled()
    expect(red).to_have_css("border-top-style", "solid")
    expect(red).not_to_have_css("background-color", dead)
    out.click()
    # the reason came along
    expect(sheet.locator('[data-why="Other breach"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    page.locator(f'[data-key="seat-{caught.number}"]').click()
    sheet.locator('[data-act="penalty"]').click()
    sheet.locator("#why-own").fill("Passed chips")
    sheet.locator('[data-act="disqualify"]').click()
    expect(sheet.locator("#why-own")).to_have_value("Passed chips")
    expect(sheet.locator('[data-act="disqualify-now"]')).to_be_disabled()
    sheet.locator("#why-own").fill("Passed chips to seat 4")
    for key in ("2", "5", "000"):
        sheet.locator(".pad").get_by_role("button", name=key, exact=True).click()
    sheet.get_by_role("button", name="Disqualify: 25,000 leave play").click()
    expect(page.locator(f'[data-key="seat-{caught.number}"]')).to_have_count(0)
    assert Field.objects.get(pk=running).chips_removed == 25_000
    [out] = Penalty.objects.filter(kind="disqualification", rule="ADTP.67D", undone_at=None)
    assert out.reason == "Passed chips to seat 4"
    bar(page).get_by_role("button", name="Undo").click()
    expect(page.locator(f'[data-key="seat-{caught.number}"]')).to_have_count(1)
    assert Field.objects.get(pk=running).chips_removed == 0


def test_what_is_tapped_is_not_called_sent_before_it_is_kept(tablet, running):
    page = tablet(f"/floor/{running}/#1").page
    seat = sitting(running)
    expect(bar(page)).to_contain_text("Live")
    expect(bar(page)).to_contain_text("Everything sent")
    page.locator(f'[data-key="seat-{seat.number}"]').click()
    page.locator('[data-act="bust"]').wait_for()
    # in one step with the tap, and nothing has been written or sent in between
    told = page.evaluate(
        """() => { document.querySelector('[data-act="bust"]').click(); return document.querySelector('[data-part="bar"]').textContent; }"""
    )
    assert "Saving…" in told and "Everything sent" not in told
    expect(bar(page)).to_contain_text("Everything sent")
    assert Entry.objects.get(pk=seat.entry_id).state == "out"
    # so it is with what takes it back
    expect(page.locator('[data-key="undo"]')).to_be_visible()
    told = page.evaluate(
        """async () => { document.querySelector('[data-key="undo"]').click(); await null; await null; await null;
        return document.querySelector('[data-part="bar"]').textContent; }"""
    )
    assert "Saving…" in told and "Everything sent" not in told
    expect(bar(page)).to_contain_text("Everything sent")
    assert Entry.objects.get(pk=seat.entry_id).state == "playing"


@pytest.mark.rule("PT-T.49")
def test_after_the_bubble_no_tablet_asks_for_a_further_hand(tablet, house):
    changes = {"seats_per_table": 6, "late_registration_level": 0, "re_entries_per_player": 0}
    tournament = house.started("turbo-8max", entries=24, **changes)
    while Field.objects.get(pk=tournament).players_left > places_paid(tournament) + 1:
        at = at_tables(tournament)
        bust(house, tournament, max(at.values(), key=len)[0], at=datetime.now(UTC))
    now = {"by": house.ana, "at": datetime.now(UTC), "tournament_id": tournament}
    at = {number: entries for number, entries in at_tables(tournament).items() if len(entries) > 1}
    first, *others = sorted(at)
    cast.say(start_hand_for_hand, **now)
    page = tablet(f"/floor/{tournament}/#{first}").page
    expect(page.locator('[data-key="hand"]')).to_be_enabled()
    for number in others:
        cast.say(hand_done, table_number=number, round=1, busts=[], **now)
    out = {"entry_id": at[first][0], "stack_chips_start": None, "by_entries": []}
    cast.say(hand_done, table_number=first, round=1, busts=[out], **now)
    middle = page.locator(".table-middle")
    expect(middle).to_contain_text("The bubble has burst: wait for the director")
    expect(page.locator('[data-key="hand"]')).to_have_count(0)
    # who burst it, and with which place, is asked at the tables
    player = Entry.objects.select_related("player").get(pk=at[first][0]).player.public_name
    expect(page.locator('[data-part="out-last"]')).to_contain_text(f"{player} · Table {first}")
    page.locator('[data-key="back"]').click()
    burst = page.locator('[data-part="round"]')
    expect(burst).to_contain_text("The bubble has burst: wait for the director")
    expect(burst).to_contain_text("Out in hand 1")
    cast.say(end_hand_for_hand, **now)
    expect(page.locator('[data-part="round"]')).to_be_hidden()
    page.locator(f'[data-key="open-{first}"]').click()
    expect(middle).not_to_contain_text("bubble")
    expect(page.locator('[data-key="hand"]')).to_have_count(0)


def at_tables(tournament):
    """Table to the entries that sit there."""
    found = {}
    seats = Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False)
    for number, entry in seats.order_by("table__number", "number").values_list("table__number", "entry_id"):
        found.setdefault(number, []).append(entry)
    return found


def test_hand_done_in_hand_for_hand_and_signing_in_again_in_between(tablet, house, running, server):
    page = tablet(f"/floor/{running}/#1").page
    expect(bar(page)).to_contain_text("Live")
    cast.say(start_hand_for_hand, by=house.ana, at=datetime.now(UTC), tournament_id=running)
    done = page.locator('[data-key="hand"]')
    expect(done).to_be_visible()
    page.context.clear_cookies()
    # not click(): the page may have asked for something meanwhile, and its dialog would lie over the button
    done.dispatch_event("click")
    page.locator('[data-act="nobody-out"]').dispatch_event("click")
    expect(bar(page)).to_contain_text("Signed out: 1 wait here until")
    expect(page.locator(".table-middle")).to_contain_text("hand done, waits to be sent")
    # its place is kept, so that nothing else comes under the finger; no act lies under the bar
    expect(done).to_have_attribute("aria-disabled", "true")
    # in one step: what is painted anew between two questions has no place any more
    assert bar(page).evaluate(
        """(bar) => document.querySelector('[data-key="rulings"]').getBoundingClientRect().bottom <= bar.getBoundingClientRect().top"""
    )
    assert not HandDone.objects.filter(tournament_id=running).exists()
    page.context.add_cookies(cookie_of(house.bruno.user_id, server.url))
    expect(bar(page)).to_contain_text("Everything sent")
    expect(page.locator(".table-middle")).to_contain_text("hand done")
    assert HandDone.objects.filter(tournament_id=running, table__number=1).count() == 1
    # the last table's word completes the hand, and is taken back like any other
    for table in range(2, 1 + Table.objects.filter(tournament_id=running).count()):
        cast.say(
            hand_done,
            by=house.ana,
            at=datetime.now(UTC),
            tournament_id=running,
            table_number=table,
            round=1,
        )
    expect(page.locator(".table-middle")).to_contain_text("still playing")
    cast.say(
        take_back_hand, by=house.ana, at=datetime.now(UTC), tournament_id=running, table_number=2, round=1
    )
    expect(page.locator(".table-middle")).to_contain_text("hand done")
    bar(page).locator('[data-key="undo"]').click()
    expect(page.locator(".table-middle")).to_contain_text("still playing")
    expect(done).not_to_have_attribute("aria-disabled", "true")
    assert not HandDone.objects.filter(tournament_id=running, table__number=1).exists()
    # a recess is told above every view, with what becomes of the hand
    cast.say(give_recess, by=house.ana, at=datetime.now(UTC), tournament_id=running, minutes=15)
    recess = page.locator('[data-part="recess"]')
    expect(recess).to_contain_text("Break · back at")
    expect(recess).to_contain_text("then hand for hand")
    cast.say(pause_clock, by=house.ana, at=datetime.now(UTC), tournament_id=running)
    expect(recess).to_contain_text("Break stopped · 1")


@pytest.mark.rule("PT-T.49")
def test_who_went_out_is_told_with_the_hand_in_one_act(tablet, house, running):
    page = tablet(f"/floor/{running}/#1").page
    expect(bar(page)).to_contain_text("Live")
    cast.say(start_hand_for_hand, by=house.ana, at=datetime.now(UTC), tournament_id=running)
    page.locator('[data-key="hand"]').click()
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text("Table 1, hand 1: who went out?")
    expect(sheet.locator('[data-act="nobody-out"]')).to_be_visible()
    expect(sheet.locator('[data-act="together-out"]')).to_be_disabled()
    ticks = sheet.locator('input[type="checkbox"]')
    ticks.nth(0).check()
    ticks.nth(1).check()
    # who is marked is not left out by the wrong button
    expect(sheet.locator('[data-act="nobody-out"]')).to_be_disabled()
    # of two the stacks decide the place: it is asked for before the sheet goes
    sheet.locator('[data-act="together-out"]').click()
    expect(sheet.get_by_role("alert")).to_contain_text("Enter the stack that each player had")
    expect(sheet.locator(".entry").first).to_be_focused()
    ticks.nth(1).uncheck()
    sheet.locator('[data-act="together-out"]').click()
    expect(sheet).to_be_hidden()
    expect(bar(page)).to_contain_text("Everything sent")
    expect(page.locator(".table-middle")).to_contain_text("hand done")
    assert HandDone.objects.filter(tournament_id=running, table__number=1).count() == 1
    assert Entry.objects.filter(tournament_id=running, state="out").count() == 1
    # Undo says what it takes back: who went out. The hand stays done, and is taken back by its own word
    bar(page).get_by_role("button", name="Undo").click()
    expect(bar(page)).to_contain_text(re.compile("Undo: (?!Hand done).* out, table 1"))
    until(page, lambda: not Entry.objects.filter(tournament_id=running, state="out").exists())
    assert HandDone.objects.filter(tournament_id=running, table__number=1).count() == 1
    page.locator('[data-key="hand-not-done"]').click()
    expect(page.locator(".table-middle")).to_contain_text("still playing")
    until(page, lambda: not HandDone.objects.filter(tournament_id=running, table__number=1).exists())
    # two who went out in it are in again by one tap
    page.locator('[data-key="hand"]').click()
    for n in (0, 1):
        ticks.nth(n).check()
        sheet.locator(".entry").nth(n).fill(str(12_000 + 1_000 * n))
    sheet.locator('[data-act="together-out"]').click()
    expect(sheet).to_be_hidden()
    until(page, lambda: Entry.objects.filter(tournament_id=running, state="out").count() == 2)
    expect(bar(page)).to_contain_text("Everything sent")
    bar(page).get_by_role("button", name="Undo").click()
    until(page, lambda: not Entry.objects.filter(tournament_id=running, state="out").exists())
    expect(bar(page)).to_contain_text(re.compile("Undo: .* Table 1"))


def test_a_seat_of_a_table_that_breaks_meanwhile_is_chosen_no_more(tablet, house, running):
    page = tablet(f"/floor/{running}/#1").page
    expect(bar(page)).to_contain_text("Live")
    page.locator(".chair button").first.click()
    page.locator('[data-act="move"]').click()
    sheet = page.locator("#sheet")
    sheet.locator('[data-to="2"]').click()
    expect(sheet).to_contain_text("Which seat?")
    for seat in Seat.objects.filter(table__tournament_id=running, entry__isnull=False).order_by("-id")[:6]:
        bust(house, running, seat.entry_id, at=datetime.now(UTC))
    cast.say(break_table, by=house.ana, at=datetime.now(UTC), tournament_id=running, table_number=2)
    expect(sheet).to_be_hidden()
    expect(page.locator("body > .notice, .toast, [data-kind=refused]").first).to_contain_text(
        "Table 2 is broken"
    )


def test_a_table_is_counted_on_one_sheet_also_without_a_line(tablet, house, running):
    page = tablet(f"/floor/{running}/#1").page
    sheet = page.locator("#sheet")
    first, gone, third = (sitting(running, n) for n in range(3))
    expect(bar(page)).to_contain_text("Live")
    page.locator('[data-key="count-table"]').click()
    expect(sheet.locator("input")).to_have_count(7)
    in_play = f"{Field.objects.get(pk=running).chips_issued:,}"
    expect(sheet).to_contain_text(f"In play at all tables: {in_play}")
    expect(sheet.locator('[data-act="keep-counts"]')).to_be_disabled()
    assert small_targets(page) == []
    # what lies there is compared with the rest while it is typed, and seen while it is
    expect(sheet.locator('[data-part="sum"]')).to_be_in_viewport()
    average = f"{Field.objects.get(pk=running).chips_issued // Entry.objects.filter(tournament_id=running).count():,}"
    expect(sheet).to_contain_text(f"Average stack: {average}")
    expect(sheet.locator('[data-part="left"]')).to_have_text("Stacks not counted: 7")
    sheet.locator(f"#count-{first.number}").fill("99,000,000")
    expect(sheet.locator('[data-part="left"]')).to_have_text("Stacks not counted: 6")
    expect(sheet.locator('[data-part="in-play"]')).to_contain_text(
        "chips more than are in play: count again."
    )
    sheet.locator(f"#count-{first.number}").fill("")
    expect(sheet.locator('[data-part="in-play"]')).to_have_text(f"In play at all tables: {in_play}")
    # Enter goes from seat to seat; what was typed is still there when the sheet was closed or the page came anew
    sheet.locator(f"#count-{first.number}").fill("26.000")
    sheet.locator(f"#count-{first.number}").press("Enter")
    page.keyboard.type("2.5")
    expect(sheet.locator('[data-part="sum"]')).to_have_text("26,000")
    page.keyboard.press("Escape")
    page.reload()
    # how many chips are in play is answered late, when the counts are kept already
    held = []
    page.route("**/chips", lambda route: route.continue_() if held else held.append(route))
    page.locator('[data-key="count-table"]').click()
    expect(sheet.locator(f"#count-{first.number}")).to_have_value("26.000")
    sheet.locator('[data-act="keep-counts"]').click()
    expect(sheet.locator(f"#count-wrong-{gone.number}")).to_be_visible()
    expect(sheet.locator(f"#count-{gone.number}")).to_be_focused()
    assert ChipCount.objects.count() == 0
    sheet.locator(f"#count-{gone.number}").fill("24000")
    sheet.locator(f"#count-{third.number}").fill("25,500")
    expect(sheet.locator('[data-part="sum"]')).to_have_text("75,500")
    expect(bar(page)).to_contain_text("Live")
    page.context.route("**/api/**", lambda route: route.abort())
    sheet.locator('[data-act="keep-counts"]').click()
    expect(bar(page)).to_contain_text("1 waiting to be sent")
    with page.expect_response("**/chips"):
        held[0].continue_()
    expect(page.locator(f'.chair:has([data-key="seat-{third.number}"])')).to_contain_text("25,500")
    # somebody else puts one of them out meanwhile
    cast.say(
        eliminate_players,
        by=house.ana,
        at=datetime.now(UTC),
        tournament_id=running,
        table_number=1,
        busts=[{"entry_id": gone.entry_id, "stack_chips_start": None, "by_entries": []}],
    )
    page.context.unroute("**/api/**")
    lost = f"Seat {gone.number}: Nobody sits here any more: this count is not kept."
    expect(page.locator(".toast")).to_contain_text(lost)
    expect(bar(page)).to_contain_text("Everything sent")
    counted = dict(ChipCount.objects.values_list("entry_id", "stack_chips"))
    assert counted == {first.entry_id: 26_000, third.entry_id: 25_500}
    page.reload()
    page.locator('[data-key="outbox"]').click()
    expect(page.locator("#outbox")).to_contain_text("Table 1 counted: 3 stacks, 75,500")
    expect(page.locator("#outbox")).to_contain_text(lost)
    page.keyboard.press("Escape")
    page.locator('[data-key="count-table"]').click()
    expect(sheet.locator(f"#count-{first.number}")).to_have_value("")


def test_a_minor_is_removed_from_the_tablet_also_without_a_line_and_undo_brings_back(
    sign_in_as, house, running
):
    page = sign_in_as(house.ana, f"/floor/{running}/#1").page
    sheet = page.locator("#sheet")
    minor = sitting(running, 0)
    seat = page.locator(f'[data-key="seat-{minor.number}"]')
    expect(bar(page)).to_contain_text("Live")
    page.context.route("**/api/**", lambda route: route.abort())
    seat.click()
    sheet.locator('[data-act="more"]').click()
    sheet.locator('[data-act="under-age"]').click()
    expect(sheet).to_contain_text("nobody registers this person until the document is checked")
    expect(sheet.locator('[data-act="under-age-now"]')).to_be_disabled()
    for key in ("2", "1", "000"):
        sheet.locator(".pad").get_by_role("button", name=key, exact=True).click()
    sheet.get_by_role("button", name="Remove as under age: 21,000 leave play").click()
    expect(bar(page)).to_contain_text("1 waiting to be sent")
    expect(page.locator(f'.chair:has([data-key="seat-{minor.number}"])')).to_contain_text("removal waits")
    assert Entry.objects.get(pk=minor.entry_id).state == "playing"
    page.context.unroute("**/api/**")
    expect(bar(page)).to_contain_text("Everything sent")
    expect(seat).to_have_count(0)
    [out] = Elimination.objects.all()
    assert (out.entry_id, out.reason, out.chips_removed) == (minor.entry_id, "under_age", 21_000)
    assert Field.objects.get(pk=running).chips_removed == 21_000
    assert Exclusion.objects.get(kind="identity", lifted_at=None).player_id == minor.entry.player_id
    bar(page).get_by_role("button", name="Undo").click()
    expect(seat).to_have_count(1)
    assert Field.objects.get(pk=running).chips_removed == 0


@pytest.mark.parametrize("seats", [9, 10])
def test_no_chair_touches_another_at_a_full_table(tablet, running, seats):
    table = Table.objects.get(tournament_id=running, number=1)
    have = Seat.objects.filter(table=table).count()
    Seat.objects.bulk_create(Seat(table=table, number=n) for n in range(have + 1, seats + 1))
    Table.objects.filter(pk=table.pk).update(seats=seats, button_seat=2)
    Entry.objects.filter(seat__table=table).update(
        stack_chips=1_234_567, counted_at=cast.START, counted_index=0
    )
    page = tablet(f"/floor/{running}/#1").page
    expect(page.locator(".chair")).to_have_count(seats)
    for width, height in ((1180, 820), (820, 1180), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(TOUCHING) == [], (width, height)
        if seats == 10:
            assert page.evaluate(EVERY_SIZE) == [], (width, height)


# The same chairs as a table of each size: none touches another, the first is at the dealer's left, they go round with
# the clock and the last is at the dealer's right.
EVERY_SIZE = """() => {
  const found = [];
  const ring = document.querySelector(".ring");
  for (let n = 10; n >= 2; n -= 1) {
    ring.dataset.seats = n;
    for (const item of ring.querySelectorAll("[data-seat]")) item.hidden = Number(item.dataset.seat) > n;
    const boxes = [...ring.querySelectorAll(".chair:not([hidden])")].map((c) => c.getBoundingClientRect());
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b, j) => {
      if (a.left < b.right + 2 && b.left < a.right + 2 && a.top < b.bottom + 2 && b.top < a.bottom + 2) found.push(`${n}: ${i + 1} / ${i + j + 2}`);
    }));
    const room = ring.getBoundingClientRect();
    const middle = boxes.map((b) => [(b.left + b.right) / 2 - room.left - room.width / 2, (b.top + b.bottom) / 2 - room.top - room.height / 2]);
    if (!(middle[0][0] < 0 && middle[n - 1][0] > 0)) found.push(`${n}: the first is not at the dealer's left`);
    const turns = middle.map(([x, y]) => (Math.atan2(-x, y) + 2 * Math.PI) % (2 * Math.PI));
    if (turns.some((turn, i) => i && turn <= turns[i - 1])) found.push(`${n}: not with the clock`);
  }
  ring.dataset.seats = 10;
  for (const item of ring.querySelectorAll("[data-seat]")) item.hidden = false;
  return found;
}"""


TOUCHING = """() => {
  const boxes = [...document.querySelectorAll(".chair, .dealer")].map((c) => [c.textContent, c.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], i) => boxes.slice(i + 1).filter(([, b]) =>
    a.left < b.right + 2 && b.left < a.right + 2 && a.top < b.bottom + 2 && b.top < a.bottom + 2).map(([two]) => `${one} / ${two}`));
}"""


def test_the_move_sheet_offers_the_proposed_table_first_and_the_own_one_last(tablet, house, running):
    # 7 at table 1, 4 at table 2: the rules would move somebody of table 1
    for out in Seat.objects.filter(table__tournament_id=running, table__number=2, entry__isnull=False)[:3]:
        cast.say(
            eliminate_players,
            by=house.ana,
            at=datetime.now(UTC),
            tournament_id=running,
            table_number=2,
            busts=[{"entry_id": out.entry_id, "stack_chips_start": None, "by_entries": []}],
        )
    cast.say(
        record_positions, by=house.bruno, at=datetime.now(UTC), tournament_id=running, table_number=1,
        button_seat=sitting(running, 0).number,
    )  # fmt: skip
    page = tablet(f"/floor/{running}/#1").page
    # the disc lies where it was noted last, and says when that was
    expect(page.locator(".table-middle .noted")).to_have_text(re.compile(r"^Button as of \d\d:\d\d$"))
    page.locator(f'[data-key="seat-{sitting(running, 3).number}"]').click()
    page.locator('#sheet [data-act="move"]').click()
    targets = page.locator("#sheet [data-to]")
    expect(targets).to_have_text([re.compile("Table 2 · [0-9] free · proposed"), re.compile("This table · ")])
    expect(targets.first).to_have_attribute("data-kind", "main")


def test_a_yes_to_the_fall_of_a_deal_that_was_agreed_meanwhile_is_asked_again(tablet, house):
    tournament, left = three_left(house)
    deal = deal_among(house, tournament, left)
    page = tablet(f"/floor/{tournament}/#1").page
    tap_bust(page, left[0])
    asked = page.locator("#sheet")
    expect(asked.get_by_role("alert")).to_contain_text("with a bust it falls")
    cast.say(record_paper_votes, by=house.ana, at=datetime.now(UTC), deal_id=deal, yes=3, no=0)
    cast.say(approve_deal, by=house.ana, at=datetime.now(UTC), deal_id=deal)
    asked.get_by_role("button", name="Out: the deal falls").click()
    expect(asked.get_by_role("alert")).to_contain_text("was agreed meanwhile and holds")
    assert Entry.objects.get(pk=left[0]).state == "playing"
    asked.get_by_role("button", name="Out: the deal stays").click()
    expect(bar(page)).to_contain_text("Everything sent")
    assert (Entry.objects.get(pk=left[0]).state, Deal.objects.get(pk=deal).state) == ("out", "made")


def test_who_is_back_from_a_table_that_broke_is_told_with_the_seat_and_the_table_as_broken(tablet, house):
    tournament = house.registering(
        "turbo-8max",
        starts_at=cast.START,
        late_registration_level=0,
        re_entries_per_player=0,
        surrender=False,
    )
    house.fill(tournament, 12)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    there = list(
        Seat.objects.filter(table__tournament_id=tournament, table__number=2, entry__isnull=False)
        .select_related("entry__player")
        .order_by("number")
    )
    for seat in there[2:]:
        bust(house, tournament, seat.entry_id, at=datetime.now(UTC))
    gone = there[0]
    page = tablet(f"/floor/{tournament}/#2").page
    expect(bar(page)).to_contain_text("Live")
    tap_bust(page, gone.entry_id)
    expect(bar(page)).to_contain_text("· done")
    cast.say(break_table, by=house.ana, at=datetime.now(UTC), tournament_id=tournament, table_number=2)
    expect(page.locator('[data-view="table"]')).to_contain_text("Table 2 is broken. Nobody sits there.")
    expect(page.locator(".chair")).to_have_count(0)
    other = Seat.objects.select_related("table", "entry__player").get(entry_id=there[1].entry_id)
    went = page.locator('[data-part="left"]')
    expect(went).to_contain_text(other.entry.player.public_name)
    expect(went.get_by_role("link", name=f"Table {other.table.number}, seat {other.number}")).to_be_visible()
    bar(page).get_by_role("button", name="Undo").click()
    expect(bar(page)).to_contain_text(f"{gone.entry.player.public_name} sits at table 1, seat ")
    now = Seat.objects.select_related("table").get(entry_id=gone.entry_id)
    expect(bar(page)).to_contain_text(f"sits at table {now.table.number}, seat {now.number} now")


def test_a_tablet_whose_network_went_says_so_though_its_line_stays_open(tablet, running):
    page = tablet(f"/floor/{running}/#1").page
    clock = page.locator('[data-part="clock"]')
    # the line is open before it has told anything: only what was told has an age
    expect(page.locator(f'[data-key="seat-{sitting(running).number}"]')).to_be_visible()
    expect(clock).to_be_visible()
    expect(bar(page)).to_contain_text("Live")
    expect(clock).not_to_contain_text("not confirmed")
    page.context.set_offline(True)
    expect(bar(page)).to_contain_text(re.compile(r"No connection · last update \d+:\d\d ago"))
    expect(clock).to_contain_text("not confirmed")
    page.context.set_offline(False)
    expect(bar(page)).to_contain_text("Live")
    expect(clock).not_to_contain_text("not confirmed")


def test_a_count_that_is_refused_is_said_on_the_pad_that_lies_over_the_page(tablet, running):
    """One counts seat after seat: the answer to the last one comes while the pad is open for the next."""
    page = tablet(f"/floor/{running}/#1").page
    expect(bar(page)).to_contain_text("Live")
    first, second = sitting(running, 0), sitting(running, 1)
    page.locator('[data-key="count"]').click()
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text(first.entry.player.public_name)
    # more chips than anybody can have
    for _digit in range(10):
        page.keyboard.type("9")
    expect(sheet.locator("output")).to_have_text("9,999.99 M")
    sheet.get_by_role("button", name=f"Seat {second.number}").click()
    expect(sheet).to_contain_text(second.entry.player.public_name)
    said = sheet.locator("[data-refused]")
    expect(said).to_have_attribute("role", "alert")
    expect(said).to_contain_text(f"Not done: {first.entry.player.public_name}")
    expect(said).to_be_in_viewport()
    assert ChipCount.objects.count() == 0
    # the pad goes on where it was
    page.keyboard.type("500")
    expect(sheet.locator("output")).to_have_text("500")


def test_from_seat_to_seat_the_pad_says_what_is_counted_so_far(tablet, running):
    page = tablet(f"/floor/{running}/#1").page
    expect(bar(page)).to_contain_text("Live")
    page.locator('[data-key="count"]').click()
    so_far = page.locator('#sheet [data-part="so-far"]')
    expect(so_far).to_contain_text("Counted here: 0 · Stacks not counted: 7 · Average stack: ")
    page.keyboard.type("26000")
    expect(so_far).to_contain_text("Counted here: 26,000 · Stacks not counted: 6")
    page.keyboard.press("Enter")
    # the count that was kept stands, also before its answer
    expect(page.locator("#sheet output")).to_have_text("0")
    expect(so_far).to_contain_text("Counted here: 26,000 · Stacks not counted: 6")
    page.keyboard.type("24500")
    expect(so_far).to_contain_text("Counted here: 50,500 · Stacks not counted: 5")
    # more than lies on all tables is said before it is kept
    in_play = page.locator('#sheet [data-part="in-play"]')
    expect(in_play).to_contain_text("In play at all tables: ")
    page.keyboard.type("000")
    expect(in_play).to_contain_text("chips more than are in play: count again.")
    # one seat alone is counted without its table
    page.keyboard.press("Escape")
    page.locator(f'[data-key="seat-{sitting(running, 0).number}"]').click()
    page.locator("#sheet").get_by_role("button", name="Chips").click()
    expect(page.locator("#sheet .pad")).to_be_visible()
    expect(so_far).to_have_count(0)


def test_a_clock_that_is_paused_says_so_in_a_word(tablet, house, running):
    page = tablet(f"/floor/{running}/#1").page
    clock = page.locator('[data-part="clock"]')
    expect(bar(page)).to_contain_text("Live")
    expect(clock).not_to_contain_text("Paused")
    cast.say(pause_clock, by=house.ana, at=datetime.now(UTC), tournament_id=running)
    expect(clock.locator("strong")).to_have_text("Paused")
    expect(clock.locator("strong .icon")).to_be_visible()


def test_what_was_refused_on_another_page_goes_when_a_table_is_opened(tablet, running):
    page = tablet(f"/floor/{running}/").page
    expect(bar(page)).to_contain_text("Live")
    # a proposal that is no longer one, pressed where the page has no scripts
    page.evaluate(
        """(action) => {
          const form = Object.assign(document.createElement("form"), { method: "post", action });
          const csrf = document.querySelector("#floor").dataset.csrf;
          for (const [name, value] of [["csrfmiddlewaretoken", csrf], ["table", "1"], ["command_id", crypto.randomUUID()]]) {
            form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
          }
          document.body.append(form);
          HTMLFormElement.prototype.submit.call(form);
        }""",
        f"/floor/{running}/proposals/resume/",
    )
    said = page.locator("body > .notice")
    expect(said).to_be_visible()
    expect(bar(page)).to_contain_text("Live")
    page.locator('[data-key="open-1"]').click()
    expect(page.locator("#table-title")).to_be_visible()
    expect(said).to_have_count(0)


def test_a_second_rebuy_of_a_player_is_asked_about(tablet, house):
    rebuy = {"price_cents": 3_000, "chips": 10_000, "until_level": 6, "per_player": None}
    tournament = house.started("turbo-8max", entries=8, starts_at=cast.START, rebuy=rebuy)
    entry = sitting(tournament).entry_id
    owed = Debt.objects.filter(purchase__entry_id=entry)
    page = tablet(f"/floor/{tournament}/#1").page
    expect(bar(page)).to_contain_text("Live")
    seat = page.locator(f'[data-key="seat-{Seat.objects.get(entry_id=entry).number}"]')
    seat.click()
    expect(page.locator('[data-act="rebuys"]')).to_contain_text("R$30")
    page.locator('[data-act="rebuys"]').click()
    until(page, lambda: owed.count() == 1)
    expect(bar(page)).to_contain_text("Everything sent")
    seat.click()
    page.locator('[data-act="rebuys"]').click()
    expect(page.locator("#sheet")).to_contain_text("A rebuy was announced from this tablet at ")
    assert owed.count() == 1
    page.locator('[data-act="rebuy-again"]').click()
    until(page, lambda: owed.count() == 2)


# which words in the middle of a table a disc lies on, with a disc at each seat of tables of every size
COVERED = """() => {
  const ring = document.querySelector(".ring");
  const range = document.createRange();
  const found = [];
  for (let seats = 2; seats <= 10; seats += 1) {
    ring.dataset.seats = String(seats);
    for (const old of ring.querySelectorAll(".disc")) old.remove();
    for (let seat = 1; seat <= seats; seat += 1) {
      const disc = Object.assign(document.createElement("li"), { className: "disc", textContent: "BB" });
      disc.dataset.seat = String(seat);
      ring.append(disc);
    }
    for (const words of ring.querySelectorAll(".table-middle > *")) {
      range.selectNodeContents(words);
      const said = range.getBoundingClientRect();
      for (const disc of ring.querySelectorAll(".disc")) {
        const lies = disc.getBoundingClientRect();
        if (lies.left < said.right && lies.right > said.left && lies.top < said.bottom && lies.bottom > said.top) found.push(`${seats}: ${disc.dataset.seat} on ${words.textContent}`);
      }
    }
  }
  return found;
}"""


@pytest.mark.parametrize("width", [390, 700])
def test_no_disc_lies_on_what_the_middle_of_an_upright_table_says(tablet, running, house, width):
    cast.say(
        record_positions, by=house.bruno, at=datetime.now(UTC), tournament_id=running, table_number=1,
        button_seat=sitting(running, 0).number,
    )  # fmt: skip
    page = tablet(f"/floor/{running}/#1", width=width, height=844).page
    expect(page.locator(".table-middle .noted")).to_be_visible()
    assert page.evaluate(COVERED) == []
