"""Fold, check, call, bet or raise."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Id, Integer, Text
from play.models import Manner
from play.operations.hands import act_at, check_turn_of, must_be_in_time
from play.operations.seats import seat_of
from play.operations.tables import lock_play_table, player_first, require_playing
from play.operations.words import word_with_act
from play.results import TableTurn
from rules.betting import MAX_CHIPS, Act
from rules.permissions import Permission
from rules.validation import integer, one_of

_ACTS = [known.value for known in Act]


@command(
    "play.act",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/act",
    ),
    first=player_first,
)
def act(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    turn: Annotated[int, Integer(min_value=0, max_value=10**15)],
    act: Annotated[str, Choice(choices=_ACTS)],
    to_chips: Annotated[int, Integer(min_value=0, max_value=MAX_CHIPS)] = 0,
    if_facing_chips: Annotated[int, Integer(min_value=0, max_value=MAX_CHIPS)] | None = None,
    word: Annotated[str, Text(max_length=64, allow_blank=True)] = "",
) -> TableTurn:
    """Fold, check, call, bet or raise, in turn and in time.

    turn: the turn that the player saw; to_chips: of a bet or raise, the total in front on this street; if_facing_chips: what a
    call costs as the player saw it; word: the player's for the next hand, where it goes with the act: one that does not fit is
    left, and never stands in the way of the act. A late or doubled tap, or one whose price has changed, changes nothing.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``table_held``, ``not_at_table``, ``turn_passed``, ``not_to_act``,
    ``may_not_check``, ``nothing_to_call``, ``may_not_raise``, ``raise_too_small``, ``raise_too_large``.
    Rule: PT-H.23, PT-H.34, PT-H.35, PT-H.37, PT-H.39, PT-H.43
    """
    table = lock_play_table(table_id)
    require_playing(by, table=table, player_id=player_id)
    one = seat_of(table, player_id=player_id)
    hand = must_be_in_time(table, turn=turn, facing_chips=if_facing_chips, at=at)
    check_turn_of(hand, seat=one.seat)
    act_at(
        table,
        hand=hand,
        act=Act(one_of("act", act, _ACTS)),
        to_chips=integer("to_chips", to_chips, low=0, high=MAX_CHIPS),
        manner=Manner.PLAYER,
        at=at,
        word_for=word_with_act(table, one=one, word=word),
    )
    table.save_at_end()
    return TableTurn(table_id=table.pk, turn=table.turn)
