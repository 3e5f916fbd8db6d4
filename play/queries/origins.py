"""From which lines and browsers players sat down: where it is kept, and how often two came from the same. No digest leaves this module.

Ask `require(REVIEW_INTEGRITY)` first for what is told of pairs.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Max, Min

from dispatch import prepared
from ledger.queries.rows import rows_of
from people.queries import names_of_users
from play.models import OriginWatch, PlayOrigin, TableKind
from play.queries.integrity import of_period

Pair = tuple[int, int]

_WITHOUT = """
SELECT tables.venue_id, tables.tournament_id, sat.id
FROM play_sitting sat
JOIN play_playtable tables ON tables.id = sat.table_id
JOIN play_originwatch watch ON watch.venue_id = tables.venue_id
JOIN people_player player ON player.id = sat.player_id AND NOT player.simulated
LEFT JOIN tournaments_tournament event ON event.id = tables.tournament_id
WHERE sat.table_id = %(table)s::bigint AND sat.player_id = %(player)s::bigint AND sat.left_at IS NULL
    AND (tables.kind = 'cash' OR tables.kind = 'tournament' AND NOT event.practice)
    AND NOT EXISTS (SELECT FROM play_playorigin had WHERE had.sitting_id = sat.id)
    AND NOT EXISTS (
        SELECT FROM play_playorigin had
        WHERE had.tournament_id = tables.tournament_id AND had.player_id = sat.player_id
    )"""

# Under one key alone two digests tell anything about each other. Of cash tables: times at which both sat there.
_KEPT = """
    SELECT player_id, sitting_id, tournament_id, key, line, browser FROM play_playorigin
    WHERE venue_id = %(venue)s AND at >= %(since)s AND at < %(until)s"""
_MET = """
LEFT JOIN play_sitting sat ON sat.id = one.sitting_id
LEFT JOIN play_sitting beside ON beside.id = two.sitting_id
WHERE (%(kind)s = 'tournament' AND one.tournament_id = two.tournament_id
    OR %(kind)s = 'cash' AND beside.table_id = sat.table_id
        AND beside.since < coalesce(sat.left_at, 'infinity') AND sat.since < coalesce(beside.left_at, 'infinity'))"""
_SHARED = f"""
WITH wanted AS (
    SELECT * FROM unnest(%(firsts)s::bigint[], %(seconds)s::bigint[]) AS pair (first, second)
), kept AS ({_KEPT} AND player_id = ANY(%(firsts)s::bigint[] || %(seconds)s::bigint[])
), met AS (
    SELECT wanted.first, wanted.second, one.line = two.line AS line, one.browser = two.browser AS browser
    FROM wanted
    JOIN kept one ON one.player_id = wanted.first
    JOIN kept two ON two.player_id = wanted.second AND two.key = one.key
    {_MET}
)
SELECT first, second, count(line), count(*) FILTER (WHERE line), count(browser), count(*) FILTER (WHERE browser)
FROM met GROUP BY first, second"""
_ONE_BROWSER = f"""
WITH kept AS ({_KEPT})
SELECT DISTINCT one.player_id, two.player_id
FROM kept one JOIN kept two ON two.key = one.key AND two.browser = one.browser AND two.player_id > one.player_id
{_MET}
ORDER BY one.player_id, two.player_id LIMIT %(limit)s"""
# so many pairs at most are put at the top of a list
_MOST_PAIRS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceWithoutOrigin:
    """Where somebody sits of whom it is not kept yet from where. tournament_id: whose table it is; None at a cash table."""

    venue_id: int
    tournament_id: int | None
    sitting_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedOrigins:
    """How often two came from the same line, and the same browser, in the sessions and tournaments of both in which that can be told."""

    line_sessions: int = 0
    same_line: int = 0
    browser_sessions: int = 0
    same_browser: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginsState:
    """Whether a house keeps from which lines and browsers players sit down. since, by: when it was switched on, and by whom; None and
    "" where it is off. origins: how many there are; oldest, newest: of when.
    """

    kept: bool
    since: datetime | None
    by: str
    origins: int
    oldest: datetime | None
    newest: datetime | None


def place_without_origin(*, player_id: int, table_id: int) -> PlaceWithoutOrigin | None:
    """Return where a player sits for money or in a tournament, where it is to be kept from where and is not yet; else None."""
    found = prepared.rows(_WITHOUT, {"player": player_id, "table": table_id})
    if not found:
        return None
    venue_id, tournament_id, sitting_id = found[0]
    return PlaceWithoutOrigin(venue_id=venue_id, tournament_id=tournament_id, sitting_id=sitting_id)


def origins_are_kept(venue_id: int) -> bool:
    """Return whether a house keeps from where players sit down."""
    return OriginWatch.objects.filter(pk=venue_id).exists()


def houses_with_origins() -> list[str]:
    """Return the names of the houses that keep from where players sit down: everybody may know them."""
    return list(OriginWatch.objects.order_by("venue__name").values_list("venue__name", flat=True))


def origins_state(venue_id: int) -> OriginsState:
    """Return whether a house keeps from where players sit down, and how much of it there is."""
    row = OriginWatch.objects.filter(pk=venue_id).first()
    rows = PlayOrigin.objects.filter(venue_id=venue_id)
    ends = rows.aggregate(oldest=Min("at"), newest=Max("at"))
    return OriginsState(
        kept=row is not None,
        since=row.since if row else None,
        by=names_of_users({row.by}).get(row.by, f"#{row.by}") if row else "",
        origins=rows.count(),
        oldest=ends["oldest"],
        newest=ends["newest"],
    )


def own_origins(player_id: int) -> dict[str, Any]:
    """Return what a player's file says of the digests of lines and browsers: how many, and of when. They tell nothing themselves."""
    days = PlayOrigin.objects.filter(player_id=player_id).order_by("-at").values_list("at", flat=True)
    return {"digests": len(days), "kept_at": list(days)}


def shared_origins(
    venue_id: int, *, pairs: Collection[Pair], kind: TableKind, first: date, last: date
) -> dict[Pair, SharedOrigins]:
    """Return of these pairs how often both came from the same line or browser; a pair of whom nothing can be told is left out.

    Each pair with the lower number first. Refusals: ``bad_period``. Rule: PT-H.11, PT-O.11
    """
    if not pairs or not origins_are_kept(venue_id):
        return {}
    asked = of_period(venue_id, kind=kind, first=first, last=last)
    whom = {"firsts": [one for one, _other in pairs], "seconds": [other for _one, other in pairs]}
    return {
        (low, high): SharedOrigins(
            line_sessions=lines, same_line=same_line, browser_sessions=browsers, same_browser=same_browser
        )
        for low, high, lines, same_line, browsers, same_browser in rows_of(_SHARED, values=asked | whom)
    }


def pairs_of_one_browser(venue_id: int, *, kind: TableKind, first: date, last: date) -> list[Pair]:
    """Return the pairs that sat at one table, or played one tournament, with one browser, each with the lower number first.

    Refusals: ``bad_period``. Rule: PT-H.11, PT-O.11
    """
    if not origins_are_kept(venue_id):
        return []
    asked = of_period(venue_id, kind=kind, first=first, last=last)
    return [(one, two) for one, two in rows_of(_ONE_BROWSER, values=asked | {"limit": _MOST_PAIRS})]
