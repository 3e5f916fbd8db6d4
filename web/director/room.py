"""A room of many tables as tiles: how many sit at each, and one word of what it needs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from tables.queries import TableLine, unverified_tables
from tournaments.queries.stacks import Counted, counts_standing_at_tables
from web.director.table_cards import Steps, Tag
from web.staffing import StaffTournament

TILES_ON_A_PAGE = 60
NEXT_TO_BREAK = 4
_RANK = {"bad": 0, "warn": 1, "verify": 2, "": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """One table of the room. kind: how urgent its word is, bad, warn, verify or none; free: seats."""

    line: TableLine
    free: int
    unverified: bool
    tag: Tag | None
    kind: str


def tiles_of(scope: StaffTournament, *, lines: Sequence[TableLine], steps: Steps) -> list[Tile]:
    """Return every table with the one thing that is told of it."""
    walked = scope.state == "running" and scope.play_table is None
    loose = unverified_tables(scope.tournament_id) if walked else set()
    fullest = max((line.players for line in lines), default=0)
    return [_tile(line, steps=steps, loose=loose, fullest=fullest) for line in lines]


def _tile(line: TableLine, *, steps: Steps, loose: Collection[int], fullest: int) -> Tile:
    tag = _need(line, steps=steps, fullest=fullest)
    if tag is None and line.table in loose:
        tag = Tag(icon="", text=_("verify"), kind="verify")
    if tag is None and line.break_rank is not None and line.break_rank <= NEXT_TO_BREAK:
        tag = Tag(icon="", text=_("breaks next: %(rank)s") % {"rank": line.break_rank})
    return Tile(
        line=line,
        free=max(line.seats - line.players, 0),
        unverified=line.table in loose,
        tag=tag,
        kind=tag.kind if tag is not None else "",
    )


def _need(line: TableLine, *, steps: Steps, fullest: int) -> Tag | None:
    proposed = steps.tags.get(line.table)
    if proposed:
        return min(proposed, key=lambda tag: _RANK[tag.kind])
    if line.state == "halted":
        return Tag(icon="pause", text=_("halted"), kind="bad")
    if line.hand_done is False:
        return Tag(icon="hourglass", text=_("plays"), kind="warn")
    if line.players < fullest - 1:
        return Tag(
            icon="arrow-down", text=_("%(count)s fewer") % {"count": fullest - line.players}, kind="warn"
        )
    return None


def filtered(scope: StaffTournament, *, tiles: Sequence[Tile], only: str) -> list[Tile]:
    """Return those that a filter leaves, `FILTERS` in one word."""
    if only == "uncounted" and scope.state == "running":
        # who sits where the tiles know: only what was counted is asked for
        counted = counts_standing_at_tables(scope.tournament_id)
        return [t for t in tiles if t.line.players > counted.get(t.line.table, Counted()).stacks]
    chosen = _FILTERS.get(only)
    return [t for t in tiles if chosen is None or chosen(t)]


_FILTERS: Mapping[str, Callable[[Tile], bool]] = {
    "now": lambda t: t.kind == "bad",
    "short": lambda t: t.kind == "warn",
    "unverified": lambda t: t.unverified,
    "next": lambda t: t.line.break_rank is not None and t.line.break_rank <= NEXT_TO_BREAK,
}
FILTERS = ("now", "short", "unverified", "next", "uncounted")
ORDERS = ("room", "need", "size")


def in_order(tiles: Sequence[Tile], *, order: str) -> list[Tile]:
    """Return them as the room has them, those in need first, or the smallest first."""
    if order == "need":
        return sorted(tiles, key=lambda t: (_RANK[t.kind], t.line.table))
    if order == "size":
        return sorted(tiles, key=lambda t: (t.line.players, t.line.table))
    return list(tiles)


def filters(
    scope: StaffTournament, *, tiles: Sequence[Tile], only: str, query: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return the filters with how many tables each has; what nobody has is left out, unless it is chosen."""
    names = {
        "": _("All tables"),
        "now": _("Need you now"),
        "short": _("Out of balance"),
        "unverified": _("To verify"),
        "next": _("Breaks next"),
        "uncounted": _("Not counted"),
    }
    found = []
    for name, text in names.items():
        # nobody is counted before the start
        counts = name != "uncounted" or scope.state == "running"
        count = len(filtered(scope, tiles=tiles, only=name)) if counts else 0
        if count == 0 and name != only:
            continue
        kept = {k: v for k, v in query.items() if k in ("order", "move")}
        found.append(
            {
                "name": name,
                "text": text,
                "count": count,
                "chosen": name == only,
                "query": urlencode({**kept, **({"only": name} if name else {})}),
            }
        )
    return found
