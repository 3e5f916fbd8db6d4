"""Tournaments that really took place: pool, paid places and every prize to the cent."""

from __future__ import annotations

import io
import re
from contextlib import contextmanager

import pytest
from django.core.management import CommandError, call_command

from rules.announcing import payout_table
from rules.entries import BuyInSplit, Component
from rules.policies import from_dict as policies_from
from rules.prizes import pool_statement, prizes
from simulation import replay
from simulation.house import announce
from simulation.real_events import events
from simulation.replay import Replayer
from tests.sizes import size, survives
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
EVENTS = events()
SMALL = [name for name, reals in EVENTS.items() if all(r.plan.entries < replay.PLAYED_WHOLE for r in reals)]
BIG = [name for name in EVENTS if name not in SMALL]


def test_every_event_of_the_file_is_known():
    assert len(SMALL) == 3 and len(BIG) == 6


@pytest.mark.parametrize("name", EVENTS)
def test_what_every_event_announces_can_be_published_and_comes_to_its_pool(name):
    """The money of all of them, the biggest too, from what was announced and what came in; without the entries."""
    replayer = Replayer()
    for real in EVENTS[name]:
        t = Tournament.objects.get(
            pk=announce(
                replayer.asker, house=replayer.house, plan=real.plan, name=real.id, more=real.announced
            )
        )
        policies, split = policies_from(t.policies), BuyInSplit.from_dict(t.split)
        collected = split.cents(Component.PRIZE_POOL) * real.plan.entries
        for extra, count in ((t.rebuy, real.rebuys), (t.add_on, real.add_ons)):
            collected += extra["price_cents"] * count if count else 0
        statement = pool_statement(
            collected_cents=collected,
            policies=policies,
            guarantee_cents=t.guarantee_cents,
            deductions=split.pool_deductions,
            guarantee_deductions=split.guarantee_deductions,
        )
        table = payout_table(t.payout_table, entries=real.plan.entries, policies=policies)
        assert statement.net_cents == real.net_cents
        assert real.overlay_cents in (None, statement.overlay_cents)
        assert real.paid in (None, table.places)
        found = prizes(net_pool_cents=statement.net_cents, table=table, entries=real.plan.entries)
        assert sum(found) == real.net_cents
        assert real.prizes is None or list(found) == list(real.prizes)


@pytest.mark.parametrize("name", ["ftp-guarantee", "scpt-turbo-8max"])
def test_played_to_the_last_prize(name):
    (real,) = EVENTS[name]
    found = Replayer().play(real)
    assert found.differences == []
    assert found.whole and found.prizes == real.net_cents


@pytest.mark.slow
@survives
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("name", "line"),
    [
        (
            "stars-mtt-20-2007",
            "stars-mtt-20-2007 276 entries net 5,520.00 overlay 0.00 27 paid played to the end",
        ),
        *size(
            [],
            full=[
                (
                    "scpt-3-2024",
                    "scpt-3-2024 1807 entries net 498,390.00 overlay 0.00 181 paid until the prizes",
                )
            ],
        ),
    ],
)
def test_bigger_ones_with_each_command_committed(name, line):
    """276 players to the last prize; in `bin/test faults` 1,068 entries with 739 re-entries until the prizes, too."""
    told = io.StringIO()
    call_command("replay", "--keep", "--event", name, stdout=told)
    assert line in re.sub(" +", " ", told.getvalue())


def test_without_keep_it_is_played_in_a_database_of_its_own(monkeypatch):
    """How that one is made: tests/simulation/test_simulate.py."""
    inside = []

    @contextmanager
    def scratch():
        inside.append(True)
        yield "elsewhere"
        inside.append(False)

    play = Replayer.play

    def played(self, real, **more):
        assert inside == [True]
        return play(self, real, **more)

    monkeypatch.setattr("simulation.management.commands.replay.scratch_database", scratch)
    monkeypatch.setattr(Replayer, "play", played)
    told = io.StringIO()
    call_command("replay", "--event", "ftp-guarantee", stdout=told)
    assert inside == [True, False] and "as it was" in told.getvalue()


def test_a_difference_is_named_and_an_error(monkeypatch):
    from dataclasses import replace

    (real,) = EVENTS["ftp-guarantee"]
    wrong = replace(real, prizes=[4000, 3000, 2000, 1001], paid=5)
    monkeypatch.setattr("simulation.management.commands.replay.events", lambda: {"ftp-guarantee": [wrong]})
    out, told = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("replay", "--keep", stdout=out, stderr=told)
    assert end.value.code == 1
    assert "ftp-guarantee: prize of place 4 is 1000, should be 1001" in told.getvalue()
    assert "number of paid places is 4, should be 5" in told.getvalue()
    assert "DIFFERS" in out.getvalue()
    with pytest.raises(CommandError, match="no such event"):
        call_command("replay", "--event", "nowhere")
