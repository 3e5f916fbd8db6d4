"""The chips of a starting stack as one types them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rules.refusals import N_, Refused
from web.director.editing.typed import number_listed, without_groups


def chips_text(chip_set: Iterable[Sequence[int]]) -> str:
    """Return the chips of a starting stack as one types them: 8 × 25, 8 × 1.000."""
    return ", ".join(f"{count} × {number_listed(value)}" for value, count in chip_set)


def chips_typed(text: str) -> list[list[int]]:
    """Count and value of each chip of the starting stack. Refusals: ``bad_chip_line``."""
    found = []
    for part in re.split(r"[,;\n]+", without_groups(text)):
        plain = part.strip()
        if not plain:
            continue
        read = re.fullmatch(r"(\d{1,5})\s*[x×*]\s*(\d{1,10})", plain, re.IGNORECASE)
        if read is None:
            raise Refused(
                "bad_chip_line",
                N_("%(text)s: write how many chips of which value, like 8 × 25."),
                text=plain[:40],
                field="chip_set",
            )
        found.append([int(read[2]), int(read[1])])
    return sorted(found)
