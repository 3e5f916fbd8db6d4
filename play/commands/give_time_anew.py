"""Give the time to decide anew where the house's clock was set forward."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import player_of_user, require
from play.models import DueKind
from play.operations.failing import decide_again, offer_again
from play.operations.tables import lock_play_table, must_not_be_held, turn_passed
from play.operations.waiting_list import offer_anew
from play.queries.tables import began_before
from play.queries.waiting_list import offered_at
from play.results import TableTurn
from rules.permissions import Permission


@command(
    "play.give_time_anew",
    Card(permission=Permission.MANAGE_VENUE, address="play-tables/<id:table_id>/time-anew"),
)
def give_time_anew(
    *, command_id: CommandId, at: datetime, by: Actor, table_id: int, begun_before: datetime
) -> TableTurn:
    """Give who decides, or is offered a rebuy or a free seat, the full time anew: the house's clock was set forward while it ran.

    By the house when it sees that, or by the owner: who runs the tables could give a friend time with it. begun_before: what began later, by the clock of
    now, has its full time already, so nobody has it twice.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``table_held``, ``turn_passed``.
    Rule: PT-H.6, PT-H.43, PT-H.72, PT-T.44
    """
    table = lock_play_table(table_id)
    require(by, permission=Permission.MANAGE_VENUE, venue_id=table.venue_id)
    must_not_be_held(table)
    # an owner who plays, or waits for a seat, gives none to himself
    own, instant = player_of_user(by.user_id), min(begun_before, at)
    if own is not None and own in {one["player_id"] for one in table.seats} | set(offered_at(table)):
        raise turn_passed(table)
    offered = offer_anew(table, begun_before=instant, at=at)
    if not began_before(table, instant=instant):
        if not offered:
            raise turn_passed(table)
        return TableTurn(table_id=table.pk, turn=table.turn)
    if table.due_kind == DueKind.DECIDE:
        decide_again(table, at=at)
    else:
        offer_again(table, at=at)
    table.save_at_end()
    return TableTurn(table_id=table.pk, turn=table.turn)
