"""Rulings are given under the policies that the tournament itself runs under."""

from __future__ import annotations

import pytest

from tables.commands.log_ruling import log_ruling
from tests import cast
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.rule("SCPT.T", "ADTP.29")
def test_the_clock_is_called_where_the_action_clock_is_the_main_events_alone() -> None:
    house = cast.house()
    t = house.started("scpt-main", entries=2)
    asked = {"asked_at_seat": True, "reasonable_time_passed": True, "facing_bet": True}

    def told() -> object:
        made = cast.say(
            log_ruling, by=house.bruno, tournament_id=t, table_number=1, kind="called_clock", situation=asked
        )
        return made["ruling"]["code"]

    assert told() == "no_called_clock"
    Tournament.objects.filter(pk=t).update(main_event=False)
    assert told() == "clock"
