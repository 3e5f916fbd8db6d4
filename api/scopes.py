"""Where a thing belongs, for the question who may see it: from what an address names to venue, tournament, owner."""

from __future__ import annotations

from typing import Any

from tournaments.queries.circuit import venue_of_tournament
from tournaments.queries.eliminations import home_of_entry
from tournaments.queries.registrations import tournament_of_registration


def in_venue(*, venue_id: int, **_more: Any) -> dict[str, Any]:
    return {"venue_id": venue_id}


def in_tournament(*, tournament_id: int, **_more: Any) -> dict[str, Any]:
    return {"venue_id": venue_of_tournament(tournament_id), "tournament_id": tournament_id}


def of_player(*, player_id: int, venue_id: int | None = None, **_more: Any) -> dict[str, Any]:
    """Scope what is the player's own, or the staff's of the venue that is named."""
    return {"venue_id": venue_id, "owner_player_id": player_id}


def of_entry(*, entry_id: int, **_more: Any) -> dict[str, Any]:
    """Scope what is the staff's of the entry's tournament."""
    tournament_id, venue_id = home_of_entry(entry_id)
    return {"venue_id": venue_id, "tournament_id": tournament_id}


def of_player_in_tournament(*, tournament_id: int, player_id: int, **_more: Any) -> dict[str, Any]:
    """Scope what is the player's own, or the staff's of the tournament."""
    return {**in_tournament(tournament_id=tournament_id), "owner_player_id": player_id}


def of_registration(*, registration_id: int, **_more: Any) -> dict[str, Any]:
    """Scope what is the player's own, or the staff's of the registration's tournament."""
    tournament_id, player_id = tournament_of_registration(registration_id)
    return {**in_tournament(tournament_id=tournament_id), "owner_player_id": player_id}
