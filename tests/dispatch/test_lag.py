"""How long lines take: measured by the server's own pings, told where somebody wants to know."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from dispatch import hub, topics
from dispatch.lag import RoundTrips
from dispatch.topics import Listener
from tests.dispatch.test_relay import wait_for
from tests.dispatch.test_sockets import hear, house, say

pytestmark = [pytest.mark.usefixtures("boxes", "payloads")]

HELD = 0.3


def _carry(source: socket.socket, target: socket.socket, *, held: float) -> None:
    with contextlib.suppress(OSError):
        while chunk := source.recv(65_536):
            time.sleep(held)  # the line itself: no answer comes sooner
            target.sendall(chunk)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def slow_line(port: int) -> Iterator[int]:
    """A port that leads to another, and holds what goes there for a while."""
    with socket.create_server(("127.0.0.1", 0)) as door:

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    here, _ = door.accept()
                    there = socket.create_connection(("127.0.0.1", port))
                    for source, target, held in ((here, there, HELD), (there, here, 0.0)):
                        threading.Thread(
                            target=_carry, args=(source, target), kwargs={"held": held}, daemon=True
                        ).start()

        threading.Thread(target=serve, daemon=True).start()
        yield door.getsockname()[1]


def _told(notes: Path, name: str) -> list[int]:
    rows = [line.split() for line in notes.read_text().splitlines()]
    return [int(row[1]) for row in rows if row[0] == name and len(row) == 2]


@pytest.mark.usefixtures("django_db_setup")
def test_a_slow_line_is_told_as_slow_as_the_server_sees_it() -> None:
    with house(UVICORN_WS_PING_INTERVAL="1") as server, slow_line(server.port) as port:
        ways = {"line/1": server.port, "line/2": port, "box/3": port}
        with contextlib.ExitStack() as open_:
            for topic, way in ways.items():
                ws = open_.enter_context(
                    connect(f"ws://127.0.0.1:{way}/ws/", origin=f"http://127.0.0.1:{way}")  # type: ignore[arg-type]
                )
                say(ws, subscribe=[topic])
                assert hear(ws)["topic"] == topic
            wait_for(lambda: _told(server.reads, "line/1") and _told(server.reads, "line/2"))
        # no pong can have come sooner than the line let it; nobody wants to know it of a box
        assert min(_told(server.reads, "line/2")) >= HELD * 1000
        assert min(_told(server.reads, "line/1")) >= 0
        assert _told(server.reads, "box/3") == []


def test_the_first_pings_weigh_alike_and_later_ones_a_tenth() -> None:
    line = RoundTrips()
    assert line.mean_ms is None
    for at, seconds in enumerate((0.1, 0.3, 0.2), start=1):
        line.note(sent_at=at, seconds=seconds)
    assert line.mean_ms == pytest.approx(200)
    line.note(sent_at=3, seconds=9)  # known already
    assert line.mean_ms == pytest.approx(200)
    for at in range(4, 11):
        line.note(sent_at=at, seconds=0.2)
    line.note(sent_at=11, seconds=1.2)
    assert line.mean_ms == pytest.approx(300)


class _Line:
    """A socket of which only its lag counts."""

    def __init__(self, ms: float | None) -> None:
        self.ms = ms

    def lag_ms(self) -> float | None:
        return self.ms


def test_the_fastest_line_counts_and_a_small_difference_is_nothing_new() -> None:
    topic = topics.resolve("line/1")
    assert topic is not None and topic.measured
    heard: Any = hub._Heard(topic)
    assert heard.new_lag_ms() is None
    slow, fast = _Line(900.4), _Line(None)
    heard.clients = {slow, fast}
    assert heard.new_lag_ms() == 900
    heard.lag_ms = 900
    slow.ms = 949.0
    assert heard.new_lag_ms() is None
    slow.ms = 950.0
    assert heard.new_lag_ms() == 950
    fast.ms = 12.0
    assert heard.new_lag_ms() == 12


def test_a_socket_without_the_servers_own_protocol_has_no_lag() -> None:
    async def send(message: dict[str, Any]) -> None:
        raise AssertionError(message)

    client = hub.Client(Listener(), send, lambda: None)
    assert client.lag_ms() is None
