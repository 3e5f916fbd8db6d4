"""Pair a tablet, desk machine or screen with a venue."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import require
from people.results import DeviceResult
from rules.permissions import Permission
from rules.refusals import N_


@command(
    "people.pair_device",
    Card(
        title=N_("Device paired"), permission=Permission.PAIR_DEVICE, address="venues/<id:venue_id>/devices"
    ),
)
def pair_device(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    name: str,
    kind: str,
    token_hash: str,
) -> DeviceResult:
    """Pair a tablet, desk machine or screen with a venue.

    The device keeps its secret; only `queries.secret_digest(secret)` comes here.

    Refusals: ``forbidden``, ``bad_device_kind``, ``name_missing``, ``text_too_long``.
    """
    require(by, permission=Permission.PAIR_DEVICE, venue_id=venue_id)
    device = operations.add_device(
        venue_id=venue_id, name=name, kind=kind, token_hash=token_hash, at=at, by_user_id=by.user_id
    )
    return DeviceResult(device_id=device.pk)
