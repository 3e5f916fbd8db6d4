"""DESIGN's laws, asked of the database.

After every command (`after`): the Field row against the room as it should be (entries, people, players left, waiting,
chips issued and removed, tables, hand-for-hand), every chair of the tables it touched, and what it changed in the
ledger, kind by kind to the cent, sums to zero. One or two statements, the same in any field.

At the milestones (`whole`): every seat of every table, one live seat per entry, players per table, states of entries,
chips issued − removed = chips in play = the stacks, places a permutation with ties, `reconcile()` empty, trial balance
level. At the finish also (`finished`): prizes sum to the net pool and the pool is empty, every prize is the ladder's,
the chain of facts is whole, the stand-alone verifier agrees with every draw.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from django.db import connection

from dispatch.chain import audit
from dispatch.relay import seal
from ledger.queries import changes_of, reconcile, tournament_money, trial_balance
from payouts.models import Award, PrizePool
from payouts.queries.ladders import Ladder
from rules.accounts import AccountKind
from rules.prizes import shared_prize
from simulation.room import Room
from simulation.staff import Asker
from tables.queries import draw_record
from tournaments.queries.eliminations import places
from tournaments.streams import tournament_stream

VERIFIER = Path(__file__).parents[1] / "static" / "verify_draw.py"
NOTHING: Mapping[AccountKind, int] = {}


class Broken(AssertionError):
    """A law does not hold."""


def must(name: str, *, found: Any, expected: Any) -> None:
    """Broken unless equal."""
    if found != expected:
        raise Broken(f"{name}: {_short(found)} in the database, {_short(expected)} expected")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 400 else text[:400] + " …"


_FIELD = """
SELECT f.entries_total, f.entries_unique, f.players_left, f.waiting, f.chips_issued, f.chips_removed, f.tables_open,
       f.hand_for_hand, f.entries_closed_at IS NOT NULL,
       (SELECT coalesce(json_agg(json_build_array(t.number, t.state, t.players,
               (SELECT coalesce(json_agg(json_build_array(s.number, s.entry_id) ORDER BY s.number), '[]')
                FROM tables_seat s WHERE s.table_id = t.id AND s.entry_id IS NOT NULL))), '[]')
        FROM tables_table t WHERE t.tournament_id = f.tournament_id AND t.number = ANY(%s))
FROM tournaments_field f WHERE f.tournament_id = %s
"""


class Checks:
    """The laws of one tournament. `room` is what should be."""

    def __init__(self, asker: Asker, room: Room, tournament_id: int) -> None:
        self.asker = asker
        self.room = room
        self.tournament_id = tournament_id
        self.hand_for_hand = False
        self.closed = False
        self.visited = False  # others act here too: the sums of the whole field are not looked at
        self.made = 0
        self.seconds = 0.0

    def after(
        self,
        *,
        tables: Iterable[int | None] = (),
        money: Mapping[AccountKind, int] | None = NOTHING,
        running: bool = True,
    ) -> None:
        """money: what must have changed, by kind of account; None: whatever it was, it sums to zero."""
        began = time.perf_counter()
        insist = self.asker.insist
        if running:
            numbers = sorted({t for t in tables if t is not None})
            insist(lambda: self._field(numbers))
        changed = insist(lambda: changes_of(self.asker.last))
        if sum(changed.values()):
            raise Broken(f"the ledger lost or made {sum(changed.values())} cents")
        if money is not None:
            must("changes in the ledger", found=changed, expected={k: v for k, v in money.items() if v})
        self.made += 1
        self.seconds += time.perf_counter() - began

    def _field(self, tables: list[int]) -> None:
        room = self.room
        with connection.cursor() as cursor:
            cursor.execute(_FIELD, [tables, self.tournament_id])
            *row, found = cursor.fetchone()
        must(
            "field (entries, people, left, waiting, issued, removed, tables, hand-for-hand)",
            found=tuple(row[:8]),
            expected=(
                room.entries,
                room.unique,
                room.left,
                len(room.waiting),
                room.chips_issued,
                room.chips_removed,
                len(room.tables),
                self.hand_for_hand,
            ),
        )
        self.closed = row[8]
        for number, state, players, chairs in found if isinstance(found, list) else json.loads(found):
            expected = [[seat, entry] for seat, entry in sorted(room.tables.get(number, {}).items())]
            must(f"chairs of table {number}", found=chairs, expected=expected)
            must(f"players at table {number}", found=players, expected=len(expected))
            must(f"table {number} is in play", found=state != "broken", expected=number in room.tables)

    def whole(self, *, stacks: bool = True) -> None:
        """Check the whole field, and the whole ledger."""
        began = time.perf_counter()
        if not self.visited:
            self.asker.insist(lambda: self._whole(stacks=stacks))
        self.seconds += time.perf_counter() - began

    def _whole(self, *, stacks: bool) -> None:
        room, t = self.room, self.tournament_id
        self._field([])
        must("every seat", found=_seats(t), expected=room.seat)
        states = dict(_rows("SELECT id, state FROM tournaments_entry WHERE tournament_id = %s", t))
        must("playing", found={e for e, s in states.items() if s == "playing"}, expected=set(room.seat))
        must(
            "waiting",
            found=sorted(e for e, s in states.items() if s == "waiting"),
            expected=sorted(room.waiting),
        )
        must("out", found={e for e, s in states.items() if s == "out"}, expected=set(room.out))
        for number, players, chairs in _rows(
            "SELECT t.number, t.players, count(s.entry_id) FROM tables_table t JOIN tables_seat s ON s.table_id = t.id"
            " WHERE t.tournament_id = %s GROUP BY t.id",
            t,
        ):
            must(f"players at table {number}", found=players, expected=chairs)
        (issued,) = _rows(
            "SELECT coalesce(sum(chips_issued), 0) FROM tournaments_entry WHERE tournament_id = %s", t
        )[0]
        must("chips issued", found=int(issued), expected=room.chips_issued)
        (removed,) = _rows(
            "SELECT coalesce(sum(chips_removed), 0) FROM tournaments_elimination"
            " WHERE tournament_id = %s AND undone_at IS NULL",
            t,
        )[0]
        must("chips removed", found=int(removed), expected=room.chips_removed)
        if stacks:
            must("chips in play", found=sum(room.stack.values()), expected=room.in_play)
        self._places()
        self._books()

    def _places(self) -> None:
        """Those who are out fill the lowest places; a tie covers as many as share it."""
        taken: list[int] = []
        for before, tied, count in _rows(
            "SELECT out_before, tied, count(*) FROM tournaments_elimination WHERE tournament_id = %s"
            " AND undone_at IS NULL AND out_before IS NOT NULL GROUP BY 1, 2 ORDER BY 1",
            self.tournament_id,
        ):
            must(f"entries that share a place ({before} out before)", found=count, expected=tied)
            taken += range(before, before + tied)
        must("places as a permutation with ties", found=taken, expected=list(range(len(self.room.out))))

    def books(self) -> None:
        """Check every stored balance against its transfers, no account below zero that may not be, every unit at
        zero.
        """
        self.asker.insist(self._books)

    def _books(self) -> None:
        must("reconcile()", found=reconcile(), expected=())
        for lines in (trial_balance().lines, trial_balance(tournament_id=self.tournament_id).lines):
            units: dict[str, int] = {}
            for line in lines:
                units[line.unit] = units.get(line.unit, 0) + line.balance_cents
            must("trial balance", found={u: c for u, c in units.items() if c}, expected={})

    def finished(self, *, winner: int) -> None:
        """Check places 1 to n, prizes to the cent, the pool empty, the chain whole, the draws as published."""
        began = time.perf_counter()
        if not self.visited:
            self.asker.insist(lambda: self._finished(winner))
        self.seconds += time.perf_counter() - began

    def _finished(self, winner: int) -> None:
        self._whole(stacks=True)
        t = self.tournament_id
        must("players left", found=list(self.room.seat), expected=[winner])
        placed = {**places(t), winner: (1, 1)}
        must("entries with a place", found=set(placed), expected={*self.room.out, winner})
        pool = PrizePool.objects.get(pk=t)
        ladder = Ladder.of(pool.prizes)
        awards = {
            a.entry_id: (a.place, a.tied, a.amount_cents)
            for a in Award.objects.filter(tournament_id=t).exclude(state="void")
        }
        must(
            "sum of the prizes", found=sum(cents for _, _, cents in awards.values()), expected=pool.net_cents
        )
        groups: dict[tuple[int, int], list[int]] = {}
        for entry, (place, tied) in placed.items():
            groups.setdefault((place, tied), []).append(entry)
        for (place, tied), entries in groups.items():
            if place > ladder.places:
                must(
                    f"prize of unpaid place {place}",
                    found=[awards.get(e) for e in entries if e in awards],
                    expected=[],
                )
                continue
            due = sorted(shared_prize(ladder.span(place, tied), place=1, tied=tied))
            must(
                f"prizes of place {place}",
                found=sorted(awards[e][2] if e in awards else 0 for e in entries),
                expected=due,
            )
        money = tournament_money(t)
        must("left in the pool", found=money.prize_pool_cents, expected=0)
        must("prizes given", found=money.prizes_cents, expected=pool.net_cents)
        self._chain()
        self._draws()

    def _chain(self) -> None:
        until = time.monotonic() + 60
        while True:
            seal()
            seen = audit(tournament_stream(self.tournament_id))
            if not seen.unsealed or time.monotonic() > until:
                break
        must("facts not sealed", found=seen.unsealed, expected=0)
        must("findings in the chain", found=[str(f) for f in seen.findings], expected=[])

    def _draws(self) -> None:
        done = subprocess.run(
            [sys.executable, str(VERIFIER)],
            input=json.dumps(draw_record(self.tournament_id)),
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        if done.returncode:
            raise Broken(f"the verifier of the draw: {(done.stdout + done.stderr)[-400:]}")


def _seats(tournament_id: int) -> dict[int, tuple[int, int]]:
    found: dict[int, tuple[int, int]] = {}
    for entry, table, seat in _rows(
        "SELECT s.entry_id, t.number, s.number FROM tables_seat s JOIN tables_table t ON t.id = s.table_id"
        " WHERE t.tournament_id = %s AND s.entry_id IS NOT NULL",
        tournament_id,
    ):
        if entry in found:
            raise Broken(f"entry {entry} sits twice")
        found[entry] = (table, seat)
    return found


def _rows(statement: str, tournament_id: int) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, [tournament_id])
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
