"""Open a house."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from rules.refusals import N_, Refused
from tournaments.operations import circuit


@command("tournaments.create_venue")
def create_venue(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    name: str,
    slug: str,
    city: str = "",
    currency: str = "BRL",
    timezone: str = "America/Sao_Paulo",
    language: str = "pt-br",
    surcharges_bp: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """A new venue; who makes it becomes its owner. Returns {venue_id}.

    Refusals: ``sign_in_first``, ``slug_taken``, those of the fields.
    Rule: SCPT.E
    """
    if by.user_id is None:
        raise Refused("sign_in_first", N_("Sign in before opening a venue."))
    venue = circuit.open_venue(
        values={
            "name": name,
            "slug": slug,
            "city": city,
            "currency": currency,
            "timezone": timezone,
            "language": language,
            "surcharges_bp": dict(surcharges_bp or {}),
        },
        owner_id=by.user_id,
        at=at,
    )
    return {"venue_id": venue.pk}
