"""
The first run of a new house, page after page as its owner meets them: the link of the server, the account, the house, somebody taken
on, the password behind the link of the letter, the app beside it, a tablet of the floor. No other test opens these pages in a browser.
"""

from __future__ import annotations

import time
import uuid
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from people.models import User
from people.operations import factor_secret, link_for
from people.operations.totp import STEP_SECONDS, code_at
from people.queries import founding_code
from tests.browser.test_every_page import FITS
from tests.browser.test_letters import DESK, LETTERS, NARROW, PHONE, SETTLED, asked

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LONG = "uma frase bem longa"


def test_the_first_run_of_a_house_can_be_read_and_walked_everywhere(look, axe):
    wrong: list[str] = []

    def well(page: Page) -> None:
        """As it was opened, on a phone of 320 pixels, with letters twice as large."""
        where = page.url.split("/", 3)[3]
        wrong.extend(f"{where}: {what}" for what in axe(page))
        line = page.context.new_cdp_session(page)
        for letters, (width, height) in ((1, NARROW), (2, PHONE), (2, DESK)):
            line.send("Page.setFontSizes", {"fontSizes": {"standard": LETTERS[letters]}})
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SETTLED)
            if not page.evaluate(FITS):
                wrong.append(f"{where}: wider than {width} with letters x {letters}")
            wrong.extend(f"{where}, {width} x{letters}: {what}" for what in asked(page, where))
        line.send("Page.setFontSizes", {"fontSizes": {"standard": LETTERS[1]}})
        line.detach()
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})

    # nobody is there yet: the three steps
    owner = look("/", language="en")
    page = owner.page
    expect(page.get_by_text("Open the link that the server printed")).to_be_visible()
    well(page)
    page.goto(page.url + f"open/{founding_code()}/")
    expect(page.get_by_role("heading", level=1, name="Open the house")).to_be_visible()
    well(page)
    page.get_by_label("Name that colleagues read").fill("Olga")
    page.get_by_label("E-mail").fill("olga@example.com")
    page.get_by_label("New password").fill(LONG)
    page.get_by_role("button", name="Go on").click()
    page.wait_for_url("**/director/venues/open/")
    well(page)
    page.locator('[name="name"]').fill("Casa Nova")
    page.locator('[name="city"]').fill("Porto")
    page.get_by_role("button", name="Create the house").click()
    page.wait_for_url(lambda url: "/venues/" in url and not url.endswith("/open/"))
    venue = page.url.rstrip("/").rsplit("/", 1)[1]

    # somebody is taken on, and chooses the password behind the link of the letter
    page.goto(page.url + "staff/")
    well(page)
    page.locator("#ac-l").evaluate("one => { const box = one.closest('details'); if (box) box.open = true; }")
    form = page.locator("form:has(#ac-l)")
    form.locator('[name="name"]').fill("Eva")
    form.locator('[name="email"]').fill("eva@example.com")
    form.locator('[name="role"]').select_option("floor")
    form.locator("button.button").last.click()
    expect(page.get_by_text("eva@example.com").first).to_be_visible()
    eva = User.objects.get(email="eva@example.com")
    code = link_for(eva.pk, purpose="invitation", at=datetime.now(UTC))
    guest = look(f"/invitation/{code}/", language="en")
    mine = guest.page
    expect(mine.get_by_role("heading", level=1, name="Choose your password")).to_be_visible()
    well(mine)
    mine.locator('[name="password"]').fill(LONG)
    mine.get_by_role("button", name="Set the password").click()
    mine.wait_for_url("**/sign-in/")
    well(mine)
    sign_in(mine)

    # with the app beside the password from now on
    mine.goto(root(mine) + "/me/second-factor/")
    well(mine)
    seed = uuid.UUID(mine.locator('[name="seed"]').get_attribute("value"))
    secret = factor_secret(eva.pk, seed=seed)
    step = int(time.time()) // STEP_SECONDS
    mine.locator('main [name="code"]').fill(code_at(secret, step=step))
    mine.keyboard.press("Enter")
    expect(mine.locator("main li").first).to_be_visible()
    mine.goto(root(mine) + "/floor/pin/")
    well(mine)
    mine.locator('[name="pin"]').first.fill("4711")
    mine.keyboard.press("Enter")
    again = look("/sign-in/", language="en")
    sign_in(again.page)
    again.page.wait_for_url("**/sign-in/code/")
    well(again.page)
    again.page.locator('[name="code"]').fill(code_at(secret, step=step + 1))
    again.page.get_by_role("button", name="Sign in").click()
    again.page.wait_for_url(lambda url: "/sign-in/" not in url)

    # a tablet of the floor, given by the owner, opened by her
    page.goto(root(page) + "/floor/pair/")
    well(page)
    page.locator('main [name="name"]').first.fill("Floor 1")
    page.locator("main form button").last.click()
    page.wait_for_url("**/floor/unlock/**")
    well(page)
    page.get_by_label("Eva").check()
    page.get_by_label("PIN", exact=True).fill("4711")
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url(lambda url: "/unlock/" not in url)
    assert wrong == [], "\n".join(wrong)
    assert venue and owner.complaints == guest.complaints == again.complaints == []


def sign_in(page: Page) -> None:
    page.locator('[name="username"]').fill("eva@example.com")
    page.locator('main [name="password"]').fill(LONG)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: not url.endswith("/sign-in/"))


def root(page: Page) -> Any:
    return page.evaluate("location.origin")
