"""Two players in each other's seats: one tap, one Undo, one address."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from tables.commands.move_player import move_player
from tables.commands.swap_players import swap_players
from tables.commands.undo_move import undo_move
from tables.models import Move, Seat
from tables.queries import undo_move_preview
from tests import cast
from tests.tables import room
from tests.web.director.test_director import as_, house, press, running, sealed, take_back  # noqa: F401

pytestmark = pytest.mark.django_db


def two(tournament):
    """Somebody at table 1 and somebody at table 2."""
    sitting = room.seats(tournament)
    return [next(entry for entry, (table, _) in sitting.items() if table == number) for number in (1, 2)]


@pytest.mark.rule("ADTP.7")
def test_two_players_change_places_from_the_map_and_back(house):  # noqa: F811
    tournament = running(house, entries=20, template="turbo-8max")
    client = as_(house.ana)
    one, other = two(tournament)
    before = room.seats(tournament)
    page = client.get(f"/director/{tournament}/tables/?move={one}").content.decode()
    table, seat = before[other]
    assert f"Swap with {room.name_of(other)}, table {table}, seat {seat}" in page
    assert f"Do {room.name_of(one)} and {room.name_of(other)} swap seats?" in page
    # nobody swaps with themselves, and without somebody to move nobody is offered
    assert f"Swap with {room.name_of(one)}," not in page
    assert "/do/swap/" not in client.get(f"/director/{tournament}/tables/").content.decode()

    number = uuid.uuid4()
    asked = {"entry_id": str(one), "other_entry_id": str(other)}
    toast = press(client, tournament, "swap", number, **asked)
    assert toast["text"] == (
        f"{room.name_of(one)} → table {table}, seat {seat}."
        f" {room.name_of(other)} → table {before[one][0]}, seat {before[one][1]}."
    )
    swapped = before | {one: before[other], other: before[one]}
    assert room.seats(tournament) == swapped
    assert not Seat.objects.filter(entry_id__in=[one, other], waits_for_button=True).exists()
    # a second tap changes nothing
    assert press(client, tournament, "swap", number, **asked)["text"] == toast["text"]
    assert room.seats(tournament) == swapped
    room.holds(tournament)

    sealed()
    history = client.get(f"/director/{tournament}/history/").content.decode()
    assert "Seats swapped" in history and f"/undo/{number}/" in history
    assert take_back(client, toast)["text"] == "Undone."
    assert room.seats(tournament) == before
    assert Move.objects.filter(command_id=number, undone_at__isnull=False).count() == 2
    assert len(cast.facts(tournament, kind="move_undone")) == 2
    room.holds(tournament)
    with cast.unchanged():
        again = take_back(client, toast)
    assert again["kind"] == "refused" and again["text"].startswith("This was already undone.")
    sealed()
    assert f"/undo/{number}/" not in client.get(f"/director/{tournament}/history/").content.decode()


def test_at_one_table_and_by_its_address(house):  # noqa: F811
    tournament = running(house, entries=6, template="turbo-8max")
    one, other = list(room.seats(tournament))[:2]
    before = room.seats(tournament)
    client = Client(headers={"accept-language": "en"})
    client.force_login(as_user(house.bruno))
    answer = client.post(
        f"/api/entries/{one}/swap",
        {"other_entry_id": other},
        content_type="application/json",
        headers={"Command-Id": str(uuid.uuid4())},
    )
    assert answer.status_code == 200, answer.content
    result = answer.json()["result"]
    assert [(m["entry_id"], m["table_number"], m["seat_number"]) for m in result["moves"]] == [
        (one, *before[other]),
        (other, *before[one]),
    ]
    assert result["move_id"] == result["moves"][0]["move_id"]
    # of the two moves either takes both back
    assert undo_move_preview(result["moves"][1]["move_id"])["possible"]
    cast.say(undo_move, by=house.bruno, move_id=result["moves"][1]["move_id"])
    assert room.seats(tournament) == before
    with cast.refused("already_undone"):
        cast.say(undo_move, by=house.bruno, move_id=result["move_id"])


def as_user(person):
    from django.contrib.auth import get_user_model

    return get_user_model().objects.get(pk=person.user_id)


def test_who_is_swapped_sits_in_this_tournament(house):  # noqa: F811
    tournament = running(house, entries=12, template="turbo-8max")
    one, other = list(room.seats(tournament))[:2]
    with cast.refused("same_player", rule="ADTP.7"):
        cast.say(swap_players, by=house.bruno, entry_id=one, other_entry_id=one)
    with cast.refused("no_such_entry"):
        cast.say(swap_players, by=house.bruno, entry_id=one, other_entry_id=10**9)
    with cast.refused("no_such_entry"):
        cast.say(swap_players, by=house.bruno, entry_id=10**9, other_entry_id=one)
    with cast.refused("forbidden"):
        cast.say(swap_players, by=house.dora, entry_id=one, other_entry_id=other)
    room.bust(house, tournament, other)
    with cast.refused("not_seated"):
        cast.say(swap_players, by=house.bruno, entry_id=one, other_entry_id=other)


@pytest.mark.rule("ADTP.7")
def test_once_one_of_them_sits_elsewhere_both_stay(house):  # noqa: F811
    tournament = running(house, entries=20, template="turbo-8max")
    one, other = two(tournament)
    swapped = cast.say(swap_players, by=house.bruno, entry_id=one, other_entry_id=other)
    free = (
        Seat.objects.filter(table__tournament_id=tournament, entry__isnull=True)
        .select_related("table")
        .first()
    )
    cast.say(
        move_player,
        by=house.bruno,
        entry_id=other,
        table_number=free.table.number,
        seat_number=free.number,
        reason="correction",
    )
    assert undo_move_preview(swapped["move_id"])["code"] == "moved_since"
    with cast.refused("moved_since", rule="ADTP.7"):
        cast.say(undo_move, by=house.bruno, move_id=swapped["move_id"])
    room.holds(tournament)
