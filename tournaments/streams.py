"""Whose chained record a fact belongs to: that of a tournament, a season or a venue."""

from __future__ import annotations

from dispatch.facts import BaseFact, routing


def tournament_stream(tournament_id: int) -> str:
    """Return the record of one tournament."""
    return f"tournament:{tournament_id}"


def season_stream(season_id: int) -> str:
    """Return the record of one season: its stages and its points."""
    return f"season:{season_id}"


def venue_stream(venue_id: int) -> str:
    """Return the record of one venue: its settings, its devices, its books."""
    return f"venue:{venue_id}"


class TournamentFact(BaseFact):
    """Something that happened in a tournament."""

    tournament_id: int = routing()

    @property
    def stream(self) -> str:
        return tournament_stream(self.tournament_id)


class SeasonFact(BaseFact):
    """Something that happened in a season."""

    season_id: int = routing()

    @property
    def stream(self) -> str:
        return season_stream(self.season_id)


class VenueFact(BaseFact):
    """Something that happened in a venue."""

    venue_id: int = routing()

    @property
    def stream(self) -> str:
        return venue_stream(self.venue_id)
