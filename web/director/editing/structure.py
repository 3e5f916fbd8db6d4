"""The levels and recesses of a structure as rows: from its table and from what is stored."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http.request import QueryDict

from rules.levels import MOST_ITEMS, Fault, Item, Level, Recess, faults
from rules.refusals import N_, Refused
from web import forms
from web.director.editing.typed import numbers_typed

#: What is typed of a row, by the name of its field.
CELLS = ("small_blind", "big_blind", "ante", "big_blind_ante", "minutes", "game", "colour_up")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A level or recess as it was typed. key: the name of the row on its page; of a line of text its number."""

    key: str
    kind: str = "level"
    small_blind: str = ""
    big_blind: str = ""
    ante: str = ""
    big_blind_ante: str = ""
    minutes: str = ""
    game: str = ""
    colour_up: str = ""
    add_on: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsRead:
    """items: None where a row could not be read. wrong: what is wrong, by row and field."""

    items: tuple[Item | None, ...]
    wrong: Mapping[tuple[str, str], Refused]


def rows_of(items: Sequence[Mapping[str, Any]]) -> list[Row]:
    """Return the rows of a stored structure, named by their place: "s0", "s1"."""
    found = []
    for index, item in enumerate(items):
        row = {"key": f"s{index}", "kind": item["kind"], "minutes": _minutes(item["seconds"])}
        if item["kind"] == "recess":
            row["colour_up"] = ", ".join(str(c) for c in item["colour_up"])
            found.append(Row(**row, add_on=item["add_on"]))
        else:
            row |= {name: str(item[name] or "") for name in CELLS[:4]}
            found.append(Row(**row, game=item.get("game", "")))
    return found


def usual_minutes(items: Sequence[Mapping[str, Any]]) -> str:
    """Return how long most levels of a stored structure last, as typed in a cell."""
    found = Counter(item["seconds"] for item in items if item["kind"] == "level").most_common(1)
    return _minutes(found[0][0]) if found else ""


def _minutes(seconds: int) -> str:
    return f"{seconds / 60:.10g}"


_KEY = re.compile(r"[a-z][a-z0-9]{0,7}")


def rows_typed(post: QueryDict, *, stored: Sequence[Row] = (), played: int = 0) -> list[Row]:
    """Return the rows of the table in their order; those played already as they are stored."""
    found = list(stored[:played])
    done = {row.key for row in found}
    for key in post.getlist("row")[: 2 * MOST_ITEMS]:
        if key in done or not _KEY.fullmatch(key):
            continue
        done.add(key)
        kind = "recess" if post.get(f"kind.{key}") == "recess" else "level"
        typed = {name: forms.text(post, name=f"{name}.{key}", most=60) for name in CELLS}
        found.append(Row(key=key, kind=kind, add_on=bool(post.get(f"add_on.{key}")), **typed))
    return found


_GROUPED = re.compile(r"\d{1,3}(?:[.,\u00a0\u202f]\d{3})+")


def ungrouped(number: str) -> str:
    """Return a number without the signs between its thousands; anything else as it is."""
    return re.sub(r"\D", "", number) if _GROUPED.fullmatch(number) else number


_MINUTES = re.compile(r"\d{1,9}(?:[.,]\d{1,2})?", re.ASCII)


def read_rows(rows: Sequence[Row]) -> RowsRead:
    """Return the levels and recesses of the rows, with all that is wrong with them at once."""
    wrong: dict[tuple[str, str], Refused] = {}
    items: list[Item | None] = []
    for row in rows:
        reading = forms.Reading()
        item = _recess(row, reading) if row.kind == "recess" else _level(row, reading)
        wrong |= {(row.key, field): no for field, no in reading.wrong.items()}
        items.append(None if reading.wrong else item)
    for fault in faults(items):
        wrong.setdefault(_where(rows, fault), fault.refused)
    return RowsRead(items=tuple(items), wrong=wrong)


def _where(rows: Sequence[Row], fault: Fault) -> tuple[str, str]:
    return rows[fault.index].key, "minutes" if fault.field == "seconds" else fault.field


def _level(row: Row, reading: forms.Reading) -> Level | None:
    amounts = {}
    for name in CELLS[:4]:
        with reading.field(name):
            typed: Any = {name: getattr(row, name)}  # one cell, read as a form's field
            must = name in ("small_blind", "big_blind")
            amounts[name] = (
                forms.number(typed, name=name) if must else forms.number_or_none(typed, name=name) or 0
            )
    seconds = _seconds(row, reading)
    return None if reading.wrong else Level(seconds=seconds, game=row.game[:40], **amounts)


def _recess(row: Row, reading: forms.Reading) -> Recess | None:
    chips: set[int] = set()
    with reading.field("colour_up"):
        chips = numbers_typed(row.colour_up, field="colour_up")
    seconds = _seconds(row, reading)
    return (
        None if reading.wrong else Recess(seconds=seconds, colour_up=tuple(sorted(chips)), add_on=row.add_on)
    )


def _seconds(row: Row, reading: forms.Reading) -> int:
    with reading.field("minutes"):
        if not _MINUTES.fullmatch(row.minutes):
            raise Refused(
                "bad_minutes",
                N_("%(text)s is no number of minutes, like 20 or 12,5."),
                text=row.minutes or "–",
            )
        return round(float(row.minutes.replace(",", ".")) * 60)
    return 0


def denominations_typed(text: str) -> list[int]:
    """Return the chips in play, the smallest first. Refusals: ``bad_number``."""
    return sorted(numbers_typed(text, field="denominations"))
