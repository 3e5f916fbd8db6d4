"""The blinds and the ante of a tournament's hand: those of the level at its deal, by the tournament's clock."""

from __future__ import annotations

from datetime import datetime

from play.models import PlayTable
from play.queries.events import level_in_force
from rules.refusals import N_, Refused


def take_level(table: PlayTable, *, at: datetime) -> None:
    """Have the coming hand played at the blinds that are in force now; at a demo table they stay. The caller saves the row.

    Refusals: ``clock_stands`` in a recess and while the clock stands. Rule: PT-T.45, PT-T.46, PT-H.48
    """
    if table.tournament_id is None:
        return
    level = level_in_force(table.tournament_id, at=at)
    if level is None:
        raise Refused(
            "clock_stands",
            N_("The clock of this tournament is stopped: the next hand is dealt when it goes on."),
            rule="PT-T.45",
        )
    table.level = level.number
    table.small_blind_chips, table.big_blind_chips = level.small_blind_chips, level.big_blind_chips
    table.ante = level.ante.as_list()
