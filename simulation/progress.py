"""A progress bar: redrawn on a terminal, a line every ten seconds elsewhere."""

from __future__ import annotations

import time
from typing import Any

WIDTH = 24


class Bar:
    """Called with what is going on, how much is done, and of how much."""

    def __init__(self, out: Any) -> None:
        self._out = out
        self._live = bool(getattr(out, "isatty", lambda: False)())
        self._began = self._shown = time.monotonic()
        self._drawn = False

    def __call__(self, what: str, done: int, of: int) -> None:
        moment = time.monotonic()
        if moment - self._shown < (0.1 if self._live else 10):
            return
        self._shown = moment
        part = min(1.0, done / max(of, 1))
        bar = "█" * int(part * WIDTH) + "·" * (WIDTH - int(part * WIDTH))
        line = f"{bar} {part:4.0%} {moment - self._began:5.0f} s · {what}"
        self._out.write(f"\r\x1b[K{line[:150]}" if self._live else line + "\n")
        self._out.flush()
        self._drawn = True

    def close(self) -> None:
        if self._live and self._drawn:
            self._out.write("\r\x1b[K")
            self._out.flush()
