"""The venue's logo: shown to everybody, changed by its owner or director."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET, require_http_methods
from PIL import Image

from rules.permissions import Permission
from rules.refusals import Refused, by_field
from tournaments.commands.change_colours import change_colours
from tournaments.commands.change_logo import change_logo
from tournaments.operations import house_colours, logo
from tournaments.queries import branding
from web.acting import CommandOutcome, answer, run_command, sentence
from web.forms import at_fields
from web.labels import GROUND_WORDS
from web.logo.pictures import kept_for_ever, letters_of
from web.staffing import StaffVenue, venue_page

# twice the place it has in a headline, for fine screens
_SMALL = (384, 96)


@require_GET
def picture(request: HttpRequest, *, venue_id: int, name: str) -> HttpResponse:
    """Show the picture of that name; it never changes, so it is kept for ever."""
    del request
    found = branding.logo_content(venue_id, name=name)
    if found is None:
        raise Http404
    media, content = found
    return kept_for_ever(media, content=content)


@require_GET
def small_picture(request: HttpRequest, *, venue_id: int, name: str) -> HttpResponse:
    """Show the same, as large as it stands in a headline: a phone on a bad line waits for no picture of 200 KB."""
    del request
    found = branding.logo_content(venue_id, name=name)
    if found is None:
        raise Http404
    media, content = _small(*found)
    return kept_for_ever(media, content=content)


@lru_cache(maxsize=32)
def _small(media: str, content: bytes) -> tuple[str, bytes]:
    try:
        with Image.open(io.BytesIO(content)) as picture:
            picture.thumbnail(_SMALL, Image.Resampling.LANCZOS)
            out = io.BytesIO()
            picture.convert("RGBA").save(out, "WEBP", quality=85)
    except (OSError, ValueError):
        return media, content  # whatever it is, it was good enough to be taken
    return "image/webp", out.getvalue()


@require_http_methods(["GET", "POST"])
@venue_page(Permission.CHANGE_LOGO)
def change(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show the form: what the logo is now, another one, or none."""
    refusal = ""
    wrong: dict[str, Refused] = {}
    picked = _typed(request.GET)
    if picked and request.method == "GET":
        # the other colour of a page that fills the nearest one in may not be readable either
        wrong = _unreadable(request.GET)
    if request.method == "GET" and request.GET.get("part") == "colours":
        return render(
            request,
            "logo/_colours_shown.html",
            {"scope": scope, "venue": scope.venue, **_picked(request, scope.venue_id)},
        )
    if request.method == "POST" and request.POST.get("what") in ("colours", "our-colours"):
        acted = _recolour(request, scope.venue_id)
        if acted.refused is None:
            said = _("The displays have these colours from their next start.")
            return answer(request, acted=acted, to=reverse("director-logo", args=[scope.venue_id]), said=said)
        wrong = at_fields(acted.refused)
        refusal = "" if wrong else sentence(acted.refused)
        picked = _typed(request.POST)
    elif request.method == "POST":
        try:
            acted = run_command(
                request, command=change_logo, venue_id=scope.venue_id, picture=_picture(request)
            )
        except Refused as refused:
            acted = CommandOutcome(refused=refused)
        if acted.refused is None:
            said = _("The logo is changed.") if acted.result["logo"] else _("The logo is removed.")
            return answer(request, acted=acted, to=reverse("director-logo", args=[scope.venue_id]), said=said)
        refusal = sentence(acted.refused)
    return render(
        request,
        "logo/change.html",
        {
            "scope": scope,
            "venue": scope.venue,
            "tab": "logo",
            "refusal": refusal,
            "kilobytes": logo.MOST_BYTES // 1024,
            **(colours := _colours(scope.venue_id, picked=picked)),
            "colour_fields": _fields(colours["colours"], wrong),
        },
        status=409 if request.method == "POST" else 200,
    )


def _picture(request: HttpRequest) -> str:
    """The file in base64, "" to take the logo away. Refusals: ``no_file``, ``logo_too_large``."""
    return "" if request.POST.get("what") == "remove" else letters_of(request)


def _recolour(request: HttpRequest, venue_id: int) -> CommandOutcome:
    """The house's colours as the form sends them, or the program's again."""
    away = request.POST.get("what") == "our-colours"
    typed = {name: "" if away else request.POST.get(name, "")[:20] for name in ("first", "second")}
    return run_command(
        request,
        command=change_colours,
        venue_id=venue_id,
        ground="dark" if away else request.POST.get("ground", "dark")[:6],
        **typed,
    )


def _typed(sent: QueryDict) -> tuple[str, str, str] | None:
    """The two colours and the ground as they were sent; None where they are no colours."""
    try:
        first, second = (house_colours.read_colour(sent.get(name, "")[:20]) for name in ("first", "second"))
    except Refused:
        return None
    return first, second, _ground(sent)


def _ground(sent: QueryDict) -> str:
    asked = sent.get("ground", "")
    return asked if asked in house_colours.GROUNDS else "dark"


def _picked(request: HttpRequest, venue_id: int) -> dict[str, Any]:
    """How a display looks in what is picked and not yet kept; what is wrong with it is told, and of no colours what is kept is shown."""
    told = _unreadable(request.GET).values()
    return _colours(venue_id, picked=_typed(request.GET)) | {"wrong": [sentence(no) for no in told]}


def _unreadable(sent: QueryDict) -> dict[str, Refused]:
    """What cannot be read of the colours that were sent, by field."""
    first, second = (sent.get(name, "")[:20] for name in ("first", "second"))
    try:
        house_colours.readable_pair(first, second=second, ground=_ground(sent))
    except Refused as refused:
        return dict(by_field(refused))
    return {}


def _fields(colours: Mapping[str, Any], wrong: Mapping[str, Refused]) -> list[dict[str, str]]:
    """The two fields; where a colour cannot be read, what is wrong with it, the nearest that can, and the page with that one filled in."""
    fields = []
    for name, label in (
        ("first", _("The colour of the house")),
        ("second", _("The colour of what stands out")),
    ):
        no = wrong.get(name)
        nearest = str(no.params.get("nearest", "")) if no else ""
        filled = {part: colours[part] for part in ("first", "second", "ground")} | {name: nearest}
        fields.append(
            {
                "name": name,
                "label": label,
                "value": colours[name],
                "wrong": sentence(no) if no else "",
                "nearest": nearest,
                "href": f"?{urlencode(filled)}#colours" if nearest else "",
            }
        )
    return fields


def _colours(venue_id: int, *, picked: tuple[str, str, str] | None = None) -> dict[str, Any]:
    """What the form shows: what was chosen, what became of it so that it can be read, and how a display looks. picked: instead of what is kept."""
    kept = branding.colours_of(venue_id)
    first, second, ground = picked or (
        (kept.first, kept.second, kept.ground) if kept else house_colours.DEFAULT
    )
    tokens = (
        kept.tokens[ground]
        if kept and not picked
        else house_colours.tokens(first, second=second, ground=ground)
    )
    became = house_colours.corrections(first, second=second, found=tokens, ground=ground)
    return {
        "colours": {"first": first, "second": second, "ground": ground, "kept": kept is not None},
        "grounds": [(ground, _(word)) for ground, word in GROUND_WORDS.items()],
        "became": (
            (pgettext("colour", "The house"), became["first"]),
            (_("What stands out"), became["second"]),
        ),
        # names as a template reads them
        "shade": {name.replace("-", "_"): value for name, value in tokens.items()},
    }
