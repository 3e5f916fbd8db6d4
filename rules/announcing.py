"""What a tournament announces, and reading it; rules.findings says what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from rules import levels, validation
from rules.entries import (
    HIGHEST_LEVEL,
    LONGEST_MINUTES_BEFORE_START,
    MOST_PERIODS,
    BuyInSplit,
    Component,
    PricePeriod,
    RebuyCondition,
    in_order,
)
from rules.games import GAMES
from rules.money import MAX_CENTS
from rules.policies import Policies
from rules.prizes import PRIZE_UNITS, PayoutTable, table_for
from rules.refusals import N_, Refused, Several

FORMATS = ("multi_table", "sit_and_go")


VARIANTS = tuple(GAMES)


LONGEST_LATE_MINUTES = 24 * 60


HIGHEST_FIRST_TABLE = 9_999


SHORTEST_PLAY_MINUTES, LONGEST_PLAY_MINUTES = 10, 48 * 60


LONGEST_CANCEL_MINUTES = 60 * 24 * 60


def payout_plan(values: Any) -> dict[str, Any]:
    """Return how the prizes will be shared, checked: one of

    ``{"kind": "published", "table": "club" | "barge"}`` (a made table where it has no column for the field),
    ``{"kind": "generated", "minimum_bp": 15000}`` (the least prize in basis points of what one entry brings),
    ``{"kind": "custom", "name": …, "source": …, "tiers": [{"from", "to", "percent_each"}, …]}``.
    Refusals: ``no_such_choice``, ``payouts_do_not_sum``, ``payouts_have_gaps``, ``payouts_rise``,
    ``bad_payout_table``. Rule: SCPT.L, PT-T.34
    """
    if not isinstance(values, Mapping):
        raise Refused("bad_payout_table", N_("The payout table cannot be read."), rule="PT-T.34", value="")
    kind = validation.one_of("payout_table", values.get("kind"), ("published", "generated", "custom"))
    if kind == "published":
        return {
            "kind": kind,
            "table": validation.one_of("payout_table", values.get("table"), ("club", "barge")),
        }
    if kind == "generated":
        least = validation.integer("minimum_bp", values.get("minimum_bp", 15_000), low=1, high=1_000_000)
        return {"kind": kind, "minimum_bp": least}
    return {"kind": kind, **PayoutTable.from_dict(values).as_dict()}


def payout_table(plan: Mapping[str, Any], *, entries: int, policies: Policies) -> PayoutTable:
    """Return the table of a plan for a field. Rule: SCPT.L, PT-T.34, CASES settled 9"""
    if plan["kind"] == "custom":
        return PayoutTable.from_dict(plan)
    if plan["kind"] == "published":
        return table_for(entries=entries, policies=policies, published_as=plan["table"])
    return table_for(entries=entries, policies=policies, minimum_bp=plan["minimum_bp"])


def _amount(name: str, value: Any) -> int:
    return validation.integer(name, value, high=MAX_CENTS // 100)


def _chip_set(_name: str, value: Any) -> list[list[int]]:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > 12:
        raise Refused(
            "bad_chip_set",
            N_("Give each denomination of the starting stack with its number of chips."),
            rule="ADTP.24",
        )
    found: list[list[int]] = []
    for line in value:
        if not isinstance(line, Sequence) or isinstance(line, str) or len(line) != 2:
            raise Refused(
                "bad_chip_set",
                N_("Give each denomination of the starting stack with its number of chips."),
                rule="ADTP.24",
            )
        found.append(
            [
                validation.integer("denomination", line[0], low=1, high=validation.MAX_CHIPS),
                validation.integer("number of chips", line[1], low=1, high=10_000),
            ]
        )
    return sorted(found)


def _extra(name: str, value: Any, *, level: str) -> dict[str, Any] | None:
    """A rebuy or an add-on; the whole price goes to the prize pool unless a split says otherwise."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise Refused(
            "bad_extra", N_("%(field)s needs a price, chips and a level."), rule="PT-T.23", field=name
        )
    price = _amount(f"{name} price", value.get("price_cents"))
    split = value.get("split") or {
        "name": name,
        "price_cents": price,
        "parts": [{"component": Component.PRIZE_POOL.value, "amount_cents": price}],
    }
    read = _split("split", split)
    if read["price_cents"] != price:
        raise split_and_price(read["price_cents"], price_cents=price)
    times = value.get("per_player")
    clean: dict[str, Any] = {
        "price_cents": price,
        "chips": validation.integer(f"{name} chips", value.get("chips"), low=1, high=validation.MAX_CHIPS),
        "split": read,
        "per_player": None
        if times is None
        else validation.integer(f"{name} per player", times, low=1, high=100),
        level: validation.integer(f"{name} level", value.get(level), low=1, high=200),
    }
    if name == "rebuy":
        clean["condition"] = validation.one_of(
            "condition",
            value.get("condition", RebuyCondition.AT_OR_BELOW_START.value),
            [c.value for c in RebuyCondition],
        )
    elif clean["per_player"] is None:
        clean["per_player"] = 1
    return clean


def _redraws(name: str, value: Any) -> list[int]:
    """Numbers of players left at which all seats are drawn anew, the largest first."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > 10:
        raise Refused("bad_redraws", N_("Give the numbers of players left, like 27 and 18."), rule="ADTP.7")
    return sorted({validation.integer(name, players, low=3, high=100_000) for players in value}, reverse=True)


def _split(_name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise Refused("bad_split", N_("The split of the price cannot be read."), rule="SCPT.L")
    return BuyInSplit.from_dict(value).as_dict()


def split_and_price(sum_cents: int, *, price_cents: int) -> Refused:
    """Refusal for parts that do not add up to the price."""
    return Refused(
        "split_does_not_sum",
        N_("The parts add up to %(sum_cents)s, the price is %(price_cents)s."),
        rule="SCPT.L",
        sum_cents=sum_cents,
        price_cents=price_cents,
    )


def _periods(name: str, value: Any) -> list[dict[str, Any]]:
    """Prices that hold for a time, in the order in which they end. Rule: SCPT.L"""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > MOST_PERIODS:
        raise Refused(
            "bad_periods",
            N_("Give at most %(at_most)s prices that hold for a time, each with its price and its end."),
            rule="SCPT.L",
            at_most=MOST_PERIODS,
            field=name,
        )
    return [period.as_dict() for period in in_order(_period(name, line) for line in value)]


def _period(name: str, line: Any) -> PricePeriod:
    if not isinstance(line, Mapping):
        raise Refused("bad_split", N_("The split of the price cannot be read."), rule="SCPT.L", field=name)
    minutes, level = line.get("minutes_before_start"), line.get("until_level")
    if (minutes is None) == (level is None):
        raise Refused(
            "period_without_end",
            N_(
                "Each price that holds for a time ends at a date and time before the start, or with a level: one of the two."
            ),
            rule="SCPT.L",
            field=name,
        )
    price = validation.integer("price_cents", line.get("price_cents"), low=1, high=MAX_CENTS // 100)
    split = BuyInSplit.from_dict(_split("split", line.get("split")))
    if split.price_cents != price:
        raise split_and_price(split.price_cents, price_cents=price)
    if split.pool_deductions or split.guarantee_deductions:
        raise Refused(
            "deductions_in_period",
            N_("What comes off the prize pool is the tournament's: it stands with the ordinary price only."),
            rule="SCPT.L",
            field=name,
        )
    return PricePeriod(
        split=split,
        minutes_before_start=None
        if minutes is None
        else validation.integer("minutes_before_start", minutes, high=LONGEST_MINUTES_BEFORE_START),
        until_level=None
        if level is None
        else validation.integer("until_level", level, low=1, high=HIGHEST_LEVEL),
    )


def _structure(_name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise Refused("bad_structure", N_("The structure cannot be read."), rule="PT-T.45")
    return levels.from_dict(value).as_dict()


def _prize_unit(name: str, value: Any) -> int:
    unit = validation.integer(name, value, low=1, high=max(PRIZE_UNITS))
    if unit not in PRIZE_UNITS:
        raise Refused(
            "bad_prize_unit",
            N_("Prizes are rounded to 1, 5, 10, 50 or 100 of the currency, or not at all."),
            rule="SCPT.L",
            field=name,
        )
    return unit


def _or_none(read: Callable[[str, Any], Any]) -> Callable[[str, Any], Any]:
    return lambda name, value: None if value is None else read(name, value)


FIELDS: Mapping[str, Callable[[str, Any], Any]] = {
    "name": validation.text,
    "number": lambda n, v: validation.integer(n, v, low=1, high=10_000),
    "variant": lambda n, v: validation.one_of(n, v, VARIANTS),
    "format": lambda n, v: validation.one_of(n, v, FORMATS),
    "online": validation.boolean,
    "main_event": validation.boolean,
    "high_roller": validation.boolean,
    "practice": validation.boolean,
    "price_cents": _amount,
    "split": _split,
    # what an entry costs until some time; after the last one the ordinary price (rules.entries.periods)
    "price_periods": _periods,
    "guarantee_cents": lambda n, v: validation.integer(n, v, high=MAX_CENTS),
    "starting_stack_chips": lambda n, v: validation.integer(n, v, low=1, high=validation.MAX_CHIPS),
    "seats_per_table": lambda n, v: validation.integer(n, v, low=2, high=10),
    "capacity": _or_none(lambda n, v: validation.integer(n, v, low=2, high=300_000)),
    "first_table_number": _or_none(lambda n, v: validation.integer(n, v, low=1, high=HIGHEST_FIRST_TABLE)),
    "structure": _structure,
    "late_registration_level": lambda n, v: validation.integer(n, v, high=200),
    # so long after the start instead of to the end of a level (PT-T.23)
    "late_registration_minutes": _or_none(
        lambda n, v: validation.integer(n, v, low=1, high=LONGEST_LATE_MINUTES)
    ),
    # it ends at the set time, by chips, instead of with one player left (PT-T.52)
    "length_minutes": _or_none(
        lambda n, v: validation.integer(n, v, low=SHORTEST_PLAY_MINUTES, high=LONGEST_PLAY_MINUTES)
    ),
    # earlier than the rule set says (PT-T.24)
    "cancel_minutes_before_start": _or_none(
        lambda n, v: validation.integer(n, v, high=LONGEST_CANCEL_MINUTES)
    ),
    "re_entries_per_player": _or_none(lambda n, v: validation.integer(n, v, high=100)),
    "surrender": validation.boolean,
    "alternates": validation.boolean,
    "chip_set": _chip_set,
    "rebuy": lambda n, v: _extra(n, v, level="until_level"),
    "add_on": lambda n, v: _extra(n, v, level="after_level"),
    "time_chip_chips": lambda n, v: validation.integer(n, v, high=validation.MAX_CHIPS),
    "time_chip_minutes_before_start": lambda n, v: validation.integer(n, v, high=7 * 24 * 60),
    "redraw_at": _redraws,
    "payout_table": lambda _, v: payout_plan(v),
    "prize_unit_cents": _prize_unit,
    "ranking_weight_milli": lambda n, v: validation.integer(n, v, high=100_000),
    "ranks": validation.boolean,
}


def read(changes: Mapping[str, Any], *, may_change: Collection[str] | None = None) -> dict[str, Any]:
    """Return the changes, each checked for itself.
    Refusals: ``cannot_change`` and those of the fields, all of them at once.
    """
    clean: dict[str, Any] = {}
    wrong: dict[str, Refused] = {}
    for name, value in changes.items():
        if name not in FIELDS or (may_change is not None and name not in may_change):
            raise Refused("cannot_change", N_("%(field)s cannot be changed here."), field=str(name)[:60])
        try:
            clean[name] = FIELDS[name](name, value)
        except Refused as refused:
            wrong[name] = refused
    if wrong:
        raise Several(wrong)
    return clean


def settle(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with the structure telling the same stack and the same end of late registration as the
    columns.

    Refusals: ``late_registration_beyond_levels`` and those of a structure. Rule: SCPT.H
    """
    structure = {
        **values["structure"],
        "starting_stack": values["starting_stack_chips"],
        "late_registration_levels": values["late_registration_level"] or None,
    }
    if values["add_on"] and values["add_on"]["after_level"] == values["late_registration_level"]:
        structure["late_registration_through_recess"] = True
    return {**values, "structure": levels.from_dict(structure).as_dict()}
