"""Which tables there are, and what is due at them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from dispatch import prepared
from dispatch.reading import keep, read_once
from play.models import DueKind, PlayTable, TableKind, TableStage
from play.queries.cash import terms_of
from play.queries.deciding import policy_of
from play.queries.events import tables_held_by_clock
from play.queries.lines import LinesLost, lines_lost_at
from play.queries.onlookers import seen_by_onlookers
from play.queries.waiting_list import counts_waiting
from rules.hands import TablePolicies
from rules.online import LOOKED_FOR_FROM, CashTerms, TimePolicy
from rules.online.rebuys import TO_REBUY

# An act that came in time may still be on its way to the lock when the time is over.
_IN_FLIGHT_MS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayTableLine:
    """A table in the list. game: of `rules.games`. players: who sits there; rehearsal: how many of them are made for rehearsals; tournament_id:
    whose table it is, table_number: which of its tables; None at a demo table. currency, least_buy_in_cents, most_buy_in_cents: of a cash
    table, where every chip is a cent; "" and None elsewhere. rake_manner, rake_bp: what the house takes there, in hundredths of a percent: of each "pot", or of the "buy_in". waiting: how many wait for a seat there. session_starts_at, session_minutes: of one that is played for a session,
    session_ends_at: once it has begun. lines: of a table that stands because many
    lines went at once, None elsewhere."""

    table_id: int
    name: str
    kind: str
    game: str
    stage: str
    seats: int
    players: int
    waiting: int
    rehearsal: int
    small_blind_chips: int
    big_blind_chips: int
    stack_chips: int
    currency: str
    least_buy_in_cents: int | None
    most_buy_in_cents: int | None
    rake_manner: str
    rake_bp: int | None
    session_starts_at: datetime | None
    session_minutes: int | None
    session_ends_at: datetime | None
    timezone: str
    tournament_id: int | None
    table_number: int | None
    hand_number: int
    held: bool
    held_because: str
    held_with_clocks: bool
    lines: LinesLost | None

    @property
    def free(self) -> int:
        """Seats in which nobody sits."""
        return max(0, self.seats - self.players)

    @property
    def rake_percent(self) -> float:
        """What the house takes, in percent; 0 where nothing is."""
        return (self.rake_bp or 0) / 100


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIsDue:
    """The one thing that is due at a table; its number names it for every clock that sees it."""

    table_id: int
    turn: int
    kind: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTerms:
    """Under what a table is played. game: of `rules.games`; policies: how it is played here. time: what each decision may take; cash: for what money, None where it is for none.
    onlookers_delay_seconds: how late who does not sit there sees it."""

    kind: str
    game: str
    policies: TablePolicies
    time: TimePolicy
    cash: CashTerms | None
    onlookers_delay_seconds: int


def open_play_tables(venue_id: int | None = None, *, seen_at: datetime | None = None) -> list[PlayTableLine]:
    """Return the tables that are open, by name; of one house or of all. At those of tournaments nobody sits down. seen_at: as onlookers see them at this instant; how
    many sit at one where one may sit down is told as it is.
    """
    found = (
        PlayTable.objects.select_related("venue")
        .exclude(stage=TableStage.CLOSED)
        .order_by("name", "table_number", "id")
    )
    if venue_id is not None:
        found = found.filter(venue_id=venue_id)
    tables = list(found[:200])
    waiting = counts_waiting([table.pk for table in tables if table.kind == TableKind.CASH])
    lost = lines_lost_at(tables)
    shown = tables if seen_at is None else [one.table for one in seen_by_onlookers(tables, at=seen_at)]
    return [_line(seen, now=now, waiting=waiting, lost=lost) for now, seen in zip(tables, shown, strict=True)]


def _line(
    table: PlayTable, *, now: PlayTable, waiting: Mapping[int, int], lost: Mapping[int, LinesLost]
) -> PlayTableLine:
    there = (now if table.tournament_id is None else table).seats
    return PlayTableLine(
        table_id=table.pk,
        name=table.name,
        kind=table.kind,
        game=table.game,
        stage=table.stage,
        seats=table.seats_count,
        players=len(there),
        waiting=waiting.get(table.pk, 0),
        rehearsal=sum(kept["rehearsal"] for kept in there),
        small_blind_chips=table.small_blind_chips,
        big_blind_chips=table.big_blind_chips,
        stack_chips=table.stack_chips,
        currency=table.currency,
        least_buy_in_cents=table.least_buy_in_cents,
        most_buy_in_cents=table.most_buy_in_cents,
        rake_manner=table.rake_manner,
        rake_bp=table.rake_bp,
        session_starts_at=table.session_starts_at,
        session_minutes=table.session_minutes,
        session_ends_at=now.session_ends_at,
        timezone=now.venue.timezone,
        tournament_id=table.tournament_id,
        table_number=table.table_number,
        hand_number=table.hand_number,
        held=table.held_at is not None,
        held_because=table.held_because,
        held_with_clocks=table.held_with_clocks,
        lines=lost.get(table.pk),
    )


def open_table_numbers() -> list[int]:
    """Return every table at which somebody can sit, of all houses."""
    return list(
        PlayTable.objects.exclude(stage=TableStage.CLOSED).order_by("pk").values_list("pk", flat=True)
    )


def any_open_to_sit_at() -> bool:
    """Return whether a table is open at which one sits down as one likes: for money, or to try."""
    return PlayTable.objects.filter(tournament__isnull=True).exclude(stage=TableStage.CLOSED).exists()


def zone_of_table(table_id: int) -> str:
    """Return the time zone of a table's house."""
    return PlayTable.objects.values_list("venue__timezone", flat=True).get(pk=table_id)


@read_once
def venue_of_play_table(table_id: int) -> int | None:
    """Return the house of a table; None where there is no such table."""
    return PlayTable.objects.filter(pk=table_id).values_list("venue_id", flat=True).first()


def know_venues(table_ids: Iterable[int]) -> dict[int, int | None]:
    """Return the houses of tables, None where there is no such table, and keep them for the moment that is open."""
    asked = list(table_ids)
    found = dict(
        prepared.rows("SELECT id, venue_id FROM play_playtable WHERE id = ANY(%s::bigint[])", [asked])
    )
    houses = {table_id: found.get(table_id) for table_id in asked}
    for table_id, venue_id in houses.items():
        keep(venue_of_play_table, asked=(table_id,), answer=venue_id)
    return houses


def terms_of_table(table_id: int) -> TableTerms | None:
    """Return under what a table is played, closed or not; None where there is no such table. Rule: PT-H.66"""
    table = PlayTable.objects.filter(pk=table_id).first()
    if table is None:
        return None
    cash = terms_of(table) if table.kind == TableKind.CASH else None
    return TableTerms(
        kind=table.kind,
        game=table.game,
        policies=table.policies(),
        time=policy_of(table),
        cash=cash,
        onlookers_delay_seconds=table.onlookers_delay_seconds,
    )


def line_changes(*, player_id: int, table_id: int, here: bool) -> bool:
    """Return whether it is news to the table that a player's line to it is there, or has gone; False for who does not sit there."""
    rows = (
        PlayTable.objects.filter(pk=table_id).exclude(stage=TableStage.CLOSED).values_list("seats", flat=True)
    )
    kept = next((one for row in rows for one in row if one["player_id"] == player_id), None)
    if kept is None:
        return False
    lost = bool(kept.get("lost_at"))
    return lost or bool(kept.get("awaited")) if here else not lost


def lags_kept(table_ids: Collection[int]) -> dict[tuple[int, int], int]:
    """Return how long the lines of who sits at open tables take there and back, as the tables keep it, by table and player."""
    rows = PlayTable.objects.filter(pk__in=table_ids).exclude(stage=TableStage.CLOSED)
    return {
        (table_id, kept["player_id"]): kept.get("lag_ms", 0)
        for table_id, seats in rows.values_list("pk", "seats")
        for kept in seats
    }


def number_of_hand(table_id: int) -> int:
    """Return the number of the hand that is played at a table, or of the last one; 0 before the first."""
    return PlayTable.objects.filter(pk=table_id).values_list("hand_number", flat=True).first() or 0


def due_at_tables(*, at: datetime, limit: int = 200) -> list[WhatIsDue]:
    """Return what is due by now, the oldest first. Decisions a breath later: an act that
    came in time is heard before the clock speaks, and one that a slow line brings. Rule: PT-H.43, PT-H.45
    """
    rows = _due(at=at, until=at, limit=limit)
    if any(row.waits_for_clock for row in rows):
        rows = _due(at=at, until=at, limit=limit, without=tables_held_by_clock(at=at))
    return [WhatIsDue(table_id=row.table_id, turn=row.turn, kind=row.kind, at=row.at) for row in rows]


def first_due_at_tables(*, at: datetime, without: Collection[int] = ()) -> datetime | None:
    """Return the earliest instant at which something is due at a table, past ones with them; `without` these tables, and those that at
    this instant wait for a clock."""
    rows = _due(at=at, limit=1, without=without)
    if any(row.waits_for_clock and row.done_at <= at for row in rows):
        rows = _due(at=at, limit=1, without=[*without, *tables_held_by_clock(at=at)])
    return next((row.done_at for row in rows), None)


def tables_where_time_runs(*, begun_before: datetime) -> list[int]:
    """Return the tables at which somebody decides, or is offered a rebuy, since before an instant; not those that are held. Rule: PT-H.43, PT-T.44"""
    rows = PlayTable.objects.filter(due_kind__in=(DueKind.DECIDE, DueKind.CLOSE), held_at__isnull=True)
    return [table.pk for table in rows.order_by("pk") if began_before(table, instant=begun_before)]


def began_before(table: PlayTable, *, instant: datetime) -> bool:
    """Return whether a decision that runs at a table, or the time for a rebuy, began before an instant. Rule: PT-H.43, PT-T.44"""
    if table.due_kind == DueKind.DECIDE:
        return table.from_at is not None and table.from_at < instant
    asked = table.due_kind == DueKind.CLOSE and any(kept.get("may_rebuy") for kept in table.seats)
    return asked and table.due_at is not None and table.due_at - TO_REBUY < instant


class _Due(NamedTuple):
    table_id: int
    turn: int
    kind: str
    at: datetime
    done_at: datetime  # the instant at which it is done
    waits_for_clock: bool  # perhaps: the clock of its tournament says


# what a table does by itself within moments
BY_ITSELF = (DueKind.OPEN, DueKind.STREET, DueKind.CLOSE)
# asked for at each look of the timekeeper. What lies farther ahead than it ever does was meant for a clock that was set back since: it is due
_DUE = f"""
SELECT id, turn, due_kind, due_at, done_at, kind = 'tournament' AND due_kind = 'open' FROM play_playtable,
LATERAL (SELECT CASE WHEN CASE WHEN due_kind IN ({", ".join(f"'{kind.value}'" for kind in BY_ITSELF)}) THEN due_at WHEN due_kind = 'decide' THEN from_at END
        > %s::timestamptz + interval '{LOOKED_FOR_FROM.total_seconds()} seconds' THEN %s::timestamptz
    ELSE due_at + CASE due_kind WHEN 'decide' THEN ({_IN_FLIGHT_MS} + lag_ms) * interval '1 millisecond' ELSE interval '0' END END AS done_at) AS late
WHERE due_kind <> '' AND held_at IS NULL AND done_at <= coalesce(%s::timestamptz, 'infinity') AND id <> ALL(%s::bigint[])
ORDER BY done_at LIMIT %s::int
"""


def _due(
    *, at: datetime, limit: int, until: datetime | None = None, without: Collection[int] = ()
) -> list[_Due]:
    return [_Due(*row) for row in prepared.rows(_DUE, [at, at, until, list(without), limit])]
