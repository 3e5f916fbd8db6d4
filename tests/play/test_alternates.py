"""Who finds all seats of a tournament online taken stands in line, and comes in by draw when somebody is out; the money is right if he never does."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from access import moment
from dispatch.facts import SYSTEM
from ledger.queries import wallet_balance
from people.models import User
from play.commands.close_hand import close_hand
from play.models import PlayTable, Sitting
from play.queries.payloads import own_payload
from rules.hands import Hand
from tables.models import Draw, Move
from tests import cast
from tests.play.event import BALANCE, enter, house
from tests.play.room import Room, loses_all
from tests.play.test_late_entries import PRICE, seat_of
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.remove_under_age import remove_under_age
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Elimination, Entry, Tournament
from tournaments.queries import payloads
from tournaments.queries.public_view import public_entries, public_view


def in_line(
    *, seats: int, players: int, waiting: int, early: bool = False, **more: Any
) -> tuple[Room, list[cast.Person]]:
    """A tournament that runs with all its seats taken, and who stands in line. early: since before it began."""
    home = house()
    t = home.registering(
        "online-mtt",
        **{
            "seats_per_table": seats,
            "capacity": players,
            "alternates": True,
            "starting_stack_chips": 500,
            "guarantee_cents": 0,
            "late_registration_level": 2,
            **more,
        },
    )
    people = [enter(home, t, f"Joga{number}") for number in range(1, players + 1)]
    line = [enter(home, t, f"Espera{number}") for number in range(1, waiting + 1)] if early else []
    cast.say(start_tournament, by=home.ana, at=cast.START, tournament_id=t)
    room = Room(home, t, [*people, *line])
    return room, line or [comes(room, f"Espera{number}") for number in range(1, waiting + 1)]


def comes(room: Room, name: str) -> cast.Person:
    person = enter(room.house, room.tournament_id, name, at=room.now)
    room.people[person.player_id] = person
    return person


def state_of(person: cast.Person) -> str:
    return Entry.objects.get(player_id=person.player_id).state


def close(room: Room, row: PlayTable) -> None:
    room.now = max(room.now, row.due_at)
    cast.say(close_hand, by=SYSTEM, at=room.now, table_id=row.pk, turn=row.turn)


@pytest.mark.rule("PT-T.23", "PT-T.39", "PT-T.41", "PT-H.46", "SCPT.H", "ADTP.8A")
def test_who_stands_in_line_is_drawn_to_the_seat_that_a_hand_leaves_free(db: None) -> None:
    room, (first, second) = in_line(seats=4, players=4, waiting=2)
    assert [wallet_balance(one.player_id or 0, unit="EUR") for one in (first, second)] == [
        BALANCE - PRICE
    ] * 2
    assert (state_of(first), state_of(second), room.field.waiting) == ("waiting", "waiting", 2)
    room.check()
    (row,) = room.until_close(1)
    (out,) = loses_all(row)
    draws = Draw.objects.count()
    close(room, row)
    row, kept = seat_of(first)
    assert (kept["chips"], kept["bank_ms"], len(row.seats)) == (500, row.bank_seconds * 1000, 4)
    assert out not in {one["player_id"] for one in row.seats}
    assert (state_of(first), state_of(second), room.field.waiting, room.field.players_left) == (
        *("playing", "waiting"),
        *(1, 4),
    )
    assert Draw.objects.count() == draws + 1
    assert Move.objects.get(entry__player_id=first.player_id, reason="alternate").acknowledged_at
    assert Sitting.objects.get(player_id=first.player_id).brought_chips == 500
    assert payloads.player(second.player_id or 0, tournament_id=room.tournament_id)["entry"]["line"] == 1
    room.check()
    while room.open()[0].stage != "playing":
        room.fold_at(room.open()[0])
    row = room.open()[0]
    assert kept["seat"] in {one.seat for one in Hand.from_dict(row.hand).seats}
    assert len(own_payload(table_id=row.pk, player_id=first.player_id or 0)["cards"]) == 2


@pytest.mark.rule("PT-T.39", "PT-T.48", "PT-T.54", "SCPT.H")
def test_a_tournament_with_a_line_is_played_to_the_last_cent(db: None) -> None:
    room, waiting = in_line(seats=3, players=6, waiting=3, early=True, late_registration_level=0)
    # the rule set lets nobody enter any more, and the line comes in all the same
    assert (room.field.entries_closed_at is not None, room.field.waiting) == (True, 3)
    room.play_on(Random(5))
    assert Tournament.objects.get(pk=room.tournament_id).state == "finished"
    # everybody has played, who waited too
    assert Sitting.objects.filter(player_id__in=[one.player_id for one in waiting]).count() >= len(waiting)
    assert Elimination.objects.filter(undone_at__isnull=True).count() == room.field.entries_total - 1
    assert room.field.waiting == 0
    cast.books_balance()


@pytest.mark.rule("PT-T.39", "SCPT.H")
def test_where_all_but_one_are_out_at_once_who_waits_plays_on_against_that_one(db: None) -> None:
    room, (first, second) = in_line(seats=3, players=3, waiting=2)
    (row,) = room.until_close(1)
    loses_all(row, losers=2)
    close(room, row)
    (row,) = room.open()
    assert {first.player_id, second.player_id} < {one["player_id"] for one in row.seats}
    assert (row.due_kind, room.field.players_left, room.field.waiting) == ("open", 3, 0)
    room.check()


@pytest.mark.rule("PT-T.39", "SCPT.F", "SCPT.H")
def test_nobody_comes_to_a_seat_in_which_a_hand_is_still_played(db: None) -> None:
    room, (first,) = in_line(seats=3, players=3, waiting=1)
    room.step(lambda *_: ("fold", 0))
    (row,) = room.open()
    gone = row.seats[0]["player_id"]
    done = cast.say(
        remove_under_age, by=room.house.ana, at=room.now, tournament_id=room.tournament_id, player_id=gone
    )
    # the only free seat is that one: the line waits for the hand
    assert (done["seated_alternates"], state_of(first), room.field.waiting) == ([], "waiting", 1)
    assert not Move.objects.filter(reason="alternate").exists()
    while room.open()[0].due_kind != "close":
        room.fold_at(room.open()[0])
    close(room, room.open()[0])
    assert (state_of(first), room.field.waiting, room.field.players_left) == ("playing", 0, 3)
    assert seat_of(first)[1]["seat"] == next(one["seat"] for one in row.seats if one["player_id"] == gone)
    room.check()


@pytest.mark.rule("PT-T.36", "PT-T.38", "SCPT.H")
def test_who_was_never_seated_has_all_of_the_money_back(db: None) -> None:
    room, (first,) = in_line(seats=3, players=3, waiting=1)
    room.step(lambda *_: ("fold", 0))
    cast.say(
        cancel_tournament, by=room.house.ana, at=room.now, tournament_id=room.tournament_id, reason="Sem luz"
    )
    assert wallet_balance(first.player_id or 0, unit="EUR") == BALANCE
    assert not Sitting.objects.filter(player_id=first.player_id).exists()
    cast.books_balance()


@pytest.mark.rule("PT-H.11", "SCPT.H")
def test_who_came_from_the_line_is_in_for_the_public_when_it_knows_who_is_out(
    db: None,
) -> None:
    room, (first,) = in_line(seats=3, players=3, waiting=1)
    (row,) = room.until_close(1)
    loses_all(row)
    close(room, row)
    delay = timedelta(seconds=row.onlookers_delay_seconds)

    def names(at: Any) -> set[str]:
        told = public_view(Tournament.objects.get(pk=room.tournament_id), seen_at=at)
        entries = public_entries(room.tournament_id, told=told)
        return set(entries.values_list("player__public_name", flat=True))

    name = Entry.objects.get(player_id=first.player_id).player.public_name
    just_before = room.now + delay - timedelta(milliseconds=1)
    assert name not in names(just_before) and len(names(just_before)) == 3
    assert name in names(room.now + delay) and len(names(room.now + delay)) == 3


@pytest.mark.rule("SCPT.H")
def test_the_page_of_who_waits_says_what_comes_and_then_leads_to_the_table(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, (first,) = in_line(seats=3, players=3, waiting=1)
    monkeypatch.setattr(moment, "at", lambda: room.now)
    client = Client()
    client.force_login(User.objects.get(pk=first.user_id))
    address = reverse("play", args=[room.tournament_id])
    page = client.get(address).content.decode()
    assert "data-line" in page and "esta página vai para a sua mesa" in page
    (row,) = room.until_close(1)
    loses_all(row)
    close(room, row)
    page = client.get(address).content.decode()
    assert f'href="/tables/{room.open()[0].pk}/"' in page and "data-line" not in page
