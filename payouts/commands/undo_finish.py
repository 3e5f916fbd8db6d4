"""The end of a tournament was a mistake."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.cards import AlreadyDone, Card, Undoes
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from payouts import operations as payouts
from payouts.queries import finish_undo_preview
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import Field, Tournament
from tournaments.operations import clock
from tournaments.queries.circuit import venue_of


@command(
    "payouts.undo_finish",
    Card(
        title=N_("Running again: the end was taken back"),
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
def undo_finish(*, command_id: CommandId, at: datetime, by: Actor, tournament_id: int) -> dict[str, Any]:
    """The tournament runs again, its clock paused; what the end gave is in the pool again (see finish_undo_preview).

    Then the wrong elimination can be undone. Hand-for-hand, an open deal and the draw's secret do not come back.
    A table at whose number another tournament plays by now gets the next free one.
    Returns {tournament_id, prizes_taken_back: [entry ids], unscored, renumbered: [{table, now}]}.
    Refusals: ``forbidden``, ``no_such_tournament``, ``not_finished``, ``prize_paid``, ``prize_spent``.
    Rule: ADTP.1, PT-T.52
    """
    require(by, Permission.FINISH_TOURNAMENT, venue_id=venue_of(tournament_id), tournament_id=tournament_id)
    tournament = (
        Tournament.objects.select_for_update(no_key=True, of=("self",))
        .select_related("stage")
        .get(pk=tournament_id)
    )
    clock.venue_frozen(tournament.venue_id)  # locked above the Field, read when the clock goes on
    # no elimination meanwhile; without a field there is no end either
    Field.objects.select_for_update().filter(pk=tournament_id).first()
    back = payouts.take_back_finish(tournament, at, command_id)
    clock.reopen_clock(tournament, at=at)
    return {
        "tournament_id": tournament_id,
        "prizes_taken_back": back.voided,
        "unscored": back.unscored,
        "renumbered": [{"table": old, "now": new} for old, new in back.renumbered.items()],
    }
