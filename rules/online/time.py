"""The time to decide at a table online: the decision's own, a bank of more for the whole table, and time to reconnect.

One decision has one deadline: its own seconds, then the time to reconnect where the line was lost, then the bank where it runs. What was used follows
from how long the player took, so that nothing has to happen when one part ends and the next begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

GAIN_EVERY_HANDS = 10
"""With each so many hands played, the bank gains some seconds."""

HOUR = timedelta(hours=1)
RECONNECTS_AN_HOUR = 3
"""So many times its length is the most that the time to reconnect gives somebody in an hour."""

_SHORT_LEVELS = 5 * 60
_SHORTEST_LEVELS = 3 * 60
_MS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePolicy:
    """What a table gives, in seconds. bank: at the start; bank_gain: with each ten hands; bank_cap: the most that a bank holds; reconnect: once a
    hand for who has lost the line, 0 for none.

    Rule: PT-H.43, PT-H.44, PT-T.42
    """

    decision_seconds: int = 15
    bank_seconds: int = 30
    bank_gain_seconds: int = 5
    bank_cap_seconds: int = 90
    reconnect_seconds: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSpent:
    """What a decision took beyond its own time, by where it came from."""

    reconnect_ms: int
    bank_ms: int


def policy_of_event(*, longest_level_seconds: int) -> TimePolicy:
    """Return the time that a tournament's tables give: less where its levels are short, and no time to reconnect where they are the shortest.

    Rule: PT-H.43, PT-H.44, PT-T.42
    """
    if longest_level_seconds > _SHORT_LEVELS:
        return TimePolicy()
    reconnect = 0 if longest_level_seconds <= _SHORTEST_LEVELS else 20
    return TimePolicy(decision_seconds=10, bank_seconds=15, bank_cap_seconds=45, reconnect_seconds=reconnect)


def bank_at_start(*, policy: TimePolicy, left_ms: int | None = None) -> int:
    """Return the bank of who sits down, in milliseconds. left_ms: what the player stood up with, None who was never there: what was used stays used.

    Rule: PT-H.44, PT-T.42
    """
    whole = min(policy.bank_seconds, policy.bank_cap_seconds) * _MS
    return whole if left_ms is None else min(whole, left_ms)


def bank_after_hand(*, policy: TimePolicy, bank_ms: int, hands: int) -> int:
    """Return the bank with which a player begins the hand that is the so-manieth played at the table.

    Rule: PT-H.44, PT-T.42
    """
    if not hands or hands % GAIN_EVERY_HANDS:
        return bank_ms
    return max(bank_ms, min(policy.bank_cap_seconds * _MS, bank_ms + policy.bank_gain_seconds * _MS))


def bank_runs(*, chips_in_pot: bool, asked: bool) -> bool:
    """Return whether the bank follows a decision's own time: by itself where the player has chips in the pot, else where he asked for it.

    Rule: PT-H.44, PT-T.42
    """
    return chips_in_pot or asked


def reconnect_ms(*, policy: TimePolicy, given_this_hand: bool, used_in_the_hour_ms: int) -> int:
    """Return the time to reconnect of a decision whose player's line the house saw go: once a hand, and so much in an hour.

    Rule: PT-H.44, PT-H.73
    """
    if given_this_hand:
        return 0
    whole = policy.reconnect_seconds * _MS
    return max(0, min(whole, RECONNECTS_AN_HOUR * whole - used_in_the_hour_ms))


def time_to_decide(*, policy: TimePolicy, reconnect_ms: int, bank_ms: int) -> timedelta:
    """Return how long a decision may take altogether. Rule: PT-H.43, PT-H.44, PT-T.42"""
    return timedelta(seconds=policy.decision_seconds, milliseconds=reconnect_ms + bank_ms)


def time_spent(*, policy: TimePolicy, took: timedelta, reconnect_ms: int, bank_ms: int) -> TimeSpent:
    """Return what a decision that took so long used up: first its own time, then that to reconnect, then the bank.

    Rule: PT-H.43, PT-H.44, PT-T.42
    """
    over = max(0, (took - timedelta(seconds=policy.decision_seconds)) // timedelta(milliseconds=1))
    reconnect = min(over, reconnect_ms)
    return TimeSpent(reconnect_ms=reconnect, bank_ms=min(over - reconnect, bank_ms))
