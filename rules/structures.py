"""The structures that come with the house: the circuit's, a turbo, a sit & go, an online one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.levels import Item, Level, Recess, Structure


def _row(
    blinds: Iterable[tuple[int, int]],
    *,
    seconds: int,
    ante_from: int,
    recess_every: int = 0,
    recess_seconds: int = 0,
    colour_up: Mapping[int, tuple[int, ...]] | None = None,
) -> tuple[Item, ...]:
    """Levels with a big blind ante of one big blind from a level on, and a recess after every few."""
    pairs = list(blinds)
    items: list[Item] = []
    for number, (small, big) in enumerate(pairs, start=1):
        ante = big if number >= ante_from else 0
        items.append(Level(small_blind=small, big_blind=big, big_blind_ante=ante, seconds=seconds))
        if recess_every and number % recess_every == 0 and number < len(pairs):
            items.append(Recess(seconds=recess_seconds, colour_up=(colour_up or {}).get(number, ())))
    return tuple(items)


_LIVE = (
    (50, 100),
    (100, 200),
    (150, 300),
    (200, 400),
    (300, 600),
    (400, 800),
    (500, 1000),
    (600, 1200),
    (800, 1600),
    (1000, 2000),
    (1200, 2400),
    (1500, 3000),
    (2000, 4000),
    (2500, 5000),
    (3000, 6000),
    (4000, 8000),
    (5000, 10_000),
    (6000, 12_000),
    (8000, 16_000),
    (10_000, 20_000),
    (12_000, 24_000),
    (15_000, 30_000),
    (20_000, 40_000),
    (25_000, 50_000),
    (30_000, 60_000),
    (40_000, 80_000),
    (50_000, 100_000),
    (60_000, 120_000),
    (75_000, 150_000),
    (100_000, 200_000),
    (125_000, 250_000),
    (150_000, 300_000),
    (200_000, 400_000),
    (250_000, 500_000),
    (300_000, 600_000),
    (400_000, 800_000),
    (500_000, 1_000_000),
    (600_000, 1_200_000),
    (800_000, 1_600_000),
    (1_000_000, 2_000_000),
    (1_500_000, 3_000_000),
    (2_000_000, 4_000_000),
)

# The books print no blinds table: only the big ante from level 3 (SCPT.U2) and levels longer than 15 minutes
# (SCPT.V). Stack, blinds and minutes are what circuits of this size play.
SCPT_MAIN = Structure(
    starting_stack=30_000,
    items=_row(
        _LIVE,
        seconds=40 * 60,
        ante_from=3,
        recess_every=3,
        recess_seconds=15 * 60,
        colour_up={3: (25,), 12: (100,), 15: (500,), 21: (1000,), 30: (5000,)},
    ),
    late_registration_levels=9,
    late_registration_through_recess=True,
)

TURBO_8MAX = Structure(
    starting_stack=20_000,
    items=_row(
        _LIVE[:36],
        seconds=15 * 60,
        ante_from=3,
        recess_every=6,
        recess_seconds=10 * 60,
        colour_up={6: (25,), 12: (100,), 18: (500,), 24: (1000,), 30: (5000,)},
    ),
    late_registration_levels=8,
)

SIT_AND_GO_9 = Structure(
    starting_stack=5_000,
    items=_row(
        (
            (25, 50),
            (50, 100),
            (75, 150),
            (100, 200),
            (150, 300),
            (200, 400),
            (300, 600),
            (400, 800),
            (500, 1000),
            (700, 1400),
            (1000, 2000),
            (1500, 3000),
            (2000, 4000),
            (3000, 6000),
            (4000, 8000),
        ),
        seconds=10 * 60,
        ante_from=99,
    ),
    denominations=(25, 100, 500, 1000, 5000),
)

# the blinds alone: PT-H.21 names no other forced bet
_ONLINE = (
    (10, 20),
    (15, 30),
    (25, 50),
    (50, 100),
    (75, 150),
    (100, 200),
    (125, 250),
    (150, 300),
    (200, 400),
    (250, 500),
    (300, 600),
    (400, 800),
    (500, 1000),
    (600, 1200),
    (800, 1600),
    (1000, 2000),
    (1250, 2500),
    (1500, 3000),
    (2000, 4000),
    (2500, 5000),
    (3000, 6000),
    (4000, 8000),
    (5000, 10_000),
    (6000, 12_000),
    (8000, 16_000),
    (10_000, 20_000),
    (15_000, 30_000),
    (20_000, 40_000),
    (30_000, 60_000),
    (40_000, 80_000),
    (60_000, 120_000),
    (80_000, 160_000),
    (120_000, 240_000),
    (160_000, 320_000),
    (240_000, 480_000),
    (320_000, 640_000),
    (500_000, 1_000_000),
    (1_000_000, 2_000_000),
)


def _online() -> tuple[Item, ...]:
    items: list[Item] = []
    for number, (small, big) in enumerate(_ONLINE, start=1):
        items.append(Level(small_blind=small, big_blind=big, seconds=10 * 60))
        if number % 6 == 0 and number < len(_ONLINE):
            items.append(Recess(seconds=5 * 60))
    return tuple(items)


ONLINE_MTT_PT = Structure(
    starting_stack=5_000,
    items=_online(),
    late_registration_levels=6,
    denominations=(5, 25, 100, 500, 1000, 5000, 25_000, 100_000),
)

# everybody enters before the start
ONLINE_FREEZEOUT = replace(ONLINE_MTT_PT, late_registration_levels=None)

STRUCTURES: Mapping[str, Structure] = {
    "scpt-main": SCPT_MAIN,
    "turbo-8max": TURBO_8MAX,
    "sit-and-go-9": SIT_AND_GO_9,
    "online-mtt": ONLINE_FREEZEOUT,
    "online-mtt-pt": ONLINE_MTT_PT,
}
