"""Moving a player to another seat. Needs an open command that holds the Field row."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from dispatch.commands import record
from rules import balancing, draw
from rules.policies import from_dict
from rules.refusals import N_, Refused
from tables.facts import MoveAcknowledged, MoveUndone
from tables.models import Move, MoveReason, Table
from tables.operations.breaking import targets_at
from tables.operations.draws import keep, next_draw
from tables.operations.seating import Target, lock_table, relocate, resume_filled
from tables.queries.proposals import table_line
from tables.queries.seats import Sitter, free_seats, sitters, waits
from tables.queries.undo import swapped_with, why_move_stays
from tournaments.models import Entry, Tournament
from tournaments.queries.eliminations import no_such_entry
from tournaments.queries.redraws import format_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A player who was moved. waits_for_button: not dealt in until the button has passed. draw_number: the public draw that
    gave the seat; null where nothing was drawn."""

    move_id: int
    entry_id: int
    name: str
    table_number: int
    seat_number: int
    waits_for_button: bool
    draw_number: int | None


def seated(tournament: Tournament, *, entry_id: int) -> Sitter:
    """Return the seat of an entry. Refusals: ``not_seated``."""
    found = sitters(entry_ids=[entry_id])
    if not found:
        name = (
            Entry.objects.filter(pk=entry_id, tournament_id=tournament.pk)
            .values_list("player__public_name", flat=True)
            .first()
        )
        raise Refused("not_seated", N_("%(player)s has no seat."), rule="ADTP.7", player=name or "?")
    return found[0]


def move_to(
    tournament: Tournament,
    *,
    entry_id: int,
    table_number: int,
    seat_number: int,
    reason: MoveReason,
    at: datetime,
    command_id: uuid.UUID,
) -> Moved:
    """Bring a player with the current stack to a named seat. A correction plays at once: it was always his seat.

    Refusals: ``not_seated``, ``already_there``, ``seat_taken``, ``no_such_seat``, ``no_such_table``,
    ``table_is_broken``. Rule: ADTP.7, ADTP.11A
    """
    sitter = seated(tournament, entry_id=entry_id)
    if (sitter.table_number, sitter.seat_number) == (table_number, seat_number):
        raise Refused(
            "already_there",
            N_("%(player)s already sits at table %(table)s, seat %(seat)s."),
            rule="ADTP.7",
            player=sitter.name,
            table=table_number,
            seat=seat_number,
        )
    numbers = sorted({sitter.table_number or table_number, table_number})
    tables = {n: lock_table(tournament.pk, table_number=n) for n in numbers}
    return _go(
        tournament,
        sitter,
        tables[table_number],
        seat_number,
        reason=reason,
        rule="ADTP.7" if reason is MoveReason.CORRECTION else "ADTP.11A",
        at=at,
        command_id=command_id,
    )


def _go(
    tournament: Tournament,
    sitter: Sitter,
    table: Table,
    seat: int,
    *,
    reason: MoveReason,
    rule: str,
    at: datetime,
    command_id: uuid.UUID,
    draw_number: int | None = None,
) -> Moved:
    occupied = [
        n for n in free_seats([table])[table.pk][1] if (table.pk, n) != (sitter.table_id, sitter.seat_number)
    ]
    # in the wrong seat by mistake: the right one was his from the start
    waiting = (
        reason is not MoveReason.CORRECTION
        and seat not in occupied
        and waits(table, occupied=occupied, seat=seat)
    )
    (move_id,) = relocate(
        tournament.pk,
        moves=[
            (
                sitter,
                Target(
                    table_id=table.pk,
                    table_number=table.number,
                    seat_number=seat,
                    waits_for_button=waiting,
                    draw_number=draw_number,
                ),
            )
        ],
        reason=reason,
        rule=rule,
        at=at,
        command_id=command_id,
    )
    resume_filled(tournament, short_by=from_dict(tournament.policies).halt_when_short_by)
    return Moved(
        move_id=move_id,
        entry_id=sitter.entry_id,
        name=sitter.name,
        table_number=table.number,
        seat_number=seat,
        waits_for_button=waiting,
        draw_number=draw_number,
    )


def swap(
    tournament: Tournament, *, entry_id: int, other_entry_id: int, at: datetime, command_id: uuid.UUID
) -> list[Moved]:
    """Bring each of two players to the seat of the other, both at once.

    Refusals: ``same_player``, ``no_such_entry``, ``not_seated``. Rule: ADTP.7
    """
    if entry_id == other_entry_id:
        raise Refused("same_player", N_("Choose two different players."), rule="ADTP.7")
    if not Entry.objects.filter(pk=other_entry_id, tournament_id=tournament.pk).exists():
        raise no_such_entry()
    pair = [seated(tournament, entry_id=number) for number in (entry_id, other_entry_id)]
    for number in sorted({sitter.table_number or 0 for sitter in pair}):
        lock_table(tournament.pk, table_number=number)
    return _changed_places(
        tournament, pair, reason=MoveReason.CORRECTION, rule="ADTP.7", at=at, command_id=command_id
    )


def _changed_places(
    tournament: Tournament,
    pair: list[Sitter],
    *,
    reason: MoveReason,
    rule: str = "",
    at: datetime,
    command_id: uuid.UUID,
) -> list[Moved]:
    targets = [
        Target(
            table_id=other.table_id or 0,
            table_number=other.table_number or 0,
            seat_number=other.seat_number or 0,
        )
        for other in reversed(pair)
    ]
    ids = relocate(
        tournament.pk,
        moves=list(zip(pair, targets, strict=True)),
        reason=reason,
        rule=rule,
        at=at,
        command_id=command_id,
    )
    return [
        Moved(
            move_id=move_id,
            entry_id=sitter.entry_id,
            name=sitter.name,
            table_number=target.table_number,
            seat_number=target.seat_number,
            waits_for_button=False,
            draw_number=None,
        )
        for move_id, sitter, target in zip(ids, pair, targets, strict=True)
    ]


def balance(
    tournament: Tournament,
    *,
    from_table: int,
    to_table: int,
    entry_id: int | None,
    at: datetime,
    command_id: uuid.UUID,
) -> Moved:
    """Apply one balancing proposal, if it still holds.

    The player due to be next big blind (or the one named) takes the worst position, never the small blind; by
    policy the seat is drawn. Refusals: ``proposal_stale``, ``other_table`` and those of rules.balancing.
    Rule: ADTP.11A, PT-T.47, PT-T.48, CASES 11-b, CASES bal-3
    """
    if from_table == to_table:
        raise Refused("same_table", N_("Choose two different tables."), rule="ADTP.11")
    locked = {n: lock_table(tournament.pk, table_number=n) for n in sorted((from_table, to_table))}
    giver, taker = locked[from_table], locked[to_table]
    if giver.players - taker.players < 2:
        raise Refused(
            "proposal_stale",
            N_(
                "Table %(table)s now has %(players)s players and table %(to_table)s has %(to_players)s: no move is"
                " needed any more."
            ),
            rule="ADTP.11A",
            table=from_table,
            players=giver.players,
            to_table=to_table,
            to_players=taker.players,
        )
    seats = format_of(tournament)
    proposed = balancing.next_move(
        giver=table_line(giver),
        taker=table_line(taker, stud=seats.stud),
        format=seats,
        policies=from_dict(tournament.policies),
    )
    if entry_id is None:
        (sitter,) = (s for s in sitters(table_ids=[giver.pk]) if s.seat_number == proposed.seat)
    else:
        sitter = seated(tournament, entry_id=entry_id)
        if sitter.table_id != giver.pk:
            raise Refused(
                "other_table",
                N_("%(player)s sits at table %(table)s, seat %(seat)s, not at table %(asked)s."),
                rule="ADTP.7",
                player=sitter.name,
                table=sitter.table_number,
                seat=sitter.seat_number,
                asked=from_table,
            )
    return _balanced(
        tournament, sitter, taker, seat=proposed.to_seat, rule=proposed.rule, at=at, command_id=command_id
    )


def move_drawn(
    tournament: Tournament,
    *,
    from_table: int,
    seat_number: int,
    to_table: int,
    at: datetime,
    command_id: uuid.UUID,
) -> Moved:
    """Move who sits there to another table, to the seat that the public draw gives.

    Refusals: those of `lock_table`. Rule: PT-T.47, PT-T.48
    """
    locked = {n: lock_table(tournament.pk, table_number=n) for n in sorted((from_table, to_table))}
    taker = locked[to_table]
    (sitter,) = (s for s in sitters(table_ids=[locked[from_table].pk]) if s.seat_number == seat_number)
    return _balanced(tournament, sitter, taker, seat=None, rule="PT-T.48", at=at, command_id=command_id)


def _balanced(
    tournament: Tournament,
    sitter: Sitter,
    taker: Table,
    *,
    seat: int | None,
    rule: str,
    at: datetime,
    command_id: uuid.UUID,
) -> Moved:
    """Move a player to balance the tables. seat: None where the public draw gives it."""
    number = None
    if seat is None:
        seat, number = _drawn_seat(tournament, sitter, taker, at=at, command_id=command_id)
    return _go(
        tournament,
        sitter,
        taker,
        seat,
        reason=MoveReason.BALANCE,
        rule=rule,
        at=at,
        command_id=command_id,
        draw_number=number,
    )


def _drawn_seat(
    tournament: Tournament, sitter: Sitter, taker: Table, *, at: datetime, command_id: uuid.UUID
) -> tuple[int, int]:
    """The seat that the public draw gives at a table, and the number of the draw. Rule: PT-T.48"""
    drawn = next_draw(tournament.pk)
    made = draw.record_one(
        master=drawn.master,
        tournament=drawn.tournament,
        number=drawn.number,
        kind=draw.DrawKind.BALANCE,
        participant=sitter.entry_id,
        tables=[
            draw.OpenTable(
                table=taker.number,
                players=taker.players,
                free_seats=tuple(free_seats([taker])[taker.pk][0]),
            )
        ],
    )
    return made.seats[sitter.entry_id][1], keep(drawn, record_=made, at=at, command_id=command_id)


def acknowledge(move: Move, *, at: datetime) -> None:
    """Keep that the player said "I'm moving"; saying it again changes nothing."""
    if move.acknowledged_at is not None:
        return
    Move.objects.filter(pk=move.pk).update(acknowledged_at=at)
    record(
        MoveAcknowledged(
            tournament_id=move.tournament_id,
            player_id=move.entry.player_id,
            table=move.to_table_number,
            move_id=move.pk,
            entry_id=move.entry_id,
        )
    )


def take_back_move(tournament: Tournament, *, move: Move, at: datetime, command_id: uuid.UUID) -> None:
    """Send a player back to the seat he came from, as a move of its own; nothing is deleted. Who was swapped with
    somebody changes places with them again.

    Refusals: ``already_undone``, ``nothing_to_undo`` (he came from no seat), ``moved_since``,
    ``seat_taken``, ``table_is_broken``.
    """
    no = why_move_stays(move)
    if no is not None:
        raise no
    swapped = swapped_with(move)
    if swapped is not None:
        _take_back_swap(tournament, [move, swapped], at=at, command_id=command_id)
        return
    found = sitters(entry_ids=[move.entry_id])
    back = (move.from_table_number or 0, move.from_seat_number or 0)
    table = Table.objects.select_for_update().get(tournament_id=tournament.pk, number=back[0])
    relocate(
        tournament.pk,
        moves=targets_at([table], moves=[(found[0], *back)], draw_number=None),
        reason=MoveReason.UNDO,
        at=at,
        command_id=command_id,
    )
    _undone(move, found[0], at=at)


def _take_back_swap(
    tournament: Tournament, moves: list[Move], *, at: datetime, command_id: uuid.UUID
) -> None:
    pair = [seated(tournament, entry_id=move.entry_id) for move in moves]
    for number in sorted({sitter.table_number or 0 for sitter in pair}):
        lock_table(tournament.pk, table_number=number)
    _changed_places(tournament, pair, reason=MoveReason.UNDO, at=at, command_id=command_id)
    for move, sitter in zip(moves, pair, strict=True):
        _undone(move, sitter, at=at)


def _undone(move: Move, sitter: Sitter, *, at: datetime) -> None:
    """Keep that a move is taken back, and tell it. sitter: where the player sat until then."""
    Move.objects.filter(pk=move.pk).update(undone_at=at)
    record(
        MoveUndone(
            tournament_id=move.tournament_id,
            move_id=move.pk,
            entry_id=move.entry_id,
            name=sitter.name,
            from_table=move.to_table_number,
            from_seat=move.to_seat_number,
            table=move.from_table_number or 0,
            seat=move.from_seat_number or 0,
        )
    )
