"""A table of a tournament online that stands by itself is told to its director, until it goes on."""

from __future__ import annotations

import pytest

from dispatch.facts import SYSTEM
from play.commands.hold_table import hold_table
from play.commands.release_table import release_table
from tests import cast
from tests.play.event import house
from tests.play.room import started
from tests.web.director.needs_read import need_shown
from tests.web.director.test_director import as_
from tournaments.commands.freeze_venue import freeze_venue

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.72")]


def test_a_table_that_holds_itself_or_is_held_is_read_first_and_one_that_stands_with_all_clocks_is_not():
    room = started(house(), players=6, seats=3)
    first, second = room.open()
    t, director = room.tournament_id, room.house.ana
    ana = as_(director)
    broken, by_staff = (f"held-{row.table_number}" for row in (first, second))
    assert need_shown(ana, t, key=broken) == ("", "")
    cast.say(hold_table, by=SYSTEM, at=room.now, table_id=first.pk)
    cast.say(hold_table, by=director, at=room.now, table_id=second.pk, reason="Falha no vídeo")
    assert need_shown(ana, t, key=broken) == (
        f"Table {first.table_number} broke off and holds itself",
        "Nobody's time runs: see what stands there, then let it go on.",
    )
    assert need_shown(ana, t, key=by_staff) == (
        f"Table {second.table_number} is held",
        "Falha no vídeo. Nobody's time runs.",
    )
    for row in (first, second):
        cast.say(release_table, by=director, at=room.now, table_id=row.pk)
    cast.say(freeze_venue, by=director, at=room.now, venue_id=room.house.venue_id)
    assert need_shown(ana, t, key=broken) == need_shown(ana, t, key=by_staff) == ("", "")
