"""Prizes to the cent, places that are shared, seats as prizes, and when they are due."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, timedelta

from rules.money import split_by_weights, split_evenly
from rules.prizes.table import PayoutTable, for_field

# what prizes may be rounded to, in cents: to the cent, or to 1, 5, 10, 50 or 100 of the currency
PRIZE_UNITS = (1, 100, 500, 1_000, 5_000, 10_000)


def prize_unit(*, unit_cents: int, net_pool_cents: int, table: PayoutTable, entries: int) -> int:
    """Return the unit that prizes are rounded to: the one chosen, or the next smaller one with which every paid place
    gets something.

    Rule: SCPT.L, CASES round-1
    """
    for unit in sorted(PRIZE_UNITS, reverse=True):
        if unit > unit_cents or unit == 1:
            continue
        if min(prizes(net_pool_cents=net_pool_cents, table=table, entries=entries, step_cents=unit)) > 0:
            return unit
    return 1


def prizes(
    *, net_pool_cents: int, table: PayoutTable, entries: int | None = None, step_cents: int = 1
) -> tuple[int, ...]:
    """Return the prize of every paid place in cents, first place first; together exactly the net pool.

    By largest remainder, the odd cent to the better place. With `step_cents` (100 for whole reais) every
    prize is a multiple of the step and what does not fit goes to first place. With `entries` fewer than the
    table has places, the table is cut to the field.
    Rule: SCPT.L, REGULATIONS 6.1, CASES round-1
    """
    if step_cents < 1:
        raise ValueError("a step is at least one cent")
    if entries is not None:
        table = for_field(table, entries=entries)
    steps, rest = divmod(net_pool_cents, step_cents)
    each = split_by_weights(steps, weights=table.weights())
    if step_cents == 1:
        return each
    return (each[0] * step_cents + rest, *(n * step_cents for n in each[1:]))


def shared_prize(prizes: Sequence[int], *, place: int, tied: int) -> tuple[int, ...]:
    """Return what each of `tied` players gets who share the places from `place` (the best of them) on.

    The prizes of the paid ones among these places are summed and shared evenly; odd cents go one each to the
    players named first (callers name them in seat-draw order). `tied` = 1 is an ordinary single place.
    Rule: ADTP.P16, PT-T.51, CASES p16-b, CASES p16-c
    """
    if place < 1 or tied < 1:
        raise ValueError("places count from one")
    return split_evenly(sum(prizes[place - 1 : place - 1 + tied]), shares=tied)


def awards(prizes: Sequence[int], *, ties: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the prizes of a whole ranking: `ties` is the number of players at each rank from the winner down.

    (1, 1, 2) is a first, a second and two who share third. Returns one tuple of cents per rank; their sum is
    the sum of the prizes when everybody is ranked.
    Rule: ADTP.P16, REGULATIONS 5.1
    """
    found: list[tuple[int, ...]] = []
    place = 1
    paid = len(prizes)
    for tied in ties:
        if tied == 1:
            found.append((prizes[place - 1] if place <= paid else 0,))
        else:
            found.append(shared_prize(prizes, place=place, tied=tied))
        place += tied
    return tuple(found)


def satellite_seats(*, net_pool_cents: int, ticket_cents: int, entries: int) -> tuple[int, int]:
    """Return how many tickets a satellite gives, and the cash left over for the next place.

    Rule: SCPT.G, PT-T.32
    """
    if ticket_cents < 1:
        raise ValueError("a ticket has a value")
    tickets = min(net_pool_cents // ticket_cents, entries)
    return tickets, net_pool_cents - tickets * ticket_cents


def due_on(*, decided_on: date, business_days: int, holidays: Collection[date] = ()) -> date:
    """Return the last day for paying a prize: so many business days after the decision (not weekends, not holidays).

    Rule: SCPT.L, SCPT.L-B, REGULATIONS 1.4
    """
    day = decided_on
    left = business_days
    while left > 0:
        day += timedelta(days=1)
        if day.weekday() < 5 and day not in holidays:
            left -= 1
    return day
