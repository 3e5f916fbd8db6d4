"""The staff of a venue, its devices, and who is kept away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from access import letters, moment, passwords
from dispatch.facts import Done
from people.commands.close_account import close_account
from people.commands.create_user import create_user
from people.commands.drop_second_factor import drop_second_factor
from people.commands.grant_role import grant_role
from people.commands.invite_staff import invite_staff
from people.commands.lift_exclusion import lift_exclusion
from people.commands.revoke_role import revoke_role
from people.commands.set_pin import set_pin
from people.commands.unpair_device import unpair_device
from people.models.users import Language
from people.operations import hash_pin
from people.queries import devices_of, exclusions_at, never_came_in, pins_of, second_factors, staff_of
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tournaments.queries import announcements
from web import forms
from web.acting import CommandOutcome, command_id_of, run_command, sentence
from web.labels import ROLE_WORDS
from web.staffing import StaffVenue, venue_page
from web.venue.page import venue_tab, wrong_fields
from web.words import alphabetical

ROLES = ("owner", "director", "desk", "floor", "integrity")
DEVICE_WORDS = {
    "floor": N_("Floor tablet"),
    "desk": N_("Registration desk"),
    "screen": N_("Clock screen"),
}


@require_GET
@venue_page()
def staff(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show who works here as what, which devices are paired, who is kept away. ``?take=account``: with the form for a new one open."""
    opened = "account" if request.GET.get("take") == "account" else ""
    return _staff_page(request, scope, typed={}, what=opened)


def _staff_page(
    request: HttpRequest,
    scope: StaffVenue,
    *,
    typed: Mapping[str, Any],
    what: str = "",
    refused: Refused | None = None,
    link: str = "",
    invited: int = 0,
) -> HttpResponse:
    """refused: what the form `what` was refused for; it keeps what was `typed`. link: to hand over to `invited`."""
    members: dict[int, dict[str, Any]] = {}
    addressed = scope.may(Permission.MANAGE_STAFF)  # e-mail addresses are for who gives the roles
    names = {t.tournament_id: t.name for t in announcements.tournaments_of(scope.venue_id, limit=200)}
    rows = staff_of(scope.venue_id)
    pins = pins_of(row.user_id for row in rows) if addressed else set()
    apps = second_factors(row.user_id for row in rows) if addressed else set()
    expected = never_came_in(row.user_id for row in rows) - {scope.actor.user_id} if addressed else set()
    for row in rows:
        member = members.setdefault(
            row.user_id,
            {
                "name": row.name or (row.email if addressed else f"#{row.user_id}"),
                "email": row.email if addressed else "",
                "user_id": row.user_id,
                "roles": [],
                "app": row.user_id in apps,
                "pin": row.user_id in pins,
                "expected": row.user_id in expected,
            },
        )
        member["roles"].append(
            {
                "role_id": row.role_id,
                "word": _(ROLE_WORDS.get(row.role, row.role)),
                "tournament": names.get(row.tournament_id, f"#{row.tournament_id}")
                if row.tournament_id
                else "",
            }
        )
    at = moment.at()
    return venue_tab(
        request,
        scope=scope,
        tab="staff",
        template="director/house_staff.html",
        context={
            "members": sorted(members.values(), key=lambda m: alphabetical(m["name"])),
            "roles": [(role, _(ROLE_WORDS[role])) for role in ROLES],
            "devices": [
                {"view": d, "word": _(DEVICE_WORDS.get(d.kind, d.kind))} for d in devices_of(scope.venue_id)
            ],
            "exclusions": exclusions_at(scope.venue_id, at=at)
            if scope.may(Permission.MANAGE_EXCLUSION)
            else (),
            "running": [
                t
                for t in announcements.tournaments_of(scope.venue_id, limit=40)
                if t.state not in ("finished", "cancelled")
            ],
            "languages": Language.choices,
            "language": typed.get("language") or scope.venue.language,
            "typed": typed,
            "what": what,
            "refusal": sentence(refused) if refused else "",
            "wrong": wrong_fields(refused) if refused and what == "account" else {},
            "link": link,
            "invited": next((m["name"] for m in members.values() if m["user_id"] == invited), ""),
            "mailed": letters.delivered(),
            "me": scope.actor.user_id,
        },
        refused=refused is not None,
    )


def _new_account(request: HttpRequest, scope: StaffVenue) -> dict[str, Any]:
    return {
        "venue_id": scope.venue_id,
        "email": forms.text(request.POST, name="email"),
        "name": forms.text(request.POST, name="name", most=120),
        "language": forms.text(request.POST, name="language", default=scope.venue.language),
        "role": forms.text(request.POST, name="role", default="floor"),
    }


def _of_member(request: HttpRequest, scope: StaffVenue) -> dict[str, Any]:
    return {"venue_id": scope.venue_id, "user_id": forms.number(request.POST, name="user_id")}


def _pin_of_member(request: HttpRequest, scope: StaffVenue) -> dict[str, Any]:
    pin = hash_pin(request.POST.get("pin", ""), salt=str(command_id_of(request)))
    return {**_of_member(request, scope), "pin_hash": pin}


def _role(request: HttpRequest, scope: StaffVenue) -> dict[str, Any]:
    tournament_id = forms.number_or_none(request.POST, name="tournament_id")
    if tournament_id is not None and announcements.settings_of(tournament_id)["venue_id"] != scope.venue_id:
        raise Refused("no_such_tournament", N_("There is no such tournament."))
    return {
        "venue_id": scope.venue_id,
        "user_id": forms.number(request.POST, name="user_id"),
        "role": forms.text(request.POST, name="role"),
        "tournament_id": tournament_id,
    }


_STAFF: dict[str, tuple[Callable[..., Done], str, Callable[[HttpRequest, StaffVenue], dict[str, Any]]]] = {
    "account": (
        create_user,
        N_("There was an account with this address: it has the role now and keeps its name."),
        _new_account,
    ),
    "invite": (
        invite_staff,
        N_("The invitation is sent."),
        lambda request, scope: {**_of_member(request, scope), "handed": not letters.delivered()},
    ),
    "pin": (set_pin, N_("The PIN is set, and the person is told."), _pin_of_member),
    "close": (close_account, N_("The account is closed."), _of_member),
    "role": (grant_role, N_("The role is given."), _role),
    "revoke": (
        revoke_role,
        N_("The role is taken away."),
        lambda request, scope: {
            "venue_id": scope.venue_id,
            "role_id": forms.number(request.POST, name="role_id"),
        },
    ),
    "app": (
        drop_second_factor,
        N_("The password alone signs in again, until a new app is set up."),
        _of_member,
    ),
    "unpair": (
        unpair_device,
        N_("The device is unpaired: its sessions end at once."),
        lambda request, scope: {
            "venue_id": scope.venue_id,
            "device_id": forms.number(request.POST, name="device_id"),
        },
    ),
    "lift": (
        lift_exclusion,
        N_("The exclusion is lifted."),
        lambda request, scope: {
            "venue_id": scope.venue_id,
            "exclusion_id": forms.number(request.POST, name="exclusion_id"),
        },
    ),
}


@require_http_methods(["GET", "POST"])
@venue_page()
def staff_do(request: HttpRequest, *, scope: StaffVenue, what: str) -> HttpResponse:
    """Run one command of the staff's page. Who may is the command's question. Asked for again, as by a reload of what it answered: the page."""
    if request.method == "GET":
        return redirect("director-staff", venue_id=scope.venue_id)
    if what not in _STAFF:
        raise not_found("action")
    command, said, read = _STAFF[what]
    try:
        acted = run_command(request, command=command, **read(request, scope))
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    if acted.refused is not None:
        if what == "account" and not wrong_fields(acted.refused):
            messages.error(request, sentence(acted.refused))
        if what in ("account", "pin"):
            return _staff_page(request, scope, typed=request.POST, what=what, refused=acted.refused)
        messages.error(request, sentence(acted.refused))
    elif what in ("account", "invite") and acted.result.get("new", True):
        return _invited(request, scope, acted)
    else:
        messages.success(request, _(said))
        if what == "pin" and acted.done is not None:
            passwords.tell_of_pin(acted.done, by=scope.actor)
    return redirect("director-staff", venue_id=scope.venue_id)


def _invited(request: HttpRequest, scope: StaffVenue, acted: CommandOutcome) -> HttpResponse:
    """The letter goes; where no mail leaves this machine, the owner reads the link, once."""
    assert acted.done is not None
    try:
        link = passwords.invitation(request, done=acted.done, venue_id=scope.venue_id, by=scope.actor)
    except Refused as refused:
        messages.error(request, sentence(refused))
        return redirect("director-staff", venue_id=scope.venue_id)
    if link and acted.done.replayed:
        messages.warning(request, _("This link was shown already. Make another one if it is lost."))
        return redirect("director-staff", venue_id=scope.venue_id)
    if link:
        return _staff_page(request, scope, typed={}, link=link, invited=int(acted.result["user_id"]))
    messages.success(request, _("The invitation is sent."))
    return redirect("director-staff", venue_id=scope.venue_id)
