"""The bubble, as the director reads it: hand-for-hand is proposed where tables wait for one another, and ends once it has burst."""

from __future__ import annotations

import json
import re
import uuid
from html import unescape

import pytest
from django.test import Client

from dispatch import topics
from payouts.queries import places_paid
from people.models import User
from tables.models import Seat
from tables.queries import news_payload
from tests import cast
from tournaments.models import Field
from tournaments.queries import payloads
from tournaments.topics import counts_topic, tables_topic

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-T.49")]


@pytest.fixture
def house():
    return cast.house()


@pytest.fixture
def ana(house):
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=house.ana.user_id))
    return client


def press(client, tournament, what, **values):
    answer = client.post(
        f"/director/{tournament}/do/{what}/",
        {"command_id": str(uuid.uuid4()), **values},
        HTTP_HX_REQUEST="true",
    )
    return json.loads(answer["HX-Trigger"])["toast"]


def text(client, address):
    return " ".join(unescape(client.get(address).content.decode()).split())


def to_the_bubble(client, tournament):
    """Entries close, and players go out until one more is in than places are paid."""
    press(client, tournament, "close-entries")
    while Field.objects.get(pk=tournament).players_left > places_paid(tournament) + 1:
        counts = {}
        seats = Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False)
        for seat in seats.select_related("table").order_by("table__number", "number"):
            counts.setdefault(seat.table.number, []).append(seat)
        fullest = max(counts.values(), key=len)
        assert (
            press(client, tournament, "bust", bust=f"{fullest[0].table.number}-{fullest[0].number}")["kind"]
            == "done"
        )


def needs(client, tournament):
    page = text(client, f"/director/{tournament}/")
    return page[page.index("Needs you now") :]


def asked_for_a_hand(tournament):
    """What the tablets read: is a hand played together, and has the bubble burst in it?"""
    name = tables_topic(tournament)
    hand = topics.read([name])[name].payload["hand_for_hand"]
    # the wall reads the same
    told = news_payload(tournament, seen_at=None)["hand"]
    assert (told or {"served": False})["served"] == hand["served"]
    return hand["on"], hand["served"]


def test_with_one_table_left_nobody_is_told_to_play_hand_for_hand(house, ana):
    tournament = house.started("turbo-8max", entries=8)
    to_the_bubble(ana, tournament)
    told = needs(ana, tournament)
    assert "One more player out and the rest are in the money" in told
    assert f"/director/{tournament}/do/hand-for-hand/" not in told
    assert "One table plays: there is no other whose hand it would wait for." in text(
        ana, f"/director/{tournament}/hand-for-hand/"
    )


def level_on_wall(client, tournament):
    page = text(client, f"/screens/{tournament}/final-table/")
    return re.search(r'data-part="level"\s*>([^<]*)<', page)[1]


def test_with_one_table_left_hand_for_hand_that_is_on_says_that_the_clock_stands(house, ana):
    tournament = house.started("turbo-8max", entries=8)
    to_the_bubble(ana, tournament)
    assert press(ana, tournament, "hand-for-hand")["kind"] == "done"
    told = needs(ana, tournament)
    assert "One table is left and hand for hand is still on: the clock stands" in told
    assert "No other table waits for it. End hand for hand, and the clock runs again." in told
    assert f"/director/{tournament}/do/end-hand-for-hand/" in told
    assert "clock stopped" in level_on_wall(ana, tournament)
    assert press(ana, tournament, "end-hand-for-hand")["kind"] == "done"
    assert "hand for hand is still on" not in needs(ana, tournament)
    assert "clock stopped" not in level_on_wall(ana, tournament)


def test_after_the_bubble_its_end_comes_first_and_no_further_hand_is_open(house, ana):
    tournament = house.started("turbo-8max", entries=24, seats_per_table=6)
    to_the_bubble(ana, tournament)
    assert f"/director/{tournament}/do/hand-for-hand/" in needs(ana, tournament)
    assert "One table plays" not in text(ana, f"/director/{tournament}/hand-for-hand/")
    assert asked_for_a_hand(tournament) == (False, False)
    assert press(ana, tournament, "hand-for-hand")["kind"] == "done"
    assert asked_for_a_hand(tournament) == (True, False)
    playing = list(
        Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False)
        .order_by("table__number", "number")
        .values_list("table__number", "entry_id")
    )
    numbers = sorted({number for number, _entry in playing if sum(n == number for n, _ in playing) > 1})
    assert len(numbers) > 1
    burst = "The bubble has burst: end hand for hand."
    for number in numbers:
        out = next(entry for n, entry in playing if n == number) if number == numbers[0] else ""
        assert burst.rstrip(".") not in needs(ana, tournament)
        done = press(
            ana,
            tournament,
            "hand-done",
            table=str(number),
            round="1",
            **({"out": str(out)} if out else {"busts": ""}),
        )
        assert done["kind"] == "done", done
    assert asked_for_a_hand(tournament) == (True, True)
    told = needs(ana, tournament)
    first = told[: told.index("/do/end-hand-for-hand/")]
    assert burst.rstrip(".") in first and "/do/" not in first
    console = text(ana, f"/director/{tournament}/hand-for-hand/")
    served = console[console.index('id="served"') :]
    before = served[: served.index("<details")]
    assert burst in before and "/do/end-hand-for-hand/" in before and "Hand 2" not in before
    assert console.count("/do/end-hand-for-hand/") == 2  # action and hx-post of one form
    assert press(ana, tournament, "end-hand-for-hand")["kind"] == "done"
    assert asked_for_a_hand(tournament) == (False, False)
    assert burst.rstrip(".") not in needs(ana, tournament)


def test_hand_for_hand_that_was_begun_in_the_money_goes_on(house, ana):
    tournament = house.started("turbo-8max", entries=24, seats_per_table=6)
    to_the_bubble(ana, tournament)
    seat = (
        Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False)
        .select_related("table")
        .first()
    )
    press(ana, tournament, "bust", bust=f"{seat.table.number}-{seat.number}")
    assert press(ana, tournament, "hand-for-hand")["kind"] == "done"
    told = needs(ana, tournament)
    assert "Hand for hand, hand 1" in told and "has burst" not in told


def read_counts(tournament):
    name = counts_topic(tournament)
    return topics.read([name])[name].payload


def test_nobody_is_in_the_money_while_another_table_still_plays_the_hand(house, ana):
    """The display said that the bubble had burst, and phones what was sure, when the first of two tables had lost a player."""
    tournament = house.started("turbo-8max", entries=24, seats_per_table=6)
    to_the_bubble(ana, tournament)
    press(ana, tournament, "hand-for-hand")
    seats = Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False)
    tables = sorted(set(seats.values_list("table__number", flat=True)))
    first = {
        number: seats.filter(table__number=number).order_by("number").values_list("number", flat=True)[0]
        for number in tables
    }
    paid = places_paid(tournament)
    for out, number in enumerate(tables[:2], 1):
        assert press(ana, tournament, "bust", bust=f"{number}-{first[number]}")["kind"] == "done"
        counts = read_counts(tournament)
        assert (counts["players_left"], counts["out_in_hand"]) == (paid + 1 - out, out)
        # the second shares the place of the first, of which only a part is paid
        assert counts["bubble"] and not counts["in_the_money"]
    for number in tables:
        assert press(ana, tournament, "hand-done", table=str(number), round="1", busts="")["kind"] == "done"
    counts = read_counts(tournament)
    assert (counts["players_left"], counts["out_in_hand"]) == (paid - 1, 0)
    assert counts["in_the_money"] and not counts["bubble"]
    # who shares which place, and what each gets
    console = text(ana, f"/director/{tournament}/hand-for-hand/")
    last = console[console.index('id="last-hand"') : console.index('id="served"')]
    prizes = [
        row["amount_cents"]
        for row in payloads.prizes(tournament)["rows"]
        for _ in range(row["first"], row["last"] + 1)
    ]
    each = f"R${prizes[paid - 1] // 200:,}"
    assert "Out in hand 1" in last and last.count("shared by 2") == 2
    assert last.count(each) == 2, (each, last)
    name = tables_topic(tournament)
    told = topics.read([name])[name].payload["hand_for_hand"]["out_last"]
    assert [(one["place"], one["tied"]) for one in told] == [(paid, 2), (paid, 2)]
