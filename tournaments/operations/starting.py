"""The start of a tournament. Needs an open command."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.commands import record
from dispatch.facts import CommandId
from play.operations.events import open_event_tables
from rules.refusals import N_, Refused
from tables.operations import seat_everybody, seat_waiting
from tournaments.facts.eliminations import TournamentStarted
from tournaments.models import Entry, EntryState, Field, Format, Tournament, TournamentState
from tournaments.operations import clock, closing
from tournaments.operations.played_online import can_be_played
from tournaments.queries.entry_context import EntryContext


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """What the start made."""

    entries: int
    waiting: int
    tables: int
    draw_number: int


def start(
    tournament: Tournament, *, at: datetime, command_id: CommandId, first_number_must: bool = True
) -> Started:
    """Start a tournament: draw seats and buttons, issue chips, start the clock. Locks the tournament's row.

    One that is played online has its tables opened, too. first_number_must: its tables are counted from where the director said, or it does not start.

    Refusals: ``already_started``, ``not_announced``, ``too_few_entries``, ``table_number_taken``, ``no_card_key``.
    Rule: ADTP.7, PT-T.39, PT-T.40, PT-T.41, PT-T.47
    """
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    clock.venue_frozen(
        tournament.venue_id
    )  # locked above the numbers of the room, read when the clock starts
    if tournament.state == TournamentState.RUNNING:
        raise Refused("already_started", N_("This tournament has already started."), rule="PT-T.39")
    if tournament.state not in (TournamentState.ANNOUNCED, TournamentState.REGISTERING):
        raise Refused(
            "not_announced",
            N_("This tournament cannot start (%(state)s). Publish it first."),
            rule="SCPT.B",
            state=str(TournamentState(tournament.state).value),
        )
    rows = list(
        Entry.objects.filter(
            tournament_id=tournament.pk, state__in=(EntryState.REGISTERED, EntryState.WAITING)
        )
        .order_by("id")
        .values_list("id", "player_id", "state")
    )
    seated = [entry_id for entry_id, _, state in rows if state == EntryState.REGISTERED]
    if len(seated) < 2:
        raise Refused(
            "too_few_entries",
            N_("A tournament needs two paid entries; there are %(entries)s. Wait, or cancel it."),
            rule="PT-T.39",
            entries=len(seated),
        )
    waiting = len(rows) - len(seated)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING, started_at=at)
    tournament.state, tournament.started_at = TournamentState.RUNNING, at
    room = seat_everybody(
        tournament, entry_ids=seated, at=at, command_id=command_id, first_number_must=first_number_must
    )
    field = Field.objects.create(
        tournament=tournament,
        entries_total=len(rows),
        entries_unique=len({player_id for _, player_id, _ in rows}),
        players_left=len(seated),
        waiting=waiting,
        chips_issued=room.chips_issued,
        tables_open=room.tables,
    )
    clock.start_clock(tournament, at=at)
    t = tournament.pk
    record(
        TournamentStarted(
            tournament_id=t,
            players=[player_id for _, player_id, _ in rows],
            entries=len(rows),
            waiting=waiting,
            tables=room.tables,
            draw_number=room.draw_number,
            button_draw_number=room.button_draw_number,
        )
    )
    if waiting:
        seat_waiting(tournament, at=at, command_id=command_id)
    if tournament.late_registration_level == 0 and not tournament.late_registration_minutes:
        closing.close_entries(tournament, at=at, command_id=command_id)
    if tournament.online and not tournament.practice and can_be_played(tournament):
        open_event_tables(tournament, at=at)
    return Started(
        entries=field.entries_total, waiting=waiting, tables=room.tables, draw_number=room.draw_number
    )


def start_when_full(desk: EntryContext, *, at: datetime, command_id: CommandId) -> bool:
    """Start a sit & go with its last seat, in the same transaction. Rule: PT-T.39"""
    if desk.offer.format is not Format.SIT_AND_GO:
        return False
    return start_if_sold_out(Tournament.objects.get(pk=desk.tournament_id), at=at, command_id=command_id)


def start_if_sold_out(tournament: Tournament, *, at: datetime, command_id: CommandId) -> bool:
    """Start a sit & go that registers and whose seats are all sold; whether it did. Rule: PT-T.39"""
    if tournament.format != Format.SIT_AND_GO or tournament.state != TournamentState.REGISTERING:
        return False
    taken = Entry.objects.filter(tournament_id=tournament.pk, state=EntryState.REGISTERED).count()
    if tournament.capacity is None or taken < tournament.capacity:
        return False
    # who pays for the last seat is not sent away over a number: the next free one will do
    start(tournament, at=at, command_id=command_id, first_number_must=False)
    return True
