"""The limit of fan-out in one Python process: the same bytes written to every transport, and nothing else.

    python -m tests.bench.broadcaster PORT

Hears {"topics": n, "first": seq, "count": k, "bytes": size} on standard input, writes k numbered messages (in turn
to each topic) to all its connections, and says {"began": seconds} first.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

import uvloop


class Raw(asyncio.Protocol):
    everybody: list[Any] = []

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.everybody.append(transport)

    def connection_lost(self, _error: Exception | None) -> None:
        self.everybody.remove(self.transport)


def message(topic: str, seq: int, size: int) -> bytes:
    """As long as the payload that our hub sends."""
    text = f'{{"topic":"{topic}","seq":{seq},"face":{{"n":{seq},"filler":"'
    return (text + "x" * (size - len(text) - 3) + '"}}').encode()


async def main(port: int) -> None:
    loop = asyncio.get_running_loop()
    await loop.create_server(Raw, "127.0.0.1", port, backlog=4096)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        said = json.loads(line)
        frames = [
            message(f"box/{1 + n % said['topics']}", said["first"] + n // said["topics"], said["bytes"])
            for n in range(said["count"])
        ]
        print(json.dumps({"began": time.monotonic()}), flush=True)
        for frame in frames:
            for transport in Raw.everybody:
                transport.write(frame)
            if len(frames) > 1:
                await asyncio.sleep(0)  # let the sockets drain as they can


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1])))
