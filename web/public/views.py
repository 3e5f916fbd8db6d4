"""Public pages: one query each, then a template. They read without JavaScript and hold nothing private."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_skeleton
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.timezone import get_current_timezone
from django.utils.translation import check_for_language, get_language
from django.utils.translation import gettext as _

from payouts import queries as payouts
from people import queries as people
from people.queries import may
from rules.entries import time_chip_until
from rules.permissions import Permission
from rules.policies import from_dict as policies_from
from rules.receipts import is_receipt
from rules.refusals import N_, Refused
from tables import queries as tables
from tournaments.operations.receipts import numbered
from tournaments.queries import faces as tournaments
from tournaments.queries import listings
from tournaments.queries.faces import Announcement
from tournaments.queries.line import next_in_line
from web import moment
from web.acting import actor_of
from web.board import board_faces, clock_lines, places_told, structure_lines
from web.people.founding import FOUNDING
from web.problems import refused_page
from web.public.caching import common, kept
from web.public.entry import entry_block
from web.public.glossary import words as foreign_words
from web.public.policies import in_words
from web.welcome import Step, steps_of, steps_of_nobody
from web.words import board_words, draw_check_words, draw_kind_words

RESULTS_PER_PAGE = 100
DRAWS_PER_PAGE = 100
PLAYERS_PER_PAGE = 50


def announced(request: HttpRequest, tournament_id: int) -> Announcement:
    """The tournament, if this visitor may see it: rehearsals are for staff. Refusal: ``not_found``."""
    where = tournaments.audience_of(tournament_id)
    if where is not None and not where.public:
        allowed = may(
            actor_of(request), Permission.VIEW_STAFF, venue_id=where.venue_id, tournament_id=tournament_id
        )
        if not allowed:
            raise Refused("not_found", N_("This %(what)s does not exist."), what="tournament")
    return tournaments.announcement(tournament_id, at=moment.at())


def _offset(request: HttpRequest) -> int:
    text = request.GET.get("offset", "")
    return min(int(text), 1_000_000) if text.isascii() and text.isdecimal() else 0


def _pages(offset: int, size: int, *, more: bool) -> dict[str, int | None]:
    return {
        "earlier": max(0, offset - size) if offset else None,
        "later": offset + size if more else None,
    }


def _shared(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Everybody gets the same; the middleware tells by the content whether it changed."""
    if common(request):
        response["Cache-Control"] = "public, no-cache"
        patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def home(request: HttpRequest) -> HttpResponse:
    """The calendar: what runs, what comes, what was; of one venue with ``?venue=``."""
    titles = {"now": _("Now"), "next": _("Next"), "past": _("Past")}
    try:
        venue = _venue(request)
    except Refused as refused:
        return refused_page(request, refused)
    ranked = listings.seasons_of(venue.venue_id) if venue else []
    found = tournaments.calendar(at=moment.at(), venue_id=venue.venue_id if venue else None)
    groups = [
        {"title": titles[when], "tournaments": list(rows)}
        for when, rows in groupby(found, key=lambda t: t.when)
    ]
    houses = listings.public_venues()
    context = {
        "groups": groups,
        "venue": venue,
        "venues": houses,
        "seasons": ranked,
        "steps": () if groups else _first_steps(request),
    }
    return _shared(request, render(request, "public/home.html", context))


def _first_steps(request: HttpRequest) -> tuple[Step, ...]:
    """The welcome of a house in its first hour: to everybody while there is none, then to who directs it."""
    houses = listings.venues()
    if not houses:
        return steps_of_nobody(may_open=people.opens_the_house(request.session.get(FOUNDING, "")))
    mine = people.roles_by_venue(request.user.pk or 0)
    found = (
        steps_of(house.venue_id, roles=mine[house.venue_id]) for house in houses if house.venue_id in mine
    )
    return next((steps for steps in found if steps), ())


def month(request: HttpRequest) -> HttpResponse:
    """The calendar of a month, day by day as the venues' own calendars have it: ``?month=2026-11``, ``?venue=``."""
    at = moment.at()
    try:
        first = _month(request.GET.get("month", ""), at)
        venue = _venue(request)
    except Refused as refused:
        return refused_page(request, refused)
    rows = tournaments.month(first, at=at, venue_id=venue.venue_id if venue else None)
    by_day = groupby(sorted(rows, key=lambda t: (_day_of(t), t.starts_at, t.tournament_id)), key=_day_of)
    earlier, later = (first - timedelta(days=1)).replace(day=1), (first + timedelta(days=32)).replace(day=1)
    context = {
        "title": _month_title(first),
        "first": first,
        "earlier": earlier,
        "earlier_title": _month_title(earlier),
        "later": later,
        "later_title": _month_title(later),
        "days": [{"title": _day_title(day), "tournaments": list(found)} for day, found in by_day],
        "venue": venue,
        "venues": listings.public_venues(),
    }
    return _shared(request, render(request, "public/month.html", context))


def _month(typed: str, at: datetime) -> date:
    """The first of the month asked for; of this one when none was. Refusal: ``not_found``."""
    if not typed:
        return at.astimezone(get_current_timezone()).date().replace(day=1)
    try:
        found = date.fromisoformat(f"{typed[:7]}-01")
    except ValueError:
        found = date.min
    if not 2000 <= found.year < 2100:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="month")
    return found


def _venue(request: HttpRequest) -> listings.VenueView | None:
    text = request.GET.get("venue", "")
    return listings.venue_view(int(text)) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _day_of(announced: Announcement) -> date:
    return announced.starts_at.astimezone(ZoneInfo(announced.timezone)).date()


def _locale() -> str:
    return {"pt-br": "pt_BR", "pt": "pt_PT"}.get((get_language() or "pt-br").lower(), "en")


def _month_title(first: date) -> str:
    name: str = format_skeleton("yMMMM", first, locale=_locale())
    return name[:1].upper() + name[1:]


def _day_title(day: date) -> str:
    pattern = "EEEE, d MMMM" if _locale() == "en" else "EEEE, d 'de' MMMM"
    name: str = format_date(day, pattern, locale=_locale())
    return name[:1].upper() + name[1:]


@kept
def tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """One tournament, as anybody may see it; reads well without JavaScript."""
    at = moment.at()
    try:
        view = announced(request, tournament_id)
        faces = board_faces(tournament_id, at=at)
    except Refused as refused:
        return refused_page(request, refused)
    record = tables.commitment_of(tournament_id)
    found = listings.settings_of(tournament_id)
    context: dict[str, Any] = {
        "view": view,
        "entry": entry_block(
            found, listings.venue_view(found["venue_id"]), line=next_in_line(tournament_id), at=at
        ),
        "faces": faces,
        "words": board_words(),
        "clock": clock_lines(faces["clock"], at=at, zone=faces["timezone"]),
        "counts": faces["counts"],
        "prizes": faces["prizes"],
        "prizes_told": places_told(faces["prizes"]),
        "results": faces["eliminations"]["rows"],
        "structure": structure_lines(faces["clock"]),
        "draw": {"commitment": record},
        "made_at": at,
    }
    return render(request, "public/tournament.html", context)


@kept
def results(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The places decided so far, best first, a page at a time."""
    offset = _offset(request)
    try:
        view = announced(request, tournament_id)
        rows = listings.results(tournament_id, offset=offset, limit=RESULTS_PER_PAGE + 1)
    except Refused as refused:
        return refused_page(request, refused)
    shown = rows[:RESULTS_PER_PAGE]
    won = payouts.amounts_of([row.entry_id for row in shown])
    prizes = payouts.prizes_face(tournament_id)
    # a player's bounties stand once, beside the best place
    bounties = {one.player_id: one.amount_cents for one in payouts.bounties_taken(tournament_id)}
    told = (
        {row.player_id for row in listings.results(tournament_id, limit=offset)}
        if bounties and offset
        else set()
    )
    taken = {player: cents for player, cents in bounties.items() if player not in told}
    context = {
        "view": view,
        "rows": [
            {
                "place": row.place,
                "tied": row.tied,
                "player": row.player,
                "country": row.country,
                "ordinal": row.ordinal,
                "amount_cents": won.get(row.entry_id, 0),
                "bounties_cents": taken.pop(row.player_id, 0),
            }
            for row in shown
        ],
        "bounties": bool(bounties),
        "prizes": prizes,
        "pages": _pages(offset, RESULTS_PER_PAGE, more=len(rows) > RESULTS_PER_PAGE),
        "json_url": f"/api/tournaments/{tournament_id}/results",
        "csv_url": f"/api/tournaments/{tournament_id}/results.csv",
    }
    return render(request, "public/results.html", context)


@kept
def structure(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Levels and prizes."""
    try:
        view = announced(request, tournament_id)
        lines = structure_lines(tournaments.clock_face(tournament_id, at=moment.at()))
        found = listings.settings_of(tournament_id)
    except Refused as refused:
        return refused_page(request, refused)
    context = {
        "view": view,
        "structure": lines,
        "prizes": (prizes := payouts.prizes_face(tournament_id)),
        "prizes_told": places_told(prizes),
        "settings": found,
        "time_chip_until": time_chip_until(
            starts_at=found["starts_at"], minutes_before_start=found["time_chip_minutes_before_start"]
        ),
    }
    return render(request, "public/structure.html", context)


@kept
def rules(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The rules in force, in words. Rule: PT-T.56"""
    try:
        view = announced(request, tournament_id)
        found = listings.settings_of(tournament_id)
    except Refused as refused:
        return refused_page(request, refused)
    policies = policies_from(found["policies"]).in_event(main_event=found["main_event"])
    context = {"view": view, "rule_set": policies.rule_set, "lines": in_words(policies)}
    return render(request, "public/rules.html", context)


@kept
def draw(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """How to check the draw. Rule: ADTP.7, PT-T.39"""
    offset = _offset(request)
    try:
        view = announced(request, tournament_id)
        record = tables.draw_record(tournament_id)
    except Refused as refused:
        return refused_page(request, refused)
    except LookupError:
        nothing = Refused("not_found", N_("No draw was committed to yet. Come back when it is announced."))
        return refused_page(request, nothing)
    kinds = draw_kind_words()
    context = {
        "view": view,
        "record": record,
        "words": draw_check_words(),
        "record_url": reverse("draw-record", args=[tournament_id]),
        "draws": [
            {"number": d["number"], "kind": kinds.get(d["kind"], d["kind"]), "seed": d["seed"]}
            for d in record["draws"][offset : offset + DRAWS_PER_PAGE]
        ],
        "pages": _pages(offset, DRAWS_PER_PAGE, more=len(record["draws"]) > offset + DRAWS_PER_PAGE),
    }
    return render(request, "public/draw.html", context)


def receipt(request: HttpRequest) -> HttpResponse:
    """Whether a receipt is ours and stands; not whose it is. Rule: SCPT.D, SCPT.K"""
    number = request.GET.get("number", "").strip().upper()[:40]
    answer, view, found = "", None, None
    if number and not is_receipt(number):
        answer = "malformed"
    elif number:
        try:
            view = announced(request, listings.receipt_view(number).tournament_id)
            found = numbered(number)
            answer = "cancelled" if found.cancelled else "valid"
        except Refused:
            answer = "unknown"
    context = {
        "number": number,
        "answer": answer,
        "view": view,
        "running": found.number if found is not None else None,
    }
    response = render(request, "public/receipt.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def seasons(request: HttpRequest) -> HttpResponse:
    """Show every season of every house that is public, the latest first, each with its ranking. Rule: SCPT.R"""
    houses = [(venue, listings.seasons_of(venue.venue_id)) for venue in listings.public_venues()]
    context = {"houses": [(venue, found) for venue, found in houses if found]}
    return _shared(request, render(request, "public/seasons.html", context))


def season(request: HttpRequest, season_id: int) -> HttpResponse:
    """A season's ranking with the working of every score. Rule: SCPT.R, SCPT.S"""
    offset = _offset(request)
    try:
        table = payouts.season_table(season_id, limit=PLAYERS_PER_PAGE, offset=offset)
        found = listings.season_view(season_id)
    except Refused as refused:
        return refused_page(request, refused)
    context = {
        "season": found,
        "venue": listings.venue_view(found.venue_id),
        "table": table,
        "quarter": _decimal_quarter(),
        "tie_breaks": [_(sentence) for sentence in table.tie_breaks],
        "pages": _pages(offset, PLAYERS_PER_PAGE, more=table.players > offset + PLAYERS_PER_PAGE),
    }
    return _shared(request, render(request, "public/season.html", context))


def _decimal_quarter() -> str:
    return "0.25" if (get_language() or "").startswith("en") else "0,25"


def glossary(request: HttpRequest) -> HttpResponse:
    """The foreign words and what they mean. Rule: PT-T.58"""
    found = foreign_words(get_language() or "pt-br")
    return _shared(request, render(request, "public/glossary.html", {"words": found}))


def language(request: HttpRequest, code: str) -> HttpResponse:
    """Read on in another language: a link, so that public pages need no token of the visitor's. Rule: PT-T.59"""
    if code not in dict(settings.LANGUAGES) or not check_for_language(code):
        raise Http404
    to = request.GET.get("next", "/")
    if not url_has_allowed_host_and_scheme(to, allowed_hosts={request.get_host()}):
        to = "/"
    response = redirect(to)
    speak(response, code)
    response["Cache-Control"] = "no-store"
    return response


def speak(response: HttpResponse, code: str) -> None:
    """Pages are in this language from now on."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=365 * 24 * 3600,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def receipt_link(number: str) -> str:
    """Where a receipt says it can be checked."""
    return f"{reverse('receipt-check')}?{urlencode({'number': number})}"
