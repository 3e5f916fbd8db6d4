"""SIGKILL in the middle of work: nothing acknowledged is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tests.faults.conftest import Struck, patiently, side_by_side
from tests.install.house import until
from tests.sizes import size, survives

pytestmark = [
    pytest.mark.slow,
    pytest.mark.faults,
    pytest.mark.timeout(size(1500, full=3600)),
]

ROUNDS = size(3, full=20)
PAID_BETWEEN = size(40, full=100)


def _until_more_are_paid(struck: Struck) -> None:
    """So many more each time, however slowly they are written."""

    def paid() -> int:
        [(many,)] = patiently(
            lambda: struck.sql(
                "SELECT count(*) FROM ledger_transfer WHERE kind = 'deposit' AND tournament_id IS NULL"
            )
        )
        return int(many)

    before = paid()
    assert until(lambda: paid() >= before + PAID_BETWEEN, 600), (before, paid())


@survives
def test_postgresql_under_eight_writers(struck: Struck) -> None:
    room = struck.stage("room", 40)
    writers = struck.python("tests.faults.writers", json.dumps(room))
    assert writers.stdout is not None and writers.stdin is not None
    try:
        assert json.loads(writers.stdout.readline()) == {"writing": 8}
        for _ in range(ROUNDS):
            _until_more_are_paid(struck)
            assert struck.strike("PostgreSQL")
            struck.until_it_answers("PostgreSQL")
        _until_more_are_paid(struck)
        writers.stdin.write("\n")
        writers.stdin.flush()
        report = json.loads(writers.stdout.readline())
    finally:
        writers.kill()
        writers.wait()
    paid = {number: (player, cents) for number, player, cents in report["acknowledged"]}
    assert len(paid) == len(report["acknowledged"]) >= ROUNDS * PAID_BETWEEN
    assert report["doubts"], "no payment was under way when PostgreSQL died"
    kept = {
        str(number): (player, cents)
        for number, player, cents in struck.sql(
            "SELECT t.command_id, a.player_id, t.amount_cents FROM ledger_transfer t"
            " JOIN ledger_account a ON a.id = t.credit_account_id"
            " JOIN dispatch_command c ON c.id = t.command_id AND c.state = 'done'"
            " WHERE t.kind = 'deposit' AND t.tournament_id IS NULL"
        )
    }
    assert kept == paid  # none lost, none nobody asked for, each once
    [(rows,)] = struck.sql(
        "SELECT count(*) FROM ledger_transfer t JOIN ledger_account a ON a.id = t.credit_account_id"
        " WHERE t.kind = 'deposit' AND t.tournament_id IS NULL"
        f" AND a.player_id IN ({', '.join(map(str, room['players']))})"
    )
    assert rows == len(paid)
    struck.nothing_amiss()
    print(
        f"{ROUNDS} kills: {len(paid)} payments acknowledged, {len(report['doubts'])} tries in doubt, none lost or doubled"
    )


@survives
def test_web_during_registrations_with_retries(struck: Struck) -> None:
    many = size(200, full=5000)
    room = struck.stage("room", many, many)
    left = threading.Semaphore(0)

    def strikes() -> int:
        """Each time so many more have come: a process that is killed before it served anybody proves nothing."""
        struck_times = 0
        for n in range(1, many + 1):
            left.acquire()
            if n % size(80, full=250) == 0:
                struck_times += struck.strike("web")
        return struck_times

    calls: list[Any] = [strikes]

    def register(player: int) -> Any:
        try:
            return struck.register(room, player)
        finally:
            left.release()

    calls += [lambda p=p: register(p) for p in room["players"]]
    results = side_by_side(calls, people=17)
    assert [r for r in results if isinstance(r, BaseException)] == []
    assert results[0] >= 2, "the web process was never killed in time"
    t = room["tournament"]
    assert len({r["entry_id"] for r in results[1:]}) == many
    [counts] = struck.sql(
        f"SELECT (SELECT count(*) FROM tournaments_entry WHERE tournament_id = {t}),"
        f" (SELECT count(DISTINCT player_id) FROM tournaments_entry WHERE tournament_id = {t}),"
        f" (SELECT count(*) FROM tournaments_registration WHERE tournament_id = {t}),"
        f" (SELECT count(*) FROM tournaments_slot WHERE tournament_id = {t} AND entry_id IS NOT NULL),"
        f" (SELECT count(*) FROM ledger_transfer WHERE tournament_id = {t} AND kind = 'deposit'),"
        f" (SELECT count(*) FROM dispatch_fact WHERE stream = 'tournament:{t}' AND kind = 'player_entered')"
    )
    assert counts == (many,) * 6
    struck.nothing_amiss()
    print(
        f"{many} registrations, the web process killed {results[0]} times: entries = seats = deposits = facts"
    )


@contextlib.contextmanager
def second_worker(struck: Struck) -> Iterator[list[subprocess.Popen[str]]]:
    """Beside the house's own worker; the list holds the one that lives."""
    mine: list[subprocess.Popen[str]] = []
    try:
        yield mine
    finally:
        for process in mine:
            process.kill()
            process.wait()


def _start_worker(struck: Struck) -> subprocess.Popen[str]:
    return struck.python(
        "celery", "-A", "config", "--quiet", "worker", "--pool=threads", "--concurrency=2", "--loglevel=critical",
        "--without-gossip", "--without-mingle", "--without-heartbeat",
    )  # fmt: skip


def _announced(struck: Struck, ids: list[int]) -> list[tuple[int, int]]:
    streams = ", ".join(f"'tournament:{one}'" for one in ids)
    rows = struck.sql(
        "SELECT clock_id, level_index, (SELECT count(*) FROM dispatch_fact WHERE kind = 'clock_advanced'"
        f" AND stream = ANY(ARRAY[{streams}])) FROM tournaments_levelannouncement"
        f" WHERE clock_id = ANY(ARRAY{ids}) ORDER BY 1, 2"
    )
    assert not rows or rows[0][2] == len(rows)  # a fact each
    return [(clock, level) for clock, level, _ in rows]


def _ran_out(struck: Struck, tables: list[int], seconds: float = 300) -> int:
    """Wait until a decision ran out at each of these tables: none before its five seconds, each told once; how many did."""
    until = time.monotonic() + seconds
    while True:
        rows = struck.sql(
            "SELECT h.table_id, a.took_ms, (SELECT count(*) FROM dispatch_fact f WHERE f.kind = 'hand_acted'"
            "  AND f.stream = 'play:' || h.table_id AND (f.body ->> 'turn')::bigint = a.turn)"
            " FROM play_handact a JOIN play_dealthand h ON h.id = a.hand_id"
            f" WHERE a.manner = 'timeout' AND h.table_id = ANY(ARRAY{tables})"
        )
        if {table for table, *_ in rows} == set(tables):
            break
        assert time.monotonic() < until, rows
        time.sleep(0.2)
    assert min(took for _table, took, _facts in rows) >= 5_000
    assert {facts for *_, facts in rows} == {1}
    return len(rows)


def _until_announced(struck: Struck, ids: list[int], seconds: float) -> list[tuple[int, int]]:
    until = time.monotonic() + seconds
    while len(rows := _announced(struck, ids)) < len(ids) and time.monotonic() < until:
        time.sleep(0.2)
    return rows


@survives
@pytest.mark.rule("PT-H.43", "PT-H.45")
def test_one_of_two_clock_workers_every_two_seconds(struck: Struck) -> None:
    many, over = size((60, 10), full=(1000, 60))
    with second_worker(struck) as mine:
        mine.append(_start_worker(struck))
        ids = struck.stage("clocks", many, over, 3)["tournaments"]
        tables = struck.stage("silent_tables", size(6, full=60))["tables"]
        turn = 0
        until = time.monotonic() + over + 2
        while time.monotonic() < until or turn < 5:
            time.sleep(2)
            if turn % 2:
                struck.strike("worker")
            else:
                mine[-1].kill()
                mine[-1].wait()
                mine.append(_start_worker(struck))
            turn += 1
        assert _until_announced(struck, ids, 300) == [(one, 1) for one in ids]
        time.sleep(1)
        assert _announced(struck, ids) == [(one, 1) for one in ids]  # and not once more
        run_out = _ran_out(struck, tables)
    print(
        f"{many} level changes in {over} s, a worker killed every 2 s ({turn} times): 0 missing, 0 double;"
        f" {run_out} decisions ran out, each once and none early"
    )


@survives
def test_every_worker_dead_faces_are_right_and_each_level_is_announced_once_on_return(struck: Struck) -> None:
    many, over, dead = size((12, 1, 2.5), full=(200, 240, 300))
    with struck.unattended():
        assert struck.strike("worker")
        assert struck.strike("beat")
        began = time.monotonic()
        ids = struck.stage("clocks", many, over, size(1, full=10))["tournaments"]
        due = dict(
            struck.sql(
                "SELECT tournament_id, extract(epoch FROM deadline_at)::float FROM tournaments_clock"
                f" WHERE tournament_id = ANY(ARRAY{ids})"
            )
        )
        asyncio.run(_watching(struck, due, until=began + dead, every=size(1, full=30)))
        assert _announced(struck, ids) == []
    assert _until_announced(struck, ids, 300) == [(one, 1) for one in ids]
    struck.until_it_answers()
    time.sleep(1)
    assert _announced(struck, ids) == [(one, 1) for one in ids]
    print(
        f"every worker dead for {dead} s: payloads of {many} clocks right throughout, each level announced once then"
    )


async def _watching(struck: Struck, due: dict[int, float], *, until: float, every: float) -> None:
    """What the API, a screen opened before and one opened now show, all the while and when every level is over."""
    before = await _listening(struck, list(due))
    while True:
        late = time.monotonic() >= until and time.time() > max(due.values()) + 0.5
        now = await _listening(struck, list(due))
        for one, deadline in due.items():
            asked = time.time()
            status, said = await asyncio.to_thread(struck.ask, "GET", f"tournaments/{one}/clock")
            assert status == 200
            if abs(asked - deadline) > 0.1 and (asked > deadline) == (time.time() > deadline):
                assert said["face"]["index"] == _index(before[one], asked) == int(asked > deadline)
            heard = now[one]["server_ms"] / 1000
            if abs(heard - deadline) > 0.1:
                assert now[one]["index"] == int(heard > deadline)
        if late:
            return
        await asyncio.sleep(every)


def _index(payload: dict[str, Any], now: float) -> int:
    """Where a screen has come to that heard this payload last: what static/js/clock.js counts."""
    left, index = now * 1000 - payload["anchor_ms"], payload["index"]
    while left >= payload["items"][index]["seconds"] * 1000:
        left -= payload["items"][index]["seconds"] * 1000
        index += 1
    return int(index)


async def _listening(struck: Struck, ids: list[int]) -> dict[int, dict[str, Any]]:
    """The payload of each clock that a socket hears when it comes."""
    payloads: dict[int, dict[str, Any]] = {}
    for start in range(0, len(ids), 50):
        some = ids[start : start + 50]
        async with _socket(struck) as ws:
            await ws.send(json.dumps({"subscribe": [f"tournament/{one}/clock" for one in some]}))
            while not all(one in payloads for one in some):
                said = json.loads(await asyncio.wait_for(ws.recv(), 300))
                payloads[int(said["topic"].split("/")[1])] = said["face"]
    return payloads


def _socket(struck: Struck) -> Any:
    address = struck.address.replace("http://localhost", "ws://127.0.0.1") + "ws/"
    origin: Any = struck.address.replace("localhost", "127.0.0.1").rstrip("/")
    return connect(address, origin=origin, compression=None, max_queue=None, open_timeout=300)


SOCKETS = size(100, full=1000)


@survives
def test_valkey_with_many_sockets(struck: Struck) -> None:
    room = struck.stage("room", 20)
    struck.register(room, room["players"][0])
    asyncio.run(_sockets(struck, room))
    struck.nothing_amiss()


async def _sockets(struck: Struck, room: dict[str, Any]) -> None:
    topic = f"tournament/{room['tournament']}/counts"
    opened: list[Any] = []
    for _ in range(SOCKETS // 50):
        opened += await asyncio.gather(*(_socket(struck) for _ in range(50)))
    for ws in opened:
        await ws.send(json.dumps({"subscribe": [topic]}))

    async def hears(ws: Any, entries: int) -> None:
        while True:
            said = json.loads(await ws.recv())
            if said.get("topic") == topic and said["face"]["entries_total"] == entries:
                return

    async def all_hear(entries: int, seconds: float) -> None:
        await asyncio.wait_for(asyncio.gather(*(hears(ws, entries) for ws in opened)), seconds)

    await all_hear(1, 300)
    await asyncio.to_thread(struck.register, room, room["players"][1])
    await all_hear(2, 300)
    with struck.unattended():
        assert struck.strike("Valkey")
        for player in room["players"][2:6]:  # money does not care
            await asyncio.to_thread(struck.register, room, player)
        status, said = await asyncio.to_thread(struck.ask, "GET", f"tournaments/{room['tournament']}/counts")
        assert (status, said["face"]["entries_total"]) == (200, 6)
        assert (await asyncio.to_thread(struck.get, "/readyz"))[0] == 200
    await asyncio.to_thread(struck.until_valkey_answers)
    back = time.monotonic()
    await all_hear(6, size(300, full=5))  # the bar is 5 s: held to on a quiet machine
    took = time.monotonic() - back
    for n, ws in enumerate(opened):
        await ws.send(json.dumps({"ping": n}))
    assert [await _pong(ws) for ws in opened] == list(range(SOCKETS))
    await asyncio.gather(*(ws.close() for ws in opened))
    print(
        f"Valkey killed with {SOCKETS} sockets open: none dropped, all current {took:.2f} s after its return"
    )


async def _pong(ws: Any) -> int:
    """The number that it answers; a payload told at least once may come before."""
    while "pong" not in (said := json.loads(await asyncio.wait_for(ws.recv(), 300))):
        pass
    return int(said["pong"])


@survives
def test_everything_in_mid_event(struck: Struck) -> None:
    """Some enter, the event starts, most go out, over HTTP with retries, while each part of the house is killed."""
    entries, out = size((18, 9), full=(90, 81))
    room = struck.stage("room", entries)
    t = room["tournament"]
    order = iter(["web", "PostgreSQL", "worker", "Valkey", "beat"] * size(1, full=3))
    done = threading.Event()
    killed: list[str] = []

    def strikes() -> None:
        for name in order:
            if done.wait(size(0.8, full=2)):
                return
            # one that another's death took along is on its way back
            while not struck.strike(name):
                if done.wait(0.05):
                    return
            killed.append(name)

    striking = threading.Thread(target=strikes)
    striking.start()
    try:
        entered = side_by_side([lambda p=p: struck.register(room, p) for p in room["players"]], people=4)
        assert [e for e in entered if isinstance(e, BaseException)] == []
        struck.insist(f"tournaments/{t}/start", secret=room["director"])
        gone = []
        for number, entry in struck_seats(struck, t)[:out]:
            gone.append(
                struck.insist(
                    f"tournaments/{t}/eliminations",
                    secret=room["director"],
                    body={"table_number": number, "busts": [{"entry_id": entry, "stack_chips_start": 1000}]},
                )
            )
            time.sleep(0.25)
        striking.join(size(30, full=120))
    finally:
        done.set()
        striking.join()
    assert set(killed) >= {"web", "PostgreSQL", "worker", "Valkey", "beat"}
    struck.until_it_answers()
    numbers = [each["number"] for each in [*entered, *gone]]
    [(commands, facts)] = struck.sql(
        "SELECT count(*), sum(facts) FROM dispatch_command WHERE state = 'done' AND id = ANY(ARRAY["
        + ", ".join(f"'{number}'::uuid" for number in numbers)
        + "])"
    )
    assert commands == len(numbers) == entries + out
    [counts] = struck.sql(
        f"SELECT (SELECT count(*) FROM tournaments_entry WHERE tournament_id = {t}),"
        f" (SELECT count(*) FROM tournaments_elimination WHERE tournament_id = {t} AND undone_at IS NULL),"
        f" (SELECT players_left FROM tournaments_field WHERE tournament_id = {t}),"
        f" (SELECT count(*) FROM ledger_transfer WHERE tournament_id = {t} AND kind = 'deposit'),"
        f" (SELECT count(*) FROM dispatch_fact WHERE stream = 'tournament:{t}' AND kind = 'player_entered'),"
        f" (SELECT count(*) FROM dispatch_fact WHERE stream = 'tournament:{t}' AND kind = 'tournament_started')"
    )
    assert counts == (entries, out, entries - out, entries, entries, 1)
    assert facts >= entries + out
    status, said = struck.ask("GET", f"tournaments/{t}/counts")
    assert (status, said["face"]["players_left"]) == (200, entries - out)
    struck.nothing_amiss()


def struck_seats(struck: Struck, tournament: int) -> list[tuple[int, int]]:
    """(table number, entry) of everybody seated; PostgreSQL may be on its way back."""
    until = time.monotonic() + 300
    while True:
        try:
            rows = struck.sql(
                "SELECT t.number, s.entry_id FROM tables_seat s JOIN tables_table t ON t.id = s.table_id"
                f" WHERE t.tournament_id = {tournament} AND s.entry_id IS NOT NULL ORDER BY s.number, t.number"
            )
        except Exception:
            assert time.monotonic() < until
            time.sleep(0.2)
        else:
            return [tuple(row) for row in rows]
