"""A knock-out played through screens only: every bounty where it belongs, to the cent, undo included."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from ledger.queries import bounties_of_player, tournament_balance
from payouts.queries import money_view
from rules.accounts import AccountKind
from rules.entries import simple_split
from tables.models import Seat
from tests import cast
from tests.browser.test_floor import bar, sign_in_as, tablet  # noqa: F401
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Elimination, Entry

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SPLIT = simple_split(name="50 + 25.01 + 10", prize_cents=5_000, bounty_cents=2_501, fee_cents=1_000)


@pytest.fixture
def house(server, monkeypatch):
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    return cast.house()


@pytest.fixture
def knockout(house):
    tournament = house.registering(
        "turbo-8max",
        starts_at=cast.START,
        price_cents=8_501,
        split=SPLIT.as_dict(),
        late_registration_level=0,
        re_entries_per_player=0,
    )
    house.fill(tournament, 7)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    return tournament


def held(entry_id):
    """The bounties in the wallet, without the prize."""
    entry = Entry.objects.get(pk=entry_id)
    return bounties_of_player(entry.player_id, tournament_id=entry.tournament_id)


@pytest.mark.rule("SCPT.P", "PT-T.34")
def test_a_knock_out_is_played_through_screens_and_every_bounty_is_where_it_belongs(
    sign_in_as,  # noqa: F811
    tablet,  # noqa: F811
    house,
    knockout,
):
    there = [
        (s.number, s.entry_id, s.entry.player.public_name)
        for s in Seat.objects.filter(table__tournament_id=knockout, entry__isnull=False)
        .select_related("entry__player")
        .order_by("number")
    ]
    (a, a_entry, _a), (b, b_entry, b_name), (c, c_entry, c_name), (d, d_entry, d_name) = there[:4]
    (e, e_entry, _e), (f, f_entry, f_name), (g, g_entry, _g) = there[4:]
    director = sign_in_as(house.ana, f"/director/{knockout}/").page
    toast = director.locator(".toast")

    # typed: first without an answer, which is asked for and keeps what was typed
    director.fill("#bust", f"1-{a}")
    director.press("#bust", "Enter")
    expect(toast.last).to_contain_text("Who took the chips?")
    expect(director.locator("#bust")).to_have_value(f"1-{a}")
    director.fill("#bust", f"1-{a} by 1-{b}+1-{c}")
    director.press("#bust", "Enter")
    expect(toast.last).to_contain_text(f"Bounty: {b_name} R$12.51, {c_name} R$12.50.")
    # the undo takes it back
    toast.last.get_by_role("button", name="Undo").click()
    expect(toast.last).to_contain_text("Undone.")
    assert (held(b_entry), held(c_entry)) == (0, 0)
    director.fill("#bust", f"1-{a} por {c}")
    director.press("#bust", "Enter")
    expect(toast.last).to_contain_text(f"Bounty: {c_name} R$25.01.")

    # the seat's sheet on the map: who is marked; nobody is a button of its own
    director.goto(f"{director.url.split('/director/')[0]}/director/{knockout}/tables/")
    director.locator(f'[data-table="1"] [data-seat="{b}"] a.place').click()
    sheet = director.locator("#sheet")
    expect(sheet.locator("[data-bounty]").get_by_role("checkbox")).to_have_count(5)
    sheet.get_by_role("button", name="Bust, by the marked").click()
    expect(toast.last).to_contain_text("Mark who took the chips")
    sheet.locator("[data-bounty]").get_by_label(f"{c} · {c_name}").check()
    sheet.get_by_role("button", name="Bust, by the marked").click()
    expect(toast.last).to_contain_text(f"Bounty: {c_name} R$25.01.")

    # the tablet without a line: it asks, keeps the answer and sends it later
    floor = tablet(f"/floor/{knockout}/#1").page
    expect(bar(floor)).to_contain_text("Live")
    floor.context.route("**/api/**", lambda route: route.abort())
    floor.locator(f'[data-key="seat-{e}"]').click()
    floor.locator('[data-act="bust"]').click()
    expect(floor.locator('[data-act="by-marked"]')).to_be_disabled()
    floor.locator(f'[data-taker="{d}"]').click()
    floor.locator('[data-act="by-marked"]').click()
    expect(bar(floor)).to_contain_text("1 waiting to be sent")
    floor.reload()
    floor.context.unroute("**/api/**")
    expect(bar(floor)).to_contain_text("Everything sent")
    expect(floor.locator(f'[data-key="seat-{e}"]')).to_have_count(0)
    assert held(d_entry) == 2_501

    # several at once, one of them to be said later
    floor.locator(f'[data-key="seat-{f}"]').click()
    floor.locator('[data-act="more"]').click()
    floor.get_by_role("button", name="Out together with others").click()
    floor.get_by_label(f"{g} · ").check()
    floor.locator(f"#before-{f}").fill("900")
    floor.locator(f"#before-{g}").fill("1500")
    floor.locator('[data-act="together-out"]').click()
    expect(floor.locator("#sheet")).to_contain_text(f_name)
    floor.locator('[data-act="decide-later"]').click()
    floor.locator(f'[data-taker="{c}"]').click()
    floor.locator('[data-act="by-marked"]').click()
    expect(floor.locator(f'[data-key="seat-{g}"]')).to_have_count(0)
    assert held(c_entry) == 3 * 2_501

    # the dashboard asks; the end waits for the answer
    director.goto(f"{director.url.split('/director/')[0]}/director/{knockout}/")
    need = director.locator('[data-need="takers"]')
    expect(need).to_contain_text(f_name)
    director.fill("#bust", f"1-{d} by nobody")
    director.press("#bust", "Enter")
    expect(toast.last).to_contain_text("Nobody took the chips")
    director.locator('[data-need="finish"]').get_by_role("button", name="Finish the tournament").click()
    director.locator("[data-ask-yes]").click()
    expect(toast.last).to_contain_text("Bounties are open")
    need.get_by_role("link", name="Say who").click()
    director.get_by_label(f"{d} · {d_name}").check()
    director.get_by_role("button", name="The marked took them").click()
    expect(director.locator(".takers-open")).to_contain_text("Nothing is open")
    assert held(d_entry) == 2 * 2_501
    director.get_by_role("link", name="Now").click()
    finish = director.locator('[data-need="finish"]').get_by_role("button", name="Finish the tournament")
    expect(finish).to_be_visible()
    director.wait_for_load_state()  # its scripts ask first
    finish.click()
    director.locator("[data-ask-yes]").click()
    # three heads, the own, and the one that nobody took
    expect(toast.last).to_contain_text(f"{c_name} wins the prize of")
    expect(toast.last).to_contain_text("R$125.05 in bounties")
    assert [held(x) for x in (a_entry, b_entry, e_entry, f_entry, g_entry)] == [0] * 5
    assert (held(c_entry), held(d_entry)) == (5 * 2_501, 2 * 2_501)
    view = money_view(knockout)
    assert view.differences == {} and view.bounties_cents == 7 * 2_501
    assert tournament_balance(AccountKind.BOUNTY_POOL, tournament_id=knockout) == 0
    assert Elimination.objects.filter(undone_at=None, takers="open").count() == 0
    cast.books_balance()
