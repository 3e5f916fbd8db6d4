"""Row p: decisions that run out at three hundred tables while one of two workers is killed every two seconds; and acts at that very instant.

Nobody acts, so every decision ends by the clock. Late is what stands between the end of its time and the instant at which the fold or
check was committed for others to see; the first 50 ms of it are kept for acts that came in time. Limit: one bare commit of one row.
"""

from __future__ import annotations

import os
import statistics
import time
import uuid
from datetime import timedelta
from typing import Any

from django.utils import timezone

from dispatch.facts import SYSTEM, Done
from play.commands.act import act
from play.commands.expire import expire
from play.commands.open_table import open_table
from play.commands.sit import sit
from play.models import HandAct, PlayTable
from tests import cast
from tests.bench.clocks import Workers, bare_commit, watch
from tests.bench.crowd import rows
from tests.bench.figures import Figure, say, tell
from tests.play.conftest import AtTable, open_one

TABLES, SEATS = int(os.environ.get("BENCH_TABLES", "300")), 6
DECISION_MS = 15_000  # what tables have that say nothing else
SECONDS = 60.0
LEAD_SECONDS = 3.0
LATE_MS = 100  # p99
AT_ONCE = int(os.environ.get("BENCH_AT_ONCE", "1000"))


def measure() -> None:
    house = cast.house()
    limit = bare_commit()
    _at_once(house)
    tables = [_table(house) for _ in range(TABLES)]
    say(f"{TABLES} tables of {SEATS}")
    workers = Workers()
    try:
        workers.wait_until_both_keep_time()
        _begin(tables)
        watch(workers, until=time.time() + LEAD_SECONDS + SECONDS)
    finally:
        workers.end()
    _lateness(tables, limit=limit, kills=workers.kills)


def _table(house: cast.House) -> int:
    """One of so many players who have their decision's own time and no more; it deals when it is told to."""
    now = timezone.now()  # noqa: TID251 - the bench has a real clock
    made = cast.say(
        open_table,
        by=house.ana,
        at=now,
        venue_id=house.venue_id,
        name=f"Mesa {uuid.uuid4().hex[:6]}",
        seats=SEATS,
        decision_seconds=DECISION_MS // 1000,
    )
    pk = int(made["table_id"])
    PlayTable.objects.filter(pk=pk).update(bank_seconds=0, bank_gain_seconds=0, bank_cap_seconds=0)
    for seat in range(1, SEATS + 1):
        person = cast.person(f"Joga{seat}", at=now)
        cast.say(sit, by=person, at=now, table_id=pk, player_id=person.player_id, seat=seat)
    PlayTable.objects.filter(pk=pk).update(held_at=now)
    return pk


def _begin(tables: list[int]) -> None:
    """The first hands, spread over the time of one decision."""
    begin = timezone.now() + timedelta(seconds=LEAD_SECONDS)  # noqa: TID251 - the bench has a real clock
    for place, pk in enumerate(tables):
        at = begin + timedelta(milliseconds=DECISION_MS * place / len(tables))
        PlayTable.objects.filter(pk=pk).update(due_at=at, held_at=None)


def _lateness(tables: list[int], *, limit: float, kills: int) -> None:
    found = rows(
        "SELECT h.table_id, a.turn, a.took_ms,"
        " extract(epoch FROM pg_xact_commit_timestamp(a.xmin) - f.at)::float * 1000"
        " FROM play_handact a JOIN play_dealthand h ON h.id = a.hand_id"
        " JOIN dispatch_fact f ON f.stream = 'play:' || h.table_id AND f.kind = 'hand_acted'"
        "  AND (f.body ->> 'turn')::bigint = a.turn"
        " WHERE a.manner = 'timeout' AND h.table_id = ANY(%s)",
        [tables],
    )
    [(acts, again, overdue)] = rows(
        "SELECT (SELECT count(*) FROM play_handact a JOIN play_dealthand h ON h.id = a.hand_id"
        "   WHERE a.manner = 'timeout' AND h.table_id = ANY(%s)),"
        " (SELECT count(*) FROM dispatch_fact WHERE kind IN ('decision_restarted', 'hand_voided')),"
        " (SELECT count(*) FROM play_playtable WHERE id = ANY(%s) AND due_kind = 'decide'"
        "   AND due_at < now() - interval '5 seconds')",
        [tables, tables],
    )
    late = sorted(took - DECISION_MS + committed for _table, _turn, took, committed in found) or [
        float("inf")
    ]
    early = sum(took < DECISION_MS for _table, _turn, took, _committed in found)
    p50, p99 = statistics.median(late), late[int(len(late) * 0.99) - 1]
    once = len(found) == acts and not again and not overdue
    tell(
        Figure(
            row="p",
            what=f"decisions that ran out at {TABLES} tables, p99 late",
            ours=p99,
            limit=limit,
            unit="ms",
            bar=f"0–{LATE_MS} ms, none early, each once",
            met=p99 <= LATE_MS and not early and once,
            note=f"{acts} in {SECONDS:.0f} s, {kills} workers killed; p50 {p50:.1f} ms, worst {late[-1]:.0f} ms; early {early},"
            f" facts {len(found)}, begun anew or void {again}, missing {overdue}",
        )
    )


def _at_once(house: cast.House) -> None:
    """An act and the end of its time at one instant, each from a thread of its own."""
    table = open_one(house)
    for seat in (2, 5, 7):
        table.sit(seat)
    table.deal()
    acted = expired = 0
    while acted + expired < AT_ONCE:
        row = table.row
        if row.due_kind != "decide":
            _go_on(table)
            continue
        assert row.due_at is not None
        person = table.people[table.to_act]
        where: dict[str, Any] = {"table_id": row.pk, "turn": row.turn, "at": row.due_at}
        answers = cast.together(
            [
                lambda: cast.asked(act, by=person, player_id=person.player_id, act="fold", **where),  # noqa: B023
                lambda: cast.asked(expire, by=SYSTEM, **where),  # noqa: B023
            ]
        )
        done = [isinstance(one, Done) for one in answers]
        assert sum(done) == 1, answers
        acted += done[0]
        expired += done[1]
        assert HandAct.objects.get(turn=row.turn).manner == ("player" if done[0] else "timeout")
        table.now = row.due_at
    stand = HandAct.objects.filter(hand__table_id=table.table_id)
    whole = (
        stand.filter(manner="player").count() == acted and stand.filter(manner="timeout").count() == expired
    )
    tell(
        Figure(
            row="p",
            what="an act and the end of its time at one instant",
            ours=acted + expired,
            unit="times",
            bar="one counts each time, none is undone",
            met=whole,
            note=f"{acted} acts, {expired} ends of the time",
        )
    )


def _go_on(table: AtTable) -> None:
    """What is due happens; who has been away comes back."""
    table.all_come_back()
    table.due()
