"""What a player has played, as everybody may read it once the player has chosen so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.finishing import place_from
from tournaments.models import Elimination, Entry, EntryState, Field, Tournament, TournamentState


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One finished tournament of a player. place: the best one; entries: all of the tournament, re-entries included;
    entry_ids: the player's own."""

    tournament_id: int
    tournament: str
    venue: str
    timezone: str
    starts_at: datetime
    currency: str
    place: int
    entries: int
    entry_ids: tuple[int, ...]


def played_by(player_id: int, *, limit: int = 500) -> list[Played]:
    """Return the finished public tournaments in which a player has a place, the latest first."""
    own: dict[int, list[int]] = {}
    for tournament_id, entry_id in (
        Entry.objects.filter(
            player_id=player_id, tournament__practice=False, tournament__state=TournamentState.FINISHED
        )
        .exclude(state=EntryState.CANCELLED)
        .values_list("tournament_id", "pk")
    ):
        own.setdefault(tournament_id, []).append(entry_id)
    rows = (
        Tournament.objects.filter(pk__in=list(own))
        .select_related("venue")
        .defer("structure", "payout_table", "policies")
        .order_by("-starts_at", "-pk")[:limit]
    )
    entered = dict(Field.objects.filter(pk__in=list(own)).values_list("pk", "entries_total"))
    places = _places([entry for entries in own.values() for entry in entries], entered)
    return [
        Played(
            tournament_id=t.pk,
            tournament=t.name,
            venue=t.venue.name,
            timezone=t.venue.timezone,
            starts_at=t.starts_at,
            currency=t.currency,
            place=min(places[entry] for entry in own[t.pk] if entry in places),
            entries=entered[t.pk],
            entry_ids=tuple(own[t.pk]),
        )
        for t in rows
        if any(entry in places for entry in own[t.pk])
    ]


def _places(entry_ids: Sequence[int], entered: dict[int, int]) -> dict[int, int]:
    """Entry to place: of who went out, and of the one who was left."""
    found = {
        entry_id: place_from(entries_total=entered[tournament_id], out_before=out_before or 0, tied=tied)
        for entry_id, tournament_id, out_before, tied in Elimination.objects.filter(
            entry_id__in=entry_ids, undone_at__isnull=True, out_before__isnull=False
        ).values_list("entry_id", "tournament_id", "out_before", "tied")
    }
    left = dict(
        Entry.objects.filter(pk__in=entry_ids, state=EntryState.PLAYING).values_list("tournament_id", "pk")
    )
    # one alone is left of a tournament that is over, also of one that ended at the set time
    others = set(
        Entry.objects.filter(tournament_id__in=list(left), state=EntryState.PLAYING)
        .exclude(pk__in=left.values())
        .values_list("tournament_id", flat=True)
    )
    return found | {entry: 1 for tournament, entry in left.items() if tournament not in others}
