"""Writing one payload to many sockets: its WebSocket frame is made once and goes straight to uvicorn's transport.

The ordinary way (`send({"type": "websocket.send"})`) encodes and frames the same text again for every socket.
Where uvicorn's sans-IO protocol is underneath, compression is off and the transport has room, the ready bytes
are written instead; in every other case the caller takes the ordinary way, which also waits for room.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State


class Frame:
    """A message to listeners: its number, its JSON, and (made on first use) its WebSocket frame.

    now_ms: the moment at which it is said, told in it as "now"; None in what needs none.
    """

    __slots__ = ("_wire", "now_ms", "seq", "text")

    def __init__(self, seq: int, text: bytes, *, now_ms: int | None = None) -> None:
        self.seq = seq
        self.text = text  # a JSON object, without the moment
        self.now_ms = now_ms
        self._wire: bytes | None = None

    def said_at(self, now_ms: int) -> Frame:
        """Return the same message, said at another moment: time in it is never old."""
        return Frame(self.seq, self.text, now_ms=now_ms)

    @property
    def said(self) -> bytes:
        """The JSON that the listener hears."""
        return self.text if self.now_ms is None else b'{"now":%d,%b' % (self.now_ms, self.text[1:])

    @property
    def wire(self) -> bytes:
        if self._wire is None:
            self._wire = _framed(self.said)
        return self._wire


def _framed(text: bytes) -> bytes:
    """A whole unmasked text frame (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        head = bytes((0x81, size))
    elif size < 1 << 16:
        head = b"\x81\x7e" + size.to_bytes(2, "big")
    else:
        head = b"\x81\x7f" + size.to_bytes(8, "big")
    return head + text


class DirectWriter:
    """Writes ready frames to one socket."""

    __slots__ = ("_conn", "_has_room", "_protocol")

    def __init__(self, protocol: WebSocketsSansIOProtocol) -> None:
        self._protocol = protocol
        self._conn = protocol.conn
        self._has_room = protocol.writable.is_set

    def __call__(self, wire: bytes) -> bool:
        """Write the frame if that is possible at once; False when the caller must take the ordinary way."""
        # A closing protocol has left OPEN; a lost one has a closing transport.
        transport = self._protocol.transport
        if not self._has_room() or self._conn.state is not State.OPEN or transport.is_closing():
            return False
        transport.write(wire)
        return True

    def last_ping(self) -> tuple[float, float] | None:
        """Return when the last ping that was answered was sent, and how many seconds the answer took; None while one is under way, and before the first."""
        protocol = self._protocol
        if protocol.pending_ping_payload is not None or not protocol.ping_sent_at:
            return None
        return protocol.ping_sent_at, protocol.last_ping_rtt

    async def end(self, code: int) -> None:
        """Close a connection that has no room: the close frame is put behind what waits, and half a second later
        the connection ends, read or not."""
        protocol = self._protocol
        if protocol.conn.state is State.OPEN and not protocol.close_sent:
            protocol.conn.send_close(code)
            protocol.transport.write(b"".join(protocol.conn.data_to_send()))
            protocol.close_sent = True
        await asyncio.sleep(0.5)
        protocol.transport.abort()


def direct_writer(send: Callable[[dict[str, Any]], Awaitable[None]]) -> DirectWriter | None:
    """Return the direct way to the socket behind an accepted `send`, where there is one."""
    inner: Any = send
    while True:
        owner = getattr(inner, "__self__", None)
        if isinstance(owner, WebSocketsSansIOProtocol):
            if not owner.handshake_complete or owner.conn.extensions:
                return None
            return DirectWriter(owner)
        inner = getattr(owner, "real_send", None)  # the wrapper that Channels puts around for sessions
        if inner is None:
            return None
