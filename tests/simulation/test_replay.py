"""Tournaments that really took place: pool, paid places and every prize to the cent."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from tournaments.management.simulation import replay
from tournaments.management.simulation.replay import Replayer, events

pytestmark = pytest.mark.django_db
EVENTS = events()
SMALL = [name for name, reals in EVENTS.items() if all(r.plan.entries < replay.PLAYED_WHOLE for r in reals)]
BIG = [name for name in EVENTS if name not in SMALL]


def test_every_event_of_the_file_is_known():
    assert len(SMALL) == 3 and len(BIG) == 6


@pytest.mark.parametrize("name", ["ftp-guarantee", "scpt-turbo-8max"])
def test_played_to_the_last_prize(name):
    (real,) = EVENTS[name]
    found = Replayer().play(real)
    assert found.differences == []
    assert found.whole and found.prizes == real.net_cents


@pytest.mark.slow
def test_276_players_to_the_last_prize():
    (real,) = EVENTS["stars-mtt-20-2007"]
    found = Replayer().play(real)
    assert found.differences == []
    assert found.whole and found.paid == 27


@pytest.mark.slow
@pytest.mark.parametrize("name", ["winamax-w-series", "scpt-3-2024", "bsop-2014-1"])
def test_the_money_of_the_bigger_ones(name):
    replayer = Replayer()
    for real in EVENTS[name]:
        assert replayer.play(real).differences == []


def test_a_difference_is_named_and_an_error(monkeypatch):
    from dataclasses import replace

    (real,) = EVENTS["ftp-guarantee"]
    wrong = replace(real, prizes=[4000, 3000, 2000, 1001], paid=5)
    monkeypatch.setattr("tournaments.management.commands.replay.events", lambda: {"ftp-guarantee": [wrong]})
    out, told = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("replay", "--keep", stdout=out, stderr=told)
    assert end.value.code == 1
    assert "ftp-guarantee: prize of place 4 is 1000, should be 1001" in told.getvalue()
    assert "number of paid places is 4, should be 5" in told.getvalue()
    assert "DIFFERS" in out.getvalue()
    with pytest.raises(CommandError, match="no such event"):
        call_command("replay", "--event", "nowhere")
