"""The row of a played table: whoever does something there locks it first, and leaves one thing due."""

from __future__ import annotations

from datetime import datetime, timedelta

from dispatch.facts import SYSTEM, Actor
from people.models import Player
from people.queries import require
from play.models import DueKind, PlayTable, TableStage
from play.operations.seats import seated_at
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found

# between somebody's coming and the first hand, and between two hands
_GATHER = timedelta(seconds=3)
_BREATH = timedelta(milliseconds=400)


def lock_play_table(table_id: int) -> PlayTable:
    """Return a table that stays as it is until the command ends. Refusals: ``not_found``, ``table_closed``."""
    table = PlayTable.objects.select_for_update().filter(pk=table_id).first()
    if table is None:
        raise not_found("table")
    if table.stage == TableStage.CLOSED:
        raise Refused("table_closed", N_("This table is closed. Choose another one."))
    return table


def require_running(by: Actor, *, table: PlayTable) -> None:
    """Refuse unless `by` runs the tables of this house: its director, or the house's clock."""
    require(by, permission=Permission.RUN_PLAY_TABLES, venue_id=table.venue_id)


def require_playing(by: Actor, *, table: PlayTable, player_id: int) -> Player:
    """Refuse unless `by` is this player; for a player who is made for rehearsals, the house's machinery acts.

    Refusals: ``forbidden``, ``not_found``. Rule: PT-H.11
    """
    player = Player.objects.filter(pk=player_id, anonymised_at__isnull=True).first()
    if player is None or player.simulated != (by == SYSTEM):
        raise not_found("player")
    if player.simulated:
        require_running(by, table=table)
    else:
        require(by, permission=Permission.PLAY_HANDS, venue_id=table.venue_id, owner_player_id=player_id)
    return player


def due(table: PlayTable, *, kind: DueKind, at: datetime) -> None:
    """Say what happens next if nobody does anything, and when; the caller saves the row."""
    table.due_kind, table.due_at = kind, at


def nothing_due(table: PlayTable) -> None:
    """Say that nothing happens by itself."""
    table.due_kind, table.due_at = "", None


def must_be_due(table: PlayTable, *, kind: DueKind, turn: int, at: datetime) -> None:
    """Refuse what is not due at this table, or not yet. Refusals: ``turn_passed``."""
    if table.due_kind != kind or table.turn != turn or table.due_at is None or at < table.due_at:
        raise turn_passed(table)


def turn_passed(table: PlayTable) -> Refused:
    """Return the refusal of what was meant for an earlier moment of the table. Rule: PT-H.34"""
    return Refused(
        "turn_passed",
        N_("The table has moved on since: nothing was done."),
        rule="PT-H.34",
        turn=table.turn,
    )


def wait_or_deal(table: PlayTable, *, at: datetime, gather: bool) -> None:
    """Between hands: have the next one dealt where at least two play, or wait for them. Rule: PT-H.7"""
    if sum(one.deals_in for one in seated_at(table)) < 2:
        nothing_due(table)
        table.button_seat = None  # where play begins again, the button is drawn (PT-H.46)
    elif table.due_kind != DueKind.OPEN:
        due(table, kind=DueKind.OPEN, at=at + (_GATHER if gather else _BREATH))
