"""A whole table is counted on one sheet: what cannot be kept is told at its seat and costs none of the others."""

from __future__ import annotations

import json
import re
import uuid
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.test import Client
from django.utils import translation

from dispatch import relay
from people.models import User
from tables.commands.count_chips import count_chips
from tables.commands.count_table import count_table
from tables.commands.move_player import move_player
from tables.models import ChipCount
from tables.queries import table_counts
from tests import cast
from tests.tables import room
from tournaments.commands.move_to_level import move_to_level
from tournaments.models import Entry, Tournament
from web.director.room import filters

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ADTP.64")]


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def _client(person: cast.Person) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def _form(page: str) -> dict[str, str]:
    """What the sheet would send as it is drawn."""
    fields = re.findall(r'<input[^>]*name="((?:seat|who)_[0-9]+|command_id)"[^>]*>', page)
    tags = {name: re.search(rf'<input[^>]*name="{name}"[^>]*>', page)[0] for name in fields}  # type: ignore[index]
    return {name: re.search(r'value="([^"]*)"', tag)[1] for name, tag in tags.items()}  # type: ignore[index]


def _stacks(t: int) -> dict[int, int]:
    counted = Entry.objects.filter(tournament_id=t, counted_at__isnull=False)
    return dict(counted.values_list("pk", "stack_chips"))


def _stack(t: int) -> int:
    return int(Tournament.objects.get(pk=t).starting_stack_chips)


def _errors(page: str) -> dict[str, str]:
    return dict(re.findall(r'<span class="wrong" id="wrong-(seat_[0-9]+)">([^<]*)</span>', page))


def test_a_table_is_counted_on_one_sheet_and_an_empty_field_counts_nobody(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=12)
    stack, client = _stack(t), _client(house.bruno)
    at_table = room.at_table(t, 1)
    seats = sorted(at_table)
    address = f"/director/{t}/tables/1/count/"
    assert f'href="{address}"' in client.get(f"/director/{t}/tables/").content.decode()
    page = client.get(address).content.decode()
    form = _form(page)
    assert {n: v for n, v in form.items() if n.startswith("who_")} == {
        f"who_{s}": str(e) for s, e in at_table.items()
    }
    assert {v for n, v in form.items() if n.startswith("seat_")} == {""}
    assert page.count("not counted</span>") == 6 and page.count("Nobody sits here.") == 2
    form |= {f"seat_{seats[0]}": f"{stack + 2_500:,}", f"seat_{seats[1]}": str(stack - 2_500)}
    answer = client.post(address, form)
    assert (answer.status_code, answer["Location"]) == (302, address)
    assert _stacks(t) == {at_table[seats[0]]: stack + 2_500, at_table[seats[1]]: stack - 2_500}
    page = client.get(address).content.decode()
    assert f"Table 1: 2 stacks are noted, {2 * stack:,}." in page
    assert f'{stack + 2_500:,} <span class="soft">level 1</span>' in page
    assert f'data-part="sum">{2 * stack:,}<' in page
    assert 'data-part="missing">4<' in page
    assert "Other tables, 0 of 6 counted" in page
    assert f'data-part="left">{10 * stack:,}<' in page
    assert "Table 2: 6 not counted" in page
    # the same press again, as of a double tap or a resend, counts nothing twice
    with cast.unchanged():
        client.post(address, form)
    assert ChipCount.objects.count() == 2
    while relay.seal():
        pass
    assert "A table counted" in client.get(f"/director/{t}/history/").content.decode()


def test_what_is_wrong_is_told_at_its_field_and_nothing_typed_is_lost(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=4)
    stack, client = _stack(t), _client(house.ana)
    first, second, third, fourth = sorted(room.at_table(t, 1))
    address = f"/director/{t}/tables/1/count/"
    form = _form(client.get(address).content.decode())
    with cast.unchanged():
        page = client.post(
            address,
            {**form, f"seat_{first}": str(stack), f"seat_{second}": "two", f"seat_{third}": "0"},
        ).content.decode()
    assert _errors(page) == {
        f"seat_{second}": "two is not a whole number.",
        f"seat_{third}": "0 is too little: at least 1.",
    }
    again = _form(page)
    assert [again[f"seat_{s}"] for s in (first, second, third, fourth)] == [str(stack), "two", "0", ""]
    with cast.unchanged():
        page = client.post(address, _form(client.get(address).content.decode())).content.decode()
    assert "Type at least one stack that was counted, and each seat once. (Rule ADTP.64)" in page
    # all are kept but the one with a digit too many
    page = client.post(
        address, {**again, f"seat_{second}": str(stack), f"seat_{third}": str(stack * 10)}
    ).content.decode()
    assert _errors(page) == {
        f"seat_{third}": f"{stack * 10:,} is more than all chips in play, {stack * 4:,}. Check the number of digits."
    }
    assert "Table 1: 2 stacks are noted" in page and "1 count is not kept: its seat says why." in page
    assert sorted(_stacks(t).values()) == [stack, stack]


def test_a_seat_that_changed_its_person_is_refused_and_the_rest_is_kept(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=12)
    stack, client = _stack(t), _client(house.ana)
    at_table = room.at_table(t, 1)
    stay, gone, left = sorted(at_table)[:3]
    address = f"/director/{t}/tables/1/count/"
    form = _form(client.get(address).content.decode())
    room.bust(house, t, at_table[gone])
    newcomer = next(iter(room.at_table(t, 2).values()))
    cast.say(
        move_player, by=house.bruno, at=cast.after(minutes=21), entry_id=newcomer, table_number=1,
        seat_number=gone, reason="balance",
    )  # fmt: skip
    room.bust(house, t, at_table[left], at=cast.after(minutes=22))
    typed = {f"seat_{s}": str(stack + s) for s in (stay, gone, left)}
    page = client.post(address, form | typed).content.decode()
    name = room.name_of(newcomer)
    assert _errors(page) == {
        f"seat_{gone}": f"{name} sits here now: this count was of somebody else and is not kept.",
        f"seat_{left}": "Nobody sits here any more: this count is not kept.",
    }
    assert _stacks(t) == {at_table[stay]: stack + stay}
    # the sheet is of now: nobody's count is put under another's name
    assert _form(page)[f"who_{gone}"] == str(newcomer) and _form(page)[f"seat_{gone}"] == ""
    # when nothing of it can be kept, nothing is done
    with cast.unchanged():
        page = client.post(
            address, {**form, "command_id": str(uuid.uuid4()), f"seat_{gone}": "900"}
        ).content.decode()
    assert list(_errors(page)) == [f"seat_{gone}"]
    assert _form(page)[f"seat_{gone}"] == ""


def test_the_api_counts_a_table_and_says_which_seats_it_could_not(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=4)
    stack = _stack(t)
    (first, one), (second, two), *_ = sorted(room.at_table(t, 1).items())

    def post(client: Client, *lines: tuple[int, int, int]) -> tuple[int, dict]:
        stacks = [{"seat_number": s, "entry_id": e, "stack_chips": c} for s, e, c in lines]
        answer = client.post(
            f"/api/tournaments/{t}/tables/1/stacks",
            json.dumps({"stacks": stacks}),
            content_type="application/json",
            headers={"Command-Id": str(uuid.uuid4())},
        )
        return answer.status_code, json.loads(answer.content)

    floor, passer = _client(house.bruno), _client(house.dora)
    with cast.unchanged():
        assert post(passer, (first, one, stack))[0] == 403
        assert post(floor)[0] == 400
        status, told = post(floor, (first, two, stack))
        assert (status, told["code"]) == (409, "seat_changed")
        status, told = post(floor, (first, one, stack), (first, one, 5))
        assert (status, told["code"]) == (409, "no_stacks")
    status, told = post(floor, (first, one, stack - 7), (second, one, stack))
    assert status == 200
    assert told["result"] == {
        "table_number": 1,
        "counted": 1,
        "chips": stack - 7,
        "not_counted": [
            {
                "seat_number": second,
                "entry_id": one,
                "code": "seat_changed",
                "params": {"seat": second, "name": room.name_of(two)},
            }
        ],
    }
    assert _stacks(t) == {one: stack - 7}


def test_in_a_break_the_tables_that_lack_counts_are_told(
    house: cast.House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("access.moment.at", lambda: cast.after(minutes=3))
    t = house.started("turbo-8max", entries=12)
    stack, client = _stack(t), _client(house.ana)
    items = Tournament.objects.get(pk=t).structure["items"]
    recess = next(n for n, item in enumerate(items) if "colour_up" in item or item.get("kind") == "recess")
    at = cast.after(minutes=1)
    for entry in room.seats(t):
        cast.say(count_chips, by=house.bruno, at=at, entry_id=entry, stack_chips=stack)
    assert [(c.table, c.players, c.counted, c.chips) for c in table_counts(t)] == [
        (1, 6, 6, 6 * stack),
        (2, 6, 6, 6 * stack),
    ]
    now = f"/director/{t}/"
    assert "tacks not counted yet" not in client.get(now).content.decode()
    cast.say(move_to_level, by=house.ana, at=cast.after(minutes=2), tournament_id=t, level_index=recess)
    page = client.get(now).content.decode()
    assert "Stacks not counted yet at table 1: 6 of 6, table 2: 6 of 6." in page
    assert f'href="/director/{t}/tables/?only=uncounted"' in page
    lines = [{"seat_number": s, "entry_id": e, "stack_chips": stack} for s, e in room.at_table(t, 2).items()]
    cast.say(
        count_table, by=house.bruno, at=cast.after(minutes=3), tournament_id=t, table_number=2, stacks=lines
    )
    page = client.get(now).content.decode()
    assert "Stacks not counted yet at table 1: 6 of 6." in page
    assert f'href="/director/{t}/tables/1/count/">Count table 1' in page
    page = client.get(f"/director/{t}/tables/?only=uncounted").content.decode()
    assert re.findall(r'data-table="([0-9]+)"', page) == ["1"]
    scope = SimpleNamespace(state="running", tournament_id=t)
    tiles = [
        SimpleNamespace(
            line=SimpleNamespace(table=n, players=6, break_rank=None), kind="good", unverified=False
        )
        for n in (1, 2)
    ]
    with translation.override("en"):
        found = [(f["text"], f["count"]) for f in filters(scope, tiles=tiles, only="", query={})]
    assert found == [("All tables", 2), ("Not counted", 1)]
    # who goes out in the break takes the counts of the own table along, not those of the other
    room.bust(house, t, room.at_table(t, 2)[lines[0]["seat_number"]], at=at + timedelta(minutes=4))
    assert [(c.table, c.missing) for c in table_counts(t)] == [(1, 6), (2, 5)]
    # the desk takes money and counts no stacks
    assert client.get(f"/director/{t}/tables/1/count/").status_code == 200
    assert _client(house.caio).get(f"/director/{t}/tables/1/count/").status_code == 403


def test_the_sheet_of_a_table_that_broke_keeps_nothing_and_says_so(house: cast.House) -> None:
    from tables.commands.break_table import break_table

    t = house.started("turbo-8max", entries=9)
    stack, client = _stack(t), _client(house.ana)
    address = f"/director/{t}/tables/2/count/"
    form = _form(client.get(address).content.decode())
    for entry in list(room.at_table(t, 1).values())[:3]:
        room.bust(house, t, entry)
    cast.say(break_table, by=house.ana, at=cast.after(minutes=25), tournament_id=t, table_number=2)
    filled = {name: str(stack) if name.startswith("seat_") else value for name, value in form.items()}
    with cast.unchanged():
        page = client.post(address, filled).content.decode()
    assert "Table 2 is already broken. (Rule ADTP.10)" in page
    assert "Nobody plays at this table now." in page
    assert client.get(f"/director/{t}/tables/7/count/").status_code == 404
