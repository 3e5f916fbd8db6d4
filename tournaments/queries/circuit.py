"""Reads of the frame: where a thing belongs, what a venue has."""

from __future__ import annotations

from rules.refusals import N_, Refused
from tournaments.models import Season, Series, Tournament


def _gone(what: str) -> Refused:
    return Refused("not_found", N_("This %(what)s does not exist."), what=what)


def venue_of_series(series_id: int) -> int:
    """The venue whose circuit it is. Refusal: ``not_found``."""
    found = Series.objects.filter(pk=series_id).values_list("venue_id", flat=True).first()
    if found is None:
        raise _gone("series")
    return int(found)


def venue_of_season(season_id: int) -> int:
    """The venue whose season it is. Refusal: ``not_found``."""
    found = Season.objects.filter(pk=season_id).values_list("series__venue_id", flat=True).first()
    if found is None:
        raise _gone("season")
    return int(found)


def venue_of_tournament(tournament_id: int) -> int:
    """The venue where a tournament is held. Refusal: ``not_found``."""
    found = Tournament.objects.filter(pk=tournament_id).values_list("venue_id", flat=True).first()
    if found is None:
        raise _gone("tournament")
    return int(found)
