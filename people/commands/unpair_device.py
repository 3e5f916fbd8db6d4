"""Take a device out of service: lost, sold or broken."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.models import Device
from people.queries import require
from people.results import DeviceResult
from rules.permissions import Permission
from rules.refusals import N_, Refused


@command(
    "people.unpair_device",
    Card(
        title=N_("Device unpaired"),
        permission=Permission.PAIR_DEVICE,
        address="venues/<id:venue_id>/devices/<id:device_id>/unpair",
    ),
)
def unpair_device(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    device_id: int,
) -> DeviceResult:
    """Take a device out of service: lost, sold or broken.

    Its secret and the tokens issued to it stop at once.

    Refusals: ``forbidden``, ``unknown_device``.
    """
    require(by, permission=Permission.PAIR_DEVICE, venue_id=venue_id)
    device = (
        Device.objects.select_for_update(no_key=True)
        .filter(pk=device_id, venue_id=venue_id, revoked_at__isnull=True)
        .first()
    )
    if device is None:
        raise Refused("unknown_device", N_("This device is not paired here. Reload the list."))
    operations.end_device(device, at=at)
    return DeviceResult(device_id=device_id)
