"""Let a venue's clocks go on after they were stopped."""

from __future__ import annotations

from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.clock import thaw
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tournaments.models import Venue
from tournaments.operations.venue_clocks import turn_venue
from tournaments.results import VenueClocks


@command(
    "tournaments.thaw_venue",
    Card(
        title=N_("All clocks go on"),
        permission=Permission.FREEZE_VENUE,
        address="venues/<id:venue_id>/thaw",
        already_done=(AlreadyDone(fact="venue_thawed", codes=("not_frozen",), of_venue=True),),
        buttons=(Button(page="director", name="thaw", said=N_("All clocks go on.")),),
    ),
)
def thaw_venue(*, command_id: CommandId, at: datetime, by: Actor, venue_id: int) -> VenueClocks:
    """Let a venue's clocks go on after they were stopped.

    Clocks go on with the time that was left; one that was paused before stays paused. So do online tables; one that is held stays
    held.

    Refusals: ``not_found``, ``not_frozen``.
    """
    require(by, permission=Permission.FREEZE_VENUE, venue_id=venue_id)
    venue = Venue.objects.select_for_update().filter(pk=venue_id).first()
    if venue is None:
        raise not_found("venue")
    if venue.frozen_at is None:
        raise Refused("not_frozen", N_("The clocks of this house are not stopped."), rule="ADTP.23")
    return turn_venue(venue, change=lambda state: thaw(state=state, at=at), frozen_at=None, at=at)
