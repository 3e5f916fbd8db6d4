"""Reads of the frame: where a thing belongs, what a venue has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from people.queries import alphabetical
from rules.refusals import N_, Refused, not_found
from tournaments.models import (
    Format,
    HouseTemplate,
    RuleSet,
    Season,
    Series,
    Stage,
    Tournament,
    TournamentState,
    Venue,
)


def venue_of_series(series_id: int) -> int:
    """Return the venue whose circuit it is. Refusal: ``not_found``."""
    found = Series.objects.filter(pk=series_id).values_list("venue_id", flat=True).first()
    if found is None:
        raise not_found("series")
    return int(found)


def venue_of_season(season_id: int) -> int:
    """Return the venue whose season it is. Refusal: ``not_found``."""
    found = Season.objects.filter(pk=season_id).values_list("series__venue_id", flat=True).first()
    if found is None:
        raise not_found("season")
    return int(found)


def venue_of_tournament(tournament_id: int) -> int:
    """Return the venue where a tournament is held. Refusal: ``not_found``."""
    found = Tournament.objects.filter(pk=tournament_id).values_list("venue_id", flat=True).first()
    if found is None:
        raise not_found("tournament")
    return int(found)


def currency_of(venue_id: int) -> str:
    """Return the currency of a venue. Refusal: ``not_found``."""
    found = Venue.objects.filter(pk=venue_id).values_list("currency", flat=True).first()
    if found is None:
        raise not_found("venue")
    return str(found)


def home_of(rows: QuerySet[Any], *, otherwise: Refused) -> tuple[int, int]:
    """Return (tournament id, venue id) of the one row; raises `otherwise` where there is none."""
    found: tuple[int, int] | None = rows.values_list("tournament_id", "tournament__venue_id").first()
    if found is None:
        raise otherwise
    return found


def player_of(rows: QuerySet[Any], *, otherwise: Refused) -> tuple[int, int]:
    """Return (tournament id, player id) of the one row; raises `otherwise` where there is none."""
    found: tuple[int, int] | None = rows.values_list("tournament_id", "player_id").first()
    if found is None:
        raise otherwise
    return found


@dataclass(frozen=True, slots=True)
class TournamentScope:
    """What of a tournament never changes once it is published."""

    venue_id: int
    sit_and_go: bool


_frames: dict[int, TournamentScope] = {}
_FRAMES_AT_MOST = 10_000


def forget_frames() -> None:
    """Drop what is remembered. For a process that goes over to another database, and for tests."""
    _frames.clear()


def scope_of_tournament(tournament_id: int) -> TournamentScope:
    """Return the venue and the kind of a tournament, remembered once published. Refusal: ``not_found``."""
    known = _frames.get(tournament_id)
    if known is not None:
        return known
    row = Tournament.objects.filter(pk=tournament_id).values_list("venue_id", "format", "state").first()
    if row is None:
        raise not_found("tournament")
    frame = TournamentScope(row[0], row[1] == Format.SIT_AND_GO)
    if row[2] not in (TournamentState.DRAFT, TournamentState.ANNOUNCED):
        if len(_frames) >= _FRAMES_AT_MOST:
            _frames.clear()
        _frames[tournament_id] = frame
    return frame


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueView:
    """A venue as everybody may see it. surcharges_bp: payment method to basis points on top of a price; cash_tables: whether it may open
    tables at which hands are played for money."""

    venue_id: int
    name: str
    slug: str
    city: str
    address: str
    tax_id: str
    currency: str
    timezone: str
    language: str
    terms_version: str
    surcharges_bp: Mapping[str, int]
    frozen_at: datetime | None
    cash_tables: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StageView:
    """Some days of a season in one place."""

    stage_id: int
    number: int
    name: str
    place: str
    starts_on: date
    ends_on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonView:
    """A season of a series, with its stages in order."""

    season_id: int
    series_id: int
    venue_id: int
    series: str
    name: str
    starts_on: date
    ends_on: date
    points_c_milli: int
    stages: tuple[StageView, ...]


def venues(*, limit: int = 200) -> list[VenueView]:
    """Return the venues, by name."""
    return [_venue(row) for row in Venue.objects.order_by(alphabetical("name"), "pk")[:limit]]


def public_venues(*, limit: int = 200) -> list[VenueView]:
    """Return the venues that have announced something to everybody, by name: a house of practice is nobody's
    business.
    """
    announced = Tournament.objects.filter(venue=OuterRef("pk"), practice=False).exclude(
        state=TournamentState.DRAFT
    )
    return [_venue(row) for row in Venue.objects.filter(Exists(announced)).order_by("name", "pk")[:limit]]


def venue_view(venue_id: int) -> VenueView:
    """Return one venue. Refusal: ``not_found``."""
    row = Venue.objects.filter(pk=venue_id).first()
    if row is None:
        raise not_found("venue")
    return _venue(row)


def terms_of(venue_id: int) -> tuple[str, str]:
    """Return (version, text) of the terms that a player accepts. Refusal: ``not_found``. Rule: SCPT.K"""
    row = Venue.objects.filter(pk=venue_id).values_list("terms_version", "terms_text").first()
    if row is None:
        raise not_found("venue")
    return row


def _venue(row: Venue) -> VenueView:
    return VenueView(
        venue_id=row.pk,
        name=row.name,
        slug=row.slug,
        city=row.city,
        address=row.address,
        tax_id=row.tax_id,
        currency=row.currency,
        timezone=row.timezone,
        language=row.language,
        terms_version=row.terms_version,
        surcharges_bp=row.surcharges_bp,
        frozen_at=row.frozen_at,
        cash_tables=row.cash_tables,
    )


def seasons_of(venue_id: int) -> list[SeasonView]:
    """Return the seasons of a venue's circuits, the latest first. Refusal: ``not_found``."""
    if not Venue.objects.filter(pk=venue_id).exists():
        raise not_found("venue")
    rows = list(
        Season.objects.filter(series__venue_id=venue_id).select_related("series").order_by("-starts_on", "pk")
    )
    stages: dict[int, list[StageView]] = {row.pk: [] for row in rows}
    for stage in Stage.objects.filter(season_id__in=list(stages)).order_by("number"):
        stages[stage.season_id].append(
            StageView(
                stage_id=stage.pk,
                number=stage.number,
                name=stage.name,
                place=stage.place,
                starts_on=stage.starts_on,
                ends_on=stage.ends_on,
            )
        )
    return [
        SeasonView(
            season_id=row.pk,
            series_id=row.series_id,
            venue_id=venue_id,
            series=row.series.name,
            name=row.name,
            starts_on=row.starts_on,
            ends_on=row.ends_on,
            points_c_milli=row.points_c_milli,
            stages=tuple(stages[row.pk]),
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesView:
    """A circuit of a venue, year after year."""

    series_id: int
    name: str
    slug: str


def series_of(venue_id: int) -> list[SeriesView]:
    """Return the circuits of a venue, by name."""
    return [
        SeriesView(series_id=row.pk, name=row.name, slug=row.slug)
        for row in Series.objects.filter(venue_id=venue_id).order_by(alphabetical("name"), "pk")
    ]


def season_view(season_id: int) -> SeasonView:
    """Return one season. Refusal: ``not_found``."""
    venue_id = Season.objects.filter(pk=season_id).values_list("series__venue_id", flat=True).first()
    if venue_id is None:
        raise not_found("season")
    return next(season for season in seasons_of(venue_id) if season.season_id == season_id)


def rule_sets_of(venue_id: int) -> list[dict[str, Any]]:
    """Return the venue's own rule sets: {rule_set_id, name, base, policies}."""
    rows = RuleSet.objects.filter(venue_id=venue_id).order_by(alphabetical("name"), "pk")
    return [{"rule_set_id": r.pk, "name": r.name, "base": r.base, "policies": r.policies} for r in rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateView:
    """A template that a house keeps. starts_at: of the tournament it was saved from; opens_seconds_before: its registration."""

    template_id: int
    name: str
    values: dict[str, Any]
    policies: dict[str, Any]
    starts_at: datetime
    opens_seconds_before: int | None


def templates_of(venue_id: int) -> list[TemplateView]:
    """Return the templates that a house keeps, the latest first."""
    rows = HouseTemplate.objects.filter(venue_id=venue_id, dropped_at=None).order_by("-pk")
    return [
        TemplateView(
            template_id=row.pk,
            name=row.name,
            values=row.values,
            policies=row.policies,
            starts_at=row.starts_at,
            opens_seconds_before=row.opens_seconds_before,
        )
        for row in rows
    ]


def venue_of(tournament_id: int) -> int:
    """Return the venue of a tournament. Refusals: ``no_such_tournament``."""
    try:
        return scope_of_tournament(tournament_id).venue_id
    except Refused:
        raise Refused("no_such_tournament", N_("There is no such tournament.")) from None


def zone_of(venue_id: int) -> str:
    """Return the time zone of a venue; its terms, which are long, stay away."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT timezone FROM tournaments_venue WHERE id = %s", [venue_id])
        return str(cursor.fetchone()[0])
