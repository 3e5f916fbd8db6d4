"""Devices, and the PINs used on them. Each step needs an open transaction; the command has asked for permission
before.
"""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.hashers import identify_hasher

from dispatch.commands import record
from people.facts import DevicePaired, DeviceUnpaired, PinSet
from people.models import ApiToken, Device, OperatorPin, Session, User
from people.models.access import DeviceKind
from people.operations.fields import checked_digest, hash_secret, one_line
from rules.pins import check_pin
from rules.refusals import N_, Refused


def add_device(
    *, venue_id: int, name: str, kind: str, token_hash: str, at: datetime, by_user_id: int | None
) -> Device:
    """Pair a device that knows the secret of `token_hash`. Refusals: ``bad_device_kind``, ``name_missing``."""
    if kind not in DeviceKind.values:
        raise Refused(
            "bad_device_kind", N_("Choose what the device is: floor, desk or screen."), field="kind"
        )
    name = one_line(name, field="name")
    if not name:
        raise Refused("name_missing", N_("Give the device a name that people can read on it."), field="name")
    device = Device.objects.create(
        venue_id=venue_id,
        name=name,
        kind=kind,
        token_hash=checked_digest(token_hash),
        paired_at=at,
        paired_by_id=by_user_id,
    )
    record(DevicePaired(venue_id=venue_id, device_id=device.pk, name=name, device_kind=kind))
    return device


def end_device(device: Device, *, at: datetime) -> None:
    """Unpair a device and the tokens issued to it."""
    device.revoked_at = at
    device.save(update_fields=["revoked_at"])
    ApiToken.objects.filter(device=device, revoked_at__isnull=True).update(revoked_at=at)
    record(DeviceUnpaired(venue_id=device.venue_id, device_id=device.pk))


def hash_pin(pin: str, *, salt: str) -> str:
    """Hash a PIN as it is kept, if it is one. Every page and endpoint calls it before the command. Refusals: ``bad_pin``."""
    check_pin(pin)
    return hash_secret(pin, salt=salt)


def keep_pin(*, user: User, pin_hash: str, at: datetime, by_user_id: int | None) -> None:
    """Keep an operator's PIN, in place of an earlier one: what that one had opened is closed."""
    identify_hasher(pin_hash)
    OperatorPin.objects.update_or_create(
        user=user, defaults={"hashed": pin_hash, "set_at": at, "set_by_id": by_user_id}
    )
    Session.objects.filter(user_id=user.pk, device_id__isnull=False).delete()
    record(PinSet(user_id=user.pk, by_user_id=by_user_id))
