"""A tournament online at the instants at which several things happen: one effect, and nobody waits in a circle."""

from __future__ import annotations

import pytest

from dispatch.facts import SYSTEM, Done
from play.commands.close_hand import close_hand
from play.models import PlayTable
from rules.refusals import Refused
from tests import cast
from tests.play.event import BALANCE, Event, house
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.register_player import register_player
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.rule("PT-T.22", "PT-T.36", "PT-T.39", "PT-T.44")
def test_the_last_seat_the_start_the_end_of_a_hand_and_a_cancellation_at_once():
    home = house()
    t = home.registering("online-sit-and-go", capacity=3, seats_per_table=3, starting_stack_chips=1_000)
    people = [cast.person(name) for name in ("Rui", "Eva", "Zoe", "Ivo")]
    for person in people:
        home.deposit(person.player_id, BALANCE)
    entered = cast.together(
        [
            lambda p=p: cast.asked(
                register_player,
                by=p,
                tournament_id=t,
                player_id=p.player_id,
                method="balance",
                terms_version="1",
            )
            for p in people
        ]
    )
    assert sum(isinstance(one, Done) for one in entered) == 3, entered
    assert PlayTable.objects.count() == 1 and Entry.objects.filter(state="playing").count() == 3
    again = cast.together([lambda: cast.asked(start_tournament, by=home.ana, tournament_id=t)] * 2)
    assert {one.code for one in again} == {"already_started"}

    event = Event(home, t, people)
    event.due()
    while event.row.due_kind == "decide":
        event.act("fold")
    row = event.row
    assert row.due_kind == "close"
    close = {"by": SYSTEM, "at": row.due_at, "table_id": row.pk, "turn": row.turn}
    ended = cast.together(
        [
            lambda: cast.asked(close_hand, **close),
            lambda: cast.asked(close_hand, **close),
            lambda: cast.asked(pause_clock, by=home.ana, at=row.due_at, tournament_id=t),
        ]
    )
    assert sum(isinstance(one, Done) for one in ended[:2]) == 1 and isinstance(ended[2], Done), ended
    event.check_chips()
    assert event.row.due_kind == "open"

    chips = {kept["player_id"]: kept["chips"] for kept in event.row.seats}
    cancel = {"by": home.ana, "at": row.due_at, "tournament_id": t, "reason": "Luz"}
    over = cast.together([lambda: cast.asked(cancel_tournament, **cancel)] * 2)
    assert sum(isinstance(one, Done) for one in over) == 1
    assert all(isinstance(one, Done | Refused) for one in over), over
    assert Tournament.objects.get(pk=t).state == "cancelled" and event.row.stage == "closed"
    assert sum(chips.values()) == 3_000
    cast.books_balance()
