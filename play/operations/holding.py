"""A table that is held: nothing is due there and nobody's time runs until it is released."""

from __future__ import annotations

from datetime import datetime

from dispatch.commands import record
from play.facts import PlayTableHeld, PlayTableReleased
from play.models import DueKind, PlayTable, TableKind, TableStop
from play.operations.seats import called_away, put_off_absence
from play.operations.tables import lock_open_tables, wait_or_deal
from play.operations.waiting_list import put_off_offers
from play.queries.waiting_list import offered_at
from rules.refusals import N_, Refused


def hold(table: PlayTable, *, reason: str, at: datetime) -> None:
    """Stop a table where it stands; one that is held already keeps its instant and its reason, but where it stood with the clocks
    of the house, or for lost lines: it does not go on with them now.
    """
    if table.held_at is not None and not table.held_with_clocks and not table.held_for_lines:
        return
    table.held_with_clocks = table.held_for_lines = False
    _stop(table, reason=reason, at=at)


def hold_with_clocks(venue_id: int, *, at: datetime) -> None:
    """Stop every open table of a house with its clocks; one that is held already stays held when they go on. Rule: PT-H.72"""
    for table in lock_open_tables(PlayTable.objects.filter(venue_id=venue_id)):
        if table.held_at is None:
            table.held_with_clocks = True
            _stop(table, reason="", at=at)


def stand_with_clocks(table: PlayTable, *, at: datetime) -> None:
    """Have a table that stands for lost lines go on with the clocks of the house, which stand, too. Rule: PT-H.72"""
    table.held_with_clocks, table.held_for_lines = True, False
    _stop(table, reason="", at=at)


def release_with_clocks(venue_id: int, *, at: datetime) -> None:
    """Let the tables of a house go on that stood with its clocks. Rule: PT-H.72"""
    for table in lock_open_tables(PlayTable.objects.filter(venue_id=venue_id)):
        if table.held_with_clocks:
            release(table, at=at)


def clocks_must_run(frozen: bool) -> None:
    """Refuse to let a table go on while all clocks of its house stand. Refusals: ``clocks_stand``. Rule: PT-H.72"""
    if frozen:
        raise Refused(
            "clocks_stand",
            N_("All clocks of this house are stopped. Restart them: its tables go on with them."),
            rule="PT-H.72",
        )


def release(table: PlayTable, *, at: datetime) -> None:
    """Let a held table go on: whatever was due is due with the time that was left, and an offered seat is kept for it."""
    if table.held_at is None:
        return
    stood = at - table.held_at
    if table.kind != TableKind.DEMO:
        # time held is no time played: the players' own limits are kept without it
        TableStop.objects.create(table=table, since=table.held_at, until=max(at, table.held_at))
    # a session begins at the hour that was said, unless the table stood then
    if table.due_at is not None:
        table.due_at = max(table.due_at, at) if table.due_kind == DueKind.BEGIN else table.due_at + stood
    if table.from_at is not None:
        table.from_at += stood
    if table.session_ends_at is not None:
        table.session_ends_at += stood
    put_off_absence(table, held_at=table.held_at, at=at)
    table.held_at, table.held_because = None, ""
    table.held_with_clocks = table.held_for_lines = False
    if table.due_kind in (DueKind.FREE, DueKind.END):
        # whose own time ran on meanwhile, at another table, has less of it
        wait_or_deal(table, at=at, gather=True)
    table.save()
    offered = put_off_offers(table, by=stood)
    called = [*called_away(table), *offered]
    record(PlayTableReleased(table_id=table.pk, players=_players_at(table), called=called, offered=offered))


def _stop(table: PlayTable, *, reason: str, at: datetime) -> None:
    table.held_at, table.held_because = table.held_at or at, reason
    table.save()
    called = [*called_away(table), *offered_at(table)]
    record(PlayTableHeld(table_id=table.pk, players=_players_at(table), called=called, reason=reason))


def _players_at(table: PlayTable) -> list[int]:
    return [kept["player_id"] for kept in table.seats]
