"""Who sits where is verified a table at a time, and taken back."""

from __future__ import annotations

import json
import re
import uuid

import pytest
from django.test import Client

from dispatch import relay
from people.models import User
from tables.commands.move_player import move_player
from tables.commands.undo_verification import undo_verification
from tables.commands.verify_seat import verify_seat
from tables.commands.verify_table import verify_table
from tables.models import Seat
from tests import cast
from tests.tables import room

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def _client(person: cast.Person) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def _verified(t: int) -> dict[int, int]:
    """Table to seats that were looked at."""
    found: dict[int, int] = {}
    for table in Seat.objects.filter(table__tournament_id=t, verified_at__isnull=False).values_list(
        "table__number", flat=True
    ):
        found[table] = found.get(table, 0) + 1
    return found


@pytest.mark.rule("ADTP.7")
def test_one_press_verifies_a_table_and_the_row_goes(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=12)
    client = _client(house.ana)
    page = client.get(f"/director/{t}/").content.decode()
    assert "<strong>12 seats are not verified</strong>" in page and "Tables 1, 2." in page
    assert "Verify table 1" in page and "Verify table 2" in page
    drawn = client.get(f"/director/{t}/tables/").content.decode()
    assert [
        " ".join(said.split()) for said in re.findall(r">\s*(Verify \d+ players<[^,]*,\s*Table \d)<", drawn)
    ] == [
        'Verify 6 players<span class="visually-hidden">, Table 1',
        'Verify 6 players<span class="visually-hidden">, Table 2',
    ]
    numbers = [str(uuid.uuid4()) for _ in range(2)]
    for number, table in zip(numbers, (1, 2), strict=True):
        client.post(f"/director/{t}/do/verify-table/", {"command_id": number, "table": str(table)})
    assert _verified(t) == {1: 6, 2: 6}
    page = client.get(f"/director/{t}/").content.decode()
    assert "not verified" not in page
    (first, _) = cast.facts(t, kind="table_verified")
    assert (first["table"], first["entries"]) == (1, sorted(room.at_table(t, 1).values()))
    while relay.seal():
        pass
    assert f"/undo/{numbers[0]}/" in client.get(f"/director/{t}/history/").content.decode()
    assert "The seats are to be verified again." in client.get(f"/undo/{numbers[0]}/").content.decode()
    client.post(f"/undo/{numbers[0]}/", {"command_id": str(uuid.uuid4())})
    assert _verified(t) == {2: 6}


def test_of_many_tables_the_first_are_named_and_the_others_counted(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=20, seats_per_table=2)
    page = _client(house.ana).get(f"/director/{t}/").content.decode()
    assert "<strong>20 seats are not verified</strong>" in page
    assert "Tables 1, 2, 3, 4, 5, 6, 7, 8 and 2 more." in page


@pytest.mark.rule("ADTP.7")
def test_the_undo_leaves_alone_what_was_verified_before_and_who_moved_since(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=12)
    seats = room.at_table(t, 1)
    first, second, *_ = sorted(seats)
    cast.say(
        verify_seat,
        by=house.bruno,
        at=cast.after(minutes=1),
        tournament_id=t,
        table_number=1,
        seat_number=first,
    )
    number = cast.new_id()
    made = cast.asked(
        verify_table,
        by=house.bruno,
        at=cast.after(minutes=2),
        command_id=number,
        tournament_id=t,
        table_number=1,
    ).result
    assert made["verified"] == sorted(e for s, e in seats.items() if s != first)
    with cast.refused("all_verified"):
        cast.say(verify_table, by=house.bruno, tournament_id=t, table_number=1)
    free = next(s for s in range(1, 9) if s not in room.at_table(t, 2))
    cast.say(
        move_player,
        by=house.bruno,
        at=cast.after(minutes=3),
        entry_id=seats[second],
        table_number=2,
        seat_number=free,
        reason="balance",
    )
    undone = cast.say(
        undo_verification, by=house.bruno, at=cast.after(minutes=4), tournament_id=t, verify_command_id=number
    )
    assert undone["unverified"] == sorted(e for s, e in seats.items() if s not in (first, second))
    assert _verified(t) == {1: 1}
    with cast.refused("already_undone"):
        cast.say(undo_verification, by=house.bruno, tournament_id=t, verify_command_id=number)


def test_a_tablet_verifies_a_table_and_a_passer_by_does_not(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=6)
    number = str(uuid.uuid4())

    def post(client: Client, path: str, command: str, **body: str) -> int:
        return client.post(
            f"/api/{path}", json.dumps(body), content_type="application/json", headers={"Command-Id": command}
        ).status_code

    floor, passer = _client(house.bruno), _client(house.dora)
    assert post(floor, f"tournaments/{t}/tables/1/verify", number) == 200
    assert _verified(t) == {1: 6}
    with cast.unchanged():
        assert (
            post(passer, f"tournaments/{t}/undo-verification", str(uuid.uuid4()), verify_command_id=number)
            == 403
        )
        assert (
            post(
                floor,
                f"tournaments/{t}/undo-verification",
                str(uuid.uuid4()),
                verify_command_id=str(uuid.uuid4()),
            )
            == 409
        )
    assert post(floor, f"commands/{number}/undo", str(uuid.uuid4())) == 200
    assert _verified(t) == {}


def test_the_map_of_a_finished_room_has_no_button(house: cast.House) -> None:
    from tournaments.models import Tournament

    t = house.started("turbo-8max", entries=4)
    client = _client(house.ana)
    page = client.get(f"/director/{t}/tables/").content.decode()
    assert "<em>BB</em>" in page and "<em>D</em>" in page and 'class="final around"' in page
    Tournament.objects.filter(pk=t).update(state="finished")
    page = client.get(f"/director/{t}/tables/").content.decode()
    assert "<em>BB</em>" not in page and "<em>D</em>" not in page
