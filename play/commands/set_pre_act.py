"""Decide before the turn."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Id, Integer
from play.operations.ahead import decide_ahead, take_back
from play.operations.seats import seat_of
from play.operations.tables import lock_play_table, must_not_be_held, player_first, require_playing
from play.results import TableTurn
from rules.betting import MAX_CHIPS
from rules.hands import Street
from rules.online import Ahead
from rules.permissions import Permission
from rules.validation import integer, one_of

_AHEAD = [known.value for known in Ahead]
_STREETS = [known.value for known in Street]


@command(
    "play.set_pre_act",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/pre-act",
    ),
    first=player_first,
)
def set_pre_act(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    number: Annotated[int, Integer(min_value=0, max_value=10**9)],
    street: Annotated[str, Choice(choices=_STREETS)],
    facing_chips: Annotated[int, Integer(min_value=0, max_value=MAX_CHIPS)],
    ahead: Annotated[str, Choice(choices=_AHEAD, allow_blank=True)] = "",
) -> TableTurn:
    """Decide before the turn what to do when it comes, or take that back.

    number, street, facing_chips: the hand, its street, and what a call costs, as the player saw them; ahead: fold (a check where that is free
    when the turn comes), check or call; "" takes it back. A check or call is void when its price changes, everything when the
    street ends. Nobody else learns of it before it is done.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``table_held``, ``not_at_table``, ``turn_passed``, ``not_ahead``, ``sits_out``.
    Rule: PT-H.34, PT-H.35, PT-H.43
    """
    table = lock_play_table(table_id)
    require_playing(by, table=table, player_id=player_id)
    one = seat_of(table, player_id=player_id)
    must_not_be_held(table)
    number = integer("number", number, low=0, high=10**9)
    street = one_of("street", street, _STREETS)
    if ahead:
        price = integer("facing_chips", facing_chips, low=0, high=MAX_CHIPS)
        chosen = Ahead(one_of("ahead", ahead, _AHEAD))
        decide_ahead(table, one=one, ahead=chosen, number=number, street=street, facing_chips=price)
    else:
        take_back(table, one=one, number=number, street=street)
    table.save()
    return TableTurn(table_id=table.pk, turn=table.turn)
