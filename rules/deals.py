"""Deals: dividing what is left by chips, by ICM or by agreement, with a part kept for the champion."""

from __future__ import annotations

import cmath
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from operator import mul

from rules.money import BASIS_POINTS, split_by_weights
from rules.policies import Deals, Policies
from rules.refusals import N_, Refused


class DealKind(StrEnum):
    """How a deal divides.

    Rule: ADTP.P3, REGULATIONS 6.2
    """

    CHIP_CHOP = "chip_chop"
    ICM = "icm"
    CUSTOM = "custom"
    EXTRA = "extra"  # divides nothing: places beyond the money are paid out of named prizes, and play goes on (S-A)


class ReserveOf(StrEnum):
    """What the champion's part is a share of.

    Rule: SCPT.M, CASES deal-1
    """

    LARGEST_PRIZE = "largest_prize"
    WHAT_IS_LEFT = "what_is_left"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealShares:
    """A computed deal: total = reserve + amounts, all cents; one amount per player in the order given."""

    kind: DealKind
    total_cents: int
    reserve_cents: int
    amounts_cents: tuple[int, ...]


def check_deal_allowed(*, policies: Policies, at_final_table: bool) -> None:
    """Check whether a deal may be made here.

    Refusals: ``deals_forbidden``, ``deal_at_final_table_only``. Rule: SCPT.M, PT-T.53
    """
    if policies.deals is Deals.FORBIDDEN:
        raise Refused("deals_forbidden", N_("Deals are not allowed in this tournament."), rule="PT-T.53")
    if policies.deals is Deals.UNANIMOUS_FINAL_TABLE and not at_final_table:
        raise Refused(
            "deal_at_final_table_only", N_("A deal is possible at the final table only."), rule="SCPT.M"
        )


def agreed(votes: Sequence[bool | None]) -> bool:
    """Return whether all agree: one no is enough for play to go on. votes: the secret votes of all active players, None while
    one is open. Only the outcome is ever told, never who said no.

    Refusal: ``votes_missing``. Rule: ADTP.P3
    """
    if any(vote is None for vote in votes):
        raise Refused("votes_missing", N_("Not every active player has voted yet."), rule="ADTP.P3")
    return all(votes)


def check_all_counted(stacks: Sequence[tuple[int, bool]], *, in_play_chips: int) -> None:
    """Check that the stacks are all that is in play. stacks: the chips, and whether somebody counted them; who was not
    counted has a starting stack, which is no count.

    Refusal: ``chips_not_accounted``. Rule: ADTP.P3
    """
    if sum(chips for chips, _counted in stacks) == in_play_chips:
        return
    seen = [chips for chips, counted in stacks if counted]
    missing = len(stacks) - len(seen)
    raise Refused(
        "chips_not_accounted",
        N_(
            "Not counted yet: %(missing)s of %(players)s stacks. Those that are add up to %(counted)s chips of"
            " %(in_play)s in play. Count the stacks of all players first."
        )
        if missing
        else N_(
            "The stacks add up to %(counted)s chips, but %(in_play)s are in play. Count the stacks of all players"
            " first."
        ),
        rule="ADTP.P3",
        missing=missing,
        players=len(stacks),
        counted=sum(seen),
        in_play=in_play_chips,
    )


def champion_reserve(
    *, prizes_cents: Sequence[int], policies: Policies, of: ReserveOf = ReserveOf.LARGEST_PRIZE
) -> int:
    """Return the least that must stay for the champion, in cents, rounded up.

    Rule: SCPT.M, CASES deal-1
    """
    base = max(prizes_cents, default=0) if of is ReserveOf.LARGEST_PRIZE else sum(prizes_cents)
    return -(-base * policies.deal_champion_reserve_bp // BASIS_POINTS)


def divide(
    *,
    kind: DealKind,
    chips: Sequence[int],
    prizes_cents: Sequence[int],
    policies: Policies,
    reserve_cents: int | None = None,
    custom_cents: Sequence[int] = (),
    step_cents: int = 1,
) -> DealShares:
    """Return a deal over the remaining prizes (best first; as many as are left, never more than there are players).

    The reserve is what the policy asks at least; None takes exactly that. It comes off the top (`without_reserve`): what is
    left of the prizes is divided by the method chosen, so that nobody gets less than the lowest place while the better
    ones can bear the reserve; to the cent by largest remainder
    (ties: the larger stack, then the player named first; see `shares_by_place` for equal stacks). With `step_cents`
    (1000 for tens of reais) amounts are multiples of it and what does not fit goes to the champion. A custom deal states
    the cents per player and must use up the rest exactly.
    Refusals: ``deals_forbidden``, ``nothing_left``, ``deal_needs_chips``, ``reserve_too_small``,
    ``reserve_too_big``, ``deal_does_not_sum``, ``deal_amount_negative``.
    Rule: SCPT.M, ADTP.P3, REGULATIONS 6.2, CASES deal-1, CASES round-1
    """
    if policies.deals is Deals.FORBIDDEN:
        raise Refused("deals_forbidden", N_("Deals are not allowed in this tournament."), rule="PT-T.53")
    _check_table(chips, prizes_cents)
    total = sum(prizes_cents)
    least = champion_reserve(prizes_cents=prizes_cents, policies=policies)
    reserve = least if reserve_cents is None else reserve_cents
    if reserve < least:
        raise Refused(
            "reserve_too_small",
            N_("At least %(least_cents)s must stay for the champion."),
            rule="SCPT.M",
            least_cents=least,
        )
    if reserve > total:
        raise Refused("reserve_too_big", N_("More is reserved for the champion than is left."), rule="SCPT.M")
    divided = total - reserve
    if kind is DealKind.CUSTOM:
        _check_custom(custom_cents, players=len(chips), divided_cents=divided)
        amounts = tuple(custom_cents)
    else:
        ladder = without_reserve(prizes_cents=prizes_cents, reserve_cents=reserve)
        weigh = _chop_weights if kind is DealKind.CHIP_CHOP else _icm_weights
        weights = weigh(chips, ladder) if divided else [1] * len(chips)
        amounts = _to_the_larger(divided // step_cents, weights, chips, step_cents)
        reserve += divided % step_cents
    return DealShares(kind=kind, total_cents=total, reserve_cents=reserve, amounts_cents=amounts)


def without_reserve(*, prizes_cents: Sequence[int], reserve_cents: int) -> tuple[int, ...]:
    """Return the prizes, best first, that are divided once so much is kept for the champion: it comes off the first,
    and off those that are level with it by then alike, so that no worse place is ever worth more.

    Rule: SCPT.M
    """
    level, left = prizes_cents[0], reserve_cents
    for places, below in enumerate((*prizes_cents[1:], 0), 1):
        if left <= (level - below) * places:
            kept, odd = divmod(level * places - left, places)
            return (*(kept + (place < odd) for place in range(places)), *prizes_cents[places:])
        left -= (level - below) * places
        level = below
    raise ValueError("more is reserved than there is")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cautions:
    """What the players of a deal should know before they vote, each by index: whose share is less than the lowest place
    brings anyway (`lowest_cents`), and whose share with the champion's part is more than first prize (`first_cents`)."""

    lowest_cents: int
    first_cents: int
    under: tuple[int, ...]
    over: tuple[int, ...]


def cautions(*, amounts_cents: Sequence[int], reserve_cents: int, prizes_cents: Sequence[int]) -> Cautions:
    """Return where a deal gives less than is sure without it, or the champion more than the tournament. Lawful, as
    all agree to it.

    Rule: ADTP.P3, SCPT.M
    """
    lowest = min(prizes_cents) if len(prizes_cents) == len(amounts_cents) else 0
    first = max(prizes_cents, default=0)
    return Cautions(
        lowest_cents=lowest,
        first_cents=first,
        under=tuple(i for i, cents in enumerate(amounts_cents) if cents < lowest),
        over=tuple(i for i, cents in enumerate(amounts_cents) if cents + reserve_cents > first),
    )


def _to_the_larger(
    steps: int, weights: Sequence[int], chips: Sequence[int], step_cents: int
) -> tuple[int, ...]:
    """Split by largest remainder, a draw between remainders to the larger stack."""
    order = sorted(range(len(chips)), key=lambda i: -chips[i])
    split = split_by_weights(steps, weights=[weights[i] for i in order])
    found = dict(zip(order, split, strict=True))
    return tuple(found[i] * step_cents for i in range(len(chips)))


def shares_by_place(
    *, kind: DealKind, chips: Sequence[int], amounts_cents: Sequence[int], out: Sequence[int]
) -> tuple[int, ...]:
    """Return what those who go out of a deal get, `out` by their index, the worst place first.

    Equal stacks have equal shares, but for what cannot be divided: that goes to those of them who place better. What
    was agreed amount by amount is paid as agreed.
    Rule: REGULATIONS 6.2, CASES round-1
    """
    if kind is DealKind.CUSTOM:
        return tuple(amounts_cents[i] for i in out)
    gone: Counter[int] = Counter()
    found: list[int] = []
    for i in out:
        theirs = sorted(cents for stack, cents in zip(chips, amounts_cents, strict=True) if stack == chips[i])
        found.append(theirs[gone[chips[i]]])
        gone[chips[i]] += 1
    return tuple(found)


def _check_table(chips: Sequence[int], prizes_cents: Sequence[int]) -> None:
    if not prizes_cents or sum(prizes_cents) <= 0 or min(prizes_cents) < 0:
        raise Refused("nothing_left", N_("No prize is left to divide."), rule="ADTP.P3")
    if len(prizes_cents) > len(chips):
        raise ValueError("more prizes than players: leave out those already won")
    if min(chips) <= 0:
        raise Refused(
            "deal_needs_chips",
            N_("Every player of a deal needs a counted stack. Count the chips first."),
            rule="ADTP.P3",
        )


def with_extra_places(
    *,
    prizes_cents: Sequence[int],
    players: int,
    extra_cents: Sequence[int],
    taken_cents: Mapping[int, int],
    policies: Policies,
) -> tuple[int, ...]:
    """Return the ladder with further places paid, the first of them right below the money, out of what named places
    give up.

    Not to be mixed up with dividing: nothing else changes, and everybody plays on for it. No place may come to more than
    a better one, and a prize that gives must keep something.
    Refusals: ``nothing_left``, ``extra_missing``, ``extra_too_many``, ``place_gives_too_much``, ``extra_does_not_sum``,
    ``worse_place_gets_more``, ``reserve_too_small``.
    Rule: SCPT.S-A, SCPT.M, ADTP.P3
    """
    if not prizes_cents:
        raise Refused("nothing_left", N_("No prize is left to divide."), rule="ADTP.P3")
    if not extra_cents or min(extra_cents) <= 0:
        raise Refused(
            "extra_missing", N_("Say what each further place gets, more than nothing."), rule="SCPT.S-A"
        )
    paid = len(prizes_cents)
    if paid + len(extra_cents) > players:
        raise Refused(
            "extra_too_many",
            N_(
                "%(players)s players are in and %(paid)s places are paid: at most %(most)s further places can be."
            ),
            rule="SCPT.S-A",
            players=players,
            paid=paid,
            most=max(0, players - paid),
        )
    for place, cents in taken_cents.items():
        if not 1 <= place <= paid or not 0 < cents < prizes_cents[place - 1]:
            raise Refused(
                "place_gives_too_much",
                N_(
                    "Place %(place)s cannot give %(given_cents)s: it has %(prize_cents)s and must keep something."
                ),
                rule="SCPT.S-A",
                place=place,
                given_cents=cents,
                prize_cents=prizes_cents[place - 1] if 1 <= place <= paid else 0,
            )
    if sum(taken_cents.values()) != sum(extra_cents):
        raise Refused(
            "extra_does_not_sum",
            N_(
                "The further places get %(sum_cents)s; the named prizes give %(taken_cents)s. Both must be the same."
            ),
            rule="SCPT.S-A",
            sum_cents=sum(extra_cents),
            taken_cents=sum(taken_cents.values()),
        )
    ladder = (
        *(cents - taken_cents.get(place, 0) for place, cents in enumerate(prizes_cents, 1)),
        *extra_cents,
    )
    for place, (better, worse) in enumerate(pairwise(ladder), 1):
        if worse > better:
            raise Refused(
                "worse_place_gets_more",
                N_(
                    "Place %(worse)s would get more than place %(place)s. A better place gets at least as much."
                ),
                rule="SCPT.S-A",
                place=place,
                worse=place + 1,
            )
    least = champion_reserve(prizes_cents=prizes_cents, policies=policies)
    if ladder[0] < least:
        raise Refused(
            "reserve_too_small",
            N_("At least %(least_cents)s must stay for the champion."),
            rule="SCPT.M",
            least_cents=least,
        )
    return ladder


def _check_custom(amounts: Sequence[int], *, players: int, divided_cents: int) -> None:
    if any(a < 0 for a in amounts):
        raise Refused("deal_amount_negative", N_("No player can get less than nothing."), rule="ADTP.P3")
    if len(amounts) != players or sum(amounts) != divided_cents:
        raise Refused(
            "deal_does_not_sum",
            N_("The amounts add up to %(sum_cents)s; %(divided_cents)s are to be divided."),
            rule="ADTP.P3",
            sum_cents=sum(amounts),
            divided_cents=divided_cents,
        )


def chip_chop(*, chips: Sequence[int], prizes_cents: Sequence[int]) -> tuple[int, ...]:
    """Share so that everybody gets the lowest remaining prize (nothing when fewer prizes than players), the rest goes by
    chips.

    A very large stack can get more than first prize this way: that is the method, and why ICM exists.
    Refusals: ``nothing_left``, ``deal_needs_chips``.
    Rule: ADTP.P3, CASES chop-1
    """
    _check_table(chips, prizes_cents)
    return split_by_weights(sum(prizes_cents), weights=_chop_weights(chips, prizes_cents))


def _chop_weights(chips: Sequence[int], prizes_cents: Sequence[int]) -> list[int]:
    everybody = min(prizes_cents) if len(prizes_cents) == len(chips) else 0
    in_play = sum(chips)
    rest = sum(prizes_cents) - everybody * len(chips)
    return [everybody * in_play + stack * rest for stack in chips]


def icm(*, chips: Sequence[int], prizes_cents: Sequence[int]) -> tuple[int, ...]:
    """Return the deal by the Independent Chip Model, in cents by largest remainder; sums to the prizes.

    `prizes_cents` best first; fewer prizes than players are fine. Any number of players.
    Refusals: ``nothing_left``, ``deal_needs_chips``.
    Rule: REGULATIONS 6.2, CASES icm-1, CASES icm-2, CASES icm-3
    """
    _check_table(chips, prizes_cents)
    return split_by_weights(sum(prizes_cents), weights=_icm_weights(chips, prizes_cents))


def _icm_weights(chips: Sequence[int], prizes_cents: Sequence[int]) -> list[int]:
    total = sum(prizes_cents)
    # twelve digits are sure; rounding there gives equal stacks equal weights
    return [round(value / total * 10**12) for value in icm_equities(chips=chips, prizes=prizes_cents)]


# ICM lets each player win with probability proportional to chips, then second place likewise among the rest,
# and so on. The same order comes about when every player has an exponential alarm with the stack as its rate:
# who rings first is first. So the value of player i is the integral over the time t of his alarm of the prize
# for 1 + N(t), N the number of others that rang before: a sum of independent yes/no variables. That turns n!
# orders into one integral, taken by the double-exponential rule (exact to about 1e-12).
#
# At each of its nodes the distribution of N is never written out. Its Fourier transform is the product of one factor
# (1 - p + p z) a player; taking a player out is dividing by his factor; and the expected prize is a sum over some
# thirty angles of that transform times the ladder's. All players of one stack have one factor, and what a factor's
# logarithm says of a stack is so smooth that a crowd of similar stacks is summed up in twenty of them.

_POINTS = 20  # stacks that stand for a crowd of similar ones: its sums are right to about 1e-12
_WIDTH = 1.0  # of a crowd, in the logarithm of its stacks
_CROWD = 2 * _POINTS  # so many different stacks are summed up
_NOTHING = 1e-18


@dataclass(frozen=True, slots=True)
class _Crowd:
    """Players of similar stacks: their rates and how many have each; and the few that stand for them.

    shares: of each rate, its part in each point (barycentric, so that they add up to 1). No points: too few rates.
    """

    rates: list[float]
    counts: list[float]
    points: list[float]
    weights: list[float]
    shares: list[list[float]]


def icm_equities(*, chips: Sequence[int], prizes: Sequence[int]) -> tuple[float, ...]:
    """Return the ICM value of every stack in the unit of the prizes; exact to about 1e-11 of the prizes' sum.

    Cost grows with the root of the places paid and the number of different stacks, little with the number of players: 20
    take some 20 ms, 1,000 a tenth of a second, 10,000 half a second.
    Rule: REGULATIONS 6.2, CASES icm-1, CASES icm-2, CASES icm-3
    """
    players = len(chips)
    if players == 1:
        return (float(sum(prizes)),)
    in_play = sum(chips)
    top = max(prizes)
    paid = max(place for place, prize in enumerate(prizes, 1) if prize)
    ladder = [prize / top for prize in prizes[:paid]]
    of_rate = _integral(Counter(stack / in_play for stack in chips), players, ladder)
    values = [of_rate[stack / in_play] for stack in chips]
    # the integral of all values is known: the sum of the prizes
    scale = sum(prizes) / math.fsum(values)
    return tuple(value * scale for value in values)


def _integral(count: Mapping[float, int], players: int, ladder: Sequence[float]) -> dict[float, float]:
    """The value of each rate (a stack's part of the chips); `ladder`: the paid places, the best of them 1."""
    paid = len(ladder)
    crowds = _crowds(count)
    by_rate = [[0.0] * len(crowd.rates) for crowd in crowds]
    by_point = [[0.0] * len(crowd.points) for crowd in crowds]
    # a step in the ladder at place k is felt over a width of 1/sqrt(k) in log t
    step = min(0.11, 1.2 / math.sqrt(min(paid, players - 1)))
    node = math.floor(-3.7 / step)
    end = math.log(40 / min(count))
    while (y := node * step) <= end:
        node += 1
        t = math.exp(y - math.exp(-y))
        expected, variance = _moments(crowds, t)
        if expected - 9 * math.sqrt(expected) - 12 > paid:
            break  # nobody who rings from now on is paid
        weight = t * (1 + math.exp(-y)) * step
        rates: list[float] = []
        counts: list[float] = []
        sums = []
        for crowd, own, few in zip(crowds, by_rate, by_point, strict=True):
            summed_up = _can_be_summed_up(crowd, t, variance)
            rates += crowd.points if summed_up else crowd.rates
            counts += crowd.weights if summed_up else crowd.counts
            sums.append(few if summed_up else own)
        prize = iter(
            _prize_without(rates, counts, ladder, t=t, players=players, moments=(expected, variance))
        )
        rate = iter(rates)
        for into in sums:
            for i in range(len(into)):
                r = next(rate)
                into[i] += weight * r * math.exp(-r * t) * next(prize)
    return {
        rate: own + sum(map(mul, shares, few))
        for crowd, owns, few in zip(crowds, by_rate, by_point, strict=True)
        for rate, own, shares in zip(crowd.rates, owns, crowd.shares, strict=True)
    }


def _crowds(count: Mapping[float, int]) -> list[_Crowd]:
    similar: dict[int, list[float]] = {}
    for rate in sorted(count):
        similar.setdefault(math.floor(math.log(rate) / _WIDTH), []).append(rate)
    return [_crowd(rates, [float(count[rate]) for rate in rates]) for rates in similar.values()]


def _crowd(rates: list[float], counts: list[float]) -> _Crowd:
    if len(rates) <= _CROWD:
        return _Crowd(rates, counts, [], [], [[]] * len(rates))
    low, high = math.log(rates[0]), math.log(rates[-1])
    angles = [math.pi * (2 * k + 1) / (2 * _POINTS) for k in range(_POINTS)]
    points = [(low + high) / 2 + (high - low) / 2 * math.cos(angle) for angle in angles]
    signs = [(-1) ** k * math.sin(angle) for k, angle in enumerate(angles)]
    shares = [_shares(math.log(rate), points, signs) for rate in rates]
    weights = [math.fsum(map(mul, counts, column)) for column in zip(*shares, strict=True)]
    return _Crowd(rates, counts, [math.exp(point) for point in points], weights, shares)


def _shares(x: float, points: Sequence[float], signs: Sequence[float]) -> list[float]:
    if x in points:
        return [float(point == x) for point in points]
    parts = [sign / (x - point) for point, sign in zip(points, signs, strict=True)]
    whole = math.fsum(parts)
    return [part / whole for part in parts]


def _moments(crowds: Sequence[_Crowd], t: float) -> tuple[float, float]:
    """How many alarms have rung by t: expected, and the variance."""
    expected = variance = 0.0
    for crowd in crowds:
        for rate, weight in zip(crowd.points or crowd.rates, crowd.weights or crowd.counts, strict=True):
            silent = math.exp(-rate * t)
            expected += weight * (1 - silent)
            variance += weight * silent * (1 - silent)
    return expected, max(variance, 0.0)


def _can_be_summed_up(crowd: _Crowd, t: float, variance: float) -> bool:
    """Whether the points stand for the crowd at this moment.

    A factor is zero where the chance is a half and the angle 180°, and its logarithm is rough around. With a large variance
    nothing is left of the transform at such angles; else all chances of the crowd must be away from a half."""
    if not crowd.points:
        return False
    return variance >= 25 or crowd.rates[-1] * t <= 0.22 or crowd.rates[0] * t >= 1.9


def _prize_without(
    rates: Sequence[float],
    counts: Sequence[float],
    ladder: Sequence[float],
    *,
    t: float,
    players: int,
    moments: tuple[float, float],
) -> list[float]:
    """The expected prize of whoever rings at t, for a player of each rate: all the others may have rung before."""
    # outside of this window of places there is less than 1e-16 of the distribution
    expected, variance = moments
    half = 9 * math.sqrt(variance) + 14
    first = max(0, math.floor(expected - half))
    found = [0.0] * len(rates)
    if first >= len(ladder):
        return found
    places = min(players, math.ceil(expected + half)) - first + 1
    places = -(-places // 32) * 32
    circle = _circle(places)
    seen = ladder[first : first + places]
    chances = [-math.expm1(-rate * t) for rate in rates]
    for k in range(places // 2 + 1):
        away = circle[k].conjugate() - 1
        # exactly a half at 180° is a zero that cancels where it is divided out again
        factors = [1 + p * away or 1e-300 for p in chances]
        transform = cmath.exp(sum(map(mul, counts, map(cmath.log, factors))))
        if abs(transform) < _NOTHING * min(1.0, *map(abs, factors)):
            break  # it only shrinks towards 180°
        of_ladder = sum(map(mul, seen, (circle * k)[::k])) if k else sum(seen)
        # what is not its own mirror image stands for both
        both = 1 if 2 * k in (0, places) else 2
        part = both / places * transform * of_ladder * circle[first * k % places]
        found = [value + (part / factor).real for value, factor in zip(found, factors, strict=True)]
    return found


@lru_cache(maxsize=64)
def _circle(places: int) -> list[complex]:
    """The roots of unity, clockwise."""
    return [cmath.exp(-2j * math.pi * k / places) for k in range(places)]
