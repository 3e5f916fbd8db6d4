"""What the page of a structure shows of what is typed: what is wrong, what follows from it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as beside
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.http.request import QueryDict

from access import moment
from rules.games import GAMES
from rules.levels import MOST_ITEMS
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from rules.structure_changes import count_changes
from rules.structure_plan import plan
from tournaments.queries import clock
from tournaments.queries.field import counts_payload
from web.acting import sentence
from web.director.editing.findings import findings_of
from web.director.editing.proposal import wishes_of
from web.director.editing.repairs import repairs
from web.director.editing.structure import Row, read_rows
from web.director.editing.typed import entries_typed
from web.staffing import StaffTournament
from web.templatetags.houses import weekday

_WRONG_SHOWN = 20
_ENTRIES_WITHOUT_ANY = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What somebody has before them. lines: those of the text that tell nothing, in text mode."""

    mode: str
    rows: list[Row]
    text: str
    late: str
    entries: str
    lines: Mapping[tuple[str, str], Refused]
    # what the page was drawn with: the mark of the structure, the end of late registration; "" is what is saved now
    seen: str = ""
    seen_late: str = ""
    # what is asked of a proposal, None where nothing was; what of it cannot be; whether the rows are one
    wishes: QueryDict | None = None
    wishes_wrong: Mapping[str, Refused] = beside(default_factory=dict)
    proposed: bool = False


def too_many(rows: Sequence[Row], *, in_text: bool = False) -> Refused | None:
    """Refusal for more rows than a structure may have; of lines of text it names the first too many."""
    if len(rows) <= MOST_ITEMS:
        return None
    if in_text:
        return Refused(
            "too_many_levels",
            N_(
                "A structure has at most %(most)s levels and breaks; this one has %(count)s. The first too many is line %(line)s."
            ),
            rule="PT-T.45",
            most=MOST_ITEMS,
            count=len(rows),
            line=rows[MOST_ITEMS].key,
        )
    return Refused(
        "too_many_levels",
        N_("A structure has at most %(most)s levels and breaks; this one has %(count)s."),
        rule="PT-T.45",
        most=MOST_ITEMS,
        count=len(rows),
    )


def said_once(
    wrong: Mapping[tuple[str, str], Refused], *, lines: Mapping[tuple[str, str], Refused]
) -> dict[tuple[str, str], Refused]:
    """Return what is wrong in the cells, without those of lines that tell nothing: their line says it all."""
    untold = {key for key, field in lines if field == "line"}
    return {(key, field): no for (key, field), no in wrong.items() if key not in untold}


def seen(structure: Mapping[str, Any]) -> str:
    """Return a digest by which a page knows the structure again that it showed; the end of late registration is told apart."""
    shown = {name: value for name, value in structure.items() if name != "late_registration_levels"}
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()[:16]


def structure_context(scope: StaffTournament, *, typed: Typed, played: int) -> dict[str, Any]:
    """Return the values that the form's template reads."""
    now = scope.settings
    read = read_rows(typed.rows)
    wrong = {**said_once(read.wrong, lines=typed.lines), **typed.lines}
    entries_wrong = typed.wishes_wrong.get("entries")
    asked: int | None = None
    try:
        asked = entries_typed(typed.entries)
    except Refused as refused:
        entries_wrong = entries_wrong or refused
    entries = asked or _entries(scope)
    late = int(typed.late) if typed.late.isdecimal() else 0
    planned = plan(
        read.items,
        starting_stack=now["starting_stack_chips"],
        entries=entries,
        seats=now["seats_per_table"],
        late_level=late,
    )
    starts = _starts(scope, [p.begins_seconds for p in planned.items], played=played)
    through = bool(now["structure"].get("late_registration_through_recess"))
    closes_at, through_recess = _late_closes(
        typed.rows, [p.number for p in planned.items], late=late, through=through
    )
    zone = ZoneInfo(scope.timezone)
    first_day = (starts[0] if starts else now["starts_at"]).astimezone(zone).date()

    def hour(at: datetime) -> str:
        return at.astimezone(zone).strftime("%H:%M")

    def hour_of_day(at: datetime) -> str:
        """With its day, where that is not the day on which the tournament begins."""
        same = at.astimezone(zone).date() == first_day
        return hour(at) if same else f"{weekday(at, scope.timezone).split()[0].rstrip(',')} {hour(at)}"

    lines = []
    for index, (row, item) in enumerate(zip(typed.rows, planned.items, strict=True)):
        found = [
            {
                "field": field,
                "text": sentence(no),
                "repairs": repairs(typed.rows, items=read.items, index=index, field=field, no=no),
            }
            for (key, field), no in wrong.items()
            if key == row.key
        ]
        is_level = row.kind == "level"
        after = starts[index] + timedelta(seconds=at.seconds if (at := read.items[index]) else 0)
        end = starts[index + 1] if index + 1 < len(starts) else after
        lines.append(
            {
                "row": row,
                "level": is_level,
                "number": item.number,
                "played": index < played,
                "current": scope.state == "running" and index == played,
                "starts": hour(starts[index]),
                "total": _hours(item.begins_seconds),
                "rise": item.rise_percent,
                "average": item.average_big_blinds,
                "wrong": found,
                "bad": {one["field"] for one in found},
                "ends": hour(end),
                "late_ends": hour(end) if index == closes_at else "",
                "late_level": late,
            }
        )
    end_at = starts[-1] if starts else now["starts_at"]
    ends = _at(starts, [p.begins_seconds for p in planned.items], planned.ends_seconds, fallback=end_at)
    final = planned.final_table_seconds
    items = [i.as_dict() if i is not None else None for i in read.items]
    changed = count_changes(now["structure"]["items"], now=[item or {} for item in items])
    many = too_many(typed.rows, in_text=typed.mode == "text")
    place = {row.key: at for at, row in enumerate(typed.rows)}
    return {
        "typed": typed,
        "mode": typed.mode,
        "lines": lines,
        "items": items,
        "wrong_lines": [
            {"line": key, "text": sentence(no), "field": field}
            for (key, field), no in sorted(wrong.items(), key=lambda one: place.get(one[0][0], -1))
            if key
        ][:_WRONG_SHOWN],
        "wrong_more": max(0, len(wrong) - _WRONG_SHOWN),
        "wrong_count": len(wrong) + (many is not None),
        "too_many": sentence(many) if many is not None else "",
        "pasted_wrong": sentence(typed.lines["", "pasted"]) if ("", "pasted") in typed.lines else "",
        "changed": changed + (typed.late != str(now["late_registration_level"])),
        "seen": typed.seen or seen(now["structure"]),
        "seen_late": typed.seen_late or now["late_registration_level"],
        "levels": sum(1 for row in typed.rows if row.kind == "level"),
        "recesses": sum(1 for row in typed.rows if row.kind == "recess"),
        "begins": hour(starts[0]) if starts else "",
        "ends": hour_of_day(ends),
        "ends_level": planned.ends_level,
        "final_table": hour_of_day(
            _at(starts, [p.begins_seconds for p in planned.items], final, fallback=ends)
        )
        if final is not None
        else "",
        "length": _hours(planned.total_seconds),
        "entries": typed.entries if entries_wrong else entries,
        "entries_wrong": sentence(entries_wrong) if entries_wrong else "",
        "wishes_wrong": {name: no for name, no in typed.wishes_wrong.items() if name != "entries"},
        "has_ante": any(row.ante.strip("0") for row in typed.rows),
        "has_game": any(row.game for row in typed.rows),
        "games": list(GAMES.items()),
        "curve": _curve(lines),
        "widest": _widest(typed.rows, lines=lines),
        "wishes": wishes_of(scope, items=read.items, ends_seconds=planned.ends_seconds, post=typed.wishes),
        "late_choices": _late_choices(typed.late, lines, through=through),
        "late_through_recess": through_recess,
        "recess_counts": through,
        "kept": sum(1 for line in lines if line["played"] or line["current"]),
        "doubts": [
            f
            for f in (
                findings_of(now, policies=policies_from(now["policies"])) if scope.state != "draft" else []
            )
            if f["doubt"]
        ],
        "blank_level": Row(key="blank", minutes="20"),
        "blank_recess": Row(key="blank", kind="recess", minutes="15"),
    }


def _late_closes(
    rows: Sequence[Row], numbers: Sequence[int | None], *, late: int, through: bool
) -> tuple[int | None, bool]:
    """With which row late registration closes, None with none, and whether that is the recess after its last level: as the
    clock and the displays have it. Rule: SCPT.H"""
    last = next(
        (
            n
            for n, (row, number) in enumerate(zip(rows, numbers, strict=True))
            if late and row.kind == "level" and number == late
        ),
        None,
    )
    if last is None:
        return None, False
    through = through and any(row.kind == "recess" for row in rows[last + 1 : last + 2])
    return last + through, through


def _late_choices(
    typed: str, lines: Sequence[Mapping[str, Any]], *, through: bool
) -> list[tuple[str, str, bool]]:
    """The levels that can close late registration, when each does, and whether with the recess after it (`through`: the structure says
    so); and what was typed if there is no such level."""
    found = []
    for line, following in zip(lines, [*lines, None][1:], strict=True):
        if line["level"]:
            recess = through and following is not None and not following["level"]
            ends = following["ends"] if recess and following is not None else line["ends"]
            found.append((str(line["number"]), str(ends), recess))
    return (
        found
        if typed == "0" or any(typed == number for number, *_ in found)
        else [*found, (typed, "", False)]
    )


def _entries(scope: StaffTournament) -> int:
    """For how many entries is forecast unless it is said: as there are, as many as there is room for."""
    counted = 0
    if scope.state != "draft":
        counted = int(counts_payload(scope.tournament_id, seen_at=None)["entries_total"])
    return counted or scope.settings["capacity"] or _ENTRIES_WITHOUT_ANY


def _starts(scope: StaffTournament, begins: Sequence[int], *, played: int) -> list[datetime]:
    """When each begins: as announced; of a tournament that runs, as it went, and from the end of what is played now on: its clock may have
    stood, and been given or taken time. A clock that stands is taken to go on at once."""
    start = scope.settings["starts_at"]
    if scope.state != "running":
        return [start + timedelta(seconds=s) for s in begins]
    went = clock.levels_began(scope.tournament_id)
    if played + 1 < len(begins):
        ends = clock.running_item_ends(scope.tournament_id, at=moment.at())
        start = ends - timedelta(seconds=begins[played + 1])
    return [
        went[n] if n <= played and n in went else start + timedelta(seconds=s) for n, s in enumerate(begins)
    ]


def _at(
    starts: Sequence[datetime], begins: Sequence[int], seconds: int | None, *, fallback: datetime
) -> datetime:
    """The hour of a moment of the plan."""
    found = [n for n, s in enumerate(begins) if s <= (seconds or 0)]
    if not found or seconds is None:
        return fallback
    return starts[found[-1]] + timedelta(seconds=seconds - begins[found[-1]])


def _hours(seconds: int) -> str:
    minutes = seconds // 60
    return f"{minutes // 60}:{minutes % 60:02d}"


def _widest(rows: Sequence[Row], *, lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The widest of each column: a long table is drawn while it comes, and its columns have their width from its beginning."""
    typed = ("small_blind", "big_blind", "big_blind_ante", "ante", "minutes")
    computed = {
        name: [line[name] for line in lines if line[name] is not None] for name in ("rise", "average")
    }
    return (
        {name: max((getattr(row, name) for row in rows), key=len, default="") for name in typed}
        | {
            name: max((str(line[name] or "") for line in lines), key=len, default="")
            for name in ("number", "starts", "total")
        }
        | {name: max(values, default=None) for name, values in computed.items()}
        | {"recess": any(row.kind == "recess" for row in rows), "now": any(line["current"] for line in lines)}
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """The forecast average stack over the levels. points: of a line 280 wide and 100 high, deeper than 150 is cut; first, last:
    the levels it begins and ends with; now: where the level that is played stands on it, before the start nowhere.
    """

    points: str
    first: int
    last: int
    now: str


def _curve(lines: Sequence[Mapping[str, Any]]) -> Curve | None:
    found = [line for line in lines if line["average"] is not None]
    if len(found) < 3:
        return None
    step = 280 / (len(found) - 1)
    # in a break the level before it is the last that was played
    at = [n for n, line in enumerate(found) if line["played"] or line["current"]]
    begun = any(line["current"] for line in lines)
    return Curve(
        points=" ".join(
            f"{n * step:.1f},{100 - min(line['average'], 150) * 0.6:.1f}" for n, line in enumerate(found)
        ),
        first=found[0]["number"],
        last=found[-1]["number"],
        now=f"{at[-1] * step:.1f}" if begun and at else "",
    )
