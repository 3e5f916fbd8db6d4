"""Many HTTP clients in one process, each with one kept connection; they share a list of requests.

    python -m tests.bench.callers PORT CLIENTS SECONDS   # requests as JSON lines {method, path, headers, body} on stdin, then EOF

Says {"seconds", "rate", "p50", "p99", "worst", "statuses", "samples"} (milliseconds) when all are answered or
the time is up.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from typing import Any

import uvloop


async def _call(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes
) -> tuple[int, bytes]:
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head[9:12])
    lower = head.lower()
    place = lower.find(b"content-length:")
    body = b""
    if place >= 0:
        size = int(lower[place + 15 : lower.index(b"\r\n", place)])
        if size and status != 304:
            body = await reader.readexactly(size)
    elif b"transfer-encoding: chunked" in lower:
        while size := int((await reader.readline()).strip() or b"0", 16):
            body += await reader.readexactly(size)
            await reader.readline()
        await reader.readline()
    return status, body


def _bytes(port: int, request: dict[str, Any]) -> bytes:
    body = json.dumps(request["body"]).encode() if request.get("body") is not None else b""
    headers = {"Host": f"127.0.0.1:{port}", **request.get("headers", {})}
    if body:
        headers |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"{request['method']} {request['path']} HTTP/1.1\r\n{lines}\r\n".encode() + body


async def main(port: int, clients: int, seconds_at_most: float) -> None:
    requests = [_bytes(port, json.loads(line)) for line in sys.stdin if line.strip()]
    waiting = iter(requests)
    took: list[float] = []
    statuses: Counter[int] = Counter()
    odd: list[str] = []

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        for request in waiting:
            if time.perf_counter() > until:
                break
            began = time.perf_counter()
            status, body = await _call(reader, writer, request)
            took.append(time.perf_counter() - began)
            statuses[status] += 1
            if status >= 400 and len(odd) < 3:
                odd.append(body.decode(errors="replace")[:300])
        writer.close()

    began = time.perf_counter()
    until = began + seconds_at_most
    await asyncio.gather(*(one() for _ in range(clients)))
    seconds = time.perf_counter() - began
    took.sort()
    print(
        json.dumps(
            {
                "seconds": seconds,
                "rate": len(took) / seconds,
                "p50": took[len(took) // 2] * 1000,
                "p99": took[int(len(took) * 0.99) - 1] * 1000,
                "worst": took[-1] * 1000,
                "statuses": statuses,
                "samples": odd,
            }
        ),
        flush=True,
    )


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
