"""Change the colours of the house's displays, or take them back to ours."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Annotated, Literal, cast

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tournaments.facts.circuit import VenueColoursChanged
from tournaments.models import Venue, VenueColours
from tournaments.operations import house_colours
from tournaments.operations.house_colours import GROUNDS


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeColoursResult:
    """first, second: the colours as they are kept; "" without them. corrected: names of those that are shown lighter or
    darker than they were chosen, so that they suit the ground."""

    venue_id: int
    first: str
    second: str
    ground: Literal["dark", "colour", "light"]
    corrected: list[Literal["first", "second"]]


@command(
    "tournaments.change_colours",
    Card(
        title=N_("Colours changed"), permission=Permission.CHANGE_LOGO, address="venues/<id:venue_id>/colours"
    ),
)
def change_colours(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    first: Annotated[
        str,
        Text(
            max_length=20,
            allow_blank=True,
            help_text="The house's colour, such as #0d2f6e; without it the displays have the colours of the program.",
        ),
    ] = "",
    second: Annotated[
        str,
        Text(max_length=20, allow_blank=True, help_text="The colour of what stands out, such as #f5a623."),
    ] = "",
    ground: Annotated[str, Choice(choices=list(GROUNDS))] = "dark",
) -> ChangeColoursResult:
    """Change the colours of the house's displays, or take them back to the program's.

    A colour that cannot be read on the ground is refused with its contrast and the nearest one that can. first, second: as
    people write colours; both "" takes the house's colours away. ground: "dark", "colour" or "light".

    Refusals: ``forbidden``, ``not_found``, ``bad_colour``, ``bad_ground``, ``unreadable_colour``.
    """
    require(by, permission=Permission.CHANGE_LOGO, venue_id=venue_id)
    if ground not in GROUNDS:
        raise Refused("bad_ground", N_("The ground is dark, light or the house's colour."))
    kept = bool(first or second)
    chosen = house_colours.readable_pair(first, second=second, ground=ground) if kept else ("", "")
    venue = Venue.objects.select_for_update().filter(pk=venue_id).first()
    if venue is None:
        raise not_found("venue")
    ground = ground if kept else "dark"
    row = VenueColours.objects.filter(pk=venue_id).values_list("first", "second", "ground").first()
    corrected: list[Literal["first", "second"]] = []
    if kept:
        tokens = house_colours.all_grounds(chosen[0], second=chosen[1])
        drawn = house_colours.corrections(
            chosen[0], second=chosen[1], found=tokens[ground], ground=ground
        ).items()
        corrected = [name for name, found in drawn if found.shown != found.chosen]
    if (row or ("", "", "dark")) != (*chosen, ground):
        if kept:
            VenueColours.objects.update_or_create(
                venue=venue,
                defaults={
                    "first": chosen[0],
                    "second": chosen[1],
                    "ground": ground,
                    "tokens": tokens,
                    "name": blake2b(json.dumps([ground, tokens]).encode(), digest_size=8).hexdigest(),
                    "changed_at": at,
                },
            )
        else:
            VenueColours.objects.filter(pk=venue_id).delete()
        was = dict(zip(("first", "second", "ground"), row or ("", "", "dark"), strict=True))
        record(
            VenueColoursChanged(venue_id=venue_id, first=chosen[0], second=chosen[1], ground=ground, was=was)
        )
    return ChangeColoursResult(
        venue_id=venue_id,
        first=chosen[0],
        second=chosen[1],
        ground=cast("Literal['dark', 'colour', 'light']", ground),
        corrected=corrected,
    )
