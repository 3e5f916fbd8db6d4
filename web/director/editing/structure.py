"""The levels and recesses of a structure as rows: from the table, from lines of text, from what is stored."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http.request import QueryDict
from django.utils.translation import gettext as _

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


_BREAK = re.compile(
    r"(?:break|recess|pausa|intervalo|jantar|dinner)\s+(\S+?)(?:\s+-\s*([\d.,\s]+?))?(\s+add-on)?",
    re.IGNORECASE,
)
_GROUPED = re.compile(r"\d{1,3}(?:[.,\u00a0\u202f]\d{3})+")


def rows_of_text(text: str) -> tuple[list[Row], dict[tuple[str, str], Refused]]:
    """Return the rows that lines of text tell, one a line, and the lines that tell none. A line: small blind, big blind, ante,
    big blind ante, minutes and maybe the game; or without the single ante; or "break", its minutes, the chips that
    leave play (-25) and "add-on". Between them spaces, tabs, commas or semicolons, as spreadsheets copy them."""
    rows: list[Row] = []
    wrong: dict[tuple[str, str], Refused] = {}
    levels = 0
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.replace("\u00a0", " ").strip().strip(";,").strip()
        if not plain:
            continue
        if found := _BREAK.fullmatch(re.sub(r"[\t;]+", " ", plain)):
            chips = ", ".join(
                _ungrouped(one) for one in re.split(r",\s+|\s+|,(?!\d{3}\b)", found[2] or "") if one
            )
            rows.append(
                Row(
                    key=str(number),
                    kind="recess",
                    minutes=found[1],
                    colour_up=chips,
                    add_on=bool(found[3]),
                )
            )
            continue
        cells = _cells(plain)
        # a list that numbers its levels
        if (
            len(cells) > 4
            and cells[0] == str(levels + 1)
            and all(c.isdigit() for c in cells[:6])
            and len(cells) > 5
        ):
            cells = cells[1:]
        amounts = 3 if len(cells) == 4 else 4
        if len(cells) <= amounts or not all(
            c.isascii() and c.isdigit() and len(c) < 13 for c in cells[:amounts]
        ):
            wrong[str(number), "line"] = _bad_line(number, plain)
            rows.append(Row(key=str(number)))
            continue
        levels += 1
        small, big, *antes = cells[:amounts]
        ante, big_blind_ante = antes if len(antes) == 2 else ("", antes[0])
        rows.append(
            Row(
                key=str(number),
                small_blind=small,
                big_blind=big,
                ante=ante,
                big_blind_ante=big_blind_ante,
                minutes=cells[amounts],
                game=" ".join(cells[amounts + 1 :])[:40],
            )
        )
    return rows, wrong


def _cells(line: str) -> list[str]:
    for sign in (r"\t", ";", r",\s+"):
        if re.search(sign, line):
            parts = re.split(rf"\s*{sign}\s*", line)
            break
    else:
        parts = line.split() if re.search(r"\s", line) else line.split(",")
    return [_ungrouped(part.strip()) for part in parts if part.strip()]


def _ungrouped(number: str) -> str:
    return re.sub(r"\D", "", number) if _GROUPED.fullmatch(number) else number


def text_of(rows: Sequence[Row]) -> str:
    """Return the rows as lines of text, in the reader's word for a break."""
    lines = []
    for row in rows:
        if row.kind == "recess":
            extra = f" -{','.join(re.findall(r'[0-9]+', row.colour_up))}" if row.colour_up else ""
            lines.append(f"{_('break')} {row.minutes}{extra}{' add-on' if row.add_on else ''}")
        else:
            cells = [_ungrouped(getattr(row, name)) or "0" for name in CELLS[:4]]
            lines.append(" ".join([*cells, row.minutes, *([row.game] if row.game else [])]))
    return "\n".join(lines)


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
