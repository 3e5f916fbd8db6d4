"""Take back that every clock of the venue was stopped."""

from __future__ import annotations

import uuid
from datetime import datetime

from dispatch.cards import Card, Undoes
from dispatch.commands import check_as_read, command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.clock import thaw
from rules.permissions import Permission
from rules.refusals import N_, not_found
from tournaments.models import Venue
from tournaments.operations.venue_clocks import turn_venue
from tournaments.queries.clock import unfreeze_preview, why_frozen_stays
from tournaments.results import VenueClocks


@command(
    "tournaments.undo_freeze",
    Card(
        title=N_("All clocks go on"),
        permission=Permission.FREEZE_VENUE,
        address="venues/<id:venue_id>/undo-freeze",
        undoes=Undoes(
            commands=("tournaments.freeze_venue",),
            things=lambda did: [{"venue_id": did.result["venue_id"], "freeze_command_id": did.command_id}],
            preview=unfreeze_preview,
        ),
    ),
)
def undo_freeze(
    *, command_id: CommandId, at: datetime, by: Actor, venue_id: int, freeze_command_id: uuid.UUID
) -> VenueClocks:
    """Take back that every clock of the venue was stopped.

    The clocks that this stop holds go on with the time that was left; one that was paused before stays paused.

    A stop that is over, or another one since, is not touched.
    Refusals: ``not_found``, ``no_such_stop``, ``already_undone``.
    """
    require(by, permission=Permission.FREEZE_VENUE, venue_id=venue_id)
    venue = Venue.objects.select_for_update().filter(pk=venue_id).first()
    if venue is None:
        raise not_found("venue")
    check_as_read()
    no = why_frozen_stays(venue, freeze_command_id=freeze_command_id)
    if no is not None:
        raise no
    return turn_venue(venue, change=lambda state: thaw(state=state, at=at), frozen_at=None, at=at)
