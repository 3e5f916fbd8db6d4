"""A difference between the stacks counted and the chips in play is put down with one tap, and with its reason."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from people.models import User
from tables.commands.count_chips import count_chips
from tables.queries import chips_account
from tests import cast
from tests.tables import room
from tournaments.commands.move_to_level import move_to_level
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

LATE = 6


@pytest.mark.rule("ADTP.24C", "REGULATIONS 4.4")
@pytest.mark.parametrize(("difference", "name"), [(-40, "removed_chips"), (25, "added_chips")])
def test_the_race_explains_a_difference(difference: int, name: str) -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=2)
    # past the level that is the last to need the smallest chips
    cast.say(move_to_level, by=house.ana, at=cast.START, tournament_id=t, level_index=LATE)
    stack = Tournament.objects.get(pk=t).starting_stack_chips
    for entry, chips in zip(room.seats(t), (stack, stack + difference), strict=True):
        cast.say(count_chips, by=house.bruno, at=cast.after(minutes=1), entry_id=entry, stack_chips=chips)
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=house.ana.user_id))
    page = client.get(f"/director/{t}/").content.decode()
    assert "It was the chip race" in page
    assert f'name="{name}" value="{abs(difference)}"' in page
    # before a reason is given the stacks can be counted once more
    assert f'href="/director/{t}/tables/1/count/"' in page and "Count again" in page
    answer = client.post(
        f"/director/{t}/do/chips-in-play/",
        {"command_id": str(uuid.uuid4()), name: str(abs(difference)), "reason": "It was the chip race"},
    )
    assert answer.status_code == 302
    assert chips_account(t).difference_chips == 0
    assert "It was the chip race" not in client.get(f"/director/{t}/").content.decode()
