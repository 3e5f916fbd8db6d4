"""A press lasts a tenth of a second, and others act meanwhile: the click counts, and what it fell on is drawn anew after it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from play.operations.seats import seated_at
from tables.commands.move_player import move_player
from tables.models import Move, Seat
from tests import cast
from tests.browser.conftest import until
from tests.browser.test_floor import sign_in_as  # noqa: F401
from tests.browser.test_player import house, phone, playing  # noqa: F401
from tests.play.conftest import AtTable
from tournaments.models import Entry, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# what a page asked for by itself, once it is drawn; and no press is given up because the machine is slow
ANSWERED = """
window.answered = [];
document.addEventListener("htmx:afterRequest", (event) => { answered.push(event.detail.requestConfig.path); });
const timeout = setTimeout;
window.setTimeout = (does, ms, ...more) => (ms === 10_000 ? 0 : timeout(does, ms, ...more));
"""


def listening(page: Page) -> Page:
    """Its scripts have run."""
    page.add_init_script(ANSWERED)
    page.reload()
    page.wait_for_load_state()
    return page


def answered(page: Page, path: str) -> None:
    page.wait_for_function("path => answered.some((one) => one.includes(path))", arg=path)


def hold(page: Page, button) -> None:
    button.hover()
    page.mouse.down()


def test_a_press_on_the_list_of_what_waits_counts_while_others_enter(sign_in_as, house):  # noqa: F811
    t = house.registering("scpt-main", starts_at=cast.START)
    house.fill(t, 3)
    page = listening(sign_in_as(house.ana, f"/director/{t}/").page)
    need = page.locator('[data-need="start"]')
    hold(page, need.get_by_role("button"))
    house.enter(t, at=datetime.now(UTC))
    answered(page, "/now/")
    expect(need).to_contain_text("3 entries")
    page.mouse.up()
    expect(page.locator("#ask")).to_be_visible()
    # asked about, it waits for the answer; then it is drawn as it is now
    page.keyboard.press("Escape")
    expect(need).to_contain_text("4 entries")


def test_what_is_computed_of_a_field_is_drawn_after_the_press_that_left_it(sign_in_as, house):  # noqa: F811
    path = f"/director/venues/{house.venue_id}/new/?template=sit-and-go-9"
    page = listening(sign_in_as(house.ana, path).page)
    page.fill("#n-start", (datetime.now() + timedelta(hours=3)).strftime("%Y-%m-%dT%H:%M"))
    answered(page, "/new/card/")
    page.evaluate("answered.length = 0")
    page.fill("#n-name", "Sexta")
    hold(
        page, page.get_by_role("button", name="Create the draft")
    )  # the field is left, and its form computed
    answered(page, "/new/card/")
    page.mouse.up()
    expect(page.locator("#findings")).to_contain_text("Everything checks")
    assert Tournament.objects.get().name == "Sexta"


def test_the_undo_of_an_act_is_pressed_while_another_is_told(sign_in_as, playing, house):  # noqa: F811
    page = listening(sign_in_as(house.ana, f"/director/{playing}/").page)
    seat = Seat.objects.filter(table__tournament_id=playing, table__number=1, entry__isnull=False).first()
    page.fill("#bust", f"1-{seat.number}")
    page.press("#bust", "Enter")
    toast = page.locator(".toast")
    expect(toast).to_contain_text("out, 12th place for now.")
    hold(page, toast.get_by_role("button", name="Undo"))
    page.evaluate("document.dispatchEvent(new CustomEvent('toast', { detail: { text: 'Another act.' } }))")
    expect(page.locator(".toast:visible")).to_contain_text("out, 12th place for now.")
    page.mouse.up()
    expect(toast).to_contain_text("Undone.")
    assert Entry.objects.get(pk=seat.entry_id).state == "playing"


def test_a_press_on_the_phone_counts_while_the_next_seat_comes(phone, house, playing):  # noqa: F811
    page = phone(f"/play/{playing}/").page
    page.wait_for_load_state()
    entry = Entry.objects.get(player_id=house.caio.player_id)
    here = Seat.objects.select_related("table").get(entry=entry)
    free = list(
        Seat.objects.filter(table__tournament_id=playing, entry__isnull=True)
        .exclude(table=here.table)
        .select_related("table")[:2]
    )
    alert = page.locator("#moved")

    def move(to: Seat, reason: str) -> None:
        cast.say(
            move_player, by=house.bruno, at=datetime.now(UTC), entry_id=entry.pk, table_number=to.table.number,
            seat_number=to.number, reason=reason,
        )  # fmt: skip

    move(free[0], "balance")
    expect(alert.locator("b").nth(1)).to_have_text(str(free[0].number))
    hold(page, alert.get_by_role("button"))
    with page.expect_response("**/mine/") as told:
        move(free[1], "balance")
    told.value.finished()
    page.mouse.up()
    # the button lets go what is drawn anew, too: that may come before the house has the answer
    moved = Move.objects.get(entry=entry, reason="balance", to_seat_number=free[0].number)
    until(page, Move.objects.filter(pk=moved.pk, acknowledged_at__isnull=False).exists)
    expect(alert.locator("b").nth(1)).to_have_text(str(free[1].number))


def test_a_free_seat_is_pressed_while_the_table_plays(tab_of, demo_table: AtTable):
    demo_table.sit(2)
    person = cast.person("Nina")
    page = tab_of(person, f"/tables/{demo_table.table_id}/")
    page.locator("body[data-ready]").wait_for()
    hold(page, page.locator('[data-seat="7"] button'))
    demo_table.sit(5, "Eva")
    expect(page.locator('[data-seat="5"]')).to_contain_text("Eva")
    page.mouse.up()
    page.locator("body[data-mine]").wait_for()
    assert [one.seat for one in seated_at(demo_table.row)] == [2, 5, 7]
