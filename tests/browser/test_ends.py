"""The last table of a tournament that is over, in the browser of who won: the last hand stays on the felt, the places below it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from dispatch.facts import SYSTEM
from play.commands.close_hand import close_hand
from tests import cast
from tests.browser.conftest import Server
from tests.play.event import begun, house
from tests.play.given_cards import GivenCards
from tests.play.test_bounties import BOARD, PAIRS, PRICED, all_in_until_shown

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.rule("PT-H.61", "PT-H.65", "PT-T.52", "PT-T.54")
def test_the_winner_sees_the_last_hand_and_the_places_where_it_was_played(
    server: Server, today: datetime, tab_of: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = GivenCards()
    monkeypatch.setattr("play.queries.decks._deck", given.deck)
    event = begun(house(), players=3, name="Domingo à noite", **PRICED)
    given.give(dict(zip((1, 2, 3), PAIRS[:3], strict=True)), board=BOARD)
    row = all_in_until_shown(event)
    cast.say(close_hand, by=SYSTEM, at=row.due_at, table_id=row.pk, turn=row.turn)
    sizes = {"phone": (360, 640), "large": (390, 844), "tablet": (1180, 820), "wide": (1440, 900)}
    tabs = {
        name: tab_of(event.people[1], f"/tables/{row.pk}/", width=width, height=height)
        for name, (width, height) in sizes.items()
    }
    winner = next(one["name"] for one in row.seats if one["seat"] == 1)
    for name, tab in tabs.items():
        tab.locator(".bar-places").wait_for()
        tab.locator("body[data-ready]:not([data-mine])").wait_for()
        expect(tab.locator(".bar-places li")).to_have_count(3)
        expect(tab.locator(".bar-places li").first).to_contain_text(winner)
        expect(tab.locator(".bar-say.end")).to_contain_text("Você ganhou o torneio")
        # two of the three hands that were shown are the losers'; the board lies as it did
        expect(tab.locator('[data-part="seats"] .showed')).to_have_count(3)
        expect(tab.locator('[data-part="board"] .board > .card:not(.slot)')).to_have_count(5)
        expect(tab.locator('.seat[data-state="won"]')).to_contain_text("3.000")
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
