"""The row of a played table: whoever does something there locks it first, and leaves one thing due."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from dispatch import prepared
from dispatch.commands import answers, record
from dispatch.facts import SYSTEM, Actor
from dispatch.rows import answered, question
from ledger.operations import post
from people.models import Player
from people.queries import require, roles_question_of
from play.facts import PlayTableClosed
from play.models import DueKind, PlayTable, TableKind, TableStage
from play.operations.seats import dealt_in, first_seat_free, free_seats, seated_at
from play.operations.waiting_list import end_list
from play.queries.tables import BY_ITSELF
from rules.hands import HeadsUp
from rules.online import clock_went_back
from rules.permissions import Permission
from rules.policies import BETS_AND_RAISES
from rules.refusals import N_, Refused, not_found
from rules.validation import integer, one_of

# between somebody's coming and the first hand, and between two hands
_GATHER = timedelta(seconds=3)
_BREATH = timedelta(milliseconds=400)


def chosen_play(*, heads_up: str, bets_and_raises: int | None) -> dict[str, Any]:
    """Return what is chosen of a table's game as it opens, as its row keeps it: who posts the small blind between two, and a round's most bets and
    raises. Refusals: ``no_such_choice``, ``not_a_number``, ``number_too_small``, ``number_too_large``. Rule: PT-H.38, PT-H.48
    """
    least, most = BETS_AND_RAISES
    return {
        "heads_up": one_of("heads_up", heads_up, [one.value for one in HeadsUp]),
        "cap": None
        if bets_and_raises is None
        else integer("bets_and_raises", bets_and_raises, low=least, high=most),
    }


def table_first(*, table_id: int, **_more: Any) -> list[prepared.Question]:
    """Return what a command asks first that begins with `lock_play_table`."""
    return [_table(table_id)]


def player_first(*, table_id: int, player_id: int, by: Actor, **_more: Any) -> list[prepared.Question]:
    """Return what a command asks first that goes on with `require_playing`."""
    return [_table(table_id), _player(player_id), _roles(by, table_id)]


def _table(table_id: int) -> prepared.Question:
    return question(PlayTable, where="WHERE id = %s FOR UPDATE", values=[table_id])


def _player(player_id: int) -> prepared.Question:
    return question(Player, where="WHERE id = %s AND anonymised_at IS NULL", values=[player_id])


def _roles(by: Actor, table_id: int) -> prepared.Question:
    return roles_question_of(by, venue="SELECT venue_id FROM play_playtable WHERE id = %s", number=table_id)


def lock_play_table(table_id: int) -> PlayTable:
    """Return a table that stays as it is until the command ends. Refusals: ``not_found``, ``table_closed``."""
    table = answered(PlayTable, answer=answers(_table(table_id))[0])
    if table is None:
        raise not_found("table")
    table.note_locked()
    if table.stage == TableStage.CLOSED:
        raise Refused("table_closed", N_("This table is closed. Choose another one."))
    return table


def lock_open_tables(tables: QuerySet[PlayTable]) -> list[PlayTable]:
    """Lock those of a house's or a tournament's tables that are open, in the order of their numbers."""
    return list(tables.exclude(stage=TableStage.CLOSED).order_by("pk").select_for_update())


def require_running(by: Actor, *, table: PlayTable) -> None:
    """Refuse unless `by` runs the tables of this house: its director, or the house's clock."""
    require(by, permission=Permission.RUN_PLAY_TABLES, venue_id=table.venue_id)


def require_playing(by: Actor, *, table: PlayTable, player_id: int) -> Player:
    """Refuse unless `by` is this player; for a player who is made for rehearsals, the house's machinery acts.

    Refusals: ``forbidden``, ``not_found``. Rule: PT-H.11
    """
    known, roles = answers(_player(player_id), _roles(by, table.pk))
    player = answered(Player, answer=known)
    if player is None or player.simulated != (by == SYSTEM):
        raise not_found("player")
    if player.simulated:
        require_running(by, table=table)
    else:
        require(
            by,
            permission=Permission.PLAY_HANDS,
            venue_id=table.venue_id,
            owner_player_id=player_id,
            answer=roles,
        )
    return player


def due(table: PlayTable, *, kind: DueKind, at: datetime, lag_ms: int = 0) -> None:
    """Say what happens next if nobody does anything, and when; the caller saves the row. lag_ms: by how much a decision may come later."""
    table.due_kind, table.due_at, table.lag_ms = kind, at, lag_ms


def nothing_due(table: PlayTable) -> None:
    """Say that nothing happens by itself."""
    table.due_kind, table.due_at, table.lag_ms = "", None, 0


def heard_until(table: PlayTable) -> datetime | None:
    """Return until when an act of who decides counts: a slow line may bring it after his time; None where nothing is due. Rule: PT-H.43"""
    return None if table.due_at is None else table.due_at + timedelta(milliseconds=table.lag_ms)


def must_be_due(table: PlayTable, *, kind: DueKind, turn: int, at: datetime) -> None:
    """Refuse what is not due at this table, or not yet. Refusals: ``table_held``, ``turn_passed``."""
    must_not_be_held(table)
    until = heard_until(table)
    if table.due_kind != kind or table.turn != turn or until is None:
        raise turn_passed(table)
    if at < until and not waits_for_a_clock_set_back(table, at=at):
        raise turn_passed(table)


def waits_for_a_clock_set_back(table: PlayTable, *, at: datetime) -> bool:
    """Return whether what is due, or the begin of a decision, lies farther ahead than it ever does: the clock was set back. Rule: PT-H.72"""
    if table.due_kind in BY_ITSELF:
        begins = table.due_at
    else:
        begins = table.from_at if table.due_kind == DueKind.DECIDE else None
    return begins is not None and clock_went_back(ahead=begins - at)


def must_not_be_held(table: PlayTable) -> None:
    """Refuse while the table is held. Refusals: ``table_held``. Rule: PT-H.72"""
    if table.held_at is not None:
        raise Refused(
            "table_held",
            N_("The house holds this table. Nobody's time runs; wait until it goes on."),
            rule="PT-H.72",
        )


def clock_of(table: PlayTable, *, at: datetime) -> datetime:
    """Return the table's own time: that of the house, or the instant at which it was held."""
    return table.held_at or at


def turn_passed(table: PlayTable) -> Refused:
    """Return the refusal of what was meant for an earlier moment of the table. Rule: PT-H.34"""
    return Refused(
        "turn_passed",
        N_("The table has moved on since: nothing was done."),
        rule="PT-H.34",
        turn=table.turn,
    )


def wait_or_deal(table: PlayTable, *, at: datetime, gather: bool) -> None:
    """Between hands: have the next one dealt where at least two play, or wait for them, and no longer than a seat is kept for who is not
    there or whose own time is used up, or the session lasts. Rule: PT-H.6, PT-H.7, PT-H.68, REGULATIONS 2.10
    """
    if len(dealt_in(table)) < 2:
        nothing_due(table)
        table.button_seat = None  # where play begins again, the button is drawn (PT-H.46)
        free_from, ends_at = first_seat_free(table, at=at), table.session_ends_at
        if free_from is not None and (ends_at is None or free_from < ends_at):
            due(table, kind=DueKind.FREE, at=free_from)
        elif ends_at is not None:
            due(table, kind=DueKind.END, at=ends_at)
    elif table.due_kind != DueKind.OPEN:
        due(table, kind=DueKind.OPEN, at=clock_of(table, at=at) + (_GATHER if gather else _BREATH))


def shut(table: PlayTable, *, at: datetime) -> None:
    """Close a locked table: everybody stands up with what they had before the hand that is played, if one is."""
    post(free_seats(table, leaving=seated_at(table), at=at))
    end_list(table, at=at)
    nothing_due(table)
    table.stage, table.closed_at, table.button_seat, table.hand = TableStage.CLOSED, at, None, None
    table.turn += 1
    table.save()
    record(PlayTableClosed(table_id=table.pk, players=()))


def not_in_a_tournament(table: PlayTable, *, instead: str) -> None:
    """Refuse what nobody does at a tournament's table. instead: the sentence of what is done there.

    Refusals: ``seats_are_drawn``. Rule: PT-T.26, PT-T.27, PT-T.39
    """
    if table.kind == TableKind.TOURNAMENT:
        raise Refused("seats_are_drawn", instead, rule="PT-T.39")
