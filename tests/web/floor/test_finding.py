"""Who sits where, asked on the floor's tablet by a piece of a name."""

from __future__ import annotations

import re

import pytest

from tests.web.desk.test_desk import as_, house, running, somebody, text  # noqa: F401 - a fixture
from tests.web.director.test_director import press

pytestmark = pytest.mark.django_db


def test_a_player_is_found_with_table_and_seat_and_without_the_name_of_the_document(house):  # noqa: F811
    tournament = running(house, entries=9, template="turbo-8max")
    seat = somebody(tournament)
    player = seat.entry.player
    bruno = as_(house.bruno)
    assert f'hx-get="/floor/{tournament}/find/"' in text(bruno.get(f"/floor/{tournament}/"))
    where = f"/floor/{tournament}/find/"
    found = text(bruno.get(where, {"q": player.public_name}))
    assert player.public_name in found
    assert re.search(
        rf'href="#{seat.table.number}/{seat.number}"\s*>Table {seat.table.number}, seat {seat.number}<', found
    )
    # the name of the document is for who may open files
    assert player.full_name == player.public_name or player.full_name not in found
    assert "Nobody by this name" in text(bruno.get(where, {"q": "Zzyzx"}))
    assert "<li" not in text(bruno.get(where, {"q": ""}))
    press(as_(house.ana), tournament, "bust", table="1", entry_id=str(seat.entry_id))
    out = text(bruno.get(where, {"q": player.public_name}))
    # while somebody may still enter no place stands; the hour of the bust does
    assert re.search(r">Out ·\s*<span[^>]*>\d\d:\d\d<", out) and "9th place" not in out
    press(as_(house.ana), tournament, "close-entries")
    assert "9th place" in text(bruno.get(where, {"q": player.public_name}))
    assert as_(house.dora).get(where, {"q": "a"}).status_code == 403
