"""The phone at the final table: drawn with the table's own seats, and a new seat never hides a vote."""

from __future__ import annotations

import re

import pytest

from payouts.commands.propose_deal import propose_deal
from payouts.commands.vote_deal import vote_deal
from tables.commands.count_stacks import count_stacks
from tables.commands.move_player import move_player
from tables.commands.redraw_tables import redraw_tables
from tables.commands.verify_seat import verify_seat
from tables.models import Move, Seat
from tests import cast
from tests.payouts.room import playing as in_play
from tests.payouts.test_season import circuit
from tests.web.player.test_player import at, bust, house, phone, shown
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry, Tournament
from tournaments.queries import payloads

__all__ = ["at", "house", "phone"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def event(phone, house, at):
    """Caio and eight others at tables of six, and nobody can enter any more."""
    found = house.registering(
        "turbo-8max", seats_per_table=6, late_registration_level=0, re_entries_per_player=0
    )
    house.enter(found, house.caio.player_id)
    house.fill(found, 8)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=found)
    at["at"] = cast.after(minutes=5)
    return found


def own(house, event):
    return Entry.objects.get(tournament_id=event, player_id=house.caio.player_id)


def at_final_table(house, event):
    """Seven are left, with their seats at the final table drawn."""
    others = Entry.objects.filter(tournament_id=event).exclude(pk=own(house, event).pk).order_by("pk")
    for player_id in others.values_list("player_id", flat=True)[:2]:
        bust(house, event, player_id)
    cast.say(redraw_tables, by=house.ana, at=cast.after(minutes=6), tournament_id=event, final=True)


def drawn(page):
    return [int(n) for n in re.findall(r'<text x="\d+" y="\d+" dy="3.6">(\d+)</text>', page)]


def deal(house, event):
    first, *others = in_play(event)
    shares = [(first, 30_000), *((one, 10_000) for one in others)]
    return cast.say(
        propose_deal, by=house.ana, at=cast.after(minutes=8), tournament_id=event, kind="custom",
        amounts=[{"entry_id": one, "amount_cents": cents} for one, cents in shares],
    )["deal_id"]  # fmt: skip


def test_a_final_table_of_seven_has_seven_seats_where_six_play_at_the_others(phone, house, event):
    assert drawn(shown(phone, f"/play/{event}/mine/")) == [1, 2, 3, 4, 5, 6]
    at_final_table(house, event)
    page = shown(phone, f"/play/{event}/mine/")
    # the new seat over the page, and the seat under it
    assert 'id="moved"' in page and drawn(page) == [*range(1, 8), *range(1, 8)]
    assert page.count('<g class="mine">') == 2


@pytest.mark.parametrize("seen", ["verified", "counted"])
def test_a_new_seat_goes_once_the_house_has_seen_the_player_there(phone, house, event, seen):
    seat = Seat.objects.select_related("table").get(entry=own(house, event))
    free = Seat.objects.filter(table__tournament_id=event, entry=None).exclude(table=seat.table)
    to = free.select_related("table").order_by("pk")[0]
    cast.say(
        move_player, by=house.bruno, at=cast.after(minutes=5), entry_id=seat.entry_id, table_number=to.table.number,
        seat_number=to.number, reason="balance",
    )  # fmt: skip
    assert 'id="moved"' in shown(phone, f"/play/{event}/mine/")
    at = cast.after(minutes=6)
    if seen == "verified":
        cast.say(
            verify_seat, by=house.bruno, at=at, tournament_id=event, table_number=to.table.number,
            seat_number=to.number,
        )  # fmt: skip
    else:
        counted = [{"entry_id": seat.entry_id, "stack_chips": 12_000}]
        cast.say(count_stacks, by=house.bruno, at=at, tournament_id=event, stacks=counted)
    assert 'id="moved"' not in shown(phone, f"/play/{event}/mine/")
    assert Move.objects.get(entry_id=seat.entry_id, reason="balance").acknowledged_at is None


@pytest.mark.rule("ADTP.P3")
def test_a_vote_is_not_hidden_by_a_new_seat_and_an_open_phone_hears_of_it(phone, house, event):
    at_final_table(house, event)
    caio = house.caio.player_id
    assert payloads.player(caio, tournament_id=event)["vote"] is None
    asked = deal(house, event)
    page = shown(phone, f"/play/{event}/mine/")
    assert 'id="moved"' not in page and "Your vote" in page
    # what the phone is sent differs from before, so it draws itself anew
    assert payloads.player(caio, tournament_id=event)["vote"] == {
        "deal_id": asked,
        "votes_cast": 0,
        "voted": False,
    }
    cast.say(
        vote_deal,
        by=house.caio,
        at=cast.after(minutes=9),
        deal_id=asked,
        entry_id=own(house, event).pk,
        agrees=True,
    )
    assert payloads.player(caio, tournament_id=event)["vote"] == {
        "deal_id": asked,
        "votes_cast": 1,
        "voted": True,
    }


@pytest.mark.rule("SCPT.S-A")
@pytest.mark.parametrize("ranks", [True, False])
def test_a_vote_says_what_a_deal_means_for_the_ranking_where_there_is_one(phone, house, event, ranks):
    at_final_table(house, event)
    if ranks:
        Tournament.objects.filter(pk=event).update(stage_id=circuit(house)[1], ranks=True)
    deal(house, event)
    page = shown(phone, f"/play/{event}/mine/")
    assert ("For the ranking all who share in it score alike: as the last of their places." in page) is ranks
