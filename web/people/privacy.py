"""People's data, for who answers for it: the operator's words about it, and who of the staff looked at whose file."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from people.commands.set_privacy_text import set_privacy_text
from people.queries import privacy_text, seen_at_venue
from rules.permissions import Permission
from web.acting import run_command, sentence
from web.forms import text
from web.staffing import StaffVenue, venue_page


@require_http_methods(["GET", "POST"])
@venue_page(Permission.MANAGE_STAFF)
def privacy(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show the words that stand on the public page, and the log."""
    refusal, typed = "", None
    if request.method == "POST":
        typed = text(request.POST, name="text", most=200_000)
        acted = run_command(request, command=set_privacy_text, venue_id=scope.venue_id, text=typed)
        if acted.refused is None:
            messages.success(request, _("Saved."))
            return redirect("director-privacy", venue_id=scope.venue_id)
        refusal = sentence(acted.refused)
    words = privacy_text()
    return render(
        request,
        "people/house_privacy.html",
        {
            "scope": scope,
            "venue": scope.venue,
            "tab": "privacy",
            "words": words,
            "text": words.text if typed is None else typed,
            "refusal": refusal,
            "seen": seen_at_venue(scope.venue_id),
        },
        status=409 if refusal else 200,
    )
