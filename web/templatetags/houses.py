"""What the pages show of a house."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from babel.dates import format_datetime
from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from tournaments.queries import circuit
from tournaments.queries.announcements import Announcement
from tournaments.queries.branding import colours_of, logo_of
from tournaments.queries.circuit import VenueView
from web.line_ends import NBSP
from web.screens.logos import DARK_PAGE, stands_on
from web.templatetags.icons import icon, icons_here
from web.templatetags.shuffle import city, grouped, hour, moment, money, state_word, unbroken
from web.words import board_words, state_icons

register = template.Library()


@register.filter
def start_said(view: Announcement) -> str:
    """Say when it starts: its hour, or of a sit & go that waits for its last seat that it starts when full. Rule: PT-T.39"""
    if view.seats_to_start:
        return _("when full")
    at, where = moment(view.starts_at, view.timezone), hours_of(view)
    return f"{at} ({unbroken(where)})" if where else at


@register.filter
def hours_of(view: Announcement) -> str:
    """Say whose hours are told of what is played online, where the reader may be anywhere; "" of others: one is there."""
    online = view.online and not view.seats_to_start
    return _("hour of %(city)s") % {"city": city(view.timezone)} if online else ""


@register.filter
def opens_said(view: Announcement) -> str:
    """Say when registration opens; "" where it has. Rule: SCPT.B"""
    if view.opens_at is None:
        return ""
    day, at = unbroken(weekday(view.opens_at, view.timezone)), hour(view.opens_at, view.timezone)
    return _("Registration opens %(day)s, %(hour)s") % {"day": day, "hour": at}


@register.filter
def named_among(venue: VenueView, among: Sequence[VenueView]) -> str:
    """Name a house among others; with its town where another one has the same name."""
    same = sum(one.name == venue.name for one in among) > 1
    return f"{venue.name} · {venue.city}" if same and venue.city else venue.name


@register.filter
def start_of(settings: Mapping[str, Any], zone: str) -> str:
    """Say the same from a tournament's settings; of a sit & go that began, when it did. Rule: PT-T.39"""
    if settings["format"] != "sit_and_go":
        return moment(settings["starts_at"], zone)
    return moment(settings["started_at"], zone) if settings["started_at"] else _("when full")


@register.filter
def shares_less(counts: Mapping[str, Any]) -> bool:
    """Tell whether the places share less than what is guaranteed, as funds come off it. Rule: SCPT.F, SCPT.J"""
    return bool(counts["guarantee_funds_cents"]) and counts["pool_cents"] < counts["guarantee_cents"]


@register.filter
def guaranteed_of(counts: Mapping[str, Any], currency: str) -> str:
    """Say what is guaranteed beside a pool, and that it counts the funds where the places share less: two figures beside a third
    would be read as a sum. static/js/board.js says it alike. Rule: SCPT.F, SCPT.J
    """
    promised = money_short(counts["guarantee_cents"], currency)
    if not shares_less(counts):
        return _("guaranteed %(amount)s") % {"amount": promised}
    return _("guaranteed %(amount)s, funds included") % {"amount": promised}


@register.simple_tag
def house_logo(venue_id: int, name: str = "", *, small: bool = False) -> str | SafeString:
    """Return the venue's logo, "" where it has none.

    name: read out where the name does not stand beside it. small: for a line of text, light enough for a phone.
    """
    found = logo_of(venue_id)
    if found is None:
        return ""
    return format_html(
        '<img class="logo" src="{}" alt="{}" width="{}" height="{}" data-on-dark="{}">',
        reverse("logo-small" if small else "logo", args=[venue_id, found.name]),
        name,
        found.width,
        found.height,
        stands_on(venue_id, name=found.name, back=DARK_PAGE),
    )


@register.filter
def tax_line(venue: VenueView) -> str:
    """Return the number by which the tax office knows a house, as its country calls it."""
    # whoever runs a house alone signs with the number of a person
    digits = sum(sign.isalnum() for sign in venue.tax_id)
    name = "NIF" if venue.currency != "BRL" else "CPF" if digits == 11 else "CNPJ"
    return f"{name}\u00a0{venue.tax_id}"


@register.simple_tag
def theme_sheet(venue_id: int) -> str:
    """Return the address of the colours of a venue's displays, "" where it chose none."""
    found = colours_of(venue_id)
    return "" if found is None else reverse("display-theme", args=[venue_id, found.name])


@register.simple_tag(takes_context=True)
def house_of_page(context: dict[str, Any]) -> tuple[int, str] | None:
    """(venue id, name) of the venue that a page is about; where there is only one, every page is that venue's."""
    view, venue = context.get("view"), context.get("venue")
    if isinstance(view, Announcement):
        return view.venue_id, view.venue
    if not isinstance(venue, VenueView):
        found = circuit.venues(limit=2)
        if len(found) != 1:
            return None
        venue = found[0]
    return venue.venue_id, venue.name


@register.simple_tag
def house_line(venue_id: int) -> str:
    """Return a venue and where it is: Clube Ás de Espadas · Florianópolis."""
    venue = circuit.venue_view(venue_id)
    return " · ".join(part for part in (venue.name, venue.city) if part)


@register.filter
def weekday(at: datetime, zone: str) -> str:
    """Return the day at the venue, where the hour stands beside it: sáb., 21 de nov. static/js/format.js does the same."""
    portuguese = (get_language() or "pt-br").startswith("pt")
    pattern, locale = ("EEE, d 'de' MMM", "pt_BR") if portuguese else ("EEE d MMM", "en")
    return format_datetime(at, pattern, tzinfo=ZoneInfo(zone), locale=locale)


@register.filter
def day_month(at: datetime, zone: str) -> str:
    """Return the day at the venue where the year is clear: 28 nov."""
    language = {"pt-br": "pt_BR", "pt": "pt_PT"}.get((get_language() or "pt-br").lower(), "en")
    said: str = format_datetime(at, "d MMM", tzinfo=ZoneInfo(zone), locale=language)
    return said


@register.filter
def fell(places: int) -> int:
    """Return how many places down: -2 → 2"""
    return -places


@register.filter
def money_short(cents: int, currency: str) -> str:
    """Return an amount that stands by itself: without cents where there are none."""
    said = money(cents, currency)
    # the decimals stand after the last digit that groups: R$ 300.000,00 has one ",00", and a ".00" that is none
    return re.sub(r"[.,]00(?!\d)", "", said) if cents % 100 == 0 else said


@register.filter
def shows_cents(rows: Sequence[Any], field: str | int = "amount_cents") -> bool:
    """Return whether a list shows cents: in all its amounts or, where none has any, in none. static/js/board.js does the same."""
    named = isinstance(field, str)
    found = [
        getattr(row, str(field)) if named and not isinstance(row, Mapping) else row[field] for row in rows
    ]
    return any(cents % 100 for cents in found if cents)


@register.simple_tag
def amount(cents: int | None, currency: str, cents_shown: bool) -> str:
    """Return an amount of a list that shows cents or does not (`shows_cents`); "" where there is none."""
    if not cents:
        return ""
    return money(cents, currency) if cents_shown else money_short(cents, currency)


@register.filter
def state_icon(state: str) -> SafeString:
    """Return the icon that stands before the word of a state."""
    return icon(state_icons()[state])


@register.simple_tag
def state_badge(state: str, part: str = "state") -> SafeString:
    """Draw how a tournament stands (`web.state_badge.state_shown`), as static/js/board.js draws it anew. part: what its script knows it by.
    Rule: PT-T.23"""
    # a recess in which chips leave play says so, and looks like one
    kind = "recess" if state == "colour_up" else state
    drawn = '<span class="state" data-part="{}" data-state="{}">{} {}</span>'
    return format_html(drawn, part, kind, state_icon(state), state_word(state))


@register.simple_tag
def icons_of_states() -> SafeString:
    """Put what static/js/board.js draws beside a state into the page: the sheet of all icons would weigh more than the rest of it."""
    named = {name for key, name in board_words().items() if key.startswith("icon_")}
    return icons_here(*sorted({*named, "circle"}))


@register.filter
def kept_together(text: str) -> str:
    """Keep a figure on one line with what it counts: seat 4, 15 min, 2º lugar."""
    return re.sub(r"(?<=[^\W\d]) (?=\d)|(?<=\d) (?=min\b)|(?<=\dº) (?=lugar)", NBSP, text)


@register.filter
def place_word(place: int) -> str:
    """Return a finishing place as it is written: 3º, 3., 1.012º, 1,012th."""
    return pgettext("finishing place", "%(place)s") % {"place": grouped(place) + _sign_after(place)}


def _sign_after(place: int) -> str:
    """The sign of an ordinal, where it depends on the number: in English (static/js/format.js); elsewhere the translation has it."""
    if not (get_language() or "").startswith("en"):
        return ""
    return "th" if 10 < place % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
