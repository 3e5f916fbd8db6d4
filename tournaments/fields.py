"""Arguments that are chips, tables and seats, as they come from outside."""

from __future__ import annotations

from typing import Annotated

from dispatch.fields import Integer
from rules.validation import MAX_CHIPS

Chips = Annotated[int, Integer(min_value=0, max_value=MAX_CHIPS)]
TableNumber = Annotated[int, Integer(min_value=1, max_value=100_000)]
SeatNumber = Annotated[int, Integer(min_value=1, max_value=10)]
