"""Open a house."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.operations import hold_founding
from people.queries import check_reach, is_founded, owns_a_venue, require
from rules.permissions import WHO_MAY, Permission, Role
from rules.refusals import N_, Refused
from tournaments.operations import circuit
from tournaments.results import VenueResult


@command("tournaments.create_venue", Card(title=N_("House opened"), address="venues"))
def create_venue(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    name: str,
    slug: str,
    city: str = "",
    address: str = "",
    tax_id: str = "",
    currency: str = "BRL",
    timezone: str = "America/Sao_Paulo",
    language: str = "pt-br",
    surcharges_bp: Mapping[str, int] | None = None,
    owner_user_id: int | None = None,
    founding_code: str = "",
) -> VenueResult:
    """Open a house: who makes it becomes its owner, unless another is named.

    The first venue of an installation is opened by who has the code that the server printed; all others by somebody
    who owns one, or by the system at the console (ADR 8: one organiser an installation).
    Refusals: ``sign_in_first``, ``forbidden``, ``no_first_owner``, ``slug_taken``, those of the fields.
    Rule: SCPT.E
    """
    owner_id = owner_user_id or by.user_id
    if owner_id is None:
        raise Refused("sign_in_first", N_("Sign in before opening a house."))
    if by.user_id is None:
        require(by, permission=Permission.MANAGE_VENUE, venue_id=None)
    check_reach(by, permission=Permission.MANAGE_VENUE)
    if by.user_id is not None and not owns_a_venue(by.user_id):
        if is_founded():
            raise Refused("forbidden", WHO_MAY[frozenset({Role.OWNER})], action=Permission.MANAGE_VENUE.value)
        hold_founding(founding_code)
    venue = circuit.open_venue(
        values={
            "name": name,
            "slug": slug,
            "city": city,
            "address": address,
            "tax_id": tax_id,
            "currency": currency,
            "timezone": timezone,
            "language": language,
            "surcharges_bp": dict(surcharges_bp or {}),
        },
        owner_id=owner_id,
        at=at,
    )
    return VenueResult(venue_id=venue.pk)
