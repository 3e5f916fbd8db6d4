"""What is looked for at the house's bank page: by a reference where one was typed, else by words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db.models import Model, Q, QuerySet

from rules.paying import meant_by

ON_A_PAGE = 30
Row = TypeVar("Row", bound=Model)


def _own(number: int) -> Q:
    return Q(pk=number)


def found_by(
    of_house: QuerySet[Row], *, typed: str, letter: str, words: str, number: Callable[[int], Q] = _own
) -> QuerySet[Row]:
    """Return what of a house a reference with this letter stands for; else, the latest first, those in whose field `words` it
    stands. number: which rows the number of a reference means."""
    meant = meant_by(typed)
    if meant is not None and meant[0] == letter:
        found = of_house.filter(number(meant[1]))
        if found.exists():
            return found.order_by("id")
    return of_house.filter(**{f"{words}__icontains": typed}).order_by("-id")[:ON_A_PAGE]
