"""The venue's logo: shown to everybody, changed by its owner or director."""

from __future__ import annotations

import base64

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from rules import logo as law
from rules.permissions import Action
from rules.refusals import N_, Refused
from tournaments.commands.change_logo import change_logo
from tournaments.queries import houses
from web.acting import Acted, act, answer, sentence
from web.staffing import Place, venue_page

_FOR_EVER = "public, max-age=31536000, immutable"


@require_GET
def picture(request: HttpRequest, venue_id: int, name: str) -> HttpResponse:
    """The picture of that name; it never changes, so it is kept for ever."""
    del request
    found = houses.logo_content(venue_id, name)
    if found is None:
        raise Http404
    media, content = found
    return HttpResponse(
        content,
        content_type=media,
        headers={
            "Cache-Control": _FOR_EVER,
            "Content-Security-Policy": "default-src 'none'; sandbox",
            "X-Content-Type-Options": "nosniff",
        },
    )


@require_http_methods(["GET", "POST"])
@venue_page(Action.CHANGE_LOGO)
def change(request: HttpRequest, *, place: Place) -> HttpResponse:
    """The form: what the logo is now, another one, or none."""
    refusal = ""
    if request.method == "POST":
        try:
            acted = act(request, change_logo, venue_id=place.venue_id, picture=_picture(request))
        except Refused as refused:
            acted = Acted(refused=refused)
        if acted.refused is None:
            said = _("The logo is changed.") if acted.result["logo"] else _("The logo is taken away.")
            return answer(request, acted, to=reverse("director-logo", args=[place.venue_id]), said=said)
        refusal = sentence(acted.refused)
    return render(
        request,
        "logo/change.html",
        {
            "place": place,
            "venue": place.venue,
            "tab": "logo",
            "refusal": refusal,
            "kilobytes": law.MOST_BYTES // 1024,
        },
        status=409 if refusal else 200,
    )


def _picture(request: HttpRequest) -> str:
    """The file in base64, "" to take the logo away. Refusals: ``no_file``, ``logo_too_large``."""
    if request.POST.get("what") == "remove":
        return ""
    file = request.FILES.get("picture")
    if file is None or not file.size:
        raise Refused("no_file", N_("Choose a picture first."))
    if file.size > law.MOST_BYTES:
        raise Refused(
            "logo_too_large", N_("The picture may have %(kilobytes)s KB."), kilobytes=law.MOST_BYTES // 1024
        )
    return base64.b64encode(file.read()).decode()
