"""Button and blinds on the director's map and on the tablet: noting one never loses the others, and nothing is invented."""

from __future__ import annotations

import json
import re
import uuid

import pytest
from django.test import Client

from people.models import User
from tables.commands.balance_tables import balance_tables
from tables.commands.record_positions import record_positions
from tables.models import Table
from tables.queries import proposals
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


def _marks(t: int, table: int = 1) -> tuple[int | None, int | None, int | None]:
    row = Table.objects.get(tournament_id=t, number=table)
    return row.button_seat, row.small_blind_seat, row.big_blind_seat


def _next(taken: list[int], seat: int, steps: int = 1) -> int:
    return taken[(taken.index(seat) + steps) % len(taken)]


def _button_is_here(client: Client, t: int, table: int, seat: int) -> str:
    """Press it as the seat's sheet offers it: what the form posts, nothing more."""
    page = client.get(f"/director/{t}/tables/{table}/seats/{seat}/").content.decode()
    form = next(f for f in re.findall(r"<form.*?</form>", page, re.S) if "The button is here" in f)
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    fields["command_id"] = str(uuid.uuid4())
    answer = client.post(f"/director/{t}/do/positions/", fields, follow=True)
    return str(answer.content.decode())


@pytest.mark.rule("ADTP.11A", "ADTP.32")
def test_the_button_is_here_notes_the_blinds_with_it(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=6)
    taken = sorted(room.at_table(t, 1))
    before = _marks(t)
    assert None not in before
    seat = _next(taken, before[0] or 0, 3)
    said = _button_is_here(_client(house.ana), t, 1, seat)
    assert _marks(t) == (seat, _next(taken, seat), _next(taken, seat, 2))
    assert f"button at seat {seat}, small blind at seat {_next(taken, seat)}" in said
    (fact,) = cast.facts(t, kind="positions_recorded")
    assert (fact["button"], fact["small_blind"], fact["big_blind"]) == _marks(t)


@pytest.mark.rule("ADTP.32", "32-b")
def test_the_hand_after_the_big_blind_left_has_no_small_blind(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=6)
    button, small, big = _marks(t)
    assert button is not None and small is not None and big is not None
    room.bust(house, t, room.at_table(t, 1)[big])
    taken = sorted(room.at_table(t, 1))
    _button_is_here(_client(house.ana), t, 1, small)
    after = next(s for s in [*taken, *taken] if s > big or s == taken[0] and big > taken[-1])
    assert _marks(t) == (small, None, after)
    # the dead button lies at the empty seat of the big blind; its sheet has the button too
    _button_is_here(_client(house.ana), t, 1, big)
    assert _marks(t)[0] == big and None not in _marks(t)


@pytest.mark.rule("ADTP.32")
def test_blinds_that_lie_otherwise_are_corrected_on_the_page_and_by_the_api(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=6)
    taken = sorted(room.at_table(t, 1))
    client = _client(house.ana)
    # the draw set them at the start, and they stand as of then until somebody notes them
    assert Table.objects.get(tournament_id=t, number=1).positions_at == cast.START
    page = client.get(f"/director/{t}/tables/1/seats/{taken[0]}/").content.decode()
    assert "Correct button and blinds" in page and f"noted last: seat {_marks(t)[0]}, at 19:00" in page
    posted = {
        "command_id": str(uuid.uuid4()),
        "table": "1",
        "button_seat": str(taken[0]),
        "small_blind_seat": "",
        "big_blind_seat": str(taken[3]),
    }
    client.post(f"/director/{t}/do/positions/", posted)
    assert _marks(t) == (taken[0], None, taken[3])
    assert Table.objects.get(tournament_id=t, number=1).positions_at > cast.START
    answer = _client(house.bruno).post(
        f"/api/tournaments/{t}/tables/1/positions",
        json.dumps({"button_seat": taken[4]}),
        content_type="application/json",
        headers={"Command-Id": str(uuid.uuid4())},
    )
    assert answer.status_code == 200
    assert _marks(t) == (taken[4], taken[5], taken[0])
    with cast.refused("same_seat"):
        cast.say(
            record_positions,
            by=house.bruno,
            tournament_id=t,
            table_number=1,
            button_seat=taken[0],
            small_blind_seat=taken[1],
            big_blind_seat=taken[1],
        )


@pytest.mark.rule("ADTP.11A", "ADTP.11D")
def test_without_marks_the_button_is_asked_for_and_nobody_is_named(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=16)
    for _ in range(3):
        room.bust(house, t, next(iter(room.at_table(t, 2).values())))
    Table.objects.filter(tournament_id=t).update(
        button_seat=None, small_blind_seat=None, small_blind_spot=None, big_blind_seat=None
    )
    found = {p.kind: p for p in proposals(t)}
    assert set(found) == {"note_button"}
    assert found["note_button"].entry_id is None
    with cast.refused("button_unknown", rule="ADTP.11A"):
        cast.say(balance_tables, by=house.bruno, tournament_id=t, from_table=1, to_table=2)
    page = _client(house.ana).get(f"/director/{t}/").content.decode()
    assert "Nobody noted the button of table 1" in page
    assert f'href="/director/{t}/tables/?table=1"' in page
    assert "Halt table 2" not in page and ">Move<" not in page
    tablet = _client(house.bruno).get(f"/floor/{t}/proposals/").content.decode()
    assert "Nobody noted the button of table 1" in tablet
    client = _client(house.ana)
    for table in (1, 2):
        _button_is_here(client, t, table, min(room.at_table(t, table)))
    assert {p.kind for p in proposals(t)} >= {"move"}
    (move,) = [p for p in proposals(t) if p.kind == "move"]
    taken = sorted(room.at_table(t, 1))
    # the button is at the first seat: the big blind at the third, the next one at the fourth
    assert move.seat == taken[3]


def test_one_player_alone_has_no_blinds_and_the_marks_stay(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=9)
    while len(room.at_table(t, 2)) > 1:
        room.bust(house, t, next(iter(room.at_table(t, 2).values())))
    before = _marks(t, 2)
    with cast.refused("too_few_players"):
        cast.say(
            record_positions,
            by=house.bruno,
            tournament_id=t,
            table_number=2,
            button_seat=min(room.at_table(t, 2)),
        )
    assert _marks(t, 2) == before
