"""Signals that are told one after the other, instead of striking wherever the program is."""

from __future__ import annotations

import contextlib
import os
import select
import signal
from collections.abc import Callable, Iterable, Iterator
from types import FrameType

#: Waits at most so many seconds for signals and returns those that came, oldest first.
Wait = Callable[[float], tuple[int, ...]]


@contextlib.contextmanager
def told(numbers: Iterable[signal.Signals]) -> Iterator[Wait]:
    """
    Give a function that waits for these signals; meanwhile they do nothing else. For the main thread alone.

    Not `signal.sigtimedwait`: of a process that was stopped for longer than it waits (SIGSTOP, a laptop that slept) Python 3.11
    returns a signal that never came, whatever lay in memory: a hangup, for one, which would end the house.
    """
    reader, writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    handlers = {number: signal.signal(number, _noted) for number in numbers}

    def wait(seconds: float) -> tuple[int, ...]:
        ready, _, _ = select.select([reader], [], [], seconds)
        return tuple(os.read(reader, 4096)) if ready else ()

    try:
        yield wait
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(before)
        os.close(reader)
        os.close(writer)


def _noted(_number: int, _frame: FrameType | None) -> None:
    """The pipe has it."""
