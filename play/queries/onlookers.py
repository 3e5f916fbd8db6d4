"""What who does not sit at a table sees of it: the table as it was a while ago, and never more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from dispatch import prepared
from dispatch.facts import Actor
from dispatch.reading import read_once
from dispatch.rows import answered, question
from people.queries import may, player_of_user
from play.models import PlayTable, TableStage, UntoldChange
from play.queries.sessions import sat_at
from rules.permissions import Permission

_INSTANT = timedelta(microseconds=1)
# who reads again what is told meanwhile may be late by so much
_SHOWN_JUST_NOW = timedelta(seconds=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTable:
    """A table as an onlooker sees it at an instant. late_seconds: how late; 0: as it is. known_until: what happened until then, that instant
    with it, is known to everybody."""

    table: PlayTable
    late_seconds: int
    known_until: datetime


def seen_by_onlookers(tables: Iterable[PlayTable], *, at: datetime) -> list[SeenTable]:
    """Return tables as who does not sit there sees them at this instant. tables: read before, so that what changes meanwhile is untold. Rule: PT-H.11"""
    rows = list(tables)
    untold = UntoldChange.objects.filter(table_id__in=[table.pk for table in rows], shown_at__gt=at)
    first = {one.table_id: one for one in untold.order_by("table_id", "pk").distinct("table_id")}
    return [_seen(table, first.get(table.pk), at=at) for table in rows]


def seen_by_onlooker(table: PlayTable, *, at: datetime, left_at: datetime | None = None) -> SeenTable:
    """Return one table as who does not sit there sees it at this instant. table: read before. left_at: when the one who asks stood up from it: what came
    before was seen there, and the table stands so until who looks on has seen as much. Rule: PT-H.11
    """
    if left_at is None:
        return seen_by_onlookers([table], at=at)[0]
    untold = UntoldChange.objects.filter(table_id=table.pk, shown_at__gt=at, at__gte=left_at)
    return _seen(table, untold.order_by("pk").first(), at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicStack:
    """A player's stack at a tournament's table as who does not sit there knows it. until: as it was then, to the minute."""

    chips: int
    until: datetime


def public_stacks(tournament_id: int, *, at: datetime) -> dict[int, PublicStack | None]:
    """Return, by player, the stacks at a tournament's tables that are not told as they are: those that who looks on sees at this instant; None for whom no
    table shows yet. Empty where everything is told, and where nothing is played online. To be read after what it is to replace. Rule: PT-H.11
    """
    now = list(PlayTable.objects.filter(tournament_id=tournament_id))
    late = [
        (table, seen)
        for table, seen in zip(now, seen_by_onlookers(now, at=at), strict=True)
        if seen.table is not table
    ]
    found: dict[int, PublicStack | None] = {
        kept["player_id"]: None for table, _ in late for kept in table.seats
    }
    for _, seen in late:
        until = seen.known_until.replace(second=0, microsecond=0)
        for kept in seen.table.seats:
            found[kept["player_id"]] = PublicStack(chips=kept["chips"], until=until)
    return found


def untold_at_event(tournament_id: int, *, at: datetime) -> bool:
    """Return whether something at a tournament's tables is not told to everybody at this instant, or was told a moment before it. Rule: PT-H.11"""
    return UntoldChange.objects.filter(
        table__tournament_id=tournament_id, shown_at__gt=at - _SHOWN_JUST_NOW
    ).exists()


def event_known_until(tournament_id: int, *, at: datetime) -> datetime | None:
    """Return until when everybody knows what happened in a tournament that is played online; None where all of it is known. Rule: PT-H.11"""
    untold = UntoldChange.objects.filter(table__tournament_id=tournament_id, shown_at__gt=at)
    first = untold.order_by("at").values_list("at", flat=True).first()
    return None if first is None else first - _INSTANT


def _ended_unplayed(table: PlayTable) -> bool:
    """A table that was closed before its first hand has nothing that anybody could tell a player there; who had registered learns it at once."""
    return table.stage == TableStage.CLOSED and table.hand_number == 0


def _seen(table: PlayTable, untold: UntoldChange | None, *, at: datetime) -> SeenTable:
    if _ended_unplayed(table):
        return SeenTable(table=table, late_seconds=0, known_until=at)
    late_seconds, until = _lateness(table, (untold.at, untold.shown_at) if untold else None, at=at)
    return SeenTable(
        table=table if untold is None else _as_it_was(untold.before),
        late_seconds=late_seconds,
        known_until=until,
    )


def _lateness(
    table: PlayTable, untold: tuple[datetime, datetime] | None, *, at: datetime
) -> tuple[int, datetime]:
    """How late onlookers see the table, and until when they know what happened. untold: when its first change that they do not know came about, and when they learn of it."""
    delay = timedelta(seconds=table.onlookers_delay_seconds)
    if untold is None:
        return table.onlookers_delay_seconds, at - delay
    began, shown_at = untold
    return int((shown_at - began).total_seconds()), min(began - _INSTANT, at - delay)


def _as_it_was(before: dict[str, Any]) -> PlayTable:
    """A row that was kept as JSON; what the program has learned since has the value with which it came."""
    fields = {one.column: one for one in PlayTable._meta.concrete_fields}
    known = {
        fields[column].attname: fields[column].to_python(value)
        for column, value in before.items()
        if column in fields
    }
    return PlayTable(**known)


def sees_present(by: Actor, *, table_id: int, at: datetime) -> bool:
    """Return whether somebody sees a table as it is: who sits there, who runs the house's tables, and everybody where nothing is untold. Of a table that was
    closed, who sat there sees that it is.

    At another table of the same tournament one is an onlooker. False where there is no such table. Rule: PT-H.11
    """
    return known_until(by, table_id=table_id, at=at) is None


def known_until(by: Actor, *, table_id: int, at: datetime) -> datetime | None:
    """Return until when somebody knows what happened at a table; None for who sees it as it is. Of no table: nothing. Rule: PT-H.11"""
    table = _row(table_id)
    if table is None:
        return datetime.min.replace(tzinfo=UTC)
    untold = next((one for one in _kept_changes(table_id) if one[1] > at), None)
    late_seconds, until = _lateness(table, untold, at=at)
    if _ended_unplayed(table) or (not table.onlookers_delay_seconds and not late_seconds):
        return None
    player_id = player_of_user(by.user_id) if by.device_id is None else None
    if player_id is not None and (
        any(one["player_id"] == player_id for one in table.seats)
        or (table.stage == TableStage.CLOSED and sat_at(table_id, player_id=player_id))
    ):
        return None
    runs = may(by, permission=Permission.RUN_PLAY_TABLES, venue_id=table.venue_id)
    return None if runs else until


# Asked for each of a table's listeners: read once for those who are asked about together (`dispatch.reading`).


def _row(table_id: int) -> PlayTable | None:
    return _row_and_changes(table_id)[0]


def _kept_changes(table_id: int) -> list[tuple[datetime, datetime]]:
    """When the kept changes of a table came about and when onlookers learn of them, in their order."""
    return _row_and_changes(table_id)[1]


@read_once
def _row_and_changes(table_id: int) -> tuple[PlayTable | None, list[tuple[datetime, datetime]]]:
    """The changes are read after the row: what changes meanwhile is among them."""
    row, changes = prepared.together(
        question(PlayTable, where="WHERE id = %s", values=[table_id]), (_CHANGES, [table_id])
    )
    return answered(PlayTable, answer=row), [(at, shown_at) for at, shown_at in changes]


_CHANGES = "SELECT at, shown_at FROM play_untoldchange WHERE table_id = %s ORDER BY id"
