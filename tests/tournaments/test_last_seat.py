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
    pytest.mark.timeout(size(300, full=1800)),
]

# starting Django 32 times is what is dear
PROCESSES, TOURNAMENTS = size((6, 4), full=(32, 100))

BUYER = """
import json, sys, uuid
import django

django.setup()
from datetime import datetime
from dispatch.facts import Actor
from rules.refusals import Refused
from tournaments.commands.register_player import register_player

asked = json.loads(sys.stdin.readline())
print("ready", flush=True)
sys.stdin.readline()
answers = []
for tournament_id, player_id in asked["wanted"]:
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
        answers.append("sold")
    except Refused as refused:
        answers.append(refused.code)
print(json.dumps(answers), flush=True)
"""


@pytest.mark.rule("SCPT.H")
def test_the_last_seat_is_sold_exactly_once_to_any_of_32_processes():
    house = cast.house()
    tournaments = [house.registering("turbo-8max", capacity=3, alternates=False) for _ in range(TOURNAMENTS)]
    for t in tournaments:
        house.fill(t, 2)
    desi: Actor = house.desi.actor
    buyers = [
        subprocess.Popen(
            [sys.executable, "-c", BUYER],
            env={**environment(), "DJANGO_SETTINGS_MODULE": "config.settings", "DEBUG": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(PROCESSES)
    ]
    try:
        for buyer in buyers:
            player = house.player()
            wanted = [(t, player) for t in tournaments]
            buyer.stdin.write(
                json.dumps(
                    {
                        "wanted": wanted,
                        "user_id": desi.user_id,
                        "at": cast.OPEN.isoformat(),
                        "terms_version": "1",
                    }
                )
                + "\n"
            )
            buyer.stdin.flush()
        for buyer in buyers:
            assert buyer.stdout.readline() == "ready\n"
        for buyer in buyers:
            buyer.stdin.write("go\n")
            buyer.stdin.flush()
        answers = [json.loads(buyer.stdout.readline()) for buyer in buyers]
    finally:
        for buyer in buyers:
            buyer.kill()
            buyer.wait()
    for number, t in enumerate(tournaments):
        assert sorted(a[number] for a in answers) == ["no_seat_free"] * (PROCESSES - 1) + ["sold"]
        assert Entry.objects.filter(tournament_id=t, state="registered").count() == 3
        assert Slot.objects.filter(tournament_id=t, entry__isnull=False).count() == 3
    cast.books_balance()
    print(f"{TOURNAMENTS} last seats wanted by {PROCESSES} processes: each sold once")
