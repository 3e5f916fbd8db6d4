"""A finished tournament in figures: only what was written down for all of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from rules.finishing import place_from
from tournaments.models import Elimination, Entry, Field, Tournament, TournamentState
from tournaments.models.entry import Takers
from tournaments.queries.public_view import public_view


@dataclass(frozen=True, slots=True, kw_only=True)
class LastOut:
    """Who went out last, when, and by whom; by: empty where it was not written down."""

    player: str
    by: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """What happened in a finished tournament.

    minutes: from its start to its end. most_out: how many the one who took out most took out, and who did, several if they share it; 0
    where it is not known of everybody who took the chips. last_out: None where a deal or the clock ended it before a second place.
    """

    entries_total: int
    entries_unique: int
    rebuys: int
    add_ons: int
    minutes: int | None
    most_out: int
    most_out_by: tuple[str, ...]
    last_out: LastOut | None


def night_of(tournament_id: int, *, at: datetime) -> Night | None:
    """Return the figures of a finished tournament; None of one that is not over, as far as the public knows at this instant. Not of their own: hands, prizes, who burst the bubble."""
    tournament = Tournament.objects.filter(pk=tournament_id, state=TournamentState.FINISHED).first()
    field = Field.objects.filter(pk=tournament_id).first()
    if tournament is None or field is None or public_view(tournament, seen_at=at) is not None:
        return None
    out = list(
        Elimination.objects.filter(tournament_id=tournament_id, undone_at__isnull=True)
        .order_by("-at", "-pk")
        .values_list("entry_id", "by_entries", "takers", "out_before", "tied", "at")
    )
    last = next(
        (
            row
            for row in out
            if row[3] is not None
            and place_from(entries_total=field.entries_total, out_before=row[3], tied=row[4]) == 2
        ),
        None,
    )
    known = all(takers in (Takers.NAMED, Takers.NOBODY) for _entry, _by, takers, *_ in out)
    taken = Counter(by for row in out for by in row[1]) if known else Counter[int]()
    who = {
        pk: (player_id, name)
        for pk, player_id, name in Entry.objects.filter(
            pk__in={*taken, *([last[0], *last[1]] if last else [])}
        ).values_list("pk", "player_id", "player__public_name")
    }
    # a player's entries count together
    by_player: Counter[tuple[int, str]] = Counter()
    for entry, times in taken.items():
        if entry in who:
            by_player[who[entry]] += times
    most = max(by_player.values(), default=0)
    minutes = None
    if tournament.started_at is not None and tournament.finished_at is not None:
        minutes = int((tournament.finished_at - tournament.started_at).total_seconds() // 60)
    return Night(
        entries_total=field.entries_total,
        entries_unique=field.entries_unique,
        rebuys=field.rebuys,
        add_ons=field.add_ons,
        minutes=minutes,
        most_out=most,
        most_out_by=tuple(sorted(name for (_player, name), times in by_player.items() if times == most)),
        last_out=None
        if last is None or last[0] not in who
        else LastOut(
            player=who[last[0]][1],
            by=tuple(who[entry][1] for entry in last[1] if entry in who),
            at=last[5],
        ),
    )
