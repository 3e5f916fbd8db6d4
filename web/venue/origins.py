"""Whether a house keeps from which lines and browsers players sit down for money: what, why, for how long; the owner's switch."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from play.commands.keep_origins import keep_origins
from play.queries.origins import origins_state
from rules.online import KEY_MONTHS, PERIOD_DAYS
from rules.permissions import Permission
from web.staffing import StaffVenue, venue_page
from web.venue.page import settle_form, venue_tab


@require_http_methods(["GET", "POST"])
@venue_page(Permission.REVIEW_INTEGRITY)
def origins(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show what is kept, and let the owner switch it on or off."""
    if request.method == "POST":
        kept = request.POST.get("kept") == "yes"
        said = _("From now on it is kept, and the page on privacy says so.")
        if not kept:
            said = _("Nothing is kept any more, and what there was is deleted.")
        settle_form(
            request,
            said=said,
            command=keep_origins,
            read=lambda: {"venue_id": scope.venue_id, "kept": kept},
        )
        return redirect("director-integrity-origins", venue_id=scope.venue_id)
    return venue_tab(
        request,
        scope=scope,
        tab="integrity",
        template="director/integrity_origins.html",
        context={
            "part": "origins",
            "state": origins_state(scope.venue_id),
            "days": PERIOD_DAYS,
            "months": KEY_MONTHS,
        },
        refused=False,
    )
