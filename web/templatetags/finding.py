"""What a page tells search engines and readers of feeds about itself."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString

from tournaments.queries import circuit
from tournaments.queries.announcements import Announcement
from tournaments.queries.circuit import VenueView
from tournaments.queries.line import LineNow
from tournaments.queries.scheduled import scheduled_of
from web.public.page import in_short
from web.templatetags.cards import social_card

register = template.Library()

# within a script element nothing may end it
_KEPT_INSIDE = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}
_STATUS = {"cancelled": "EventCancelled"}
_AVAILABLE = {"announced": "PreOrder", "registering": "InStock", "running": "InStock"}


@register.simple_tag(takes_context=True)
def canonical(context: dict[str, Any]) -> str:
    """Return the one address of this page: with what chooses its content, without what does not."""
    request = context["request"]
    chosen = {name: request.GET[name] for name in ("venue", "month", "offset") if request.GET.get(name)}
    asked = f"?{urlencode(chosen)}" if chosen else ""
    return str(request.build_absolute_uri(f"{request.path}{asked}"))


@register.simple_tag(takes_context=True)
def of_this_house(context: dict[str, Any]) -> str:
    """Return what is added to the address of a feed so that it is this venue's; "" where the page is of none."""
    venue = context.get("venue")
    return f"?venue={venue.venue_id}" if isinstance(venue, VenueView) else ""


@register.simple_tag(takes_context=True)
def event_data(context: dict[str, Any], view: Announcement, *, online: bool) -> SafeString:
    """Return the tournament as schema.org's Event: data for search engines, which no browser executes."""
    request = context["request"]
    venue = circuit.venue_view(view.venue_id)
    here = request.build_absolute_uri(reverse("tournament", args=[view.tournament_id]))
    house = request.build_absolute_uri(reverse("house", args=[view.venue_id]))
    address = {"streetAddress": venue.address, "addressLocality": venue.city}
    place: dict[str, Any] = {"@type": "VirtualLocation", "url": here}
    if not online:
        place = {"@type": "Place", "name": venue.name}
        if venue.address or venue.city:
            place["address"] = {"@type": "PostalAddress", **{k: v for k, v in address.items() if v}}
    found: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": view.name,
        "url": here,
        "description": in_short(view),
        "image": social_card(context),
        "startDate": _there(view.starts_at, view),
        "eventStatus": f"https://schema.org/{_STATUS.get(view.state, 'EventScheduled')}",
        "eventAttendanceMode": f"https://schema.org/{'On' if online else 'Off'}lineEventAttendanceMode",
        "location": place,
        "organizer": {"@type": "Organization", "name": venue.name, "url": house},
    }
    # of one that is over the plan says nothing any more
    if view.state != "finished":
        found["endDate"] = _there(scheduled_of([view.tournament_id])[view.tournament_id].ends_at, view)
    available = _availability(view, line=context.get("line"), entries_taken=context.get("entries_taken"))
    if available:
        found["offers"] = {
            "@type": "Offer",
            "price": f"{view.price_cents // 100}.{view.price_cents % 100:02d}",
            "priceCurrency": view.currency,
            "availability": f"https://schema.org/{available}",
            "url": request.build_absolute_uri(reverse("play", args=[view.tournament_id])),
        }
    data = json.dumps(found, ensure_ascii=False).translate(_KEPT_INSIDE)
    return SafeString(f'<script type="application/ld+json">{data}</script>')


def _there(at: datetime, view: Announcement) -> str:
    """The hour at the house, with how far it is from UTC."""
    return at.astimezone(ZoneInfo(view.timezone)).isoformat(timespec="minutes")


def _availability(view: Announcement, *, line: LineNow | None, entries_taken: bool | None) -> str:
    """How an entry is to be had now; "" once nobody can enter any more."""
    if view.state not in _AVAILABLE or (view.state == "running" and not entries_taken):
        return ""
    # who stands in line has paid: that is no entry for whoever reads this
    if line is not None and line.full:
        return "SoldOut"
    return _AVAILABLE[view.state]
