"""Show a sponsor again that was taken away."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card, Undoes
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import sponsors
from tournaments.queries.branding import MOST_SPONSORS, restore_preview
from tournaments.results import SponsorResult


@command(
    "tournaments.restore_sponsor",
    Card(
        title=N_("Sponsor shown again"),
        permission=Permission.CHANGE_LOGO,
        address="venues/<id:venue_id>/restore-sponsor",
        undoes=Undoes(
            commands=("tournaments.drop_sponsor",),
            things=lambda did: [{name: did.result[name] for name in ("venue_id", "position", "sponsor_id")}],
            preview=restore_preview,
        ),
    ),
)
def restore_sponsor(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    sponsor_id: int,
    position: Annotated[
        int, Integer(min_value=1, max_value=MOST_SPONSORS, help_text="Where it stands among the others.")
    ] = MOST_SPONSORS,
) -> SponsorResult:
    """Show a sponsor again that was taken away, where it stood.

    Refusals: ``forbidden``, ``not_found``, ``no_such_sponsor``, ``already_undone``, ``too_many_sponsors``.
    """
    require(by, permission=Permission.CHANGE_LOGO, venue_id=venue_id)
    return sponsors.restore(venue_id, sponsor_id=sponsor_id, position=position)
