"""Several tables break at once: each player moves once, and nobody is sent to a table that breaks with them."""

from __future__ import annotations

import json
import re
import uuid

import pytest
from django.test import Client

from dispatch.models import Command
from people.models import User
from tables.commands.break_tables import break_tables
from tables.commands.end_hand_for_hand import end_hand_for_hand
from tables.commands.halt_table import halt_table
from tables.commands.hand_done import hand_done
from tables.commands.start_hand_for_hand import start_hand_for_hand
from tables.models import Move, Table
from tables.queries import proposals, spare_tables
from tests import cast
from tests.tables import room
from tests.web.director.needs_read import need_shown
from tournaments.commands.close_entries import close_entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def _client(person: cast.Person) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def _thin(house: cast.House, t: int, sizes: dict[int, int]) -> None:
    """Bust down to so many players a table."""
    for table, size in sizes.items():
        while len(room.at_table(t, table)) > size:
            room.bust(house, t, next(iter(room.at_table(t, table).values())))


def _sizes(t: int) -> dict[int, int]:
    return dict(
        Table.objects.filter(tournament_id=t).exclude(state="broken").values_list("number", "players")
    )


@pytest.mark.rule("ADTP.10", "ADTP.P4")
def test_three_tables_break_at_once_and_each_player_moves_once(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=40, late_registration_level=0, re_entries_per_player=0)
    _thin(house, t, dict.fromkeys(range(1, 6), 3))
    assert spare_tables(t) == [5, 4, 3]
    moving = {e for n in (3, 4, 5) for e in room.at_table(t, n).values()}
    client = _client(house.ana)
    assert 'value="5, 4, 3"' in client.get(f"/director/{t}/tables/").content.decode()
    page = client.get(f"/director/{t}/tables/break/?tables=3,4,5").content.decode()
    assert "9 players draw new seats. 10 seats are free at the other tables." in page
    assert "Afterwards tables have 7 to 8 players." in page
    # which of two equal ones takes the odd player is drawn: both say so
    assert re.findall(r"<strong>(\d+(?:–\d+)?)</strong></td>", page) == ["7–8", "7–8"]
    number = str(uuid.uuid4())
    said = client.post(
        f"/director/{t}/do/break-tables/", {"command_id": number, "tables": "3, 4, 5"}, follow=True
    ).content.decode()
    assert "Tables 5, 4, 3 are broken, 9 players have new seats." in said
    assert sorted(_sizes(t).values()) == [7, 8] and set(_sizes(t)) == {1, 2}
    moves = Move.objects.filter(tournament_id=t, reason="break")
    assert sorted(moves.values_list("entry_id", flat=True)) == sorted(moving)
    assert set(moves.values_list("to_table_number", flat=True)) == {1, 2}
    room.holds(t)
    # the page of a plan hears of what happens at the tables, and leads to the slips
    plan = client.get(f"/director/{t}/tables/break/?tables=2").content.decode()
    assert re.search(r'id="break"[^>]*hx-get="[^"]*tables=2"[^>]*hx-trigger="live-tables from:body', plan)
    # each table is taken back by itself
    told = client.get(f"/undo/{number}/").content.decode()
    assert told.count('name="thing"') == 4 and "Table 4 alone" in told
    client.post(f"/undo/{number}/", {"command_id": str(uuid.uuid4()), "thing": "4"})
    assert _sizes(t)[4] == 3 and set(_sizes(t)) == {1, 2, 4}
    room.holds(t)


@pytest.mark.rule("ADTP.10", "REGULATIONS 11")
def test_ten_players_fit_the_ten_seats_of_one_table(house: cast.House) -> None:
    t = house.started(
        "turbo-8max", entries=30, seats_per_table=10, late_registration_level=0, re_entries_per_player=0
    )
    _thin(house, t, {1: 4, 2: 3, 3: 3})
    answer = _client(house.bruno).post(
        f"/api/tournaments/{t}/break-tables",
        json.dumps({"table_numbers": [2, 3]}),
        content_type="application/json",
        headers={"Command-Id": str(uuid.uuid4())},
    )
    assert answer.status_code == 200
    assert _sizes(t) == {1: 10}
    room.holds(t)


@pytest.mark.rule("ADTP.10")
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1,2,3,4", "is the only one: it cannot be broken"),
        ("", "Name the tables that break, like 7, 8, 9."),
        ("drei", "Name the tables that break, like 7, 8, 9."),
        ("9", "There is no table 9."),
        ("2,3", "seats"),
    ],
)
def test_what_cannot_break_changes_nothing(house: cast.House, typed: str, said: str) -> None:
    t = house.started("turbo-8max", entries=32)
    client = _client(house.ana)
    with cast.unchanged():
        answer = client.post(
            f"/director/{t}/do/break-tables/", {"command_id": str(uuid.uuid4()), "tables": typed}, follow=True
        )
    assert said in answer.content.decode()
    with cast.refused("forbidden"):
        cast.say(break_tables, by=house.desi, tournament_id=t, table_numbers=[1])


@pytest.mark.rule("ADTP.10", "ADTP.11D", "SCPT.H")
def test_while_entries_are_open_a_table_that_would_stop_may_break(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=24)
    _thin(house, t, {1: 3, 2: 6, 3: 7})
    found = proposals(t)
    assert [(p.kind, p.table, p.directors_call) for p in found if p.kind in ("break_table", "move")] == [
        ("break_table", 3, True),
        ("move", 3, False),
    ]
    ana = _client(house.ana)
    assert need_shown(ana, t, key="break_table-3") == (
        "16 players fit at 2 tables",
        "Table 3 may break. Entries are still open: who comes later may need a table again.",
    )
    assert "Break table 3" in ana.get(f"/director/{t}/").content.decode()


@pytest.mark.rule("ADTP.10", "ADTP.P9")
def test_where_no_break_is_asked_the_tables_say_what_the_house_waits_for(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=16)
    ana = _client(house.ana)

    def says() -> str:
        return ana.get(f"/director/{t}/tables/").content.decode()

    assert (
        "Tables stay while entries are open." in says() and "The final table is drawn at 9 players." in says()
    )
    assert "Tables stay while entries are open." in ana.get(f"/floor/{t}/").content.decode()
    cast.say(close_entries, by=house.ana, at=cast.after(hours=1), tournament_id=t)
    assert "Tables stay" not in says() and "The final table is drawn at 9 players." in says()
    _thin(house, t, {1: 5, 2: 4})
    # now it is asked: nothing is waited for
    assert "Draw the final table" in says() and "is drawn at" not in says()


@pytest.mark.rule("ADTP.10", "ADTP.11D")
@pytest.mark.parametrize(
    ("page", "pressed", "values"),
    [
        ("tables/2/break/", "break", {"table": "2"}),
        ("tables/break/?tables=2", "break-tables", {"tables": "2"}),
    ],
)
def test_both_pages_send_players_to_a_halted_table_which_waits_to_be_filled(
    house: cast.House, page: str, pressed: str, values: dict[str, str]
) -> None:
    t = house.started("turbo-8max", entries=16, late_registration_level=0, re_entries_per_player=0)
    _thin(house, t, {1: 3, 2: 5})
    cast.say(halt_table, by=house.bruno, tournament_id=t, table_number=1)
    client = _client(house.ana)
    shown = client.get(f"/director/{t}/{page}").content.decode()
    assert "5 players draw new seats." in shown and "5 seats are free at the other tables." in shown
    assert "Afterwards each table has 8 players." in shown
    assert f'action="/director/{t}/do/{pressed}/"' in shown and "cannot break yet" not in shown
    client.post(f"/director/{t}/do/{pressed}/", {"command_id": str(uuid.uuid4()), **values})
    assert _sizes(t) == {1: 8} and Table.objects.get(tournament_id=t, number=1).state == "open"
    room.holds(t)


@pytest.mark.rule("PT-T.49", "ADTP.1")
def test_in_hand_for_hand_no_break_is_undone_that_leaves_somebody_alone(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=24, late_registration_level=0, re_entries_per_player=0)
    _thin(house, t, {1: 3, 2: 3, 3: 2})
    client = _client(house.ana)
    moving = list(room.at_table(t, 3).values())
    number = str(uuid.uuid4())
    client.post(f"/director/{t}/do/break/", {"command_id": number, "table": "3"})
    # both would be back: nobody sits alone
    assert "alone" not in client.get(f"/undo/{number}/").content.decode()
    cast.say(start_hand_for_hand, by=house.ana, tournament_id=t)
    room.bust(house, t, moving[0])
    why = f"{room.name_of(moving[1])} would sit alone at table 3, and in hand for hand miss the hands that the others play."
    page = client.get(f"/undo/{number}/").content.decode()
    assert why in page and 'name="command_id"' not in page[page.index("Undo this?") :]
    with cast.unchanged():
        said = client.post(
            f"/undo/{number}/", {"command_id": str(uuid.uuid4())}, follow=True
        ).content.decode()
    assert why in said
    for table in (1, 2):
        cast.say(hand_done, by=house.bruno, tournament_id=t, table_number=table, round=1)
    cast.say(end_hand_for_hand, by=house.ana, tournament_id=t)
    alone = (
        f"{room.name_of(moving[1])} sits alone at table 3 then: no hand is played there until somebody joins."
    )
    assert alone in client.get(f"/undo/{number}/").content.decode()
    client.post(f"/undo/{number}/", {"command_id": str(uuid.uuid4())})
    assert _sizes(t)[3] == 1
    room.holds(t)


@pytest.mark.rule("ADTP.10", "PT-T.48")
def test_many_tables_of_few_players_break_as_one_plan_and_come_back_as_one(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=48, late_registration_level=0, re_entries_per_player=0)
    _thin(house, t, dict.fromkeys(range(1, 7), 2))
    before = room.seats(t)
    client = _client(house.ana)
    plan = f"/director/{t}/tables/break/?tables=6%2C+5%2C+4%2C+3"
    for page in ("", "tables/"):
        shown = client.get(f"/director/{t}/{page}").content.decode()
        assert plan in shown and "Break several tables at once (4)…" in shown, page
    # without a list it is what the field can spare
    for page in (plan, f"/director/{t}/tables/break/"):
        shown = client.get(page).content.decode()
        assert "Breaking tables 3, 4, 5, 6" in shown and "Afterwards each table has 6 players." in shown
    number = str(uuid.uuid4())
    answer = client.post(
        f"/director/{t}/do/break-tables/",
        {"command_id": number, "tables": "6, 5, 4, 3"},
        headers={"HX-Request": "true"},
    )
    toast = json.loads(answer["HX-Trigger"])["toast"]
    assert _sizes(t) == {1: 6, 2: 6} and not toast["several"]
    shown = client.get(toast["undo"]).content.decode()
    assert "Tables 6, 5, 4, 3 open again." in shown and "All of them together" in shown
    # one of them by itself first; the button of the toast takes the others back together
    client.post(f"/undo/{number}/", {"command_id": str(uuid.uuid4()), "thing": "5"})
    assert set(_sizes(t)) == {1, 2, 5} and _sizes(t)[5] == 2
    client.post(toast["undo"], {"command_id": str(uuid.uuid4())})
    assert room.seats(t) == before
    room.holds(t)
    with cast.unchanged():
        said = client.post(toast["undo"], {"command_id": str(uuid.uuid4())}, follow=True).content.decode()
    assert "This was already undone." in said


def test_undoing_a_bust_with_every_seat_taken_says_that_a_table_opens(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=17, late_registration_level=0, re_entries_per_player=0)
    out = next(iter(room.at_table(t, 3).values()))
    room.bust(house, t, out)
    bust = Command.objects.get(name="tournaments.eliminate_players").pk
    client = _client(house.ana)

    def told() -> str:
        return str(client.get(f"/undo/{bust}/").content.decode())

    assert "goes back" not in told() and "nobody else at it" not in told()
    client.post(f"/director/{t}/do/break-tables/", {"command_id": str(uuid.uuid4()), "tables": "3"})
    assert _sizes(t) == {1: 8, 2: 8}
    assert "no seat is free: table 4 opens, with nobody else at it." in told()
    assert "take the breaking of table 3 back first." in told()
    # with a chair free one is drawn there
    room.bust(house, t, next(iter(room.at_table(t, 1).values())))
    assert "nobody else at it" not in told() and "a new seat is drawn" in told()


def test_who_is_in_again_elsewhere_is_told_with_the_table_that_opened_for_it(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=17, late_registration_level=0, re_entries_per_player=0)
    out = next(iter(room.at_table(t, 3).values()))
    name = room.name_of(out)
    room.bust(house, t, out)
    bust = Command.objects.get(name="tournaments.eliminate_players").pk
    client = _client(house.ana)
    client.post(f"/director/{t}/do/break-tables/", {"command_id": str(uuid.uuid4()), "tables": "3"})
    answer = client.post(f"/undo/{bust}/", {"command_id": str(uuid.uuid4())}, headers={"HX-Request": "true"})
    said = json.loads(answer["HX-Trigger"])["toast"]["text"]
    (seat,) = room.at_table(t, 4)
    assert f"{name} is in again at table 4, seat {seat}." in said
    assert "No seat was free: the table opened for it, with nobody else there. Balance the tables." in said
    room.holds(t)


def test_a_taken_seat_is_told_with_the_one_that_was_drawn(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=17, late_registration_level=0, re_entries_per_player=0)
    out = next(iter(room.at_table(t, 3).values()))
    room.bust(house, t, out)
    bust = Command.objects.get(name="tournaments.eliminate_players").pk
    client = _client(house.ana)
    client.post(f"/director/{t}/do/break-tables/", {"command_id": str(uuid.uuid4()), "tables": "3"})
    _thin(house, t, {1: 7})
    answer = client.post(f"/undo/{bust}/", {"command_id": str(uuid.uuid4())}, headers={"HX-Request": "true"})
    said = json.loads(answer["HX-Trigger"])["toast"]["text"]
    assert f"{room.name_of(out)} is in again at table" in said and "No seat was free" not in said
