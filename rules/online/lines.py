"""Many lines that go at once: the room's or the network's failure, and nobody's own. What is held for it, and until when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

LOST_WITHIN = timedelta(seconds=10)
"""Lines that go within so long go together."""

LEAST_LOST = 5
LEAST_SHARE_PERCENT = 30
"""So many players at least, and such a share of those whose line was there: fewer can agree to go, and a player's own line holds nothing."""

HELD_AT_MOST = timedelta(minutes=3)
"""After so long it goes on, whoever is back: then each line is its player's own."""

HOLDS_AN_HOUR = 3
"""So often within an hour a tournament or table is held by itself: who wants it to stand still gains little."""

_HOUR = timedelta(hours=1)
_ONE_IN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A player who has chips and is not away. lost_at: when the house saw the line go, None while it is there."""

    player_id: int
    lost_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LostTogether:
    """Whose lines went together, of how many players whose line was there before; first_at: when the first of them went."""

    players: tuple[int, ...]
    of_players: int
    first_at: datetime


def lost_together(
    lines: Iterable[PlayerLine], *, at: datetime, since: datetime | None = None
) -> LostTogether | None:
    """Return whose lines went together by now; None where they are too few. Each player counts once. since: when the last hold ended; what was lost
    before it counts no more.

    Rule: PT-H.72, PT-H.73
    """
    by_player = {one.player_id: one.lost_at for one in lines}
    began = at - LOST_WITHIN
    there = [(player, lost) for player, lost in by_player.items() if lost is None or lost >= began]
    gone = [
        (player, lost)
        for player, lost in there
        if lost is not None and lost <= at and (since is None or lost > since)
    ]
    if len(gone) < LEAST_LOST or len(gone) * 100 < LEAST_SHARE_PERCENT * len(there):
        return None
    return LostTogether(
        players=tuple(sorted(player for player, _lost in gone)),
        of_players=len(there),
        first_at=min(lost for _player, lost in gone),
    )


def enough_are_back(*, lost: int, still_away: int) -> bool:
    """Return whether play goes on: no more than a quarter of those whose lines went is still away. Rule: PT-H.72, PT-H.73"""
    return still_away * _ONE_IN <= lost


def may_hold_again(earlier: Iterable[datetime], *, at: datetime) -> bool:
    """Return whether lost lines may hold a tournament or table once more. earlier: when they did. Rule: PT-H.73"""
    return sum(at - one < _HOUR for one in earlier) < HOLDS_AN_HOUR
