"""The places of a tournament, best first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rules.finishing import place_from
from rules.refusals import not_found
from tournaments.models import Elimination, Entry, EntryState, Field, Tournament, TournamentState


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """One place. tied: how many share it. entry: which entry of the player it was."""

    place: int
    tied: int
    entry_id: int
    player_id: int
    player: str
    country: str
    ordinal: int


def results(tournament_id: int, *, offset: int = 0, limit: int = 200) -> list[ResultLine]:
    """Return the places decided so far, best first; the winner once the tournament is finished.
    Refusal: ``not_found``.
    """
    tournament = (
        Tournament.objects.filter(pk=tournament_id).exclude(state=TournamentState.DRAFT).values_list("state")
    ).first()
    if tournament is None:
        raise not_found("tournament")
    field = Field.objects.filter(pk=tournament_id).first()
    if field is None:
        return []
    found: list[ResultLine] = []
    first = 0
    if tournament[0] == TournamentState.FINISHED:
        left = list(
            Entry.objects.filter(tournament_id=tournament_id, state=EntryState.PLAYING)
            .select_related("player")
            .order_by("pk")
        )
        # a tournament that ended on time has several, whose places its own ranking tells
        if len(left) == 1:
            first = 1
            if offset == 0:
                found.append(_line(left[0], place=1, tied=1))
    rows = (
        Elimination.objects.filter(
            tournament_id=tournament_id, undone_at__isnull=True, out_before__isnull=False
        )
        .select_related("entry__player")
        .order_by("-out_before", "-stack_chips_start", "pk")
    )
    begin = max(0, offset - first)
    for row in rows[begin : begin + limit - len(found)]:
        place = place_from(entries_total=field.entries_total, out_before=row.out_before or 0, tied=row.tied)
        found.append(_line(row.entry, place=place, tied=row.tied))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class WonTournament:
    """A finished tournament that one player won."""

    tournament_id: int
    name: str
    venue: str
    currency: str
    finished_at: datetime
    entry_id: int
    player_id: int
    winner: str


def last_winners(venue_id: int | None, *, limit: int) -> list[WonTournament]:
    """Return who won the last public tournaments, the latest first; venue_id: of one venue alone."""
    won = Tournament.objects.filter(practice=False, state=TournamentState.FINISHED, finished_at__isnull=False)
    if venue_id is not None:
        won = won.filter(venue_id=venue_id)
    last = list(won.select_related("venue").order_by("-finished_at", "-pk")[:limit])
    left: dict[int, list[Entry]] = {}
    for entry in Entry.objects.filter(
        tournament_id__in=[t.pk for t in last], state=EntryState.PLAYING
    ).select_related("player"):
        left.setdefault(entry.tournament_id, []).append(entry)
    return [
        WonTournament(
            tournament_id=t.pk,
            name=t.name,
            venue=t.venue.name,
            currency=t.currency,
            finished_at=t.finished_at,
            entry_id=winner.pk,
            player_id=winner.player_id,
            winner=winner.player.public_name,
        )
        for t in last
        # a tournament that ended on time has several, whose places its own ranking tells
        if len(left.get(t.pk, ())) == 1 and t.finished_at is not None
        for winner in left[t.pk]
    ]


def _line(entry: Entry, *, place: int, tied: int) -> ResultLine:
    return ResultLine(
        place=place,
        tied=tied,
        entry_id=entry.pk,
        player_id=entry.player_id,
        player=entry.player.public_name,
        country=entry.player.country,
        ordinal=entry.ordinal,
    )
