"""A structure proposed for so many players, a stack and the hours there are: a first draft, to be changed by whoever knows the room.

Blinds rise by the same share from level to level, rounded to amounts that a dealer says and the chips in play can pay;
at the forecast end the chips in play are forty big blinds (`rules.structure_plan`). A few levels follow it, so that a
night that runs late still has one to go to. The big blind pays one ante of its own size for the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.levels import LONGEST_SECONDS, MOST_ITEMS, Item, Level, Recess
from rules.refusals import N_, Refused
from rules.structure_plan import BIG_BLINDS_AT_THE_END

#: How deep the first level is, how many levels come after the forecast end, how much a level may rise at most.
BIG_BLINDS_AT_THE_START = 150
SPARE_LEVELS = 4
STEEPEST = 2.0
_FEWEST_LEVELS = 5
#: What a dealer says: 100, 200, 300 … and what lies between them when the chips can pay it.
_ROUND = (1.0, 1.2, 1.5, 1.6, 2.0, 2.4, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)
_COARSE = (1.5, 2.5)
_HIGHEST = 10**12


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is known before. seconds: until the forecast end. recess_every: levels between recesses, 0 without any.

    from_big_blind: of the last level that stays as it is, 0 where all of it is proposed.
    """

    players: int
    stack: int
    seconds: int
    level_seconds: int
    denominations: tuple[int, ...]
    recess_every: int = 4
    recess_seconds: int = 15 * 60
    ante_from: int = 3
    from_big_blind: int = 0


def propose(wish: Wish) -> tuple[Item, ...]:
    """Propose the levels and recesses for these wishes.

    Refusals: ``bad_wish`` at its field, ``too_few_levels``. Rule: PT-T.45, ADTP.24
    """
    _check(wish)
    count = _levels_until(wish)
    first, last = _ends_of(wish)
    if count < _FEWEST_LEVELS or (last / first) ** (1 / max(1, count - 1)) > STEEPEST:
        raise Refused(
            "too_few_levels",
            N_(
                "In this time there are %(count)s levels: each would more than double the one before. Give it more hours or shorter levels."
            ),
            rule="PT-T.45",
            field="hours",
            count=count,
        )
    levels = list(_levels(wish, count=count, first=first, last=last))
    return tuple(_with_recesses(levels, wish))


def _check(wish: Wish) -> None:
    """The wishes within what a night can be. Refusals: ``bad_wish``."""
    for field, value, low, high in (
        ("entries", wish.players, 2, 100_000),
        ("stack", wish.stack, 100, _HIGHEST),
        ("hours", wish.seconds, 30 * 60, 7 * 24 * 3600),
        ("minutes", wish.level_seconds, 60, LONGEST_SECONDS),
        ("recess_every", wish.recess_every, 0, 40),
        ("recess_minutes", wish.recess_seconds, 60, LONGEST_SECONDS),
    ):
        if not low <= value <= high:
            raise Refused(
                "bad_wish",
                N_("Check this: a structure cannot be proposed for it."),
                rule="PT-T.45",
                field=field,
            )
    chips = wish.denominations
    if not 0 < len(chips) <= 20 or chips[0] < 1 or list(chips) != sorted(chips) or 2 * chips[0] > wish.stack:
        raise Refused(
            "bad_wish",
            N_("Check this: a structure cannot be proposed for it."),
            rule="ADTP.24",
            field="chips",
        )


def _levels_until(wish: Wish) -> int:
    """How many levels there is time for, recesses counted."""
    count = seconds = 0
    while seconds + wish.level_seconds <= wish.seconds and count < MOST_ITEMS:
        seconds += wish.level_seconds
        count += 1
        if wish.recess_every and count % wish.recess_every == 0:
            seconds += wish.recess_seconds
    return count


def _ends_of(wish: Wish) -> tuple[float, float]:
    """The first big blind and the one of the forecast end."""
    least = 2 * wish.denominations[0]
    first = float(wish.from_big_blind or max(least, wish.stack / BIG_BLINDS_AT_THE_START))
    last = wish.players * wish.stack / BIG_BLINDS_AT_THE_END
    return first, max(first * 1.5, last)


def _levels(wish: Wish, *, count: int, first: float, last: float) -> Iterator[Level]:
    """The levels to the end and a few beyond it."""
    steps = count if wish.from_big_blind else count - 1
    rise = (last / first) ** (1 / max(1, steps))
    before, target = wish.from_big_blind, first * (rise if wish.from_big_blind else 1)
    spare = min(SPARE_LEVELS, max(0, MOST_ITEMS - 2 * count))
    for number in range(1, count + spare + 1):
        big = _payable(target, above=before, chips=wish.denominations)
        ante = big if wish.from_big_blind or number >= wish.ante_from else 0
        yield Level(small_blind=big // 2, big_blind=big, big_blind_ante=ante, seconds=wish.level_seconds)
        before, target = big, max(target * rise, big * 1.01)


def _payable(target: float, *, above: int, chips: Sequence[int]) -> int:
    """The round big blind nearest to this, above the one before, its half in chips of the smallest kind."""
    found: list[int] = []
    power = 1
    while power <= _HIGHEST and len(found) < 400:
        # with small chips 150 and 250, where they pay 120 and 240 rather those
        fine = 12 * power % (20 * chips[0]) == 0
        for one in _ROUND:
            big = round(one * power)
            if (
                big == one * power
                and big > above
                and big % (2 * chips[0]) == 0
                and not (fine and one in _COARSE)
            ):
                found.append(big)
        if found and power > max(target, above):
            break
        power *= 10
    # above what is round with these chips: twice the last
    return min(found, key=lambda big: abs(big - target)) if found else 2 * max(above, chips[0])


def _with_recesses(levels: Sequence[Level], wish: Wish) -> Iterator[Item]:
    """The levels with a recess after every few, in which the chips that are needed no longer leave play."""
    left = list(wish.denominations)
    for number, level in enumerate(levels, 1):
        yield level
        if not wish.recess_every or number % wish.recess_every or number == len(levels):
            continue
        gone: list[int] = []
        after = levels[number:]
        while len(left) > 1 and all(
            amount % left[1] == 0
            for one in after
            for amount in (one.small_blind, one.big_blind, one.big_blind_ante)
        ):
            gone.append(left.pop(0))
        yield Recess(seconds=wish.recess_seconds, colour_up=tuple(gone))
