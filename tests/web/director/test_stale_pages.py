"""A page that has not heard the news acts: nothing happens twice, and the answer says who was first, and when."""

from __future__ import annotations

import json
import re
import uuid

import pytest
from django.test import Client

from dispatch import relay
from people.models import User
from tables.commands.halt_table import halt_table
from tables.models import Seat
from tests import cast
from tournaments.commands.close_entries import close_entries
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.models import Elimination

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    return cast.house()


def browser(person):
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def sealed():
    while relay.seal():
        pass


def pressed(client, tournament, what, **values):
    answer = client.post(
        f"/director/{tournament}/do/{what}/",
        {"command_id": str(uuid.uuid4()), **values},
        HTTP_HX_REQUEST="true",
    )
    return json.loads(answer["HX-Trigger"])["toast"]["text"]


def test_the_answer_names_who_did_it_and_when(house):
    tournament = house.started("turbo-8max", entries=8)
    here = {"by": house.bruno, "at": cast.after(minutes=3), "tournament_id": tournament}
    cast.say(pause_clock, **here)
    cast.say(close_entries, **{**here, "by": house.olga})
    seat = (
        Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False)
        .select_related("entry")
        .first()
    )
    player = seat.entry.player.public_name
    cast.say(
        eliminate_players, **here, table_number=1,
        busts=[{"entry_id": seat.entry_id, "stack_chips_start": None, "by_entries": []}],
    )  # fmt: skip
    sealed()
    director = browser(house.ana)
    # 22:03 by the house's clock in São Paulo, three hours behind
    with cast.unchanged():
        assert (
            pressed(director, tournament, "pause") == "The clock is paused already. Done by Bruno at 19:03."
        )
        assert (
            pressed(director, tournament, "close-entries")
            == "Entries are already closed. Done by Olga at 19:03."
        )
        assert pressed(director, tournament, "bust", bust=f"1-{seat.number}") == (
            f"Nobody sits at table 1, seat {seat.number}: {player} went out there, entered by Bruno at 19:03."
        )
        # where nobody ever went out, nobody is named
        empty = Seat.objects.filter(table__tournament_id=tournament, table__number=1, entry=None).exclude(
            pk=seat.pk
        )
        for free in empty[:1]:
            assert pressed(director, tournament, "bust", bust=f"1-{free.number}") == (
                f"Nobody sits at table 1, seat {free.number}."
            )
        # what has another reason than that it is done names nobody
        assert "Done by" not in pressed(director, tournament, "bust", bust="99-1")


def test_every_stale_act_names_who_was_first_and_the_programs_are_told_too(house):
    tournament = house.started("turbo-8max", entries=16)
    seats = list(
        Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False)
        .select_related("entry__player", "table")
        .order_by("table__number", "number")
    )
    free = Seat.objects.filter(table__tournament_id=tournament, entry=None).select_related("table")
    one, other = seats[0], seats[-1]
    here = {"by": house.bruno, "at": cast.after(minutes=3)}
    out = cast.say(
        eliminate_players, **here, tournament_id=tournament, table_number=one.table.number,
        busts=[{"entry_id": one.entry_id, "stack_chips_start": None, "by_entries": []}],
    )  # fmt: skip
    gone = out["eliminations"][0]["elimination_id"]
    cast.say(undo_elimination, **here, elimination_id=gone)
    empty = free.first()
    assert empty is None  # sixteen at two tables of eight: every seat is taken
    table = other.table.number
    cast.say(halt_table, by=house.ana, at=cast.after(minutes=4), tournament_id=tournament, table_number=table)
    sealed()
    director = browser(house.ana)
    done_by_bruno, done_by_ana = "Done by Bruno at 19:03.", "Done by Ana at 19:04."
    with cast.unchanged():
        told = pressed(
            director, tournament, "move", entry_id=str(one.entry_id), table=str(table), seat=str(other.number)
        )
        assert "is taken" in told and "Done by" not in told  # drawn at the start, not by anybody
        assert done_by_ana in pressed(director, tournament, "halt", table=str(table))
        assert "Done by" in pressed(director, tournament, "start")
        command = command_of(gone)
        again = director.post(f"/undo/{command}/", {"command_id": str(uuid.uuid4())}, HTTP_HX_REQUEST="true")
        assert done_by_bruno in json.loads(again["HX-Trigger"])["toast"]["text"]

        def asked(path, body=None):
            return director.post(
                f"/api/{path}", body or {}, content_type="application/json",
                headers={"Command-Id": str(uuid.uuid4())},
            )  # fmt: skip

        answer = asked(f"eliminations/{gone}/undo")
        assert answer.status_code == 409 and done_by_bruno in answer.json()["detail"]
        assert answer.json()["done_by"]["operator"] == "Bruno"
        answer = asked(f"tournaments/{tournament}/tables/{table}/halt")
        assert done_by_ana in answer.json()["detail"] and answer.json()["done_by"]["operator"] == "Ana"
        answer = asked(f"commands/{command}/undo")
        assert done_by_bruno in answer.json()["detail"]


def test_an_undo_page_that_was_left_open_does_what_it_told_or_nothing(house):
    """Two more go out meanwhile: their places would move, and the page had not said so."""
    tournament = house.started("turbo-8max", entries=16)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=2), tournament_id=tournament)

    def bust(minutes):
        seat = (
            Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False)
            .select_related("table", "entry__player")
            .order_by("table__number", "number")
            .first()
        )
        out = cast.say(
            eliminate_players, by=house.bruno, at=cast.after(minutes=minutes), tournament_id=tournament,
            table_number=seat.table.number,
            busts=[{"entry_id": seat.entry_id, "stack_chips_start": None, "by_entries": []}],
        )  # fmt: skip
        return out["eliminations"][0]["elimination_id"], seat.entry.player.public_name

    gone, first = bust(3)
    command = command_of(gone)
    sealed()
    director = browser(house.ana)
    address = f"/undo/{command}/?next=/director/{tournament}/history/"

    def version(page):
        return re.search(r'name="version" value="([0-9a-f]{32})"', page)[1]

    page = director.get(address).content.decode()
    assert f"{first} is in again" in page
    stale = version(page)
    assert version(director.get(address).content.decode()) == stale  # read twice it is the same
    _other, second = bust(4)
    sealed()

    def send(value):
        return director.post(
            f"/undo/{command}/",
            {
                "command_id": str(uuid.uuid4()),
                "thing": gone,
                "version": value,
                "next": f"/director/{tournament}/history/",
            },
            follow=True,
        )

    with cast.unchanged():
        answer = send(stale)
        page = answer.content.decode()
        assert answer.redirect_chain[-1][0].startswith(f"/undo/{command}/?next=")
        assert "More has happened since you read what this would do." in page
        assert f"{second}: 15th place becomes 16th." in page
        programs = director.post(
            f"/api/commands/{command}/undo", {"version": stale}, content_type="application/json",
            headers={"Command-Id": str(uuid.uuid4())},
        )  # fmt: skip
        assert (programs.status_code, programs.json()["code"]) == (409, "changed_since")
        things = director.get(f"/api/commands/{command}/undo").json()["things"]
        assert [one["version"] for one in things] == [version(page)]
    answer = send(version(page))
    assert answer.redirect_chain[-1][0] == f"/director/{tournament}/history/"
    assert Elimination.objects.get(pk=gone).undone_at is not None


def command_of(elimination):
    return Elimination.objects.get(pk=elimination).command_id


def test_two_tabs_of_the_desk_register_once_and_the_second_says_who_did(house, monkeypatch):
    from access import moment

    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    tournament = house.registering("turbo-8max")
    player = house.player("Rui")
    first = house.enter(tournament, player)
    sealed()
    desk = browser(house.desi)
    with cast.unchanged():
        answer = desk.post(
            f"/desk/{tournament}/do/register/",
            {"command_id": str(uuid.uuid4()), "player_id": player, "method": "cash", "terms_version": "1"},
            follow=True,
        )
    page = re.sub(r"\s+", " ", answer.content.decode())
    assert "already registered for this tournament. Done by Desi at 18:00. (Rule SCPT.O)" in page
    assert first["receipt"] in page
