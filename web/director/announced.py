"""What was announced, in words: how the history tells a change of the settings, before and after."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.entries import BuyInSplit
from rules.games import game_name
from rules.refusals import N_
from rules.structure_changes import steps_changed
from rules.words import field_word
from web.labels import (
    EXCLUDED_PRIZE_WORDS,
    LANGUAGES,
    late_level_word,
    method_word,
    part_word,
    rule_set_title,
)
from web.templatetags.shuffle import chips, city, moment, money, percent, plain_number, thousandths

# levels of a structure that are told one by one; of more, how many
_LEVELS_NAMED = 4

FORMAT_WORDS = {"multi_table": N_("Several tables"), "sit_and_go": N_("Sit & go")}
PAYOUT_WORDS = {
    "club": N_("Club table (published)"),
    "barge": N_("BARGE table (published)"),
    "generated": N_("Computed for the field"),
    "custom": N_("A table of your own"),
}
REBUY_CONDITION_WORDS = {
    "at_or_below_start": N_("With the starting stack or less"),
    "below_start": N_("With less than the starting stack"),
    "zero": N_("With no chips left"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """Whose settings they are: in which money prices are, in which time zone the house lives."""

    currency: str = ""
    zone: str = "UTC"


def changes(fields: Sequence[str], *, was: Mapping[str, Any], now: Mapping[str, Any], where: Where) -> str:
    """Each field by its label with its value before and after; of what was not kept, the label alone."""
    return ", ".join(_field(name, was, now, where) for name in fields)


def label(name: str) -> str:
    """Return what an announced value is called."""
    return field_word(name, say=_)


def _field(name: str, was: Mapping[str, Any], now: Mapping[str, Any], where: Where) -> str:
    label = field_word(name, say=_)
    if name not in was or name not in now:
        return label
    if name == "structure":
        return _structure(label, was[name], now[name])
    if name == "surcharges_bp":
        return _surcharges(label, was[name], now[name])
    before, after = value(name, values=was, where=where), value(name, values=now, where=where)
    # what differs only in what is not told of it, like the source of a table
    return f"{label}: {before} → {after}" if before != after else f"{label}: {after}"


def value(name: str, *, values: Mapping[str, Any], where: Where) -> str:
    """Return one announced value as people say it."""
    given = values[name]
    if isinstance(given, bool):
        return _CHOSEN[name][given]() if name in _CHOSEN else (_("yes") if given else _("no"))
    if name == "late_registration_level" and given:
        return late_level_word(given, structure=values.get("structure"))
    if name in _SAY:
        return _SAY[name](given, where)
    if name == "stage_id":
        return str(values.get("stage") or "–")
    if given is None or given == "":
        return "–"
    if isinstance(given, int):
        return chips(given)
    return str(given) if isinstance(given, str) else "–"


def _money(given: Any, where: Where) -> str:
    return money(given, where.currency)


def _minutes(given: int | None, _where: Where) -> str:
    return "–" if given is None else _("%(minutes)s min") % {"minutes": given}


def _when(given: str | None, where: Where) -> str:
    return moment(datetime.fromisoformat(given) if given else None, where.zone)


def _split(given: Mapping[str, Any], where: Where) -> str:
    split = BuyInSplit.from_dict(given)
    parts = " + ".join(f"{part_word(part)} {money(cents, where.currency)}" for part, cents in split.amounts())
    return f"{money(split.price_cents, where.currency)} ({parts})"


def _extra(level: str, until: str) -> Callable[[Any, Where], str]:
    """A rebuy or an add-on: its price with its parts, its chips, how often, until when."""

    def say(given: Mapping[str, Any] | None, where: Where) -> str:
        if not given:
            return "–"
        times = given["per_player"]
        parts = [
            _split(given["split"], where),
            _("%(chips)s chips") % {"chips": chips(given["chips"])},
            _("any number of times") if times is None else _("%(times)s a player") % {"times": times},
            _(until) % {"level": given[level]},
        ]
        when = REBUY_CONDITION_WORDS.get(given.get("condition", ""))
        if when is not None:
            parts.append(_(when).lower())
        return " · ".join(parts)

    return say


def _periods(given: Sequence[Mapping[str, Any]], where: Where) -> str:
    """Prices that hold for a time, each with its end."""
    return "; ".join(_period(line, where) for line in given) or "–"


def _period(line: Mapping[str, Any], where: Where) -> str:
    price = money(line["price_cents"], where.currency)
    if line["until_level"] is not None:
        return _("%(price)s to the end of level %(level)s") % {"price": price, "level": line["until_level"]}
    hours, minutes = divmod(line["minutes_before_start"], 60)
    return _("%(price)s until %(time)s before the start") % {
        "price": price,
        "time": " ".join(f"{n} {unit}" for n, unit in ((hours, "h"), (minutes, "min")) if n) or "0 min",
    }


def _payouts(plan: Mapping[str, Any], _where: Where) -> str:
    kind = plan["table"] if plan["kind"] == "published" else plan["kind"]
    word = _(PAYOUT_WORDS[kind]) if kind in PAYOUT_WORDS else str(plan.get("name", ""))
    if kind == "generated":
        return _("%(table)s, at least %(percent)s%% of the prize pool per entry") % {
            "table": word,
            "percent": plan.get("minimum_bp", 15_000) // 100,
        }
    if kind != "custom":
        return word
    tiers = [
        (f"{t['from']}" if t["from"] == t["to"] else f"{t['from']}–{t['to']}")
        + f": {percent(float(t['percent_each']))}"
        for t in plan["tiers"]
    ]
    return f"{plan.get('name') or word} ({'; '.join(tiers)})"


def step(item: Mapping[str, Any] | None) -> str:
    """Return one step of a structure: its blinds, antes, game and minutes; "–" where there is none."""
    if item is None:
        return "–"
    parts = (
        [_("Break")]
        if "small_blind" not in item
        else [f"{chips(item['small_blind'])} – {chips(item['big_blind'])}"]
    )
    for name, word in (("ante", _("ante")), ("big_blind_ante", _("big blind ante"))):
        if item.get(name):
            parts.append(f"{word} {chips(item[name])}")
    if item.get("game"):
        parts.append(game_name(item["game"]))
    parts.append(_("%(minutes)s min") % {"minutes": plain_number(item["seconds"] / 60)})
    if item.get("colour_up"):
        parts.append(_("colour-up:") + " " + ", ".join(chips(one) for one in item["colour_up"]))
    return ", ".join(parts)


def _place(items: Sequence[Mapping[str, Any]], at: int) -> str:
    """Which level a step is, or after which one a recess comes: recesses have no number."""
    level = sum("small_blind" in item for item in items[: at + 1])
    if "small_blind" in items[at]:
        return _("Level %(level)s") % {"level": level}
    return _("Break after level %(level)s") % {"level": level}


def _structure(label: str, was: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """The steps that differ, each by its level, before and after; of many, how many."""
    before, after = was["items"], now["items"]
    changed = steps_changed(before, now=after)
    if not changed:
        return label
    lines = []
    for one in changed[:_LEVELS_NAMED]:
        place = _place(before, one.was or 0) if one.now is None else _place(after, one.now)
        old, new = (
            step(None if at is None else items[at]) for items, at in ((before, one.was), (after, one.now))
        )
        lines.append(f"{place}: {old} → {new}")
    more = len(changed) - _LEVELS_NAMED
    if more > 0:
        lines.append(
            ngettext("%(count)s more step is changed", "%(count)s more steps are changed", more)
            % {"count": more}
        )
    return f"{label}: {'; '.join(lines)}"


def _surcharges(label: str, was: Mapping[str, int], now: Mapping[str, int]) -> str:
    """The methods of payment whose surcharge differs, each before and after."""
    lines = [
        f"{method_word(method)}: {percent(was.get(method, 0) / 100)} → {percent(now.get(method, 0) / 100)}"
        for method in dict.fromkeys((*was, *now))
        if was.get(method, 0) != now.get(method, 0)
    ]
    return f"{label}: {'; '.join(lines)}" if lines else label


_CHOSEN: Mapping[str, Mapping[bool, Callable[[], str]]] = {
    "practice": {True: lambda: _("Practice"), False: lambda: _("Real")},
    "phone_money": {
        True: lambda: _("players pay in and withdraw on the phone"),
        False: lambda: _("deposits and withdrawals at the desk only"),
    },
}

_SAY: Mapping[str, Callable[[Any, Where], str]] = {
    "number": lambda given, _where: str(given),
    "rule_set": lambda given, _where: rule_set_title(given),
    "variant": lambda given, _where: game_name(given),
    "format": lambda given, _where: _(FORMAT_WORDS[given]),
    "price_cents": _money,
    "guarantee_cents": lambda given, where: money(given, where.currency) if given else "–",
    "prize_unit_cents": lambda given, where: _("To the cent") if given == 1 else money(given, where.currency),
    "starts_at": _when,
    "registration_opens_at": _when,
    "split": _split,
    "price_periods": _periods,
    "capacity": lambda given, _where: _("no limit") if given is None else chips(given),
    "first_table_number": lambda given, _where: _("the lowest that is free") if given is None else str(given),
    "late_registration_level": lambda _none, _where: "–",
    "late_registration_minutes": _minutes,
    "length_minutes": _minutes,
    "cancel_minutes_before_start": lambda given, where: (
        _("as the rule set says") if given is None else _minutes(given, where)
    ),
    "re_entries_per_player": lambda given, _where: _("any number of times") if given is None else str(given),
    "time_chip_minutes_before_start": _minutes,
    "ranking_weight_milli": lambda given, _where: thousandths(given),
    "chip_set": lambda given, _where: ", ".join(f"{count} × {chips(worth)}" for worth, count in given) or "–",
    "redraw_at": lambda given, _where: ", ".join(str(n) for n in given) or "–",
    "payout_table": _payouts,
    "timezone": lambda given, _where: city(given),
    "language": lambda given, _where: dict(LANGUAGES).get(given, given),
    "excluded_prizes": lambda given, _where: _(EXCLUDED_PRIZE_WORDS[given]),
    "rebuy": _extra("until_level", N_("until the end of level %(level)s")),
    "add_on": _extra("after_level", N_("in the break after level %(level)s")),
}
