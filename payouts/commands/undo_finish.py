"""Take the end of a tournament back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import AlreadyDone, Card, Undoes
from dispatch.commands import check_as_read, command
from dispatch.facts import Actor, CommandId
from payouts.operations import take_back_finish
from payouts.queries import finish_undo_preview
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import Field, Tournament
from tournaments.operations import clock
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RenumberedTable:
    """table: the number that the table had. now: the number that it has."""

    table: int
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoFinishResult:
    """prizes_taken_back: the entries whose prizes are in the pool again. unscored: how many lost their points of a
    season. renumbered: tables that have another number now.
    """

    tournament_id: int
    prizes_taken_back: tuple[int, ...]
    unscored: int
    renumbered: tuple[RenumberedTable, ...]


@command(
    "payouts.undo_finish",
    Card(
        title=N_("Running again: the end was undone"),
        permission=Permission.FINISH_TOURNAMENT,
        address="tournaments/<id:tournament_id>/undo-finish",
        undoes=Undoes(
            commands=("payouts.finish_tournament",),
            things=lambda did: [] if did.tournament_id is None else [{"tournament_id": did.tournament_id}],
            preview=finish_undo_preview,
        ),
        already_done=(AlreadyDone(fact="finish_undone", codes=("not_finished",)),),
    ),
)
def undo_finish(*, command_id: CommandId, at: datetime, by: Actor, tournament_id: int) -> UndoFinishResult:
    """Take the end of a tournament back: it runs again, its clock paused.

    What the end gave is in the pool again (see finish_undo_preview). Then the wrong elimination can be undone.
    Hand-for-hand, an open deal and the draw's secret do not come back. A table at whose number another tournament
    plays by now gets the next free one.

    Refusals: ``forbidden``, ``no_such_tournament``, ``not_finished``, ``prize_paid``, ``entry_paid``, ``prize_spent``.
    Rule: ADTP.1, PT-T.52
    """
    require(
        by,
        permission=Permission.FINISH_TOURNAMENT,
        venue_id=venue_of(tournament_id),
        tournament_id=tournament_id,
    )
    tournament = (
        Tournament.objects.select_for_update(no_key=True, of=("self",))
        .select_related("stage")
        .get(pk=tournament_id)
    )
    clock.venue_frozen(tournament.venue_id)  # locked above the Field, read when the clock goes on
    # no elimination meanwhile; without a field there is no end either
    field = Field.objects.select_for_update().filter(pk=tournament_id).first()
    check_as_read()
    back = take_back_finish(tournament, field=field, at=at, command_id=command_id)
    clock.reopen_clock(tournament, at=at)
    return UndoFinishResult(
        tournament_id=tournament_id,
        prizes_taken_back=tuple(back.voided),
        unscored=back.unscored,
        renumbered=tuple(RenumberedTable(table=old, now=new) for old, new in back.renumbered.items()),
    )
