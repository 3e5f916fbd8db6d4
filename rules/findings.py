"""What is wrong with an announcement, before it is published."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rules import levels
from rules.announcing import VARIANTS, payout_plan, payout_table, split_and_price
from rules.entries import BuyInSplit, Component, periods_of
from rules.online.events import why_not_online
from rules.policies import Policies
from rules.prizes import pool_statement
from rules.refusals import N_, Refused


class Severity(StrEnum):
    """A mistake must be put right; a doubt is passed when the director says that it is meant so; a note is only said."""

    MISTAKE = "mistake"
    DOUBT = "doubt"
    NOTE = "note"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something wrong with an announcement: a code for programs, a sentence for people, the rule, how grave."""

    code: str
    sentence: str
    rule: str
    severity: Severity
    params: Mapping[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as JSON-able values."""
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
    """Return everything that stands against publishing, mistakes first, and what is to be noted besides.

    `online_tables`: whether online tournaments of every kind are let pass; otherwise those that tables online can play.
    `values`: the announced values by the names of FIELDS, as stored. Mistakes: a split that does not sum to the price,
    payouts that are not exactly 100 %, a structure with levels that fall, late registration or a rebuy beyond the
    last level, prices by period that are equal, end together or never, or carry another bounty, an end of late registration by level and by time, an online tournament that tables online cannot play,
    chips that do not make up the stack or cannot pay the blinds, a sit & go without a number of seats, a timed tournament with bounties, or
    whose time is up before entries close.
    Doubts: a guarantee that a full room does not reach, a stack below 20 big blinds, a main event in another game.
    Noted: payouts for every entry that there can be.
    Rule: SCPT.F, SCPT.J, SCPT.L, SCPT.L-C, SCPT.H, SCPT.N, PT-T.33, PT-T.34, PT-T.45, PT-T.52
    """
    found: list[Finding] = []
    found += _money(values, policies)
    found += _levels(values)
    found += _prices(values)
    found += _chips(values)
    found += _timed(values)
    if values["online"] and not values["practice"] and not online_tables:
        found += [_of(refused) for refused in why_not_online(values, policies=policies)]
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
    if note := every_entry_paid(values, policies=policies):
        found.append(note)
    return tuple(sorted(found, key=lambda f: list(Severity).index(f.severity)))


def every_entry_paid(values: Mapping[str, Any], *, policies: Policies) -> Finding | None:
    """Return the note that the payouts pay every entry that there can be, with the figures; None where somebody plays for
    nothing, where entries have no bound, or where the table cannot be read.

    Rule: SCPT.L, PT-T.34
    """
    seats, again = values["capacity"], values["re_entries_per_player"]
    if seats is None or again is None:
        return None
    entries = seats * (1 + again)
    try:
        plan = payout_plan(values["payout_table"])
    except Refused:
        return None  # a mistake of its own
    places = payout_table(plan, entries=entries, policies=policies).places
    if places < entries:
        return None
    return Finding(
        code="every_entry_paid",
        sentence=N_(
            "The payouts have %(places)s places, and there are %(entries)s entries at most: everybody who plays gets a prize."
        ),
        rule="SCPT.L",
        severity=Severity.NOTE,
        params={"places": places, "entries": entries},
    )


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
            raise split_and_price(split.price_cents, price_cents=values["price_cents"])
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
            follow = [
                structure.level_number(n)
                for n, item in enumerate(structure.items)
                if isinstance(item, levels.Recess)
            ]
            found.append(
                _mistake(
                    "add_on_without_recess",
                    N_(
                        "The add-on is sold in the break after level %(level)s, and there is none. Breaks follow these levels: %(levels)s."
                    )
                    if follow
                    else N_("The add-on is sold in the break after level %(level)s, and there is none."),
                    "PT-T.23",
                    level=values["add_on"]["after_level"],
                    levels=", ".join(str(number) for number in follow),
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


def _timed(values: Mapping[str, Any]) -> list[Finding]:
    """A tournament that ends at the set time. Rule: PT-T.23, PT-T.33, PT-T.52"""
    length = values.get("length_minutes")
    if length is None:
        return []
    found: list[Finding] = []
    try:
        bounties = bool(BuyInSplit.from_dict(values["split"]).cents(Component.BOUNTY))
        structure = levels.from_dict(values["structure"])
    except Refused:
        return []  # told already
    if bounties:
        found.append(
            _mistake(
                "timed_without_bounty",
                N_(
                    "At the set time several players are in, and nobody has won their bounties: take the bounty part or the set time out."
                ),
                "PT-T.33",
            )
        )
    late, closes = values["late_registration_level"], values["late_registration_minutes"] or 0
    if not closes and 0 < late <= len(structure.levels):
        # by the plan: a level that is lengthened makes it later still, and the set time closes entries at the latest
        recess = structure.late_registration_through_recess
        closes = -(-structure.seconds_through_level(late, with_recess=recess) // 60)
    if closes >= length:
        found.append(
            _mistake(
                "time_is_up_before_entries_close",
                N_(
                    "Entries close %(closes)s minutes after the start, but the tournament ends after %(length)s: choose a later end, or close entries earlier."
                ),
                "PT-T.52",
                closes=closes,
                length=length,
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
        if f.severity is Severity.MISTAKE or (f.severity is Severity.DOUBT and f.code not in acknowledged)
    ]
    if against:
        first = against[0]
        raise Refused(
            "not_ready_to_publish",
            first.sentence,
            rule=first.rule,
            **{**first.params, "findings": [f.as_dict() for f in against]},
        )
