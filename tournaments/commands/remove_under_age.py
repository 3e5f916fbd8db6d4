"""Take a person who is under age out of the field."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from payouts.operations import ANY_DEAL
from people.operations import block_until_identity, lock_player
from people.queries import require
from play.operations.barred import SentHome, send_home
from play.queries.events import open_tables_of
from rules.balancing import BalancingStep
from rules.permissions import Permission
from rules.refusals import N_
from rules.validation import text
from tables.operations import disqualified
from tables.operations.seating import Seated
from tables.queries import arising
from tournaments.fields import Chips
from tournaments.models import EntryState, Tournament
from tournaments.operations.alternates import seat_line
from tournaments.operations.busts import Bust
from tournaments.operations.eliminations import Out, eliminate
from tournaments.operations.entries import lock_live_entry_of
from tournaments.operations.entry_context import lock_entry_context
from tournaments.operations.field import lock_field_if_running
from tournaments.operations.hand_for_hand import settle_round
from tournaments.operations.purchases import chips_said
from tournaments.operations.withdrawals import CalledOff, call_off, lock_standing
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveUnderAgeResult:
    """eliminations: empty where the person was not in play. seated_alternates: who came from the line into the free
    seat. round_completed: the round of hand-for-hand that this completed. proposal: what to do at the tables now, if
    anything. called_off: what the person had not begun to play and was refunded. tables: what the person left online, or leaves when the hand is over.
    """

    player_id: int
    eliminations: tuple[Out, ...] = ()
    seated_alternates: tuple[Seated, ...] = ()
    round_completed: int | None = None
    proposal: BalancingStep | None = None
    called_off: tuple[CalledOff, ...] = ()
    tables: tuple[SentHome, ...] = ()


@command(
    "tournaments.remove_under_age",
    Card(
        title=N_("Removed as under age"),
        permission=Permission.DISQUALIFY,
        address="tournaments/<id:tournament_id>/under-age",
        buttons=(
            Button(page="director", name="under-age"),
            Button(page="desk", name="under-age"),
        ),
    ),
)
def remove_under_age(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    player_id: int,
    stack_chips: Chips | None = None,
    reason: Annotated[str, Text(max_length=300, allow_blank=True)] = "",
) -> RemoveUnderAgeResult:
    """Take a person who is under age out of the field.

    The chips leave play, nothing of this entry is refunded, and every entry is refused until staff have checked a
    document that shows the person of age. At cash and demo tables the person stands up.

    `stack_chips`: what leaves play, without it the last count. What the person has not begun to play, here and
    elsewhere, is cancelled with refund. Undoing the elimination takes the block back.

    Refusals: ``forbidden``, ``unknown_player``, ``stack_needed``, ``last_player``.
    Rule: SCPT.F, ADTP.67D
    """
    require(
        by, permission=Permission.DISQUALIFY, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    why = text("reason", reason, at_most=300, may_be_empty=True)
    player = lock_player(player_id)
    standing = lock_standing(player_id, venue_id=None, besides=tournament_id)
    person = lock_entry_context(tournament_id=tournament_id, player_id=player_id, at=at, exclusive=True)
    field = lock_field_if_running(person)
    entry = lock_live_entry_of(tournament_id, player_id=player_id) if field is not None else None
    result = RemoveUnderAgeResult(player_id=player_id)
    if entry is not None and entry.state == EntryState.PLAYING:
        assert field is not None
        tournament = Tournament.objects.get(pk=tournament_id)
        stack = entry.stack_chips if stack_chips is None else chips_said(stack_chips)
        outs = eliminate(
            tournament,
            field=field,
            table_number=entry.seat.table.number,
            # at a table online nobody is asked who took what leaves play
            busts=[
                Bust(entry_id=entry.pk, stack_chips_start=stack, nobody=bool(open_tables_of(tournament_id)))
            ],
            reason="under_age",
            falling_deal_id=ANY_DEAL,  # a minor does not play on while others vote
            at=at,
            command_id=command_id,
        )
        disqualified(
            tournament, entry_ids=[entry.pk], reason=why, rule="SCPT.F", at=at, by=by, command_id=command_id
        )
        seated = seat_line(tournament, at=at, command_id=command_id) if field.waiting else []
        settled = (
            settle_round(tournament, field=field, at=at, command_id=command_id)
            if field.hand_for_hand
            else None
        )
        proposal = arising(tournament, field=field)
        result = replace(
            result,
            eliminations=tuple(settled.eliminations if settled else outs),
            seated_alternates=tuple(seated),
            round_completed=settled.round if settled else None,
            proposal=proposal,
        )
    block_until_identity(player, at=at, by_user_id=by.user_id)
    home = send_home(player_id, venue_id=None, at=at)
    called_off = call_off(player_id, standing=standing, reason="under_age", at=at, command_id=command_id)
    return replace(result, called_off=tuple(called_off), tables=tuple(home))
