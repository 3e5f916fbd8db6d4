"""Two tournaments in one room never share a table number: seats, slips and screens would collide."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from html import unescape
from importlib import import_module

import pytest
from django.db import IntegrityError, connection, transaction

from dispatch import relay
from payouts.commands.finish_tournament import finish_tournament
from payouts.commands.undo_finish import undo_finish
from tables.commands.break_table import break_table
from tables.commands.undo_break import undo_break
from tables.models import Table
from tables.queries import draw_record
from tests import cast
from tests.payouts.room import bust as bust_one
from tests.payouts.room import down_to, finish, playing
from tests.tables import room
from tests.tables.test_draw import verified
from tests.web.director.test_director import as_, press
from tests.web.director.test_settings import save
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Elimination, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ADTP.7")]

CLOSED = {"late_registration_level": 0, "re_entries_per_player": 0}


@pytest.fixture
def house(monkeypatch) -> cast.House:
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    return cast.house()


def numbers(tournament: int) -> list[int]:
    return list(
        Table.objects.filter(tournament_id=tournament)
        .exclude(state="broken")
        .order_by("number")
        .values_list("number", flat=True)
    )


def filled(house: cast.House, name: str, entries: int, **more) -> int:
    t = house.registering("turbo-8max", name=name, **{**CLOSED, **more})
    house.fill(t, entries)
    return t


def started(house: cast.House, name: str, entries: int, **more) -> int:
    t = filled(house, name, entries, **more)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    return t


def test_the_second_tournament_that_a_director_starts_has_the_next_numbers(house):
    client = as_(house.ana)
    main, side = filled(house, "Main", 20), filled(house, "Side", 10)
    press(client, main, "start")
    press(client, side, "start")
    assert (numbers(main), numbers(side)) == ([1, 2, 3], [4, 5])
    # the draw is published with these numbers, and anybody reckons the same seats from it
    made = Tournament.objects.get(pk=side).draws.get(number=1)
    assert [t for t, *_ in made.record["inputs"]["tables"]] == [4, 5]
    assert {t for _, t, _ in made.record["result"]["seats"]} == {4, 5}
    assert verified(draw_record(side)).returncode == 0
    assert room.seats(side) == {e: (t, s) for e, t, s in made.record["result"]["seats"]}
    # those of the start break from the highest number down
    order = Table.objects.filter(tournament_id=side).order_by("break_order")
    assert list(order.values_list("number", flat=True)) == [5, 4]
    assert "Table 4" in client.get(f"/director/{side}/tables/").content.decode()
    room.holds(side)


def test_a_late_table_has_the_lowest_number_that_is_free_in_the_room(house):
    main = filled(house, "Main", 16, late_registration_level=6)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=main)
    side = filled(house, "Side", 16, late_registration_level=6, first_table_number=21)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=side)
    third = started(house, "Third", 9)
    assert (numbers(main), numbers(side), numbers(third)) == ([1, 2], [21, 22], [3, 4])
    house.enter(main, at=cast.after(minutes=1))
    house.enter(side, at=cast.after(minutes=1))
    assert (numbers(main), numbers(side)) == ([1, 2, 5], [21, 22, 23])
    # it breaks after those of the start, as before
    assert Table.objects.get(tournament_id=main, number=5).break_order == 3
    assert Table.objects.get(tournament_id=side, number=23).break_order == 3
    room.holds(main)
    room.holds(side)


@pytest.mark.django_db(transaction=True)
def test_two_that_start_at_the_same_instant_share_no_number(house):
    halls = [filled(house, f"Event {n}", 10) for n in range(3)]
    done = cast.together(
        [lambda t=t: cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t) for t in halls]
    )
    assert [d["tables"] for d in done] == [2, 2, 2]
    assert sorted(n for t in halls for n in numbers(t)) == [1, 2, 3, 4, 5, 6]
    assert all(b - a == 1 for a, b in (numbers(t) for t in halls))


def test_the_database_has_the_last_word(house):
    main, side = started(house, "Main", 9), started(house, "Side", 9)
    with pytest.raises(IntegrityError, match="table_number_in_room"), transaction.atomic():
        Table.objects.filter(tournament_id=side, number=3).update(number=1)
    with pytest.raises(IntegrityError, match="broken_table_has_no_room"), transaction.atomic():
        Table.objects.filter(tournament_id=main, number=1).update(state="broken")


def test_other_houses_and_rehearsals_count_for_themselves(house):
    started(house, "Main", 9)
    assert numbers(started(house, "Rehearsal", 9, practice=True, ranks=False)) == [1, 2]
    assert numbers(started(cast.house(name="Other"), "Main", 9)) == [1, 2]
    assert numbers(started(house, "Side", 9)) == [3, 4]


def test_a_director_says_where_the_tables_begin_by_page_and_api(house):
    client = as_(house.ana)
    main = started(house, "Main <Event>", 20)
    side = filled(house, "Side", 10)
    assert save(client, side, first_table_number="3").status_code == 302
    assert Tournament.objects.get(pk=side).first_table_number == 3
    # table 3 is Main's: said by name, and nothing has begun
    with cast.refused("table_number_taken", rule="ADTP.7") as no:
        cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=side)
    assert no.value.params == {"table": 3, "tournament": "Main <Event>"}
    said = client.post(
        f"/director/{side}/do/start/", {"command_id": str(uuid.uuid4())}, follow=True
    ).content.decode()
    assert (
        "Table 3 is a table of “Main <Event>”, which is being played in this room. Change the first table number in"
        " the settings, or leave it empty: then free numbers are taken."
    ) in unescape(said)
    assert "“Main <Event>”" not in said
    with cast.unchanged():
        for typed in ("0", "-1", "10000", "three"):
            assert save(client, side, first_table_number=typed).status_code == 409
    answer = client.post(
        f"/api/tournaments/{side}/edit",
        {"changes": {"first_table_number": 21}},
        content_type="application/json",
        headers={"Command-Id": str(uuid.uuid4())},
    )
    assert answer.status_code == 200, answer.content
    press(client, side, "start")
    assert (numbers(main), numbers(side)) == ([1, 2, 3], [21, 22])
    # empty again: the lowest that are free
    third = filled(house, "Third", 10, first_table_number=2)
    cast.say(edit_tournament, by=house.ana, tournament_id=third, changes={"first_table_number": None})
    press(client, third, "start")
    assert numbers(third) == [4, 5]


def test_who_pays_for_the_last_seat_of_a_sit_and_go_is_not_sent_away_over_a_number(house):
    started(house, "Main", 20)
    sit = house.registering("sit-and-go-9", name="Sit", first_table_number=2)
    house.fill(sit, 9)
    assert Tournament.objects.get(pk=sit).state == "running"
    assert numbers(sit) == [4]


def test_a_broken_table_leaves_its_number_and_comes_back_only_while_it_is_free(house):
    main = started(house, "Main", 18)
    for table in (1, 2, 3):
        while len(room.at_table(main, table)) > 4:
            room.bust(house, main, next(iter(room.at_table(main, table).values())))
    at = cast.after(minutes=30)
    done = cast.asked(break_table, by=house.ana, at=at, tournament_id=main, table_number=3)
    undo = {"by": house.ana, "tournament_id": main, "break_command_id": done.command_id}
    cast.say(undo_break, at=at, **undo)
    assert numbers(main) == [1, 2, 3]
    done = cast.asked(break_table, by=house.ana, at=at, tournament_id=main, table_number=3)
    undo["break_command_id"] = done.command_id
    side = started(house, "Side", 9)
    assert numbers(side) == [3, 4]
    with cast.refused("table_number_taken", rule="ADTP.7") as no:
        cast.say(undo_break, at=at, **undo)
    assert no.value.params == {"table": 3, "tournament": "Side"}
    page = as_(house.ana).get(f"/undo/{done.command_id}/", follow=True).content.decode()
    assert "Table 3 is a table of “Side”" in unescape(page)
    cast.say(cancel_tournament, by=house.olga, at=at, tournament_id=side, reason="Fire alarm")
    cast.say(undo_break, at=at, **undo)
    assert numbers(main) == [1, 2, 3]


def test_the_end_leaves_the_numbers_and_taken_back_it_has_them_again(house):
    main = started(house, "Main", 4)
    down_to(house, main, 2)
    bust_one(house, main, playing(main)[0])
    finish(house, main)
    at = cast.after(hours=4)
    cast.say(undo_finish, by=house.ana, at=at, tournament_id=main)
    assert list(Table.objects.filter(tournament_id=main).values_list("room_id", flat=True)) == [
        house.venue_id
    ]


@pytest.mark.rule("ADTP.7", "PT-T.52")
def test_a_table_whose_number_another_plays_at_gets_the_next_free_one_when_the_end_is_taken_back(house):
    main = started(house, "Main", 4)
    down_to(house, main, 2)
    [loser, _winner] = playing(main)
    bust_one(house, main, loser)
    end = cast.asked(finish_tournament, by=house.ana, at=cast.after(hours=3), tournament_id=main)
    side = started(house, "Side", 9)
    assert numbers(side) == [1, 2]
    ana = as_(house.ana)
    told = unescape(ana.get(f"/undo/{end.command_id}/").content.decode())
    assert "“Side” plays at table 1: the table gets the next free number." in told
    done = ana.post(f"/undo/{end.command_id}/", {"command_id": str(uuid.uuid4())}, follow=True)
    assert "Undone. Table 1 is table 3 now: another tournament plays at its number." in unescape(
        done.content.decode()
    )
    assert Tournament.objects.get(pk=main).state == "running"
    assert (numbers(main), numbers(side)) == ([3], [1, 2])
    assert Table.objects.get(tournament_id=main).room_id == house.venue_id
    relay.relay_once()
    history = unescape(ana.get(f"/director/{main}/history/").content.decode())
    assert "table\xa01 is table\xa03 now" in history
    # the wrong elimination is taken back, too, and its player is at the same table, by its new number
    out = Elimination.objects.get(entry_id=loser, undone_at__isnull=True)
    page = unescape(ana.get(f"/undo/{out.command_id}/").content.decode())
    assert f"is in again at table 3, seat {out.seat_number}." in page
    ana.post(f"/undo/{out.command_id}/", {"command_id": str(uuid.uuid4())})
    assert room.at_table(main, 3)[out.seat_number] == loser and len(playing(main)) == 2
    # and the table is found by the number that is on it now
    assert ana.get(f"/director/{main}/tables/3/seats/1/").status_code == 200
    cast.books_balance()


def test_tables_of_before_take_their_numbers_and_who_began_first_has_a_shared_one(house):
    """What the migration does to a house that plays two events with the same numbers."""
    main, side = started(house, "Main", 9), started(house, "Side", 20)
    started(house, "Rehearsal", 9, practice=True, ranks=False)
    Table.objects.update(room=None)
    Tournament.objects.filter(pk=side).update(started_at=cast.after(minutes=5))
    Table.objects.filter(tournament_id=side, number=3).update(number=1)
    Table.objects.filter(tournament_id=side, number=5).update(state="broken")
    with connection.cursor() as cursor:
        cursor.execute(import_module("tables.migrations.0008_numbers_in_room").TAKE)
    held = Table.objects.filter(room=house.venue_id).order_by("number")
    assert list(held.values_list("tournament_id", "number")) == [(main, 1), (main, 2), (side, 4)]
