"""Row f: a field goes down to a final table.

Pure: 10,112 busts, each asked of rules.balancing.next_step, every table broken and every move made in counts.
Through commands: busts in a field of 2,000 with their balancing and breaking, facts, prizes and ledger, one after
another in one process. Limit: a bare transaction that updates one row and inserts one, with its commit.
"""

from __future__ import annotations

import random
import statistics
import time

from django.db import connection, transaction

from ledger.queries import reconcile
from rules import balancing
from rules.policies.adtp import ADTP
from rules.refusals import Refused
from tables.commands.balance_tables import balance_tables
from tables.commands.break_table import break_table
from tests import cast
from tests.bench.crowd import entered, rows
from tests.bench.figures import Figure, say, tell
from tournaments.commands.close_entries import close_entries
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.start_tournament import start_tournament

FIELD = 10_112
SEATS = 9
THROUGH_COMMANDS = 2_000
BUSTS = 1_500
SECONDS_AT_MOST = 60


def measure() -> None:
    took = [_pure(n) for n in range(5)]
    tell(
        Figure(
            row="f",
            what=f"{FIELD:,} players down to a final table, pure rules",
            ours=statistics.median(t for t, _ in took) * 1000,
            limit=_loop() * 1000,
            unit="ms",
            bar="≤ 50 ms",
            met=statistics.median(t for t, _ in took) <= 0.05,
            note=f"{took[0][1]} tables broken; the limit is the same loop over the counts without asking the rules",
        )
    )
    house = cast.house()
    small = _running(house, 100)
    big = _running(house, THROUGH_COMMANDS)
    say("two fields play")
    few = _busts(house, small, 60)
    many = _busts(house, big, BUSTS)
    bare = _bare()
    rate = many.busts / many.seconds
    tell(
        Figure(
            row="f",
            what=f"busts a second through commands, field of {THROUGH_COMMANDS:,}",
            ours=rate,
            limit=1 / bare,
            unit="/s",
            bar="≥ 100/s",
            met=rate >= 100,
            note=f"{many.busts} busts, {many.moves} balancing moves, {many.breaks} tables broken ({many.refused}"
            f" proposals refused), all in their time; one process, one after another;"
            f" ledger differences: {len(reconcile())}",
        )
    )
    tell(
        Figure(
            row="f",
            what=f"one bust: field of {THROUGH_COMMANDS:,} against a field of 100",
            ours=statistics.median(many.each) * 1000,
            limit=statistics.median(few.each) * 1000,
            unit="ms",
            bar="cost grows with the change",
            met=statistics.median(many.each) <= 1.5 * statistics.median(few.each),
        )
    )


def _seats_in_counts() -> list[int]:
    tables = -(-FIELD // SEATS)
    return [FIELD // tables + (1 if n < FIELD % tables else 0) for n in range(tables)]


class _Counts:
    """How many sit at each table, and the fullest and the shortest table at hand."""

    def __init__(self) -> None:
        self.at = _seats_in_counts()
        self.by_count: list[set[int]] = [set() for _ in range(SEATS + 2)]
        for table, players in enumerate(self.at):
            self.by_count[players].add(table)
        self.order = len(self.at)  # the highest number breaks first
        self.low, self.high = min(self.at), max(self.at)

    def change(self, table: int, by: int) -> None:
        now = self.at[table]
        self.by_count[now].discard(table)
        self.at[table] = now + by
        self.by_count[now + by].add(table)
        self._bounds(now + by)

    def _bounds(self, count: int) -> None:
        self.low, self.high = min(self.low, count), max(self.high, count)
        while not self.by_count[self.low]:
            self.low += 1
        while not self.by_count[self.high]:
            self.high -= 1

    def shortest(self) -> int:
        return next(iter(self.by_count[self.low]))

    def fullest(self) -> int:
        return next(iter(self.by_count[self.high]))

    def close(self, table: int) -> int:
        players = self.at[table]
        self.by_count[players].discard(table)
        self.at[table] = 0
        self.low = 1
        self._bounds(self.high)
        return players


def _pure(seed: int, *, ask: bool = True) -> tuple[float, int]:
    policies, shape = ADTP, balancing.PlayFormat(seats_per_table=SEATS)
    pick = random.Random(seed).random
    counts = _Counts()
    players, tables, breaks = FIELD, len(counts.at), 0
    broken_from = len(counts.at)
    began = time.perf_counter()
    while tables > 1:
        table = int(pick() * broken_from)
        if not counts.at[table]:
            continue
        counts.change(table, -1)
        players -= 1
        while True:
            fullest, shortest = counts.fullest(), counts.shortest()
            if not ask:
                if players > (tables - 1) * SEATS and counts.high - counts.low < 2:
                    break
                kind = (
                    balancing.StepKind.BREAK_TABLE
                    if players <= (tables - 1) * SEATS
                    else balancing.StepKind.MOVE
                )
            else:
                step = balancing.next_step(
                    players=players,
                    tables=tables,
                    fullest=(fullest, counts.high),
                    shortest=(shortest, counts.low),
                    next_to_break=broken_from - 1,
                    format=shape,
                    policies=policies,
                )
                if step is None:
                    break
                kind = step.kind
            if tables <= 2 and kind is not balancing.StepKind.MOVE or kind is balancing.StepKind.FINAL_TABLE:
                return time.perf_counter() - began, breaks + 1
            if kind is balancing.StepKind.BREAK_TABLE:
                broken_from -= 1
                homeless = counts.close(broken_from)
                tables -= 1
                breaks += 1
                for _ in range(homeless):
                    counts.change(counts.shortest(), 1)
            else:
                counts.change(fullest, -1)
                counts.change(shortest, 1)
    return time.perf_counter() - began, breaks


def _loop() -> float:
    return statistics.median(_pure(n, ask=False)[0] for n in range(3))


def _running(house: cast.House, entries: int, *, among: cast.Person | None = None) -> int:
    """A tournament that is played with so many entries; among: one of them is this person's, who has an account."""
    tournament = house.registering("online-mtt-pt", guarantee_cents=0, online=False)
    if among is not None:
        rows(
            "UPDATE people_player SET id_checked_at = %s, id_checked_by_id = %s WHERE id = %s",
            [cast.OPEN, house.desi.user_id, among.player_id],
        )
        house.enter(tournament, among.player_id)
    entered(house, tournament, entries - (among is not None))
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=1), tournament_id=tournament)
    return tournament


class _Played:
    def __init__(self) -> None:
        self.busts = self.moves = self.breaks = self.refused = 0
        self.seconds = 0.0
        self.each: list[float] = []


def _busts(house: cast.House, tournament: int, count: int) -> _Played:
    played = _Played()
    chance = random.Random(7)
    at = cast.after(minutes=2)
    until = time.monotonic() + SECONDS_AT_MOST
    while played.busts < count and time.monotonic() < until:
        seats = rows(
            "SELECT t.number, s.entry_id FROM tables_seat s JOIN tables_table t ON t.id = s.table_id"
            " WHERE t.tournament_id = %s AND s.entry_id IS NOT NULL ORDER BY s.entry_id",
            [tournament],
        )
        if len(seats) <= SEATS + 1:
            break
        table, entry = chance.choice(seats)
        began = time.perf_counter()
        done = cast.say(
            eliminate_players,
            by=house.bruno,
            at=at,
            tournament_id=tournament,
            table_number=table,
            busts=[{"entry_id": entry, "stack_chips_start": 1000, "by_entries": []}],
        )
        played.each.append(time.perf_counter() - began)
        played.busts += 1
        _do(house, tournament, done["proposal"], played, at)
        played.seconds += time.perf_counter() - began
    return played


def _do(house: cast.House, tournament: int, proposal: dict | None, played: _Played, at: object) -> None:
    try:
        if proposal is None:
            return
        if proposal["kind"] == "move":
            cast.say(
                balance_tables,
                by=house.bruno,
                at=at,
                tournament_id=tournament,
                from_table=proposal["table"],
                to_table=proposal["to_table"],
                entry_id=None,
            )
            played.moves += 1
        elif proposal["kind"] == "break_table":
            cast.say(
                break_table, by=house.ana, at=at, tournament_id=tournament, table_number=proposal["table"]
            )
            played.breaks += 1
    except Refused:
        played.refused += 1


def _bare() -> float:
    rows("CREATE TABLE bare_field (id int PRIMARY KEY, n int)")
    rows("CREATE TABLE bare_out (id int)")
    rows("INSERT INTO bare_field VALUES (1, 0)")
    took = []
    for n in range(200):
        began = time.perf_counter()
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("UPDATE bare_field SET n = n - 1 WHERE id = 1")
            cursor.execute("INSERT INTO bare_out VALUES (%s)", [n])
        took.append(time.perf_counter() - began)
    return statistics.median(took)
