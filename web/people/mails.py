"""What a house tells its players by mail, and what could not be told."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from access import letters, moment
from rules.notices import NOTICES
from rules.permissions import Permission
from rules.refusals import N_, not_found
from tournaments.commands.choose_house_mails import choose_house_mails
from tournaments.commands.drop_letter import drop_letter
from tournaments.commands.try_letter_again import try_letter_again
from tournaments.queries import notices
from tournaments.queries.notices import SINCE
from web.acting import answer, run_command, sentence
from web.forms import text
from web.staffing import StaffVenue, venue_page

_TITLES = {rule.kind.value: rule.title for rule in NOTICES}
# what went wrong, as an owner can act on it; anything else by its name
_WHY = {
    "SMTPRecipientsRefused": N_("The mail server does not know this address, or refuses it."),
    "SMTPDataError": N_("The mail server refused the mail."),
    "SMTPServerDisconnected": N_("The mail server hung up."),
    "TimeoutError": N_("The mail server did not answer in time."),
}


@require_http_methods(["GET", "POST"])
@venue_page(Permission.MANAGE_VENUE)
def mails(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show the switches, how the mails stand, and what could not be told."""
    if request.method == "POST":
        off = [rule.kind.value for rule in NOTICES if not request.POST.get(rule.kind.value)]
        acted = run_command(request, command=choose_house_mails, venue_id=scope.venue_id, off=off)
        if acted.refused is not None:
            messages.error(request, sentence(acted.refused))
        else:
            messages.success(request, _("Saved."))
        return redirect("director-mails", venue_id=scope.venue_id)
    post = notices.post_of(scope.venue_id, since=moment.at() - SINCE)
    return render(
        request,
        "people/house_mails.html",
        {
            "scope": scope,
            "venue": scope.venue,
            "tab": "mails",
            "switches": [(switch, _(switch.title)) for switch in notices.house_mails(scope.venue_id)],
            "post": post,
            "untold": [
                (row, _(_TITLES.get(row.about, row.about)), _(_WHY[row.error]) if row.error in _WHY else "")
                for row in post.untold
            ],
            "delivered": letters.delivered(),
            "linked": bool(settings.PUBLIC_URL),
        },
    )


@require_POST
@venue_page(Permission.MANAGE_VENUE)
def letter(request: HttpRequest, *, scope: StaffVenue, letter_id: int, what: str) -> HttpResponse:
    """Try what could not be told again, or let it go with a reason."""
    to = reverse("director-mails", args=[scope.venue_id])
    if what == "again":
        acted = run_command(request, command=try_letter_again, letter_id=letter_id)
        return answer(request, acted=acted, to=to, said=_("It is tried again within a minute."))
    if what == "drop":
        acted = run_command(
            request,
            command=drop_letter,
            letter_id=letter_id,
            reason=text(request.POST, name="reason", most=301),
        )
        return answer(request, acted=acted, to=to, said=_("Given up. The reason is kept."))
    raise not_found("action")
