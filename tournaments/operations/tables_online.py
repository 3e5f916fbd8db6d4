"""The tables of a tournament that is played online, after a hand at one: who moves, which table breaks, hand for hand.

Needs an open command that holds the Field and the rows of all its played tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from dispatch.commands import record
from dispatch.facts import CommandId
from payouts.queries import places_paid
from play.facts import HandForHandAtTables
from play.models import PlayTable, TableStage
from play.operations.last_hands import tell_last_hands
from play.operations.moving import (
    NewSeat,
    begin_at_new_seats,
    bring_to_seats,
    deal_together,
    fill_banks,
    go_on_after_moves,
    tell_who_waits,
)
from play.operations.seats import seated_at
from play.queries.events import waits_for_others
from rules.balancing import BalancingStep, StepKind
from rules.online import due_big_blind, plays_hand_for_hand
from tables.models import HandDone, Move, Table
from tables.operations import break_table, hand_is_done, lock_table, move_drawn, redraw
from tables.queries import arising, open_tables, sitters
from tables.queries.seats import tables_in_play
from tournaments.models import Field, Tournament
from tournaments.operations import clock
from tournaments.operations.alternates import chair_for_line, seat_line
from tournaments.operations.field import policies_of
from tournaments.operations.hand_for_hand import go_hand_for_hand, leave_hand_for_hand, settle_round
from tournaments.queries.redraws import format_of, is_redraw_due


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEvent:
    """A tournament that is locked with its field, for a table to tell it of a hand. tables: those that are locked, by number:
    the table's own, or all where somebody may move."""

    tournament: Tournament
    field: Field
    tables: dict[int, PlayTable]

    @property
    def has_all_tables(self) -> bool:
        return len(self.tables) > 1


def concerns_all_tables(event: PlayedEvent, *, table_id: int) -> bool:
    """Return whether the end of this table's hand may change other tables: somebody is out, or comes from the line, the field is not in order, or all
    play hand for hand, or begin to, now that entries are closed, or the time is up, and the last hand of all ends the tournament. Asked before any table is locked: all are locked in one order, or this one alone.
    """
    field = event.field
    if field.tables_open < 2:
        return False
    if (
        field.time_up_at is not None
        or field.hand_for_hand
        or chair_for_line(event.tournament, field=field)
        or _near_the_money(event)
        or arising(event.tournament, field=field) is not None
    ):
        return True
    seats = PlayTable.objects.filter(pk=table_id).values_list("seats", flat=True).first() or []
    return any(not kept["chips"] for kept in seats)


def seat_who_waits(event: PlayedEvent, *, at: datetime, command_id: CommandId) -> None:
    """Have who stands in line come in where this hand left a seat free. The caller saves the tables that it has locked. Rule: SCPT.H, PT-T.39, PT-T.48"""
    if not chair_for_line(event.tournament, field=event.field):
        return
    tables = list(event.tables.values())
    if seat_line(event.tournament, at=at, command_id=command_id, tables=tables):
        event.field.refresh_from_db()
        opened = PlayTable.objects.filter(tournament=event.tournament, opened_at=at)
        event.tables.update(
            {one.table_number or 0: one for one in opened if one.table_number not in event.tables}
        )


def done_in_round(event: PlayedEvent, *, table: PlayTable, at: datetime, command_id: CommandId) -> bool:
    """Report this table's hand where hand-for-hand is played; whether it was the last one of its round. Rule: PT-T.49"""
    field, number = event.field, table.table_number or 0
    if not field.hand_for_hand:
        return False
    round_ = field.hand_for_hand_round
    if not HandDone.objects.filter(tournament_id=field.pk, table__number=number, round=round_).exists():
        hand_is_done(event.tournament, field=field, table_number=number, round_=round_, at=at)
    return settle_round(event.tournament, field=field, at=at, command_id=command_id) is not None


def go_on_at_tables(
    event: PlayedEvent, *, table: PlayTable, round_over: bool, at: datetime, command_id: CommandId
) -> None:
    """Move who has to move, break what can be spared, and begin or end hand-for-hand, each by itself.

    A table that plays a hand is never waited for: it gives nobody before its hand is over, and who comes there is dealt in from
    the next one. In hand-for-hand people move between two rounds, and all seats are drawn anew when every table has ended its hand.
    round_over: this table's hand was the last one of its round.
    Rule: PT-T.47, PT-T.48, PT-T.49, ADTP.7, ADTP.P9
    """
    if not event.has_all_tables:
        return
    field = event.field
    if not field.hand_for_hand or round_over:
        while _next_step(event, at=at, command_id=command_id):
            pass
        field.refresh_from_db()
        round_over = _hand_for_hand(event, table=table, at=at, command_id=command_id) or round_over
    if round_over:
        deal_together(list(event.tables.values()), at=at)
    if field.hand_for_hand or round_over:
        _tell_hand_for_hand(event, table=table)
    elif field.time_up_at is not None:
        tell_last_hands(table)
    elif is_redraw_due(event.tournament, field=field):
        tell_who_waits(table)


def recess_counts_from_here(event: PlayedEvent, *, table: PlayTable, at: datetime) -> None:
    """Let a recess that has begun count from the end of the last hand: each table finishes its own. Rule: PT-T.45"""
    playing = PlayTable.objects.filter(
        tournament_id=event.tournament.pk, stage__in=(TableStage.PLAYING, TableStage.SHOWING)
    )
    if not playing.exclude(pk=table.pk).exists():
        clock.recess_from_now(event.tournament, at=at)


def _hand_for_hand(event: PlayedEvent, *, table: PlayTable, at: datetime, command_id: CommandId) -> bool:
    """Begin hand-for-hand near the money, where this table's hand is done already, and end it in the money; whether no table waits."""
    tournament, field = event.tournament, event.field
    near = _near_the_money(event)
    if field.hand_for_hand and not near:
        leave_hand_for_hand(tournament, field=field, at=at)
        return True
    if near and not field.hand_for_hand:
        go_hand_for_hand(tournament, field=field, at=at)
        if table.stage != TableStage.CLOSED:
            return done_in_round(event, table=table, at=at, command_id=command_id)
    return False


def _near_the_money(event: PlayedEvent) -> bool:
    """Whether so many are left that all tables play hand for hand. While entries are open no place is paid yet. Rule: PT-T.49"""
    field = event.field
    # the last hands are as many for who plays slowly
    return (
        field.entries_closed_at is not None
        and field.time_up_at is None
        and plays_hand_for_hand(
            players=field.players_left + field.waiting,  # who stands in line comes in before a place is paid
            places_paid=places_paid(event.tournament.pk),
            tables=field.tables_open,
            players_before_money=policies_of(event.tournament).hand_for_hand_players_before_money,
        )
    )


def _tell_hand_for_hand(event: PlayedEvent, *, table: PlayTable) -> None:
    field = event.field
    waiting = [number for number, one in event.tables.items() if one.stage == TableStage.WAITING]
    found = [waits_for_others(field.pk, table_number=number) for number in waiting]
    still = max((others.tables for others in found if not others.redraw), default=0)
    record(
        HandForHandAtTables(
            table_id=table.pk,
            players=(),
            tables=[one.pk for one in event.tables.values() if one.stage != TableStage.CLOSED],
            round=field.hand_for_hand_round if field.hand_for_hand else 0,
            still_play=still,
        )
    )


def _next_step(event: PlayedEvent, *, at: datetime, command_id: CommandId) -> bool:
    """Do the next thing that the floor would do, as far as the tables concerned are between two hands; whether something was done."""
    event.field.refresh_from_db(fields=["players_left", "tables_open", "redrawn_with"])
    step = arising(event.tournament, field=event.field)
    if step is None or not _in_order(event):
        return False
    done = False
    if is_redraw_due(event.tournament, field=event.field) and step.kind in (
        StepKind.FINAL_TABLE,
        StepKind.REDRAW,
    ):
        return _draw_all_seats(event, final=step.kind is StepKind.FINAL_TABLE, at=at, command_id=command_id)
    if step.kind is StepKind.FINAL_TABLE:
        done = _final_table(event, at=at, command_id=command_id)
    elif step.kind is StepKind.BREAK_TABLE and step.table in _between_hands(event):
        _break(event, number=step.table, at=at, command_id=command_id)
        done = True
    elif step.kind is StepKind.MOVE:
        done = _balance(event, step, at=at, command_id=command_id)
    if done:
        _follow(event, at=at, command_id=command_id)
        if step.kind is StepKind.FINAL_TABLE:
            _fill_last_banks(event)
    return done


def _between_hands(event: PlayedEvent) -> set[int]:
    return {
        number
        for number, table in event.tables.items()
        if table.stage == TableStage.WAITING and table.held_at is None
    }


def _in_order(event: PlayedEvent) -> bool:
    """Whether everybody sits in the browser where the tournament has them: not so while somebody who was taken out of the field
    is still in a hand.
    """
    seats = _seats(event.tournament)
    there = {
        one.player_id: NewSeat(table_number=number, seat=one.seat)
        for number, table in event.tables.items()
        for one in seated_at(table)
    }
    return there == seats


def _seats(tournament: Tournament) -> Mapping[int, NewSeat]:
    """Where everybody sits, as the tournament has it, by player."""
    tables = [table.pk for table in open_tables(tournament.pk)]
    return {
        one.player_id: NewSeat(table_number=one.table_number or 0, seat=one.seat_number or 0)
        for one in sitters(table_ids=tables)
    }


def _final_table(event: PlayedEvent, *, at: datetime, command_id: CommandId) -> bool:
    """Bring all to the one table that stays, by draw; where one of several others still plays, break those that do not. Rule: PT-T.48"""
    tournament = event.tournament
    others = [table.number for table in tables_in_play(tournament.pk)][1:]
    free = [number for number in others if number in _between_hands(event)]
    if free == others:
        redraw(
            tournament,
            final=True,
            format=format_of(tournament),
            policies=policies_of(tournament),
            at=at,
            command_id=command_id,
        )
    elif free:
        _break(event, number=free[-1], at=at, command_id=command_id)
    return bool(free)


def _draw_all_seats(event: PlayedEvent, *, final: bool, at: datetime, command_id: CommandId) -> bool:
    """Draw every seat anew, and the buttons, once all tables are between two hands; whether that was done. Rule: ADTP.7, ADTP.P9, PT-T.40, PT-T.48"""
    tournament = event.tournament
    if not {table.number for table in tables_in_play(tournament.pk)} <= _between_hands(event):
        return False
    redraw(
        tournament,
        final=final,
        format=format_of(tournament),
        policies=policies_of(tournament),
        at=at,
        command_id=command_id,
    )
    drawn = Table.objects.filter(tournament=tournament, button_seat__isnull=False)
    buttons = {number: seat for number, seat in drawn.values_list("number", "button_seat") if seat}
    # as at the start: the blinds' marks are those of the felt
    drawn.update(small_blind_seat=None, small_blind_spot=None, big_blind_seat=None)
    _follow(event, at=at, command_id=command_id)
    begin_at_new_seats(list(event.tables.values()), buttons=buttons, final=final, at=at)
    if final:
        _fill_last_banks(event)
    return True


def _fill_last_banks(event: PlayedEvent) -> None:
    """Everybody decides with a whole bank of time at the last table, once it has formed. Rule: PT-H.44, PT-T.42"""
    left = [table for table in event.tables.values() if table.stage != TableStage.CLOSED]
    if len(left) == 1:
        fill_banks(left[0])
        left[0].save()


def _break(event: PlayedEvent, *, number: int, at: datetime, command_id: CommandId) -> None:
    tournament = event.tournament
    break_table(
        tournament,
        table=lock_table(tournament.pk, table_number=number),
        policies=policies_of(tournament),
        at=at,
        command_id=command_id,
    )


def _balance(event: PlayedEvent, step: BalancingStep, *, at: datetime, command_id: CommandId) -> bool:
    """Move one from the fullest table that is between two hands to the shortest, if they are two apart: the one who would post the
    big blind next. Rule: PT-T.47, PT-T.48
    """
    counts = {table.number: table.players for table in tables_in_play(event.tournament.pk)}
    shortest = step.to_table or 0
    givers = [n for n in _between_hands(event) if counts.get(n, 0) - counts[shortest] >= 2]
    if not givers:
        return False
    giver = max(givers, key=lambda number: (counts[number], number))
    table = event.tables[giver]
    move_drawn(
        event.tournament,
        from_table=giver,
        seat_number=due_big_blind(button=table.button_seat, occupied=[one.seat for one in seated_at(table)]),
        to_table=shortest,
        at=at,
        command_id=command_id,
    )
    return True


def _follow(event: PlayedEvent, *, at: datetime, command_id: CommandId) -> None:
    """Bring the tables in the browser to what the tournament has now; nobody has to say that he goes. Rule: PT-T.48"""
    opened = {table.number: table.seats for table in open_tables(event.tournament.pk)}
    for number, seats in opened.items():
        event.tables[number].seats_count = seats
    bring_to_seats(event.tables, seats=_seats(event.tournament), at=at)
    Move.objects.filter(tournament_id=event.tournament.pk, command_id=command_id).update(acknowledged_at=at)
    go_on_after_moves(list(event.tables.values()), broken=[n for n in event.tables if n not in opened], at=at)
