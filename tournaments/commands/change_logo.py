"""Change the picture that stands for the house, or take it away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, not_found
from tournaments.facts.circuit import VenueLogoChanged
from tournaments.models import Venue, VenueLogo
from tournaments.operations import logo
from tournaments.operations.logo import MOST_LETTERS


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeLogoResult:
    """logo: the name under which the picture is served; "" without one."""

    venue_id: int
    logo: str


@command(
    "tournaments.change_logo",
    Card(title=N_("Logo changed"), permission=Permission.CHANGE_LOGO, address="venues/<id:venue_id>/logo"),
)
def change_logo(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    picture: Annotated[
        str,
        Text(
            max_length=MOST_LETTERS,
            allow_blank=True,
            help_text="A PNG or JPEG in base64; without it the venue has no logo any more.",
        ),
    ] = "",
) -> ChangeLogoResult:
    """Change the picture that stands for the house, or take it away.

    picture: a PNG or JPEG in base64; "" takes the logo away. What else lies in the file is not kept.

    Refusals: ``forbidden``, ``not_found``, ``not_a_picture``, ``logo_too_large``, ``logo_too_small``.
    """
    require(by, permission=Permission.CHANGE_LOGO, venue_id=venue_id)
    found = logo.read_letters(picture) if picture else None
    venue = Venue.objects.select_for_update().filter(pk=venue_id).first()
    if venue is None:
        raise not_found("venue")
    name = found.name if found else ""
    before = VenueLogo.objects.filter(pk=venue_id).values_list("name", flat=True).first() or ""
    if name == before:
        return ChangeLogoResult(venue_id=venue_id, logo=name)
    if found is None:
        VenueLogo.objects.filter(pk=venue_id).delete()
    else:
        VenueLogo.objects.update_or_create(
            venue=venue,
            defaults={
                "name": name,
                "media": found.media,
                "width": found.width,
                "height": found.height,
                "content": found.content,
                "changed_at": at,
            },
        )
    record(VenueLogoChanged(venue_id=venue_id, logo=name))
    return ChangeLogoResult(venue_id=venue_id, logo=name)
