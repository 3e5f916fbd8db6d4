"""The tokens by which one's own programs speak for one: made here and shown once, seen in use, revoked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from access import moment
from people import operations
from people.commands.issue_api_token import issue_api_token
from people.commands.revoke_api_token import revoke_api_token
from people.operations import secret_for
from people.queries import devices_of, roles_by_venue, secret_digest, tokens_of
from people.queries.days import day_here, end_of
from people.queries.devices import DeviceView
from rules.refusals import N_, Refused
from tournaments.queries import circuit
from web.acting import actor_of, answer, command_id_of, run_command, sentence
from web.forms import day_or_none, number_or_none, text
from web.staffing import personal

USUAL_DAYS = 90
SCOPES = {
    "read": N_("Only reads"),
    "work": N_("Works the floor and the desk"),
    "all": N_("All that I may, but not who gets in"),
}


def _devices(user_id: int) -> list[DeviceView]:
    """The paired devices of the venues where somebody works."""
    return [
        device
        for venue_id in sorted(roles_by_venue(user_id))
        for device in devices_of(venue_id)
        if device.revoked_at is None
    ]


def _asked(request: HttpRequest) -> dict[str, Any]:
    """What the form asks for. Refusals: ``bad_date``, ``bad_number``."""
    until = day_or_none(request.POST, name="until")
    return {
        "user_id": actor_of(request).user_id,
        "name": text(request.POST, name="name", most=80),
        "expires_at": None if until is None else end_of(until),
        "device_id": number_or_none(request.POST, name="device"),
        "scope": text(request.POST, name="scope", most=8, default="read"),
        "only_venue_id": number_or_none(request.POST, name="venue"),
    }


@require_http_methods(["GET", "POST"])
@personal
def tokens(request: HttpRequest) -> HttpResponse:
    """One's tokens, and a new one. The secret is on the answer to the form and nowhere else."""
    by = actor_of(request)
    at = moment.at()
    secret, refusal = "", ""
    if request.method == "POST":
        try:
            asked = _asked(request)
            made = secret_for("token", command=command_id_of(request), by=by)
            acted = run_command(request, command=issue_api_token, **asked, token_hash=secret_digest(made))
            if acted.done is not None and acted.done.replayed:
                refusal = _("This API key was shown already. Revoke it and create another one if it is lost.")
            elif acted.refused is None:
                secret = made
            else:
                refusal = sentence(acted.refused)
        except Refused as refused:
            refusal = sentence(refused)
    devices = _devices(by.user_id or 0)
    houses = {v: circuit.venue_view(v).name for v in roles_by_venue(by.user_id or 0)}
    names = {device.device_id: device.name for device in devices}
    return render(
        request,
        "player/tokens.html",
        {
            "tokens": [
                (
                    token,
                    " · ".join(
                        word
                        for word in (
                            _(SCOPES[token.scope]),
                            houses.get(token.venue_id or 0, ""),
                            names.get(token.device_id or 0, ""),
                        )
                        if word
                    ),
                )
                for token in tokens_of(by.user_id or 0, at=at)
            ],
            "devices": devices,
            "scopes": [(scope, _(word)) for scope, word in SCOPES.items()],
            "houses": sorted(houses.items()),
            "latest": day_here(at + operations.TOKEN_AT_MOST) - timedelta(days=1),
            "secret": secret,
            "refusal": refusal,
            "today": day_here(at),
            "until": day_here(at + timedelta(days=USUAL_DAYS)),
            "typed": request.POST if refusal else {},
        },
        status=409 if refusal else 200,
    )


@require_POST
@personal
def revoke(request: HttpRequest, *, token_id: int) -> HttpResponse:
    """It ends at once."""
    acted = run_command(
        request, command=revoke_api_token, user_id=actor_of(request).user_id, token_id=token_id
    )
    return answer(request, acted=acted, to=reverse("me-tokens"), said=_("The API key is revoked."))
