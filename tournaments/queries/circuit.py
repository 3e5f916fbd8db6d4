"""Reads of the frame: where a thing belongs, what a venue has."""

from __future__ import annotations

from dataclasses import dataclass

from rules.refusals import not_found
from tournaments.models import Format, Season, Series, Tournament, TournamentState, Venue


def venue_of_series(series_id: int) -> int:
    """The venue whose circuit it is. Refusal: ``not_found``."""
    found = Series.objects.filter(pk=series_id).values_list("venue_id", flat=True).first()
    if found is None:
        raise not_found("series")
    return int(found)


def venue_of_season(season_id: int) -> int:
    """The venue whose season it is. Refusal: ``not_found``."""
    found = Season.objects.filter(pk=season_id).values_list("series__venue_id", flat=True).first()
    if found is None:
        raise not_found("season")
    return int(found)


def venue_of_tournament(tournament_id: int) -> int:
    """The venue where a tournament is held. Refusal: ``not_found``."""
    found = Tournament.objects.filter(pk=tournament_id).values_list("venue_id", flat=True).first()
    if found is None:
        raise not_found("tournament")
    return int(found)


def currency_of(venue_id: int) -> str:
    """The currency of a venue. Refusal: ``not_found``."""
    found = Venue.objects.filter(pk=venue_id).values_list("currency", flat=True).first()
    if found is None:
        raise not_found("venue")
    return str(found)


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
    """The venue and the kind of a tournament, remembered once published. Refusal: ``not_found``."""
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
