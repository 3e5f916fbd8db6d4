"""The hand at a table: its marks, who sits where, whether it is played, when it is done. Needs an open command that
holds the Field row.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from dispatch.commands import record
from rules.button import Positions, dealt_in, marks_noted
from rules.refusals import N_, Refused
from tables.facts import (
    HandDoneAtTable,
    HandTakenBack,
    PositionsRecorded,
    SeatVerified,
    TableHalted,
    TableResumed,
    TableVerified,
    VerificationUndone,
)
from tables.models import HandDone, Seat, Table, TableState
from tables.operations.penalties import sit_in_again, sit_out
from tables.operations.seating import lock_table
from tables.queries.seats import Sitter, free_seats, positions_of, sitters
from tournaments.models import Elimination, Field, Tournament


def halt(tournament: Tournament, *, table_number: int) -> Table:
    """Halt a table: it plays no hand until it is filled. Refusals: ``already_halted``. Rule: ADTP.11D"""
    table = lock_table(tournament.pk, table_number=table_number)
    if table.state == TableState.HALTED:
        raise Refused(
            "already_halted", N_("Table %(table)s has already stopped."), rule="ADTP.11D", table=table_number
        )
    Table.objects.filter(pk=table.pk).update(state=TableState.HALTED)
    record(TableHalted(tournament_id=tournament.pk, table=table.number, players=table.players))
    return table


def resume(tournament: Tournament, *, table_number: int) -> Table:
    """Resume a halted table. Refusals: ``not_halted``. Rule: ADTP.11D"""
    table = lock_table(tournament.pk, table_number=table_number)
    if table.state != TableState.HALTED:
        raise Refused(
            "not_halted", N_("Table %(table)s has not stopped."), rule="ADTP.11D", table=table_number
        )
    Table.objects.filter(pk=table.pk).update(state=TableState.OPEN)
    record(TableResumed(tournament_id=tournament.pk, table=table.number, players=table.players))
    return table


def verify(tournament: Tournament, *, table_number: int, seat_number: int, at: datetime) -> Sitter:
    """Keep that the right player sits there. Refusals: ``seat_empty``, ``no_such_seat``. Rule: ADTP.7"""
    table = lock_table(tournament.pk, table_number=table_number)
    sitter = _sitter_at(table, seat_number)
    Seat.objects.filter(table=table, number=seat_number).update(verified_at=at)
    record(
        SeatVerified(
            tournament_id=tournament.pk, entry_id=sitter.entry_id, table=table_number, seat=seat_number
        )
    )
    return sitter


def verify_table(tournament: Tournament, *, table_number: int, at: datetime) -> list[int]:
    """Keep that the right players sit at the whole table; the entries that were not verified before.

    Refusals: ``all_verified``. Rule: ADTP.7"""
    table = lock_table(tournament.pk, table_number=table_number)
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
    record(TableVerified(tournament_id=tournament.pk, table=table_number, entries=entries))
    return entries


def take_back_verification(
    tournament: Tournament, *, table_number: int, entries: Sequence[int], verified_at: datetime
) -> list[int]:
    """Take the verification of that moment back: its seats are to be looked at again; who moved since is left alone.

    Refusals: ``already_undone``. Rule: ADTP.7"""
    seats = Seat.objects.select_for_update().filter(entry_id__in=list(entries), verified_at=verified_at)
    found = sorted(e for e in seats.values_list("entry_id", flat=True) if e is not None)
    if not found:
        raise Refused("already_undone", N_("This was already undone."), rule="ADTP.1")
    Seat.objects.filter(entry_id__in=found).update(verified_at=None)
    record(VerificationUndone(tournament_id=tournament.pk, table=table_number, entries=found))
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
    *,
    table_number: int,
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
    table = lock_table(tournament.pk, table_number=table_number)
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
        positions_at=at,
    )
    _end_waiting(table, marks)
    record(
        PositionsRecorded(
            tournament_id=tournament.pk,
            table=table_number,
            button=marks.button,
            small_blind=marks.small_blind,
            big_blind=marks.big_blind,
        )
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
    tournament: Tournament, *, field: Field, table_number: int, round_: int, at: datetime
) -> None:
    """Keep that a table has finished its hand of the round that is being played; who sits it out for a penalty has missed it.

    Refusals: ``not_hand_for_hand``, ``round_over``, ``hand_already_done``, ``table_is_halted``.
    Rule: PT-T.49, ADTP.67A
    """
    if not field.hand_for_hand:
        raise Refused("not_hand_for_hand", N_("The tables do not play hand for hand."), rule="PT-T.49")
    table = lock_table(tournament.pk, table_number=table_number)
    earlier = HandDone.objects.filter(table=table, round=round_).first()
    if earlier is not None:
        zone = ZoneInfo(tournament.venue.timezone)
        raise Refused(
            "hand_already_done",
            N_("Table %(table)s already reported hand %(round)s at %(time)s."),
            rule="PT-T.49",
            table=table_number,
            round=field.hand_number(round_),
            time=earlier.at.astimezone(zone).strftime("%H:%M"),
        )
    if round_ != field.hand_for_hand_round:
        raise _round_over(round_, field)
    if table.state == TableState.HALTED:
        raise Refused(
            "table_is_halted",
            N_("Table %(table)s has stopped and plays no hand."),
            rule="ADTP.11D",
            table=table_number,
        )
    hand = HandDone.objects.create(tournament_id=tournament.pk, table=table, round=round_, at=at)
    record(HandDoneAtTable(tournament_id=tournament.pk, table=table_number, round=round_))
    sit_out(tournament, table=table, hand=hand)


def take_back_hand(tournament: Tournament, *, field: Field, table_number: int, round_: int) -> None:
    """Take back that a table has finished its hand of the round that is played: it plays on, and the penalties that missed the
    hand miss it no more.

    Refusals: ``not_hand_for_hand``, ``round_over``, ``hand_not_done``, ``somebody_is_out``. Rule: PT-T.49, ADTP.67A
    """
    if not field.hand_for_hand:
        raise Refused("not_hand_for_hand", N_("The tables do not play hand for hand."), rule="PT-T.49")
    if round_ != field.hand_for_hand_round:
        raise _round_over(round_, field)
    table = lock_table(tournament.pk, table_number=table_number)
    hand = HandDone.objects.filter(table=table, round=round_).first()
    if hand is None:
        raise Refused(
            "hand_not_done",
            N_("Table %(table)s still plays hand %(round)s."),
            rule="PT-T.49",
            table=table_number,
            round=field.hand_number(round_),
        )
    out = Elimination.objects.filter(
        tournament_id=tournament.pk,
        table_number=table_number,
        hand_for_hand_round=round_,
        undone_at__isnull=True,
    )
    if out.exists():
        raise Refused(
            "somebody_is_out",
            N_("Somebody went out in this hand of table %(table)s. Undo the elimination first."),
            rule="ADTP.P16",
            table=table_number,
        )
    sit_in_again(hand)
    hand.delete()
    record(HandTakenBack(tournament_id=tournament.pk, table=table_number, round=round_))


def _round_over(round_: int, field: Field) -> Refused:
    return Refused(
        "round_over",
        N_("That hand is not being played: it is hand %(now)s of hand for hand. Reload the page."),
        rule="PT-T.49",
        round=round_,
        now=field.hand_number(field.hand_for_hand_round),
    )
