"""Stop every clock of the venue."""

from __future__ import annotations

from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.clock import freeze
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tournaments.models import Venue
from tournaments.operations.venue_clocks import turn_venue
from tournaments.results import VenueClocks


@command(
    "tournaments.freeze_venue",
    Card(
        title=N_("All clocks stopped"),
        permission=Permission.FREEZE_VENUE,
        address="venues/<id:venue_id>/freeze",
        already_done=(AlreadyDone(fact="venue_frozen", codes=("already_frozen",), of_venue=True),),
        buttons=(Button(page="director", name="freeze", said=N_("All clocks of the house are stopped.")),),
    ),
)
def freeze_venue(*, command_id: CommandId, at: datetime, by: Actor, venue_id: int) -> VenueClocks:
    """Stop every clock of the venue.

    All clocks of the venue stand until thawed; a level due now is announced first. At its online tables nobody acts and nobody's
    time runs, from the same instant.

    Refusals: ``not_found``, ``already_frozen``. Rule: PT-H.72
    """
    require(by, permission=Permission.FREEZE_VENUE, venue_id=venue_id)
    venue = Venue.objects.select_for_update().filter(pk=venue_id).first()
    if venue is None:
        raise not_found("venue")
    if venue.frozen_at is not None:
        raise Refused("already_frozen", N_("The clocks of this house are stopped already."), rule="ADTP.23")
    return turn_venue(venue, change=lambda state: freeze(state=state, at=at), frozen_at=at, at=at)
