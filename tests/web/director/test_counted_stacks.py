"""Counted stacks with their age: a count that play has overtaken is never told as a fact, a bust leaves no difference."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from people.models import User
from tables.commands.count_chips import count_chips
from tables.commands.redraw_tables import redraw_tables
from tables.queries import chips_account, table_view
from tests import cast
from tests.tables import room
from tournaments.commands.close_entries import close_entries
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.models import Entry, Tournament
from tournaments.queries.entries import player_payload
from tournaments.queries.stacks import standings_payload

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def _client(person: cast.Person) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def _count_all(house: cast.House, t: int, stacks: dict[int, int], *, minutes: float) -> None:
    for entry, chips in stacks.items():
        cast.say(
            count_chips, by=house.bruno, at=cast.after(minutes=minutes), entry_id=entry, stack_chips=chips
        )


def _level(house: cast.House, t: int, index: int, *, minutes: float) -> None:
    cast.say(move_to_level, by=house.ana, at=cast.after(minutes=minutes), tournament_id=t, level_index=index)


def _page(house: cast.House, path: str) -> str:
    return _client(house.ana).get(path).content.decode()


@pytest.mark.rule("ADTP.64", "ADTP.24C")
def test_a_bust_after_the_count_leaves_no_difference_and_its_undo_gives_the_counts_back(
    house: cast.House,
) -> None:
    t = house.started("turbo-8max", entries=4)
    stack = Tournament.objects.get(pk=t).starting_stack_chips
    entries = list(room.seats(t))
    stacks = dict(zip(entries, (stack // 2, stack // 2, stack, 2 * stack), strict=True))
    _count_all(house, t, stacks, minutes=5)
    account = chips_account(t)
    assert (account.counted, account.counted_chips, account.difference_chips) == (4, 4 * stack, 0)
    out = [
        room.bust(house, t, entry, at=cast.after(minutes=10 + n))["eliminations"][0]["elimination_id"]
        for n, entry in enumerate(entries[:2])
    ]
    account = chips_account(t)
    assert (account.counted, account.counted_chips, account.difference_chips) == (0, 0, None)
    shown = _page(house, f"/director/{t}/")
    assert "Difference" not in shown and "It was the chip race" not in shown
    for elimination in reversed(out):
        cast.say(undo_elimination, by=house.ana, at=cast.after(minutes=20), elimination_id=elimination)
    account = chips_account(t)
    assert (account.counted, account.counted_chips, account.difference_chips) == (4, 4 * stack, 0)
    table = table_view(t, table_number=1)
    assert {c.entry_id: c.stack_chips for c in table.chairs if c.entry_id} == stacks
    assert "Difference" not in _page(house, f"/director/{t}/")


@pytest.mark.rule("ADTP.64")
def test_a_stack_that_was_never_counted_is_not_shown_and_an_old_one_says_its_level(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=3)
    first, second, third = room.seats(t)
    assert [c.stack for c in table_view(t, table_number=1).chairs if c.entry_id] == [None, None, None]
    stack = Tournament.objects.get(pk=t).starting_stack_chips
    _count_all(house, t, {first: stack + 700, second: stack - 700}, minutes=5)
    _level(house, t, 1, minutes=6)
    _count_all(house, t, {third: stack}, minutes=7)
    told = {c.entry_id: c.stack for c in table_view(t, table_number=1).chairs if c.entry_id}
    assert [(told[e].chips, told[e].level, told[e].stands) for e in (first, second, third)] == [
        (stack + 700, 1, False),
        (stack - 700, 1, False),
        (stack, 2, True),
    ]
    seats = {c.entry_id: c.stack_chips for c in table_view(t, table_number=1).chairs if c.entry_id}
    assert seats == {first: None, second: None, third: stack}
    account = chips_account(t)
    assert (account.counted, account.difference_chips) == (1, None)
    page = _page(house, f"/director/{t}/tables/")
    # what most of them share is said once, in the middle
    assert (
        len(re.findall("Counted in level\u00a01\\s*</p>", page)) == 1 and "counted in level\u00a0" not in page
    )
    where = room.seats(t)[first]
    assert "· level 1</span>" in _page(house, f"/director/{t}/tables/{where[0]}/seats/{where[1]}/")
    player = Entry.objects.get(pk=first).player_id
    assert player_payload(player, tournament_id=t)["entry"]["stack_chips"] is None
    assert player_payload(player, tournament_id=t)["entry"]["stack"] == {
        "chips": stack + 700,
        "level": 1,
        "recess": False,
        "stands": False,
        "bust_since": False,
        "sole": False,
    }


@pytest.mark.rule("ADTP.64")
def test_the_final_table_tells_no_old_count_as_a_stack_of_now_and_the_last_player_owns_all(
    house: cast.House,
) -> None:
    t = house.started("turbo-8max", entries=3)
    stack = Tournament.objects.get(pk=t).starting_stack_chips
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=1), tournament_id=t)
    cast.say(redraw_tables, by=house.ana, at=cast.after(minutes=2), tournament_id=t, final=True)
    entries = list(room.seats(t))
    stacks = dict(zip(entries, (stack // 2, stack, stack + stack // 2), strict=True))
    _count_all(house, t, stacks, minutes=3)
    rows = standings_payload(t, seen_at=cast.after(minutes=9))["rows"]
    assert [r["stack_chips"] for r in rows] == [stack + stack // 2, stack, stack // 2]
    room.bust(house, t, entries[0], at=cast.after(minutes=5))
    rows = standings_payload(t, seen_at=cast.after(minutes=9))["rows"]
    assert [(r["stack_chips"], r["stack"]["chips"], r["stack"]["level"]) for r in rows] == [
        (None, stack + stack // 2, 1),
        (None, stack, 1),
    ]
    public = Client(headers={"accept-language": "en"}).get(f"/t/{t}/").content.decode()
    assert re.search(rf">\s*{stack:,}<small>counted before the last bust</small>", public)
    # and so do the sheet of the seat and the player's own page
    table, seat = room.seats(t)[entries[1]]
    assert "· counted before the last bust</span>" in _page(
        house, f"/director/{t}/tables/{table}/seats/{seat}/"
    )
    own = player_payload(Entry.objects.get(pk=entries[1]).player_id, tournament_id=t)["entry"]["stack"]
    assert (own["stands"], own["bust_since"]) == (False, True)
    page = _page(house, f"/director/{t}/tables/")
    assert (
        len(re.findall(r"Counted before the last bust\s*</p>", page)) == 1
        and "counted before the last bust<" not in page
    )
    assert "counted in level\u00a01" not in page
    room.bust(house, t, entries[1], at=cast.after(minutes=8))
    (row,) = standings_payload(t, seen_at=cast.after(minutes=9))["rows"]
    assert (row["stack_chips"], row["stack"]["sole"]) == (3 * stack, True)
    account = chips_account(t)
    assert (account.counted, account.players_left, account.difference_chips) == (1, 1, 0)
    page = _page(house, f"/director/{t}/")
    assert re.search(rf'<dt>1 of 1 stacks counted</dt>\s*<dd class="figures">{3 * stack:,}</dd>', page)
    assert "Difference" not in page


def test_the_final_table_and_the_strip_tell_one_average(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=4)
    stack = Tournament.objects.get(pk=t).starting_stack_chips
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=1), tournament_id=t)
    cast.say(redraw_tables, by=house.ana, at=cast.after(minutes=2), tournament_id=t, final=True)
    room.bust(house, t, next(iter(room.seats(t))), at=cast.after(minutes=3))
    page = _page(house, f"/director/{t}/tables/")
    average = f"{round(4 * stack / 3):,}"
    assert average == "26,667"
    assert re.search(rf'data-part="average">\s*{average}<', page)
    assert re.search(rf"Average {average}\s", page)


def test_the_api_gives_every_count_with_its_age(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=2)
    first, second = room.seats(t)
    _count_all(house, t, {first: 4321}, minutes=1)
    _level(house, t, 1, minutes=2)
    answer = _client(house.bruno).get(f"/api/tournaments/{t}/tables/1")
    chairs = {c["entry_id"]: c for c in json.loads(answer.content)["chairs"] if c["entry_id"]}
    assert chairs[first]["stack_chips"] is None
    assert chairs[first]["stack"]["chips"] == 4321
    assert (chairs[first]["stack"]["level"], chairs[first]["stack"]["stands"]) == (1, False)
    assert chairs[second]["stack"] is None


@pytest.mark.rule("ADTP.24A", "ADTP.24C", "ADTP.25B")
@pytest.mark.parametrize(
    ("index", "missing", "offered"), [(0, 40, False), (6, 40, True), (6, 75, True), (6, 100, False)]
)
def test_the_chip_race_is_named_only_for_what_the_retired_chips_can_explain(
    house: cast.House, index: int, missing: int, offered: bool
) -> None:
    t = house.started("turbo-8max", entries=2)
    stack = Tournament.objects.get(pk=t).starting_stack_chips
    if index:
        _level(house, t, index, minutes=1)
    first, second = room.seats(t)
    _count_all(house, t, {first: stack, second: stack - missing}, minutes=2)
    page = _page(house, f"/director/{t}/")
    assert "Chips were found, lost or forfeited" in page
    assert ("It was the chip race" in page) is offered
    assert chips_account(t).difference_chips == -missing


@pytest.mark.rule("ADTP.67D")
def test_who_is_disqualified_takes_the_chips_out_and_the_counts_of_the_others_stand(
    house: cast.House,
) -> None:
    t = house.started("turbo-8max", entries=3)
    stack = Tournament.objects.get(pk=t).starting_stack_chips
    entries = list(room.seats(t))
    _count_all(house, t, dict.fromkeys(entries, stack), minutes=5)
    cast.say(
        eliminate_players,
        by=house.ana,
        at=cast.after(minutes=6),
        tournament_id=t,
        table_number=1,
        busts=[{"entry_id": entries[0], "stack_chips_start": stack}],
        reason="disqualified",
        why="Collusion",
    )
    account = chips_account(t)
    assert (account.counted, account.counted_chips, account.difference_chips) == (2, 2 * stack, 0)
    page = _page(house, f"/director/{t}/")
    assert (
        f"{3 * stack:,} were given out; {stack:,} left play: disqualified, given up, lost or raced off."
        in page
    )
