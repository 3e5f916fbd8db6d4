"""Whole tournaments through the commands, in all four rule sets, every law checked after every command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from payouts.models import Score
from rules.ranking import score
from simulation.checks import Broken, Checks
from simulation.clocks import Stopped
from simulation.plan import BadPlan, Plan
from simulation.play import Play
from simulation.run import REPLAYS, Failed, plan_of_replay, simulate
from tournaments.models import Tournament

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.django_db

# preset, entries, seed; the presets are the rule sets scpt, h2, adtp, pt_online
RUNS = [
    ("scpt-main", 44, 1),
    ("turbo-8max", 32, 2),
    ("sit-and-go-9", 9, 3),
    ("sit-and-go-9", 2, 4),
    ("online-mtt-pt", 24, 5),
]


def played(plan: Plan):
    return simulate(plan, keep_replay=False)


@pytest.mark.parametrize(("preset", "entries", "seed"), RUNS)
def test_a_whole_tournament(preset, entries, seed):
    found = played(Plan.of(preset, entries, seed))
    assert found.entries == entries
    assert found.busts == entries - 1
    assert found.net_cents == found.gross_cents + found.overlay_cents - found.deductions_cents
    assert found.checks > entries
    assert "busts/s" in "\n".join(found.lines())


def test_the_same_seed_plays_the_same_run_again_and_another_another():
    one = played(Plan.of("turbo-8max", 12, 11))
    again = played(Plan.of("turbo-8max", 12, 11))
    other = played(Plan.of("turbo-8max", 12, 12))
    assert one.digest == again.digest != other.digest
    assert {name: len(took) for name, took in one.took.items()} == {
        name: len(took) for name, took in again.took.items()
    }


def test_a_ranked_tournament_scores_the_official_places():
    played(Plan.of("scpt-main", 20, 5, ranked=True))
    t = Tournament.objects.latest("id")
    assert not t.practice
    scores = list(Score.objects.filter(tournament=t).order_by("place"))
    assert scores
    for row in scores:
        due = score(
            place=row.place,
            entries=20,
            b_cents=t.price_cents,
            official_itm=max(s.place for s in scores),
            weight_bp=t.ranking_weight_milli * 10,
        )
        assert due is not None and row.points_e4 == int(due.points * 10_000)


def test_a_plan_that_cannot_be_played_says_so():
    for preset, entries, more in (
        ("sit-and-go-9", 10, {}),
        ("scpt-main", 1, {}),
        ("online-mtt-pt", 20, {"re_entries": 3}),
        ("turbo-8max", 10, {"re_entries": 9}),
    ):
        with pytest.raises(BadPlan):
            Plan.of(preset, entries, 1, **more)


def test_a_broken_law_stops_the_run_and_is_written_down(monkeypatch, tmp_path):
    """The checks see what is not as it should be: a stack too many, a chair taken, a cent lost."""
    monkeypatch.setattr("simulation.run.REPLAYS", tmp_path)
    out = Play._gone

    def crooked(self, outs, made, table):
        self.room.chips_issued += 25
        out(self, outs, made, table)

    monkeypatch.setattr(Play, "_gone", crooked)
    with pytest.raises(Failed, match="field") as no:
        simulate(Plan.of("sit-and-go-9", 4, 1))
    assert no.value.file is not None and no.value.file.parent == tmp_path
    told = json.loads(no.value.file.read_text())
    assert (told["preset"], told["entries"], told["seed"]) == ("sit-and-go-9", 4, 1)
    assert "eliminate_players" in told["command"] and "Broken" in told["message"]
    assert plan_of_replay(no.value.file) == Plan.of("sit-and-go-9", 4, 1)


@pytest.mark.parametrize(
    ("statement", "law"),
    [
        ("UPDATE tournaments_elimination SET out_before = 0 WHERE tournament_id = %s", "share"),
        ("UPDATE tournaments_entry SET chips_issued = 1 WHERE tournament_id = %s", "chips issued"),
        (
            "UPDATE tables_table SET players = 0 WHERE tournament_id = %s AND players > 0",
            "players at table",
        ),
        ("UPDATE payouts_award SET amount_cents = amount_cents + 1 WHERE tournament_id = %s", "prizes"),
        (
            "UPDATE tables_draw SET record = jsonb_set(record, '{result}', '{}') WHERE tournament_id = %s",
            "verifier",
        ),
    ],
)
def test_every_law_is_looked_at(statement, law, monkeypatch):
    """Something is changed behind the commands' back just before the last look."""
    from django.db import connection

    look = Checks.finished

    def after_a_hand_in_the_till(self, *, winner):
        with connection.cursor() as cursor:
            cursor.execute(statement, [self.tournament_id])
        look(self, winner=winner)

    monkeypatch.setattr(Checks, "finished", after_a_hand_in_the_till)
    with pytest.raises(Failed, match=law) as no:
        simulate(Plan.of("sit-and-go-9", 3, 1), keep_replay=False)
    assert isinstance(no.value.__cause__, Broken)


def test_a_run_can_be_stopped():
    import threading

    stop = threading.Event()

    def enough(_what, done, _of):
        if done > 6:
            stop.set()

    with pytest.raises(Stopped):
        simulate(Plan.of("turbo-8max", 20, 1), progress=enough, stop=stop)


@pytest.mark.parametrize("file", sorted(REPLAYS.glob("*.json")), ids=lambda f: f.stem)
def test_what_failed_once(file):
    played(plan_of_replay(file))


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "entries", "seed"), [("scpt-main", 120, 21), ("online-mtt-pt", 100, 22)])
def test_bigger_fields(preset, entries, seed):
    assert played(Plan.of(preset, entries, seed)).entries == entries


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)  # no transaction stays open while another process plays
def test_the_command_plays_in_a_database_of_its_own():
    """Nothing is left in the configured one, and the report is printed."""
    from people.models import Player

    before = Player.objects.count()
    done = subprocess.run(
        [
            sys.executable,
            "manage.py",
            "simulate",
            "--preset",
            "sit-and-go-9",
            "--entries",
            "3",
            "--seed",
            "1",
        ],
        cwd=ROOT,
        env={**os.environ, "SECRET_KEY": "test"},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "sit-and-go-9 · 3 entries" in done.stdout and "digest" in done.stdout
    assert Player.objects.count() == before
