"""Who waits for a seat at a full table where hands are played for money: first come, first served."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from rules.refusals import N_, Refused

OFFER_STANDS = timedelta(seconds=30)
"""So long a free seat is kept for who is offered it."""

MOST_WAITING = 50
"""So many wait at one table at most."""


def check_may_wait(*, free_seats: int, waiting: int, session: bool = False) -> None:
    """Refuse to have somebody wait where a seat is free, or too many wait already. waiting: how many do; session: nobody sits down there who has not
    registered, so one does beside free seats, too.

    Refusals: ``seat_is_free``, ``waiting_list_full``. Rule: PT-H.5, PT-H.6
    """
    if free_seats > waiting and not session:
        raise Refused("seat_is_free", N_("A seat is free at this table: sit down."), rule="PT-H.6")
    if waiting >= MOST_WAITING:
        raise Refused(
            "waiting_list_full",
            N_("%(most)s players wait for this table already. Choose another one."),
            rule="PT-H.5",
            most=MOST_WAITING,
        )


def check_may_sit_down(
    *, free_seats: int, ahead: int, offered_until: datetime | None, waits: bool, at: datetime
) -> None:
    """Refuse a seat that others wait for, or that was offered and not taken in time.

    ahead: how many wait who came before, all of them for somebody who does not wait.
    Refusals: ``offer_over``, ``others_wait``. Rule: PT-H.6
    """
    if offered_until is not None and at >= offered_until:
        raise Refused(
            "offer_over",
            N_(
                "The time to take the seat is over, and it goes to the next one. Join the waiting list again."
            ),
            rule="PT-H.6",
        )
    if free_seats <= ahead:
        raise Refused(
            "others_wait",
            N_("Others came before you. You are asked when a seat is free for you.")
            if waits
            else N_("Others wait for a seat at this table. Join the waiting list."),
            rule="PT-H.6",
        )


def to_be_offered(*, free_seats: int, offered: Sequence[bool]) -> tuple[int, ...]:
    """Return who of those that wait is offered a seat now, by their places from 0: the first, as many as seats are free, and nobody
    twice. offered: of each in their order, whether an offer stands. Rule: PT-H.6
    """
    return tuple(place for place, has_one in enumerate(offered[: max(0, free_seats)]) if not has_one)
