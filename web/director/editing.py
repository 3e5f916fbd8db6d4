"""Making, changing and copying a tournament: what people type against what the rules say of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from payouts import queries as payouts
from people import queries as people
from rules import announcing, findings, validation
from rules.entries import (
    HIGHEST_LEVEL,
    LONGEST_MINUTES_BEFORE_START,
    MOST_PERIODS,
    SPLIT_PRESETS,
    BuyInSplit,
    Component,
    Period,
    RebuyCondition,
    at_price,
    periods_of,
    simple_split,
)
from rules.findings import Severity
from rules.games import GAMES
from rules.levels import from_dict as structure_from
from rules.permissions import Permission
from rules.policies import Policies, shipped
from rules.policies import from_dict as policies_from
from rules.presets import TEMPLATES
from rules.prizes import PRIZE_UNITS
from rules.refusals import N_, Refused
from tables import queries as tables
from tournaments.commands.create_tournament import create_tournament
from tournaments.commands.duplicate_tournament import duplicate_tournament
from tournaments.commands.edit_level import edit_level
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.queries import faces, listings
from web import forms, moment
from web.acting import CommandOutcome, act, actor_of, answer, say_wrong, sentence, told_in_words
from web.director.announced import FORMAT_WORDS, PAYOUT_WORDS, REBUY_CONDITION_WORDS
from web.director.page import board_context, page_context
from web.staffing import StaffTournament, signed_in, staff_page
from web.templatetags.shuffle import money, thousandths

_SIMPLE = (Component.PRIZE_POOL, Component.HOUSE_FEE, Component.BOUNTY)


def _point() -> str:
    return "." if (get_language() or "").startswith("en") else ","


def _typed(cents: int) -> str:
    """An amount as one would type it in the page's language."""
    return f"{cents // 100}{_point()}{cents % 100:02d}"


# ------------------------------------------------------------------------------------------ structure


def structure_text(structure: Mapping[str, Any]) -> str:
    """A structure as lines: small blind, big blind, ante, big blind ante, minutes; or "break 15", in the reader's word."""
    lines = []
    recess = _("break")
    for item in structure["items"]:
        minutes = f"{item['seconds'] / 60:g}"
        if item["kind"] == "recess":
            extra = ""
            if item["colour_up"]:
                extra += " -" + ",".join(str(c) for c in item["colour_up"])
            if item["add_on"]:
                extra += " add-on"
            lines.append(f"{recess} {minutes}{extra}")
        else:
            cells = (item["small_blind"], item["big_blind"], item["ante"], item["big_blind_ante"], minutes)
            game = f" {item['game']}" if item.get("game") else ""
            lines.append(" ".join(str(c) for c in cells) + game)
    return "\n".join(lines)


_MINUTES = re.compile(r"\d{1,9}(?:[.,]\d{1,2})?", re.ASCII)
_BREAK = re.compile(
    r"(?:break|recess|pausa|intervalo)\s+(\d{1,9}(?:[.,]\d{1,2})?)(?:\s+-\s*([\d,\s]+?))?(\s+add-on)?",
    re.IGNORECASE,
)


def structure_typed(text: str, now: Mapping[str, Any]) -> dict[str, Any]:
    """The structure from its lines, with what the lines do not tell from `now`. Refusals: ``bad_line``."""
    items: list[dict[str, Any]] = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.strip()
        if not plain:
            continue
        if found := _BREAK.fullmatch(plain):
            colours = [int(c) for c in re.findall(r"\d+", found[2] or "")]
            items.append(
                {
                    "kind": "recess",
                    "seconds": _seconds(found[1]),
                    "colour_up": colours,
                    "add_on": bool(found[3]),
                }
            )
            continue
        cells = plain.split()
        if len(cells) < 5 or not all(c.isascii() and c.isdigit() and len(c) < 13 for c in cells[:4]):
            raise _bad_line(number, plain)
        if not _MINUTES.fullmatch(cells[4]):
            raise _bad_line(number, plain)
        small, big, ante, big_blind_ante = (int(c) for c in cells[:4])
        items.append(
            {
                "kind": "level",
                "small_blind": small,
                "big_blind": big,
                "ante": ante,
                "big_blind_ante": big_blind_ante,
                "seconds": _seconds(cells[4]),
                "game": " ".join(cells[5:])[:40],
            }
        )
    return {**now, "items": items}


def _seconds(minutes: str) -> int:
    return round(float(minutes.replace(",", ".")) * 60)


def _bad_line(number: int, text: str) -> Refused:
    return Refused(
        "bad_line",
        N_(
            "Line %(number)s, %(text)s: write small blind, big blind, ante, big blind ante, minutes; or break and minutes."
        ),
        number=number,
        text=text[:40],
        field="structure",
    )


def denominations_typed(text: str) -> list[int]:
    """The chips in play, the smallest first. Refusals: ``bad_number``."""
    return sorted(_numbers(text, "denominations"))


def _numbers(text: str, field: str) -> set[int]:
    found = set()
    for part in re.split(r"[,;\s]+", text.strip()):
        if not part:
            continue
        if not part.isascii() or not part.isdigit() or len(part) > 10:
            raise Refused("bad_number", N_("%(text)s is not a whole number."), text=part[:40], field=field)
        found.add(int(part))
    return found


# ------------------------------------------------------------------------------------------ payouts


def payouts_text(plan: Mapping[str, Any]) -> str:
    """A table of one's own as lines: place or places, percent each."""
    if plan["kind"] != "custom":
        return ""
    return "\n".join(
        (f"{t['from']}" if t["from"] == t["to"] else f"{t['from']}-{t['to']}") + f" {t['percent_each']}"
        for t in plan["tiers"]
    )


def payouts_typed(post: QueryDict) -> dict[str, Any]:
    """The plan of the payouts. Refusals: ``bad_payout_line``, those of rules.announcing.payout_plan."""
    kind = post.get("payouts", "")
    if kind in ("club", "barge"):
        return {"kind": "published", "table": kind}
    if kind == "generated":
        return {
            "kind": "generated",
            "minimum_bp": forms.number(post, "minimum_percent", low=1, high=10_000) * 100,
        }
    tiers = []
    for line in post.get("tiers", "").splitlines():
        plain = line.strip().rstrip("%").strip()
        if not plain:
            continue
        found = re.fullmatch(r"(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?[\s:]+(\d{1,3}(?:[.,]\d{1,8})?)", plain)
        if found is None:
            raise Refused(
                "bad_payout_line",
                N_("%(text)s: write place and percent, like 1 50 or 4-6 5.5."),
                text=plain[:40],
                field="tiers",
            )
        tiers.append(
            {
                "from": int(found[1]),
                "to": int(found[2] or found[1]),
                "percent_each": found[3].replace(",", "."),
            }
        )
    return {
        "kind": "custom",
        "name": forms.text(post, "payouts_name", most=60),
        "source": forms.text(post, "payouts_source", most=120),
        "tiers": tiers,
    }


# ------------------------------------------------------------------------------------------ chips, redraws


def chips_text(chip_set: Iterable[Sequence[int]]) -> str:
    """The chips of a starting stack as one types them: 8 × 25, 8 × 100."""
    return ", ".join(f"{count} × {value}" for value, count in chip_set)


def chips_typed(text: str) -> list[list[int]]:
    """Count and value of each chip of the starting stack. Refusals: ``bad_chip_line``."""
    found = []
    for part in re.split(r"[,;\n]+", text):
        plain = part.strip()
        if not plain:
            continue
        read = re.fullmatch(r"(\d{1,5})\s*[x×*]\s*(\d{1,10})", plain, re.IGNORECASE)
        if read is None:
            raise Refused(
                "bad_chip_line",
                N_("%(text)s: write how many chips of which value, like 8 × 25."),
                text=plain[:40],
                field="chip_set",
            )
        found.append([int(read[2]), int(read[1])])
    return sorted(found)


def redraws_typed(text: str) -> list[int]:
    """Numbers of players left at which seats are drawn again. Refusals: ``bad_number``."""
    return sorted(_numbers(text, "redraw_at"), reverse=True)


# ------------------------------------------------------------------------------------------ split


def split_kind(split: Mapping[str, Any]) -> str:
    """Which of the choices of the form a stored split is."""
    for key, preset in SPLIT_PRESETS.items():
        if preset.as_dict() == split:
            return key
    plain = all(
        Component(p["component"]) in _SIMPLE and p["amount_cents"] is not None and not p["withheld"]
        for p in split["parts"]
    )
    return (
        "simple" if plain and not split["pool_deductions"] and not split["guarantee_deductions"] else "free"
    )


# where a part of the price comes from, and what its percentage is a percentage of
HOW = (
    ("beside", N_("beside the others · % of the price")),
    ("withheld", N_("out of the prize part · % of the price")),
    ("withheld_share", N_("out of the prize part · % of the prize part")),
    ("pool", N_("off the prize pool at the end · % of the pool")),
    ("guarantee", N_("off a guarantee that is not met · % of it")),
)
MOST_PARTS = 12


def _share_typed(line: Mapping[str, Any]) -> str:
    if line["amount_cents"] is not None:
        return _typed(line["amount_cents"])
    return f"{line['share_bp'] / 100:g} %".replace(".", _point())


def split_lines(split: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A split as the rows of the form: component, value as typed, how."""
    rows = [
        {
            "component": part["component"],
            "value": _share_typed(part),
            "how": "beside"
            if not part["withheld"]
            else "withheld_share"
            if part["base"] == "prize_share"
            else "withheld",
        }
        for part in split["parts"]
    ]
    rows += [
        {"component": line["component"], "value": _share_typed(line), "how": how}
        for how, lines in (("pool", split["pool_deductions"]), ("guarantee", split["guarantee_deductions"]))
        for line in lines
    ]
    return rows


def _free_split(post: QueryDict, now: Mapping[str, Any]) -> dict[str, Any]:
    """The split of the rows. Refusals: ``bad_percent``, ``bad_split``, ``split_does_not_sum``, those of amounts."""
    reading = forms.Reading()
    parts: list[dict[str, Any]] = []
    deductions: dict[str, list[dict[str, Any]]] = {"pool": [], "guarantee": []}
    price = 0
    with reading.field("price"):
        price = forms.amount(post, "price")
    for row in range(MOST_PARTS):
        field = f"part_value_{row}"
        typed = forms.text(post, field, most=20)
        if not typed:
            continue
        with reading.field(field):
            line: dict[str, Any] = {
                "component": forms.text(post, f"part_component_{row}"),
                "amount_cents": None if "%" in typed else forms.amount(post, field),
                "share_bp": forms.basis_points(typed, field) if "%" in typed else None,
            }
            how = forms.text(post, f"part_how_{row}", default="beside")
            if how in deductions:
                deductions[how].append(line)
            else:
                line |= {
                    "base": "prize_share" if how == "withheld_share" else "price",
                    "withheld": how.startswith("withheld"),
                }
                parts.append(line)
    reading.done()
    split = {
        "name": _typed(price),
        "price_cents": price,
        "parts": parts,
        "pool_deductions": deductions["pool"],
        "guarantee_deductions": deductions["guarantee"],
    }
    try:
        found = BuyInSplit.from_dict(split).as_dict()
    except Refused as refused:
        raise _in_money(refused) from None
    # the same amounts are the same split, whatever it is called
    return dict(now) if found | {"name": now["name"]} == now else found


def _in_money(refused: Refused) -> Refused:
    """The no about a sum, in amounts as they were typed."""
    if refused.code != "split_does_not_sum":
        return Refused(
            refused.code, refused.sentence, rule=refused.rule, **{**refused.params, "field": "price"}
        )
    return Refused(
        refused.code,
        N_("The parts add up to %(sum)s; the price is %(price)s."),
        rule=refused.rule,
        sum=_typed(round(refused.params["sum_cents"])),
        price=_typed(refused.params["price_cents"]),
        field="price",
    )


def split_typed(post: QueryDict, now: Mapping[str, Any]) -> dict[str, Any]:
    """The split of the price. Refusals: those of amounts and of rules.entries."""
    kind = post.get("split", "keep")
    if kind in SPLIT_PRESETS:
        return SPLIT_PRESETS[kind].as_dict()
    if kind == "free":
        return _free_split(post, now)
    if kind == "simple":
        reading = forms.Reading()
        cents = dict.fromkeys(("prize_part", "fee_part", "bounty_part"), 0)
        for name in cents:
            with reading.field(name):
                cents[name] = forms.amount(post, name)
        reading.done()
        prize, fee, bounty = cents.values()
        split = simple_split(
            name=f"{_typed(prize + bounty)} + {_typed(fee)}",
            prize_cents=prize,
            fee_cents=fee,
            bounty_cents=bounty,
        ).as_dict()
        # the same amounts are the same split, whatever it is called
        return dict(now) if split | {"name": now["name"]} == now else split
    return dict(now)


def split_told(room: StaffTournament, post: QueryDict | None) -> dict[str, Any] | None:
    """The price and what goes where, of what is typed or stored; None where it cannot be read."""
    try:
        split = room.settings["split"] if post is None else split_typed(post, room.settings["split"])
        return {
            "price": split["price_cents"],
            "parts": BuyInSplit.from_dict(split).amounts(),
            "periods": _periods_told(room, post, split),
        }
    except Refused:
        return None


def _periods_told(
    room: StaffTournament, post: QueryDict | None, split: Mapping[str, Any]
) -> list[tuple[int, Any]]:
    """The prices that hold for a time, each with what goes where."""
    now = room.settings
    lines = now["price_periods"]
    if post is not None and "period_price_0" in post:
        starts_at = forms.date_time(post, "starts_at", room.timezone)
        lines = periods_typed(post, now, split=split, starts_at=starts_at, zone=room.timezone)
    return [(p.split.price_cents, p.split.amounts()) for p in periods_of(lines)]


# ------------------------------------------------------------------------------------------ prices by period


def _fee_shown(period: Period, ordinary: BuyInSplit) -> str:
    """The house's fee of a price where it is another than the ordinary split would make it; "" where it is that."""
    try:
        if at_price(ordinary, price_cents=period.split.price_cents).amounts() == period.split.amounts():
            return ""
    except Refused:
        pass
    return _typed(period.split.cents(Component.HOUSE_FEE))


def period_lines(now: Mapping[str, Any], zone: str) -> list[dict[str, Any]]:
    """The prices that hold for a time as the rows of the form."""
    ordinary = BuyInSplit.from_dict(now["split"])
    return [
        {
            "price": _typed(period.split.price_cents),
            "fee": _fee_shown(period, ordinary),
            "until": ends_at.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")
            if (ends_at := period.ends_at(now["starts_at"])) is not None
            else "",
            "level": period.until_level or "",
        }
        for period in periods_of(now["price_periods"])
    ]


def periods_typed(
    post: QueryDict, now: Mapping[str, Any], *, split: Mapping[str, Any], starts_at: datetime, zone: str
) -> list[dict[str, Any]]:
    """The prices that hold for a time: typed by date and time or by level, kept by minutes before the start. A fee left
    empty divides the price as the ordinary one is. Refusals: those of the fields, all at once."""
    reading = forms.Reading()
    ordinary = BuyInSplit.from_dict(split)
    # what the page showed and nobody changed stays as it is, to the part
    kept = {}
    if split == now["split"]:
        for line, period in zip(period_lines(now, zone), periods_of(now["price_periods"]), strict=True):
            kept[(period.split.price_cents, line["fee"])] = period.split
    found: list[dict[str, Any]] = []
    for row in range(MOST_PERIODS):
        names = {what: f"period_{what}_{row}" for what in ("price", "fee", "until", "level")}
        if not any(forms.text(post, name) for name in names.values()):
            continue
        minutes = level = fee = None
        with reading.field(names["until"]):
            if forms.text(post, names["until"]):
                minutes = _minutes_before(starts_at, forms.date_time(post, names["until"], zone))
            level = forms.number_or_none(post, names["level"], low=1, high=HIGHEST_LEVEL)
            if (minutes is None) == (level is None):
                raise Refused(
                    "period_without_end",
                    N_(
                        "Each price that holds for a time ends at a date and time before the start, or with a level:"
                        " one of the two."
                    ),
                    rule="SCPT.L",
                )
        with reading.field(names["fee"]):
            if typed := forms.text(post, names["fee"], most=20):
                fee = forms.amount(post, names["fee"])
        with reading.field(names["price"]):
            price = forms.amount(post, names["price"], allow_zero=False)
            try:
                divided = kept.get((price, typed)) or at_price(ordinary, price_cents=price, fee_cents=fee)
            except Refused as refused:
                raise _in_money(refused) from None
            found.append(Period(split=divided, minutes_before_start=minutes, until_level=level).as_dict())
    reading.done()
    return found


def _minutes_before(starts_at: datetime, until: datetime) -> int:
    minutes = int((starts_at.astimezone(UTC) - until.astimezone(UTC)).total_seconds() // 60)
    if minutes < 0:
        raise Refused(
            "period_after_start",
            N_("This is after the start: from there on a price ends with a level."),
            rule="SCPT.L",
        )
    if minutes > LONGEST_MINUTES_BEFORE_START:
        raise Refused("bad_date", N_("Give the day and the time."))
    return minutes


# ------------------------------------------------------------------------------------------ the whole form


# what a command calls a field, and what the form calls it
_NAMES = {
    "guarantee_cents": "guarantee",
    "price_cents": "price",
    "split": "price",
    "price_periods": "period_price_0",
    "payout_table": "tiers",
    "prize_unit_cents": "prize_unit",
    "rebuy": "rebuy_price",
    "add_on": "add_on_price",
    "time_chip_minutes_before_start": "time_chip_minutes",
    "ranking_weight_milli": "ranking_weight",
    "rebuy price": "rebuy_price",
    "rebuy chips": "rebuy_chips",
    "rebuy per player": "rebuy_per_player",
    "rebuy level": "rebuy_level",
    "add_on price": "add_on_price",
    "add_on chips": "add_on_chips",
    "add_on per player": "add_on_per_player",
    "add_on level": "add_on_level",
}
# at which field a finding is put right
_FINDINGS_AT = {
    "late_registration_never_ends": "late_registration_level",
    "late_registration_twice": "late_registration_minutes",
    "late_registration_beyond_levels": "late_registration_level",
    "re_entry_without_late_registration": "re_entries_per_player",
    "extra_after_entries_close": "late_registration_level",
    "extra_after_entries_close_by_time": "late_registration_minutes",
    "add_on_without_recess": "add_on_level",
    "sit_and_go_one_table": "capacity",
    "sit_and_go_no_late": "late_registration_level",
    "chips_do_not_make_stack": "chip_set",
    "chips_cannot_pay_blinds": "chip_set",
    "online_tables_missing": "online",
    "split_does_not_sum": "price",
    "periods_of_a_free_entry": "period_price_0",
    "period_prices_equal": "period_price_0",
    "periods_end_together": "period_until_0",
    "period_bounty_differs": "period_price_0",
    "period_never_ends": "period_level_0",
    "levels_fall": "structure",
    "levels_do_not_rise": "structure",
    "bad_duration": "structure",
    "bad_blinds": "structure",
    "guarantee_is_promised": "guarantee",
    "seats_are_sold": "capacity",
}


def _wrong(refused: Refused) -> dict[str, Refused]:
    """What is wrong, under the names of the form."""
    found = forms.at_fields(refused, names=_NAMES)
    if found:
        return found
    code = refused.code
    if code == "not_ready_to_publish":
        code = next((f["code"] for f in refused.params["findings"] if f["severity"] == "mistake"), "")
    return {_FINDINGS_AT[code]: refused} if code in _FINDINGS_AT else {}


def changes_typed(room: StaffTournament, post: QueryDict) -> dict[str, Any]:
    """What of the form differs from what is stored, by the names that edit_tournament takes.

    Refusals: those of the fields, all at once; each sentence stands at its field.
    """
    now = room.settings
    wanted: dict[str, Any] = {}
    reading = forms.Reading()

    def read(field: str, name: str, how: Callable[[], Any]) -> None:
        with reading.field(field):
            wanted[name] = how()

    read("name", "name", lambda: forms.text(post, "name", most=120))
    with reading.field("starts_at"):
        starts_at = forms.date_time(post, "starts_at", room.timezone)
        # a form shows minutes: seconds that were there stay
        if starts_at != now["starts_at"].replace(second=0, microsecond=0):
            wanted["starts_at"] = starts_at
    with reading.field("price"):
        wanted["split"] = split_typed(post, now["split"])
        wanted["price_cents"] = wanted["split"]["price_cents"]
    if "period_price_0" in post and "split" in wanted:  # an older page did not ask
        read(
            "period_price_0",
            "price_periods",
            lambda: periods_typed(
                post,
                now,
                split=wanted["split"],
                starts_at=wanted.get("starts_at", now["starts_at"]),
                zone=room.timezone,
            ),
        )
    read("guarantee", "guarantee_cents", lambda: forms.amount(post, "guarantee"))
    for name in ("starting_stack_chips", "seats_per_table", "late_registration_level"):
        read(name, name, lambda name=name: forms.number(post, name))  # type: ignore[misc]
    optional = ["capacity", "re_entries_per_player", "stage_id"]
    optional += [
        n
        for n in ("first_table_number", "late_registration_minutes", "cancel_minutes_before_start")
        if n in post
    ]
    for name in optional:
        read(name, name, lambda name=name: forms.number_or_none(post, name))  # type: ignore[misc]
    wanted |= {name: bool(post.get(name)) for name in ("surrender", "alternates", "ranks", "practice")}
    if "variant" in post:  # an older page did not ask
        wanted |= {name: bool(post.get(name)) for name in ("main_event", "high_roller", "online")}
        wanted |= {name: forms.text(post, name) for name in ("variant", "format")}
        read("number", "number", lambda: forms.number(post, "number", low=1, high=10_000))
        read("ranking_weight", "ranking_weight_milli", lambda: forms.thousandths(post, "ranking_weight"))
    read("structure", "structure", lambda: _structure_of(post, now["structure"]))
    read("tiers", "payout_table", lambda: payouts_typed(post))
    if "prize_unit" in post:
        read("prize_unit", "prize_unit_cents", lambda: forms.number(post, "prize_unit"))
    wanted["rule_set"] = forms.text(post, "rule_set", default=now["rule_set"])
    read(
        "chip_set",
        "chip_set",
        lambda: chips_typed(str(post["chip_set"])) if "chip_set" in post else sorted(now["chip_set"]),
    )
    read("rebuy_price", "rebuy", lambda: _extra_typed(post, "rebuy", "until_level", now["rebuy"]))
    read("add_on_price", "add_on", lambda: _extra_typed(post, "add_on", "after_level", now["add_on"]))
    if "redraw_at" in post:
        read(
            "time_chip_chips",
            "time_chip_chips",
            lambda: forms.number_or_none(post, "time_chip_chips") or 0,
        )
        read(
            "time_chip_minutes",
            "time_chip_minutes_before_start",
            lambda: forms.number_or_none(post, "time_chip_minutes") or 0,
        )
        read("redraw_at", "redraw_at", lambda: redraws_typed(str(post["redraw_at"])))
    if "registration_opens_at" in post:
        with reading.field("registration_opens_at"):
            typed = post["registration_opens_at"]
            opens = forms.date_time(post, "registration_opens_at", room.timezone) if typed else None
            opened = now["registration_opens_at"]
            if opens != (opened.replace(second=0, microsecond=0) if opened else None):
                wanted["registration_opens_at"] = opens
    # what the rules say of each value, with what could not be read at all
    for name in [n for n in wanted if n in announcing.FIELDS and wanted[n] != now.get(n)]:
        with reading.field(_NAMES.get(name, name)):
            announcing.FIELDS[name](name, wanted[name])
    reading.done()
    plan = wanted["payout_table"]
    if plan["kind"] == "custom" and now["payout_table"]["kind"] == "custom" and "payouts_name" not in post:
        plan |= {k: now["payout_table"].get(k, "") for k in ("name", "source")}
    if (
        wanted["chip_set"] == sorted(now["chip_set"])
        and wanted["starting_stack_chips"] != now["starting_stack_chips"]
    ):
        # the chips made up the old stack: without a list there is nothing to be wrong
        wanted["chip_set"] = []
    return {name: value for name, value in wanted.items() if not _same(name, value, now.get(name))}


def _structure_of(post: QueryDict, now: Mapping[str, Any]) -> dict[str, Any]:
    found = structure_typed(post.get("structure", ""), now)
    if "denominations" in post:
        found |= {
            "denominations": denominations_typed(str(post["denominations"])),
            "late_registration_through_recess": bool(post.get("late_through_recess")),
        }
    return found


def _same(name: str, value: Any, now: Any) -> bool:
    if value == now:
        return True
    if name in announcing.FIELDS:
        try:
            return bool(announcing.FIELDS[name](name, value) == now)
        except Refused:
            return False
    return False


def _extra_typed(
    post: QueryDict, name: str, level: str, now: Mapping[str, Any] | None
) -> dict[str, Any] | None:
    price = forms.text(post, f"{name}_price")
    if not price:
        return None
    reading = forms.Reading()
    cents, fee = 0, None
    found: dict[str, Any] = {}
    with reading.field(f"{name}_price"):
        cents = found["price_cents"] = forms.amount(post, f"{name}_price")
    with reading.field(f"{name}_fee"):
        if f"{name}_fee" in post:
            fee = forms.amount(post, f"{name}_fee")
            if fee > cents:
                raise Refused(
                    "fee_above_price",
                    N_("The fee is part of the price: it cannot be more."),
                    field=f"{name}_fee",
                )
    for key, field, must in (
        ("chips", f"{name}_chips", True),
        ("per_player", f"{name}_per_player", False),
        (level, f"{name}_level", True),
    ):
        with reading.field(field):
            found[key] = forms.number(post, field) if must else forms.number_or_none(post, field)
    reading.done()
    if name == "rebuy":
        kept = now["condition"] if now is not None else RebuyCondition.AT_OR_BELOW_START.value
        found["condition"] = forms.text(post, "rebuy_condition", default=kept) or kept
    kept_fee = BuyInSplit.from_dict(now["split"]).cents(Component.HOUSE_FEE) if now is not None else 0
    if now is not None and now["price_cents"] == cents and fee in (None, kept_fee):
        found["split"] = now["split"]
    elif fee:
        found["split"] = simple_split(name=name, prize_cents=cents - fee, fee_cents=fee).as_dict()
    return found


def findings_of(now: Mapping[str, Any], policies: Policies) -> list[dict[str, Any]]:
    """What stands against publishing, in the page's language."""
    values = {name: now[name] for name in announcing.FIELDS}
    online_tables = settings.ONLINE_TABLES or (now["online"] and now["state"] != "draft")
    try:
        found = findings.findings(announcing.settle(values), policies=policies, online_tables=online_tables)
    except Refused as refused:
        return [_finding(refused, policies)]
    return [
        {
            "code": f.code,
            "text": told_in_words(f.sentence, f.params),
            "rule": policies.citation(f.rule),
            "mistake": f.severity is Severity.MISTAKE,
        }
        for f in found
    ]


def _finding(refused: Refused, policies: Policies) -> dict[str, Any]:
    return {
        "code": refused.code,
        "text": sentence(refused),
        "rule": policies.citation(refused.rule),
        "mistake": True,
    }


def _policies(room: StaffTournament, name: str) -> Policies:
    if name == room.settings["rule_set"]:
        return policies_from(room.settings["policies"])
    if name in shipped():
        return shipped()[name]
    for own in listings.rule_sets_of(room.venue.venue_id):
        if own["name"] == name:
            return policies_from(own["policies"])
    return policies_from(room.settings["policies"])


def _checked(room: StaffTournament, post: QueryDict) -> list[dict[str, Any]]:
    """The findings of what is typed but not saved."""
    policies = _policies(room, post.get("rule_set", ""))
    try:
        changes = changes_typed(room, post)
        fields = {n: v for n, v in changes.items() if n in announcing.FIELDS}
        read = announcing.read(fields)
    except Refused as refused:
        return [_finding(no, policies) for no in (refused.fields or {"": refused}).values()]
    return findings_of({**room.settings, **read}, policies)


def _form(room: StaffTournament, post: QueryDict | None) -> dict[str, Any]:
    """The values of the form: as stored, or as typed when they were refused."""
    now = room.settings
    split = BuyInSplit.from_dict(now["split"])
    local = now["starts_at"].astimezone(ZoneInfo(room.timezone))
    plan = now["payout_table"]
    values: dict[str, Any] = {
        "name": now["name"],
        "starts_at": local.strftime("%Y-%m-%dT%H:%M"),
        "split": split_kind(now["split"]),
        "prize_part": _typed(split.cents(Component.PRIZE_POOL)),
        "fee_part": _typed(split.cents(Component.HOUSE_FEE)),
        "bounty_part": _typed(split.cents(Component.BOUNTY)),
        "guarantee": _typed(now["guarantee_cents"]),
        "price": _typed(now["price_cents"]),
        "variant": now["variant"],
        "format": now["format"],
        "number": now["number"],
        "online": now["online"],
        "main_event": now["main_event"],
        "high_roller": now["high_roller"],
        "ranking_weight": thousandths(now["ranking_weight_milli"]),
        "late_registration_minutes": now["late_registration_minutes"],
        "cancel_minutes_before_start": now["cancel_minutes_before_start"],
        "late_through_recess": now["structure"].get("late_registration_through_recess", False),
        "denominations": ", ".join(str(d) for d in now["structure"].get("denominations", ())),
        "payouts_name": plan.get("name", ""),
        "payouts_source": plan.get("source", ""),
        "starting_stack_chips": now["starting_stack_chips"],
        "seats_per_table": now["seats_per_table"],
        "capacity": now["capacity"],
        "first_table_number": now["first_table_number"],
        "late_registration_level": now["late_registration_level"],
        "re_entries_per_player": now["re_entries_per_player"],
        "surrender": now["surrender"],
        "alternates": now["alternates"],
        "ranks": now["ranks"],
        "practice": now["practice"],
        "structure": structure_text(now["structure"]),
        "payouts": plan["table"] if plan["kind"] == "published" else plan["kind"],
        "minimum_percent": plan.get("minimum_bp", 15_000) // 100,
        "tiers": payouts_text(plan),
        "prize_unit": str(now["prize_unit_cents"]),
        "rule_set": now["rule_set"],
        "stage_id": now["stage_id"],
        "registration_opens_at": now["registration_opens_at"]
        .astimezone(ZoneInfo(room.timezone))
        .strftime("%Y-%m-%dT%H:%M")
        if now["registration_opens_at"]
        else "",
        "chip_set": chips_text(now["chip_set"]),
        "time_chip_chips": now["time_chip_chips"] or "",
        "time_chip_minutes": now.get("time_chip_minutes_before_start") or "",
        "redraw_at": ", ".join(str(n) for n in now.get("redraw_at", ())),
        "rebuy_condition": now["rebuy"]["condition"] if now["rebuy"] else "",
    }
    for name, level in (("rebuy", "until_level"), ("add_on", "after_level")):
        extra = now[name]
        values |= {
            f"{name}_price": _typed(extra["price_cents"]) if extra else "",
            f"{name}_fee": _typed(fee)
            if extra and (fee := BuyInSplit.from_dict(extra["split"]).cents(Component.HOUSE_FEE))
            else "",
            f"{name}_chips": extra["chips"] if extra else "",
            f"{name}_per_player": extra["per_player"] if extra else "",
            f"{name}_level": extra[level] if extra else "",
        }
    rows = split_lines(now["split"])
    periods: list[dict[str, Any]] = period_lines(now, room.timezone)
    if post is not None:
        values = {name: post.get(name, "") for name in values}
        rows = [
            {key: post.get(f"part_{key}_{row}", "") for key in ("component", "value", "how")}
            for row in range(MOST_PARTS)
            if post.get(f"part_value_{row}")
        ]
        periods = [
            {what: post.get(f"period_{what}_{row}", "") for what in ("price", "fee", "until", "level")}
            for row in range(MOST_PERIODS)
        ]
    free = [{"component": c.value, "value": "", "how": "beside"} for c in Component]
    values["parts"] = (rows + free)[: min(MOST_PARTS, len(rows) + 3)]
    empty = {"price": "", "fee": "", "until": "", "level": ""}
    while periods and not any(periods[-1].values()):
        periods.pop()
    values["periods"] = (periods + [empty] * 2)[:MOST_PERIODS]
    values["has_periods"] = any(any(row.values()) for row in periods)
    return values


def _choices(room: StaffTournament) -> dict[str, Any]:
    own = [r["name"] for r in listings.rule_sets_of(room.venue.venue_id)]
    names = [*shipped(), *own]
    if room.settings["rule_set"] not in names:
        names.append(room.settings["rule_set"])
    split = BuyInSplit.from_dict(room.settings["split"])
    return {
        "splits": [
            *((key, f"{p.name} · {money(p.price_cents, room.currency)}") for key, p in SPLIT_PRESETS.items()),
            ("simple", _("Prize part + fee (+ bounty)")),
            ("free", _("In parts of one's own")),
        ],
        "components": [c.value for c in Component],
        "how": [(key, _(word)) for key, word in HOW],
        "games": list(GAMES.items()),
        "formats": [(key, _(word)) for key, word in FORMAT_WORDS.items()],
        "online_tables": settings.ONLINE_TABLES,
        "split_parts": split.amounts(),
        "prize_units": [
            (str(unit), _("To the cent") if unit == 1 else money(unit, room.currency)) for unit in PRIZE_UNITS
        ],
        "payouts": [(key, _(word)) for key, word in PAYOUT_WORDS.items()],
        "rule_sets": names,
        "rebuy_conditions": [(key, _(word)) for key, word in REBUY_CONDITION_WORDS.items()],
        "stages": [
            (stage.stage_id, f"{season.series} {season.name} · {stage.name}")
            for season in listings.seasons_of(room.venue.venue_id)
            for stage in season.stages
        ],
    }


@require_http_methods(["GET", "POST"])
@staff_page(Permission.EDIT_TOURNAMENT)
def edit(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """Everything that was or will be announced, with the check beside it."""
    typed: QueryDict | None = None
    wrong: dict[str, Refused] = {}
    if request.method == "POST":
        try:
            changes = changes_typed(room, request.POST)
            acted = (
                act(
                    request,
                    edit_tournament,
                    tournament_id=room.tournament_id,
                    changes=changes,
                    acknowledge=request.POST.getlist("acknowledge"),
                )
                if changes
                else CommandOutcome()
            )
        except Refused as refused:
            acted = CommandOutcome(refused=refused)
        if acted.refused is None:
            messages.success(request, _("Saved.") if acted.done else _("Nothing was changed."))
            return redirect("director-edit", tournament_id=room.tournament_id)
        wrong = _wrong(acted.refused)
        say_wrong(request, acted.refused, wrong)
        typed = request.POST
    return render(
        request,
        "director/edit.html",
        page_context(
            room,
            "edit",
            form=_form(room, typed),
            choices=_choices(room),
            # then the event has nothing of its own to say about it
            rules_have_surrender=_policies(
                room, room.settings["rule_set"] if typed is None else typed.get("rule_set", "")
            ).surrender,
            findings=_checked(room, typed)
            if typed is not None
            else findings_of(room.settings, policies_from(room.settings["policies"])),
            typed=typed is not None,
            wrong=wrong,
            price=split_told(room, typed),
            levels=_levels(room),
            **board_context(room),
        ),
        status=409 if typed is not None else 200,
    )


def _levels(room: StaffTournament) -> list[dict[str, Any]]:
    """The levels that the clock still has before it, for a change of one."""
    if room.state != "running":
        return []
    index = faces.clock_face(room.tournament_id, at=moment.at())["index"]
    found = []
    structure = structure_from(room.settings["structure"])
    for number, item in enumerate(room.settings["structure"]["items"]):
        if number < index:
            continue
        level = structure.level_number(number)
        label = (
            _("Level %(number)s") % {"number": level} + f" · {item['small_blind']}/{item['big_blind']}"
            if item["kind"] == "level"
            else _("Break after level %(number)s") % {"number": level}
        )
        found.append({"index": number, "label": label})
    return found


@require_POST
@staff_page(Permission.EDIT_TOURNAMENT)
def check(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """The findings while one types; saves nothing."""
    return render(
        request,
        "director/_findings.html",
        page_context(
            room, "edit", findings=_checked(room, request.POST), price=split_told(room, request.POST)
        ),
    )


@require_POST
@staff_page(Permission.CONTROL_CLOCK)
def change_level(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """One level of a running clock."""
    post = request.POST
    try:
        changes: dict[str, Any] = {
            name: value
            for name in ("small_blind", "big_blind", "ante", "big_blind_ante")
            if (value := forms.number_or_none(post, name)) is not None
        }
        if game := forms.text(post, "game", most=40):
            changes["game"] = game
        if colours := forms.text(post, "colour_up", most=60):
            changes["colour_up"] = sorted(_numbers(colours, "colour_up"))
        minutes = forms.number_or_none(post, "minutes", low=1, high=600)
        if minutes is not None:
            changes["seconds"] = minutes * 60
        acted = act(
            request,
            edit_level,
            tournament_id=room.tournament_id,
            level_index=forms.number(post, "level_index"),
            changes=changes,
        )
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    return answer(
        request, acted, to=f"/director/{room.tournament_id}/settings/", said=_("The level is changed.")
    )


# ------------------------------------------------------------------------------------------ new, copied


@require_http_methods(["GET", "POST"])
@signed_in
def new(request: HttpRequest, *, venue_id: int) -> HttpResponse:
    """A draft from a template."""
    by = actor_of(request)
    people.require(by, Permission.CREATE_TOURNAMENT, venue_id=venue_id)
    venue = listings.venue_view(venue_id)
    values = {"template": "sit-and-go-9", "name": "", "starts_at": _evening(venue.timezone), "stage_id": ""}
    values["practice"] = "simulated" if request.GET.get("practice") else ""
    wrong: dict[str, Refused] = {}
    if request.method == "POST":
        values |= {name: request.POST.get(name, "") for name in values}
        try:
            named = _named(request.POST, venue.timezone)
            acted = act(
                request,
                create_tournament,
                venue_id=venue_id,
                template=forms.text(request.POST, "template"),
                **named,
                stage_id=forms.number_or_none(request.POST, "stage_id"),
                changes={"practice": True, "ranks": False} if request.POST.get("practice") else {},
                play_money=request.POST.get("practice") == "simulated",
            )
        except Refused as refused:
            acted = CommandOutcome(refused=refused)
        if acted.done is not None:
            return redirect("director-edit", tournament_id=acted.result["tournament_id"])
        if acted.refused is not None:
            wrong = _wrong(acted.refused)
            say_wrong(request, acted.refused, wrong)
    templates = [
        {
            "key": t.key,
            "name": t.name,
            "price": t.split.price_cents,
            "stack": t.structure.starting_stack,
            "levels": len(t.structure.levels),
            "minutes": t.structure.levels[0].seconds // 60,
            "seats": t.seats,
            "rule_set": t.rule_set,
            "only_a_draft": t.online and not settings.ONLINE_TABLES,
        }
        for t in TEMPLATES.values()
    ]
    stages = [
        (stage.stage_id, f"{season.series} {season.name} · {stage.name}")
        for season in listings.seasons_of(venue_id)
        for stage in season.stages
    ]
    return render(
        request,
        "director/new.html",
        {
            "venue": venue,
            "templates": templates,
            "values": values,
            "stages": stages,
            "wrong": wrong,
            "lately": [t for t in listings.tournaments_of(venue_id, limit=12) if not t.practice][:4],
        },
    )


@require_http_methods(["GET", "POST"])
@staff_page(Permission.CREATE_TOURNAMENT)
def copy(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """The same announcement at another time."""
    local = room.settings["starts_at"].astimezone(ZoneInfo(room.timezone))
    values = {
        "name": room.name,
        "starts_at": _next_week(local).strftime("%Y-%m-%dT%H:%M"),
    }
    wrong: dict[str, Refused] = {}
    if request.method == "POST":
        values |= {name: request.POST.get(name, "") for name in values}
        try:
            named = _named(request.POST, room.timezone)
            acted = act(request, duplicate_tournament, tournament_id=room.tournament_id, **named)
        except Refused as refused:
            acted = CommandOutcome(refused=refused)
        if acted.done is not None:
            return redirect("director-edit", tournament_id=acted.result["tournament_id"])
        if acted.refused is not None:
            wrong = _wrong(acted.refused)
            say_wrong(request, acted.refused, wrong)
    context = {"room": room, "values": values, "wrong": wrong}
    return render(request, "director/copy.html", context, status=409 if wrong else 200)


def _named(post: QueryDict, zone: str) -> dict[str, Any]:
    """The name and the start of a draft. Refusals: ``text_missing``, ``bad_date``, both at once."""
    reading = forms.Reading()
    found: dict[str, Any] = {}
    with reading.field("name"):
        found["name"] = validation.text("name", forms.text(post, "name", most=200))
    with reading.field("starts_at"):
        found["starts_at"] = forms.date_time(post, "starts_at", zone)
    reading.done()
    return found


def _evening(zone: str) -> str:
    """Today at eight, or tomorrow when that is past."""
    now = moment.at().astimezone(ZoneInfo(zone))
    evening = now.replace(hour=20, minute=0)
    return (evening if now < evening else evening + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")


def _next_week(start: Any) -> Any:
    """The same weekday and hour, after now."""
    now = moment.at()
    while start <= now:
        start += timedelta(days=7)
    return start


@require_GET
@staff_page(Permission.CANCEL_TOURNAMENT)
def ending(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """Postpone or cancel: with what it would do in numbers."""
    found = payouts.money_view(room.tournament_id)
    back, no = None, ""
    try:
        back = payouts.cancel_tournament_preview(room.tournament_id)
    except Refused as refused:
        no = sentence(refused)
    return render(
        request,
        "director/ending.html",
        page_context(
            room,
            "edit",
            money=found,
            back=back,
            no=no,
            stacks=tables.stacks_view(room.tournament_id) if back is not None and back.stacks else [],
            entries=sum(s.count for s in found.sold if s.what in ("entry", "re_entry")),
            **board_context(room),
        ),
    )
