"""The pages of the public and of players with names of sixty letters, stacks of nine digits, a pool of twelve million and a logo ten
times as wide as high: nothing scrolls sideways, no text is cut off, no amount stands on two lines.
"""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import expect

from people.commands.choose_profile import choose_profile
from people.models import User
from tables.models import Seat
from tests import cast
from tests.browser.test_every_page import CUT, FITS
from tests.browser.test_phone_pages import APART_AND_SIDEWAYS
from tests.browser.test_staff_extremes import NAME, evening, house, wide_logo  # noqa: F401 -- a fixture
from tests.payouts.room import finish
from tests.payouts.test_season import circuit
from tests.play.cash import identify
from tournaments.commands.change_logo import change_logo
from tournaments.commands.eliminate_players import eliminate_players

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TITLE = "Grande Noite de Reis do Clube de Vila Nova de Famalicão, 1/2"
SIZES = ((1440, 900), (390, 844), (360, 640), (320, 640))


WIDTHS = "(all) => all.map((one) => Math.round(one.getBoundingClientRect().width))"
# on how many lines what is in each of these stands
LINES = """(all) => all.map((one) => { const told = document.createRange(); told.selectNodeContents(one); return new Set([...told.getClientRects()].map((box) => Math.round(box.top))).size; })"""


def bust_after_the_count(house, tournament_id: int, *, but: int) -> None:  # noqa: F811
    """One more is out at the last table: who stays there was counted before, and the row of the stack says so in its longest words."""
    seats = Seat.objects.filter(table__tournament_id=tournament_id, entry__state="playing").exclude(
        entry__player_id=but
    )
    seat = seats.select_related("table").order_by("-table__number", "number")[0]
    cast.say(
        eliminate_players, by=house.ana, at=cast.START, tournament_id=tournament_id, table_number=seat.table.number,
        busts=[{"entry_id": seat.entry_id, "stack_chips_start": None, "by_entries": []}],
    )  # fmt: skip


def test_long_names_large_stacks_a_large_pool_and_a_wide_logo_fit_a_phone(chromium, server, house):  # noqa: F811
    cast.say(change_logo, by=house.ana, venue_id=house.venue_id, picture=wide_logo())
    season, stage = circuit(house)
    identify(house, house.caio)
    me = house.caio.player_id
    told = {"name": TITLE, "first": [me]}
    early, late = evening(house, left=12, **told), evening(house, left=7, **told)
    bust_after_the_count(house, late, but=me)
    over = evening(house, left=9, stage_id=stage, ranking_weight_milli=1000, **told)
    finish(house, over, at=cast.after(minutes=1))
    cast.say(choose_profile, by=house.caio, player_id=me, shown=True)
    house.registering("scpt-main", name=TITLE, guarantee_cents=10_000_000_00, starts_at=cast.after(hours=72))
    asked = {
        None: [
            "/", "/calendar/", "/seasons/", f"/seasons/{season}/", f"/venues/{house.venue_id}/", f"/players/{me}/",
            *(f"/t/{t}/{page}" for t in (early, late, over) for page in ("", "results/", "structure/", "draw/", "rules/")),
        ],
        house.caio: [*(f"/play/{t}/" for t in (early, late, over)), "/me/", "/me/sums/", f"/t/{late}/", f"/seasons/{season}/"],
    }  # fmt: skip
    wrong = []
    for who, paths in asked.items():
        context = chromium.new_context(locale="pt-BR", reduced_motion="reduce")
        if who:
            client = Client()
            client.force_login(User.objects.get(pk=who.user_id))
            context.add_cookies(
                [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server.url}]
            )
        page = context.new_page()
        for path in paths:
            answer = page.goto(server.url + path)
            assert answer is not None and answer.status == 200, path
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                if not page.evaluate(FITS):
                    wrong.append(f"{path} scrolls sideways at {width}")
                wrong += [f"{path} at {width}: {cut}" for cut in page.evaluate(CUT)]
                apart, sideways = page.evaluate(APART_AND_SIDEWAYS)
                # the narrowest phone may break a word of such a name; nothing of it is lost
                wrong += [f"{path} at {width}: {word!r} on two lines" for word in apart if width > 320]
                wrong += [f"{path} at {width}: moved sideways: {what!r}" for what in sideways]
        context.close()
    # at a desk a day beside such a name stays on its line
    desk = chromium.new_page(viewport={"width": 1440, "height": 900}, locale="pt-BR")
    desk.goto(f"{server.url}/players/{me}/")
    days = desk.locator(".played tbody td:first-child").evaluate_all(LINES)
    assert days and set(days) == {1}, days
    desk.close()
    # on a phone the working of a score lies under its row, and the names keep their room
    phone = chromium.new_page(viewport={"width": 390, "height": 844}, locale="pt-BR")
    phone.goto(f"{server.url}/seasons/{season}/")
    cells = phone.locator(".ranking tbody tr:first-child > td")
    closed = cells.evaluate_all(WIDTHS)
    phone.locator(".ranking summary").first.click()
    expect(phone.locator(".ranking .worked").first).to_be_visible()
    assert cells.evaluate_all(WIDTHS) == closed
    phone.close()
    assert wrong == [], "\n".join(wrong)
