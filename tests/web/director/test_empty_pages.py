"""What the pages of a tournament without an entry say: not the same before, while and after registration."""

from __future__ import annotations

import pytest
from django.test import Client

from people.models import User
from tests import cast
from tournaments.commands.cancel_tournament import cancel_tournament

pytestmark = pytest.mark.django_db


def shown(path: str, who: cast.Person | None = None) -> str:
    client = Client(headers={"accept-language": "en"})
    if who is not None:
        client.force_login(User.objects.get(pk=who.user_id))
    answer = client.get(path)
    assert answer.status_code == 200, answer.content.decode()[:300]
    return answer.content.decode()


def test_the_money_of_nobody_says_when_entries_come() -> None:
    house = cast.house()
    announced = house.published("turbo-8max")
    page = shown(f"/director/{announced}/entries/", house.ana)
    assert "Nothing is sold yet. The desk takes entries once registration is open." in page
    assert "No entry yet. The desk takes them once registration is open." in page
    open_now = house.registering("turbo-8max")
    page = shown(f"/director/{open_now}/entries/", house.ana)
    assert "Nothing is sold yet." in page and "No entry yet. The desk takes them." in page
    assert "once registration is open" not in page


def test_a_tournament_cancelled_without_an_entry_promises_nothing() -> None:
    house = cast.house()
    t = house.registering("turbo-8max")
    cast.say(cancel_tournament, by=house.ana, tournament_id=t, reason="Nobody came")
    page = shown(f"/director/{t}/entries/", house.ana)
    assert (
        "Nothing was sold." in page and "Nobody entered." in page and "once registration is open" not in page
    )
    assert "as soon as their places are decided" not in shown(f"/director/{t}/prizes/", house.ana)
    public = shown(f"/t/{t}/")
    assert "The tournament was cancelled: there are no prizes." in public
    assert "forecast" not in public and "Known once" not in public


def test_a_draw_that_has_not_been_is_none_to_compute_again() -> None:
    house = cast.house()
    page = shown(f"/t/{house.registering('turbo-8max')}/draw/")
    assert "Nothing is drawn yet." in page and "0 draw" not in page
