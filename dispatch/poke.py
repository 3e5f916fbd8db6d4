"""Telling the relay that something was committed: best effort, never slow, never an error.

A thread of its own sends the word, so that a Redis that is away costs a command nothing. Pokes that come
while one is under way melt into one. A lost poke only means that the relay finds the facts at its next look.
"""

from __future__ import annotations

import os
import threading

from dispatch import wire

_lock = threading.Lock()
_wanted: dict[int, threading.Event] = {}  # by process: a forked child has no copy of the thread


def poke() -> None:
    """Ask the relay to look now. Returns at once."""
    pid = os.getpid()
    wanted = _wanted.get(pid)
    if wanted is None:
        with _lock:
            wanted = _wanted.get(pid)
            if wanted is None:
                wanted = threading.Event()
                threading.Thread(target=_send, args=(wanted,), name="dispatch-poke", daemon=True).start()
                _wanted[pid] = wanted
    wanted.set()


def _send(wanted: threading.Event) -> None:
    client = None
    while True:
        wanted.wait()
        wanted.clear()
        try:
            if client is None:
                client = wire.client(timeout=0.25)
            client.publish(wire.poke_channel(), b"1")
        except Exception:  # best effort: the relay polls anyway
            client = None
