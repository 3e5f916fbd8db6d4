"""Row b: levels that begin on time while one of two workers is killed every two seconds.

Late is what stands between a deadline and the instant at which the announcement was committed for others to see
(PostgreSQL's commit timestamp). Limit: one bare commit of one row.
"""

from __future__ import annotations

import statistics
import subprocess
import time

from django.db import connection, transaction

from tests import cast
from tests.bench.crowd import clocks, rows
from tests.bench.figures import Figure, say, tell
from tests.bench.servers import start_worker

SPREAD = 1_000
SPREAD_SECONDS = 60.0  # seventeen levels begin every second
AT_ONCE = 200
SPREAD_MS, AT_ONCE_MS = 50, 150  # p99
KILL_SECONDS = 2.0
READY_SECONDS = 20.0
LATE_SECONDS = 20.0  # what has not been announced so long after its moment is missing


class Workers:
    """Two Celery workers as bin/up runs them; one that dies is started again at once."""

    def __init__(self) -> None:
        self.two = [self._start(), self._start()]
        self.kills = 0

    def _start(self) -> tuple[float, subprocess.Popen[bytes]]:
        return time.monotonic(), start_worker()

    def kill_one(self) -> None:
        """The elder when both keep time already, else the one that is still starting: one always works."""
        elder = min((0, 1), key=lambda n: self.two[n][0])
        ready = _timekeepers()
        victim = elder if ready >= 2 else 1 - elder
        self.two[victim][1].kill()
        self.two[victim][1].wait()
        self.two[victim] = self._start()
        self.kills += 1

    def wait_until_both_keep_time(self) -> None:
        until = time.monotonic() + READY_SECONDS
        while _timekeepers() < 2 and time.monotonic() < until:
            time.sleep(0.1)

    def end(self) -> None:
        for _, process in self.two:
            process.kill()
            process.wait()


def _timekeepers() -> int:
    """How many connections last asked for the next deadline: one a timekeeper."""
    return int(
        rows(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND query LIKE '%%tournaments_clock%%' AND pid <> pg_backend_pid()"
        )[0][0]
    )


def measure() -> None:
    house = cast.house()
    limit = bare_commit()
    workers = Workers()
    try:
        workers.wait_until_both_keep_time()
        spread = clocks(house, SPREAD, over_seconds=SPREAD_SECONDS, lead_seconds=6.0)
        last = max(
            t for (t,) in rows("SELECT deadline_at FROM tournaments_clock WHERE deadline_at IS NOT NULL")
        )
        watch(workers, until=last.timestamp() + 1)
        until = time.time() + LATE_SECONDS
        while time.time() < until and _left(spread):
            watch(workers, until=time.time() + KILL_SECONDS)
        late = _lateness(
            spread,
            limit=limit,
            what=f"{SPREAD:,} clocks, each at its moment in {SPREAD_SECONDS:.0f} s",
            kills=workers.kills,
            bar=SPREAD_MS,
        )
        say(f"p99 {late:.1f} ms late, {workers.kills} kills")
        kills = workers.kills
        workers.wait_until_both_keep_time()
        at_once = clocks(house, AT_ONCE, over_seconds=0.0, lead_seconds=5.0)
        until = time.time() + 5 + LATE_SECONDS
        while time.time() < until and _left(at_once):
            watch(workers, until=time.time() + KILL_SECONDS)
        _lateness(
            at_once,
            limit=limit,
            what=f"{AT_ONCE} clocks at one instant",
            kills=workers.kills - kills,
            bar=AT_ONCE_MS,
        )
    finally:
        workers.end()


def _left(ids: list[int]) -> int:
    """How many have not been announced yet."""
    return int(
        rows("SELECT count(*) FROM tournaments_clock WHERE tournament_id = ANY(%s) AND turn = 1", [ids])[0][0]
    )


def watch(workers: Workers, *, until: float) -> None:
    """Until that time kill a worker every two seconds."""
    following = time.time() + KILL_SECONDS
    while (now := time.time()) < until:
        if now >= following:
            workers.kill_one()
            following += KILL_SECONDS
        time.sleep(0.05)


def bare_commit() -> float:
    """Milliseconds: one row, one commit, the median of a hundred."""
    rows("CREATE TABLE bare (n int, at timestamptz)")
    took = []
    for n in range(100):
        began = time.perf_counter()
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("INSERT INTO bare VALUES (%s, now())", [n])
        took.append(time.perf_counter() - began)
    return statistics.median(took) * 1000


def _lateness(ids: list[int], *, limit: float, what: str, kills: int, bar: int) -> float:
    found = rows(
        "SELECT clock_id, turn, level_index, due_at, pg_xact_commit_timestamp(xmin), announced_at"
        " FROM tournaments_levelannouncement WHERE clock_id = ANY(%s)",
        [ids],
    )
    late = sorted((committed - due).total_seconds() * 1000 for *_, due, committed, _ in found)
    if not late:
        late = [float("inf")]
    each = [(clock, level) for clock, _, level, *_ in found]
    missing = len(set(ids) - {clock for clock, *_ in found})
    double = len(each) - len(set(each))
    facts = rows(
        "SELECT count(*) FROM dispatch_fact WHERE kind = 'clock_advanced' AND stream = ANY(%s)",
        [[f"tournament:{one}" for one in ids]],
    )[0][0]
    double += max(0, facts - len(ids))
    p50, p99 = statistics.median(late), late[int(len(late) * 0.99) - 1]
    note = f"p50 {p50:.1f} ms, worst {late[-1]:.0f} ms; {kills} workers killed; missing {missing}, double {double}"
    tell(
        Figure(
            row="b",
            what=f"{what}, p99 late",
            ours=p99,
            limit=limit,
            unit="ms",
            bar=f"≤ {bar} ms, 0 missing, 0 double",
            met=p99 <= bar and missing == 0 and double == 0,
            note=note,
        )
    )
    return p99
