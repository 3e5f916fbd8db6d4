"""After a no, Enter sells nothing: the page that follows has the focus on no sale."""

from __future__ import annotations

import uuid
from html import unescape

import pytest
from django.test import Client

from people.models import User
from tests import cast
from tournaments.commands.cancel_registration import cancel_registration

pytestmark = pytest.mark.django_db


def test_a_cancellation_that_somebody_was_quicker_with_leaves_no_sale_under_enter():
    house = cast.house()
    tournament = house.registering("turbo-8max")
    made = house.enter(tournament)
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=house.desi.user_id))
    cast.say(
        cancel_registration,
        by=house.olga,
        at=cast.OPEN,
        registration_id=made["registration_id"],
        reason="Registered twice",
    )
    desk = f"/desk/{tournament}/"
    # who comes to sell has the sale under Enter
    sells = unescape(client.get(f"{desk}?player={made['player_id']}").content.decode())
    assert "Paid: register" in sells and sells.count("autofocus") == 1
    with cast.unchanged():
        page = client.post(
            f"{desk}do/cancel/",
            {
                "command_id": str(uuid.uuid4()),
                "player_id": made["player_id"],
                "registration_id": made["registration_id"],
            },
            follow=True,
        )
    html = unescape(page.content.decode())
    assert "This registration is already cancelled." in html and "Paid: register" in html
    assert "autofocus" not in html
