"""Practice says that it is practice wherever somebody could take it for a real night: floor, wall and paper."""

from __future__ import annotations

import pytest

from tests.web.director.test_director import as_, house
from tournaments.models import Entry

__all__ = ["house"]

pytestmark = pytest.mark.django_db
MARK = "Practice"


@pytest.mark.parametrize("practice", [True, False])
def test_floor_wall_and_paper_say_practice_and_a_real_night_does_not(house, practice):  # noqa: F811
    t = house.started("turbo-8max", entries=3, name="Segunda", practice=practice)
    client = as_(house.ana)
    receipt = Entry.objects.filter(tournament_id=t).order_by("pk").first().receipt
    pages = [
        "/floor/",
        f"/floor/{t}/",
        f"/floor/{t}/rulings/",
        f"/screens/{t}/clock/",
        f"/screens/{t}/payouts/",
        f"/desk/{t}/receipts/{receipt}/",
    ]
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, page
        html = answer.content.decode()
        # beside the tournament's name or state; the director's frame around a receipt has its own
        marked = "this is no receipt" in html if "receipts" in page else f">{MARK}<" in html
        assert marked == practice, page
