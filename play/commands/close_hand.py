"""End a hand that everybody has seen."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from play.models import DueKind
from play.operations.between_hands import put_away
from play.operations.tables import lock_play_table, must_be_due, require_running
from play.queries.cash import who_adds_chips
from play.results import TableTurn
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations.entry_context import lock_players
from tournaments.operations.played_online import end_of_hand, lock_event, lock_tables


@command(
    "play.close_hand",
    Card(
        title=N_("Hand at an online table"),
        permission=Permission.RUN_PLAY_TABLES,
        address="play-tables/<id:table_id>/close-hand",
    ),
)
def close_hand(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    turn: Annotated[int, Integer(min_value=0, max_value=10**15)],
) -> TableTurn:
    """End a hand that everybody has seen; who wanted to leaves, who wished for chips gets them, who wants the own stack kept adds to it, and the next hand is due.

    At a tournament's table the tournament learns the stacks, who has no chips is out with a place and a prize, players are moved to other
    tables by draw, and with one player left the tournament is over.
    By the table's clock when it is due; before that, or when the table has moved on, nothing is done.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``table_held``, ``turn_passed``, ``not_running``.
    Rule: PT-H.10, PT-H.12, PT-H.15, PT-H.64, PT-T.31, PT-T.44, PT-T.47, PT-T.48, PT-T.49, PT-T.50, PT-T.51, PT-T.52, PT-T.54
    """
    event = lock_event(table_id)
    # before the table; who wishes it just then is filled up after the next hand
    filled_up = who_adds_chips(table_id) if event is None else []
    if filled_up:
        lock_players(filled_up)
    table = lock_play_table(table_id) if event is None else lock_tables(event, table_id=table_id)
    require_running(by, table=table)
    must_be_due(table, kind=DueKind.CLOSE, turn=turn, at=at)
    put_away(table, at=at, filled_up=filled_up)
    if event is not None:
        end_of_hand(event, table=table, at=at, command_id=command_id)
    table.save()
    return TableTurn(table_id=table.pk, turn=table.turn)
