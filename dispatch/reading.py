"""One page shows one moment: what several of its parts ask for is read once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

_NOTHING = object()
_kept: ContextVar[dict[Any, Any] | None] = ContextVar("what this page has read", default=None)


@contextmanager
def one_moment() -> Iterator[None]:
    """Make every `read_once` inside it at most once for the same arguments. For a page that only reads: once a command
    begins inside, nothing is kept any more."""
    if _kept.get() is not None:
        yield
        return
    with moment_of_its_own():
        yield


@contextmanager
def moment_of_its_own() -> Iterator[None]:
    """Make every `read_once` inside it at most once, and take nothing from a moment that was opened around it: for reads of one
    transaction, which must not be older than the numbers read there."""
    token = _kept.set({})
    try:
        yield
    finally:
        _kept.reset(token)


def read_once(read: Callable[P, R]) -> Callable[P, R]:
    """Keep what a read answered until the end of the `one_moment` it is asked in; outside of one nothing is kept.

    What it answers is shared by all who ask: nobody changes it.
    """

    @wraps(read)
    def once(*args: P.args, **kwargs: P.kwargs) -> R:
        kept = _kept.get()
        if kept is None:
            return read(*args, **kwargs)
        key = (read, args, tuple(sorted(kwargs.items())))
        found = kept.get(key, _NOTHING)
        if found is _NOTHING:
            found = kept[key] = read(*args, **kwargs)
        return cast("R", found)

    return once


def keep(read: Callable[..., R], *, asked: tuple[object, ...], answer: R) -> None:
    """Have a `read_once` answer so for these arguments until the end of the moment that is open: for who reads for many at one go."""
    kept = _kept.get()
    if kept is not None:
        kept[cast("Any", read).__wrapped__, asked, ()] = answer


def stop_keeping() -> None:
    """Read anew from here on: something is about to change."""
    _kept.set(None)
