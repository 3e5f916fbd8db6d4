"""How large the tests of what must survive are: small in `bin/test`, as the bars have it in `bin/test faults`.

    from tests.sizes import size, survives
    ROUNDS = size(3, full=20)

    @survives                       # part of `bin/test faults`
    def test_…

SHUFFLE_FAULTS=full is what `bin/test faults` sets; it may be set for a single file, too.
"""

from __future__ import annotations

import os
from typing import TypeVar

import pytest

T = TypeVar("T")

FULL = os.environ.get("SHUFFLE_FAULTS") == "full"

survives = pytest.mark.survives


def size(small: T, *, full: T) -> T:
    """The first in `bin/test`, the second in `bin/test faults`."""
    return full if FULL else small
