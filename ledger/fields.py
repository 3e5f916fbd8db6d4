"""Arguments that are money, as they come from outside."""

from __future__ import annotations

from typing import Annotated

from dispatch.fields import Integer
from rules.accounts import METHOD_ACCOUNT, MOST_CENTS

Cents = Annotated[int, Integer(min_value=1, max_value=MOST_CENTS)]

#: How money comes over the counter.
METHODS_AT_THE_COUNTER = [(method.value, method.value) for method in METHOD_ACCOUNT]
