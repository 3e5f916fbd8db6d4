"""Where signing in leads: to the work of tonight, or to one's own seat."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.urls import reverse

from people.queries import player_of_user, roles_by_venue, roles_of
from rules.permissions import STAFF, Role
from tournaments.queries import announcements, players
from tournaments.queries.announcements import TournamentLine

_TONIGHT = timedelta(hours=16)  # before and after the start: a long night is still tonight
_LOOKED_AT = 60


def work_of(user_id: int, *, at: datetime) -> str:
    """Return the page somebody wants after signing in: the tournament of tonight as its director, desk or floor has it; the
    list where there are several or none, of the desks for who stands at one; a player's seat, or the own account."""
    held = roles_by_venue(user_id)
    if not held:
        return _seat_of(user_id, at=at)
    directs = any(roles & {Role.OWNER, Role.DIRECTOR} for roles in held.values())
    tonight = _tonight(user_id, list(held), at=at)
    if directs:
        mine = [line for line, roles in tonight if roles & {Role.OWNER, Role.DIRECTOR}]
        return (
            reverse("director-room", args=[mine[0].tournament_id]) if len(mine) == 1 else reverse("director")
        )
    for role, page, several in ((Role.DESK, "desk", "desk-home"), (Role.FLOOR, "floor-tablet", "floor")):
        if any(role in roles for roles in held.values()):
            mine = [line for line, roles in tonight if role in roles]
            if role == Role.FLOOR:
                # at the tables of what runs there is something to do
                mine = [line for line in mine if line.state == "running"] or mine
            return reverse(page, args=[mine[0].tournament_id]) if len(mine) == 1 else reverse(several)
    return reverse("director")


def _tonight(
    user_id: int, venues: list[int], *, at: datetime
) -> list[tuple[TournamentLine, frozenset[Role]]]:
    """Tonight's tournaments where somebody works, with what they do there."""
    found = []
    for venue_id in venues:
        for line in tonight_of(venue_id, at=at):
            if line.practice:
                continue
            roles = roles_of(user_id, venue_id=venue_id, tournament_id=line.tournament_id) & STAFF
            if roles:
                found.append((line, roles))
    return found


def tonight_of(venue_id: int, *, at: datetime) -> list[TournamentLine]:
    """Return what a house plays now or tonight; neither drafts nor what is over."""
    return [
        line
        for line in announcements.tournaments_of(venue_id, limit=_LOOKED_AT)
        if line.state not in ("draft", "finished", "cancelled")
        and (line.state == "running" or abs(line.starts_at - at) < _TONIGHT)
    ]


def _seat_of(user_id: int, *, at: datetime) -> str:
    """A player's page of the tournament that is being played, or that starts next tonight."""
    player_id = player_of_user(user_id)
    if player_id is None:
        return reverse("account")
    rows = [
        row
        for row in players.entries_of_player(player_id, limit=20)
        if row.registration_state != "cancelled" and row.state not in ("finished", "cancelled")
    ]
    playing = [row for row in rows if row.entry_state == "playing"]
    soon = [row for row in rows if row.entry_state != "out" and abs(row.starts_at - at) < _TONIGHT]
    for row in [*playing, *sorted(soon, key=lambda row: row.starts_at)]:
        return reverse("play", args=[row.tournament_id])
    return reverse("me")
