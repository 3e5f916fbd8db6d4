"""What is said before an entry is given back while the tournament runs, and that it is not offered afterwards."""

from __future__ import annotations

import uuid
from html import unescape

import pytest
from django.test import Client

from dispatch import relay
from dispatch.models import Fact
from payouts.queries import prizes_payload
from people.models import User
from tables.models import Seat
from tests import cast
from tournaments.commands.close_entries import close_entries
from tournaments.models import Entry, Field

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    return cast.house()


def browser(person):
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def command_of(made):
    return Fact.objects.get(kind="entry_paid", body__entry_id=made["entry_id"]).command_id


def sealed():
    while relay.seal():
        pass


def text(answer):
    return unescape(answer.content.decode())


@pytest.mark.rule("SCPT.I")
def test_the_preview_says_seat_chips_and_pool_and_that_is_what_happens(house):
    tournament = house.started("turbo-8max", entries=9)
    made = house.enter(tournament, at=cast.after(minutes=2))
    entry = Entry.objects.select_related("player").get(pk=made["entry_id"])
    seat = Seat.objects.select_related("table").get(entry=entry)
    before = prizes_payload(tournament)["net_cents"]
    chips_before = Field.objects.get(pk=tournament).chips_issued
    ana, number = browser(house.ana), command_of(made)
    page = text(ana.get(f"/undo/{number}/"))
    where = f"table {seat.table.number}, seat {seat.number}"
    assert f"{entry.player.public_name} gets up: {where} is empty." in page
    assert "20,000 chips leave play." in page and "some may be in other stacks by now" in page
    assert "The pool becomes R$900.00; now it is R$1,000.00." in page
    desk = text(browser(house.olga).get(f"/desk/{tournament}/?player={made['player_id']}"))
    assert f"gets up: {where} is empty." in desk and "20,000 chips leave play." in desk
    ana.post(f"/undo/{number}/", {"command_id": str(uuid.uuid4()), "reason": "Registered twice"})
    seat.refresh_from_db()
    assert seat.entry_id is None
    assert Field.objects.get(pk=tournament).chips_issued == chips_before - 20_000
    assert (before, prizes_payload(tournament)["net_cents"]) == (100_000, 90_000)


@pytest.mark.rule("SCPT.L")
def test_a_guarantee_keeps_the_pool(house):
    tournament = house.started("turbo-8max", entries=9, guarantee_cents=500_000)
    made = house.enter(tournament, at=cast.after(minutes=2))
    assert "The pool stays R$5,000.00." in text(browser(house.ana).get(f"/undo/{command_of(made)}/"))


def test_before_the_start_there_is_neither_seat_nor_stack_to_speak_of(house):
    tournament = house.registering("turbo-8max")
    made = house.enter(tournament)
    page = text(browser(house.ana).get(f"/undo/{command_of(made)}/"))
    assert (
        "the money goes into the player's balance" in page
        and "chips leave play" not in page
        and "The pool" not in page
    )


@pytest.mark.rule("SCPT.I")
def test_chips_that_were_played_are_refused_before_anybody_writes_a_reason(house):
    tournament = house.started("turbo-8max", entries=9)
    made = house.enter(tournament, at=cast.after(minutes=2))
    Entry.objects.filter(pk=made["entry_id"]).update(stack_chips=19_000)
    page = text(browser(house.ana).get(f"/undo/{command_of(made)}/"))
    assert "has played: the stack was counted." in page and 'name="reason"' not in page


@pytest.mark.rule("ADTP.8B")
def test_history_offers_no_undo_of_a_sale_once_entries_are_closed(house):
    tournament = house.started("turbo-8max", entries=9)
    made = house.enter(tournament, at=cast.after(minutes=2))
    ana, number = browser(house.ana), command_of(made)
    history = f"/director/{tournament}/history/"
    sealed()
    assert f"/undo/{number}/" in text(ana.get(history))
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=3), tournament_id=tournament)
    sealed()
    page = text(ana.get(history))
    assert f"/undo/{number}/" not in page
    # it was not taken back: it stays
    assert page.count(">undone<") == 0
    ana.cookies["django_language"] = "pt-br"
    said = text(ana.get(f"/undo/{number}/"))
    assert "As entradas estão fechadas e os prêmios fixados: esta inscrição fica." in said
