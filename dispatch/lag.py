"""How long a line takes there and back, as the server measures it by its own pings: nothing a client says counts."""

from __future__ import annotations

_WEIGHT = 10
"""The mean follows a new measurement by a tenth; the first few weigh as much as each other."""


class RoundTrips:
    """The running mean of one socket's pings."""

    __slots__ = ("_count", "_last", "mean_ms")

    def __init__(self) -> None:
        self.mean_ms: float | None = None
        self._count = 0
        self._last = 0.0

    def note(self, *, sent_at: float, seconds: float) -> None:
        """Take in what a ping took; one that is known already changes nothing."""
        if sent_at == self._last:
            return
        self._last = sent_at
        self._count = min(self._count + 1, _WEIGHT)
        before = self.mean_ms or 0.0
        self.mean_ms = before + (seconds * 1000 - before) / self._count
