"""A player of a tournament goes on at another table, or in another seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from dispatch.commands import record
from play.facts import TablesWaitForRedraw
from play.models import DueKind, PlayTable, Sitting, TableStage
from play.operations.deciding import end_decision
from play.operations.hands import hand_of
from play.operations.seats import (
    Seated,
    dealt_in,
    keep_seats,
    seated_at,
    stand_up,
    tell_sat_down,
    who_sits_in,
)
from play.operations.tables import clock_of, due, shut, wait_or_deal
from play.queries.deciding import policy_of
from play.queries.events import open_tables_of, waits_for_others
from rules import hands
from rules.online import bank_at_last_table
from rules.refusals import N_, Refused

# between a draw of all seats and the next hand
FIND_THE_SEAT = timedelta(seconds=15)
# between the end of the last table's hand and the next one of all
TOGETHER = timedelta(seconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSeat:
    """Where a player sits from now on: a table by its number in the tournament, and a seat there."""

    table_number: int
    seat: int


def bring_to_seats(tables: Mapping[int, PlayTable], *, seats: Mapping[int, NewSeat], at: datetime) -> None:
    """Bring players to their drawn seats, with stack, absence and bank of time; their words begin anew.

    tables: those of the tournament, locked, by number; seats: by player. Who comes is dealt in from the next hand, whether or not
    one is being played there; who leaves plays none. The caller saves the rows. Rule: PT-T.27, PT-T.48
    """
    arriving: list[tuple[PlayTable, Seated]] = []
    for table in tables.values():
        for one in seated_at(table):
            to = seats.get(one.player_id)
            if to is None or (table.table_number, one.seat) == (to.table_number, to.seat):
                continue
            stand_up(table, leaving=[one], at=at)
            # what was said of a turn or a hand was of this table's
            came = replace(one, seat=to.seat, ahead=[], asked_turn=-1, reconnect=[])
            arriving.append((tables[to.table_number], came))
    for table, one in arriving:
        keep_seats(table, seats=[*seated_at(table), one])
        Sitting.objects.create(
            table=table, player_id=one.player_id, seat=one.seat, since=at, brought_chips=one.chips
        )
        tell_sat_down(table, one=one)


def go_on_after_moves(tables: Sequence[PlayTable], *, broken: Sequence[int], at: datetime) -> None:
    """Close the tables that were broken, and let those between two hands deal where two sit there at least. Rule: PT-T.47"""
    for table in tables:
        if table.stage == TableStage.CLOSED:
            continue
        if table.table_number in broken:
            shut(table, at=at)
            continue
        if table.stage == TableStage.WAITING:
            wait_or_deal(table, at=at, gather=False)
        table.save()


def fill_banks(table: PlayTable) -> None:
    """Fill everybody's bank of time at the last table of a tournament, which has just formed; who decides there just then has it at once. The caller
    saves the row. Rule: PT-H.44, PT-T.42
    """
    whole = bank_at_last_table(policy=policy_of(table))
    keep_seats(table, seats=[replace(one, bank_ms=whole) for one in seated_at(table)])
    if table.due_kind == DueKind.DECIDE:
        hand = hand_of(table)
        end_decision(table, hand=hand, one=who_sits_in(table, seat=hands.options(hand).seat))


def deal_together(tables: Sequence[PlayTable], *, at: datetime) -> None:
    """Have all tables that are between two hands deal the next one at one instant. Rule: PT-T.49"""
    for table in tables:
        if table.stage == TableStage.WAITING and len(dealt_in(table)) >= 2:
            # not before everybody has found the seat that was just drawn
            found_by = table.due_at if table.due_kind == DueKind.OPEN else None
            instant = clock_of(table, at=at) + TOGETHER
            due(table, kind=DueKind.OPEN, at=max(found_by or instant, instant))
            table.save()


def must_wait_for_nobody(table: PlayTable) -> bool:
    """Refuse a hand while other tables have not done theirs: in hand-for-hand, and before all seats are drawn anew; and one more than the last
    hands after the set time. Return whether the others wait for this one, because the draw comes when it is over.

    Refusals: ``others_still_play``, ``last_hand_played``. Rule: PT-T.48, PT-T.49, PT-T.52
    """
    if table.tournament_id is None:
        return False
    others = waits_for_others(table.tournament_id, table_number=table.table_number or 0)
    if others.last_hands:
        raise Refused(
            "last_hand_played",
            N_("The time of the tournament is up, and this table has played its last hand."),
            rule="PT-T.52",
        )
    if others.tables:
        raise Refused(
            "others_still_play",
            N_("All seats are drawn anew when every table has ended its hand: the next one is dealt then.")
            if others.redraw
            else N_("The tables play hand for hand: the next hand is dealt when all have finished this one."),
            rule="PT-T.48" if others.redraw else "PT-T.49",
            tables=others.tables,
        )
    return others.redraw


def begin_at_new_seats(
    tables: Sequence[PlayTable], *, buttons: Mapping[int, int], final: bool, at: datetime
) -> None:
    """Begin anew at tables whose seats were all drawn: with the button that was drawn, and time for everybody to find the seat.

    buttons: the drawn seat by table number; where fewer than two play there is none. final: all sit at the last table now.
    Rule: PT-T.40, PT-T.48, PT-H.46, ADTP.P9
    """
    for table in tables:
        players = dealt_in(table)
        if table.stage == TableStage.CLOSED or len(players) < 2:
            continue
        table.button_seat = seat_before(buttons[table.table_number or 0], seats=[one.seat for one in players])
        table.notice = {"kind": "redrawn", "final": final}
        due(table, kind=DueKind.OPEN, at=clock_of(table, at=at) + FIND_THE_SEAT)
        table.save()


def seat_before(drawn: int, *, seats: Sequence[int]) -> int:
    """Return the seat from which the button moves to where the tournament's public draw put it. Rule: PT-T.40, PT-H.46"""
    return max(seats, key=lambda seat: (seat < drawn, seat))


def tell_who_waits(table: PlayTable) -> None:
    """Tell the tables of a tournament which of them wait for others, before all seats are drawn anew. Rule: PT-T.48"""
    assert table.tournament_id is not None
    record(TablesWaitForRedraw(table_id=table.pk, players=(), tables=open_tables_of(table.tournament_id)))
