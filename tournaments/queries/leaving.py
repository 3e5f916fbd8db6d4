"""A player's own account: what keeps somebody from leaving for good, and in which zone each movement reads."""

from __future__ import annotations

from tournaments.models import Entry, EntryState, Registration, RegistrationState, Tournament, TournamentState

_OVER = [TournamentState.FINISHED, TournamentState.CANCELLED]


def still_in(player_id: int) -> str:
    """The name of a tournament that is not over and in which the player has a place or a prize may come; "" for none."""
    registered = Registration.objects.filter(player_id=player_id, state=RegistrationState.PENDING)
    entered = Entry.objects.filter(player_id=player_id).exclude(state=EntryState.CANCELLED)
    for rows in (entered, registered):
        name = (
            rows.exclude(tournament__state__in=_OVER)
            .order_by("tournament__starts_at", "pk")
            .values_list("tournament__name", flat=True)
            .first()
        )
        if name is not None:
            return str(name)
    return ""


def zones_of(tournament_ids: list[int]) -> dict[int, str]:
    """The time zone of each tournament's venue."""
    return dict(Tournament.objects.filter(pk__in=tournament_ids).values_list("pk", "venue__timezone"))
