"""Who does not decide in time, or is not there."""

from __future__ import annotations

from datetime import datetime, timedelta

from rules.betting import Act

LATE_IN_A_ROW = 2
"""So many hands in a row in which the time of a player ran out, and at a cash or demo table the player is dealt no more."""

SEAT_KEPT_FOR = timedelta(minutes=10)
"""How long a seat is kept for somebody who takes a rest."""


def act_at_expiry(*, may_check: bool) -> Act:
    """Return what counts as done by who let the time run out: a check where that is free, else a fold.

    Rule: PT-H.45, PT-O.45, PT-T.43
    """
    return Act.CHECK if may_check else Act.FOLD


def sits_out(*, late_in_a_row: int, tournament: bool = False) -> bool:
    """Return whether a player whose time ran out in so many hands in a row sits out until he says that he is back: in a tournament
    at the first time.

    Rule: PT-H.45, PT-H.70, PT-O.45, PT-O.70, PT-T.43
    """
    return late_in_a_row >= (1 if tournament else LATE_IN_A_ROW)


def keeps_seat(*, away: timedelta) -> bool:
    """Return whether a player who has been away for so long still has his seat: a rest does not cost it, for ten
    minutes.

    Rule: PT-H.68, PT-O.68
    """
    return away < SEAT_KEPT_FOR


def absent_since(*, away_since: datetime | None, lost_at: datetime | None, plays: bool) -> datetime | None:
    """Return since when a player is not there, None for who is.

    away_since: since when the player takes a rest; lost_at: when the line went, None while it is there; plays: whether hands are dealt at
    the table. Where none are, nobody is asked to decide and so found away: then a line that is lost says it.
    Rule: PT-H.7, PT-H.68
    """
    known = [moment for moment in (away_since, None if plays else lost_at) if moment is not None]
    return min(known, default=None)


def seat_free_from(absent: datetime) -> datetime:
    """Return when the seat of somebody is free who is not there since then. Rule: PT-H.68"""
    return absent + SEAT_KEPT_FOR
