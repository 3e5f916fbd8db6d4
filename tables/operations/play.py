"""What the floor does while hands are played. Needs an open command that holds the Field row."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from dispatch.facts import STAFF, Actor
from rules import balancing, chips, draw, penalties, rulings
from rules.button import Positions, dealt_in, marks_noted
from rules.policies import from_dict
from rules.refusals import N_, Refused
from tables.facts import (
    AwaySet,
    ChipsCorrected,
    ChipsCounted,
    HandDoneAtTable,
    MoveAcknowledged,
    PenaltyGiven,
    PenaltyHandServed,
    PenaltyUndone,
    PositionsRecorded,
    RulingLogged,
    SeatVerified,
    TableHalted,
    TableResumed,
    TableVerified,
    VerificationUndone,
)
from tables.models import (
    ChipCount,
    HandDone,
    Move,
    MoveReason,
    Penalty,
    PenaltyKind,
    Ruling,
    Seat,
    Table,
    TableState,
)
from tables.operations.draws import keep, next_draw
from tables.operations.seating import Target, lock_table, relocate, resume_filled, tell
from tables.queries.proposals import format_of, table_line
from tables.queries.room import next_penalty
from tables.queries.seats import Sitter, free_seats, positions_of, sitters, waits
from tournaments.facts import (
    counts_topic,
    player_topic,
    standings_topic,
    table_topic,
    tables_topic,
)
from tournaments.models import Clock, Entry, Field, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A player who was moved."""

    move_id: int
    entry_id: int
    name: str
    table_number: int
    seat_number: int
    waits_for_button: bool
    draw_number: int | None

    def as_dict(self) -> dict[str, Any]:
        return {
            "move_id": self.move_id,
            "entry_id": self.entry_id,
            "name": self.name,
            "table_number": self.table_number,
            "seat_number": self.seat_number,
            "waits_for_button": self.waits_for_button,
            "draw_number": self.draw_number,
        }


def _table_faces(tournament_id: int, *numbers: int) -> list[str]:
    return [tables_topic(tournament_id), *(table_topic(tournament_id, n) for n in numbers)]


def seated(tournament: Tournament, entry_id: int) -> Sitter:
    """The seat of an entry. Refusals: ``not_seated``."""
    found = sitters(entry_ids=[entry_id])
    if not found:
        name = (
            Entry.objects.filter(pk=entry_id, tournament_id=tournament.pk)
            .values_list("player__public_name", flat=True)
            .first()
        )
        raise Refused("not_seated", N_("%(player)s has no seat."), rule="ADTP.7", player=name or "?")
    return found[0]


# ------------------------------------------------------------------------------------------------ moving


def move_to(
    tournament: Tournament,
    entry_id: int,
    *,
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
    sitter = seated(tournament, entry_id)
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
    tables = {n: lock_table(tournament.pk, n) for n in numbers}
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
        [
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
    resume_filled(tournament, short_by=from_dict(tournament.policies).halt_when_short_by, at=at)
    return Moved(
        move_id=move_id,
        entry_id=sitter.entry_id,
        name=sitter.name,
        table_number=table.number,
        seat_number=seat,
        waits_for_button=waiting,
        draw_number=draw_number,
    )


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
    locked = {n: lock_table(tournament.pk, n) for n in sorted((from_table, to_table))}
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
        sitter = seated(tournament, entry_id)
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
    seat, number = proposed.to_seat, None
    if seat is None:
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
        number = keep(drawn, made, at=at, command_id=command_id)
        seat = made.seats[sitter.entry_id][1]
    return _go(
        tournament,
        sitter,
        taker,
        seat,
        reason=MoveReason.BALANCE,
        rule=proposed.rule,
        at=at,
        command_id=command_id,
        draw_number=number,
    )


def acknowledge(move: Move, *, at: datetime) -> None:
    """The player said "I'm moving"; saying it again changes nothing."""
    if move.acknowledged_at is not None:
        return
    Move.objects.filter(pk=move.pk).update(acknowledged_at=at)
    tell(
        move.tournament_id,
        MoveAcknowledged(move_id=move.pk, entry_id=move.entry_id),
        at=at,
        touches=[
            player_topic(move.entry.player_id, move.tournament_id),
            *_table_faces(move.tournament_id, move.to_table_number),
        ],
    )


# ------------------------------------------------------------------------------------------------ tables


def halt(tournament: Tournament, table_number: int, *, at: datetime) -> Table:
    """The table plays no hand until it is filled. Refusals: ``already_halted``. Rule: ADTP.11D"""
    table = lock_table(tournament.pk, table_number)
    if table.state == TableState.HALTED:
        raise Refused(
            "already_halted", N_("Table %(table)s has already stopped."), rule="ADTP.11D", table=table_number
        )
    Table.objects.filter(pk=table.pk).update(state=TableState.HALTED)
    tell(
        tournament.pk,
        TableHalted(table=table.number, players=table.players),
        at=at,
        touches=_table_faces(tournament.pk, table_number),
    )
    return table


def resume(tournament: Tournament, table_number: int, *, at: datetime) -> Table:
    """A halted table plays again. Refusals: ``not_halted``. Rule: ADTP.11D"""
    table = lock_table(tournament.pk, table_number)
    if table.state != TableState.HALTED:
        raise Refused(
            "not_halted", N_("Table %(table)s has not stopped."), rule="ADTP.11D", table=table_number
        )
    Table.objects.filter(pk=table.pk).update(state=TableState.OPEN)
    tell(
        tournament.pk,
        TableResumed(table=table.number, players=table.players),
        at=at,
        touches=_table_faces(tournament.pk, table_number),
    )
    return table


def verify(tournament: Tournament, *, table_number: int, seat_number: int, at: datetime) -> Sitter:
    """The right player sits there. Refusals: ``seat_empty``, ``no_such_seat``. Rule: ADTP.7"""
    table = lock_table(tournament.pk, table_number)
    sitter = _sitter_at(table, seat_number)
    Seat.objects.filter(table=table, number=seat_number).update(verified_at=at)
    tell(
        tournament.pk,
        SeatVerified(entry_id=sitter.entry_id, table=table_number, seat=seat_number),
        at=at,
        touches=_table_faces(tournament.pk, table_number),
    )
    return sitter


def verify_table(tournament: Tournament, *, table_number: int, at: datetime) -> list[int]:
    """The right players sit at the whole table; the entries that were not verified before.

    Refusals: ``all_verified``. Rule: ADTP.7"""
    table = lock_table(tournament.pk, table_number)
    open_seats = Seat.objects.filter(table=table, entry__isnull=False, verified_at__isnull=True)
    entries = sorted(e for e in open_seats.values_list("entry_id", flat=True) if e is not None)
    if not entries:
        raise Refused(
            "all_verified",
            N_("Every seat of table %(table)s is verified already."),
            rule="ADTP.7",
            table=table_number,
        )
    Seat.objects.filter(entry_id__in=entries).update(verified_at=at)
    tell(
        tournament.pk,
        TableVerified(table=table_number, entries=entries),
        at=at,
        touches=_table_faces(tournament.pk, table_number),
    )
    return entries


def take_back_verification(
    tournament: Tournament, *, table_number: int, entries: Sequence[int], verified_at: datetime, at: datetime
) -> list[int]:
    """Seats that were verified at that moment are to be looked at again; who moved since is left alone.

    Refusals: ``already_undone``. Rule: ADTP.7"""
    seats = Seat.objects.select_for_update().filter(entry_id__in=list(entries), verified_at=verified_at)
    found = sorted(e for e in seats.values_list("entry_id", flat=True) if e is not None)
    if not found:
        raise Refused("already_undone", N_("This was already undone."), rule="ADTP.1")
    Seat.objects.filter(entry_id__in=found).update(verified_at=None)
    tell(
        tournament.pk,
        VerificationUndone(table=table_number, entries=found),
        at=at,
        touches=_table_faces(tournament.pk, table_number),
    )
    return found


def _sitter_at(table: Table, seat_number: int) -> Sitter:
    found = next((s for s in sitters(table_ids=[table.pk]) if s.seat_number == seat_number), None)
    if found is not None:
        return found
    if not Seat.objects.filter(table=table, number=seat_number).exists():
        raise Refused(
            "no_such_seat",
            N_("Table %(table)s has no seat %(seat)s."),
            table=table.number,
            seat=seat_number,
        )
    raise Refused(
        "seat_empty",
        N_("Nobody sits at table %(table)s, seat %(seat)s."),
        rule="ADTP.7",
        table=table.number,
        seat=seat_number,
    )


def mark_positions(
    tournament: Tournament,
    table_number: int,
    *,
    button: int,
    small_blind: int | None,
    big_blind: int | None,
    at: datetime,
) -> Positions:
    """Keep the marks of the hand being played; who waited for the button and is dealt in waits no longer.

    big_blind None: both blinds are those of a hand with this button. With a big blind, small_blind None means that
    nobody posts it. Known marks never become unknown.
    Refusals: ``no_such_seat``, ``seat_empty``, ``same_seat``, ``too_few_players``. Rule: ADTP.32, ADTP.10
    """
    table = lock_table(tournament.pk, table_number)
    if not 1 <= button <= table.seats:
        raise Refused(
            "no_such_seat", N_("Table %(table)s has no seat %(seat)s."), table=table_number, seat=button
        )
    if big_blind is None:
        marks = marks_noted(
            button=button,
            occupied=free_seats([table])[table.pk][1],
            seats_per_table=table.seats,
            known=positions_of(table),
        )
    else:
        for seat in (small_blind, big_blind):
            if seat is not None:
                _sitter_at(table, seat)
        if small_blind == big_blind:
            raise Refused(
                "same_seat", N_("Small and big blind are posted by two different players."), rule="ADTP.32"
            )
        spot = small_blind
        if spot is None:
            spot = _dead_small_blind(table, button=button, big_blind=big_blind)
        marks = Positions(button=button, small_blind=small_blind, small_blind_spot=spot, big_blind=big_blind)
    Table.objects.filter(pk=table.pk).update(
        button_seat=marks.button,
        small_blind_seat=marks.small_blind,
        small_blind_spot=marks.small_blind_spot,
        big_blind_seat=marks.big_blind,
    )
    _end_waiting(table, marks)
    tell(
        tournament.pk,
        PositionsRecorded(
            table=table_number,
            button=marks.button,
            small_blind=marks.small_blind,
            big_blind=marks.big_blind,
        ),
        at=at,
        touches=_table_faces(tournament.pk, table_number),
    )
    return marks


def _dead_small_blind(table: Table, *, button: int, big_blind: int) -> int:
    """Where the small blind would sit that nobody posts: the seat of the last big blind, else the one before."""
    last = table.big_blind_seat
    if last is not None and 0 < (last - button) % table.seats < (big_blind - button) % table.seats:
        return last
    return (big_blind - 2) % table.seats + 1


def _end_waiting(table: Table, marks: Positions) -> None:
    waiting = list(Seat.objects.filter(table=table, waits_for_button=True).values_list("number", flat=True))
    if not waiting:
        return
    occupied = free_seats([table])[table.pk][1]
    dealt = dealt_in(coming=marks, occupied=occupied, seats_per_table=table.seats)
    Seat.objects.filter(table=table, number__in=set(waiting) & set(dealt)).update(waits_for_button=False)


def hand_is_done(
    tournament: Tournament, field: Field, *, table_number: int, round_: int, at: datetime
) -> None:
    """A table has finished its hand of the round that is being played.

    Refusals: ``not_hand_for_hand``, ``round_over``, ``hand_already_done``, ``table_is_halted``.
    Rule: PT-T.49
    """
    if not field.hand_for_hand:
        raise Refused("not_hand_for_hand", N_("The tables do not play hand-for-hand."), rule="PT-T.49")
    table = lock_table(tournament.pk, table_number)
    earlier = HandDone.objects.filter(table=table, round=round_).first()
    if earlier is not None:
        zone = ZoneInfo(tournament.venue.timezone)
        raise Refused(
            "hand_already_done",
            N_("Table %(table)s already reported its hand of round %(round)s at %(time)s."),
            rule="PT-T.49",
            table=table_number,
            round=round_,
            time=earlier.at.astimezone(zone).strftime("%H:%M"),
        )
    if round_ != field.hand_for_hand_round:
        raise Refused(
            "round_over",
            N_("Round %(round)s is not being played; it is round %(now)s. Reload the page."),
            rule="PT-T.49",
            round=round_,
            now=field.hand_for_hand_round,
        )
    if table.state == TableState.HALTED:
        raise Refused(
            "table_is_halted",
            N_("Table %(table)s has stopped and plays no hand."),
            rule="ADTP.11D",
            table=table_number,
        )
    HandDone.objects.create(tournament_id=tournament.pk, table=table, round=round_, at=at)
    tell(
        tournament.pk,
        HandDoneAtTable(table=table_number, round=round_),
        at=at,
        touches=_table_faces(tournament.pk, table_number),
    )


def count(
    tournament: Tournament, field: Field, entry_id: int, *, stack_chips: int, at: datetime, by: Actor
) -> None:
    """A stack was counted. Refusals: ``not_seated``, ``more_than_in_play``."""
    sitter = seated(tournament, entry_id)
    in_play = field.chips_issued - field.chips_removed
    if stack_chips > in_play:
        raise Refused(
            "more_than_in_play",
            N_("%(stack)s is more than all chips in play, %(in_play)s. Check the number of digits."),
            rule="ADTP.64",
            stack=stack_chips,
            in_play=in_play,
        )
    Entry.objects.filter(pk=entry_id).update(
        stack_chips=stack_chips,
        counted_at=at,
        counted_index=Clock.objects.filter(pk=tournament.pk).values("level_index"),
    )
    ChipCount.objects.create(entry_id=entry_id, stack_chips=stack_chips, at=at, by_id=by.user_id)
    tell(
        tournament.pk,
        ChipsCounted(entry_id=entry_id, name=sitter.name, table=sitter.table_number, stack_chips=stack_chips),
        at=at,
        touches=[
            table_topic(tournament.pk, sitter.table_number or 0),
            standings_topic(tournament.pk),
            player_topic(sitter.player_id, tournament.pk),
        ],
    )


def correct(
    tournament: Tournament,
    field: Field,
    *,
    added_chips: int,
    removed_chips: int,
    reason: str,
    at: datetime,
) -> int:
    """Put down what a chip race, chips found or forfeited changed; the chips now in play.

    Refusals: ``nothing_to_correct``, ``too_few_chips_left``. Rule: ADTP.24, ADTP.63, ADTP.64
    """
    in_play = chips.corrected(
        book=chips.ChipBook(issued=field.chips_issued, removed=field.chips_removed),
        added=added_chips,
        removed=removed_chips,
        players_left=field.players_left,
    )
    # what a race adds counts against what was taken out: entries alone say how much was issued
    field.chips_removed += removed_chips - added_chips
    field.save(update_fields=["chips_removed"])
    tell(
        tournament.pk,
        ChipsCorrected(
            added_chips=added_chips, removed_chips=removed_chips, in_play_chips=in_play, reason=reason
        ),
        at=at,
        audience=STAFF,
        touches=[standings_topic(tournament.pk), counts_topic(tournament.pk)],
    )
    return in_play


def mark_away(tournament: Tournament, entry_id: int, *, away: bool, at: datetime) -> None:
    """Away from the seat, or back. Refusals: ``not_seated``. Rule: ADTP.30, SCPT.Q, PT-T.26"""
    sitter = seated(tournament, entry_id)
    Seat.objects.filter(entry_id=entry_id).update(away=away)
    tell(
        tournament.pk,
        AwaySet(entry_id=entry_id, table=sitter.table_number or 0, seat=sitter.seat_number or 0, away=away),
        at=at,
        touches=_table_faces(tournament.pk, sitter.table_number or 0),
    )


# ------------------------------------------------------------------------------------------------ penalties


def give_penalty(
    tournament: Tournament,
    entry_id: int,
    *,
    kind: PenaltyKind,
    rounds: int,
    reason: str,
    rule: str,
    at: datetime,
    by: Actor,
    command_id: uuid.UUID,
) -> dict[str, Any]:
    """A warning, a missed hand or missed rounds; {penalty_id, hands_owed, next}.

    Hands owed are those of the players at the table now, the offender included, times the rounds.
    Refusals: ``not_seated``, ``bad_rounds``. Rule: ADTP.67A, ADTP.P2
    """
    sitter = seated(tournament, entry_id)
    table = Table.objects.get(pk=sitter.table_id or 0)
    imposed = penalties.impose(
        kind=penalties.PenaltyKind(kind.value), players_at_table=table.players, rounds=rounds
    )
    owed = penalties.hands_due(penalty=imposed)
    row = _write_penalty(
        tournament, entry_id, kind=kind, rounds=rounds, owed=owed, reason=reason, rule=rule, at=at, by=by,
        command_id=command_id,
    )  # fmt: skip
    _tell_penalty(tournament, row, sitter, at=at)
    return {
        "penalty_id": row.pk,
        "hands_owed": owed,
        "next": next_penalty(sitter.player_id).as_dict(),
    }


def disqualified(
    tournament: Tournament,
    entry_ids: Sequence[int],
    *,
    reason: str,
    at: datetime,
    by: Actor,
    command_id: uuid.UUID,
    rule: str = "ADTP.67D",
) -> None:
    """Keep a disqualification in the history of those who were just put out for it. Rule: ADTP.67D, SCPT.F"""
    for entry in Entry.objects.filter(pk__in=list(entry_ids)).select_related("player").order_by("id"):
        row = _write_penalty(
            tournament, entry.pk, kind=PenaltyKind.DISQUALIFICATION, rounds=0, owed=0, reason=reason,
            rule=rule, at=at, by=by, command_id=command_id,
        )  # fmt: skip
        _tell_penalty(
            tournament,
            row,
            Sitter(entry_id=entry.pk, player_id=entry.player_id, name=entry.player.public_name),
            at=at,
        )


def _write_penalty(
    tournament: Tournament,
    entry_id: int,
    *,
    kind: PenaltyKind,
    rounds: int,
    owed: int,
    reason: str,
    rule: str,
    at: datetime,
    by: Actor,
    command_id: uuid.UUID,
) -> Penalty:
    return Penalty.objects.create(
        tournament_id=tournament.pk,
        entry_id=entry_id,
        kind=kind,
        rounds=rounds,
        hands_owed=owed,
        reason=reason,
        rule=rule,
        at=at,
        by_id=by.user_id,
        command_id=command_id,
    )


def _tell_penalty(tournament: Tournament, row: Penalty, sitter: Sitter, *, at: datetime) -> None:
    tell(
        tournament.pk,
        PenaltyGiven(
            penalty_id=row.pk,
            entry_id=row.entry_id,
            penalty=str(PenaltyKind(row.kind).value),
            hands_owed=row.hands_owed,
            reason=row.reason,
            rule=row.rule,
        ),
        at=at,
        audience=STAFF,
        touches=[
            player_topic(sitter.player_id, tournament.pk),
            tables_topic(tournament.pk),
            *([table_topic(tournament.pk, sitter.table_number)] if sitter.table_number else []),
        ],
    )


def serve(penalty_id: int, *, hand_number: int | None, at: datetime) -> tuple[Penalty, bool]:
    """One more hand served, and whether it counted: a misdealt hand and its redeal have one number and are one.

    Refusals: ``nothing_to_serve``, ``not_the_next_hand``. Rule: ADTP.67A, ADTP.35C"""
    row = Penalty.objects.select_for_update(of=("self",)).select_related("entry").get(pk=penalty_id)
    if row.undone_at is not None:
        raise Refused("nothing_to_serve", N_("No hand of this penalty is left to serve."), rule="ADTP.67A")
    after = penalties.hand_served(due=row.hands_owed, already=row.hands_served, number=hand_number)
    counted = after != row.hands_served
    if counted:
        _keep_served(row, after, at=at)
    return row, counted


def take_back_served(penalty_id: int, *, hand_number: int, at: datetime) -> Penalty:
    """The hand that was counted last was not sat out. Refusals: ``not_the_last_hand``. Rule: ADTP.67A"""
    row = Penalty.objects.select_for_update(of=("self",)).select_related("entry").get(pk=penalty_id)
    if row.undone_at is not None or hand_number != row.hands_served or not row.hands_served:
        raise Refused(
            "not_the_last_hand",
            N_("Only the hand that was counted last is taken back. Reload the page."),
            rule="ADTP.67A",
        )
    _keep_served(row, row.hands_served - 1, at=at)
    return row


def _keep_served(row: Penalty, hands_served: int, *, at: datetime) -> None:
    row.hands_served = hands_served
    Penalty.objects.filter(pk=row.pk).update(hands_served=hands_served)
    tell(
        row.tournament_id,
        PenaltyHandServed(
            penalty_id=row.pk,
            entry_id=row.entry_id,
            hands_served=row.hands_served,
            hands_owed=row.hands_owed,
        ),
        at=at,
        audience=STAFF,
        touches=_tables_of_player(row),
    )


def _tables_of_player(row: Penalty) -> list[str]:
    """Where the person sits now in that tournament: a penalty outlives the entry it was given to."""
    tables = Seat.objects.filter(
        entry__tournament_id=row.tournament_id, entry__player_id=row.entry.player_id
    ).values_list("table__number", flat=True)
    return [
        tables_topic(row.tournament_id),
        *(table_topic(row.tournament_id, number) for number in sorted(set(tables))),
    ]


def take_back_penalty(penalty_id: int, *, at: datetime) -> None:
    """Refusals: ``already_undone``, ``undo_elimination_instead``."""
    row = Penalty.objects.select_for_update(of=("self",)).select_related("entry").get(pk=penalty_id)
    if row.undone_at is not None:
        raise Refused("already_undone", N_("This was already undone."), rule="ADTP.1")
    if row.kind == PenaltyKind.DISQUALIFICATION:
        raise Refused(
            "undo_elimination_instead",
            N_("A disqualification is taken back by undoing the elimination."),
            rule="ADTP.67D",
        )
    _undo_penalty(row, at=at)


def take_back_disqualification(entry_id: int, command_id: uuid.UUID, *, at: datetime) -> None:
    """The elimination behind it was undone. Nothing happens where there was no disqualification."""
    for row in Penalty.objects.filter(
        entry_id=entry_id,
        command_id=command_id,
        kind=PenaltyKind.DISQUALIFICATION,
        undone_at__isnull=True,
    ).select_related("entry"):
        _undo_penalty(row, at=at)


def _undo_penalty(row: Penalty, *, at: datetime) -> None:
    Penalty.objects.filter(pk=row.pk).update(undone_at=at)
    tell(
        row.tournament_id,
        PenaltyUndone(penalty_id=row.pk, entry_id=row.entry_id),
        at=at,
        audience=STAFF,
        touches=_tables_of_player(row),
    )


# ------------------------------------------------------------------------------------------------ rulings


def _must_be_decided(given: rulings.Ruling, *, choice: str, decision: str) -> None:
    offered = {c.value for c in given.choices}
    if choice and choice not in offered:
        raise Refused(
            "no_such_choice",
            N_("This ruling does not offer %(choice)s. Ask it again."),
            rule="ADTP.1",
            choice=choice[:40],
        )
    if given.action is rulings.Action.DIRECTOR and not choice and not decision:
        raise Refused(
            "choice_missing",
            N_("The rules leave this to the director: choose what was decided."),
            rule="ADTP.1",
        )


def write_ruling(
    tournament: Tournament,
    *,
    table_number: int | None,
    entry_id: int | None,
    hand: int | None,
    kind: str,
    situation: Mapping[str, Any],
    choice: str,
    decision: str,
    override_reason: str,
    at: datetime,
    by: Actor,
    command_id: uuid.UUID,
) -> dict[str, Any]:
    """Keep a situation with the ruling on it, whom it is about, what was chosen and decided; {ruling_id, ruling}.

    What the rules leave to the director is not kept without what was decided.
    Refusals: ``unknown_situation``, ``bad_situation``, ``no_such_table``, ``player_missing``, ``not_playing_here``,
    ``choice_missing``, ``no_such_choice``. Rule: ADTP.1, REGULATIONS 8.3"""
    policies = from_dict(tournament.policies).in_event(main_event=tournament.main_event)
    given = rulings.rule(kind, situation, policies)
    _must_be_decided(given, choice=choice, decision=decision)
    if kind == "conduct" and entry_id is None:
        raise Refused(
            "player_missing",
            N_("Say which player it is about: conduct is kept with the person."),
            rule="ADTP.P2",
        )
    if entry_id is not None and not Entry.objects.filter(pk=entry_id, tournament_id=tournament.pk).exists():
        raise Refused("not_playing_here", N_("This player is not in this tournament."), rule="ADTP.7")
    table = None
    if table_number is not None:
        table = Table.objects.filter(tournament_id=tournament.pk, number=table_number).first()
        if table is None:
            raise Refused("no_such_table", N_("There is no table %(table)s."), table=table_number)
    row = Ruling.objects.create(
        tournament_id=tournament.pk,
        table=table,
        entry_id=entry_id,
        hand=hand,
        kind=kind,
        situation=dict(situation),
        choice=choice,
        ruling=given.as_dict(),
        rule=", ".join(given.rules)[:40],
        decision=decision,
        override_reason=override_reason,
        at=at,
        by_id=by.user_id,
        command_id=command_id,
    )
    tell(
        tournament.pk,
        RulingLogged(ruling_id=row.pk, ruling=given.code, rule=row.rule, table=table_number),
        at=at,
        audience=STAFF,
        touches=[tables_topic(tournament.pk), counts_topic(tournament.pk)],
    )
    return {"ruling_id": row.pk, "ruling": given.as_dict()}
