"""Show one more sponsor on the displays of the house."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import logo, sponsors
from tournaments.operations.logo import MOST_LETTERS
from tournaments.operations.sponsors import LONGEST_NAME
from tournaments.results import SponsorResult


@command(
    "tournaments.add_sponsor",
    Card(
        title=N_("Sponsor added"),
        permission=Permission.CHANGE_LOGO,
        address="venues/<id:venue_id>/add-sponsor",
    ),
)
def add_sponsor(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    name: Annotated[str, Text(max_length=LONGEST_NAME, help_text="Who; read out in place of the picture.")],
    picture: Annotated[str, Text(max_length=MOST_LETTERS, help_text="A PNG or JPEG in base64.")],
) -> SponsorResult:
    """Show one more sponsor on the displays of the house, behind the others.

    picture: a PNG or JPEG in base64. What else lies in the file is not kept. A house has at most 12 sponsors.

    Refusals: ``forbidden``, ``not_found``, ``text_missing``, ``text_too_long``, ``text_unreadable``, ``not_a_picture``,
    ``logo_too_large``, ``logo_too_small``, ``too_many_sponsors``.
    """
    require(by, permission=Permission.CHANGE_LOGO, venue_id=venue_id)
    return sponsors.add(venue_id, name=name, picture=logo.read_letters(picture), at=at)
