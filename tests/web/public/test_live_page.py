"""The public page before, while and after a tournament: what is first, what has an age."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tables.commands.count_chips import count_chips
from tests import cast
from tests.payouts.room import finish
from tests.payouts.test_season import circuit, freezeout
from tests.tables import room
from tournaments.queries.eliminations import eliminations_payload
from tournaments.queries.stacks import biggest_stacks, place_by_count
from web.player.table_drawing import seats_drawn

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def page(path: str) -> str:
    answer = Client(headers={"accept-language": "en"}).get(path)
    assert answer.status_code == 200, answer.content.decode()[:300]
    return answer.content.decode()


def count(house: cast.House, entry: int, chips: int) -> None:
    cast.say(count_chips, by=house.bruno, at=cast.after(minutes=5), entry_id=entry, stack_chips=chips)


def phase(html: str) -> str:
    return re.findall(r'data-phase="([a-z]+)"', html)[0]


def test_the_page_is_another_before_while_and_after(house: cast.House) -> None:
    before = page(f"/t/{house.published(guarantee_cents=300_000_00)}/")
    assert phase(before) == "before" and "<b>R$300,000</b>" in before and 'class="ticket"' in before
    assert 'data-part="counted"' not in before and 'data-part="podium"' not in before
    live = page(f"/t/{house.started('turbo-8max', entries=6)}/")
    assert phase(live) == "live" and 'class="ticket"' not in live
    assert re.search(r'data-part="left">6<small>of 6 entries</small>', live)
    _season, stage = circuit(house)
    done = freezeout(house, stage)
    finish(house, done)
    over = page(f"/t/{done}/")
    winner = eliminations_payload(done)["rows"][0]["name"]
    assert phase(over) == "over" and f"<b>{winner}</b>" in over and 'data-part="clock"' not in over
    assert len(re.findall("<li><span>", over.split('data-part="podium"')[1].split("</ol>")[0])) == 3


@pytest.mark.rule("ADTP.64")
def test_only_counted_stacks_are_told_and_each_with_its_age(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=6)
    assert biggest_stacks(t) == [] and re.search(r'data-part="standings-box" hidden', page(f"/t/{t}/"))
    first, second, third, *_ = room.seats(t)
    assert place_by_count(first) is None
    count(house, first, 10_000)
    # alone there is no place among others
    assert place_by_count(first) is None
    count(house, second, 30_000)
    count(house, third, 20_000)
    assert [row.stack.chips for row in biggest_stacks(t)] == [30_000, 20_000, 10_000]
    assert [row.stack.chips for row in biggest_stacks(t, limit=2)] == [30_000, 20_000]
    told = place_by_count(first)
    assert told is not None and (told.place, told.counted, told.leader_chips) == (3, 3, 30_000)
    shown = page(f"/t/{t}/").split('data-part="standings"')[1].split("</ol>")[0]
    assert re.findall(r'class="figures">([0-9,]+)<small>level 1</small>', shown) == [
        "30,000",
        "20,000",
        "10,000",
    ]
    assert re.findall(r'<rect width="(\d+)"', shown) == ["100", "66", "33"]


def test_who_is_out_is_told_with_who_took_the_chips_and_where(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=6)
    first, *_ = room.seats(t)
    room.bust(house, t, first, at=cast.after(minutes=6))
    row = eliminations_payload(t)["rows"][0]
    assert (row["place"], row["by"], row["at_ms"]) == (6, [], int(cast.after(minutes=6).timestamp() * 1000))
    outs = page(f"/t/{t}/").split('data-part="eliminations"')[1].split("</ol>")[0]
    assert row["name"] in outs and f"table {row['table']}" in outs


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_table_is_drawn_clockwise_from_the_dealers_left(seats: int) -> None:
    drawn = seats_drawn(seats, mine=1)
    assert [one.number for one in drawn] == list(range(1, seats + 1))
    assert [one.mine for one in drawn] == [True] + [False] * (seats - 1)
    # seat 1 at the left, the last one at the right, none where the dealer sits
    assert drawn[0].x < 100 < drawn[-1].x
    assert not [one for one in drawn if one.y > 96 and 70 < one.x < 130]
    apart = {(one.x, one.y) for one in drawn}
    assert len(apart) == seats
