"""What somebody who is signed in plays today, before everything else on the first page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from payouts.queries import seasons_of_player
from payouts.queries.season import SeasonOf
from people.queries import player_view
from tournaments.queries.announcements import announcement
from tournaments.queries.open_stakes import zones_of
from tournaments.queries.players import OwnEntry, entries_of_player

_OVER = ("finished", "cancelled", "draft")
# an evening goes on after midnight
_AHEAD = timedelta(hours=20)
_BEHIND = timedelta(hours=20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Today:
    """own: the tournament that comes first, None where there is none today; stage: what is to be done in it; when_full: it begins with its last seat."""

    name: str
    own: OwnEntry | None
    zone: str
    stage: str
    ranking: SeasonOf | None
    when_full: bool = False


def today_of(player_id: int, *, at: datetime) -> Today:
    """Return the player's own tournament of today (what is played before what comes), and the rank in the latest
    season.
    """
    found = [
        one
        for one in entries_of_player(player_id, limit=20)
        if one.state not in _OVER
        and one.registration_state != "cancelled"
        and one.entry_state not in ("out", "cancelled")
        and at - _BEHIND <= one.starts_at <= at + _AHEAD
    ]
    found.sort(key=lambda one: (one.state != "running", one.starts_at))
    own = next((one for one in found if _is_today(one, at)), None)
    zone = zones_of([own.tournament_id])[own.tournament_id] if own else ""
    return Today(
        name=player_view(player_id).public_name,
        own=own,
        zone=zone,
        stage=_stage(own) if own else "",
        ranking=next(iter(seasons_of_player(player_id)), None),
        when_full=bool(own and announcement(own.tournament_id, at=at).seats_to_start),
    )


def _is_today(own: OwnEntry, at: datetime) -> bool:
    """What runs is of today whatever the clock says; what comes is, while the day at the venue is the same."""
    if own.state == "running":
        return True
    there = ZoneInfo(zones_of([own.tournament_id])[own.tournament_id])
    return own.starts_at.astimezone(there).date() == at.astimezone(there).date()


def _stage(own: OwnEntry) -> str:
    if own.registration_state == "pending":
        return "ahead" if own.paid_ahead else "pending"
    if own.entry_state == "waiting":
        return "waiting"
    return "playing" if own.state == "running" else "registered"
