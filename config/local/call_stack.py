"""Room for the frames of Python's calls in one piece.

Python 3.11 keeps frames in pieces of 16 KB. What is called again and again just above the end of a piece has the next one
mapped and given back to the kernel for every call. Which calls these are depends on how deep they lie: below a test are
some sixty frames more than below a page, and a fifth of the tests' processor time went there (7,000 pieces a second).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")
# Words that the frame asks for and does not touch. The piece is the next power of two that has 1,000 more: half a megabyte
# of addresses, of which enough is left for some two thousand frames above. What is not touched costs nothing.
_WORDS = 33_000


def in_one_piece(call: Callable[_P, _R]) -> Callable[_P, _R]:
    """Return `call` with a frame below it that is so large that all frames above lie in one piece of memory."""

    def with_room(*arguments: _P.args, **named: _P.kwargs) -> _R:
        return call(*arguments, **named)

    with_room.__code__ = with_room.__code__.replace(co_stacksize=_WORDS)
    return update_wrapper(with_room, call)
