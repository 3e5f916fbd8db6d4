"""Put the sponsors of the house in order."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer, Many
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import sponsors as steps
from tournaments.queries.branding import MOST_SPONSORS


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSponsorsResult:
    """sponsors: their numbers in the order in which they are shown."""

    venue_id: int
    sponsors: list[int]


@command(
    "tournaments.order_sponsors",
    Card(
        title=N_("Order of the sponsors changed"),
        permission=Permission.CHANGE_LOGO,
        address="venues/<id:venue_id>/order-sponsors",
    ),
)
def order_sponsors(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    sponsors: Annotated[
        list[int],
        Many(
            child=Integer(min_value=1, max_value=10**15),
            max_length=MOST_SPONSORS,
            help_text="All of them, the first one first.",
        ),
    ],
) -> OrderSponsorsResult:
    """Put the sponsors of the house in order; the order they had is given back in the same way.

    Refusals: ``forbidden``, ``not_found``, ``changed_meanwhile``.
    """
    require(by, permission=Permission.CHANGE_LOGO, venue_id=venue_id)
    return OrderSponsorsResult(venue_id=venue_id, sponsors=steps.order(venue_id, sponsors=sponsors))
