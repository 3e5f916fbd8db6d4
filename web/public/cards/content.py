"""What is written on the picture that goes with a shared link: which tournament, at which house, when, for how much."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from datetime import datetime
from hashlib import blake2b
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_datetime
from django.utils.translation import gettext as _
from django.utils.translation import override

from access import moment
from payouts.queries import bounty_of, season_table
from people.queries import profile_of
from tournaments.queries import announcements, branding, circuit, clock, payloads
from tournaments.queries.announcements import Announcement
from tournaments.queries.public_view import untold_ends
from tournaments.queries.results import results
from web.board import clock_lines
from web.templatetags.houses import hours_of, money_short
from web.templatetags.shuffle import chips, day, decimals

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
        figures = [(_("Buy-in"), " · ".join(money_short(cents, view.currency) for cents in prices))]
        if bounty := bounty_of(announcements.settings_of(view.tournament_id)["split"]):
            figures.append((_("Bounty"), money_short(bounty, view.currency)))
        promised = (
            [(_("guaranteed").capitalize(), money_short(view.guarantee_cents, view.currency))]
            if view.guarantee_cents
            else []
        )
        figures += promised
        if view.state == "running" and (running := _while_it_runs(view)):
            figures = running + promised
        if view.state == "finished" and (won := _of_the_winner(view)):
            figures = won + promised
        if view.state == "cancelled":
            figures = [("", _("This tournament was cancelled."))]
        return PreviewCard(
            house=venue.name,
            # nobody travels to the town of what is played online
            city=_("Online") if view.online else venue.city,
            name=view.name,
            when=_with_how_many(view.seats_to_start) if view.seats_to_start else _starts(view, language),
            figures=tuple(figures),
            venue_id=venue.venue_id,
            logo=_logo_name(venue.venue_id),
        )


def _while_it_runs(view: Announcement) -> list[tuple[str, str]]:
    """Who is left and which level it is; nothing before anybody has entered."""
    at = moment.at()
    counts = payloads.counts(view.tournament_id, seen_at=at)
    if not counts["entries_total"]:
        return []
    lines = clock_lines(
        clock.clock_payload(view.tournament_id, at=at, as_public=True), at=at, zone=view.timezone
    )
    left = {"left": chips(counts["players_left"]), "total": chips(counts["entries_total"])}
    return [
        (_("Playing"), _("%(left)s of %(total)s") % left),
        (lines["level_line"], lines["blinds"] or lines["next"]),
    ]


def _of_the_winner(view: Announcement) -> list[tuple[str, str]]:
    """Who won, by the nickname; the prize only where the winner chose a page that tells it: a picture goes far."""
    at = moment.at()
    won = payloads.eliminations(view.tournament_id, seen_at=at)["rows"]
    if not won or won[0]["place"] != 1:
        return []
    found = [(_("Winner"), won[0]["name"])]
    winner = next((row.player_id for row in results(view.tournament_id, at=at, limit=1)), 0)
    page = profile_of(winner)
    prize = won[0]["amount_cents"]
    if prize and page is not None and page.prizes:
        return [*found, (_("Prize"), money_short(prize, view.currency))]
    total = payloads.counts(view.tournament_id, seen_at=at)["entries_total"]
    return [*found, (_("Entries"), chips(total))]


def house_card(venue: circuit.VenueView, *, language: str) -> PreviewCard:
    """Return the card of a venue."""
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


def season_card(season: circuit.SeasonView, *, language: str) -> PreviewCard:
    """Return the card of a season: how many have scored, and who leads where that player chose a page of the own: a picture goes far. Rule: SCPT.R"""
    venue = circuit.venue_view(season.venue_id)
    table = season_table(season.season_id, limit=2, without=untold_ends(at=moment.at()))
    with override(language):
        figures = [(_("Players"), chips(table.players))] if table.players else []
        leads = [row for row in table.rows if row.rank == 1]
        if len(leads) == 1 and profile_of(leads[0].player_id) is not None:
            figures = [(_("Leader"), leads[0].name), (_("Points"), decimals(leads[0].points, "2")), *figures]
        return PreviewCard(
            house=venue.name,
            city=venue.city,
            name=f"{season.series} {season.name}",
            when=f"{_('Ranking')} · {day(season.starts_on)} – {day(season.ends_on)}",
            figures=tuple(figures),
            venue_id=venue.venue_id,
            logo=_logo_name(venue.venue_id),
        )


def _logo_name(venue_id: int) -> str:
    found = branding.logo_of(venue_id)
    return found.name if found else ""


def _with_how_many(seats: int) -> str:
    """A sit & go begins with its last seat, at no hour. Rule: PT-T.39"""
    said = _("starts when %(seats)s are in") % {"seats": chips(seats)}
    return said[:1].upper() + said[1:]


def _starts(view: Announcement, language: str) -> str:
    said, whose = _when(view.starts_at, view.timezone, language), hours_of(view)
    return f"{said} ({whose})" if whose else said


def _when(at: datetime, zone: str, language: str) -> str:
    there = at.astimezone(ZoneInfo(zone))
    locale = LOCALES[language]
    pattern = "EEEE, d MMMM y" if language == "en" else "EEEE, d 'de' MMMM 'de' y"
    day = format_date(there.date(), pattern, locale=locale)
    return f"{day[:1].upper()}{day[1:]} · {format_datetime(there, 'HH:mm', locale=locale)}"
