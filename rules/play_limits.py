"""How much a player lets himself pay in, spend and lose, and how long he lets himself play: asked before the balance is touched.

Periods are running ones: the day that ends now, not since midnight, so that no one waits for the clock to strike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum, unique

from rules.refusals import N_, Refused

PERIODS: Mapping[str, timedelta] = {
    "day": timedelta(days=1),
    "week": timedelta(days=7),
    "month": timedelta(days=30),
}


@unique
class LimitKind(StrEnum):
    """What a limit counts. SPEND: prices paid, and what is lost or lies at cash tables. LOSS: the same less what was won. DEPOSIT: what
    was paid into the balance, or paid for what was given back and stays there. TIME: minutes at online tables.
    """

    SPEND = "spend"
    LOSS = "loss"
    DEPOSIT = "deposit"
    TIME = "time"


#: Limits in money, in the order in which people read them.
MONEY_KINDS = (LimitKind.DEPOSIT, LimitKind.LOSS, LimitKind.SPEND)

#: The longest a limit of time can say: it must be less than its period to mean anything.
MOST_MINUTES: Mapping[str, int] = {
    period: int(length.total_seconds()) // 60 for period, length in PERIODS.items()
}

# A stricter limit holds at once, a looser one only after a night's sleep.
COOLING = timedelta(hours=24)

_REACHED: Mapping[LimitKind, Mapping[str, str]] = {
    LimitKind.SPEND: {
        "day": N_(
            "This would pass the spending limit you set for 24 hours: %(left_cents)s is left. Choose what costs less or come back later."
        ),
        "week": N_(
            "This would pass the spending limit you set for 7 days: %(left_cents)s is left. Choose what costs less or come back later."
        ),
        "month": N_(
            "This would pass the spending limit you set for 30 days: %(left_cents)s is left. Choose what costs less or come back later."
        ),
    },
    LimitKind.LOSS: {
        "day": N_(
            "Lost, this would pass the loss limit you set for 24 hours: %(left_cents)s is left. Choose what costs less or come back later."
        ),
        "week": N_(
            "Lost, this would pass the loss limit you set for 7 days: %(left_cents)s is left. Choose what costs less or come back later."
        ),
        "month": N_(
            "Lost, this would pass the loss limit you set for 30 days: %(left_cents)s is left. Choose what costs less or come back later."
        ),
    },
}

# what the desk reads, and what the player reads
_TOO_MUCH: Mapping[str, str] = {
    "day": N_(
        "The player's deposit limit lets %(left_cents)s more come in within 24 hours. Take no more than that, or come back later:"
        " only the player changes it, and a higher one waits a day."
    ),
    "week": N_(
        "The player's deposit limit lets %(left_cents)s more come in within 7 days. Take no more than that, or come back later:"
        " only the player changes it, and a higher one waits a day."
    ),
    "month": N_(
        "The player's deposit limit lets %(left_cents)s more come in within 30 days. Take no more than that, or come back later:"
        " only the player changes it, and a higher one waits a day."
    ),
}
_TOO_MUCH_OWN: Mapping[str, str] = {
    "day": N_(
        "Your deposit limit lets %(left_cents)s more come in within 24 hours. Pay in no more than that."
    ),
    "week": N_(
        "Your deposit limit lets %(left_cents)s more come in within 7 days. Pay in no more than that."
    ),
    "month": N_(
        "Your deposit limit lets %(left_cents)s more come in within 30 days. Pay in no more than that."
    ),
}

# of money that was paid at once for an entry or chips which are given back: in the balance it is a deposit
_TOO_MUCH_STAYS: Mapping[str, str] = {
    "day": N_(
        "In the balance this money would count as paid in, and the player's deposit limit lets %(left_cents)s more come in within"
        " 24 hours. Hand it back the way it was paid."
    ),
    "week": N_(
        "In the balance this money would count as paid in, and the player's deposit limit lets %(left_cents)s more come in within"
        " 7 days. Hand it back the way it was paid."
    ),
    "month": N_(
        "In the balance this money would count as paid in, and the player's deposit limit lets %(left_cents)s more come in within"
        " 30 days. Hand it back the way it was paid."
    ),
}
_TOO_MUCH_STAYS_OWN: Mapping[str, str] = {
    "day": N_(
        "In your balance this money would count as paid in, and your deposit limit lets %(left_cents)s more come in within 24"
        " hours. Cancel at the desk: it hands the money back the way you paid."
    ),
    "week": N_(
        "In your balance this money would count as paid in, and your deposit limit lets %(left_cents)s more come in within 7 days."
        " Cancel at the desk: it hands the money back the way you paid."
    ),
    "month": N_(
        "In your balance this money would count as paid in, and your deposit limit lets %(left_cents)s more come in within 30"
        " days. Cancel at the desk: it hands the money back the way you paid."
    ),
}

_SAYS = {
    (False, False): _TOO_MUCH,
    (True, False): _TOO_MUCH_OWN,
    (False, True): _TOO_MUCH_STAYS,
    (True, True): _TOO_MUCH_STAYS_OWN,
}


def window_start(period: str, *, at: datetime) -> datetime:
    """Since when spending counts towards a limit of `period` ("day", "week", "month") at the moment `at`."""
    return at - PERIODS[period]


def applies_from(*, now: int | None, wanted: int | None, at: datetime) -> datetime:
    """Return when a new limit begins to hold; None means no limit. Cents or minutes per period."""
    if wanted is not None and (now is None or wanted <= now):
        return at
    return at + COOLING


def check_limit(
    *,
    period: str,
    limit_cents: int,
    spent_cents: int,
    price_cents: int,
    currency: str,
    kind: LimitKind = LimitKind.SPEND,
) -> None:
    """Refuse what would pass a limit on spending or on loss; spending it to the last cent is allowed.

    spent_cents: of the kind that is limited; a loss below zero is a gain, which may be lost again.
    Refusals: ``play_limit_reached``.
    Rule: PT-T.21, PT-T.22
    """
    if spent_cents + price_cents > limit_cents:
        raise Refused(
            "play_limit_reached",
            _REACHED[kind][period],
            rule="PT-T.21",
            period=period,
            left_cents=max(limit_cents - spent_cents, 0),
            currency=currency,
        )


def check_deposit_limit(
    *,
    period: str,
    limit_cents: int,
    deposited_cents: int,
    amount_cents: int,
    currency: str,
    own: bool = False,
    stays: bool = False,
) -> None:
    """Refuse a deposit that would pass the limit; paying in to the last cent is allowed. own: the player reads why not. stays: it was
    paid for an entry or chips that are given back, and would stay in the balance.

    Refusals: ``deposit_limit_reached``.
    Rule: PT-T.21, REGULATIONS 2.10
    """
    if deposited_cents + amount_cents > limit_cents:
        raise Refused(
            "deposit_limit_reached",
            _SAYS[own, stays][period],
            rule="PT-T.21",
            period=period,
            left_cents=max(limit_cents - deposited_cents, 0),
            currency=currency,
        )


def time_within(spans: Iterable[tuple[datetime, datetime]], *, since: datetime) -> timedelta:
    """Return how long of the time from `since` on lies within spans; what several share counts once."""
    total, reached = timedelta(), since
    for begins, ends in sorted(spans):
        if ends > reached:
            total += ends - max(begins, reached)
            reached = ends
    return total


def without_stops(
    begins: datetime, *, ends: datetime, stops: Iterable[tuple[datetime, datetime]]
) -> list[tuple[datetime, datetime]]:
    """Return what of a span at a table is time played: the house held the table in the stops, and nobody's time runs meanwhile. Rule: PT-H.72"""
    played, reached = [], begins
    for since, until in sorted(stops):
        if reached < min(since, ends):
            played.append((reached, min(since, ends)))
        reached = max(reached, until)
    return [*played, (reached, ends)] if reached < ends else played


def used_up_at(
    spans: Sequence[tuple[datetime, datetime]], *, limit: timedelta, length: timedelta, at: datetime
) -> datetime:
    """Return when a limit in a running period of this length is used up by who plays on from `at`: each moment adds to what counts, but for those in
    which as much of what was played a period ago stops counting.
    """
    left, reached = limit - time_within(spans, since=at - length), at
    for begins, ends in sorted(spans):
        if ends + length <= reached:
            continue
        fills = max(begins + length - reached, timedelta())
        if left <= fills:
            break
        left -= fills
        reached = ends + length
    return reached + max(left, timedelta())
