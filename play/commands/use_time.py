"""Ask for the bank of time."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Integer
from play.facts import TimeAsked
from play.operations.deciding import end_decision
from play.operations.hands import check_turn_of, must_be_in_time
from play.operations.seats import change, seat_of
from play.operations.tables import lock_play_table, player_first, require_playing
from play.queries.deciding import running_bank
from play.results import TableTurn
from rules.permissions import Permission
from rules.refusals import N_, Refused


@command(
    "play.use_time",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/time",
    ),
    first=player_first,
)
def use_time(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    turn: Annotated[int, Integer(min_value=0, max_value=10**15)],
) -> TableTurn:
    """Ask for the bank of time in the decision that one is to make: it runs when the decision's own time is over.

    turn: that the player saw. Where the player has chips in the pot it runs by itself, and nothing is done.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``table_held``, ``not_at_table``, ``turn_passed``, ``not_to_act``,
    ``bank_empty``.
    Rule: PT-H.44, PT-T.42
    """
    table = lock_play_table(table_id)
    require_playing(by, table=table, player_id=player_id)
    one = seat_of(table, player_id=player_id)
    hand = must_be_in_time(table, turn=turn, facing_chips=None, at=at)
    check_turn_of(hand, seat=one.seat)
    if not one.bank_ms:
        raise Refused("bank_empty", N_("Your extra time is used up."), rule="PT-H.44")
    if not running_bank(asdict(one), table=table, hand=hand):
        one = replace(one, asked_turn=hand.turn)
        change(table, changed=one)
        end_decision(table, hand=hand, one=one)
        table.save()
        record(
            TimeAsked(
                table_id=table.pk,
                players=[player_id],
                number=table.hand_number,
                turn=table.turn,
                seat=one.seat,
            )
        )
    return TableTurn(table_id=table.pk, turn=table.turn)
