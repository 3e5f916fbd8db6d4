"""Row a: one change to every socket of one process, through Valkey and the hub.

Limit: the same bytes written by a bare asyncio (uvloop) process to as many TCP connections: no WebSocket, no
Valkey, no per-client queue. The listeners are one other process, the same program for both.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import subprocess
import time

from django.db import connection

from dispatch import relay, wire
from tests.bench.broadcaster import message
from tests.bench.figures import Figure, say, tell
from tests.bench.servers import answer, ask, free_port, running, wait_for_port, web
from tests.dispatch import box_commands, pages

SIZE = 1024
CHANGES = 20
PAUSE_SECONDS = 0.25
BURST = 200
BURST_TOPICS = 40
_COMMAND_BOX = 60


def measure() -> None:
    box_commands.make_boxes()
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO boxes_box SELECT i, 0 FROM generate_series(21, 60) i")
    pages.make_staff()
    pages.register()
    for sockets in _sizes():
        _compare(sockets)


def _compare(sockets: int) -> None:
    """Both sides are up at once and take turns, so that whatever else this machine does meets both."""
    many = sockets == 1000
    with contextlib.ExitStack() as stack:
        raw, hub = _Raw(stack, sockets), _Hub(stack, sockets, many=many)
        time.sleep(1)
        limit, ours = [], []
        for _ in range(CHANGES):
            for side, took in ((raw, limit), (hub, ours)):
                took.append(side.change())
                time.sleep(PAUSE_SECONDS / 2)
        say(
            f"{sockets:,} sockets: {statistics.median(ours) * 1000:.1f} ms, raw {statistics.median(limit) * 1000:.1f}"
        )
        tell(
            Figure(
                row="a",
                what=f"1 KB change to {sockets:,} sockets, to the last (median of {CHANGES})",
                ours=statistics.median(ours) * 1000,
                limit=statistics.median(limit) * 1000,
                unit="ms",
                bar="≤ 2× raw",
                met=statistics.median(ours) <= 2 * statistics.median(limit),
                note=f"worst {max(ours) * 1000:.0f} ms (raw {max(limit) * 1000:.0f}); {sockets:,} sockets"
                f" opened and subscribed in {hub.ready:.1f} s",
            )
        )
        if not many:
            return
        for topics, what in (
            (1, f"{BURST} changes of one topic to 1,000 sockets, until all have the last"),
            (BURST_TOPICS, f"{BURST} changes of {BURST_TOPICS} topics to 1,000 sockets, until all have all"),
        ):
            least, mine = raw.burst(topics), hub.burst(topics)
            tell(
                Figure(
                    row="a",
                    what=what,
                    ours=mine,
                    limit=least,
                    unit="s",
                    bar="nothing lost, ≤ 5 s",
                    met=mine <= 5 and hub.ears.lost == 0,
                    note="payloads are whole: one overtaken by a newer one is not sent, the raw side sends all;"
                    f" sockets closed: {hub.ears.lost}",
                )
            )
        commands = _commands(hub.ears)
        tell(
            Figure(
                row="a",
                what="a command, committed, relayed, at the last of 1,000 sockets",
                ours=statistics.median(commands) * 1000,
                unit="ms",
                note=f"worst {max(commands) * 1000:.0f} ms",
            )
        )


def _sizes() -> list[int]:
    wanted = [int(n) for n in os.environ.get("BENCH_SOCKETS", "1000,2000,9000").split(",")]
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = hard if hard != resource.RLIM_INFINITY else 1 << 20
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    return [n for n in wanted if n + 200 < most]


class _Ears:
    """The listeners' process: when did the last one have this?"""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lost = 0
        self.known: dict[tuple[str, int], float] = {}

    def last(self, topic: str, seq: int) -> float:
        while (topic, seq) not in self.known:
            said = answer(self.process)
            if "lost" in said:
                self.lost = said["lost"]
            else:
                self.known[said["topic"], said["seq"]] = said["last"]
        return self.known.pop((topic, seq))


class _Raw:
    """Bare transports."""

    def __init__(self, stack: contextlib.ExitStack, sockets: int) -> None:
        port = free_port()
        self._server = stack.enter_context(running("tests.bench.broadcaster", str(port)))
        wait_for_port(port, self._server)
        crowd = stack.enter_context(running("tests.bench.listeners", "raw", str(port), str(sockets)))
        answer(crowd)
        self.ears = _Ears(crowd)
        self._seq = 0

    def _send(self, count: int, topics: int) -> float:
        self._seq += 1
        ask(self._server, topics=topics, first=self._seq, count=count, bytes=SIZE)
        self._seq += count // topics - 1
        return float(answer(self._server)["began"])

    def change(self) -> float:
        began = self._send(1, 1)
        return self.ears.last("box/1", self._seq) - began

    def burst(self, topics: int) -> float:
        began = self._send(BURST, topics)
        return max(self.ears.last(f"box/{1 + n}", self._seq) for n in range(topics)) - began


class _Hub:
    """The real door and hub; changes are handed to Valkey as the relay does."""

    def __init__(self, stack: contextlib.ExitStack, sockets: int, *, many: bool) -> None:
        port = free_port()
        stack.enter_context(web("tests.dispatch.house:application", port=port))
        topics = [f"box/{n + 1}" for n in range(BURST_TOPICS if many else 1)]
        if many:
            topics.append(f"box/{_COMMAND_BOX}")
        crowd = stack.enter_context(running("tests.bench.listeners", "ws", str(port), str(sockets), *topics))
        self.ready = answer(crowd)["ready"]
        self.ears = _Ears(crowd)
        for topic in topics:
            self.ears.last(topic, 0)  # everybody has the present
        self._redis = wire.client(timeout=5)
        self._seq = 1_000_000  # far above what the database has come to

    def _publish(self, topic: str) -> None:
        packed = wire.packed(self._seq, message=message(topic, self._seq, SIZE).decode())
        self._redis.publish(wire.topic_channel(topic), packed)

    def change(self) -> float:
        self._seq += 1
        began = time.monotonic()
        self._publish("box/1")
        return self.ears.last("box/1", self._seq) - began

    def burst(self, topics: int) -> float:
        began = time.monotonic()
        for _ in range(BURST // topics):
            self._seq += 1
            for n in range(topics):
                self._publish(f"box/{1 + n}")
        return max(self.ears.last(f"box/{1 + n}", self._seq) for n in range(topics)) - began


def _commands(ears: _Ears) -> list[float]:
    """From the command's first instruction to the last socket; a box that no test message ran ahead of."""
    took = []
    here = relay.start_in_background()
    time.sleep(0.5)
    for n in range(1, 16):
        began = time.monotonic()
        box_commands.add(
            command_id=box_commands.new_id(), at=box_commands.AT, by=box_commands.ANA, box=_COMMAND_BOX
        )
        took.append(ears.last(f"box/{_COMMAND_BOX}", n) - began)
        time.sleep(PAUSE_SECONDS)
    here.stop()
    return took
