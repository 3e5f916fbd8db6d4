"""Payout tables as values: how much of the net pool each place gets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import pairwise
from typing import Any

from rules.money import BASIS_POINTS, split_by_weights
from rules.policies import Policies, Rounding
from rules.prizes import published
from rules.refusals import N_, Refused

# shares are whole units of 10^-10 percent
WHOLE = 10**12
_UNITS_PER_PERCENT = WHOLE // 100
MAX_PLACES = 300_000


@dataclass(frozen=True, slots=True)
class Tier:
    """Places `first` to `last` (both paid), each with the same share in units of 10^-10 percent."""

    first: int
    last: int
    share_each: int

    @property
    def places(self) -> int:
        return self.last - self.first + 1

    @property
    def percent_each(self) -> Decimal:
        return (Decimal(self.share_each) / _UNITS_PER_PERCENT).normalize()


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutTable:
    """The share of the net pool for every paid place, from the first to the last; together exactly 100 %.

    Rule: SCPT.L, PT-T.34
    """

    name: str
    source: str
    tiers: tuple[Tier, ...]

    @property
    def places(self) -> int:
        """The number of paid places."""
        return self.tiers[-1].last

    def weights(self) -> list[int]:
        """Return the share of each place from the first on, in units of 10^-10 percent."""
        shares: list[int] = []
        for tier in self.tiers:
            shares += [tier.share_each] * tier.places
        return shares

    def as_dict(self) -> dict[str, Any]:
        """Return the table as JSON-able values, percentages as text."""
        return {
            "name": self.name,
            "source": self.source,
            "tiers": [
                {"from": t.first, "to": t.last, "percent_each": format(t.percent_each, "f")}
                for t in self.tiers
            ],
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> PayoutTable:
        """Return a table from stored or posted values. Refusals as `custom_table`, and ``bad_payout_table``."""
        try:
            rows = [(t["from"], t["to"], t["percent_each"]) for t in values["tiers"]]
            name, source = str(values.get("name", "")), str(values.get("source", ""))
        except (KeyError, TypeError, AttributeError):
            raise _bad_table("") from None
        return custom_table(rows, name=name, source=source)


def custom_table(
    rows: Iterable[tuple[int, int, str | int | Decimal]], *, name: str = "custom", source: str = "director"
) -> PayoutTable:
    """Return a table from rows (first place, last place, percent for each), percentages as text with up to ten
    decimals.

    Refusals: ``payouts_do_not_sum`` when the percentages are not exactly 100, ``payouts_have_gaps`` when
    places are missing or doubled, ``payouts_rise`` when a worse place would get more, ``bad_payout_table``
    for what is no number.
    Rule: PT-T.34, REGULATIONS 6.1
    """
    tiers: list[Tier] = []
    following = 1
    for first, last, percent in rows:
        if isinstance(first, bool) or isinstance(last, bool):
            raise _bad_table(first)
        if not isinstance(first, int) or not isinstance(last, int) or not 1 <= last <= MAX_PLACES:
            raise _bad_table(last)
        if first != following or last < first:
            raise Refused(
                "payouts_have_gaps",
                N_("Place %(place)s must come next in the payout table."),
                rule="PT-T.34",
                place=following,
            )
        tiers.append(Tier(first, last, _units(percent)))
        following = last + 1
        if len(tiers) > 10_000:
            raise _bad_table(len(tiers))
    if not tiers:
        raise _bad_table("")
    total = sum(t.share_each * t.places for t in tiers)
    if total != WHOLE:
        raise Refused(
            "payouts_do_not_sum",
            N_("The percentages add up to %(percent)s%%, not to 100%%."),
            rule="PT-T.34",
            percent=format((Decimal(total) / _UNITS_PER_PERCENT).normalize(), "f"),
        )
    for better, worse in pairwise(tiers):
        if worse.share_each > better.share_each:
            raise Refused(
                "payouts_rise",
                N_("Place %(place)s would get more than the place before it."),
                rule="PT-T.34",
                place=worse.first,
            )
    return PayoutTable(name=name[:80], source=source[:120], tiers=tuple(tiers))


def percent_of(*, prize_cents: int, net_pool_cents: int) -> Decimal:
    """Return the share of the pool that makes this prize, in percent with ten decimals: the prize comes out to the
    cent.

    Refusals: ``prize_above_pool``. Rule: PT-T.34
    """
    if not 0 < prize_cents <= net_pool_cents:
        raise Refused(
            "prize_above_pool",
            N_("A prize is more than nothing and at most the whole pool, %(pool_cents)s."),
            rule="PT-T.34",
            pool_cents=net_pool_cents,
        )
    units = (2 * WHOLE * prize_cents + net_pool_cents) // (2 * net_pool_cents)
    return Decimal(units) / _UNITS_PER_PERCENT


def rest_for_first(others: Iterable[tuple[int, Decimal]], *, places: int = 1) -> Decimal:
    """Return what is left for each of the best `places`, in percent, when the others have theirs: pairs of places and
    percent for each.
    Refusals: ``nothing_left_for_first``. Rule: PT-T.34, SCPT.L
    """
    rest = (100 - sum((count * percent for count, percent in others), Decimal(0))) / places
    if rest <= 0:
        raise Refused(
            "nothing_left_for_first",
            N_("The places below the first add up to 100%% or more: nothing is left for first place."),
            rule="PT-T.34",
        )
    return rest


def percent_table(percents: Sequence[str | int | Decimal], *, name: str = "custom") -> PayoutTable:
    """Return a table with one percentage per place. Refusals as `custom_table`."""
    return custom_table([(i, i, p) for i, p in enumerate(percents, 1)], name=name)


def table_from_weights(weights: Sequence[int], *, name: str, source: str = "director") -> PayoutTable:
    """Return a table in proportion to whole weights (for example fixed amounts), rounded by largest remainder to
    10^-10 %.

    Refusals: ``payouts_rise``, ``bad_payout_table``.
    """
    if not weights or not 1 <= len(weights) <= MAX_PLACES or min(weights) < 0 or sum(weights) == 0:
        raise _bad_table("")
    tiers: list[Tier] = []
    for place, share in enumerate(split_by_weights(WHOLE, weights=weights), 1):
        if tiers and tiers[-1].share_each < share:
            raise Refused(
                "payouts_rise",
                N_("Place %(place)s would get more than the place before it."),
                rule="PT-T.34",
                place=place,
            )
        if tiers and tiers[-1].share_each == share:
            tiers[-1] = Tier(tiers[-1].first, place, share)
        else:
            tiers.append(Tier(place, place, share))
    return PayoutTable(name=name[:80], source=source[:120], tiers=tuple(tiers))


def _units(percent: object) -> int:
    if isinstance(percent, bool) or not isinstance(percent, str | int | Decimal) or len(str(percent)) > 24:
        raise _bad_table(percent)
    try:
        value = Decimal(str(percent).strip().replace(",", "."))
        if not value.is_finite() or not 0 < value <= 100:
            raise _bad_table(percent)
        units = value * _UNITS_PER_PERCENT
    except InvalidOperation:
        raise _bad_table(percent) from None
    if units != int(units):
        raise _bad_table(percent)
    return int(units)


def _bad_table(value: object) -> Refused:
    return Refused(
        "bad_payout_table",
        N_("%(value)s is not possible in a payout table: give places and percentages like 27.5."),
        rule="PT-T.34",
        value=str(value)[:40],
    )


# Number of places


def places_paid(entries: int, *, bp: int, rounding: Rounding) -> int:
    """Return the number of paid places: a share of entries and re-entries, rounded as the policy says, at least one.

    Rule: SCPT.L, SCPT.L-A, CASES settled 9
    """
    if entries <= 0:
        return 0
    exact = entries * bp
    places = {
        Rounding.CEILING: -(-exact // BASIS_POINTS),
        Rounding.NEAREST: (exact * 2 + BASIS_POINTS) // (BASIS_POINTS * 2),
        Rounding.FLOOR: exact // BASIS_POINTS,
    }[rounding]
    return min(max(places, 1), entries)


def places_paid_by_flight(entries_by_flight: Sequence[int], *, bp: int) -> tuple[int, ...]:
    """Return the paid places of each flight, every flight rounded up.

    Rule: CASES settled 9
    """
    return tuple(places_paid(n, bp=bp, rounding=Rounding.CEILING) for n in entries_by_flight)


# Published tables


def published_table(which: str, *, entries: int) -> PayoutTable | None:
    """Return the column of a published table ("barge" or "club") for a field, or None where it has no column.

    A field smaller than the number of places in its column pays only as many places as it has entries.
    """
    columns, source = {
        "barge": (published.BARGE, published.BARGE_SOURCE),
        "club": (published.CLUB, published.CLUB_SOURCE),
    }[which]
    for fewest, most, rows in columns:
        if fewest <= entries <= most:
            table = custom_table(rows, name=f"{which} {fewest}-{most}", source=source)
            return for_field(table, entries=entries)
    return None


def for_field(table: PayoutTable, *, entries: int) -> PayoutTable:
    """Return the table cut to a field smaller than its places: what nobody can win goes to the others in
    proportion.
    """
    if entries >= table.places or entries < 1:
        return table
    return table_from_weights(table.weights()[:entries], name=table.name, source=table.source)


# A table for any field

# one by one to ninth place, then as payout ladders go: threes to 18th, nines to 99th, later steps of a tenth
_STEPS = (*range(1, 10), 12, 15, 18, *range(27, 100, 9))


def _ladder(places: int) -> list[tuple[int, int]]:
    steps: list[tuple[int, int]] = []
    first = 1
    for last in _STEPS:
        if first > places:
            break
        steps.append((first, min(last, places)))
        first = last + 1
    while first <= places:
        last = first + max(9, first // 90 * 9) - 1
        steps.append((first, min(last, places)))
        first = last + 1
    return steps


def generated_table(
    *, entries: int, places: int, minimum_bp: int = 15_000, name: str = "", tiered: bool = True
) -> PayoutTable:
    """Return a smooth table for any field: every paid place gets a minimum, the rest is shared in proportion to 1 /
    place.

    `minimum_bp` is the least prize in basis points of what one entry brings to the pool (15,000 = one and a
    half); where that would take more than half of the pool, the minimum is half of the pool divided by the
    paid places. From tenth place on places are grouped, each group sharing its sum evenly; what does not
    divide goes to first place.
    Rule: REGULATIONS 6.1
    """
    if not 1 <= places <= min(entries, MAX_PLACES):
        raise ValueError("between one place and every entry, at most 300,000")
    least = min(WHOLE * minimum_bp // BASIS_POINTS // entries, WHOLE // (2 * places))
    ladder = _ladder(places) if tiered else [(p, p) for p in range(1, places + 1)]
    scale = 10**15
    harmonic = [sum(scale // p for p in range(first, last + 1)) for first, last in ladder]
    over = WHOLE - least * places
    whole = sum(harmonic)
    tiers: list[Tier] = []
    for (first, last), weight in zip(ladder, harmonic, strict=True):
        tiers.append(Tier(first, last, least + over * weight // whole // (last - first + 1)))
    odd = WHOLE - sum(t.share_each * t.places for t in tiers)
    tiers[0] = Tier(1, 1, tiers[0].share_each + odd)
    merged: list[Tier] = []
    for tier in tiers:
        if merged and merged[-1].share_each == tier.share_each:
            merged[-1] = Tier(merged[-1].first, tier.last, tier.share_each)
        else:
            merged.append(tier)
    return PayoutTable(
        name=name or f"{places} of {entries}", source="Shuffle Up: minimum plus 1/place", tiers=tuple(merged)
    )


def minimum_bp_for(*, price_cents: int, net_pool_cents: int, entries: int, buy_ins_bp: int = 15_000) -> int:
    """Return the `minimum_bp` of `generated_table` that makes the least prize so many buy-ins, fees included."""
    if net_pool_cents <= 0:
        return buy_ins_bp
    return -(-buy_ins_bp * price_cents * entries // net_pool_cents)


def table_for(
    *, entries: int, policies: Policies, published_as: str | None = None, minimum_bp: int = 15_000
) -> PayoutTable:
    """Return the table of a field: the published one named, where it has a column; else one made for the policy's
    places.

    Rule: SCPT.L, PT-T.34, CASES settled 9
    """
    if entries < 1:
        raise ValueError("no entries, no prizes")
    if published_as is not None and (found := published_table(published_as, entries=entries)) is not None:
        return found
    places = places_paid(entries, bp=policies.places_paid_bp, rounding=policies.places_paid_rounding)
    return generated_table(entries=entries, places=places, minimum_bp=minimum_bp)
