"""What a tournament's table knows of its tournament, and the tournament of its table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from play.models import DueKind, PlayTable, TableKind, TableStage
from rules.clock import catch_up
from rules.clock_shown import ClockWord, word_of
from rules.levels import Level
from rules.refusals import N_, Refused
from tournaments.models import Clock, Tournament, TournamentState
from tournaments.queries.clock import state_of, structure_of

# decided: somebody was taken out by hand and one is left; one more hand finds that out and ends the tournament
_RUNS = (ClockWord.RUNNING, ClockWord.HAND_FOR_HAND, ClockWord.DECIDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelInForce:
    """The level at which a hand is dealt now: its number and its blinds."""

    number: int
    small_blind_chips: int
    big_blind_chips: int


def level_in_force(tournament_id: int, *, at: datetime) -> LevelInForce | None:
    """Return the level at which a hand is dealt at this instant; None while the clock stands and in a recess.

    Rule: PT-T.45, PT-T.46
    """
    tournament = Tournament.objects.filter(pk=tournament_id, state=TournamentState.RUNNING).first()
    clock = Clock.objects.filter(pk=tournament_id).first()
    if tournament is None or clock is None:
        return None
    state, _ = catch_up(state=state_of(clock, tournament=tournament), at=at)
    item = state.item
    if word_of(state=state) not in _RUNS or not isinstance(item, Level):
        return None
    return LevelInForce(
        number=state.structure.level_number(state.index),
        small_blind_chips=item.small_blind,
        big_blind_chips=item.big_blind,
    )


def tournament_of_table(table_id: int) -> int | None:
    """Return whose table it is; None for a demo table, and where there is none. It never changes."""
    return PlayTable.objects.filter(pk=table_id).values_list("tournament_id", flat=True).first()


def tables_held_by_clock(*, at: datetime) -> list[int]:
    """Return the tables whose next hand is due and waits for the clock of their tournament."""
    waiting = PlayTable.objects.filter(
        kind=TableKind.TOURNAMENT, due_kind=DueKind.OPEN, due_at__lte=at
    ).values_list("pk", "tournament_id")
    return [pk for pk, event in waiting if event is not None and level_in_force(event, at=at) is None]


def open_tables_of(tournament_id: int) -> list[int]:
    """Return the tables at which a tournament is played in the browser now."""
    return list(_open(tournament_id).order_by("table_number").values_list("pk", flat=True))


def table_of_player(tournament_id: int, *, player_id: int) -> int | None:
    """Return the open table at which a player of this tournament acts; None where none is, or at the felt."""
    found = _open(tournament_id).filter(seats__contains=[{"player_id": player_id}])
    return found.values_list("pk", flat=True).first()


def _open(tournament_id: int) -> QuerySet[PlayTable]:
    return PlayTable.objects.filter(tournament_id=tournament_id).exclude(stage=TableStage.CLOSED)


def event_payload(table: PlayTable) -> dict[str, Any] | None:
    """Return what the page of a tournament's table says of its tournament: {tournament_id, level, next_small_blind_chips,
    next_big_blind_chips}, None for the last level; None for a demo table. Rule: PT-T.46
    """
    if table.tournament_id is None:
        return None
    level = table.level or 1
    levels = structure_of(Tournament.objects.only("structure").get(pk=table.tournament_id)).levels
    following = levels[level] if level < len(levels) else None
    return {
        "tournament_id": table.tournament_id,
        "level": level,
        "next_small_blind_chips": following and following.small_blind,
        "next_big_blind_chips": following and following.big_blind,
    }


def must_be_at_the_felt(tournament_id: int) -> None:
    """Refuse by hand what the tables of an online tournament do by themselves.

    Refusals: ``played_online``. Rule: PT-T.31, PT-T.39, PT-T.48
    """
    if open_tables_of(tournament_id):
        raise Refused(
            "played_online",
            N_(
                "This tournament is played online: its table seats, counts and eliminates by itself. Stop the clock to hold"
                " the next hand, or cancel the tournament."
            ),
            rule="PT-T.31",
        )
