"""The desk's address without a tournament leads to that of today."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.web.desk.test_desk import as_, house, text

__all__ = ["house"]
pytestmark = pytest.mark.django_db


def tonight(house, hours=2):
    return house.registering("turbo-8max", starts_at=datetime.now(UTC) + timedelta(hours=hours))


def test_the_one_tournament_of_today_is_opened_and_of_several_one_is_chosen(house):
    desk = as_(house.desi)
    assert "none is announced for tonight" in text(desk.get("/desk/"))
    one = tonight(house)
    assert desk.get("/desk/")["Location"] == f"/desk/{one}/"
    other = tonight(house, hours=1)
    page = text(desk.get("/desk/"))
    # which begins first stands first
    assert 0 < page.find(f'href="/desk/{other}/"') < page.find(f'href="/desk/{one}/"')


def test_who_takes_no_payments_is_refused_and_who_is_not_signed_in_signs_in(house, client):
    tonight(house)
    answer = as_(house.bruno).get("/desk/")
    assert answer.status_code == 403
    assert client.get("/desk/")["Location"].startswith("/sign-in/")
