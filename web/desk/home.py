"""Which desk: the tournaments of today where somebody takes payments."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from access import moment
from people.queries import roles_by_venue, roles_of
from rules.permissions import WHO_MAY, Permission, allowed, staff_who_may
from rules.refusals import Refused
from tournaments.queries import circuit
from web.acting import actor_of
from web.staffing import signed_in
from web.work import tonight_of


@require_GET
@signed_in
def home(request: HttpRequest) -> HttpResponse:
    """Lead to the desk of today's tournament; where there are several, to a choice. Refusal: ``forbidden``."""
    by, at = actor_of(request), moment.at()
    venues = [
        venue_id
        for venue_id, roles in sorted(roles_by_venue(by.user_id or 0).items())
        if allowed(roles, permission=Permission.TAKE_PAYMENT)
    ]
    if not venues:
        who = WHO_MAY[staff_who_may(Permission.TAKE_PAYMENT)]
        raise Refused("forbidden", who, action=Permission.TAKE_PAYMENT.value)
    rows: list[dict[str, Any]] = [
        {"line": line, "venue": circuit.venue_view(venue_id)}
        for venue_id in venues
        for line in tonight_of(venue_id, at=at)
        # a cashier may be of one tournament alone
        if allowed(
            roles_of(by.user_id, venue_id=venue_id, tournament_id=line.tournament_id),
            permission=Permission.TAKE_PAYMENT,
        )
    ]
    rows.sort(key=lambda row: row["line"].starts_at)
    real = [row for row in rows if not row["line"].practice]
    if len(real or rows) == 1:
        return redirect("desk", (real or rows)[0]["line"].tournament_id)
    return render(request, "desk/home.html", {"rows": rows})
