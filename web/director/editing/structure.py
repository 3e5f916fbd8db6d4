"""The structure of a tournament as lines of text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules.refusals import N_, Refused
from web.director.editing.typed import numbers_typed


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
    return sorted(numbers_typed(text, "denominations"))
