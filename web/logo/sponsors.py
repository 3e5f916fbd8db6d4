"""The sponsors of a venue: their pictures, shown to everybody, put in order by its owner or director."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from rules.permissions import Permission
from rules.refusals import Refused
from tournaments.commands.add_sponsor import add_sponsor
from tournaments.commands.drop_sponsor import drop_sponsor
from tournaments.commands.order_sponsors import order_sponsors
from tournaments.operations import logo
from tournaments.operations.sponsors import LONGEST_NAME
from tournaments.queries import branding
from web.acting import CommandOutcome, answer, run_command, sentence
from web.logo.pictures import kept_for_ever, letters_of
from web.screens.logos import sponsor_ground
from web.staffing import StaffVenue, venue_page


@require_GET
def picture(request: HttpRequest, *, venue_id: int, picture: str) -> HttpResponse:
    """Show the picture of that name; it never changes, so it is kept for ever."""
    del request
    found = branding.sponsor_content(venue_id, picture=picture)
    if found is None:
        raise Http404
    media, content = found
    return kept_for_ever(media, content=content)


@require_http_methods(["GET", "POST"])
@venue_page(Permission.CHANGE_LOGO)
def manage(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show the sponsors in their order, one more, another order, one less."""
    refusal = ""
    if request.method == "POST":
        here = reverse("director-sponsors", args=[scope.venue_id])
        try:
            acted, said = _act(request, scope.venue_id)
        except Refused as refused:
            acted, said = CommandOutcome(refused=refused), ""
        if acted.refused is None:
            gone = f"?gone={acted.done.command_id}" if acted.done and "away" in request.POST else ""
            return answer(request, acted=acted, to=here + gone, said=said)
        refusal = sentence(acted.refused)
    there = branding.sponsors_of(scope.venue_id)
    return render(
        request,
        "logo/sponsors.html",
        {
            "scope": scope,
            "venue": scope.venue,
            "tab": "sponsors",
            "refusal": refusal,
            "name": request.POST.get("name", "")[:LONGEST_NAME] if refusal else "",
            "sponsors": [(row, sponsor_ground(scope.venue_id, picture=row.picture)) for row in there],
            "order": " ".join(str(row.sponsor_id) for row in there),
            "full": len(there) >= branding.MOST_SPONSORS,
            "most": branding.MOST_SPONSORS,
            "longest": LONGEST_NAME,
            "gone": _command_of(request.GET.get("gone", "")),
            "kilobytes": logo.MOST_BYTES // 1024,
        },
        status=409 if refusal else 200,
    )


def _act(request: HttpRequest, venue_id: int) -> tuple[CommandOutcome, str]:
    """What was pressed: up, down, away, or one more. Refusals: those of a picture that cannot be sent."""
    here: dict[str, Any] = {"venue_id": venue_id}
    for way in ("up", "down"):
        if way in request.POST:
            order = _moved(request.POST.get("order", ""), one=request.POST[way], by=-1 if way == "up" else 1)
            acted = run_command(request, command=order_sponsors, **here, sponsors=order)
            return acted, _("The order is changed.")
    if "away" in request.POST:
        acted = run_command(request, command=drop_sponsor, **here, sponsor_id=_number(request.POST["away"]))
        said = _("%(name)s is no longer shown.") % {"name": acted.result.get("name", "")}
        return acted, said
    sent = letters_of(request)
    acted = run_command(request, command=add_sponsor, **here, name=request.POST.get("name", ""), picture=sent)
    return acted, _("%(name)s is shown on the displays of the sponsors.") % {
        "name": acted.result.get("name", "")
    }


def _moved(order: str, *, one: str, by: int) -> list[int]:
    """The order that the page showed, with one of them a place further up or down."""
    numbers = [_number(part) for part in order.split()[: branding.MOST_SPONSORS + 1]]
    moving = _number(one)
    if moving in numbers:
        at = numbers.index(moving)
        numbers.insert(max(0, at + by), numbers.pop(at))
    return numbers


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else 0


def _command_of(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
