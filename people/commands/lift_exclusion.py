"""Lift an exclusion of the house: the player may come back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.models import Exclusion
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftExclusionResult:
    """exclusion_id: which exclusion ended."""

    exclusion_id: int


@command(
    "people.lift_exclusion",
    Card(
        permission=Permission.MANAGE_EXCLUSION,
        address="venues/<id:venue_id>/exclusions/<id:exclusion_id>/lift",
    ),
)
def lift_exclusion(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    exclusion_id: int,
) -> LiftExclusionResult:
    """Lift an exclusion of the house: the player may come back.

    Only what the house itself imposed at this venue.

    Refusals: ``forbidden``, ``unknown_exclusion``, ``self_exclusion_stands``, ``identity_block_stands``.
    """
    require(by, permission=Permission.MANAGE_EXCLUSION, venue_id=venue_id)
    exclusion = (
        Exclusion.objects.select_for_update(no_key=True)
        .filter(pk=exclusion_id, lifted_at__isnull=True)
        .first()
    )
    if exclusion is None or exclusion.venue_id not in (None, venue_id):
        raise Refused("unknown_exclusion", N_("This exclusion was already lifted, or is not of this house."))
    if exclusion.kind == "self":
        raise Refused(
            "self_exclusion_stands",
            N_("The player asked for this exclusion. It stands until it ends by itself."),
        )
    if exclusion.kind == "identity":
        raise Refused(
            "identity_block_stands",
            N_("Check the person's identity document: that lifts it, if the person is of age."),
            rule="SCPT.F",
        )
    operations.end_exclusion(exclusion, at=at, by_user_id=by.user_id)
    return LiftExclusionResult(exclusion_id=exclusion_id)
