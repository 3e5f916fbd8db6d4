"""The time to decide at a table online: the decision's own, a bank of more for the whole table, time to reconnect, and what a slow line is forgiven.

One decision has one deadline: its own seconds, then the time to reconnect where the line was lost, then the bank where it runs. What was used follows
from how long the player took, so that nothing has to happen when one part ends and the next begins. An act that a slow line brings a little later counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

GAIN_EVERY_HANDS = 10
"""With each so many hands played, the bank gains some seconds."""

HOUR = timedelta(hours=1)
RECONNECTS_AN_HOUR = 3
"""So many times its length is the most that the time to reconnect gives somebody in an hour."""

LAG_AT_START_MS = 1_000
LAG_GAIN_MS = 300
LAG_CAP_MS = 2_000
"""What slow lines are forgiven altogether: so much for who sits down, more with each decision, never more at once. Whoever makes a line look slower than it
is gains this and no more: two seconds once, and three tenths of a second a decision."""

_LAG_STEP_MS = 50
_SHORT_LEVELS = 5 * 60
_SHORTEST_LEVELS = 3 * 60
_MS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePolicy:
    """What a table gives, in seconds. bank: at the start; bank_gain: with each ten hands; bank_cap: the most that a bank holds; reconnect: once a
    hand for who has lost the line, 0 for none.

    Rule: PT-H.43, PT-H.44, PT-O.43, PT-O.44, PT-T.42
    """

    decision_seconds: int = 15
    bank_seconds: int = 30
    bank_gain_seconds: int = 5
    bank_cap_seconds: int = 90
    reconnect_seconds: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSpent:
    """What a decision took beyond its own time, by where it came from; lag_ms: beyond its whole time, for a slow line."""

    reconnect_ms: int
    bank_ms: int
    lag_ms: int


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


def bank_at_last_table(*, policy: TimePolicy) -> int:
    """Return the bank of everybody at the last table of a tournament when it forms, in milliseconds: all that one holds.

    Rule: PT-H.44, PT-T.42
    """
    return policy.bank_cap_seconds * _MS


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


def time_spent(
    *, policy: TimePolicy, took: timedelta, reconnect_ms: int, bank_ms: int, lag_ms: int
) -> TimeSpent:
    """Return what a decision that took so long used up: first its own time, then that to reconnect, then the bank, then what its line was forgiven.

    Rule: PT-H.43, PT-H.44, PT-T.42
    """
    over = max(0, (took - timedelta(seconds=policy.decision_seconds)) // timedelta(milliseconds=1))
    reconnect = min(over, reconnect_ms)
    bank = min(over - reconnect, bank_ms)
    return TimeSpent(reconnect_ms=reconnect, bank_ms=bank, lag_ms=min(over - reconnect - bank, lag_ms))


def lag_to_keep(*, measured_ms: int, kept_ms: int) -> int:
    """Return the lag of a player's line that his table keeps, from what the house measured: what it kept, where the line is about the same.

    Rule: PT-H.43
    """
    counted = max(0, min(measured_ms, LAG_CAP_MS))
    if abs(counted - kept_ms) < max(_LAG_STEP_MS, kept_ms // 4):
        return kept_ms
    return counted if counted >= _LAG_STEP_MS else 0


def lag_forgiven(*, lag_ms: int, left_ms: int) -> int:
    """Return by how much the act of a player may come late: as his line was measured before the decision, of what is left to be forgiven. Rule: PT-H.43"""
    return max(0, min(lag_ms, left_ms))


def lag_left(*, left_ms: int, used_ms: int) -> int:
    """Return what a player's line is forgiven from the next decision on: each gives some back. Rule: PT-H.43"""
    return min(LAG_CAP_MS, left_ms - used_ms + LAG_GAIN_MS)
