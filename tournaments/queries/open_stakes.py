"""A player's own account: what keeps somebody from leaving for good, of which tournament each movement is and in which zone it reads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.finishing import place_from
from tournaments.models import (
    Elimination,
    Entry,
    EntryState,
    Field,
    Registration,
    RegistrationState,
    Tournament,
    TournamentState,
)

_OVER = [TournamentState.FINISHED, TournamentState.CANCELLED]


def open_tournament_of(player_id: int) -> str:
    """Return the name of a tournament that is not over and in which the player has a place or a prize may come; ""
    for none. Practice keeps nobody: they cannot see it, and no prize of it is money.
    """
    registered = Registration.objects.filter(player_id=player_id, state=RegistrationState.PENDING)
    entered = Entry.objects.filter(player_id=player_id).exclude(state=EntryState.CANCELLED)
    for rows in (entered, registered):
        name = (
            rows.filter(tournament__practice=False)
            .exclude(tournament__state__in=_OVER)
            .order_by("tournament__starts_at", "pk")
            .values_list("tournament__name", flat=True)
            .first()
        )
        if name is not None:
            return str(name)
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """What a tournament is called, and the time zone of its venue."""

    name: str
    zone: str


def called(tournament_ids: Iterable[int]) -> dict[int, Called]:
    """Return of each of these tournaments what it is called and its venue's time zone."""
    rows = Tournament.objects.filter(pk__in=list(tournament_ids)).values_list("pk", "name", "venue__timezone")
    return {pk: Called(name=name, zone=zone) for pk, name, zone in rows}


def zones_of(tournament_ids: list[int]) -> dict[int, str]:
    """Return the time zone of each tournament's venue."""
    return dict(Tournament.objects.filter(pk__in=tournament_ids).values_list("pk", "venue__timezone"))


def places_of(entry_ids: list[int]) -> dict[int, int]:
    """Return the finishing place of each of these entries that has one; the winner is never out.
    Rule: PT-T.31, ADTP.P16
    """
    out = Elimination.objects.filter(
        entry_id__in=entry_ids, undone_at__isnull=True, out_before__isnull=False
    ).values_list("entry_id", "tournament_id", "out_before", "tied")
    total = dict(Field.objects.filter(pk__in={row[1] for row in out}).values_list("pk", "entries_total"))
    found = {
        entry: place_from(entries_total=total[tournament], out_before=before or 0, tied=tied)
        for entry, tournament, before, tied in out
    }
    won = Entry.objects.filter(
        pk__in=entry_ids, state=EntryState.PLAYING, tournament__state=TournamentState.FINISHED
    )
    return found | dict.fromkeys(won.values_list("pk", flat=True), 1)
