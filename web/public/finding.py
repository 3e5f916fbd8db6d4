"""What search engines and telephones ask of the house itself: what may be read, what there is, how it is called."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from access import moment
from tournaments.queries import circuit
from tournaments.queries.announcements import public_addresses
from web.public.page import shared_page

# pages that say something of persons or of nobody's business, or that cost much and tell a reader nothing
_NOT_FOR_ENGINES = (
    "/api/",
    "/admin/",
    "/director/",
    "/desk/",
    "/floor/",
    "/play/",
    "/me/",
    "/screens/",
    "/receipts/",
    "/language/",
    "/sign-in/",
    "/join/",
    "/account/",
    "/password/",
    "/invitation/",
    "/open/",
    "/theme/",
    "/styleguide/",
)
_ADDRESSES_AT_MOST = 20_000


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Show what a search engine may read, and where it finds the list of it."""
    lines = [
        "User-agent: *",
        *(f"Disallow: {path}" for path in _NOT_FOR_ENGINES),
        "",
        f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}",
        "",
    ]
    return shared_page(
        request, response=HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
    )


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """Show the addresses of everything public, for search engines."""
    root = ET.Element("urlset", xmlns="http://www.sitemaps.org/schemas/sitemap/0.9")

    def add(name: str, *args: int) -> None:
        url = ET.SubElement(root, "url")
        ET.SubElement(url, "loc").text = request.build_absolute_uri(reverse(name, args=args))

    for name in ("home", "calendar", "seasons", "glossary", "online-rules"):
        add(name)
    for venue in circuit.public_venues():
        add("house", venue.venue_id)
        for season in circuit.seasons_of(venue.venue_id):
            add("season", season.season_id)
    for tournament_id, over in public_addresses(at=moment.at(), limit=_ADDRESSES_AT_MOST):
        add("tournament", tournament_id)
        if over:
            add("results", tournament_id)
        else:
            add("structure", tournament_id)
    xml = ET.tostring(root, encoding="unicode", xml_declaration=False)
    content = f'<?xml version="1.0" encoding="UTF-8"?>\n{xml}\n'
    return shared_page(request, response=HttpResponse(content, content_type="application/xml; charset=utf-8"))


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Lead who asks for a picture without having read a page to the one that the pages name."""
    del request
    return HttpResponsePermanentRedirect(static("img/icon-192.png"))


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Show how a telephone keeps the house on its first screen. Pages name it over https alone, where it can be kept."""
    houses = circuit.public_venues(limit=2)
    name = houses[0].name if len(houses) == 1 else "Shuffle Up"
    found: dict[str, Any] = {
        "id": "/",
        "name": name,
        "short_name": name if len(name) <= 14 else "Shuffle Up",
        "description": _("Poker tournaments: clock, places, payouts."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#0b5042",
        "theme_color": "#0b5042",
        "icons": [
            {
                "src": static(f"img/icon-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size in (192, 512)
            for purpose in ("any", "maskable")
        ],
    }
    return shared_page(request, response=JsonResponse(found, content_type="application/manifest+json"))
