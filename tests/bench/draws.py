"""Row e: ten thousand seats drawn by the verifiable procedure, and written.

Limit: the permutation alone in pure Python, plus one bare INSERT of as many rows of three numbers.
"""

from __future__ import annotations

import statistics
import time

from django.db import transaction

from rules import draw
from tests import cast
from tests.bench.crowd import entered, rows
from tests.bench.figures import Figure, say, tell
from tests.bench.refunds import _timed
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Tournament

MANY = 10_000
SEATS = 9


class _Undo(Exception):
    """Leaves nothing of a round behind."""


def measure() -> None:
    house = cast.house()
    tournament = house.registering("online-mtt-pt", guarantee_cents=0, online=False)
    ids = entered(house, tournament, MANY)
    say(f"{MANY:,} paid entries stand")
    rows("CREATE TABLE bare (entry bigint, table_number int, seat int)")
    limit, pure, written = [], [], []
    for n in range(5):
        limit.append(_pure(ids, n, bare=True) + _timed(lambda: _bare(ids)))
        pure.append(_pure(ids, n, bare=False))
        written.append(_written(tournament, ids))
    tell(
        Figure(
            row="e",
            what=f"draw {MANY:,} seats, pure",
            ours=statistics.median(pure) * 1000,
            unit="ms",
            note="rules.draw.record_seats: the record that outsiders verify",
        )
    )
    tell(
        Figure(
            row="e",
            what=f"draw {MANY:,} seats and buttons, written",
            ours=statistics.median(written),
            limit=statistics.median(limit),
            unit="s",
            bar="≤ 0.2 s",
            met=statistics.median(written) <= 0.2,
            note="tables, seats, moves, stacks of the entries, two draw records and their facts; the limit writes"
            " three numbers an entry",
        )
    )
    began = time.perf_counter()
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    tell(
        Figure(
            row="e",
            what=f"start an event of {MANY:,} (the whole command)",
            ours=time.perf_counter() - began,
            unit="s",
        )
    )


def _pure(ids: list[int], n: int, *, bare: bool) -> float:
    began = time.perf_counter()
    if bare:
        draw.permutation(seed=bytes(32), label="players", things=ids)
    else:
        tables = range(1, -(-len(ids) // SEATS) + 1)
        draw.record_seats(
            master=bytes(31) + bytes((n,)),
            tournament="1",
            number=1,
            kind=draw.DrawKind.INITIAL,
            participants=ids,
            seats=draw.seats_of(tables=tables, seats_per_table=SEATS),
        )
    return time.perf_counter() - began


def _bare(ids: list[int]) -> None:
    rows(
        "INSERT INTO bare SELECT e, e %% 1000, e %% 9 FROM unnest(%s::bigint[]) AS e",
        [ids],
    )


def _written(tournament_id: int, ids: list[int]) -> float:
    """Inside a command's transaction that is rolled back, without its commit."""
    import uuid

    from dispatch import commands
    from dispatch.canonical import instant
    from dispatch.facts import CommandId
    from tables.operations import seat_everybody

    command_id = CommandId(uuid.uuid4())
    took = 0.0
    try:
        with transaction.atomic():
            token = commands._open.set(commands._Work(command_id, instant(cast.START), cast.START))
            try:
                tournament = Tournament.objects.get(pk=tournament_id)
                began = time.perf_counter()
                seat_everybody(tournament, entry_ids=ids, at=cast.START, command_id=command_id)
                took = time.perf_counter() - began
            finally:
                commands._open.reset(token)
            raise _Undo
    except _Undo:
        return took
