"""Paired devices, and who acts on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.hashers import check_password

from dispatch.facts import Actor
from people.models import Device, OperatorPin
from people.models.access import DeviceKind
from people.queries.accounts import actor_of_user, label_of
from people.queries.fields import alphabetical, secret_digest


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceView:
    """A paired device of a venue."""

    device_id: int
    venue_id: int
    name: str
    kind: str
    paired_at: datetime
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PinView:
    """That somebody has a PIN for the tablets; by: who set it, "" for oneself."""

    set_at: datetime
    by: str


def device_for_token(secret: str) -> DeviceView | None:
    """Return the paired device that knows `secret`; None when unknown or revoked."""
    device = Device.objects.filter(token_hash=secret_digest(secret), revoked_at__isnull=True).first()
    return _device_view(device) if device else None


def paired_devices(device_ids: Iterable[int]) -> set[int]:
    """Return those of the devices that are still paired."""
    return set(
        Device.objects.filter(pk__in=list(device_ids), revoked_at__isnull=True).values_list("pk", flat=True)
    )


def device_names(device_ids: Iterable[int]) -> dict[int, str]:
    """Return what the devices are called, also those that are paired no longer."""
    return dict(Device.objects.filter(pk__in=list(device_ids)).values_list("pk", "name"))


def actor_for_pin(
    *, device: DeviceView, user_id: int, pin: str, right: Callable[[str, str], bool] = check_password
) -> Actor | None:
    """Return the operator acting on a paired device; None when the PIN is wrong or they hold no role at its venue, and always
    on one that only shows (`DeviceKind.SCREEN`).

    Costs a password check, unless `right` (the PIN, the hash that is kept now) knows the answer. The page or API limits the
    number of tries.
    """
    if device.kind == DeviceKind.SCREEN:
        return None
    row = (
        OperatorPin.objects.select_related("user")
        .filter(
            user_id=user_id,
            user__is_active=True,
            user__staff_roles__venue_id=device.venue_id,
            user__staff_roles__revoked_at__isnull=True,
        )
        .first()
    )
    if row is None or not right(pin, row.hashed):
        return None
    return actor_of_user(row.user, device_id=device.device_id)


def pin_of(user_id: int) -> PinView | None:
    """Return the PIN somebody has for tablets; None for none."""
    row = OperatorPin.objects.select_related("set_by").filter(user_id=user_id).first()
    if row is None:
        return None
    other = row.set_by is not None and row.set_by_id != user_id
    return PinView(set_at=row.set_at, by=label_of(row.set_by) if other and row.set_by else "")


def pins_of(user_ids: Iterable[int]) -> set[int]:
    """Return those of the accounts that have a PIN."""
    return set(OperatorPin.objects.filter(user_id__in=list(user_ids)).values_list("user_id", flat=True))


def devices_of(venue_id: int) -> tuple[DeviceView, ...]:
    """Return the devices paired with a venue now, by name."""
    rows = Device.objects.filter(venue_id=venue_id, revoked_at__isnull=True).order_by(
        alphabetical("name"), "pk"
    )
    return tuple(_device_view(device) for device in rows)


def _device_view(device: Device) -> DeviceView:
    return DeviceView(
        device_id=device.pk,
        venue_id=device.venue_id,
        name=device.name,
        kind=device.kind,
        paired_at=device.paired_at,
        revoked_at=device.revoked_at,
    )
