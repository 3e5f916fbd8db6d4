"""Row j: the Independent Chip Model for twenty and for a thousand players; a tenth of them are paid.

Measured in CPU time, since nothing waits here. Limit: at every node of the integral nothing but the distribution of how many are out, by the same arithmetic.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable

from rules import deals
from tests.bench.figures import Figure, tell

POOL = 1_000_000_00


def measure() -> None:
    for players, rounds, bar in ((20, 5, 0.144), (1_000, 1, 4.3)):
        chance = random.Random(players)
        chips = [chance.randint(2_000, 400_000) for _ in range(players)]
        paid = max(1, players // 10) if players > 20 else players
        prizes = [POOL * (paid - place) * 2 // (paid * (paid + 1)) for place in range(paid)]
        shares: list[tuple[int, ...]] = []

        def ours(
            chips: list[int] = chips, prizes: list[int] = prizes, out: list[tuple[int, ...]] = shares
        ) -> None:
            out.append(deals.icm(chips=chips, prizes_cents=prizes))

        def least(chips: list[int] = chips, paid: int = paid) -> None:
            _distributions(chips, paid)

        took = statistics.median(_timed(ours) for _ in range(rounds))
        tell(
            Figure(
                row="j",
                what=f"ICM of {players:,} players",
                ours=took * 1000,
                limit=statistics.median(_timed(least) for _ in range(rounds)) * 1000,
                unit="ms",
                bar=f"the order of {'144 ms' if players == 20 else '0.43 s'}, sums to the pool",
                met=took <= bar and all(sum(share) == sum(prizes) for share in shares),
                note="standard library only; ten thousand take about a minute and are not measured here",
            )
        )


def _timed(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _distributions(chips: list[int], paid: int) -> None:
    in_play = sum(chips)
    step = min(0.11, 1.2 / math.sqrt(min(paid, len(chips) - 1)))
    nodes = int((math.log(40 * in_play / min(chips)) + 3.7) / step)
    for _ in range(nodes):
        level = [
            (len(block), deals._packed(deals._product(block)[:paid]))
            for block in ([0.5] * min(24, len(chips)) for _ in range(0, len(chips), 24))
        ]
        while len(level) > 1:
            up = []
            for (n, left), (m, right) in zip(level[::2], level[1::2], strict=False):
                slots = min(n + m + 1, paid)
                up.append((n + m, int.from_bytes(deals._settled(left * right, 0, slots), "little")))
            level = up + level[len(level) // 2 * 2 :]
