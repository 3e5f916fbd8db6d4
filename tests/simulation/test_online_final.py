"""The demo room has a final table online that moves: its players act as anybody does, and the next one begins behind it."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from ledger.queries import reconcile
from payouts.queries.bounties import bounty_of
from play.models import HandAct, PlayTable
from simulation import online_final
from simulation.rehearsal_players import look
from tests import cast
from tests.play.conftest import AtTable
from tests.play.event import enter
from tournaments.models import Elimination, Entry, Tournament


@pytest.mark.slow
def test_a_final_table_is_played_to_its_winner_and_the_next_begins(db, monkeypatch):
    house = cast.house()
    monkeypatch.setattr(online_final, "CHIPS", 400)
    monkeypatch.setattr(online_final.demo_room, "on_duty", lambda known: known)
    events = online_final.events(_as_in_the_demo(house), at=cast.OPEN)
    event, waits_for_one = events(cast.OPEN)
    assert events(cast.OPEN) == [event, waits_for_one]
    first = Tournament.objects.get(pk=event.tournament_id)
    assert (first.name, first.online, first.practice) == ("Sit & go online 1", True, False)
    row = PlayTable.objects.get(tournament_id=first.pk)
    assert len(row.seats) == online_final.PLAYERS and not any(kept["rehearsal"] for kept in row.seats)
    table = AtTable(house, row.pk, now=row.opened_at)
    random, waits = Random(7), {}
    for _ in range(20_000):
        if table.row.stage == "closed":
            break
        if table.row.due_kind != "decide":
            table.due()
            continue
        table.now = max(table.now, table.row.from_at) + timedelta(seconds=0.5)
        waits = look(at=table.now, random=random, waits=waits, events=[event])
    first.refresh_from_db()
    assert first.state == "finished"
    assert Elimination.objects.filter(tournament=first).count() == online_final.PLAYERS - 1
    # nobody's time ran out: all acted for themselves
    assert set(HandAct.objects.values_list("manner", flat=True)) == {"player"}
    assert not reconcile()

    assert events(first.finished_at + timedelta(seconds=5))[0] is event  # who won can be read
    second, same = events(first.finished_at + timedelta(seconds=31))
    assert same == waits_for_one
    knockout = Tournament.objects.get(pk=second.tournament_id)
    assert (knockout.name, bounty_of(knockout.split), knockout.price_cents) == (
        "Sit & go online knock-out 2",
        500,
        1_600,
    )
    # a process that begins anew takes up the one that is there, with the same people
    again = online_final.events(_as_in_the_demo(house), at=cast.OPEN)(
        first.finished_at + timedelta(seconds=32)
    )
    assert again == [second, waits_for_one]


def test_a_visitor_takes_the_last_seat_of_one_and_plays_at_once_and_the_next_is_open(db, monkeypatch):
    house = cast.house()
    monkeypatch.setattr(online_final.demo_room, "on_duty", lambda known: known)
    events = online_final.events(_as_in_the_demo(house), at=cast.OPEN)
    final, one = events(cast.OPEN)
    found = Tournament.objects.get(pk=one.tournament_id)
    assert (found.name, found.state, found.online) == ("Sit & go aberto 1", "registering", True)
    assert Entry.objects.filter(tournament=found).count() == online_final.PLAYERS - 1
    visitor = enter(house, found.pk, "Rui", at=cast.OPEN)
    row = PlayTable.objects.get(tournament_id=found.pk)
    assert visitor.player_id in [kept["player_id"] for kept in row.seats]
    assert len(row.seats) == online_final.PLAYERS
    later = cast.OPEN + timedelta(seconds=1)
    assert events(later)[:2] == [final, one]
    third = Tournament.objects.get(pk=events(later)[2].tournament_id)
    assert (third.name, third.state) == ("Sit & go aberto 2", "registering")
    # those who sit with the visitor decide for themselves; the visitor is not decided for
    table = AtTable(house, row.pk, now=row.opened_at)
    random, waits = Random(7), {}
    table.deal()
    for _ in range(2_000):
        acting = next(k["player_id"] for k in table.row.seats if k["seat"] == table.to_act)
        if acting == visitor.player_id:
            break
        table.now = max(table.now, table.row.from_at) + timedelta(seconds=0.5)
        waits = look(at=table.now, random=random, waits=waits, events=events(later))
        if table.row.due_kind != "decide":
            break
    acted = set(HandAct.objects.filter(hand__table=row.pk).values_list("manner", flat=True))
    assert acted <= {"player"}
    turn = table.row.turn
    look(at=table.now + timedelta(seconds=60), random=random, waits=waits, events=events(later))
    assert table.row.turn == turn or table.row.due_kind != "decide"


def _as_in_the_demo(house):
    return online_final.House(
        venue_id=house.venue_id,
        currency=house.currency,
        owner=house.ana.actor,
        director=house.ana.actor,
        desk=house.desi.actor,
        floor=house.bruno.actor,
    )
