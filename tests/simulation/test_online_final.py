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
from tournaments.models import Elimination, Tournament


@pytest.mark.slow
def test_a_final_table_is_played_to_its_winner_and_the_next_begins(db, monkeypatch):
    house = cast.house()
    monkeypatch.setattr(online_final, "CHIPS", 400)
    monkeypatch.setattr(online_final.demo_room, "on_duty", lambda known: known)
    events = online_final.events(_as_in_the_demo(house), at=cast.OPEN)
    event = events(cast.OPEN)
    assert events(cast.OPEN) is event
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
        waits = look(at=table.now, random=random, waits=waits, event=event)
    first.refresh_from_db()
    assert first.state == "finished"
    assert Elimination.objects.filter(tournament=first).count() == online_final.PLAYERS - 1
    # nobody's time ran out: all acted for themselves
    assert set(HandAct.objects.values_list("manner", flat=True)) == {"player"}
    assert not reconcile()

    assert events(first.finished_at + timedelta(seconds=5)) is event  # who won can be read
    second = events(first.finished_at + timedelta(seconds=31))
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
    assert again == second


def _as_in_the_demo(house):
    return online_final.House(
        venue_id=house.venue_id,
        currency=house.currency,
        owner=house.ana.actor,
        director=house.ana.actor,
        desk=house.desi.actor,
        floor=house.bruno.actor,
    )
