"""Many listeners in one process: they count what reaches them and say when the last one has it.

    python -m tests.bench.listeners (ws|raw) PORT COUNT TOPIC…

Says {"ready": seconds} when all have their first payload (ws) or are connected (raw), then one line for each
(topic, number) that has reached all of them: {"topic", "seq", "first", "last"}, on the machine's monotonic clock.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import sys
import time
from typing import Any

import uvloop

FRAME = re.compile(rb'"topic":"([^"]+)","seq":(\d+)')
_TAIL = 96


class Crowd:
    def __init__(self, count: int) -> None:
        self.count = count
        self.reached: dict[tuple[bytes, bytes], list[float]] = {}
        self.told: set[tuple[bytes, bytes]] = set()
        self.lost = 0

    def heard(self, topic: bytes, seq: bytes) -> None:
        now = time.monotonic()
        key = (topic, seq)
        found = self.reached.get(key)
        if found is None:
            found = self.reached[key] = [0, now, now]
        found[0] += 1
        found[2] = now
        if found[0] == self.count:
            del self.reached[key]
            print(
                json.dumps({"topic": topic.decode(), "seq": int(seq), "first": found[1], "last": found[2]}),
                flush=True,
            )


class Listener(asyncio.Protocol):
    def __init__(self, crowd: Crowd, hello: bytes, subscribe: bytes) -> None:
        self.crowd, self.hello, self.subscribe = crowd, hello, subscribe
        self.tail = b""
        self.open = not hello
        self.connected = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        if self.hello:
            transport.write(self.hello)
        else:
            self.connected.set_result(None)

    def data_received(self, data: bytes) -> None:
        if not self.open:
            self.tail += data
            if b"\r\n\r\n" not in self.tail:
                return
            assert self.tail.startswith(b"HTTP/1.1 101"), self.tail
            data = self.tail.partition(b"\r\n\r\n")[2]
            self.open, self.tail = True, b""
            self.transport.write(self.subscribe)
            self.connected.set_result(None)
        text = self.tail + data
        end = 0
        for match in FRAME.finditer(text):
            self.crowd.heard(*match.groups())
            end = match.end()
        self.tail = text[max(end, len(text) - _TAIL) :]

    def connection_lost(self, _error: Exception | None) -> None:
        self.crowd.lost += 1
        print(json.dumps({"lost": self.crowd.lost}), flush=True)


def _masked(text: bytes, *, kind: int = 0x81) -> bytes:
    key = os.urandom(4)
    size = len(text)
    head = bytes((kind,)) + (bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big"))
    return head + key + bytes(byte ^ key[i % 4] for i, byte in enumerate(text))


async def main(kind: str, port: int, count: int, topics: list[str]) -> None:
    crowd = Crowd(count)
    hello = subscribe = b""
    if kind == "ws":
        key = base64.b64encode(os.urandom(16)).decode()
        hello = (
            f"GET /ws/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        subscribe = b"".join(
            _masked(json.dumps({"subscribe": topics[i : i + 20]}).encode()) for i in range(0, len(topics), 20)
        )
    loop = asyncio.get_running_loop()
    began = time.monotonic()
    for start in range(0, count, 100):
        made = await asyncio.gather(
            *(
                loop.create_connection(lambda: Listener(crowd, hello, subscribe), "127.0.0.1", port)
                for _ in range(min(100, count - start))
            )
        )
        await asyncio.gather(*(protocol.connected for _, protocol in made))
    print(json.dumps({"ready": time.monotonic() - began}), flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))
