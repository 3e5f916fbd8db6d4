"""What a tournament announces: reading it, and finding what is wrong with it before it is published."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rules import levels, validation
from rules.entries import (
    HIGHEST_LEVEL,
    LONGEST_MINUTES_BEFORE_START,
    MOST_PERIODS,
    BuyInSplit,
    Component,
    Period,
    RebuyCondition,
    in_order,
    periods_of,
)
from rules.games import GAMES
from rules.money import MAX_CENTS
from rules.policies import Policies
from rules.prizes import PRIZE_UNITS, PayoutTable, pool_statement, table_for
from rules.refusals import N_, Refused, Several

FORMATS = ("multi_table", "sit_and_go")
VARIANTS = tuple(GAMES)
LONGEST_LATE_MINUTES = 24 * 60
HIGHEST_FIRST_TABLE = 9_999
LONGEST_CANCEL_MINUTES = 60 * 24 * 60


# ---------------------------------------------------------------------------------------------- payout plans


def payout_plan(values: Any) -> dict[str, Any]:
    """How the prizes will be shared, checked: one of

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
        least = validation.whole("minimum_bp", values.get("minimum_bp", 15_000), low=1, high=1_000_000)
        return {"kind": kind, "minimum_bp": least}
    return {"kind": kind, **PayoutTable.from_dict(values).as_dict()}


def payout_table(plan: Mapping[str, Any], *, entries: int, policies: Policies) -> PayoutTable:
    """The table of a plan for a field. Rule: SCPT.L, PT-T.34, CASES settled 9"""
    if plan["kind"] == "custom":
        return PayoutTable.from_dict(plan)
    if plan["kind"] == "published":
        return table_for(entries=entries, policies=policies, published_as=plan["table"])
    return table_for(entries=entries, policies=policies, minimum_bp=plan["minimum_bp"])


# ---------------------------------------------------------------------------------------------- reading


def _amount(name: str, value: Any) -> int:
    return validation.whole(name, value, high=MAX_CENTS // 100)


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
                validation.whole("denomination", line[0], low=1, high=validation.MAX_CHIPS),
                validation.whole("number of chips", line[1], low=1, high=10_000),
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
        raise _split_and_price(read["price_cents"], price)
    times = value.get("per_player")
    clean: dict[str, Any] = {
        "price_cents": price,
        "chips": validation.whole(f"{name} chips", value.get("chips"), low=1, high=validation.MAX_CHIPS),
        "split": read,
        "per_player": None
        if times is None
        else validation.whole(f"{name} per player", times, low=1, high=100),
        level: validation.whole(f"{name} level", value.get(level), low=1, high=200),
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
    return sorted({validation.whole(name, players, low=3, high=100_000) for players in value}, reverse=True)


def _split(_name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise Refused("bad_split", N_("The split of the price cannot be read."), rule="SCPT.L")
    return BuyInSplit.from_dict(value).as_dict()


def _split_and_price(sum_cents: int, price_cents: int) -> Refused:
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


def _period(name: str, line: Any) -> Period:
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
    price = validation.whole("price_cents", line.get("price_cents"), low=1, high=MAX_CENTS // 100)
    split = BuyInSplit.from_dict(_split("split", line.get("split")))
    if split.price_cents != price:
        raise _split_and_price(split.price_cents, price)
    if split.pool_deductions or split.guarantee_deductions:
        raise Refused(
            "deductions_in_period",
            N_("What comes off the prize pool is the tournament's: it stands with the ordinary price only."),
            rule="SCPT.L",
            field=name,
        )
    return Period(
        split=split,
        minutes_before_start=None
        if minutes is None
        else validation.whole("minutes_before_start", minutes, high=LONGEST_MINUTES_BEFORE_START),
        until_level=None
        if level is None
        else validation.whole("until_level", level, low=1, high=HIGHEST_LEVEL),
    )


def _structure(_name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise Refused("bad_structure", N_("The structure cannot be read."), rule="PT-T.45")
    return levels.from_dict(value).as_dict()


def _prize_unit(name: str, value: Any) -> int:
    unit = validation.whole(name, value, low=1, high=max(PRIZE_UNITS))
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
    "number": lambda n, v: validation.whole(n, v, low=1, high=10_000),
    "variant": lambda n, v: validation.one_of(n, v, VARIANTS),
    "format": lambda n, v: validation.one_of(n, v, FORMATS),
    "online": validation.flag,
    "main_event": validation.flag,
    "high_roller": validation.flag,
    "practice": validation.flag,
    "price_cents": _amount,
    "split": _split,
    # what an entry costs until some time; after the last one the ordinary price (rules.entries.periods)
    "price_periods": _periods,
    "guarantee_cents": lambda n, v: validation.whole(n, v, high=MAX_CENTS),
    "starting_stack_chips": lambda n, v: validation.whole(n, v, low=1, high=validation.MAX_CHIPS),
    "seats_per_table": lambda n, v: validation.whole(n, v, low=2, high=10),
    "capacity": _or_none(lambda n, v: validation.whole(n, v, low=2, high=300_000)),
    "first_table_number": _or_none(lambda n, v: validation.whole(n, v, low=1, high=HIGHEST_FIRST_TABLE)),
    "structure": _structure,
    "late_registration_level": lambda n, v: validation.whole(n, v, high=200),
    # so long after the start instead of to the end of a level (PT-T.23)
    "late_registration_minutes": _or_none(
        lambda n, v: validation.whole(n, v, low=1, high=LONGEST_LATE_MINUTES)
    ),
    # earlier than the rule set says (PT-T.24)
    "cancel_minutes_before_start": _or_none(lambda n, v: validation.whole(n, v, high=LONGEST_CANCEL_MINUTES)),
    "re_entries_per_player": _or_none(lambda n, v: validation.whole(n, v, high=100)),
    "surrender": validation.flag,
    "alternates": validation.flag,
    "chip_set": _chip_set,
    "rebuy": lambda n, v: _extra(n, v, level="until_level"),
    "add_on": lambda n, v: _extra(n, v, level="after_level"),
    "time_chip_chips": lambda n, v: validation.whole(n, v, high=validation.MAX_CHIPS),
    "time_chip_minutes_before_start": lambda n, v: validation.whole(n, v, high=7 * 24 * 60),
    "redraw_at": _redraws,
    "payout_table": lambda _, v: payout_plan(v),
    "prize_unit_cents": _prize_unit,
    "ranking_weight_milli": lambda n, v: validation.whole(n, v, high=100_000),
    "ranks": validation.flag,
}


def read(changes: Mapping[str, Any], *, may_change: Collection[str] | None = None) -> dict[str, Any]:
    """The changes, each checked for itself. Refusals: ``cannot_change`` and those of the fields, all of them at once."""
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
    """The values with the structure telling the same stack and the same end of late registration as the columns.

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


# ---------------------------------------------------------------------------------------------- findings


class Severity(StrEnum):
    """A mistake must be put right; a doubt is passed when the director says that it is meant so."""

    MISTAKE = "mistake"
    DOUBT = "doubt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something wrong with an announcement: a code for programs, a sentence for people, the rule, how grave."""

    code: str
    sentence: str
    rule: str
    severity: Severity
    params: Mapping[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """The finding as JSON-able values."""
        return {
            "code": self.code,
            "sentence": self.sentence,
            "rule": self.rule,
            "severity": self.severity.value,
            "params": dict(self.params),
        }


def _of(refused: Refused) -> Finding:
    return Finding(
        code=refused.code,
        sentence=refused.sentence,
        rule=refused.rule,
        severity=Severity.MISTAKE,
        params=dict(refused.params),
    )


def findings(
    values: Mapping[str, Any], *, policies: Policies, online_tables: bool = False
) -> tuple[Finding, ...]:
    """Everything that stands against publishing, mistakes first.

    `online_tables`: whether tables can be played online here; without them nobody can play what is sold.
    `values`: the announced values by the names of FIELDS, as stored. Mistakes: a split that does not sum to the price,
    payouts that are not exactly 100 %, a structure with levels that fall, late registration or a rebuy beyond the
    last level, prices by period that are equal, end together or never, or carry another bounty, an end of late registration by level and by time, an online tournament without tables to play it at,
    chips that do not make up the stack or cannot pay the blinds, a sit & go without a number of seats.
    Doubts: a guarantee that a full room does not reach, a stack below 20 big blinds, a main event in another game.
    Rule: SCPT.F, SCPT.J, SCPT.L, SCPT.L-C, SCPT.H, SCPT.N, PT-T.34, PT-T.45
    """
    found: list[Finding] = []
    found += _money(values, policies)
    found += _levels(values)
    found += _prices(values)
    found += _chips(values)
    if values["online"] and not values["practice"] and not online_tables:
        found.append(
            _mistake(
                "online_tables_missing",
                N_(
                    "Online tables cannot be played yet: nobody could play this tournament. Keep it as a draft."
                ),
                "PT-T.39",
            )
        )
    if values["main_event"] and values["variant"] != VARIANTS[0]:
        found.append(
            _doubt(
                "main_event_in_another_game",
                N_("The main event is played as no-limit Texas Hold'em; side events choose their game."),
                "SCPT.N",
            )
        )
    if values["format"] == "sit_and_go":
        if values["capacity"] is None or values["capacity"] > values["seats_per_table"]:
            found.append(
                _mistake(
                    "sit_and_go_one_table",
                    N_("A sit & go has one table: its capacity is its seats."),
                    "PT-T.39",
                )
            )
        if values["late_registration_level"] or values["late_registration_minutes"]:
            found.append(
                _mistake("sit_and_go_no_late", N_("A sit & go has no late registration."), "PT-T.23")
            )
    return tuple(sorted(found, key=lambda f: f.severity is Severity.DOUBT))


def _mistake(code: str, sentence: str, rule: str = "", **params: Any) -> Finding:
    return Finding(code=code, sentence=sentence, rule=rule, severity=Severity.MISTAKE, params=params)


def _doubt(code: str, sentence: str, rule: str = "", **params: Any) -> Finding:
    return Finding(code=code, sentence=sentence, rule=rule, severity=Severity.DOUBT, params=params)


def _money(values: Mapping[str, Any], policies: Policies) -> list[Finding]:
    found: list[Finding] = []
    plan = values["payout_table"]
    try:
        plan = payout_plan(plan)
    except Refused as refused:
        found.append(_of(refused))
    try:
        split = BuyInSplit.from_dict(values["split"])
        if split.price_cents != values["price_cents"]:
            raise _split_and_price(split.price_cents, values["price_cents"])
    except Refused as refused:
        return [*found, _of(refused)]
    capacity, guarantee = values["capacity"], values["guarantee_cents"]
    if guarantee:
        # a room that fills while it is cheapest
        each = min(
            s.cents(Component.PRIZE_POOL)
            for s in (split, *(p.split for p in periods_of(values["price_periods"])))
        )
        statement = pool_statement(
            collected_cents=0,
            policies=policies,
            guarantee_cents=guarantee,
            deductions=split.pool_deductions,
            guarantee_deductions=split.guarantee_deductions,
        )
        needed = -(-statement.overlay_cents // each) if each else None
        if needed is None:
            found.append(
                _doubt(
                    "guarantee_never_met",
                    N_("No part of the price goes to the prize pool: the house pays the guarantee."),
                    "SCPT.J",
                )
            )
        elif capacity is not None and needed > capacity and values["re_entries_per_player"] == 0:
            found.append(
                _doubt(
                    "guarantee_above_capacity",
                    N_(
                        "The guarantee needs %(needed)s entries, the room has %(capacity)s seats. The house pays the rest."
                    ),
                    "SCPT.J",
                    needed=needed,
                    capacity=capacity,
                )
            )
        elif capacity is not None and needed > 3 * capacity:
            found.append(
                _doubt(
                    "guarantee_far_above_capacity",
                    N_(
                        "The guarantee needs %(needed)s entries and re-entries with %(capacity)s seats in the room."
                    ),
                    "SCPT.J",
                    needed=needed,
                    capacity=capacity,
                )
            )
    return found


def _levels(values: Mapping[str, Any]) -> list[Finding]:
    try:
        structure = levels.from_dict(values["structure"])
    except Refused as refused:
        return [_of(refused)]
    last = len(structure.levels)
    found: list[Finding] = []
    if values["late_registration_level"] >= last:
        found.append(
            _mistake(
                "late_registration_never_ends",
                N_("Late registration lasts to level %(late)s, the structure has %(last)s levels."),
                "SCPT.H",
                late=values["late_registration_level"],
                last=last,
            )
        )
    minutes = values["late_registration_minutes"]
    if minutes and values["late_registration_level"]:
        found.append(
            _mistake(
                "late_registration_twice",
                N_(
                    "Late registration ends with a level or after some minutes, not both: empty one of the two."
                ),
                "PT-T.23",
            )
        )
    if not values["late_registration_level"] and not minutes and values["re_entries_per_player"] != 0:
        found.append(
            _mistake(
                "re_entry_without_late_registration",
                N_("Re-entries need late registration: say until which level, or for how many minutes."),
                "ADTP.8",
            )
        )
    for name, key in (("rebuy", "until_level"), ("add_on", "after_level")):
        extra = values[name]
        if extra and minutes and extra[key] <= last:
            # by the plan: a pause of the clock makes it later still
            done = structure.seconds_through_level(extra[key], with_recess=name == "add_on")
            if done > minutes * 60:
                found.append(
                    _mistake(
                        "extra_after_entries_close_by_time",
                        N_(
                            "%(what)s is sold until %(ends)s minutes after the start, entries close after %(minutes)s."
                        ),
                        "PT-T.23",
                        what=name,
                        ends=-(-done // 60),
                        minutes=minutes,
                    )
                )
        elif extra and extra[key] > values["late_registration_level"]:
            # the prizes are fixed when entries close: nothing may be sold after that
            found.append(
                _mistake(
                    "extra_after_entries_close",
                    N_("%(what)s is sold to level %(level)s, entries close after level %(late)s."),
                    "PT-T.23",
                    what=name,
                    level=extra[key],
                    late=values["late_registration_level"],
                )
            )
    if values["add_on"] and values["add_on"]["after_level"] <= last:
        after = structure.index_of_level(values["add_on"]["after_level"]) + 1
        if after >= len(structure.items) or not isinstance(structure.items[after], levels.Recess):
            found.append(
                _mistake(
                    "add_on_without_recess",
                    N_("The add-on is sold in the break after level %(level)s, and there is none."),
                    "PT-T.23",
                    level=values["add_on"]["after_level"],
                )
            )
    first = structure.levels[0]
    if values["starting_stack_chips"] < 20 * first.big_blind:
        found.append(
            _doubt(
                "stack_is_short",
                N_("The starting stack is %(blinds)s big blinds only."),
                "",
                blinds=values["starting_stack_chips"] // first.big_blind,
            )
        )
    return found


def _prices(values: Mapping[str, Any]) -> list[Finding]:
    """Prices by period against the ordinary one and the end of entries. Rule: SCPT.L, SCPT.P"""
    periods = periods_of(values["price_periods"])
    if not periods:
        return []
    try:
        ordinary = BuyInSplit.from_dict(values["split"])
        structure = levels.from_dict(values["structure"])
    except Refused:
        return []  # told already
    found: list[Finding] = []
    prices = [p.split.price_cents for p in periods]
    if not ordinary.price_cents:
        found.append(
            _mistake(
                "periods_of_a_free_entry",
                N_(
                    "An entry that is free at the end costs nothing before it: take the prices by period out."
                ),
                "SCPT.L",
            )
        )
    elif len({*prices, ordinary.price_cents}) <= len(prices):
        found.append(
            _mistake(
                "period_prices_equal",
                N_("Two prices of this tournament are equal. Each period needs a price of its own."),
                "SCPT.L",
            )
        )
    if len({(p.minutes_before_start, p.until_level) for p in periods}) < len(periods):
        found.append(
            _mistake(
                "periods_end_together", N_("Two prices end at the same moment: keep one of them."), "SCPT.L"
            )
        )
    # a head is worth the same whoever knocks it out, and whenever its player paid
    if any(p.split.cents(Component.BOUNTY) != ordinary.cents(Component.BOUNTY) for p in periods):
        found.append(
            _mistake(
                "period_bounty_differs",
                N_("The bounty on every head is the same: give each price the same bounty part."),
                "SCPT.P",
            )
        )
    late, minutes = values["late_registration_level"], values["late_registration_minutes"]
    for period in periods:
        level = period.until_level
        if level is None:
            continue
        if minutes and level <= len(structure.levels):
            never = structure.seconds_through_level(level, with_recess=True) >= minutes * 60
        else:
            never = level >= late
        if never:
            found.append(
                _mistake(
                    "period_never_ends",
                    N_("The price to the end of level %(level)s never ends: entries close before."),
                    "SCPT.H",
                    level=level,
                )
            )
    return found


def _chips(values: Mapping[str, Any]) -> list[Finding]:
    chips = values["chip_set"]
    if not chips:
        return []
    found: list[Finding] = []
    total = sum(denomination * count for denomination, count in chips)
    if total != values["starting_stack_chips"]:
        found.append(
            _mistake(
                "chips_do_not_make_stack",
                N_("The chips listed make %(total)s, the starting stack is %(stack)s."),
                "ADTP.24",
                total=total,
                stack=values["starting_stack_chips"],
            )
        )
    smallest = min(denomination for denomination, _ in chips)
    try:
        first = levels.from_dict(values["structure"]).levels[0]
    except Refused:
        return found
    if any(
        amount % smallest for amount in (first.small_blind, first.big_blind, first.ante, first.big_blind_ante)
    ):
        found.append(
            _mistake(
                "chips_cannot_pay_blinds",
                N_("With chips of %(smallest)s the blinds of level 1 cannot be paid."),
                "ADTP.24",
                smallest=smallest,
            )
        )
    return found


def check(
    values: Mapping[str, Any],
    *,
    policies: Policies,
    acknowledged: Collection[str] = (),
    online_tables: bool = False,
) -> None:
    """Refuse to publish while a mistake stands, or a doubt that the director has not acknowledged by its code.

    Refusal: ``not_ready_to_publish`` with every finding in `findings`. Rule: PT-T.34, SCPT.J
    """
    against = [
        f
        for f in findings(values, policies=policies, online_tables=online_tables)
        if f.severity is Severity.MISTAKE or f.code not in acknowledged
    ]
    if against:
        first = against[0]
        raise Refused(
            "not_ready_to_publish",
            first.sentence,
            rule=first.rule,
            **{**first.params, "findings": [f.as_dict() for f in against]},
        )
