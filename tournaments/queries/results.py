"""The places of a tournament, best first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from rules.finishing import place_from
from rules.refusals import not_found
from tournaments.models import Elimination, Entry, EntryState, Field, Tournament, TournamentState
from tournaments.queries.public_view import public_eliminations, public_view


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


def results(
    tournament_id: int, *, at: datetime | None, offset: int = 0, limit: int = 200
) -> list[ResultLine]:
    """Return the places decided so far, best first, as the public knows them at this instant; the winner once the tournament is finished. at: None
    for who sees the present.
    Refusal: ``not_found``. Rule: PT-H.11
    """
    tournament = (
        Tournament.objects.filter(pk=tournament_id)
        .exclude(state=TournamentState.DRAFT)
        .only("state", "online", "finished_at")
        .first()
    )
    if tournament is None:
        raise not_found("tournament")
    told = public_view(tournament, seen_at=at)
    field = Field.objects.filter(pk=tournament_id).first() if told is None else told.field
    if field is None:
        return []
    found: list[ResultLine] = []
    first = 0
    if tournament.state == TournamentState.FINISHED and told is None:
        left = list(
            Entry.objects.filter(tournament_id=tournament_id, state=EntryState.PLAYING)
            .select_related("player")
            .order_by("pk")
        )
        if len(left) == 1:
            first = 1
            if offset == 0:
                found.append(_line(left[0], place=1, tied=sharing_first(field)))
    rows = (
        public_eliminations(tournament_id, told=told)
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


def last_winners(venue_id: int | None, *, at: datetime, limit: int) -> list[WonTournament]:
    """Return who won the last public tournaments, as everybody may know it at this instant, the latest first; venue_id: of one venue alone.
    Rule: PT-H.11
    """
    won = Tournament.objects.filter(practice=False, state=TournamentState.FINISHED, finished_at__isnull=False)
    if venue_id is not None:
        won = won.filter(venue_id=venue_id)
    last = [
        one
        for one in won.select_related("venue").order_by("-finished_at", "-pk")[:limit]
        if public_view(one, seen_at=at) is None
    ]
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
        if len(left.get(t.pk, ())) == 1 and t.finished_at is not None
        for winner in left[t.pk]
    ]


def sharing_first(field: Field) -> int:
    """Return how many share the first place of a finished tournament: several only where equal stacks did at the set time. Rule: PT-T.33"""
    best = Elimination.objects.filter(
        tournament_id=field.pk,
        undone_at__isnull=True,
        out_before=F("tournament__field__entries_total") - F("tied"),
    )
    return int(best.values_list("tied", flat=True).first() or 1)


def _line(entry: Entry, *, place: int, tied: int) -> ResultLine:
    return ResultLine(
        place=place,
        tied=tied,
        entry_id=entry.pk,
        player_id=entry.player_id,
        player=entry.player.public_name,
        country=entry.player.issued_in,
        ordinal=entry.ordinal,
    )
