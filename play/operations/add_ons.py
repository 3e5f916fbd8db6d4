"""Add-ons at the tables of a tournament: bought between two hands, in the recess of their level."""

from __future__ import annotations

from dataclasses import replace

from django.db.models import F

from dispatch.commands import record
from play.facts import StackAddedOn
from play.models import PlayTable, Sitting, TableStage
from play.operations.seats import Seated, change, seat_of
from rules.refusals import N_, Refused


def who_adds(table: PlayTable, *, player_id: int) -> Seated:
    """Return who adds chips between two hands. Refusals: ``not_at_table``, ``hand_is_played``. Rule: PT-T.31, PT-H.11"""
    one = seat_of(table, player_id=player_id)
    if table.stage != TableStage.WAITING:
        raise Refused(
            "hand_is_played",
            N_("A hand is still played at your table: buy the add-on when it is over. Nothing was taken."),
            rule="PT-H.11",
        )
    return one


def give_added(table: PlayTable, *, one: Seated, chips: int) -> None:
    """Put the chips that were bought before a player, for the next hand. The caller saves the row. Rule: PT-T.31"""
    change(table, changed=replace(one, chips=one.chips + chips))
    Sitting.objects.filter(table=table, player_id=one.player_id, left_at__isnull=True).update(
        brought_chips=F("brought_chips") + chips
    )
    record(
        StackAddedOn(
            table_id=table.pk,
            players=[one.player_id],
            seat=one.seat,
            player_id=one.player_id,
            added_chips=chips,
            stack_chips=one.chips + chips,
        )
    )
