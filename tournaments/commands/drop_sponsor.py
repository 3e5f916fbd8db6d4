"""Take a sponsor off the displays of the house."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card, Undoes
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import sponsors
from tournaments.queries.branding import drop_preview
from tournaments.results import SponsorResult


@command(
    "tournaments.drop_sponsor",
    Card(
        title=N_("Sponsor removed"),
        permission=Permission.CHANGE_LOGO,
        address="venues/<id:venue_id>/drop-sponsor",
        undoes=Undoes(
            commands=("tournaments.add_sponsor",),
            things=lambda did: [{name: did.result[name] for name in ("venue_id", "sponsor_id")}],
            preview=drop_preview,
        ),
    ),
)
def drop_sponsor(
    *, command_id: CommandId, at: datetime, by: Actor, venue_id: int, sponsor_id: int
) -> SponsorResult:
    """Take a sponsor off the displays of the house; those behind it move up.

    Refusals: ``forbidden``, ``not_found``, ``no_such_sponsor``.
    """
    require(by, permission=Permission.CHANGE_LOGO, venue_id=venue_id)
    return sponsors.drop(venue_id, sponsor_id=sponsor_id)
