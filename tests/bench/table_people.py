"""Everybody at many played tables in one process: their sockets, and their acts through HTTP.

    python -m tests.bench.table_people PORT ACTS_PORT CONNECTIONS < lines

The first line: {"tables": [{"id", "onlookers", "people": [{"player", "seat", "session"}, …]}, …]}: one onlooker looks at each table, and what
he sees tells who is to act. The line {"everybody": true} opens the sockets of all players and the other onlookers. Both say {"ready": seconds} when each
socket has its first payload. Each line {"rate": acts a second, "seconds": …} is a phase: at each beat the table that has waited
longest for its player is acted at (check, else call, now and then a fold). Says {"answered", "statuses", "answer": [ms, …], "due": [ms, …],
"last": [ms, …], "lost", "behind", "samples"}: from sending the act to its answer; from when it was due to its answer, which counts the wait for a free
connection; from when it was due to the last socket of its table, whose payload is of a later turn.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import json
import os
import random
import re
import sys
import time
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import uvloop

from tests.bench.callers import _call
from tests.bench.listeners import _masked

_TOKEN = "b" * 32  # the house compares a form's token with the cookie's
_TURN = re.compile(rb'"turn":(\d+)')
_FOLDS = 0.25
LATE_SECONDS = 10.0
_ONLOOKER = ("", 0, 0)


@dataclass
class Act:
    """One act on its way: which turn it was of, when it was sent, and how many sockets have heard of a later one."""

    turn: int
    began: float
    heard: int = 0
    last: float = 0.0


@dataclass
class AtTable:
    """One table as its people see it."""

    number: int
    people: dict[int, dict[str, Any]]  # by seat
    sockets: int
    turn: int = -1
    options: dict[str, Any] | None = None
    seat: int = 0
    asked_turn: int = -1
    ready_since: float = 0.0
    acts: list[Act] = field(default_factory=list)


class Everybody:
    def __init__(self, tables: list[AtTable]) -> None:
        self.tables = {table.number: table for table in tables}
        self.lost = 0
        self.took: list[float] = []
        self.all_there = False

    def heard(self, number: int, text: bytes) -> None:
        """One socket has everybody's view of a table."""
        found = _TURN.search(text)
        if found is None:
            return
        turn, now = int(found[1]), time.perf_counter()
        table = self.tables[number]
        if not self.all_there and turn > table.turn:
            self._seen(table, json.loads(text)["face"])
        for act in table.acts:
            if act.turn < turn:
                act.heard += 1
                if act.heard == table.sockets:
                    self.took.append(1000 * (now - act.began))
        if table.acts and table.acts[0].heard >= table.sockets:
            table.acts = [act for act in table.acts if act.heard < table.sockets]

    def _seen(self, table: AtTable, shown: dict[str, Any]) -> None:
        """An onlooker sees whose turn it is, and what a call costs there."""
        seat = shown["to_act"]
        if seat is None:
            return
        bets = {one["seat"]: one["bet_chips"] for one in shown["seats"]}
        facing = max(bets.values()) - bets[seat]
        table.turn, table.seat = shown["turn"], seat
        table.options = {"may_check": not facing, "call_to_chips": facing or None}
        table.ready_since = time.perf_counter()

    def told(self, number: int, seat: int, text: bytes) -> None:
        """A player's own view."""
        if b'"options":null' in text or b'"options":{' not in text:
            return
        table, mine = self.tables[number], json.loads(text)["face"]
        if mine["turn"] > table.turn:
            table.turn, table.seat, table.options = mine["turn"], seat, mine["options"]
            table.ready_since = time.perf_counter()


class Socket(asyncio.Protocol):
    """One WebSocket; each frame it hears is one message."""

    def __init__(
        self, crowd: Everybody, number: int, *, hello: bytes, topics: list[str], seat: int = 0
    ) -> None:
        self.crowd, self.number, self.seat = crowd, number, seat
        self.hello, self.subscribe = hello, _masked(json.dumps({"subscribe": topics}).encode())
        self.buffer, self.open = bytearray(), False
        self.first = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.hello)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self.buffer.startswith(b"HTTP/1.1 101"), bytes(self.buffer)
            del self.buffer[: end + 4]
            self.open = True
            self.transport.write(self.subscribe)
        while (frame := self._frame()) is not None:
            self._message(frame)

    def _frame(self) -> bytes | None:
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 127, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(buffer) < start:
                return None
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return None
        kind, text = buffer[0] & 15, bytes(buffer[start : start + size])
        del buffer[: start + size]
        if kind == 9:  # a ping: who does not answer is gone
            self.transport.write(_masked(text, kind=0x8A))
        return text if kind == 1 else b""

    def _message(self, text: bytes) -> None:
        if b'"topic":"play/' in text[:80]:
            if not self.first.done():
                self.first.set_result(None)
            self.crowd.heard(self.number, text)
        elif b'"topic":"player/' in text[:80]:
            self.crowd.told(self.number, self.seat, text)

    def connection_lost(self, _error: Exception | None) -> None:
        self.crowd.lost += 1


def _hello(port: int, session: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    cookie = f"Cookie: sessionid={session}\r\n" if session else ""
    return (
        f"GET /ws/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n{cookie}"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def _request(port: int, table: AtTable) -> bytes:
    person, options = table.people[table.seat], table.options or {}
    if options["may_check"]:
        act = "check"
    elif options["call_to_chips"] is not None and random.random() > _FOLDS:
        act = "call"
    else:
        act = "fold"
    body = json.dumps({"player_id": person["player"], "turn": table.turn, "act": act}).encode()
    return (
        f"POST /api/play-tables/{table.number}/act HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Cookie: sessionid={person['session']}; csrftoken={_TOKEN}\r\nX-CSRFToken: {_TOKEN}\r\n"
        f"Command-Id: {uuid.uuid4()}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body


async def _phase(
    crowd: Everybody, port: int, lines: list[Any], *, rate: float, seconds: float
) -> dict[str, Any]:
    statuses: Counter[int] = Counter()
    answers: list[float] = []
    since_due: list[float] = []
    odd: list[str] = []
    waiting: asyncio.Queue[tuple[AtTable, bytes, float] | None] = asyncio.Queue()
    crowd.took.clear()
    for table in crowd.tables.values():
        table.acts.clear()

    async def one(line: Any) -> None:
        while (asked := await waiting.get()) is not None:
            table, request, began = asked
            act = Act(table.turn, began)
            table.acts.append(act)
            sent = time.perf_counter()
            status, body = await _call(*line, request)
            answered = time.perf_counter()
            answers.append(1000 * (answered - sent))
            since_due.append(1000 * (answered - began))
            statuses[status] += 1
            if status != 200:
                table.acts.remove(act)
                if len(odd) < 3:
                    odd.append(body.decode(errors="replace")[:300])

    callers = [asyncio.ensure_future(one(line)) for line in lines]
    began, beats, behind = time.perf_counter(), 0, 0
    while (now := time.perf_counter()) < began + seconds:
        due = int((now - began) * rate) - beats
        # looked for where an act is due only: at most beats none is, and this process shares the cores
        waits = (t for t in crowd.tables.values() if t.turn > t.asked_turn and t.options)
        ready = sorted(waits, key=lambda t: t.ready_since) if due else []
        for table in ready[:due]:
            table.asked_turn = table.turn
            waiting.put_nowait((table, _request(port, table), time.perf_counter()))
        behind += max(0, due - len(ready))
        beats += due
        await asyncio.sleep(0.002)
    for _ in callers:
        waiting.put_nowait(None)
    await asyncio.gather(*callers)
    until = time.perf_counter() + LATE_SECONDS
    while any(t.acts for t in crowd.tables.values()) and time.perf_counter() < until:  # noqa: ASYNC110 - looked at rarely
        await asyncio.sleep(0.05)
    return {
        "answered": len(answers),
        "seconds": seconds,
        "statuses": statuses,
        "answer": sorted(answers),
        "due": sorted(since_due),
        "last": sorted(crowd.took),
        "missing": sum(len(t.acts) for t in crowd.tables.values()),
        "lost": crowd.lost,
        "behind": behind,
        "samples": odd,
    }


async def main(port: int, acts_port: int, connections: int) -> None:
    loop = asyncio.get_running_loop()

    async def line() -> dict[str, Any] | None:
        text = await loop.run_in_executor(None, sys.stdin.readline)
        return json.loads(text) if text else None

    told = await line()
    assert told is not None
    tables = [AtTable(one["id"], {p["seat"]: p for p in one["people"]}, 1) for one in told["tables"]]
    crowd = Everybody(tables)

    async def open_sockets(wanted: Callable[[AtTable], list[tuple[str, int, int]]]) -> None:
        began = time.monotonic()
        for table in tables:
            made = []
            for session, player, seat in wanted(table):
                topics = [f"play/{table.number}"] + (
                    [f"player/{player}/play/{table.number}"] if player else []
                )
                hello = _hello(port, session)
                made.append(
                    loop.create_connection(
                        lambda hello=hello, topics=topics, seat=seat, table=table: Socket(
                            crowd, table.number, hello=hello, topics=topics, seat=seat
                        ),
                        "127.0.0.1",
                        port,
                    )
                )
            opened = await asyncio.gather(*made)
            await asyncio.gather(*(protocol.first for _, protocol in opened))
        print(json.dumps({"ready": time.monotonic() - began}), flush=True)

    await open_sockets(lambda _table: [_ONLOOKER])
    while (phase := await line()) is not None:
        if "everybody" in phase:
            crowd.all_there = True
            others = told["tables"][0]["onlookers"] - 1
            await open_sockets(
                lambda table: (
                    [(p["session"], p["player"], p["seat"]) for p in table.people.values()]
                    + [_ONLOOKER] * others
                )
            )
            for table in tables:
                table.sockets = 1 + others + len(table.people)
            # what is measured is the house: this process stops for nobody's garbage
            gc.collect()
            gc.freeze()
            gc.disable()
            continue
        # opened anew: the server ends what was idle for some seconds
        lines = [
            await asyncio.open_connection("127.0.0.1", acts_port, limit=1 << 20) for _ in range(connections)
        ]
        print(json.dumps(await _phase(crowd, acts_port, lines, **phase)), flush=True)
        for _, writer in lines:
            writer.close()


if __name__ == "__main__":
    uvloop.run(main(*map(int, sys.argv[1:4])))
