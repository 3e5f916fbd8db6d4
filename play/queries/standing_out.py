"""What stands out at a house's tables, of pairs and of players: a list to look from, nothing more. Ask `require(REVIEW_INTEGRITY)` first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from play.models import TableKind
from play.queries.integrity import ON_A_PAGE
from play.queries.pairs import pairs_that_stand_out
from play.queries.play_styles import players_that_stand_out
from rules.online import Alert

# of each kind so many are looked at, those who played last first
_LOOKED_AT = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertLine:
    """Somebody of whom something stands out: a player, or two; other_id, other: None and "" of one alone. hands: that they were
    dealt, together where they are two; last_at: when the last of these was over. alerts: what stands out; nothing follows from it by itself.
    """

    player_id: int
    player: str
    other_id: int | None
    other: str
    currency: str
    hands: int
    last_at: datetime
    alerts: tuple[str, ...]


def alerts_of_house(
    venue_id: int,
    *,
    kind: TableKind,
    first: date,
    last: date,
    officer_id: int | None = None,
    limit: int = ON_A_PAGE,
    offset: int = 0,
) -> list[AlertLine]:
    """Return what stands out at a kind of table from a day to another: two who sat there with one browser first, then who played last; nothing of the own play of who reads.

    Refusals: ``bad_period``. Rule: PT-H.11, PT-O.11
    """
    pairs = pairs_that_stand_out(
        venue_id, kind=kind, first=first, last=last, officer_id=officer_id, limit=_LOOKED_AT
    )
    players = players_that_stand_out(
        venue_id, kind=kind, first=first, last=last, officer_id=officer_id, limit=_LOOKED_AT
    )
    found = [
        AlertLine(
            player_id=line.first_id,
            player=line.first,
            other_id=line.second_id,
            other=line.second,
            currency=line.currency,
            hands=line.hands,
            last_at=line.last_at,
            alerts=line.alerts,
        )
        for line in pairs
    ] + [
        AlertLine(
            player_id=line.player_id,
            player=line.player,
            other_id=None,
            other="",
            currency=line.currency,
            hands=line.hands,
            last_at=line.last_at,
            alerts=line.alerts,
        )
        for line in players
    ]
    # two accounts in one browser first; the sort keeps pairs before players where both played last at one instant
    found.sort(key=lambda line: (Alert.SAME_BROWSER in line.alerts, line.last_at), reverse=True)
    return found[offset : offset + limit]
