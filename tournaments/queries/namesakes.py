"""Who of a tournament is read by one name, so that nobody knows whose seat is whose."""

from __future__ import annotations

from django.db import connection

from rules.nicknames import plain_name
from tournaments.models import Registration, RegistrationState, TournamentState

_OVER = (TournamentState.FINISHED, TournamentState.CANCELLED)

_NAMESAKES = """
SELECT player.id FROM people_player AS one
JOIN people_player AS player ON people_plain(player.public_name) = people_plain(one.public_name)
JOIN tournaments_registration AS registration ON registration.player_id = player.id
WHERE one.id = %s AND registration.tournament_id = %s AND registration.state <> 'cancelled'
  AND NOT player.simulated AND player.anonymised_at IS NULL
GROUP BY player.id ORDER BY min(registration.id)
"""


def namesakes(tournament_id: int, *, player_id: int) -> tuple[int, ...]:
    """Return the players of a tournament whose name reads as this player's, the player too, in the order they registered; none where the name is one's alone.

    Who is simulated or erased is nobody's namesake.
    """
    with connection.cursor() as cursor:
        cursor.execute(_NAMESAKES, [player_id, tournament_id])
        found = tuple(row[0] for row in cursor.fetchall())
    return found if player_id in found and len(found) > 1 else ()


def names_beside(player_id: int) -> set[str]:
    """Return the names, in plain words, of everybody who is registered where this player is, in tournaments that are not over."""
    standing = Registration.objects.exclude(state=RegistrationState.CANCELLED)
    here = standing.filter(player_id=player_id).exclude(tournament__state__in=_OVER)
    others = standing.filter(tournament_id__in=here.values("tournament_id")).exclude(player_id=player_id)
    return {plain_name(name) for name in others.values_list("player__public_name", flat=True)}
