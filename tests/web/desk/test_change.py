"""Beside cash stands a field that counts the change: of each price for itself, and no part of what is sent."""

from __future__ import annotations

import re

import pytest

from tests.web.desk.test_desk import as_, house, open_one, running, somebody, text  # noqa: F401 - fixtures

pytestmark = pytest.mark.django_db


def due(page):
    """What each form of the page counts the change from."""
    return re.findall(r'class="change-due"[^>]*data-due="(\d+)"', page)


def test_the_change_of_cash_is_counted_from_the_price_and_is_not_sent(house, open_one):  # noqa: F811
    page = text(as_(house.desi).get(f"/desk/{open_one}/?player={house.player('Rui Barbosa')}"))
    assert due(page) == ["12000"]
    form = page[page.index('class="change-due"') :]
    field = re.search(r"<input[^>]*>", form)
    # without a name it goes nowhere
    assert field and " name=" not in field[0]


def test_each_price_has_its_own_change_and_a_correction_none(house):  # noqa: F811
    tournament = running(
        house,
        entries=9,
        template="turbo-8max",
        rebuy={"price_cents": 5_000, "chips": 10_000, "until_level": 6, "per_player": None},
    )
    page = text(as_(house.desi).get(f"/desk/{tournament}/?player={somebody(tournament).entry.player_id}"))
    assert "Correct the payment method" in page
    assert due(page) == ["5000"]
