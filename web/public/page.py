"""What public pages have in common: who may see a tournament, their pages, and where one copy serves everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from access import moment
from people.queries import may
from rules.permissions import Permission
from rules.refusals import not_found
from tournaments.queries import announcements, circuit
from tournaments.queries.announcements import Announcement
from web.acting import actor_of
from web.forms import number_asked
from web.public.caching import common
from web.templatetags.houses import money_short


def announced(request: HttpRequest, *, tournament_id: int) -> Announcement:
    """Return the tournament, if this visitor may see it: rehearsals are for staff. Refusal: ``not_found``."""
    where = announcements.audience_of(tournament_id)
    if where is not None and not where.public:
        allowed = may(
            actor_of(request),
            permission=Permission.VIEW_STAFF,
            venue_id=where.venue_id,
            tournament_id=tournament_id,
        )
        if not allowed:
            raise not_found("tournament")
    return announcements.announcement(tournament_id, at=moment.at())


def in_short(view: Announcement) -> str:
    """Return what is played and for how much, in one line: for calendars and search engines."""
    figures = [money_short(view.price_cents, view.currency)]
    if view.guarantee_cents:
        figures.append(f"{_('guaranteed')} {money_short(view.guarantee_cents, view.currency)}")
    return " · ".join((view.game, *figures))


def venue_asked(request: HttpRequest) -> circuit.VenueView | None:
    """Return the venue of ``?venue=``; None where none is asked for. Refusal: ``not_found``."""
    asked = number_asked(request.GET, name="venue", digits=9)
    return None if asked is None else circuit.venue_view(asked)


def offset_of(request: HttpRequest) -> int:
    """Return where a long list goes on."""
    return min(number_asked(request.GET, name="offset") or 0, 1_000_000)


def pages_of(offset: int, *, size: int, more: bool) -> dict[str, int | None]:
    """Return the offsets of the pages before and after; None where there is none."""
    return {
        "earlier": max(0, offset - size) if offset else None,
        "later": offset + size if more else None,
    }


def shared_page(request: HttpRequest, *, response: HttpResponse) -> HttpResponse:
    """Show everybody the same; the middleware tells by the content whether it changed."""
    if common(request):
        response["Cache-Control"] = "public, no-cache"
        patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
