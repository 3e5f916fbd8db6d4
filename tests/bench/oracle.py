"""Row l: 20,000 random hands in ours and in PokerKit; whatever differs must be in the list of what may (ADR 19)."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.bench.figures import Figure, tell
from tests.rules.hands.oracle import Compared, Lawful, compare

HANDS, PARTS = 20_000, 20
SEED = 20_261_122


def measure() -> None:
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as workers:
        parts = list(workers.map(_part, range(PARTS)))
    faults = [fault for part in parts for fault in part.faults]
    lawful: Counter[Lawful] = sum((part.lawful for part in parts), Counter())
    hands = sum(part.hands for part in parts)
    tell(
        Figure(
            row="l",
            what="random hands as another engine has them",
            ours=hands - len(faults),
            unit="hands",
            bar=f"all {HANDS:,}",
            met=hands == HANDS and not faults,
            note="lawful: "
            + ", ".join(f"{one.name.lower()} {count}" for one, count in lawful.most_common())
            + "".join(f"\n{fault}" for fault in faults[:3]),
        )
    )


def _part(number: int) -> Compared:
    return compare(hands=HANDS // PARTS, seed=SEED + number)
