"""A player of a tournament goes on at another table, or in another seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from play.models import DueKind, PlayTable, Sitting, TableStage
from play.operations.seats import Seated, dealt_in, keep_seats, seated_at, stand_up, tell_sat_down
from play.operations.tables import clock_of, due, shut, wait_or_deal
from play.queries.events import tables_still_playing
from rules.refusals import N_, Refused

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


def deal_together(tables: Sequence[PlayTable], *, at: datetime) -> None:
    """Have all tables that are between two hands deal the next one at one instant. Rule: PT-T.49"""
    for table in tables:
        if table.stage == TableStage.WAITING and len(dealt_in(table)) >= 2:
            due(table, kind=DueKind.OPEN, at=clock_of(table, at=at) + TOGETHER)
            table.save()


def must_wait_for_nobody(table: PlayTable) -> None:
    """Refuse a hand while hand-for-hand is played and other tables have not done theirs.

    Refusals: ``others_still_play``. Rule: PT-T.49
    """
    if table.tournament_id is None:
        return
    others = tables_still_playing(table.tournament_id, table_number=table.table_number or 0)
    if others:
        raise Refused(
            "others_still_play",
            N_("The tables play hand for hand: the next hand is dealt when all have finished this one."),
            rule="PT-T.49",
            tables=others,
        )
