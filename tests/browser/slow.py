"""A house that answers late, to find what presses a key before a page can hear it, and presses as long as a person's:

    SLOW="js=1 answers=0.7 lines=0.7 press=0.15" bin/test tests/browser

In seconds: js is for each script, and none is kept; answers for what scripts ask for; lines for what sockets tell; press between
the halves of every click.
"""

from __future__ import annotations

import asyncio
import os
from typing import Any

KEPT = (b"cache-control", b"etag", b"last-modified")


def asked() -> dict[str, float]:
    """What SLOW says."""
    words = (word.partition("=") for word in os.environ.get("SLOW", "").split())
    return {name: float(seconds) for name, _, seconds in words}


def slowly(application: Any) -> Any:
    """The application, as late as SLOW says."""
    late = asked()

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket" and "lines" in late:
            return await _told_late(application, scope, receive, send, seconds=late["lines"])
        if scope["type"] == "http" and scope["path"].endswith(".js") and "js" in late:
            await asyncio.sleep(late["js"])
            send = _unkept(send)
        elif scope["type"] == "http" and (b"sec-fetch-dest", b"empty") in scope["headers"]:
            await asyncio.sleep(late.get("answers", 0))
        return await application(scope, receive, send)

    return answer if late else application


def _unkept(send: Any) -> Any:
    """No browser keeps this answer for the next page."""

    async def say(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = [(name, value) for name, value in message["headers"] if name.lower() not in KEPT]
            message = message | {"headers": [*headers, (b"cache-control", b"no-store")]}
        await send(message)

    return say


async def _told_late(application: Any, scope: Any, receive: Any, send: Any, *, seconds: float) -> None:
    """Every message so many seconds after it was said, in the same order."""
    loop = asyncio.get_running_loop()
    waiting: asyncio.Queue[tuple[float, Any]] = asyncio.Queue()

    async def tell() -> None:
        while True:
            due, message = await waiting.get()
            await asyncio.sleep(max(0.0, due - loop.time()))
            await send(message)

    async def say(message: Any) -> None:
        if message["type"] == "websocket.send":
            waiting.put_nowait((loop.time() + seconds, message))
        else:
            await send(message)

    telling = asyncio.create_task(tell())
    try:
        await application(scope, receive, say)
    finally:
        telling.cancel()
