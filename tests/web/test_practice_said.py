"""Practice says that it is practice wherever somebody could take it for a real night: floor, wall and paper."""

from __future__ import annotations

import pytest

from tests.payouts.room import finish
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


@pytest.mark.parametrize("practice", [True, False])
def test_what_is_printed_of_the_seats_says_practice_beside_the_name(house, practice):  # noqa: F811
    t = house.started("turbo-8max", entries=3, name="Segunda", practice=practice)
    client = as_(house.ana)
    mark = f'<strong class="practice">{MARK}</strong>'
    # one on each card, one at the head of the list
    for page, times in ((f"/director/{t}/tables/cards/", 3), (f"/director/{t}/tables/list/", 1)):
        assert client.get(page).content.decode().count(mark) == times * practice, page


@pytest.mark.parametrize("practice", [True, False])
def test_a_payout_slip_of_practice_says_that_nobody_gets_money_for_it(house, practice):  # noqa: F811
    t = house.started(
        "turbo-8max",
        entries=3,
        name="Segunda",
        practice=practice,
        late_registration_level=0,
        re_entries_per_player=0,
    )
    finish(house, t)
    slips = as_(house.ana).get(f"/director/{t}/prizes/slips/").content.decode()
    assert "Payout slip no." in slips
    assert ("nobody gets money for this slip." in slips) == practice
