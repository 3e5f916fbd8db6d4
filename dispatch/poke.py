"""Telling the relay that something was committed: best effort, never slow, never an error.

A thread of its own sends the word, so that a Redis that is away costs a command nothing. Pokes that come
while one is under way melt into one. A lost poke only means that the relay finds the facts at its next look.
"""

from __future__ import annotations

import os
import threading

from dispatch import wire

_lock = threading.Lock()
_wanted = threading.Event()
_pid = 0


def poke() -> None:
    """Ask the relay to look now. Returns at once."""
    global _pid, _wanted
    if _pid != os.getpid():  # a forked child has no copy of the thread
        with _lock:
            if _pid != os.getpid():
                _wanted = threading.Event()
                threading.Thread(target=_send, args=(_wanted,), name="dispatch-poke", daemon=True).start()
                _pid = os.getpid()
    _wanted.set()


def _send(wanted: threading.Event) -> None:
    client = None
    while True:
        wanted.wait()
        wanted.clear()
        try:
            if client is None:
                client = wire.client(timeout=0.25)
            client.publish(wire.poke_channel(), b"1")
        except Exception:  # noqa: BLE001 - best effort: the relay polls anyway
            client = None
