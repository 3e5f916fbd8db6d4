"""The last seat wanted by 32 processes, time after time: sold exactly once each time, and nobody sees an error.

Over HTTP, with ten tries each: tests/faults/test_rush.py.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from dispatch.facts import Actor
from tests import cast
from tests.dispatch.test_relay import environment
from tests.sizes import size
from tournaments.models import Entry, Slot

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.survives,
    pytest.mark.timeout(size(900, full=1800)),
]

PROCESSES, TOURNAMENTS = size((8, 4), full=(32, 100))

# loaded once, then a process for each buyer; all begin at the same instant
BUYERS = """
import json, multiprocessing, sys, uuid
import django

django.setup()
from datetime import datetime
from dispatch.facts import Actor
from rules.refusals import Refused
from tournaments.commands.register_player import register_player

asked = json.load(sys.stdin)
context = multiprocessing.get_context("fork")
gate, answers = context.Barrier(len(asked["players"])), context.SimpleQueue()


def buy(player_id):
    found = []
    gate.wait(120)
    for tournament_id in asked["tournaments"]:
        try:
            register_player(
                command_id=uuid.uuid4(),
                at=datetime.fromisoformat(asked["at"]),
                by=Actor(user_id=asked["user_id"], label="Desi"),
                tournament_id=tournament_id,
                player_id=player_id,
                method="cash",
                terms_version=asked["terms_version"],
                paid=True,
            )
            found.append("sold")
        except Refused as refused:
            found.append(refused.code)
        except BaseException as error:
            found.append(repr(error))
    answers.put(found)


buyers = [context.Process(target=buy, args=(player,)) for player in asked["players"]]
for buyer in buyers:
    buyer.start()
print(json.dumps([answers.get() for _ in buyers]), flush=True)
"""


@pytest.mark.rule("SCPT.H")
def test_the_last_seat_is_sold_exactly_once_to_any_of_32_processes():
    house = cast.house()
    tournaments = [house.registering("turbo-8max", capacity=3, alternates=False) for _ in range(TOURNAMENTS)]
    for t in tournaments:
        house.fill(t, 2)
    desi: Actor = house.desi.actor
    asked = {
        "tournaments": tournaments,
        "players": [house.player() for _ in range(PROCESSES)],
        "user_id": desi.user_id,
        "at": cast.OPEN.isoformat(),
        "terms_version": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", BUYERS],
        env={**environment(), "DJANGO_SETTINGS_MODULE": "config.settings", "DEBUG": "1"},
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        timeout=size(800, full=1700),
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    answers = json.loads(done.stdout)
    assert len(answers) == PROCESSES
    for number, t in enumerate(tournaments):
        assert sorted(a[number] for a in answers) == ["no_seat_free"] * (PROCESSES - 1) + ["sold"]
        assert Entry.objects.filter(tournament_id=t, state="registered").count() == 3
        assert Slot.objects.filter(tournament_id=t, entry__isnull=False).count() == 3
    cast.books_balance()
    print(f"{TOURNAMENTS} last seats wanted by {PROCESSES} processes: each sold once")
