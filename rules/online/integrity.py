"""What an integrity officer is shown of hands that were played: over which time, and what stands out. Nothing follows by itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from rules.refusals import N_, Refused

PERIOD_DAYS = 92
"""Over how many days at most hands are looked through at once."""

USUAL_DAYS = 30
"""Over how many days they are looked through unless somebody asks for others."""

HUNDREDTHS = 100

OPEN_FOR = timedelta(minutes=30)
"""So long an officer reads the cards of a hand that was opened."""

CASE_PLAYERS = 10
"""About so many players a case is at most."""


class Alert(StrEnum):
    """What stands out. one_way: chips go from one of two players to the other, and hardly back; soft: one of them nearly
    always folds to the other's raises; wins, loses: far more than chance gives in so many hands; even: the player takes the
    same time for every decision.
    """

    ONE_WAY = "one_way"
    SOFT = "soft"
    WINS = "wins"
    LOSES = "loses"
    EVEN = "even"


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegrityPolicy:
    """From where on something stands out. one_way_*: so many hands together, so many big blinds more one way than the other, and
    so many times as much; soft_*: so many raises faced, and so many per cent of them folded to. chance_hands, chance_deviations: so many
    hands of a player, and a result so many standard deviations from nothing; even_*: so many decisions, and a standard deviation of
    their times of at most so many per cent of the mean.
    """

    one_way_hands: int = 20
    one_way_big_blinds: int = 100
    one_way_times: int = 5
    soft_raises: int = 20
    soft_folded_percent: int = 90
    chance_hands: int = 1_000
    chance_deviations: int = 4
    even_decisions: int = 200
    even_percent: int = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFigures:
    """Two players by the hands that both were dealt, in hundredths of big blinds where chips are counted. there, back: what went
    from the first to the second, and from the second to the first. faced, folded: (the first, the second) to the other's raises.
    """

    hands: int
    there_bb: int
    back_bb: int
    faced: tuple[int, int]
    folded: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFigures:
    """A player by the own hands. net_bb: the result in hundredths of big blinds; deviation_bb: the standard deviation of one hand, in the
    same. decisions: those that took the time of thinking; mean_ms, deviation_ms: how long they took, and by how much that varied.
    """

    hands: int
    net_bb: int
    deviation_bb: int
    decisions: int
    mean_ms: int
    deviation_ms: int


def period(*, first: date | None, last: date | None, today: date) -> tuple[date, date]:
    """Return the first and the last day over which hands are looked through. None: not asked for; then it ends today, and is as long as usual.

    Refusals: ``bad_period``.
    """
    ends = last or today
    begins = first or ends - timedelta(days=USUAL_DAYS - 1)
    check_period(first=begins, last=ends)
    return begins, ends


def check_period(*, first: date, last: date) -> None:
    """Refuse to look through hands from a day to one before it, or over more days than are looked through at once.

    Refusals: ``bad_period``.
    """
    if not timedelta(0) <= last - first < timedelta(days=PERIOD_DAYS):
        raise Refused(
            "bad_period",
            N_("Choose a first and a last day that are at most %(days)s days apart."),
            days=PERIOD_DAYS,
            field="since",
        )


def alerts_of_pair(figures: PairFigures, *, policy: IntegrityPolicy) -> tuple[Alert, ...]:
    """Return what stands out between two players: chips that go one way, folds to each other. Rule: PT-H.11, PT-O.11"""
    found = []
    less, more = sorted((figures.there_bb, figures.back_bb))
    one_way = (
        figures.hands >= policy.one_way_hands
        and more - less >= policy.one_way_big_blinds * HUNDREDTHS
        and more >= less * policy.one_way_times
    )
    if one_way:
        found.append(Alert.ONE_WAY)
    if any(
        faced >= policy.soft_raises and folded * 100 >= faced * policy.soft_folded_percent
        for faced, folded in zip(figures.faced, figures.folded, strict=True)
    ):
        found.append(Alert.SOFT)
    return tuple(found)


def alerts_of_player(figures: PlayerFigures, *, policy: IntegrityPolicy) -> tuple[Alert, ...]:
    """Return what stands out about a player: a result far from what chance gives in so many hands, and times that hardly vary.

    A result of n hands varies by the deviation of one times the root of n; both sides are squared, so that nothing is rounded.
    Rule: PT-H.11, PT-O.11
    """
    found = []
    usual = policy.chance_deviations**2 * figures.deviation_bb**2 * figures.hands
    if figures.hands >= policy.chance_hands and figures.net_bb**2 > usual:
        found.append(Alert.WINS if figures.net_bb > 0 else Alert.LOSES)
    if (
        figures.decisions >= policy.even_decisions
        and figures.deviation_ms * 100 <= figures.mean_ms * policy.even_percent
    ):
        found.append(Alert.EVEN)
    return tuple(found)


def open_until(opened_at: datetime) -> datetime:
    """Return until when the cards of a hand lie open to the officer who opened it. Rule: PT-H.11, PT-O.11"""
    return opened_at + OPEN_FOR


def check_opener(*, dealt_in: bool, sits_there: bool) -> None:
    """Refuse to open a hand to who was dealt in it, or plays on with those who were: nobody learns at the desk what he may not see at
    the table. sits_there: at that table, or at another one of its tournament.

    Refusals: ``own_hand``. Rule: PT-H.11, PT-O.11
    """
    if dealt_in or sits_there:
        raise Refused(
            "own_hand",
            N_("You played this hand, or play with those who did: another officer opens it."),
            rule="PT-H.11",
        )


def check_case_open(*, closed: bool) -> None:
    """Refuse to write in a case that is closed. Refusals: ``case_closed``. Rule: PT-H.11, PT-O.11"""
    if closed:
        raise Refused(
            "case_closed", N_("This case is closed. Open another one about the same players."), rule="PT-H.11"
        )


def check_case_writer(*, named: bool) -> None:
    """Refuse a case to the one it is about. Refusals: ``own_case``. Rule: PT-H.11, PT-O.11"""
    if named:
        raise Refused(
            "own_case", N_("A case about your own play is another officer's to open."), rule="PT-H.11"
        )
