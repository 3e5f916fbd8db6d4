"""What is written on the picture that goes with a shared link: which tournament, at which house, when, for how much."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from datetime import datetime
from hashlib import blake2b
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_datetime
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.queries import branding, circuit, payloads
from tournaments.queries.announcements import Announcement
from web.templatetags.houses import money_short

LOCALES = {"pt-br": "pt_BR", "pt": "pt_PT", "en": "en"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewCard:
    """What is written on it. figures: (what, how much) beneath the name. logo: the name of the house's picture."""

    house: str
    city: str
    name: str
    when: str
    figures: tuple[tuple[str, str], ...]
    venue_id: int
    logo: str

    @property
    def digest(self) -> str:
        """Another one for another picture."""
        return blake2b(repr(astuple(self)).encode(), digest_size=9).hexdigest()


def card_of(view: Announcement, *, language: str) -> PreviewCard:
    """Return the card of a tournament."""
    venue = circuit.venue_view(view.venue_id)
    with override(language):
        # a shared picture is looked at for days: it tells a later price too
        prices = dict.fromkeys((view.price_cents, *(step.price_cents for step in view.prices[-1:])))
        figures = [(_("Price"), " · ".join(money_short(cents, view.currency) for cents in prices))]
        if view.guarantee_cents:
            figures.append((_("guaranteed").capitalize(), money_short(view.guarantee_cents, view.currency)))
        if view.state == "finished":
            won = payloads.eliminations(view.tournament_id)["rows"]
            if won and won[0]["place"] == 1:
                prize = won[0]["amount_cents"]
                figures = [(_("Winner"), won[0]["name"])]
                figures += [(_("Prize"), money_short(prize, view.currency))] if prize else []
        if view.state == "cancelled":
            figures = [("", _("This tournament was cancelled."))]
        return PreviewCard(
            house=venue.name,
            city=venue.city,
            name=view.name,
            when=_when(view.starts_at, view.timezone, language),
            figures=tuple(figures),
            venue_id=venue.venue_id,
            logo=_logo_name(venue.venue_id),
        )


def house_card(venue: circuit.VenueView, *, language: str) -> PreviewCard:
    """Return the card of a venue: its calendar and its seasons."""
    with override(language):
        return PreviewCard(
            house=venue.name,
            city=venue.city,
            name=venue.name,
            when=_("Poker tournaments: clock, places, payouts."),
            figures=(),
            venue_id=venue.venue_id,
            logo=_logo_name(venue.venue_id),
        )


def _logo_name(venue_id: int) -> str:
    found = branding.logo_of(venue_id)
    return found.name if found else ""


def _when(at: datetime, zone: str, language: str) -> str:
    there = at.astimezone(ZoneInfo(zone))
    locale = LOCALES[language]
    pattern = "EEEE, d MMMM y" if language == "en" else "EEEE, d 'de' MMMM 'de' y"
    day = format_date(there.date(), pattern, locale=locale)
    return f"{day[:1].upper()}{day[1:]} · {format_datetime(there, 'HH:mm', locale=locale)}"
