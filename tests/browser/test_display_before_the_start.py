"""The clock in the room before the first hand: what counts to the start has up to eight figures, and stands whole on every screen."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.test_live_pages import LAYOUTS, MEASURED, house, now, part  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# a poster's first figure stood over the plate of the house, where no other text is
LEAVING = """() => {
  const room = document.querySelector(".main").getBoundingClientRect();
  return [...document.querySelectorAll(".time .figure")].map((one) => one.getBoundingClientRect())
    .filter((one) => one.left < room.left - 2 || one.right > room.right + 2).length;
}"""


@pytest.mark.parametrize("language", ["pt-BR", "pt-PT", "en"])
def test_eight_figures_to_the_start_stand_whole_on_every_screen(chromium, server, house, language):  # noqa: F811
    """From twelve hours on nothing is counted down; below that an hour has two figures."""
    begins = datetime.now(UTC) + timedelta(hours=11, minutes=59)
    tournament = house.registering("scpt-main", starts_at=begins)
    context = chromium.new_context(viewport={"width": 1920, "height": 1080}, locale=language)
    page = context.new_page()
    found = {}
    for entered in (0, 12):
        if entered:
            house.fill(tournament, entered)
        page.goto(f"{server.url}/screens/{tournament}/clock/")
        expect(part(page, "time")).to_have_text(re.compile(r"^1[01]:\d\d:\d\d$"))
        for layout, screens in LAYOUTS.items():
            page.evaluate("layout => { document.body.dataset.layout = layout; }", layout)
            for width, height in [*screens, (1366, 768)]:
                page.set_viewport_size({"width": width, "height": height})
                if wrong := page.evaluate(MEASURED)["wrong"]:
                    found[entered, layout, width, height] = wrong
                assert page.evaluate(LEAVING) == 0, (entered, layout, width, height)
    context.close()
    assert found == {}


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1400, 1050), (1080, 1920)])
def test_other_displays_and_one_without_a_script_keep_eight_figures_whole(look, house, width, height):  # noqa: F811
    begins = datetime.now(UTC) + timedelta(hours=11, minutes=59)
    tournament = house.registering("scpt-main", starts_at=begins)
    inside = """() => {
      const words = document.createRange();
      const time = document.querySelector('[data-part="time"]');
      words.selectNodeContents(time);
      const [text, room] = [words.getBoundingClientRect(), time.closest(".timebox, .mini, .main").getBoundingClientRect()];
      return [text.left >= room.left - 1, text.right <= Math.min(room.right, innerWidth) + 1];
    }"""
    for path in ("final-table", "payouts", "seating"):
        page = look(f"/screens/{tournament}/{path}/", width=width, height=height).page
        expect(part(page, "time")).to_have_text(re.compile(r"^1[01]:\d\d:\d\d$"))
        assert page.evaluate(inside) == [True, True], path
    for layout in LAYOUTS:
        path = f"/screens/{tournament}/clock/?layout={layout}"
        still = look(path, width=width, height=height, java_script_enabled=False).page
        assert still.evaluate(inside) == [True, True], layout


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1400, 1050), (1080, 1920)])
def test_before_the_start_nothing_is_said_twice_and_the_first_break_is_counted_from_it(
    look,
    house,  # noqa: F811
    width,
    height,
):
    """The band says what is counted down; no level is."""
    begins = datetime.now(UTC) + timedelta(minutes=50)
    tournament = house.registering("scpt-main", starts_at=begins)
    page = look(f"/screens/{tournament}/clock/", width=width, height=height).page
    expect(part(page, "says")).to_have_text(re.compile(r"^Até o início \("))
    expect(part(page, "beside-level")).to_be_hidden()
    expect(part(page, "recess-row")).to_have_text(
        re.compile(r"^\s*Primeiro intervalo\s*2\sh\s*depois do início\s*$")
    )
    expect(part(page, "recess").locator("small")).to_be_visible()
    expect(part(page, "ante")).to_have_text("sem ante")
