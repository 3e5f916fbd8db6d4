"""What an integrity officer is shown of hands that were played: over which time, and what stands out. Nothing follows by itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from rules.online.field import Spread, lies_far
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
    """What stands out. same_browser: two players sat at one table with one browser; quickly: a whole buy-in goes from one of two players to the other in a few
    hands; folded: one of them puts much in and folds to the other, again and again; one_way: chips go from one of two players to the other, and hardly back; all_in: so do those of hands in which one
    of the two was all-in; soft: one of them nearly always folds to the other's raises; checked_down: where only the two are left, they nearly
    always check to the end; wins, loses: far more than chance gives in so many hands; even: the player takes the same time for every
    decision; few_times: hardly any other time than a few; same_tenth: very often the same to a tenth of a second; no_rest: a day and a night without
    one; round_the_clock: at every hour of the day; entered, raised, aggression: far from how the others play at such tables.
    """

    SAME_BROWSER = "same_browser"
    QUICKLY = "quickly"
    FOLDED = "folded"
    ONE_WAY = "one_way"
    ALL_IN = "all_in"
    SOFT = "soft"
    CHECKED_DOWN = "checked_down"
    WINS = "wins"
    LOSES = "loses"
    EVEN = "even"
    FEW_TIMES = "few_times"
    SAME_TENTH = "same_tenth"
    NO_REST = "no_rest"
    ROUND_THE_CLOCK = "round_the_clock"
    ENTERED = "entered"
    RAISED = "raised"
    AGGRESSION = "aggression"


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegrityPolicy:
    """From where on something stands out. large_big_blinds: a hand counts as large from which so much goes from one to the other; quick_*: so many large hands one way among so many
    together, with so many big blinds and so many per cent of the table's least buy-in more one way than the other; folded_hands: so many large hands in which the one from whom it came folded,
    and as many times as much as those that went back. one_way_*: so many hands together, so many big blinds more one way than the other, and
    so many times as much; all_in_hands: of such hands so many that went this way, and as many big blinds; soft_*: so many raises faced, and so many
    per cent of them folded to; checked_*: so many hands to the end between the two alone, and so many per cent of them without a bet after the flop. chance_hands, chance_deviations: so many
    hands of a player, and a result so many standard deviations from nothing; even_*: so many decisions, and a standard deviation of
    their times of at most so many per cent of the mean; few_bits: of as many decisions times of less entropy, in hundredths of a bit; same_tenth_percent: so many of them at one tenth of a
    second. no_rest_minutes: played so long with no rest; round_*: so many hands on so many days, and so many per cent of them in the quietest six hours in a row. field_*: so many hands
    of a player and of each of so many others, so many standard deviations from them, and at least so many hundredths of a per cent, or of bets and raises for each call.
    """

    large_big_blinds: int = 10
    quick_hands: int = 3
    quick_together: int = 40
    quick_big_blinds: int = 40
    quick_percent: int = 100
    folded_hands: int = 3
    one_way_hands: int = 20
    one_way_big_blinds: int = 100
    one_way_times: int = 5
    all_in_hands: int = 3
    soft_raises: int = 20
    soft_folded_percent: int = 90
    checked_hands: int = 20
    checked_percent: int = 70
    chance_hands: int = 1_000
    chance_deviations: int = 4
    even_decisions: int = 200
    even_percent: int = 15
    few_bits: int = 150
    same_tenth_percent: int = 25
    no_rest_minutes: int = 24 * 60
    round_hands: int = 500
    round_days: int = 7
    round_percent: int = 15
    field_hands: int = 1_000
    field_others: int = 9
    field_deviations: int = 3
    field_least_share: int = 300
    field_least_aggression: int = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFigures:
    """Two players by the hands that both were dealt, in hundredths of big blinds where chips are counted. there, back: what went
    from the first to the second, and from the second to the first; all_in_bb, all_in_hands: (there, back) in hands in which one of the two was all-in, and how
    many those were. percent: (there, back) of the least buy-ins of the tables; large_hands: from which much went (there, back), large_folded: those of them
    in which who gave it had folded. same_browser: at how many sessions and tournaments both came with one browser. faced, folded: (the first, the second) to the other's raises. alone: hands to the end between the two alone, none of them all-in; checked: without a bet after the flop.
    """

    hands: int
    there_bb: int
    back_bb: int
    all_in_bb: tuple[int, int]
    all_in_hands: tuple[int, int]
    percent: tuple[int, int]
    large_hands: tuple[int, int]
    large_folded: tuple[int, int]
    same_browser: int
    faced: tuple[int, int]
    folded: tuple[int, int]
    alone: int
    checked: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFigures:
    """A player by the own hands. net_bb: the result in hundredths of big blinds; deviation_bb: the standard deviation of one hand, in the
    same. decisions: those that took the time of thinking; mean_ms, deviation_ms: how long they took, and by how much that varied; entropy: of their times, in hundredths of a
    bit; same_tenth: how many took the time that is the most frequent to a tenth of a second. days, quiet_hands: on how many days hands were played, and how many in the quietest six hours in a
    row; longest_minutes: the longest time of play without a rest. entered, raised: in hundredths of a per cent of the hands; aggression: bets and raises for each call after the flop, in hundredths.
    """

    hands: int
    net_bb: int
    deviation_bb: int
    decisions: int
    mean_ms: int
    deviation_ms: int
    entropy: int
    same_tenth: int
    days: int
    quiet_hands: int
    longest_minutes: int
    entered: int
    raised: int
    aggression: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldFigures:
    """How the others play at the same kind of table, who have played enough hands; each figure as in `PlayerFigures`."""

    entered: Spread
    raised: Spread
    aggression: Spread


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
    """Return what stands out between two players: one browser, chips that go one way, folds to each other. Rule: PT-H.11, PT-O.11"""
    found = []
    if figures.same_browser:
        found.append(Alert.SAME_BROWSER)
    if _quickly(figures, policy):
        found.append(Alert.QUICKLY)
    less, more = sorted(figures.large_folded)
    if more >= policy.folded_hands and more >= less * policy.one_way_times:
        found.append(Alert.FOLDED)
    if figures.hands >= policy.one_way_hands and _one_way(figures.there_bb, figures.back_bb, policy):
        found.append(Alert.ONE_WAY)
    there, back = figures.all_in_bb
    most = figures.all_in_hands[0] if there > back else figures.all_in_hands[1]
    if most >= policy.all_in_hands and _one_way(there, back, policy):
        found.append(Alert.ALL_IN)
    if any(
        faced >= policy.soft_raises and folded * 100 >= faced * policy.soft_folded_percent
        for faced, folded in zip(figures.faced, figures.folded, strict=True)
    ):
        found.append(Alert.SOFT)
    if (
        figures.alone >= policy.checked_hands
        and figures.checked * 100 >= figures.alone * policy.checked_percent
    ):
        found.append(Alert.CHECKED_DOWN)
    return tuple(found)


def _quickly(figures: PairFigures, policy: IntegrityPolicy) -> bool:
    """Whether a whole buy-in went one way in a few hands that both were dealt: in several large ones, for one alone is a hand like any other."""
    there = figures.there_bb > figures.back_bb
    large, percent = figures.large_hands, figures.percent
    less, more = sorted((figures.there_bb, figures.back_bb))
    return (
        figures.hands <= policy.quick_together
        and large[0 if there else 1] >= policy.quick_hands
        and more - less >= policy.quick_big_blinds * HUNDREDTHS
        and more >= less * policy.one_way_times
        and abs(percent[0] - percent[1]) >= policy.quick_percent
    )


def _one_way(there_bb: int, back_bb: int, policy: IntegrityPolicy) -> bool:
    less, more = sorted((there_bb, back_bb))
    return more - less >= policy.one_way_big_blinds * HUNDREDTHS and more >= less * policy.one_way_times


def alerts_of_player(
    figures: PlayerFigures, *, others: FieldFigures, policy: IntegrityPolicy
) -> tuple[Alert, ...]:
    """Return what stands out about a player: a result far from what chance gives in so many hands, times that hardly vary, no
    rest, and play far from how the others play.

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
    return (*found, *_of_rhythm(figures, policy), *_beside_others(figures, others, policy))


def _of_rhythm(figures: PlayerFigures, policy: IntegrityPolicy) -> list[Alert]:
    found = []
    if figures.decisions >= policy.even_decisions:
        if figures.entropy < policy.few_bits:
            found.append(Alert.FEW_TIMES)
        if figures.same_tenth * 100 >= figures.decisions * policy.same_tenth_percent:
            found.append(Alert.SAME_TENTH)
    if figures.longest_minutes >= policy.no_rest_minutes:
        found.append(Alert.NO_REST)
    if (
        figures.hands >= policy.round_hands
        and figures.days >= policy.round_days
        and figures.quiet_hands * 100 >= figures.hands * policy.round_percent
    ):
        found.append(Alert.ROUND_THE_CLOCK)
    return found


def _beside_others(figures: PlayerFigures, others: FieldFigures, policy: IntegrityPolicy) -> list[Alert]:
    if figures.hands < policy.field_hands or others.entered.players < policy.field_others:
        return []
    compared = (
        (Alert.ENTERED, figures.entered, others.entered, policy.field_least_share),
        (Alert.RAISED, figures.raised, others.raised, policy.field_least_share),
        (Alert.AGGRESSION, figures.aggression, others.aggression, policy.field_least_aggression),
    )
    return [
        alert
        for alert, value, spread, least in compared
        if lies_far(value, others=spread, deviations=policy.field_deviations, least_deviation=least)
    ]


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
            "own_case", N_("Only another officer can open a case about your own play."), rule="PT-H.11"
        )
