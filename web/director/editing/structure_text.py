"""A structure as lines of text: what people paste from a spreadsheet, a message or another room's page, and how it is written back."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from rules.levels import LONGEST_SECONDS
from rules.refusals import N_, Refused
from web.director.editing.structure import CELLS, Row, ungrouped
from web.director.editing.typed import without_groups

#: No structure is longer; what comes after is counted, not read.
MOST_LINES = 2_000

_PLAIN = (
    r"(?:\d{1,3}(?:[.,]\d{3})+|\d{1,12}(?:[.,]\d{1,3})?)\s?[kKmM](?![a-zA-Z])|\d{1,3}(?:[.,]\d{3})+|\d{1,12}"
)
_NUMBER = re.compile(_PLAIN)
_JOINED = re.compile(rf"\(?({_PLAIN})([/-])({_PLAIN})(?:\2({_PLAIN}))?\)?")
_LABEL = re.compile(
    r"(?:(?:level|lvl|lv|n[ií]vel|nv|l|n)[.:]?\s*#?\s*\d{1,3}\s*[.:)–-]?|#?\d{1,3}\s*[.:)ºª°])(?:[\s;,|]+|$)",
    re.IGNORECASE,
)
_BREAK = re.compile(
    r"\b(?:break|breaks|recess|pausa|pause|intervalo|jantar|dinner|coffee|café)\b", re.IGNORECASE
)
_ADD_ON = re.compile(r"\badd[\s-]?ons?\b", re.IGNORECASE)
# "level 4" of "break after level 4" counts levels, no chips
_COUNTED = re.compile(r"\b(?:level|lvl|n[ií]vel)\s*#?\d{1,3}\b", re.IGNORECASE)
_CHIP = r"\d{1,12}(?:[.,]\d{3})*(?![\d:]|[.,]\d|\s*(?:m|h|['′](?!s)))(?:['’]?s\b)?"
_COLOUR_UP = re.compile(
    r"\b(?:colou?r[ -]?(?:up|off)|chip[ -]?race|race[ -]?off|trocas?)\b"
    r"(?:[ :(–-]|\b(?:of|de|d[ao]s?|as|chips?|fichas?)\b)*"
    rf"({_CHIP}(?:\s*(?:[,/&+]|\b(?:e|and)\b)\s*{_CHIP})*)",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"level|lvl|n[ií]vel|small|big|blinds?|sb|bb|bba|ante|min(?:utes|utos|s)?|time|tempo|dura(?:tion|ção)|#",
    re.IGNORECASE,
)
_LENGTH = re.compile(
    r"(?:(?P<hours>\d{1,2})\s*h\s*(?P<rest>\d{2})?|(?P<one>\d{1,2}):(?P<two>\d{2})(?::(?P<three>\d{2}))?"
    r"|(?P<minutes>\d{1,4}(?:[.,]\d{1,2})?)\s*(?:minutos?|minutes?|mins?|min\.|m|['′]))(?![\w.,:])",
    re.IGNORECASE,
)
# "break 2, 15 min": which break it is
_OWN_NUMBER = re.compile(rf"\s*#?\d\s*[.:,)(–\s-]\s*(?={_LENGTH.pattern})", re.IGNORECASE)
# as `text_of` writes a level
_WRITTEN = re.compile(r"(\d+)[ /](\d+) (\d+) (\d+) (\d{1,9}(?:[.,]\d{1,2})?)(?: (.*))?", re.ASCII)
_NONE = {"-", "–", "—"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A line that is neither empty nor a heading. cells: of a level, its label taken off; recess: None for a level."""

    number: int
    text: str
    cells: tuple[str, ...] = ()
    recess: Row | None = None


def rows_of_text(text: str, *, minutes: str = "") -> tuple[list[Row], dict[tuple[str, str], Refused]]:
    """Return the rows that lines of text tell, one a line, and the lines that tell none.

    A level is its small and big blind (``100 200``, ``100/200``, ``100-200``), its antes and its minutes, maybe
    numbered before and with the game behind; a break is a word for it, its minutes, the chips that leave play and
    "add-on". Between them spaces, tabs, commas or semicolons. A lone ante below the small blind is each player's, any
    other is the big blind's. A level without minutes lasts as long as the one before; the first `minutes`.
    """
    lines = list(_lines(text))
    numbered = _numbered(lines)
    antes = _lone_numbers_are_antes(lines, numbered=numbered)
    rows: list[Row] = []
    wrong: dict[tuple[str, str], Refused] = {}
    levels = 0
    for line in lines:
        if line.recess is not None:
            rows.append(line.recess)
            continue
        cells = line.cells
        if numbered or _has_own_number(cells, levels + 1):
            cells = cells[1:]
        row = _written(line) if cells == line.cells else None
        row = row or _level(line, cells, lone_is_ante=antes)
        levels += 1
        if row is None:
            wrong[str(line.number), "line"] = _bad_line(line)
            row = Row(key=str(line.number))
        elif not row.minutes:
            row = replace(row, minutes=minutes)
        if row.minutes:
            minutes = row.minutes
        rows.append(row)
    return rows, wrong


def text_of(rows: Sequence[Row]) -> str:
    """Return the rows as lines of text, in the reader's word for a break; read again they are the same rows."""
    lines = []
    # a small blind that is the number of its level could be taken for that
    smalls = [ungrouped(row.small_blind) for row in rows if row.kind != "recess"]
    sign = "/" if any(small == str(number) for number, small in enumerate(smalls, 1)) else " "
    for row in rows:
        if row.kind == "recess":
            extra = "".join(f" -{chip}" for chip in re.findall(r"[0-9]+", without_groups(row.colour_up)))
            lines.append(f"{_('break')} {row.minutes}{extra}{' add-on' if row.add_on else ''}")
        else:
            small, big, *antes = (ungrouped(getattr(row, name)) or "0" for name in CELLS[:4])
            cells = [f"{small}{sign}{big}", *antes, row.minutes, *([row.game] if row.game else [])]
            lines.append(" ".join(cells))
    return "\n".join(lines)


def _lines(text: str) -> Iterator[_Line]:
    """The lines that say something, with their numbers."""
    for number, line in enumerate(text.split("\n")[:MOST_LINES], 1):
        # a space that groups thousands, then any other
        joined = re.sub(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))", "", line)
        plain = re.sub(r"[\u00a0\u2009\u202f]", " ", joined).strip().strip(";,|").strip()
        if not plain or _is_heading(plain):
            continue
        if _BREAK.search(plain) and not _JOINED.match(plain):
            yield _Line(number=number, text=plain, recess=_recess(number, plain))
        else:
            yield _Line(
                number=number,
                text=plain,
                cells=tuple(_cells(_LABEL.sub("", plain, count=1) if _LABEL.match(plain) else plain)),
            )


def _is_heading(line: str) -> bool:
    """Whether a line names columns: at least two words for them, no amount."""
    return not re.search(r"\d", line) and len(_HEAD.findall(line)) >= 2


def _cells(line: str) -> Iterator[str]:
    """What stands in a line one beside the other; a length with its unit is one, "20min"."""
    line = re.sub(r"\s*\b(?:big\s*blind|bb)[\s-]?ante\b:?\s*(?=[\d(])", " bba:", line, flags=re.IGNORECASE)
    line = re.sub(r"\s*\bante\b:?\s*(?=[\d(])", " ante:", line, flags=re.IGNORECASE)
    line = _LENGTH.sub(lambda found: f" {_minutes_of(found)}min ", line)
    line = re.sub(r"(?<=\d)([kKmM]?)\s*/\s*(?=\d)", r"\1/", line)
    line = re.sub(r"(?<=\d)([kKmM]?)[-–](?=\d)", r"\1-", line)
    # with spaces around it only between the blinds: elsewhere it stands for none
    line = re.sub(r"^(\(?\d\S*)\s+[-–]\s+(\d\S*)(?:\s+[-–]\s+(?=\d))?", _hyphened, line)
    if sign := next((s for s in ("\t", ";", "|") if s in line), ""):
        parts = [re.sub(r"(?<=\d) (?=\d{3}(?!\d))", "", part) for part in line.split(sign)]
    elif re.search(r",\s", line):
        parts = re.split(r",\s+", line)
    else:
        parts = [line] if re.search(r"\s", line) else line.split(",")
    for part in parts:
        yield from part.split()


def _hyphened(found: re.Match[str]) -> str:
    """Blinds with spaces around their hyphens as one."""
    return f"{found[1]}-{found[2]}" + ("-" if re.search(r"[-–]\s+$", found[0]) else "")


def _numbered(lines: Sequence[_Line]) -> bool:
    """Whether the first column counts the levels: 1, 2, 3 …, with what can only be blinds beside it."""
    levels = [(n, line.cells) for n, line in enumerate(lines) if line.cells and line.cells[0].isdigit()]
    if len(levels) < 2 or len(levels[0][1][0]) > 3 or int(levels[0][1][0]) != 1:
        return False
    for (place, cells), (next_place, next_cells) in itertools.pairwise(levels):
        if len(next_cells[0]) > 3 or not 1 <= int(next_cells[0]) - int(cells[0]) <= next_place - place:
            return False
    return all(_blinds_follow(cells) for _place, cells in levels)


def _blinds_follow(cells: Sequence[str]) -> bool:
    """Whether the first cell is no small blind: what follows is far above it, or two blinds in one."""
    if len(cells) < 3 and not (len(cells) == 2 and _JOINED.fullmatch(cells[1])):
        return False
    small = _JOINED.fullmatch(cells[1]) or _NUMBER.fullmatch(cells[1])
    return bool(small) and (
        _JOINED.fullmatch(cells[1]) is not None or _amount(cells[1]) > 3 * int(cells[0]) or _counts(cells) > 5
    )


def _has_own_number(cells: Sequence[str], number: int) -> bool:
    """Whether one line is numbered: more amounts than a level has, or the next number before two blinds in one."""
    if not cells or cells[0] != str(number):
        return False
    return _counts(cells) > 5 or (len(cells) > 1 and _JOINED.fullmatch(cells[1]) is not None)


def _counts(cells: Sequence[str]) -> int:
    """How many plain numbers a line begins with."""
    return next((n for n, cell in enumerate(cells) if not _NUMBER.fullmatch(cell)), len(cells))


def _lone_numbers_are_antes(lines: Sequence[_Line], *, numbered: bool) -> bool:
    """Whether the one number behind the blinds is the ante: it follows the big blind, or is longer than a level."""
    like_the_blind: set[int] = set()
    for line in lines:
        cells = line.cells[1:] if numbered else line.cells
        found = _JOINED.fullmatch(cells[0]) if cells else None
        rest = cells[1:] if found else cells[2:]
        if (
            (found and found[4])
            or len(cells) < (2 if found else 3)
            or _counts(rest) != 1
            or any(c.endswith("min") for c in rest)
        ):
            continue
        big = _amount(found[3] if found else cells[1]) if found or _NUMBER.fullmatch(cells[1]) else 0
        if (lone := _amount(rest[0])) * 60 > LONGEST_SECONDS:
            return True
        if lone == big:
            like_the_blind.add(big)
    return len(like_the_blind) > 1


def _written(line: _Line) -> Row | None:
    """A level as `text_of` writes it, the game letter by letter."""
    found = _WRITTEN.fullmatch(line.text)
    if not found or max(len(found[n]) for n in range(1, 5)) > 12:
        return None
    small, big, ante, big_blind_ante, minutes, game = found.groups()
    return Row(
        key=str(line.number),
        small_blind=small,
        big_blind=big,
        ante=ante,
        big_blind_ante=big_blind_ante,
        minutes=minutes,
        game=(game or "").strip()[:40],
    )


def _level(line: _Line, cells: Sequence[str], *, lone_is_ante: bool) -> Row | None:
    """A level of what stands in its line, None where that tells none."""
    if not cells:
        return None
    found = _JOINED.fullmatch(cells[0])
    if found:
        small, big, named, rest = found[1], found[3], [found[4]] if found[4] else [], list(cells[1:])
    elif len(cells) > 1 and _NUMBER.fullmatch(cells[0]) and _NUMBER.fullmatch(cells[1]):
        small, big, named, rest = cells[0], cells[1], [], list(cells[2:])
    else:
        return None
    values: dict[str, str] = {}
    minutes, numbers = "", list[str]()
    while rest:
        cell = rest[0]
        if cell.endswith("min") and not minutes:
            minutes = cell.removesuffix("min")
        elif labelled := re.fullmatch(rf"(bba|ante):\(?({_PLAIN})\)?", cell):
            values["big_blind_ante" if labelled[1] == "bba" else ""] = labelled[2]
        elif bracketed := re.fullmatch(rf"\(({_PLAIN})\)", cell):
            named.append(bracketed[1])
        elif cell in _NONE:
            numbers.append("0")
        elif _NUMBER.fullmatch(cell) or re.fullmatch(r"\d{1,3}[.,]\d{1,2}", cell):
            numbers.append(cell)
        else:
            break
        rest.pop(0)
        if len(numbers) == 3 or (minutes and len(numbers) == 2):
            break
    if "" in values:
        named.append(values.pop(""))
    if not minutes and numbers and (named or values or len(numbers) > 1 or not lone_is_ante):
        minutes = numbers.pop()
    named += numbers
    if len(named) == 1:
        each = 0 < _amount(named[0]) < _amount(small)
        values["ante" if each else "big_blind_ante"] = named[0]
    elif len(named) == 2:
        values |= {"ante": named[0], "big_blind_ante": named[1]}
    elif named:
        return None
    if rest and (_NUMBER.fullmatch(rest[0]) or not re.search(r"\w", rest[0])) and len(numbers) < 2:
        return None
    amounts = {name: str(_amount(value)) for name, value in values.items()}
    return Row(
        key=str(line.number),
        small_blind=str(_amount(small)),
        big_blind=str(_amount(big)),
        ante=amounts.get("ante", ""),
        big_blind_ante=amounts.get("big_blind_ante", ""),
        minutes=minutes,
        game=" ".join(rest).strip("()")[:40],
    )


def _amount(number: str) -> int:
    """Chips as written: 1.000, 1,000, 25k, 1.5k; anything else is none."""
    found = re.fullmatch(r"(\d[\d.,]*)\s?([kKmM]?)", number)
    if not found:
        return 0
    if not found[2]:
        return int(re.sub(r"\D", "", found[1]))
    times = 1_000 if found[2] in "kK" else 1_000_000
    whole, _sign, part = found[1].replace(",", ".").partition(".")
    return int(whole) * times + int(part.replace(".", "").ljust(6, "0")[:6]) * times // 1_000_000


def _recess(number: int, line: str) -> Row:
    """A break: the first length or number is its minutes, every other number a chip that leaves play; what is listed
    behind the words for a colour-up is chips wherever it stands.
    """
    label = _LABEL.match(line)
    rest = _ADD_ON.sub(" ", line[label.end() :] if label else line)
    rest = _COUNTED.sub(" ", rest)
    chips: list[str] = []
    if colour_up := _COLOUR_UP.search(rest):
        chips += _chips(colour_up[1])
        rest = f"{rest[: colour_up.start()]} {rest[colour_up.end() :]}"
    word = _BREAK.search(rest)
    # the number of the level or of the line before the word
    if word and not _LENGTH.search(rest[: word.start()]):
        rest = _OWN_NUMBER.sub(" ", rest[word.end() :], count=1)
    minutes = ""
    if length := _LENGTH.search(rest):
        minutes = _minutes_of(length)
        rest = rest[: length.start()] + " " + rest[length.end() :]
    elif plain := re.search(r"(?<![\d.,])\d{1,9}(?:[.,]\d{1,2})?(?![\d]|[.,]\d)", rest):
        minutes = plain[0]
        rest = rest[plain.end() :]
    elif words := [w for w in re.split(r"[\s;,|()–-]+", rest) if w]:
        minutes = words[0][:20]
    chips += _chips(rest)
    return Row(
        key=str(number),
        kind="recess",
        minutes=minutes,
        colour_up=", ".join(chips),
        add_on=bool(_ADD_ON.search(line)),
    )


def _chips(text: str) -> Iterator[str]:
    """The chips of a list; "25,100" are two, "1,000" and "1.000" one."""
    for one in re.findall(r"\d{1,3}(?:[.,]000)+(?!\d)|\d{1,3}(?:\.\d{3})+(?!\d)|\d{1,12}", text):
        yield re.sub(r"\D", "", one)


def _minutes_of(length: re.Match[str]) -> str:
    """Minutes as typed in a cell: of "20 min", "1h30", "0:20", "20:00", "1:00:00"."""
    if length["minutes"]:
        return length["minutes"]
    if length["hours"]:
        return str(60 * int(length["hours"]) + int(length["rest"] or 0))
    one, two = int(length["one"]), int(length["two"])
    if length["three"]:
        seconds = 3600 * one + 60 * two + int(length["three"])
    else:  # "20:00" are minutes and seconds, "1:00" hours and minutes
        seconds = 60 * one + two if one > 4 else 3600 * one + 60 * two
    return f"{seconds / 60:.10g}"


def _bad_line(line: _Line) -> Refused:
    return Refused(
        "bad_line",
        N_(
            "Line %(number)s, %(text)s: write small blind, big blind, ante, big blind ante, minutes; or break and minutes."
        ),
        number=line.number,
        text=line.text[:40],
        field="structure",
    )
