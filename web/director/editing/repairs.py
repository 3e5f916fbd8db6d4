"""What somebody most likely meant who typed a value that cannot be: offered beside its sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.levels import LONGEST_SECONDS, SHORTEST_SECONDS, Item, Level
from rules.refusals import Refused
from web.director.editing.structure import Row


def repairs(
    rows: Sequence[Row], *, items: Sequence[Item | None], index: int, field: str, no: Refused
) -> list[str]:
    """Values as one would type them, the likeliest first; at most two."""
    if no.code in ("bad_duration", "bad_minutes"):
        return _minutes(rows, items, index)
    item = items[index]
    if no.code == "levels_fall" and isinstance(item, Level):
        return _between(items, index=index, field=field)
    return []


def _minutes(rows: Sequence[Row], items: Sequence[Item | None], index: int) -> list[str]:
    """A digit too much, and what the others of its kind last."""
    found = []
    item = items[index]
    if (
        item is not None
        and item.seconds > LONGEST_SECONDS
        and SHORTEST_SECONDS <= item.seconds // 10 <= LONGEST_SECONDS
    ):
        found.append(item.seconds // 10)
    others = Counter(
        other.seconds
        for at, other in enumerate(items)
        if other is not None
        and at != index
        and rows[at].kind == rows[index].kind
        and SHORTEST_SECONDS <= other.seconds <= LONGEST_SECONDS
    )
    if others and (usual := others.most_common(1)[0][0]) not in found:
        found.append(usual)
    return [f"{seconds / 60:.10g}" for seconds in found]


def _between(items: Sequence[Item | None], *, index: int, field: str) -> list[str]:
    """A zero that is missing: ten times as much lies between the levels around it."""
    levels = [(at, item) for at, item in enumerate(items) if isinstance(item, Level)]
    at = next(n for n, (place, _level) in enumerate(levels) if place == index)
    value = 10 * int(getattr(levels[at][1], field))
    before = getattr(levels[at - 1][1], field) if at else 0
    after = getattr(levels[at + 1][1], field) if at + 1 < len(levels) else None
    return [str(value)] if value and before <= value and (after is None or value <= after) else []
