"""All seats drawn anew at announced numbers of players."""

from __future__ import annotations

from typing import Any

import pytest

from tables.commands.redraw_tables import redraw_tables
from tables.queries import proposals
from tests import cast
from tests.tables import room
from tournaments.commands.close_entries import close_entries
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.models import Field, Tournament

pytestmark = pytest.mark.django_db


def down_to(house: Any, t: int, players: int) -> None:
    """One of the fullest table at a time, so that nothing but the redraw is due."""
    while Field.objects.get(pk=t).players_left > players:
        tables = {n for n, _ in room.seats(t).values()}
        fullest = max(sorted(tables), key=lambda n: len(room.at_table(t, n)))
        room.bust(house, t, next(iter(room.at_table(t, fullest).values())))


def due(t: int) -> list[tuple[str, str, int]]:
    return [(p.kind, p.rule, p.params["at"]) for p in proposals(t) if p.kind == "redraw"]


@pytest.mark.rule("ADTP.7", "REGULATIONS 3.7")
def test_a_redraw_is_due_at_each_announced_number_once() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=24, seats_per_table=8, redraw_at=[12, 22, 40])
    assert Tournament.objects.get(pk=t).redraw_at == [40, 22, 12]
    # nobody comes down to 40 in a field of 24; while people may enter nothing is due
    down_to(house, t, 22)
    assert due(t) == []
    cast.say(close_entries, by=house.ana, at=cast.after(hours=1), tournament_id=t)
    assert due(t) == [("redraw", "ADTP.7", 22)]
    down_to(house, t, 21)
    assert due(t) == [("redraw", "ADTP.7", 22)]
    cast.say(redraw_tables, by=house.ana, at=cast.after(hours=1), tournament_id=t, final=False)
    assert due(t) == []
    down_to(house, t, 13)
    assert due(t) == []
    down_to(house, t, 12)
    assert due(t) == [("redraw", "ADTP.7", 12)]
    made = cast.say(redraw_tables, by=house.ana, at=cast.after(hours=2), tournament_id=t, final=False)
    assert made["players"] == 12 and due(t) == []
    room.holds(t)


@pytest.mark.rule("ADTP.7")
def test_the_points_may_change_while_it_runs() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=18, late_registration_level=0, re_entries_per_player=0)
    down_to(house, t, 15)
    assert due(t) == []
    cast.say(edit_tournament, by=house.ana, tournament_id=t, changes={"redraw_at": [15]})
    assert due(t) == [("redraw", "ADTP.7", 15)]
    for wrong, code in (("27", "bad_redraws"), ([2], "number_too_small"), (["x"], "not_a_number")):
        with cast.refused(code):
            cast.say(edit_tournament, by=house.ana, tournament_id=t, changes={"redraw_at": wrong})
