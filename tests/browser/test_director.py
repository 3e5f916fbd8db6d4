"""The director and the desk in a browser: by keyboard alone, live, signed out in the middle, small and large."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from payouts.commands.pay_award import pay_award
from payouts.models import Award
from people.commands.revoke_role import revoke_role
from people.commands.update_player import update_player
from people.models import Player, Session, StaffRole, User
from rules.entries import simple_split
from tables.commands.hand_done import hand_done
from tables.commands.start_hand_for_hand import start_hand_for_hand
from tables.models import Seat
from tests import cast
from tests.payouts.room import bust, finish, playing
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.close_entries import close_entries
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.register_player import register_player
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry, EntryState, Tournament
from tournaments.queries.clock import clock_payload

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def now():
    return datetime.now(UTC)


@pytest.fixture
def house(server, monkeypatch, now):
    """The cast, playing tonight, with passwords."""
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    made = cast.house()
    for person in (made.ana, made.desi, made.bruno):
        user = User.objects.get(pk=person.user_id)
        user.name, user.email = person.name, f"{person.name.lower()}@example.com"
        user.set_password("correct horse")
        user.save()
    return made


@pytest.fixture
def running(house):
    tournament = house.registering("scpt-main", starts_at=cast.START)
    house.fill(tournament, 12)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    return tournament


@pytest.fixture
def sign_in(look):
    def page_for(name, path, **more):
        watched = look(f"/sign-in/?next={path}", language=more.pop("language", "en-US"), **more)
        page = watched.page
        page.fill("#id_username", f"{name}@example.com")
        page.fill("#id_password", "correct horse")
        page.press("#id_password", "Enter")
        # the address of the sign-in page ends in the path, too
        page.wait_for_url(lambda url: url.endswith(path) and "/sign-in/" not in url)
        return watched

    return page_for


def somebody(tournament, table=1):
    return (
        Seat.objects.filter(table__tournament_id=tournament, table__number=table, entry__isnull=False)
        .select_related("entry__player", "table")
        .first()
    )


def test_bust_and_undo_with_the_keyboard_alone(sign_in, running):
    watched = sign_in("ana", f"/director/{running}/")
    page = watched.page
    seat = somebody(running)
    name = seat.entry.player.public_name
    expect(page.locator('[data-part="players"]')).to_contain_text("12 / 12")
    page.keyboard.press("b")
    expect(page.locator("#bust")).to_be_focused()
    # the key again is the key, no part of the line
    page.keyboard.press("b")
    page.keyboard.type(f"1-{seat.number}")
    # who is meant is told before it is done
    expect(page.locator("#bust-match")).to_contain_text(name)
    expect(page.locator("#bust-match")).to_contain_text("12th place for now")
    page.keyboard.press("Enter")
    toast = page.locator(".toast").first
    expect(toast).to_contain_text(f"{name} out, 12th place for now.")
    # the box is empty and ready for the next, the room follows
    expect(page.locator("#bust")).to_have_value("")
    expect(page.locator('[data-part="players"]')).to_contain_text("11 / 12")
    expect(page.locator(".history")).to_contain_text(name)
    # what it changed is a cell of its row: as high as the others, on one line with them
    tall = page.locator(".history tr:has(.change)").first.evaluate(
        "(row) => [...row.cells].map((cell) => Math.round(cell.getBoundingClientRect().height))"
    )
    assert len(tall) == 5
    assert len(set(tall)) == 1, tall
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    expect(page.locator(".toast").last).to_contain_text("Undone.")
    expect(page.locator('[data-part="players"]')).to_contain_text("12 / 12")
    assert Entry.objects.get(pk=seat.entry_id).state == EntryState.PLAYING
    # a second bust from the same box is another deed; three keys from anywhere: a number goes to the box by itself
    page.locator('#places [aria-current="page"]').focus()
    page.keyboard.type(f"1{seat.number}")
    expect(page.locator("#bust")).to_have_value(f"1{seat.number}")
    page.keyboard.press("Enter")
    expect(page.locator(".toast").last).to_contain_text("out, 12th place for now.")
    expect(page.locator("#bust")).to_have_value("")
    expect(page.locator("#bust")).to_be_focused()
    # the room has heard of it: the twelve below are those after the undo, not those before
    expect(page.locator('[data-part="players"]')).to_contain_text("11 / 12")
    # what was typed in it since is the browser's to take back, an empty line that a bust has left is ours
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    page.keyboard.type("9")
    page.keyboard.press("Backspace")
    page.keyboard.press("Control+z")
    expect(page.locator("#bust")).to_have_value("9")
    assert asked == []
    page.fill("#bust", "")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    expect(page.locator('[data-part="players"]')).to_contain_text("12 / 12")
    page.keyboard.type(f"1{seat.number}")
    page.keyboard.press("Enter")
    expect(page.locator('[data-part="players"]')).to_contain_text("11 / 12")
    expect(page.locator("#bust")).to_have_value("")
    page.keyboard.press("Control+z")
    expect(page.locator('[data-part="players"]')).to_contain_text("12 / 12")
    assert Entry.objects.get(pk=seat.entry_id).state == EntryState.PLAYING
    assert watched.complaints == []


def test_the_next_line_typed_while_the_one_before_is_on_its_way_stays_and_is_done_too(sign_in, running):
    watched = sign_in("ana", f"/director/{running}/")
    page = watched.page
    first, second = Seat.objects.filter(
        table__tournament_id=running, table__number=1, entry__isnull=False
    ).order_by("number")[:2]
    box, toast, held = page.locator("#bust"), page.locator(".toast"), []
    page.route("**/do/bust/", lambda route: route.continue_() if held else held.append(route))
    box.fill(f"1-{first.number}")
    with page.expect_request("**/do/bust/"):
        box.press("Enter")
    box.fill(f"1-{second.number}")
    held[0].continue_()
    expect(toast.last).to_contain_text("12th place for now")
    expect(box).to_have_value(f"1-{second.number}")
    box.press("Enter")
    expect(toast.last).to_contain_text("11th place for now")
    expect(box).to_have_value("")
    assert watched.complaints == []


def test_space_pauses_the_list_of_keys_opens_and_keys_can_be_switched_off(sign_in, running):
    page = sign_in("ana", f"/director/{running}/").page
    state = page.locator('#places [data-part="state"]')
    expect(state).to_have_attribute("data-state", "running")
    page.keyboard.press("Space")
    expect(state).to_have_attribute("data-state", "paused")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    expect(page.locator("#strip")).to_have_attribute("data-state", "paused")
    page.keyboard.press("Space")
    expect(state).to_have_attribute("data-state", "running")
    # the light is another where one stands, and stays so on the next page
    with page.expect_response("**/theme/dark/**"):
        page.get_by_role("link", name="Dark", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("link", name="Light and dark as the device")).to_be_focused()
    # the keys are those of the tournament, not of one page: the clock, and B leads to the box
    page.locator('#places [data-key="m"]').click()
    expect(page.locator("#map")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator('#strip [data-part="players"][data-shown]')).to_have_count(1)  # its modules work
    page.keyboard.press("Space")
    expect(state).to_have_attribute("data-state", "paused")
    # the key presses the button that is there, and the word may come before it
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.keyboard.press("Space")
    expect(state).to_have_attribute("data-state", "running")
    page.keyboard.press("b")
    expect(page.locator("#bust")).to_be_focused()
    expect(page.locator('#strip [data-part="players"][data-shown]')).to_have_count(1)
    # in a field a letter is a letter
    page.locator("#find").focus()
    page.keyboard.type("bn ")
    expect(page.locator("#find")).to_have_value("bn ")
    expect(state).to_have_attribute("data-state", "running")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.locator("#keys-on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    expect(page.locator("#bust")).not_to_be_focused()


def test_what_others_do_shows_at_once_and_a_stale_page_is_told(sign_in, house, running):
    page = sign_in("ana", f"/director/{running}/").page
    expect(page.locator('[data-part="players"]')).to_contain_text("12 / 12")
    seat = somebody(running)
    cast.say(
        eliminate_players,
        by=house.bruno,
        at=datetime.now(UTC),
        tournament_id=running,
        table_number=1,
        busts=[{"entry_id": seat.entry_id, "stack_chips_start": None, "by_entries": []}],
    )
    expect(page.locator('[data-part="players"]')).to_contain_text("11 / 12")
    expect(page.locator(".history")).to_contain_text(seat.entry.player.public_name)
    cast.say(pause_clock, by=house.bruno, at=datetime.now(UTC), tournament_id=running)
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.fill("#bust", f"1-{seat.number}")
    page.press("#bust", "Enter")
    expect(page.locator('.toast[data-kind="refused"]')).to_contain_text("Nobody sits at table 1")
    # what was typed is still there to be corrected
    expect(page.locator("#bust")).to_have_value(f"1-{seat.number}")


def test_signed_out_in_the_middle_nothing_typed_is_lost(sign_in, house, running):
    watched = sign_in("ana", f"/director/{running}/")
    page = watched.page
    seat = somebody(running)
    expect(page.locator('[data-part="players"]')).to_contain_text("12 / 12")
    Session.objects.all().delete()
    page.fill("#bust", f"1-{seat.number}")
    page.press("#bust", "Enter")
    dialog = page.locator("#signed-out")
    expect(dialog).to_be_visible()
    with page.context.expect_page() as other:
        dialog.get_by_role("link", name="Sign in").click()
    tab = other.value
    tab.fill("#id_username", "ana@example.com")
    tab.fill("#id_password", "correct horse")
    tab.press("#id_password", "Enter")
    tab.wait_for_url(lambda url: "/sign-in/" not in url)
    tab.close()
    dialog.get_by_role("button", name="Close").click()
    expect(page.locator("#bust")).to_have_value(f"1-{seat.number}")
    page.press("#bust", "Enter")
    expect(page.locator(".toast").last).to_contain_text("out, 12th place for now.")

    # the desk's page of a cashier whose role the owner takes away: it says so, and asks the house no more
    desk = sign_in("desi", f"/desk/{running}/").page
    desk.clock.install()
    desk.reload()
    expect(desk.locator('[data-part="players"]')).to_contain_text("11 / 12")
    for role in StaffRole.objects.filter(user_id=house.desi.user_id, revoked_at=None):
        cast.say(revoke_role, by=house.olga, venue_id=role.venue_id, role_id=role.pk)
    cast.say(close_entries, by=house.ana, at=datetime.now(UTC), tournament_id=running)
    expect(desk.get_by_role("heading", name="This page is no longer open to you")).to_be_visible()
    expect(desk.get_by_role("link", name="Sign in as somebody else")).to_have_attribute("href", "/sign-in/")
    asked = []
    desk.on("request", lambda request: asked.append(request.url))
    for _ in range(5):
        desk.clock.fast_forward(10_000)
    desk.get_by_role("link", name="To the start page").click()
    desk.wait_for_url(lambda url: "/desk/" not in url)
    assert [url for url in asked if f"/{running}/" in url] == []


def test_a_form_that_leads_to_another_page_keeps_what_was_typed_too(sign_in, house, running):
    page = sign_in("desi", f"/desk/{running}/new-player/").page
    Session.objects.all().delete()
    page.fill("#np-f", "Nova Pessoa")
    page.fill("#np-b", "1991-02-03")
    page.fill("#np-n", "123456")
    page.get_by_role("button", name="Add the player").click()
    dialog = page.locator("#signed-out")
    expect(dialog).to_be_visible()
    with page.context.expect_page() as other:
        dialog.get_by_role("link", name="Sign in").click()
    tab = other.value
    tab.fill("#id_username", "desi@example.com")
    tab.fill("#id_password", "correct horse")
    tab.press("#id_password", "Enter")
    tab.wait_for_url(lambda url: "/sign-in/" not in url)
    tab.close()
    dialog.get_by_role("button", name="Close").click()
    expect(page.locator("#np-f")).to_have_value("Nova Pessoa")
    page.get_by_role("button", name="Add the player").click()
    expect(page.get_by_role("button", name="I have seen the document")).to_be_visible()


COVERED = """() => {
  const found = [];
  for (const round of document.querySelectorAll(".round")) {
    const parts = [...round.querySelectorAll(":scope > li, em")].map((part) => [part, part.getBoundingClientRect()]);
    for (const [a, one] of parts) for (const [b, two] of parts) {
      if (a === b || a.contains(b) || b.contains(a)) continue;
      const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      if (wide > 1 && high > 1) found.push(`${a.textContent.trim()} / ${b.textContent.trim()}`);
    }
  }
  return found;
}"""


def test_a_seat_is_tapped_and_a_player_moved_by_two_taps(sign_in, running):
    page = sign_in("ana", f"/director/{running}/tables/").page
    # no seat, button or blind covers another, whatever the screen
    for width in (390, 720, 1180, 1440):
        page.set_viewport_size({"width": width, "height": 820})
        assert page.evaluate(COVERED) == [], width
    seat = somebody(running)
    name = seat.entry.player.public_name
    page.locator(f'[data-table="1"] .round > li:nth-child({seat.number}) a').click()
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text(name)
    sheet.get_by_role("button", name="Verify").click()
    expect(page.locator(".toast").last).to_contain_text("is verified")
    expect(sheet).not_to_be_visible()
    expect(page.locator(f'[data-table="1"] .round > li:nth-child({seat.number})')).to_have_attribute(
        "data-state", "seated"
    )
    page.locator(f'[data-table="1"] .round > li:nth-child({seat.number}) a').click()
    sheet.get_by_role("link", name="Move").click()
    expect(page.get_by_role("status").first).to_contain_text(f"Moving {name}")
    page.get_by_role("button", name=re.compile("Move to table 2")).first.click()
    expect(page.locator(".notice").first).to_contain_text(f"{name} → table 2")


def test_a_player_is_dragged_to_an_empty_seat_and_a_tap_shows_before_its_answer(sign_in, running):
    watched = sign_in("ana", f"/director/{running}/tables/")
    page = watched.page
    seat = somebody(running)
    name = seat.entry.player.public_name
    # nothing is sent until the test says so: what is shown meanwhile is the page's own
    page.evaluate(
        """() => { window.held = []; const send = XMLHttpRequest.prototype.send;
             XMLHttpRequest.prototype.send = function (...a) { window.held.push(() => send.apply(this, a)); }; }"""
    )
    let_go = "() => window.held.splice(0).forEach((go) => go())"
    taken = page.locator(f'[data-table="1"] .round > li:nth-child({seat.number})')
    empty = page.locator('[data-table="2"] .round > li[data-state="empty"]').first
    number = empty.locator("b").inner_text().split()[-1]
    taken.locator("a").drag_to(empty.locator("a"))
    there = page.locator(f'[data-table="2"] .round > li:nth-child({number})')
    expect(there).to_contain_text(name)
    expect(taken).to_have_attribute("data-state", "empty")
    assert Seat.objects.get(entry_id=seat.entry_id).table.number == 1  # nobody has asked the server yet
    page.evaluate(let_go)
    expect(page.locator(".toast").last).to_contain_text(f"{name} → table 2, seat {number}.")
    assert Seat.objects.get(entry_id=seat.entry_id).table.number == 2
    page.reload()
    # a tap on a seat is a tap still; without an answer what was shown goes back
    there.locator("a").click()
    expect(page.locator("#sheet")).to_contain_text(name)
    page.route(re.compile(r"/do/bust/"), lambda route: route.abort())
    page.locator("#sheet").get_by_role("button", name="Bust", exact=True).click()
    expect(page.locator('.toast[data-kind="refused"]')).to_contain_text("No answer from the server")
    expect(there).to_contain_text(name)
    expect(page.locator("#sheet")).not_to_be_visible()
    assert Entry.objects.get(pk=seat.entry_id).state == EntryState.PLAYING


def test_what_is_typed_for_a_hand_stays_while_another_table_reports_its_own(sign_in, house):
    tournament = house.registering(
        "turbo-8max", starts_at=cast.START, seats_per_table=6, late_registration_level=0,
        re_entries_per_player=0, guarantee_cents=0, surrender=False,
    )  # fmt: skip
    house.fill(tournament, 12)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    cast.say(start_hand_for_hand, by=house.ana, at=datetime.now(UTC), tournament_id=tournament)
    page = sign_in("ana", f"/director/{tournament}/hand-for-hand/").page
    out = somebody(tournament, 2)
    page.locator(f'input[name="out"][value="{out.entry_id}"]').check()
    page.fill(f"#stack-{out.entry_id}", "1234")
    page.evaluate("id => document.getElementById(id).setSelectionRange(2, 2)", f"stack-{out.entry_id}")
    cast.say(
        hand_done, by=house.bruno, at=datetime.now(UTC), tournament_id=tournament, table_number=1, round=1
    )
    # the page follows under the fingers, and keeps what is typed with the cursor in it
    expect(page.locator("#hand-told")).to_contain_text("1 of 2 tables done")
    expect(page.locator("#plays-1")).to_have_count(0)
    expect(page.locator(f'input[name="out"][value="{out.entry_id}"]')).to_be_checked()
    expect(page.locator(f"#stack-{out.entry_id}")).to_be_focused()
    page.keyboard.type("9")
    expect(page.locator(f"#stack-{out.entry_id}")).to_have_value("12934")
    expect(page.locator(".hand-some")).to_be_visible()
    # the last table of a hand is told with its way back, on a phone below each other
    cast.say(
        hand_done, by=house.bruno, at=datetime.now(UTC), tournament_id=tournament, table_number=2, round=1
    )
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    back = page.locator(".hand-tables .tag", has_text="Hand 1: table 2 was the last one done").get_by_role(
        "button"
    )
    expect(back).to_be_visible()
    box = back.bounding_box()
    assert box["x"] + box["width"] <= 374
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_scanner_is_heard_wherever_the_focus_is(sign_in, house, running):
    player = somebody(running).entry.player
    code = somebody(running).entry.receipt
    page = sign_in("desi", f"/desk/{running}/").page
    page.locator(
        '#places [aria-current="page"]'
    ).focus()  # not in the field: its letters are keys, its Enter would follow the link
    page.evaluate(
        # all made first: the time between two keys is that of their making, as with a real scanner, however busy the page is
        """code => { const keys = [...code, "Enter"].map((key) => new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
             for (const key of keys) document.activeElement.dispatchEvent(key); }""",
        code,
    )
    expect(page.locator(f'[data-player="{player.pk}"]')).to_be_visible()
    page.wait_for_load_state()  # who was found stands on a new page: its keys are heard once its scripts have run
    # a key by itself still does what the list of keys says
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.locator("#who")).to_be_focused()


def test_from_creation_to_the_paid_winner(sign_in, house, now):
    director = sign_in("ana", "/director/").page
    director.get_by_role("link", name="New tournament").first.click()
    director.wait_for_url("**/new/")
    # it begins with the evening tournament; another card is another tournament
    director.goto(f"{director.url}?template=sit-and-go-9")
    director.fill("#n-name", "Sit & go das oito")
    later = (now + timedelta(hours=3)).astimezone().strftime("%Y-%m-%dT%H:%M")
    director.fill("#n-start", later)
    director.get_by_role("button", name="Create the draft").click()
    expect(director.locator("#findings")).to_contain_text("Everything checks")
    director.wait_for_load_state()
    # who goes back to the form is led to the draft that it made, and makes no second one
    draft = director.url
    director.go_back()
    director.wait_for_url(draft)
    expect(director.locator("p.toast").filter(has_text="made already")).to_be_visible()
    director.wait_for_load_state()
    # the check follows what is typed and saves nothing
    director.get_by_text("Late registration and re-entries").first.click()
    director.fill("#f-late", "4")
    director.locator("#f-name").focus()
    expect(director.locator("#findings")).to_contain_text("To put right:")
    director.reload()
    director.get_by_role("button", name="Publish").click()
    director.get_by_role("button", name="Open registration now").click()
    expect(director.locator(".toast").last).to_contain_text("Registration is open.")
    tournament = Tournament.objects.get(name="Sit & go das oito").pk

    players = [house.player(f"Pessoa {n}") for n in "ABCDEFGHI"]
    for player in players[:-1]:
        house.enter(tournament, player, at=datetime.now(UTC))
    desk = sign_in("desi", f"/desk/{tournament}/").page
    desk.keyboard.type("pessoa i")
    expect(desk.locator("#found")).to_contain_text("Pessoa I")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("button", name="Paid: register")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator(".desk-done")).to_contain_text(re.compile(r"Table 1, seat \d"))
    desk.locator(".desk-done").get_by_role("link", name="Print the receipt").click()
    expect(desk.locator(".receipt")).to_contain_text("R$55.00")

    # full: it started by itself, and the page is that of a running tournament without a reload
    expect(director.locator("#bust")).to_be_visible()
    expect(director.locator('#places [data-part="state"]')).to_have_attribute(
        "data-state", re.compile("running|final_table")
    )
    for place in range(9, 1, -1):
        seat = somebody(tournament)
        director.fill("#bust", f"1-{seat.number}")
        director.press("#bust", "Enter")
        expect(director.locator(".toast").last).to_contain_text(
            f"out in {place}{ {2: 'nd', 3: 'rd'}.get(place, 'th') } place"
        )
    director.get_by_role("button", name="Finish the tournament").click()
    expect(director.locator("#ask")).to_contain_text("places share")
    director.locator("[data-ask-yes]").click()
    expect(director.locator(".toast").last).to_contain_text("The tournament is finished.")
    # and now of one that is over: no clock, the winner, who is owed what
    expect(director.locator(".strip")).to_contain_text("Winner")
    expect(director.locator('[role="timer"]')).to_have_count(0)
    expect(director.locator("#owed-title")).to_be_visible()
    director.get_by_role("link", name="Prizes", exact=True).click()
    director.wait_for_url("**/prizes/")
    owed = director.locator(".awards tbody tr").filter(
        has=director.get_by_role("button", name=re.compile("^Pay"))
    )
    # who presses before the scripts have come is asked once they are there
    held = []
    director.route("**/staff*.js", lambda route: route.continue_() if held else held.append(route))
    left = owed.count()
    with director.expect_request("**/staff*.js"):
        director.reload(wait_until="commit")
    owed.first.get_by_role("button", name=re.compile("^Pay")).click()
    held[0].continue_()
    expect(director.locator("#ask")).to_contain_text("Pay R$")
    director.keyboard.press("Escape")
    expect(owed).to_have_count(left)
    while owed.count():
        left = owed.count()
        director.wait_for_load_state()  # each time a new page: its scripts ask before anybody is paid
        owed.first.get_by_role("button", name=re.compile("^Pay")).click()
        director.locator("[data-ask-yes]").click()
        expect(owed).to_have_count(left - 1)
    director.get_by_role("link", name="Entries and cash").click()
    expect(director.locator("body")).to_contain_text("Everything agrees to the cent.")
    cast.books_balance()


def test_the_slip_of_a_prize_is_one_sheet_of_its_own_size(sign_in, house):
    """Also of a champion with bounties, paid: with every line that there is."""
    split = simple_split(name="50 + 25 + 10", prize_cents=5_000, bounty_cents=2_500, fee_cents=1_000)
    t = house.started(
        "turbo-8max", entries=6, late_registration_level=0, re_entries_per_player=0, guarantee_cents=0,
        price_cents=8_500, split=split.as_dict(), name="Knock-out de quinta-feira",
    )  # fmt: skip
    *others, last = playing(t)
    for entry in others:
        bust(house, t, entry, by=[last])
    finish(house, t)
    award = Award.objects.filter(tournament_id=t).order_by("place")[0]
    cast.say(pay_award, by=house.desi, award_id=award.pk, method="transfer")
    page = sign_in("desi", f"/director/{t}/prizes/{award.pk}/").page
    page.wait_for_load_state()
    expect(page.locator(".payout-slip")).to_contain_text("R$150.00")
    paper = page.pdf(prefer_css_page_size=True)
    sheets = re.findall(rb"/MediaBox\s*\[([^\]]*)\]", paper)
    # A6, in millimetres
    assert [tuple(round(float(edge) * 25.4 / 72) for edge in sheet.split()[2:]) for sheet in sheets] == [
        (105, 148)
    ]


def test_the_desk_lists_who_registers_elsewhere_while_it_is_open(sign_in, house, now):
    tournament = house.registering("turbo-8max", starts_at=now + timedelta(hours=2))
    watched = sign_in("desi", f"/desk/{tournament}/")
    line = watched.page.locator("#queue")
    expect(line).to_contain_text("Nobody is waiting.")
    made = cast.say(
        register_player, by=house.desi, at=datetime.now(UTC), tournament_id=tournament,
        player_id=house.player("Rui Barbosa"), method="cash", terms_version="1",
    )  # fmt: skip
    expect(line).to_contain_text("Rui Barbosa")
    cast.say(
        cancel_registration, by=house.desi, at=datetime.now(UTC), registration_id=made["registration_id"]
    )
    expect(line).to_contain_text("Nobody is waiting.")
    assert watched.complaints == []


def test_what_another_desk_sells_stands_on_a_desk_and_among_the_sums_while_they_are_open(sign_in, house, now):
    tournament = house.registering("turbo-8max", starts_at=now + timedelta(hours=2))
    first, second = house.player("Rui Barbosa"), house.player("Rui Barbosa")
    sold = house.enter(tournament, first, at=datetime.now(UTC))
    desk = sign_in("desi", f"/desk/{tournament}/?done={sold['receipt']}")
    sums = sign_in("ana", f"/director/{tournament}/entries/")
    expect(desk.page.locator("#figures .list")).to_have_text(re.compile("Rui Barbosa"))
    expect(sums.page.locator("#sold table.entries tbody tr")).to_have_count(1)
    house.enter(tournament, second, at=datetime.now(UTC))
    expect(desk.page.locator("#figures .list").first.locator("li")).to_have_count(2)
    expect(desk.page.locator("#figures dd").last).to_have_text(re.compile("240"))
    expect(sums.page.locator("#sold .pane-head")).to_contain_text("2 ×")
    expect(sums.page.locator("#sold table.entries tbody tr")).to_have_count(2)
    # who was just sold to is called otherwise since: the card says it, and its button stays where one's finger is
    desk.page.get_by_role("link", name="Print the receipt").focus()
    cast.say(update_player, by=house.desi, venue_id=house.venue_id, player_id=first, public_name="Rui B.")
    expect(desk.page.locator("#done-t")).to_have_text("Rui B.")
    expect(desk.page.locator("#done-who")).to_have_text("See Rui B.")
    expect(desk.page.get_by_role("link", name="Print the receipt")).to_be_focused()
    expect(sums.page.locator("#sold table.entries")).to_contain_text("Rui B.")
    assert (desk.complaints, sums.complaints) == ([], [])


def test_the_change_of_cash_is_counted_at_the_desk_by_keys_alone_and_sent_nowhere(sign_in, house, now):
    tournament = house.registering("turbo-8max", starts_at=now + timedelta(hours=2))
    player = house.player("Rui Barbosa")
    seen = sign_in("desi", f"/desk/{tournament}/?player={player}")
    page = seen.page
    takes = page.get_by_role("button", name=re.compile("Paid: register"))
    expect(takes).to_be_focused()
    page.wait_for_load_state()
    received, told = page.get_by_label("Cash received"), page.locator(".change-due output")
    # by card nothing is given back
    page.keyboard.press("3")
    expect(received).to_be_hidden()
    page.keyboard.press("1")
    expect(received).to_be_visible()
    page.keyboard.press("0")
    expect(received).to_be_focused()
    # as slowly as a hand: what comes faster is a scanner's code
    page.keyboard.type("100", delay=200)
    expect(told).to_have_text("R$20.00 missing")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("200", delay=200)
    expect(told).to_have_text("Change due: R$80.00")
    # Enter leads to the button, and the next one takes the money
    page.keyboard.press("Enter")
    expect(takes).to_be_focused()
    assert not Entry.objects.filter(tournament_id=tournament).exists()
    with page.expect_request(lambda asked: asked.method == "POST") as sent:
        page.keyboard.press("Enter")
    assert "=200" not in (sent.value.post_data or "")
    expect(page.locator("#done-t")).to_be_visible()
    assert Entry.objects.get(tournament_id=tournament).method == "cash"
    assert seen.complaints == []


def test_the_number_read_from_a_document_stays_when_a_sale_before_its_check_is_refused(sign_in, house, now):
    tournament = house.registering("turbo-8max", starts_at=now + timedelta(hours=2))
    player = house.player("Rui Barbosa", checked=False)
    Player.objects.filter(pk=player).update(document_kind="", document_number="")
    seen = sign_in("desi", f"/desk/{tournament}/?player={player}")
    page = seen.page
    number = page.locator("#ck-n")
    page.locator("#ck-k").select_option("cnh")
    number.fill("12.345.678-9")
    page.locator("input[data-sum]").first.check()
    page.get_by_role("button", name=re.compile("Paid: register")).click()
    expect(page).to_have_url(re.compile("again=register"))
    expect(number).to_have_value("12.345.678-9")
    expect(page.locator("#ck-k")).to_have_value("cnh")
    page.get_by_role("button", name="I have seen the document").click()
    expect(page.get_by_text("document checked")).to_be_visible()
    # kept for that one page alone
    assert page.evaluate("sessionStorage.getItem('desk-methods')") is None
    assert Player.objects.get(pk=player).document_number


def test_a_button_of_the_clock_stays_under_the_pointer_whatever_the_blinds_read(sign_in, house, running):
    page = sign_in("ana", f"/director/{running}/", width=1440, height=900).page
    expect(page.locator("#clock-controls").get_by_role("button", name="Next level")).to_be_visible()
    expect(page.locator('[data-part="blinds"]')).to_have_text("50 – 100")
    page.wait_for_load_state()
    # asked in the page: the buttons are drawn anew whenever the clock has news
    where = "document.querySelector('#clock-controls [data-key=\"n\"]').getBoundingClientRect().x"
    stood = page.evaluate(f"document.fonts.ready.then(() => {where})")
    here = {"by": house.ana, "at": datetime.now(UTC), "tournament_id": running}
    last = len(clock_payload(running, at=datetime.now(UTC), as_public=True)["items"]) - 1
    cast.say(move_to_level, **here, level_index=last)
    expect(page.locator('[data-part="blinds"]')).to_have_text(re.compile(r"00[.,]000"))
    expect(page.locator('#clock-controls input[name="level_index"]').first).to_have_value(str(last))
    page.wait_for_function(f"stood => {where} === stood", arg=stood)


def test_names_of_who_won_bounties_are_words_on_a_phone(sign_in, house):
    split = simple_split(name="50 + 25 + 10", prize_cents=5_000, bounty_cents=2_500, fee_cents=1_000)
    t = house.started(
        "turbo-8max", entries=6, late_registration_level=0, re_entries_per_player=0, guarantee_cents=0,
        price_cents=8_500, split=split.as_dict(),
    )  # fmt: skip
    *others, last = playing(t)
    for entry in others:
        bust(house, t, entry, by=[last])
    finish(house, t)
    for width in (390, 360):
        page = sign_in("ana", f"/director/{t}/prizes/", width=width, height=800).page
        row = page.locator("[data-award]").filter(has_text="bounties").first
        expect(row).to_be_visible()
        page.wait_for_load_state()
        name = row.locator("th").bounding_box()
        assert name["width"] >= 70 and name["height"] < 80, (width, name)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_strip_stays_on_one_row_in_a_break_with_an_add_on(tab_of, server, today):
    house = cast.house()
    t = house.registering("scpt-main", starts_at=cast.START)
    house.fill(t, 12)
    row = Tournament.objects.get(pk=t)
    items = row.structure["items"]
    recess = next(n for n, one in enumerate(items) if one["kind"] == "recess")
    items[recess]["add_on"] = True
    Tournament.objects.filter(pk=t).update(structure={**row.structure, "items": items})
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    cast.say(move_to_level, by=house.ana, at=today, tournament_id=t, level_index=recess)
    page = tab_of(house.ana, f"/director/{t}/")
    strip = page.locator("#strip")
    expect(strip.locator('[data-part="ante"]')).to_contain_text("Add-on à venda agora")
    for width in (1440, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        clock, facts = strip.locator(".time").bounding_box(), strip.locator("dl").bounding_box()
        assert facts["y"] < clock["y"] + clock["height"], width


# cells of the table of colours whose words are cut, and figures of a contrast that stand on two lines
COLOURS_CUT = """() => {
  const box = document.querySelector("#colours-shown .table-scroll");
  const range = document.createRange();
  const lines = (node, from, to) => { range.setStart(node, from); range.setEnd(node, to); return new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size; };
  const figures = [...document.querySelectorAll(".colours td:last-child")].map((one) => one.firstChild);
  return [box.scrollWidth > box.clientWidth, figures.flatMap((node) => [...node.data.matchAll(/[\\d,]+\\s:\\s1/g)].map((found) => lines(node, found.index, found.index + found[0].length)))];
}"""


@pytest.mark.parametrize("width", [360, 390])
def test_a_house_looks_at_its_colours_on_a_phone(sign_in, house, width):
    path = f"/director/venues/{house.venue_id}/logo/"
    page = sign_in("ana", path, width=width, height=844, language="pt-BR").page
    page.fill("#second", "#303040")
    page.click('button[value="colours"]')
    expect(page.locator("#second-wrong")).to_contain_text("#8f8fa2")
    assert page.evaluate(COLOURS_CUT) == [False, [1, 1, 1]]
    page.click('a:has-text("#8f8fa2")')
    expect(page.locator("#second")).to_have_value("#8f8fa2")
    # the display above wears it
    expect(page.locator(".wall-sample text", has_text="10.000").last).to_have_attribute("fill", "#8f8fa2")
    expect(page.locator(".wall-sample [data-bar] + rect")).to_have_attribute("fill", "#8f8fa2")
    assert page.evaluate(COLOURS_CUT) == [False, [1, 1]]
