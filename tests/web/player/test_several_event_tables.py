"""A tournament online at several tables, on the pages of its players."""

from __future__ import annotations

import pytest
from django.urls import reverse

from dispatch.facts import SYSTEM
from play.commands.close_hand import close_hand
from tests import cast
from tests.play.event import house
from tests.play.room import Room, loses_all, started
from tests.web.player.test_tables import browser


@pytest.fixture
def room(db) -> Room:
    """Two tables of four players, of which one has just lost two of hers, so that the other gives one."""
    room = started(house(), players=8, seats=5)
    short, full = room.until_close(*(row.table_number for row in room.open()))
    loses_all(short, losers=2)
    for row in (short, full):
        cast.say(close_hand, by=SYSTEM, at=max(short.due_at, full.due_at), table_id=row.pk, turn=row.turn)
    return room


@pytest.mark.rule("PT-T.47", "PT-T.48")
def test_who_is_moved_is_led_to_the_new_table(room):
    short, full = room.open()
    assert [len(row.seats) for row in (short, full)] == [3, 3]
    before = {sitting.player_id for sitting in full.sittings.filter(left_at__isnull=False)}
    moved = next(kept["player_id"] for kept in short.seats if kept["player_id"] in before)
    person = room.people[moved]
    old, new = f"/tables/{full.pk}/", f"/tables/{short.pk}/"
    answer = browser(person).get(old)
    assert (answer.status_code, answer["Location"]) == (302, new)
    page = browser(person).get(new).content.decode()
    where = page.partition('data-part="where"')[2].partition("</span>")[0]
    assert where.replace("\u00a0", " ").endswith(f">Mesa {short.table_number}")
    phone = browser(person).get(reverse("play", args=[room.tournament_id])).content.decode()
    assert f'href="{new}"' in phone and "/moving/" not in phone
    # who never sat there looks on
    other = next(kept["player_id"] for kept in short.seats if kept["player_id"] != moved)
    assert browser(room.people[other]).get(old).status_code == 200


def test_the_director_has_nothing_to_move(room):
    page = browser(room.house.ana).get(f"/director/{room.tournament_id}/").content.decode()
    needs = page.partition('id="needs-title"')[2].partition("</ul>")[0]
    assert "Jogado online" in page and "Nada." in needs, needs
