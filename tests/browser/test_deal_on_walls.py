"""A deal that holds, on the walls of the room: nobody is told of a prize that is the champion's, and who has won it is who did."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Route, expect

from payouts.commands.approve_deal import approve_deal
from payouts.commands.finish_tournament import finish_tournament
from payouts.commands.propose_deal import propose_deal
from payouts.commands.record_paper_votes import record_paper_votes
from tests import cast
from tests.browser.conftest import until
from tests.browser.test_floor import deal_among, house, sign_in_as, three_left
from tests.browser.test_live_pages import part
from tests.payouts.room import bust
from tournaments.models import Entry

__all__ = ["house", "sign_in_as"]
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.rule("ADTP.P3", "SCPT.M")]

# every name that the wall ever celebrated
WATCHED = """() => {
    window.told = [];
    const scene = document.querySelector('[data-part="scene"]');
    new MutationObserver(() => { for (const e of scene.querySelectorAll('.huge')) window.told.push(e.textContent); })
        .observe(scene, { childList: true, subtree: true });
}"""


def test_the_walls_after_a_deal_say_what_is_left_and_who_has_won(look, house):
    t, left = three_left(house)
    names = [Entry.objects.get(pk=one).player.public_name for one in left]
    wall = look(f"/screens/{t}/clock/", width=1920, height=1080).page
    prizes = look(f"/screens/{t}/payouts/", width=1920, height=1080).page
    # a phone in the hand, which nobody loads anew
    phone = look(f"/play/{t}/", width=390, height=844).page
    expect(part(phone, "average")).to_be_visible()
    expect(part(wall, "says")).to_contain_text("R$")
    wall.evaluate(WATCHED)
    here = {"by": house.ana, "at": datetime.now(UTC)}
    deal = cast.say(
        propose_deal, **here, tournament_id=t, kind="custom", reserve_cents=10_000,
        amounts=[{"entry_id": one, "amount_cents": cents} for one, cents in zip(left, (25_000, 25_000, 20_000), strict=True)],
    )["deal_id"]  # fmt: skip
    cast.say(record_paper_votes, **here, deal_id=deal, yes=3, no=0)
    cast.say(approve_deal, **here, deal_id=deal)
    expect(part(wall, "says")).to_have_text("Acordo feito · R$ 100 para quem vencer")
    expect(part(wall, "rest")).to_have_text("restam 3")
    expect(part(wall, "nextpay-label")).to_have_text("Para quem vencer")
    expect(part(prizes, "list").locator("li")).to_have_text(["Para quem vencerR$ 100"])
    expect(phone.get_by_role("heading", name="O acordo", exact=True)).to_be_visible()
    # the last and the first of the list of stacks go out
    bust(house, t, left[2], at=datetime.now(UTC))
    expect(part(wall, "rest")).to_have_text("restam 2")
    bust(house, t, left[0], at=datetime.now(UTC))
    expect(part(wall, "holds")).to_have_text(names[1])
    assert set(wall.evaluate("window.told")) <= {names[1]}
    # what was counted of who plays is no figure of what is over
    cast.say(finish_tournament, by=house.ana, at=datetime.now(UTC), tournament_id=t)
    expect(part(phone, "average")).to_be_hidden()
    expect(phone.get_by_text("Próximo intervalo")).to_have_count(0)


def test_ballots_that_do_not_add_up_are_said_before_anybody_is_asked(sign_in_as, house):  # noqa: F811
    t, left = three_left(house)
    deal_among(house, t, left)
    page = sign_in_as(house.ana, f"/director/{t}/deals/").page
    page.wait_for_load_state()
    form = page.locator("form[data-adds-up]")
    form.get_by_label("Yes").fill("3")
    form.get_by_label("No").fill("1")
    # the part is drawn anew under what is typed, as whenever something happens in the room
    with page.expect_response(lambda answer: answer.request.headers.get("hx-request") == "true"):
        page.evaluate("() => { document.body.dispatchEvent(new CustomEvent('refresh')); }")
    expect(page.locator("#deal.htmx-request")).to_have_count(0)
    form.get_by_role("button", name="Put on record").click()
    assert (
        form.get_by_label("No").evaluate("field => field.validationMessage") == "Yes and no together make 3."
    )
    expect(page.locator("#ask")).not_to_be_visible()
    # drawn anew between the choosing of what stands there and the typing, the field has both
    no = form.get_by_label("No")

    def none_typed() -> bool:
        no.fill("0")
        return no.input_value() == "0"

    until(page, none_typed)
    form.get_by_role("button", name="Put on record").click()
    expect(page.locator("#ask")).to_contain_text("Put these votes on record, without names?")
    page.locator("#ask [data-ask-yes]").click()
    expect(page.locator("form[data-adds-up]")).to_have_count(0)


def test_votes_said_yes_to_are_sent_though_the_page_is_drawn_anew_meanwhile(sign_in_as, house):  # noqa: F811
    """The question's end asks for the page anew; who sends is asked of the server first, which may take longer."""
    t, left = three_left(house)
    deal_among(house, t, left)
    page = sign_in_as(house.ana, f"/director/{t}/deals/").page
    page.wait_for_load_state()
    held: list[Route] = []
    page.route("**/director/signed-in/", lambda route: held.append(route))
    form = page.locator("form[data-adds-up]")
    form.get_by_label("Yes").fill("3")
    form.get_by_label("No").fill("0")
    form.get_by_role("button", name="Put on record").click()
    with page.expect_response(lambda answer: answer.request.headers.get("hx-request") == "true"):
        page.locator("#ask [data-ask-yes]").click()
    expect(page.locator("#deal.htmx-request")).to_have_count(0)
    until(page, lambda: held)
    held[0].continue_()
    expect(page.locator("form[data-adds-up]")).to_have_count(0)
