"""Rebuys at the tables of a tournament: offered while the hand is shown in which the last chip was lost, and taken or not before it ends.

The deadline is the instant at which the hand is closed: whoever has no chips then is out, by the same command and under the same lock.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db.models import F

from dispatch.commands import record
from play.facts import RebuyDeclined, StackRebought
from play.models import DueKind, PlayTable, Sitting, TableStage
from play.operations.seats import Seated, change, keep_seats, seated_at
from play.operations.tables import due
from rules.online.rebuys import next_hand_from
from rules.refusals import N_, Refused
from tournaments.queries.purchases import who_may_rebuy


def offer_rebuys(table: PlayTable) -> bool:
    """Offer chips to who has just lost the last one, where the tournament sells them now; whether anybody is asked.

    Whether the balance is enough is asked when it is taken. Rule: PT-T.23, PT-T.31, PT-T.44
    """
    out = [one.player_id for one in seated_at(table) if not one.chips and not one.rehearsal]
    if table.tournament_id is None or not out:
        return False
    may = who_may_rebuy(table.tournament_id, players=out, level=table.level or 1)
    keep_seats(table, seats=[replace(one, may_rebuy=one.player_id in may) for one in seated_at(table)])
    return bool(may)


def who_is_offered(table: PlayTable, *, player_id: int, at: datetime) -> Seated:
    """Return who takes or declines a rebuy now. Refusals: ``no_rebuy_now``, ``rebuy_time_over``. Rule: PT-T.31, PT-T.44"""
    one = next((one for one in seated_at(table) if one.player_id == player_id), None)
    if one is not None and (one.chips or table.stage != TableStage.SHOWING):
        raise Refused(
            "no_rebuy_now",
            N_("A rebuy is offered when the last chip is lost, and you have chips."),
            rule="PT-T.31",
        )
    if one is None or not one.may_rebuy or table.due_at is None or at > table.due_at:
        raise time_over()
    return one


def time_over() -> Refused:
    """Return the refusal of a rebuy that comes too late."""
    return Refused("rebuy_time_over", N_("The time to rebuy is over, and nothing was taken."), rule="PT-T.44")


def give_rebought(table: PlayTable, *, one: Seated, chips: int, at: datetime) -> None:
    """Put the chips that were bought before a player, who is dealt in from the next hand on. The caller saves the row.

    Rule: PT-T.31, ADTP.27
    """
    change(table, changed=replace(one, chips=chips, may_rebuy=False, away_since="", rests=False, late=0))
    Sitting.objects.filter(table=table, player_id=one.player_id, left_at__isnull=True).update(
        brought_chips=F("brought_chips") + chips
    )
    record(
        StackRebought(
            table_id=table.pk,
            players=[one.player_id],
            seat=one.seat,
            player_id=one.player_id,
            added_chips=chips,
        )
    )
    _go_on_when_answered(table, at=at)


def decline(table: PlayTable, *, one: Seated, at: datetime) -> None:
    """Note that a player buys no more chips. The caller saves the row. Rule: PT-T.44"""
    change(table, changed=replace(one, may_rebuy=False))
    record(RebuyDeclined(table_id=table.pk, players=[one.player_id], seat=one.seat))
    _go_on_when_answered(table, at=at)


def _go_on_when_answered(table: PlayTable, *, at: datetime) -> None:
    """Nobody waits for an answer that has come."""
    if table.due_at is not None and not any(one.may_rebuy for one in seated_at(table)):
        due(table, kind=DueKind.CLOSE, at=next_hand_from(deadline=table.due_at, at=at))
