"""The table of a structure under the fingers: keys, what follows from each number, and saving."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.test_director import house, now, sign_in  # noqa: F401
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_levels_are_typed_moved_mended_and_saved(sign_in, house):  # noqa: F811
    draft = house.tournament("turbo-8max", late_registration_level=0, re_entries_per_player=0)
    page = sign_in("ana", f"/director/{draft}/settings/structure/").page
    order = "[...document.querySelectorAll('tr[data-row]')].slice(0, 3).map((row) => row.dataset.row)"
    # Enter goes to the next row of the same column
    page.locator('[name="minutes.s0"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[name="minutes.s1"]')).to_be_focused()
    # a number that cannot be: at its row, with what was likely meant; nothing is saved meanwhile
    page.keyboard.type("600")
    expect(page.locator('[data-wrong-of="s1"]')).to_contain_text("Level 2 lasts 600 minutes")
    expect(page.locator('[name="minutes.s1"]')).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("button", name="Save the structure")).to_be_disabled()
    page.get_by_role("button", name="Use 60").click()
    expect(page.locator('[data-wrong-of="s1"]')).to_have_count(0)
    expect(page.locator('[name="minutes.s1"]')).to_have_value("60")
    expect(page.locator('[data-row="s2"] [data-computed="total"]')).to_have_text("1:15")
    # a break is put below, and moved with the keyboard
    page.locator('[popovertarget="acts-s0"]').click()
    page.locator("#acts-s0").get_by_role("button", name="Break below").click()
    expect(page.locator('[data-row="n0"]')).to_be_visible()
    assert page.evaluate(order) == ["s0", "n0", "s1"]
    page.locator('[name="minutes.n0"]').focus()
    page.keyboard.press("Alt+ArrowDown")
    assert page.evaluate(order) == ["s0", "s1", "n0"]
    expect(page.locator(".save-bar")).to_contain_text("2 changes to save.")
    # the end of late registration: from the list, with the keyboard, with the pointer
    late, grip = page.locator("#f-late"), page.locator(".late-handle")
    late.select_option("2")
    expect(page.locator(".late-line")).to_have_attribute("data-late", "2")
    grip.focus()
    page.keyboard.press("ArrowDown")
    expect(late).to_have_value("3")
    expect(page.locator(".late-line")).to_have_attribute("data-late", "3")
    expect(grip).to_be_focused()
    row = page.locator('[data-row="s3"]').bounding_box()
    grip.hover()
    page.mouse.down()
    page.mouse.move(row["x"] + 20, row["y"] + row["height"] - 2, steps=3)
    expect(late).to_have_value("4")
    page.mouse.up()
    expect(page.locator(".late-line")).to_have_attribute("data-late", "4")
    page.get_by_role("button", name="Save the structure").click()
    expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    assert Tournament.objects.get(pk=draft).late_registration_level == 4
    items = Tournament.objects.get(pk=draft).structure["items"]
    assert [item["kind"] for item in items[:4]] == ["level", "level", "recess", "level"]
    assert [item["seconds"] for item in items[:3]] == [900, 3600, 900]


def test_back_after_saving_a_proposal_shows_the_structure_and_no_error_of_the_browser(sign_in, house):  # noqa: F811
    draft = house.tournament("turbo-8max", late_registration_level=0, re_entries_per_player=0)
    page = sign_in("ana", f"/director/{draft}/settings/structure/").page
    was = Tournament.objects.get(pk=draft).structure["items"]
    page.locator("#f-wm").fill("12")
    page.get_by_role("button", name="Suggest a structure").click()
    expect(page.get_by_text("nothing is saved until you save it")).to_be_visible()
    page.get_by_role("button", name="Save the structure").click()
    expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    saved = Tournament.objects.get(pk=draft).structure["items"]
    assert saved != was
    # the page between was the answer to a form: it comes as it is saved now
    page.go_back()
    expect(page.locator("#structure-form")).to_be_visible()
    expect(page.locator("tr[data-row]")).to_have_count(len(saved))
    assert Tournament.objects.get(pk=draft).structure["items"] == saved


# how far the mark of late registration reaches out of the box that holds the table
REACHES_OUT = """() => {
  const box = document.querySelector(".table-scroll:has(.structure-table)").getBoundingClientRect();
  const marks = [...document.querySelectorAll(".late-line :is(span, button)")].map((one) => one.getBoundingClientRect().right);
  return Math.max(0, ...marks.map((right) => right - box.right));
}"""


@pytest.mark.parametrize("language", ["en-US", "pt-PT"])
def test_on_a_phone_the_end_of_late_registration_stands_whole(sign_in, house, language):  # noqa: F811
    draft = house.tournament("turbo-8max", late_registration_level=8)
    path = f"/director/{draft}/settings/structure/"
    page = sign_in("ana", path, width=390, height=844, language=language).page
    expect(page.locator(".late-handle")).to_be_visible()  # a script shows it
    assert page.evaluate(REACHES_OUT) == 0
    # the dot between its words is a dot, no mark of its own
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.late-line .dot')).borderTopStyle") == "none"
    )


def test_what_waits_to_be_saved_covers_no_line_of_a_refusal(sign_in, house):  # noqa: F811
    draft = house.tournament("turbo-8max", late_registration_level=0, re_entries_per_player=0)
    path = f"/director/{draft}/settings/"
    page, other = (sign_in("ana", path, width=390, height=844).page for _ in range(2))
    for one, name in ((other, "Turbo das nove"), (page, "Turbo das dez, com um nome que é longo")):
        one.locator("#f-name").fill(name)
        one.get_by_role("button", name="Save", exact=True).click()
        expect(one.locator(".act .toast")).to_be_visible()
    said = page.locator(".act .toast")
    expect(said).to_contain_text("1 field needs another look")
    said.locator("span").first.evaluate("(text) => text.append(' ' + text.textContent.repeat(3))")
    page.wait_for_function(
        """() => {
  const [save, act] = [".save-bar", ".act"].map((one) => document.querySelector(one).getBoundingClientRect());
  return act.height > 60 && save.bottom <= act.top + 1;
}"""
    )


def test_what_is_wrong_is_reached_from_the_bar_and_a_complaint_goes_once_it_is_corrected(sign_in, house):  # noqa: F811
    draft = house.tournament("turbo-8max", late_registration_level=0, re_entries_per_player=0)
    page = sign_in("ana", f"/director/{draft}/settings/structure/?mode=text").page
    text, bar = page.locator("#f-structure"), page.locator(".save-bar")
    text.fill("100 200 0 200 20\n17OO nothing")
    expect(page.locator("#text-wrong")).to_contain_text("Line 2, 17OO nothing: write small blind")
    assert page.locator("#text-wrong").bounding_box()["y"] < text.bounding_box()["y"]
    text.blur()
    bar.get_by_role("link", name="1 field to put right.").click()
    expect(text).to_be_focused()
    text.fill("\n".join(["100 200 0 200 20"] * 101))
    expect(page.locator("#text-wrong p").first).to_have_text(
        "A structure has at most 100 levels and breaks; this one has 101. The first too many is line 101."
    )
    # a form that was sent: what is said of a field goes as soon as something else is typed there
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{page.url.split('/director')[0]}/director/venues/{house.venue_id}/new/")
    page.locator("#n-name").fill("")
    page.locator("#n-guarantee").fill("x")
    page.get_by_role("button", name="Create the draft").click()
    listed = page.locator("#put-right")
    expect(listed.locator("strong")).to_have_text("2 fields to put right.")
    page.wait_for_load_state()  # its modules lead there; without them the link leads to the list
    page.locator("#n-guarantee").blur()
    page.locator("#new-bar").get_by_role("link").click()
    expect(page.locator("#n-name")).to_be_focused()
    page.locator("#n-guarantee").fill("1000")
    expect(page.locator("#wrong-guarantee")).to_have_count(0)
    expect(page.locator("#n-guarantee")).not_to_have_attribute("aria-invalid", "true")
    expect(listed.locator("strong")).to_have_text("1 field to put right.")
    page.locator("#n-name").fill("Terça")
    expect(listed).to_have_count(0)


def test_on_a_phone_a_level_is_seen_from_its_number_to_its_hour(sign_in, house):  # noqa: F811
    """The row that gives the columns their widths is as narrow as the rows below it."""
    draft = house.tournament("turbo-8max", late_registration_level=0, re_entries_per_player=0)
    page = sign_in("ana", f"/director/{draft}/settings/structure/").page
    page.set_viewport_size({"width": 390, "height": 844})
    hour = page.locator('[data-row="s1"] [data-computed="begins"]').bounding_box()
    assert hour["x"] + hour["width"] <= 390


PASTE = """(field, text) => {
  field.focus();
  const data = new DataTransfer();
  data.setData("text/plain", text);
  return field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def test_lines_that_are_pasted_are_never_lost(sign_in, house):  # noqa: F811
    draft = house.tournament("turbo-8max", late_registration_level=0, re_entries_per_player=0)
    page = sign_in("ana", f"/director/{draft}/settings/structure/").page
    rows = page.locator("tr[data-row]")
    blind = page.locator('[data-cell="small_blind"]')
    many = rows.count()
    # tabs, commas, one line with commas; a number is left to the browser
    for lines in (
        "75\t150\t0\t0\t20\n80\t160\t0\t0\t20\n85\t170\t0\t0\t20",
        "76,152,0,0,20\n81,162,0,0,20\n86,172,0,0,20",
    ):
        blind.first.evaluate(PASTE, lines)
        expect(blind.nth(0)).to_have_value(lines[:2])
        expect(blind.nth(2)).to_have_value(lines.split("\n")[2][:2])
    blind.first.evaluate(PASTE, "200,400,0,0,20")
    expect(blind.first).to_have_value("200")
    for number in ("1,000", "12,5", "1,000,000"):
        assert blind.first.evaluate(PASTE, number)
    blind.first.evaluate(PASTE, "\n".join(f"{n} {2 * n} 0 0 15" for n in range(100, 1100)))
    expect(page.locator("#text-wrong")).to_contain_text("at most 100 levels and breaks; this one has 1000")
    expect(rows).to_have_count(many)
    # something is typed before the answer: it stays, and so do the lines
    held = []
    page.route("**/structure/check/", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/structure/check/"):
        blind.first.evaluate(PASTE, "300\t600\t0\t0\t20")
    minutes = page.locator('[data-cell="minutes"]').nth(1)
    minutes.fill("33")
    held[0].continue_()
    expect(blind.first).to_have_value("300")
    expect(minutes).to_have_value("33")
    expect(minutes).to_be_focused()
    page.unroute("**/structure/check/")
    # no connection: a sentence, and the field keeps what it had
    page.route("**/structure/check/", lambda route: route.abort())
    blind.first.evaluate(PASTE, "400\t800\t0\t0\t20")
    expect(page.locator("#text-wrong")).to_have_text(
        "Not pasted: the server did not answer. Paste the lines again."
    )
    expect(blind.first).to_have_value("300")
