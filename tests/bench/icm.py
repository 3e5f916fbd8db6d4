"""Row j: the Independent Chip Model for twenty, a thousand and ten thousand players; a tenth of them are paid.

Measured in CPU time, since nothing waits here. The bars are what NumPy needs by quadrature.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from rules import deals
from tests.bench.figures import Figure, number, tell

POOL = 1_000_000_00


def measure() -> None:
    for players, rounds, bar in ((20, 5, 0.144), (1_000, 3, 0.43), (10_000, 3, 8.6)):
        chance = random.Random(players)
        chips = [chance.randint(2_000, 400_000) for _ in range(players)]
        paid = max(1, players // 10) if players > 20 else players
        prizes = [POOL * (paid - place) * 2 // (paid * (paid + 1)) for place in range(paid)]
        shares: list[tuple[int, ...]] = []

        def ours(
            chips: list[int] = chips, prizes: list[int] = prizes, out: list[tuple[int, ...]] = shares
        ) -> None:
            out.append(deals.icm(chips=chips, prizes_cents=prizes))

        took = statistics.median(_timed(ours) for _ in range(rounds))
        tell(
            Figure(
                row="j",
                what=f"ICM of {players:,} players",
                ours=took * 1000,
                unit="ms",
                bar=f"≤ {number(bar * 1000)} ms, sums to the pool",
                met=took <= bar and all(sum(share) == sum(prizes) for share in shares),
                note="standard library only",
            )
        )


def _timed(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began
