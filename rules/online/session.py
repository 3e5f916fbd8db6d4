"""Tables for money that are played for a session: from an hour and for a time that the house fixes, by players who have registered."""

from __future__ import annotations

from datetime import datetime, timedelta

from rules.refusals import N_, Refused

SESSION_MINUTES = (10, 720)
"""So many minutes a session has at least and at most; the law's own has sixty."""

_FURTHEST = timedelta(days=60)


def check_session(*, starts_at: datetime, minutes: int, at: datetime) -> None:
    """Refuse a session that has begun already, or is too far away, too short or too long. Refusals: ``bad_session``. Rule: PT-H.6"""
    least, most = SESSION_MINUTES
    if not at < starts_at <= at + _FURTHEST:
        raise Refused(
            "bad_session",
            N_("A session begins later than now, and within %(days)s days."),
            rule="PT-H.6",
            days=_FURTHEST.days,
            field="starts_at",
        )
    if not least <= minutes <= most:
        raise Refused(
            "bad_session",
            N_("A session lasts %(least)s to %(most)s minutes."),
            rule="PT-H.6",
            least=least,
            most=most,
            field="minutes",
        )


def session_over(*, ends_at: datetime | None, at: datetime) -> bool:
    """Return whether the time of a session is over: no hand is dealt any more, and the one that is played is its last. ends_at: None where a table
    is played without an end. Rule: PT-H.2, PT-H.6, PT-O.2, PT-O.6
    """
    return ends_at is not None and at >= ends_at


def must_not_be_drawn(*, session: bool) -> None:
    """Refuse another seat in a session: the draw decides where one sits. Refusals: ``seats_are_drawn``. Rule: PT-H.6"""
    if session:
        raise Refused(
            "seats_are_drawn",
            N_("The seats of a session are drawn: you stay where the draw put you."),
            rule="PT-H.6",
        )


def check_session_seat(*, begun: bool, offered: bool) -> None:
    """Refuse a seat at a session's table to who has not registered, or before it begins. offered: a seat is kept for the player now.

    Refusals: ``session_not_begun``, ``register_first``. Rule: PT-H.6
    """
    if not begun:
        raise Refused(
            "session_not_begun",
            N_("The session has not begun. Register: its seats are drawn when it does."),
            rule="PT-H.6",
        )
    if not offered:
        raise Refused(
            "register_first",
            N_(
                "Seats of this session are for who has registered. Register, and a seat is kept for you when one is free."
            ),
            rule="PT-H.6",
        )
