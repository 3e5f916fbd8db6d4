"""The public page before, while and after a tournament, and the phone of who plays in it: what is first, what has an age."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from people.commands.check_identity import check_identity
from people.models import User
from tables.commands.count_chips import count_chips
from tables.models import Seat
from tests import cast
from tests.payouts.room import finish
from tests.payouts.test_season import circuit, freezeout
from tests.tables import room
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry, Tournament
from tournaments.queries.eliminations import eliminations_payload
from tournaments.queries.place_by_count import place_by_count
from tournaments.queries.stacks import biggest_stacks
from web.player.table_drawing import seats_drawn

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def page(path: str, who: cast.Person | None = None) -> str:
    client = Client(headers={"accept-language": "en"})
    if who is not None:
        client.force_login(User.objects.get(pk=who.user_id))
    answer = client.get(path)
    assert answer.status_code == 200, answer.content.decode()[:300]
    return answer.content.decode()


def count(house: cast.House, entry: int, chips: int) -> None:
    cast.say(count_chips, by=house.bruno, at=cast.after(minutes=5), entry_id=entry, stack_chips=chips)


def with_caio(house: cast.House, *, others: int, **more: object) -> tuple[int, int]:
    """(tournament, Caio's entry): running, with so many others."""
    t = house.registering("turbo-8max", **more)
    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id,
        document_kind="rg", document_number="12345678",
    )  # fmt: skip
    house.enter(t, house.caio.player_id)
    house.fill(t, others)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    return t, Entry.objects.get(tournament_id=t, player_id=house.caio.player_id).pk


def phase(html: str) -> str:
    return re.findall(r'data-phase="([a-z]+)"', html)[0]


def test_the_page_is_another_before_while_and_after(house: cast.House) -> None:
    before = page(f"/t/{house.published(guarantee_cents=300_000_00)}/")
    assert phase(before) == "before" and "<b>R$300,000</b>" in before and 'class="ticket"' in before
    assert ">Registration opens Sat\xa021\xa0Nov, 18:00</a>" in before
    assert 'data-part="counted"' not in before and 'data-part="podium"' not in before
    live = page(f"/t/{house.started('turbo-8max', entries=6)}/")
    assert phase(live) == "live" and 'class="ticket"' not in live
    assert re.search(r'data-part="left">6<small>of 6 entries</small>', live)
    _season, stage = circuit(house)
    done = freezeout(house, stage)
    finish(house, done)
    over = page(f"/t/{done}/")
    winner = eliminations_payload(done, seen_at=None)["rows"][0]["name"]
    assert phase(over) == "over" and f"<b>{winner}</b>" in over and 'data-part="clock"' not in over
    assert "The night in figures" in over and "The night in figures" not in live
    assert len(re.findall("<li><span>", over.split('data-part="podium"')[1].split("</ol>")[0])) == 3


@pytest.mark.rule("ADTP.64")
def test_who_only_watches_is_led_from_a_tournament_played_online_to_its_tables(house: cast.House) -> None:
    here, online = house.started("turbo-8max"), house.started("turbo-8max")
    Tournament.objects.filter(pk=online).update(online=True)
    assert 'href="/tables/">Watch the tables</a>' in page(f"/t/{online}/")
    assert "Watch the tables" not in page(f"/t/{here}/")


def test_only_counted_stacks_are_told_and_each_with_its_age(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=6)
    assert biggest_stacks(t, at=cast.after(minutes=60)) == [] and re.search(
        r'data-part="standings-box" hidden', page(f"/t/{t}/")
    )
    first, second, third, *_ = room.seats(t)
    assert place_by_count(first, at=cast.after(minutes=60)) is None
    count(house, first, 10_000)
    # alone there is no place among others
    assert place_by_count(first, at=cast.after(minutes=60)) is None
    count(house, second, 30_000)
    count(house, third, 20_000)
    assert [row.stack.chips for row in biggest_stacks(t, at=cast.after(minutes=60))] == [
        30_000,
        20_000,
        10_000,
    ]
    assert [row.stack.chips for row in biggest_stacks(t, at=cast.after(minutes=60), limit=2)] == [
        30_000,
        20_000,
    ]
    told = place_by_count(first, at=cast.after(minutes=60))
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
    row = eliminations_payload(t, seen_at=None)["rows"][0]
    assert (row["place"], row["by"], row["at_ms"]) == (6, [], int(cast.after(minutes=6).timestamp() * 1000))
    outs = page(f"/t/{t}/").split('data-part="eliminations"')[1].split("</ol>")[0]
    assert row["name"] in outs and f"table\u00a0{row['table']}" in outs


def test_the_phone_draws_the_table_with_my_seat_and_my_place_among_counted_stacks(house: cast.House) -> None:
    t, mine = with_caio(house, others=5)
    seat = Seat.objects.select_related("table").get(entry_id=mine)
    html = page(f"/play/{t}/", house.caio)
    assert (
        f'aria-label="Table {seat.table.number}, seat {seat.number}: the dealer sits at the bottom"' in html
    )
    assert len(re.findall(r'<g class="mine">', html)) == 1 and "my-stack" not in html
    other = next(entry for entry in room.seats(t) if entry != mine)
    count(house, mine, 40_000)
    count(house, other, 50_000)
    html = page(f"/play/{t}/", house.caio)
    told = html.split('class="card my-stack"')[1].split("</section>")[0]
    assert (
        "of 2 counted" in told
        and "40,000 chips at the last count" in told
        and re.search(r"most: \d+ BB", told)
    )


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


def test_who_is_out_keeps_the_page_and_reads_a_result(house: cast.House) -> None:
    t, mine = with_caio(house, others=2, re_entries_per_player=0)
    room.bust(house, t, mine, at=cast.after(minutes=6))
    html = page(f"/play/{t}/", house.caio)
    assert 'class="felt result centred"' in html and "You are out" in html
    assert re.search(r'class="seat-huge" data-place="3"', html)
