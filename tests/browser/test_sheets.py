"""Sheets that the staff prints: nothing is cut off, and each says whose it is, of what, and when it was so."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from ledger.models import Transfer
from payouts.queries.takings import night_at
from rules.entries import simple_split
from tables.models import Seat
from tests import cast
from tests.browser.test_every_page import CUT, FITS
from tests.browser.test_staff_extremes import evening
from tests.payouts.room import finish

SPLIT = simple_split(name="50k", prize_cents=40_000_00, fee_cents=10_000_00).as_dict()

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# what of the table of sales lies beyond the sheet
BEYOND = """() => [...document.querySelectorAll(".sold :is(th, td)")].filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.innerText)"""


PRINTED = {"pt-br": "Impresso como estava:", "pt": "Impresso como estava:", "en": "Printed as it stood:"}


@pytest.mark.parametrize("language", ["pt-br", "pt", "en"])
def test_all_ways_of_paying_are_on_the_printed_sheet_of_entries(tab_of, server, today, language):
    house = cast.house()
    t = house.registering("turbo-8max", price_cents=50_000_00, split=SPLIT, guarantee_cents=0)
    for method in ("cash", "transfer", "credit", "debit"):
        for _entry in range(3):
            house.enter(t, method=method)
    rich = house.player()
    house.deposit(rich, 60_000_00)
    house.enter(t, rich, method="balance")
    page = tab_of(house.ana, f"/director/{t}/entries/", width=703, height=1031)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    page.emulate_media(media="print")
    page.reload()
    assert page.locator(".sold thead th:visible").count() >= 7
    assert page.evaluate(BEYOND) == []
    # whose sheet it is, of which tournament, when it was so; and nothing to press
    head = page.locator(".paper-head")
    expect(head).to_contain_text("Clube")
    expect(head).to_contain_text("Terça")
    expect(head).to_contain_text(PRINTED[language])
    assert page.locator("main .button:visible").count() == 0


def test_a_night_and_its_signatures_are_one_sheet(tab_of, server, today):
    house = cast.house()
    t = house.registering("turbo-8max", price_cents=50_000_00, split=SPLIT, guarantee_cents=0)
    for method in ("cash", "transfer", "credit", "debit"):
        house.enter(t, method=method)
    night = night_at(cast.OPEN, zone="America/Sao_Paulo")
    page = tab_of(house.ana, f"/director/venues/{house.venue_id}/takings/?day={night:%Y-%m-%d}")
    expect(page.locator("#drawer")).to_be_visible()
    expect(page.locator(".sign").first).to_be_hidden()
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    page.emulate_media(media="print")
    expect(page.locator(".takings .sign")).to_have_count(2)
    expect(page.locator(".paper-head")).to_contain_text("Movimento do caixa")
    expect(page.locator(".paper-head")).to_contain_text(PRINTED["pt-br"])
    assert page.locator("main .button:visible").count() == 0


# each sheet: its address, how wide it is, how many sheets it makes (0: as many as it needs) and how wide they are, in millimetres
A4, LYING, ROLL = 703, 1031, 272


def movement_of(house, t, player_id):
    """The receipt of what a player paid in, as large as one is."""
    house.deposit(player_id, 9_999_999_99)
    paid_in = Transfer.objects.filter(kind="deposit", method="cash").latest("id")
    return f"/desk/{t}/players/{player_id}/movements/{paid_in.pk}/"


def test_every_sheet_has_names_of_sixty_letters_and_nine_digits_whole(tab_of, server, today):
    house = cast.house()
    t = evening(house, left=6)
    seat = Seat.objects.filter(table__tournament_id=t, entry__isnull=False).select_related("entry")[0]
    receipt = f"/desk/{t}/receipts/{seat.entry.receipt}/"
    paid_in = movement_of(house, t, seat.entry.player_id)
    # sold an hour ago: from six to seven in the morning that was the night before
    night = night_at(cast.OPEN, zone="America/Sao_Paulo")
    sheets = [
        (f"/director/{t}/tables/list/", A4, 1, 210),
        (f"/director/{t}/tables/cards/", A4, 0, 210),
        (f"/director/{t}/tables/slips/", A4, 0, 210),
        (f"/director/{t}/alternates/", A4, 1, 210),
        (f"/director/{t}/structure/", A4, 1, 210),
        (f"/director/{t}/prizes/slips/", A4, 0, 210),
        (f"/director/{t}/prizes/", A4, 0, 210),
        (f"/director/{t}/entries/", LYING, 0, 297),
        (f"/director/{t}/history/", A4, 0, 210),
        (f"/director/venues/{house.venue_id}/takings/?day={night:%Y-%m-%d}", LYING, 1, 297),
        (f"/t/{t}/results/", A4, 0, 210),
        (f"/t/{t}/structure/", A4, 0, 210),
        (receipt, ROLL, 1, 80),
        (f"{receipt}?size=a4", A4, 1, 210),
        (paid_in, ROLL, 1, 80),
        (f"{paid_in}?size=a4", A4, 1, 210),
        (f"/director/{t}/deals/", A4, 0, 210),
    ]
    page = tab_of(house.ana, "/director/")
    page.emulate_media(media="print")
    wrong = []
    for path, width, count, millimetres in sheets:
        page.set_viewport_size({"width": width, "height": 1031})
        answer = page.goto(server.url + path)
        assert answer is not None and answer.status == 200, path
        wrong += [f"{path}: {cut}" for cut in page.evaluate(CUT)]
        if not page.evaluate(FITS):
            wrong.append(f"{path}: wider than its sheet")
        for left in page.locator(".button:visible, .rail:visible, .strip:visible, .phone-bar:visible").all():
            wrong.append(f"{path}: printed: {left.inner_text()!r}")
        paper = page.pdf(prefer_css_page_size=True)
        boxes = re.findall(rb"/MediaBox\s*\[([^\]]*)\]", paper)
        wide = {round(float(box.split()[2]) * 25.4 / 72) for box in boxes}
        if wide != {millimetres} or (count and len(boxes) != count):
            wrong.append(f"{path}: {len(boxes)} sheets of {wide} mm")
    assert wrong == [], "\n".join(wrong)


def over(today):
    """A house with a tournament of 24 that is over."""
    house = cast.house()
    t = house.started(
        "scpt-main", entries=24, starts_at=cast.START, late_registration_level=0, re_entries_per_player=0
    )
    finish(house, t, at=today)
    return house, t


def test_of_the_prizes_the_list_is_printed_and_no_field(tab_of, server, today):
    house, t = over(today)
    page = tab_of(house.ana, f"/director/{t}/prizes/", width=703, height=1031)
    rows = page.locator(".awards tbody tr")
    owed = rows.count()
    assert owed > 1 and page.locator("main select:visible").count() > 1
    page.emulate_media(media="print")
    assert page.locator("main :is(input, select, button, .button, summary, label):visible").count() == 0
    assert rows.filter(has_text="R$").count() == owed and rows.last.is_visible()
    head = page.locator(".paper-head")
    for said in ("Clube", "Terça", PRINTED["pt-br"]):
        expect(head).to_contain_text(said)


# a block of results each: where it begins, how wide it is; and the sheet's own width between its paddings
BLOCKS = """() => ({ sheet: document.querySelector("#content .columns").getBoundingClientRect().width, blocks: [...document.querySelectorAll("#content .columns > *")].map((one) => one.getBoundingClientRect()).map(({ left, width }) => [Math.round(left), Math.round(width)]) })"""


def test_printed_results_are_as_wide_as_their_sheet_and_nothing_lies_on_them(tab_of, server, today):
    house, t = over(today)
    page = tab_of(house.ana, f"/t/{t}/results/", width=1180, height=820)
    page.emulate_media(media="print")
    found = page.evaluate(BLOCKS)
    assert len(found["blocks"]) == 3, found
    # one below the other: the long list beside two short blocks came to lie under one of them
    assert {width for _left, width in found["blocks"]} == {round(found["sheet"])}, found
    assert len({left for left, _width in found["blocks"]}) == 1, found


def test_a_printed_history_says_whose_it_is(tab_of, server, today):
    house = cast.house()
    t = house.registering("turbo-8max", guarantee_cents=0)
    page = tab_of(house.ana, f"/director/{t}/history/", width=703, height=1031)
    expect(page.locator(".paper-head")).to_be_hidden()
    page.emulate_media(media="print")
    head = page.locator(".paper-head")
    for said in ("Clube", "Terça", PRINTED["pt-br"]):
        expect(head).to_contain_text(said)


def test_a_sheet_without_a_slip_says_on_paper_why(tab_of, server, today):
    house = cast.house()
    t = house.registering("turbo-8max", guarantee_cents=0)
    page = tab_of(house.ana, f"/director/{t}/tables/slips/", width=703, height=1031)
    page.emulate_media(media="print")
    expect(page.locator(".paper-cards > li")).to_be_visible()


# each text of the sheet with a colour that paper does not show: as light as the middle between black and white, or lighter
PALE = """() => {
  const bright = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number);
    return colour.startsWith("rgb") ? (1 - a) * 255 + a * (0.2126 * r + 0.7152 * g + 0.0722 * b) : NaN;
  };
  const said = (one) => [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join(" ").trim();
  const texts = [...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 1 && said(one));
  const pale = texts.map((one) => [said(one), getComputedStyle(one).color]).filter(([, colour]) => !(bright(colour) < 128));
  const [paper, ink] = [document.body, document.documentElement].map((one) => getComputedStyle(one));
  return { texts: texts.length, pale, paper: paper.backgroundColor, scheme: ink.colorScheme };
}"""


@pytest.mark.parametrize("theme", ["device", "dark"])
def test_a_sheet_is_dark_on_white_also_where_the_device_or_its_reader_is_in_the_dark(
    tab_of, server, today, theme
):
    house = cast.house()
    t = evening(house, left=6)
    seat = Seat.objects.filter(table__tournament_id=t, entry__isnull=False).select_related("entry")[0]
    receipt = f"/desk/{t}/receipts/{seat.entry.receipt}/"
    paid_in = movement_of(house, t, seat.entry.player_id)
    sheets = [
        *(
            f"/director/{t}/{sheet}/"
            for sheet in ("tables/list", "tables/cards", "tables/slips", "alternates", "structure")
        ),
        *(f"/director/{t}/{sheet}/" for sheet in ("prizes", "prizes/slips", "entries", "history", "paper")),
        f"/director/venues/{house.venue_id}/takings/",
        receipt,
        f"{receipt}?size=a4",
        paid_in,
        f"{paid_in}?size=a4",
        f"/director/{t}/deals/",
        f"/t/{t}/results/",
    ]
    page = tab_of(house.ana, "/director/", width=A4, height=1031)
    page.context.add_cookies([{"name": "theme", "value": theme, "url": server.url}])
    page.goto(server.url + sheets[0])
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    page.emulate_media(media="print", color_scheme="dark")
    wrong = {}
    for path in sheets:
        answer = page.goto(server.url + path)
        assert answer is not None and answer.status == 200, path
        found = page.evaluate(PALE)
        assert found["texts"] > 0, path
        if (found["pale"], found["paper"], found["scheme"]) != ([], "rgb(255, 255, 255)", "light"):
            wrong[path] = found
    assert wrong == {}


def test_a_player_prints_the_receipt_of_what_was_paid_in(tab_of, server, today):
    house = cast.house()
    house.deposit(house.caio.player_id, 9_999_999_99)
    paid_in = Transfer.objects.filter(kind="deposit", method="cash").latest("id")
    page = tab_of(house.caio, reverse("me-movement", args=[paid_in.pk]), width=A4, height=1031)
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("body")).to_contain_text("9.999.999")
    assert page.evaluate(CUT) == []
    assert page.evaluate(FITS)
    assert page.locator(".button:visible, .phone-bar:visible").count() == 0
    found = page.evaluate(PALE)
    assert (found["pale"], found["paper"], found["scheme"]) == ([], "rgb(255, 255, 255)", "light")
