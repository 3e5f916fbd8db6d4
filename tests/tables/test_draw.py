"""The draw: committed to, numbered, recorded, checked by the stand-alone verifier in mid-event and afterwards."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from dispatch.canonical import digest
from dispatch.commands import COMMANDS, command
from dispatch.facts import SYSTEM, Actor, CommandId
from rules.draw import commitment
from tables.commands.break_table import break_table
from tables.models import Draw, DrawBook, Move, Table
from tables.operations import reveal_draw
from tables.queries import draw_record
from tests import cast
from tests.sizes import size, survives
from tests.tables import room
from tournaments.commands.start_tournament import start_tournament

pytestmark = pytest.mark.django_db
VERIFIER = Path(__file__).parents[2] / "static" / "verify_draw.py"


def verified(record: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(VERIFIER)], input=json.dumps(record), capture_output=True, text=True, timeout=60
    )


@pytest.mark.rule("ADTP.7", "PT-T.39", "PT-T.40", "PT-T.41")
def test_start_seats_everybody_evenly_with_equal_stacks_and_a_drawn_button() -> None:
    house = cast.house()
    t = house.registering("turbo-8max")
    house.fill(t, 20)
    made = cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    assert made == {"tournament_id": t, "entries": 20, "waiting": 0, "tables": 3, "draw_number": 1}
    tables = list(Table.objects.filter(tournament_id=t).order_by("number"))
    assert sorted(x.players for x in tables) == [6, 7, 7]
    assert [x.break_order for x in tables] == [3, 2, 1]
    for table in tables:
        taken = room.at_table(t, table.number)
        assert (
            table.button_seat in taken and table.small_blind_seat in taken and table.big_blind_seat in taken
        )
    stacks = {e.stack_chips for e in room.Entry.objects.filter(tournament_id=t)}
    assert len(stacks) == 1
    drawn = {e: (n, s) for e, n, s in Draw.objects.get(tournament_id=t, number=1).record["result"]["seats"]}
    assert drawn == room.seats(t)
    room.holds(t)


def test_the_start_is_refused_twice_and_with_one_entry() -> None:
    house = cast.house()
    t = house.registering("turbo-8max")
    house.fill(t, 1)
    with cast.refused("too_few_entries"):
        cast.say(start_tournament, by=house.ana, tournament_id=t)
    house.fill(t, 1)
    with cast.refused("forbidden"):
        cast.say(start_tournament, by=house.bruno, tournament_id=t)
    cast.say(start_tournament, by=house.ana, tournament_id=t)
    with cast.refused("already_started"):
        cast.say(start_tournament, by=house.ana, tournament_id=t)


@pytest.mark.rule("ADTP.7", "ADTP.8A", "ADTP.10", "PT-T.39")
def test_an_outsider_verifies_every_draw_in_mid_event_and_after_the_reveal() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=20)
    house.enter(t, at=cast.after(minutes=5))
    house.enter(t, at=cast.after(minutes=6))
    # make room so that the last table fits at the others
    for entry in list(room.at_table(t, 3).values())[:5]:
        room.bust(house, t, entry)
    for entry in [*list(room.at_table(t, 1).values())[:2], *list(room.at_table(t, 2).values())[:2]]:
        room.bust(house, t, entry)
    cast.say(break_table, by=house.bruno, tournament_id=t, table_number=3)
    record = draw_record(t)
    assert record["master_seed"] is None
    assert [d["kind"] for d in record["draws"]] == [
        "initial",
        "button",
        "late_entry",
        "late_entry",
        "break_table",
    ]
    assert [d["number"] for d in record["draws"]] == [1, 2, 3, 4, 5]
    done = verified(record)
    assert done.returncode == 0, done.stdout + done.stderr

    # what happened is what was drawn
    for d in Draw.objects.filter(tournament_id=t).filter(number__gt=2):
        moves = {
            m.entry_id: [m.entry_id, m.to_table_number, m.to_seat_number]
            for m in Move.objects.filter(tournament_id=t, draw_number=d.number)
        }
        assert sorted(moves.values()) == sorted(d.record["result"]["seats"])
    # the public facts carry the seed and a digest of each record
    told = cast.facts(t, kind="draw_made")
    assert [f["digest"] for f in told] == [digest(d).hex() for d in record["draws"]]
    assert [f["seed"] for f in told] == [d["seed"] for d in record["draws"]]
    # and the secret is nowhere yet
    secret = bytes(DrawBook.objects.get(pk=t).master_seed)
    assert not any(secret.hex() in json.dumps(f) for f in cast.facts(t))
    assert cast.facts(t, kind="draw_committed")[0]["commitment"] == commitment(master=secret)

    _reveal(t)
    record = draw_record(t)
    assert record["master_seed"] == secret.hex()
    assert verified(record).returncode == 0
    record["draws"][3]["result"]["seats"][0][2] += 1
    assert verified(record).returncode == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """seed: of the whole draw."""

    seed: str | None


def reveal_for_test(*, command_id: CommandId, at: datetime, by: Actor, tournament_id: int) -> Revealed:
    return Revealed(seed=reveal_draw(tournament_id, at=at))


def _reveal(tournament_id: int) -> None:
    run = COMMANDS.get("test.reveal") or command("test.reveal")(reveal_for_test)
    cast.say(run, by=SYSTEM, at=cast.after(hours=5), tournament_id=tournament_id)


@pytest.mark.rule("ADTP.8A")
def test_late_entries_go_to_the_shortest_table_and_open_another_when_all_are_full() -> None:
    house = cast.house()
    t = house.started("turbo-8max", entries=16)
    late = house.enter(t, at=cast.after(minutes=5))
    assert late["seat"]["table_number"] == 3
    assert {x.players for x in Table.objects.filter(tournament_id=t)} == {8, 1}
    opened = Table.objects.get(tournament_id=t, number=3)
    assert opened.break_order == 3  # after those of the order fixed at the start
    room.holds(t)


@pytest.mark.rule("SCPT.H")
def test_alternates_take_freed_seats_in_line() -> None:
    house = cast.house()
    t = house.registering("turbo-8max", capacity=16)
    entries = house.fill(t, 18)
    assert [e["waiting"] for e in entries[16:]] == [True, True]
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    room.holds(t)
    victim = next(iter(room.seats(t)))
    freed = room.seats(t)[victim]
    result = room.bust(house, t, victim)
    (seated,) = result["seated_alternates"]
    assert seated["entry_id"] == entries[16]["entry_id"]
    assert (seated["table_number"], seated["seat_number"]) == freed
    assert result["players_left"] == 16
    assert result["eliminations"][0]["place"] == 18
    room.holds(t)


@survives
@pytest.mark.timeout(size(900, full=1800))
def test_the_verifier_replays_the_stored_draws() -> None:
    """Late entries, each a draw of its own, stored by the commands and read back as the public record."""
    many = size(12, full=1000)
    house = cast.house()
    t = house.started("online-mtt-pt", entries=20, online=False, guarantee_cents=0)
    for _ in range(many):
        house.enter(t, at=cast.after(minutes=5))
    record = draw_record(t)
    assert len(record["draws"]) >= many + 2
    agree = f"All {len(record['draws'])} draws agree."
    done = verified(record)
    assert (done.returncode, done.stdout.startswith(agree)) == (0, True), done.stdout
    _reveal(t)
    record = draw_record(t)
    done = verified(record)
    assert (done.returncode, done.stdout) == (0, f"{agree}\n")
    drawn = {entry: (n, s) for d in record["draws"] for entry, n, s in d["result"].get("seats", ())}
    assert drawn == room.seats(t)
    print(f"{len(record['draws'])} stored draws replayed, before and after the reveal: all agree")
