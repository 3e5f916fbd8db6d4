"""A whole tournament by what the floor proposes, in every rule set: nothing is ever unaccounted for."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules.policies import shipped
from tables.commands.balance_tables import balance_tables
from tables.commands.break_table import break_table
from tables.commands.end_hand_for_hand import end_hand_for_hand
from tables.commands.halt_table import halt_table
from tables.commands.hand_done import hand_done
from tables.commands.redraw_tables import redraw_tables
from tables.commands.resume_table import resume_table
from tables.commands.start_hand_for_hand import start_hand_for_hand
from tables.models import Table
from tables.queries import draw_record, hand_for_hand_view, proposals
from tests import cast
from tests.tables import room
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.models import Elimination, Field, Tournament
from tournaments.queries.eliminations import places, undo_preview

pytestmark = pytest.mark.django_db


def follow(house: Any, t: int) -> None:
    """Do what is proposed until nothing is."""
    for _ in range(60):
        todo = [p for p in proposals(t) if p.kind != "halt"] or proposals(t)
        if not todo:
            return
        p = todo[0]
        at = cast.after(minutes=30)
        if p.kind == "move":
            cast.say(
                balance_tables,
                by=house.bruno,
                at=at,
                tournament_id=t,
                from_table=p.table,
                to_table=p.to_table,
                entry_id=p.entry_id,
            )
        elif p.kind == "break_table":
            cast.say(break_table, by=house.bruno, at=at, tournament_id=t, table_number=p.table)
        elif p.kind == "final_table":
            cast.say(redraw_tables, by=house.ana, at=at, tournament_id=t, final=True)
        elif p.kind == "halt":
            cast.say(halt_table, by=house.bruno, at=at, tournament_id=t, table_number=p.table)
        else:
            assert p.kind == "resume"
            cast.say(resume_table, by=house.bruno, at=at, tournament_id=t, table_number=p.table)
        room.holds(t)
    raise AssertionError("the proposals never end")


@pytest.mark.parametrize("rule_set", ["adtp", "h2", "scpt", "pt_online"])
def test_from_the_start_to_one_player(rule_set: str) -> None:
    chance = random.Random(rule_set)
    house = cast.house()
    t = house.registering("turbo-8max", seats_per_table=6, late_registration_level=0, re_entries_per_player=0)
    house.fill(t, 26)
    Tournament.objects.filter(pk=t).update(policies=shipped()[rule_set].as_dict())
    from tournaments.commands.start_tournament import start_tournament

    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    left = 26
    while left > 1:
        if left == 9:
            hand_for_hand(house, t, chance)
        else:
            sitting = room.seats(t)
            entry = chance.choice(sorted(sitting))
            together = [e for e in room.at_table(t, sitting[entry][0]).values() if e != entry]
            two = chance.random() < 0.3 and together and left > 2
            busts = [entry, chance.choice(sorted(together))] if two else [entry]
            room.bust(
                house,
                t,
                *busts,
                stacks={e: chance.choice([500, 800, 800]) for e in busts},
                at=cast.after(minutes=25),
            )
        room.holds(t)
        if chance.random() < 0.25:
            last = Elimination.objects.filter(tournament_id=t, undone_at__isnull=True).order_by("-id").first()
            assert last is not None
            if undo_preview(last.pk)["possible"]:
                cast.say(undo_elimination, by=house.bruno, at=cast.after(minutes=29), elimination_id=last.pk)
                room.holds(t)
        follow(house, t)
        left = Field.objects.get(pk=t).players_left
    covered = sorted(p for place, tied in set(places(t).values()) for p in range(place, place + tied))
    assert covered == list(range(2, 27))
    assert Table.objects.filter(tournament_id=t, state="open").count() == 1
    cast.books_balance()
    done = subprocess.run(
        [sys.executable, str(Path(__file__).parents[2] / "static" / "verify_draw.py")],
        input=json.dumps(draw_record(t)),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def hand_for_hand(house: Any, t: int, chance: random.Random) -> None:
    """Rounds until somebody is out."""
    at = cast.after(minutes=27)
    cast.say(start_hand_for_hand, by=house.bruno, at=at, tournament_id=t)
    while Field.objects.get(pk=t).players_left == 9:
        view = hand_for_hand_view(t)
        tables = list(view.waiting_for)
        chance.shuffle(tables)
        assert tables
        for number in tables:
            busts = []
            if chance.random() < 0.5:
                entry = chance.choice(sorted(room.at_table(t, number).values()))
                busts = [{"entry_id": entry, "stack_chips_start": chance.choice([400, 700])}]
            cast.say(
                hand_done,
                by=house.bruno,
                at=at,
                tournament_id=t,
                table_number=number,
                round=view.round,
                busts=busts,
            )
            room.holds(t)
    cast.say(end_hand_for_hand, by=house.bruno, at=at, tournament_id=t)
