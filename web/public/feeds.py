"""What programs fetch again and again: calendars of what comes, an Atom feed of results."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from access import moment
from payouts.queries import amounts_of
from rules.refusals import Refused
from tournaments.queries import announcements, circuit
from tournaments.queries.announcements import Announcement
from tournaments.queries.results import last_winners
from tournaments.queries.scheduled import Scheduled, scheduled_of
from web.problems import refused_page
from web.public.ical import CalendarEvent, calendar_text
from web.public.page import announced, in_short, shared_page, venue_asked
from web.templatetags.houses import money_short

_RESULTS = 30


@require_safe
def calendar_file(request: HttpRequest) -> HttpResponse:
    """Show what comes and what was, for calendar programs; of one venue with ``?venue=``."""
    try:
        venue = venue_asked(request)
    except Refused as refused:
        return refused_page(request, refused=refused)
    found = announcements.calendar(at=moment.at(), venue_id=venue.venue_id if venue else None)
    return _calendar(request, venue.name if venue else _("Tournaments"), found, file="calendar")


@require_safe
def event_file(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Show one tournament, for the visitor's own calendar."""
    try:
        view = announced(request, tournament_id=tournament_id)
    except Refused as refused:
        return refused_page(request, refused=refused)
    return _calendar(request, view.name, [view], file=f"tournament-{tournament_id}")


def _calendar(request: HttpRequest, name: str, views: Sequence[Announcement], *, file: str) -> HttpResponse:
    venues = {venue_id: circuit.venue_view(venue_id) for venue_id in {view.venue_id for view in views}}
    scheduled = scheduled_of([view.tournament_id for view in views])
    # what begins with its last seat has no hour that a calendar could keep
    events = [
        _event(request, view, venues[view.venue_id], scheduled[view.tournament_id])
        for view in views
        if not view.seats_to_start
    ]
    response = HttpResponse(
        calendar_text(name, events=events),
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'inline; filename="{file}.ics"'},
    )
    return shared_page(request, response=response)


def _event(
    request: HttpRequest, view: Announcement, venue: circuit.VenueView, scheduled: Scheduled
) -> CalendarEvent:
    return CalendarEvent(
        uid=f"tournament-{view.tournament_id}@{request.get_host()}",
        sequence=scheduled.revision,
        # the same until the tournament is another: who has the file need not fetch it again
        stamp=scheduled.revised_at,
        starts_at=view.starts_at,
        ends_at=scheduled.ends_at,
        summary=view.name,
        place=", ".join(part for part in _where(view, venue) if part),
        description=in_short(view),
        url=request.build_absolute_uri(reverse("tournament", args=[view.tournament_id])),
        cancelled=view.state == "cancelled",
    )


def _where(view: Announcement, venue: circuit.VenueView) -> tuple[str, ...]:
    """Nobody travels to the address of a house that deals online."""
    return (_("Online"), venue.name) if view.online else (venue.name, venue.address, venue.city)


@require_safe
def results_feed(request: HttpRequest) -> HttpResponse:
    """Show who won the last tournaments, as an Atom feed; of one venue with ``?venue=``."""
    try:
        venue = venue_asked(request)
    except Refused as refused:
        return refused_page(request, refused=refused)
    won = last_winners(venue.venue_id if venue else None, at=moment.at(), limit=_RESULTS)
    prizes = amounts_of([row.entry_id for row in won])
    feed = Atom1Feed(
        title=f"{_('Results')} · {venue.name if venue else 'Shuffle Up'}",
        link=request.build_absolute_uri(reverse("home")),
        description="",
        language=get_language(),
        feed_url=request.build_absolute_uri(),
    )
    for row in won:
        prize = prizes.get(row.entry_id, 0)
        said = f"{_('Winner')}: {row.winner}"
        feed.add_item(
            title=row.name,
            link=request.build_absolute_uri(reverse("results", args=[row.tournament_id])),
            description=f"{said} · {money_short(prize, row.currency)}" if prize else said,
            author_name=row.venue,
            pubdate=row.finished_at,
            updateddate=row.finished_at,
        )
    response = HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
    return shared_page(request, response=response)
