"""The WebSocket: who are you, what may you hear. Commands never come this way."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings
from django.utils import translation

from dispatch import moment
from dispatch.hub import Client, hub, refuse
from dispatch.sessions import DEVICE
from dispatch.strangers import Crowd, address_of, of_this_house
from dispatch.topics import Listener
from rules.refusals import N_, Refused

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

MAX_MESSAGE = 4096  # characters in one message from a client
MESSAGES_PER_SECOND, MESSAGES_AT_ONCE = 10.0, 40.0
TOO_BIG, TOO_MANY, TURNED_AWAY = 1009, 4429, 4403


def listener_of(scope: Scope) -> Listener:
    """Return who stands behind the scope that the authentication middleware prepared: it has read `session` to find `user`.

    The session of an operator on a paired device also names the device.
    """
    user, session = scope.get("user"), scope.get("session")
    if user is None or session is None or not user.is_authenticated:
        return Listener(language=_language(scope))
    return Listener(
        user_id=user.pk,
        device_id=session.get(DEVICE),
        session_key=session.session_key or "",
        language=_language(scope),
        address=address_of(scope),
        browser=str((scope.get("cookies") or {}).get(settings.TABLE_BROWSER_COOKIE, ""))[:64],
    )


def _language(scope: Scope) -> str:
    wanted = [(scope.get("cookies") or {}).get(settings.LANGUAGE_COOKIE_NAME, "")]
    for name, value in scope.get("headers", []):
        if name == b"accept-language":
            wanted += [part.partition(";")[0].strip() for part in value[:200].decode("latin-1").split(",")]
    for language in wanted:
        try:
            return translation.get_supported_language_variant(language)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


class LiveSocket:
    """The ASGI application at /ws/.

    A client says {"subscribe": [topics]}, {"unsubscribe": [topics]} or {"ping": x}; it hears
    {"now", "topic", "seq", "face"}, {"refused": {"topic", "code", "sentence"}} and {"now", "pong": x}.
    "now": milliseconds since 1970 at the moment it is said, however long ago the payload was made.

    Not taken: a page of another origin, port included; one more of the strangers of one address than a room has.
    Closes: 1009 message too big, 4401 signed out, 4408 too slow to take what it hears, 4429 talks too much.
    """

    def __init__(self, listener: Callable[[Scope], Listener] = listener_of) -> None:
        self._listener = listener
        self._strangers = Crowd()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (await receive())["type"] != "websocket.connect":
            return
        listener = self._listener(scope)
        # who is signed in is known, and bounded by the sessions that there are
        address = address_of(scope) if listener.user_id is None else ""
        if not of_this_house(scope) or not self._strangers.enter(address):
            await send({"type": "websocket.close", "code": TURNED_AWAY})
            return
        try:
            await self._serve(listener, receive, send)
        finally:
            self._strangers.leave(address)

    async def _serve(self, listener: Listener, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        ended = asyncio.Event()
        client = Client(listener, send, ended.set)
        here = hub()
        here.enter(client)
        talk = asyncio.ensure_future(_talk(client, receive))
        closing = asyncio.ensure_future(ended.wait())
        try:
            await asyncio.wait({talk, closing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            here.leave(client)
            talk.cancel()
            closing.cancel()
            await asyncio.gather(talk, closing, return_exceptions=True)


async def _talk(client: Client, receive: Receive) -> None:
    """Everything the client says, until it leaves or must."""
    allowance, last = MESSAGES_AT_ONCE, time.monotonic()
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        now = time.monotonic()
        allowance = min(MESSAGES_AT_ONCE, allowance + (now - last) * MESSAGES_PER_SECOND)
        last = now
        if allowance < 1:
            client.close(TOO_MANY)
            await asyncio.sleep(2)
            return
        allowance -= 1
        text = message.get("text") or message.get("bytes") or ""
        if len(text) > MAX_MESSAGE:
            client.close(TOO_BIG)
            await asyncio.sleep(2)
            return
        await _answer(client, text)


async def _answer(client: Client, text: str | bytes) -> None:
    try:
        said = json.loads(text)
        if not isinstance(said, dict):
            raise TypeError("not an object")
        subscribe, unsubscribe = _names(said.get("subscribe")), _names(said.get("unsubscribe"))
    except (ValueError, TypeError, RecursionError):
        refuse(
            client,
            topic=None,
            why=Refused("bad_message", N_("This message was not understood. Reload the page.")),
        )
        return
    if "ping" in said:
        asked = said["ping"] if isinstance(said["ping"], int | str) else None
        client.say({"now": moment.now_ms(), "pong": asked})
    hub().unsubscribe(client, unsubscribe)
    if subscribe:
        await hub().subscribe(client, subscribe)


def _names(value: Any) -> list[str]:
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(name, str) and len(name) <= 200 for name in value):
        raise TypeError("topics are a list of names")
    return value
