"""Change what a house is called, where it is and what its methods of payment cost."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Any

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import About
from people.queries import require
from play.operations.waiting_list import end_lists_of_house
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import circuit
from tournaments.results import VenueResult


@command(
    "tournaments.update_venue",
    Card(
        title=N_("Settings of the house changed"),
        permission=Permission.MANAGE_VENUE,
        address="venues/<id:venue_id>/update",
    ),
)
def update_venue(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    changes: Annotated[Mapping[str, Any], About(help_text="Value by name; the rules check each.")],
    expected: Annotated[
        Mapping[str, Any],
        About(help_text="Values by name as they were read before: refused where one is another by now."),
    ] = MappingProxyType({}),
) -> VenueResult:
    """Change what a house is called, where it is and what its methods of payment cost.

    changes: name, slug, city, timezone, language, terms_version, terms_text, surcharges_bp, pix_key, pix_receiver,
    pix_city, bank_account, phone_money (whether players ask on the phone to pay in and to be paid), excluded_prizes (pay, hold or refuse the prize of who is excluded), cash_tables (whether the house may open tables for money).

    Where cash tables are allowed no more, nobody waits or is registered for one from then on, and each is told.
    The currency of a venue never changes: its books are kept in it. An empty pix_key: no PIX.
    Refusals: ``changed_meanwhile``, ``cannot_change``, ``slug_taken``, ``pix_in_reais_only``, ``terms_were_accepted``, those of the fields.
    Rule: SCPT.E, SCPT.K
    """
    require(by, permission=Permission.MANAGE_VENUE, venue_id=venue_id)
    venue = circuit.change_venue(venue_id=venue_id, changes=changes, expected=expected)
    if "cash_tables" in changes and not venue.cash_tables:
        end_lists_of_house(venue.pk, at=at)
    return VenueResult(venue_id=venue.pk)
