"""Deals: dividing what is left by chips, by ICM or by agreement, with a part kept for the champion."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

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


class ReserveOf(StrEnum):
    """What the champion's part is a share of.

    Rule: SCPT.M, CASES deal-1
    """

    LARGEST_PRIZE = "largest_prize"
    WHAT_IS_LEFT = "what_is_left"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A computed deal: total = reserve + amounts, all cents; one amount per player in the order given."""

    kind: DealKind
    total_cents: int
    reserve_cents: int
    amounts_cents: tuple[int, ...]


def check_deal_allowed(
    *, policies: Policies, at_final_table: bool, votes: Sequence[bool | None] = (), vetoed: bool = False
) -> None:
    """Whether a deal may be made here.

    `votes` are the secret votes of all active players, None while one is open; pass none to ask only whether
    dealing may begin. Only the outcome of a vote is ever told, never who said no.
    Refusals: ``deals_forbidden``, ``deal_at_final_table_only``, ``votes_missing``, ``deal_not_unanimous``,
    ``deal_vetoed``.
    Rule: ADTP.P3, SCPT.M, PT-T.53
    """
    if policies.deals is Deals.FORBIDDEN:
        raise Refused("deals_forbidden", N_("Deals are not allowed in this tournament."), rule="PT-T.53")
    if policies.deals is Deals.UNANIMOUS_FINAL_TABLE and not at_final_table:
        raise Refused(
            "deal_at_final_table_only", N_("A deal is possible at the final table only."), rule="SCPT.M"
        )
    if any(vote is None for vote in votes):
        raise Refused("votes_missing", N_("Not every active player has voted yet."), rule="ADTP.P3")
    if not all(votes):
        raise Refused("deal_not_unanimous", N_("The vote was not unanimous; play goes on."), rule="ADTP.P3")
    if vetoed and policies.deal_director_veto:
        raise Refused("deal_vetoed", N_("The tournament director has vetoed this deal."), rule="SCPT.M")


def champion_reserve(
    *, prizes_cents: Sequence[int], policies: Policies, of: ReserveOf = ReserveOf.LARGEST_PRIZE
) -> int:
    """The least that must stay for the champion, in cents, rounded up.

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
) -> Deal:
    """A deal over the remaining prizes (best first; as many as are left, never more than there are players).

    The reserve is what the policy asks at least; None takes exactly that. What is divided is the rest: each
    player gets the same part of it as of the whole by the method chosen, to the cent by largest remainder
    (ties: the player named first). A custom deal states the cents per player and must use up the rest
    exactly.
    Refusals: ``deals_forbidden``, ``nothing_left``, ``deal_needs_chips``, ``reserve_too_small``,
    ``reserve_too_big``, ``deal_does_not_sum``, ``deal_amount_negative``.
    Rule: SCPT.M, ADTP.P3, REGULATIONS 6.2, CASES deal-1
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
            N_("At least %(least_cents)s cents must stay for the champion."),
            rule="SCPT.M",
            least_cents=least,
        )
    if reserve > total:
        raise Refused("reserve_too_big", N_("More is reserved for the champion than is left."), rule="SCPT.M")
    divided = total - reserve
    if kind is DealKind.CUSTOM:
        _check_custom(custom_cents, players=len(chips), divided_cents=divided)
        amounts = tuple(custom_cents)
    elif kind is DealKind.CHIP_CHOP:
        amounts = split_by_weights(divided, _chop_weights(chips, prizes_cents))
    else:
        amounts = split_by_weights(divided, _icm_weights(chips, prizes_cents))
    return Deal(kind=kind, total_cents=total, reserve_cents=reserve, amounts_cents=amounts)


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


def _check_custom(amounts: Sequence[int], *, players: int, divided_cents: int) -> None:
    if any(a < 0 for a in amounts):
        raise Refused("deal_amount_negative", N_("No player can get less than nothing."), rule="ADTP.P3")
    if len(amounts) != players or sum(amounts) != divided_cents:
        raise Refused(
            "deal_does_not_sum",
            N_("The amounts add up to %(sum_cents)s cents; %(divided_cents)s cents are to be divided."),
            rule="ADTP.P3",
            sum_cents=sum(amounts),
            divided_cents=divided_cents,
        )


def chip_chop(*, chips: Sequence[int], prizes_cents: Sequence[int]) -> tuple[int, ...]:
    """Everybody gets the lowest remaining prize (nothing when fewer prizes than players), the rest goes by
    chips.

    A very large stack can get more than first prize this way: that is the method, and why ICM exists.
    Refusals: ``nothing_left``, ``deal_needs_chips``.
    Rule: ADTP.P3, CASES chop-1
    """
    _check_table(chips, prizes_cents)
    return split_by_weights(sum(prizes_cents), _chop_weights(chips, prizes_cents))


def _chop_weights(chips: Sequence[int], prizes_cents: Sequence[int]) -> list[int]:
    everybody = min(prizes_cents) if len(prizes_cents) == len(chips) else 0
    in_play = sum(chips)
    rest = sum(prizes_cents) - everybody * len(chips)
    return [everybody * in_play + stack * rest for stack in chips]


def icm(*, chips: Sequence[int], prizes_cents: Sequence[int]) -> tuple[int, ...]:
    """The deal by the Independent Chip Model, in cents by largest remainder; sums to the prizes.

    `prizes_cents` best first; fewer prizes than players are fine. Any number of players.
    Refusals: ``nothing_left``, ``deal_needs_chips``.
    Rule: REGULATIONS 6.2, CASES icm-1, CASES icm-2, CASES icm-3
    """
    _check_table(chips, prizes_cents)
    return split_by_weights(sum(prizes_cents), _icm_weights(chips, prizes_cents))


def _icm_weights(chips: Sequence[int], prizes_cents: Sequence[int]) -> list[int]:
    total = sum(prizes_cents)
    # twelve digits are sure; rounding there gives equal stacks equal weights
    return [round(value / total * 10**12) for value in icm_equities(chips=chips, prizes=prizes_cents)]


# ICM lets each player win with probability proportional to chips, then second place likewise among the rest,
# and so on. The same order comes about when every player has an exponential alarm with the stack as its rate:
# who rings first is first. So the value of player i is the integral over the time t of his alarm of the prize
# for 1 + N(t), N the number of others that rang before: a sum of independent yes/no variables. That turns n!
# orders into one integral, taken by the double-exponential rule (exact to about 1e-12), each node costing a
# product of polynomials.

_BLOCK = 24  # players multiplied out in floats; larger fields go up a tree of such blocks


def icm_equities(*, chips: Sequence[int], prizes: Sequence[int]) -> tuple[float, ...]:
    """The ICM value of every stack in the unit of the prizes; exact to about 1e-11 of the prizes' sum.

    Cost grows as n log n per node of the integral: 20 players take some 10 ms, 1,000 about two
    seconds, 10,000 about a minute.
    Rule: REGULATIONS 6.2, CASES icm-1, CASES icm-2, CASES icm-3
    """
    players = len(chips)
    if players == 1:
        return (float(sum(prizes)),)
    in_play = sum(chips)
    rates = [stack / in_play for stack in chips]
    top = max(prizes)
    paid = max(place for place, prize in enumerate(prizes, 1) if prize)
    ladder = [prize / top for prize in prizes[:paid]] + [0.0] * (players - paid)
    values = [0.0] * players
    # a step in the ladder at place k is felt over a width of 1/sqrt(k) in log t
    step = min(0.11, 1.2 / math.sqrt(min(paid, players - 1)))
    node = math.floor(-3.7 / step)
    end = math.log(40 / min(rates))
    while (y := node * step) <= end:
        node += 1
        t = math.exp(y - math.exp(-y))
        rang = [-math.expm1(-rate * t) for rate in rates]
        expected = math.fsum(rang)
        if expected - 9 * math.sqrt(expected) - 12 > paid:
            break  # nobody who rings from now on is paid
        weight = t * (1 + math.exp(-y)) * step
        for i, value in enumerate(_prize_without(rang, ladder)):
            values[i] += weight * rates[i] * (1 - rang[i]) * value
    # the integral of all values is known: the sum of the prizes
    scale = sum(prizes) / math.fsum(values)
    return tuple(value * scale for value in values)


def _prize_without(rang: Sequence[float], ladder: Sequence[float]) -> list[float]:
    """For each player the expected prize when the others rang with these probabilities."""
    if len(rang) <= 2 * _BLOCK:
        return _block_without(rang, ladder)
    blocks = [rang[i : i + _BLOCK] for i in range(0, len(rang), _BLOCK)]
    return _tree_without(blocks, ladder)


def _product(rang: Sequence[float]) -> list[float]:
    counts = [1.0]
    for p in rang:
        q = 1 - p
        counts = [
            counts[0] * q,
            *[counts[k] * q + counts[k - 1] * p for k in range(1, len(counts))],
            counts[-1] * p,
        ]
    return counts


def _block_without(rang: Sequence[float], ladder: Sequence[float]) -> list[float]:
    """Divide each player out of the product again, from the end where that does not amplify errors."""
    counts = _product(rang)
    n = len(rang)
    values: list[float] = []
    known: dict[float, float] = {}
    for p in rang:
        if p in known:
            values.append(known[p])
            continue
        q = 1 - p
        value = left = 0.0
        if p <= 0.5:
            for k in range(n):
                left = (counts[k] - p * left) / q
                value += left * ladder[k]
        else:
            for k in range(n - 1, -1, -1):
                left = (counts[k + 1] - q * left) / p
                value += left * ladder[k]
        known[p] = value
        values.append(value)
    return values


# Large fields: polynomials as one long integer each, so that multiplication is Python's own fast one. A slot
# holds a number in [0, 1] with 64 fractional bits; a product needs twice that and never exceeds 1.
_FRACTION = 8
_SLOT = 17
_ONE = 1 << 64


def _packed(values: Sequence[float]) -> int:
    return int.from_bytes(
        b"".join(min(max(int(v * _ONE), 0), _ONE).to_bytes(_SLOT, "little") for v in values), "little"
    )


def _settled(product: int, first: int, slots: int) -> bytes:
    """Slots first .. first + slots of a product, brought back to 64 fractional bits."""
    raw = product.to_bytes(max((product.bit_length() + 7) // 8, (first + slots) * _SLOT), "little")
    pad = bytes(_FRACTION)
    return b"".join(
        raw[i + _FRACTION : i + _SLOT] + pad for i in range(first * _SLOT, (first + slots) * _SLOT, _SLOT)
    )


def _reversed(packed: bytes) -> bytes:
    return b"".join(packed[i : i + _SLOT] for i in range(len(packed) - _SLOT, -1, -_SLOT))


def _tree_without(blocks: Sequence[Sequence[float]], ladder: Sequence[float]) -> list[float]:
    # what happens beyond the last paid place is worth nothing: no polynomial needs to be longer than that
    paid = max((place for place, prize in enumerate(ladder, 1) if prize), default=1)
    # up: the players in every subtree and the distribution of the number of alarms among them
    level = [
        (len(b), _packed(_product(b)[:paid]).to_bytes(min(len(b) + 1, paid) * _SLOT, "little"))
        for b in blocks
    ]
    levels = [level]
    while len(level) > 1:
        up: list[tuple[int, bytes]] = []
        for (n, left), (m, right) in zip(level[::2], level[1::2], strict=False):
            product = int.from_bytes(left, "little") * int.from_bytes(right, "little")
            up.append((n + m, _settled(product, 0, min(n + m + 1, paid))))
        if len(level) % 2:
            up.append(level[-1])
        level = up
        levels.append(level)
    # down: every subtree gets the expected prize by the number of alarms inside it, all others averaged in
    asked = [_packed(ladder[:paid]).to_bytes(paid * _SLOT, "little")]
    for below in reversed(levels[:-1]):
        down: list[bytes] = []
        for i, above in enumerate(asked):
            if 2 * i + 1 >= len(below):
                down.append(above)
                continue
            wanted = int.from_bytes(above, "little")
            one, two = below[2 * i], below[2 * i + 1]
            for (own, _), (_, other) in ((one, two), (two, one)):
                product = wanted * int.from_bytes(_reversed(other), "little")
                down.append(_settled(product, len(other) // _SLOT - 1, min(own, paid)))
        asked = down
    values: list[float] = []
    for block, prize in zip(blocks, asked, strict=True):
        ladder_here = [
            int.from_bytes(prize[i : i + _SLOT], "little") / _ONE for i in range(0, len(prize), _SLOT)
        ]
        ladder_here += [0.0] * (len(block) - len(ladder_here))
        values += _block_without(block, ladder_here)
    return values
