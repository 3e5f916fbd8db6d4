"""The one place where dispatch reads the wall clock: for the moment at which it speaks to a socket."""

from __future__ import annotations

import time


def now_ms() -> int:
    """Return milliseconds since 1970."""
    return time.time_ns() // 1_000_000
