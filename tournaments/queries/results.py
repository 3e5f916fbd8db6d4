"""The places of a tournament, best first."""

from __future__ import annotations

from dataclasses import dataclass

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
    """The places decided so far, best first; the winner once the tournament is finished. Refusal: ``not_found``."""
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
