"""A tablet that several people use: paired once by the director, opened by each operator with a PIN.

The tablet keeps a secret in a cookie that no script reads. An opened tablet is an ordinary session that also knows
its device, so that every command names both, and ends with the shift.
"""

from __future__ import annotations

import re

from django.conf import settings
from django.contrib.auth import get_user_model, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from access import moment, presence, rate_limit
from access.sign_in import WRONG_PINS, come_in
from people.commands.pair_device import pair_device
from people.commands.set_pin import set_pin
from people.operations import hash_pin, secret_for
from people.queries import actor_for_pin, roles_by_venue, secret_digest, staff_of
from people.queries.devices import DeviceView, pins_of
from rules.permissions import Permission, allowed
from rules.refusals import N_, Refused
from tournaments.queries import circuit
from web.acting import actor_of, answer, command_id_of, run_command, sentence
from web.floor.page import COOKIE, device_of, floor_page
from web.forms import number, text
from web.staffing import signed_in
from web.words import alphabetical
from web.work import work_of

COOKIE_SECONDS = 400 * 24 * 3600
SHIFT_SECONDS = 12 * 3600
_PIN = re.compile(r"[0-9]{4,8}")


@never_cache
@require_http_methods(["GET", "POST"])
@signed_in
def pair(request: HttpRequest) -> HttpResponse:
    """Make this browser the venue's tablet. Whoever pairs it is signed out of it."""
    by = actor_of(request)
    venues = [
        circuit.venue_view(venue_id)
        for venue_id, roles in sorted(roles_by_venue(by.user_id or 0).items())
        if allowed(roles, permission=Permission.PAIR_DEVICE)
    ]
    refusal = ""
    if request.method == "POST":
        secret = secret_for("device", command=command_id_of(request), by=by)
        acted = run_command(
            request,
            command=pair_device,
            venue_id=number(request.POST, name="venue", low=1),
            name=text(request.POST, name="name", most=80),
            kind="desk" if request.POST.get("kind") == "desk" else "floor",
            token_hash=secret_digest(secret),
        )
        if acted.refused is None:
            logout(request)
            response = redirect("floor-unlock")
            response.set_cookie(
                COOKIE, secret, max_age=COOKIE_SECONDS, httponly=True, samesite="Lax", secure=settings.HTTPS
            )
            return response
        refusal = sentence(acted.refused)
    return floor_page(
        request,
        template="floor/pair.html",
        context={
            "venues": venues,
            "refusal": refusal,
            "name": text(request.POST, name="name", most=80),
            "kind": request.POST.get("kind", ""),
        },
        status=409 if refusal else 200,
    )


@never_cache
@require_http_methods(["GET", "POST"])
def unlock(request: HttpRequest) -> HttpResponse:
    """Show who works with this tablet now."""
    device = device_of(request)
    if device is None:
        return render(request, "floor/unlock.html", {"device": None}, status=403)
    refusal = ""
    if request.method == "POST":
        try:
            return _opened(request, device)
        except Refused as refused:
            refusal = sentence(refused)
    # one line a person, whatever roles they hold
    staff = {row.user_id: row.name or row.email.partition("@")[0] for row in staff_of(device.venue_id)}
    return render(
        request,
        "floor/unlock.html",
        {
            "device": device,
            "venue": circuit.venue_view(device.venue_id),
            "staff": sorted(staff.items(), key=lambda item: alphabetical(item[1])),
            "chosen": request.POST.get("operator", ""),
            "next": _asked_page(request),
            "refusal": refusal,
        },
        status=409 if refusal else 200,
    )


def _opened(request: HttpRequest, device: DeviceView) -> HttpResponse:
    if device.kind == "screen":
        raise Refused(
            "forbidden", N_("This device only shows: nobody works on it. Have it paired as a tablet.")
        )
    operator = number(request.POST, name="operator", low=1)
    counter = rate_limit.check("pin", who=f"{device.device_id}:{operator}", at_most=WRONG_PINS)
    pin = request.POST.get("pin", "")
    found = actor_for_pin(device=device, user_id=operator, pin=pin) if _PIN.fullmatch(pin) else None
    if found is None:
        rate_limit.failed(counter)
        if any(one.user_id == operator for one in staff_of(device.venue_id)) and not pins_of([operator]):
            raise Refused(
                "no_pin",
                N_(
                    "You have no PIN yet. Sign in with your password on another device and set one: “My account”, “Set a PIN”."
                ),
            )
        raise Refused(
            "wrong_pin", N_("This PIN is not right. Try again, or ask the director to set a new one.")
        )
    user = get_user_model().objects.get(pk=operator)
    if user.is_staff or user.is_superuser:
        raise Refused(
            "forbidden", N_("Accounts that run the server sign in with their password, not with a PIN.")
        )
    come_in(request, user=user, device_id=device.device_id)
    request.session.set_expiry(SHIFT_SECONDS)
    asked = _asked_page(request)
    return redirect(
        asked or (work_of(operator, at=moment.at()) if device.kind == "desk" else reverse("floor"))
    )


def _asked_page(request: HttpRequest) -> str:
    """Only pages of the floor and the desk: a shared machine is for nothing else. "" for none."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    return asked if re.fullmatch(r"/floor/(?:\d+/)?|/desk/\d+/", asked) else ""


@require_POST
def lock(request: HttpRequest) -> HttpResponse:
    """Lock the tablet that its operator hands over."""
    onward = _asked_page(request) or reverse("floor")
    device = device_of(request)
    if device is not None:
        presence.left(device.device_id)
    logout(request)
    return redirect(f"{reverse('floor-unlock')}?next={onward}")


@never_cache
@require_http_methods(["GET", "POST"])
@signed_in
def pin(request: HttpRequest) -> HttpResponse:
    """One's own PIN for the venue's tablets; set where one signed in with the password."""
    by = actor_of(request)
    refusal = ""
    if request.method == "POST":
        given = request.POST.get("pin", "")
        try:
            if by.device_id is not None:
                raise Refused("forbidden", N_("Set your PIN where you sign in with your password."))
            acted = run_command(
                request,
                command=set_pin,
                user_id=by.user_id,
                pin_hash=hash_pin(given, salt=str(command_id_of(request))),
            )
            if acted.refused is None:
                return answer(request, acted=acted, to=reverse("floor"), said=_("Your PIN is set."))
            refusal = sentence(acted.refused)
        except Refused as refused:
            refusal = sentence(refused)
    return floor_page(
        request, template="floor/pin.html", context={"refusal": refusal}, status=409 if refusal else 200
    )
