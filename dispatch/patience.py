"""Waiting for PostgreSQL, but not for ever: one that is stopped or cut off must not take every thread with it.

A slow statement is waited for (the server's own ``statement_timeout`` ends it). Only where nothing has come for PATIENCE_SECONDS
is the server asked whether it answers anybody at all; when it does not, the wait ends with an OperationalError, which
pages and API answer with 503 and Retry-After.
"""

from __future__ import annotations

import socket
import struct
import threading
import time

import psycopg

PATIENCE_SECONDS = 3.0
PROBE_SECONDS = 1.0
#: Any server answers this first packet with one byte, before it asks who one is, and notes nothing in its log.
_SSL_REQUEST = struct.pack("!ii", 8, 80877103)

_asking = threading.Lock()
#: when each server was asked last, and whether it answered
_known: dict[tuple[str, int], tuple[float, bool]] = {}


def still_there(talk: psycopg.pq.abc.PGconn) -> None:
    """Return when the server of this connection answers strangers; ``psycopg.OperationalError`` when it does not.

    One thread asks for all that wait: the answer holds for PROBE_SECONDS.
    """
    host, port = talk.host.decode(), int(talk.port or b"5432")
    if not host or host.startswith(("/", "@")):
        return  # a socket in the file system: on this machine, and not asked
    with _asking:
        asked, answers = _known.get((host, port), (float("-inf"), True))
        if time.monotonic() - asked > PROBE_SECONDS:
            answers = _answers((talk.hostaddr or talk.host).decode(), port)
            _known[host, port] = (time.monotonic(), answers)
    if not answers:
        raise psycopg.OperationalError("PostgreSQL does not answer")


def _answers(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), PROBE_SECONDS) as asking:
            asking.settimeout(PROBE_SECONDS)
            asking.sendall(_SSL_REQUEST)
            return asking.recv(1) != b""
    except OSError:
        return False
