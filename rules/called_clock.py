"""The called clock and the action clock: how long a player has for one decision."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from rules.policies import Policies, TimeToAct
from rules.refusals import N_, Refused

# SCPT.T: the dealer counts silently to five before the action clock starts
DEALER_COUNT_SECONDS = 5


class TimeOutcome(StrEnum):
    """What becomes of a player whose time was measured."""

    IN_TIME = "in_time"
    CHECK = "check"
    FOLD = "fold"


@dataclass(frozen=True, slots=True, kw_only=True)
class Countdown:
    """A running called or action clock. countdown: the last seconds are being counted aloud."""

    ends_at: datetime
    remaining_seconds: int
    countdown: bool
    expired: bool
    cards_used: int = 0


def called_clock(*, called_at: datetime, at: datetime, policies: Policies) -> Countdown:
    """Return the clock called on a player: seconds to decide, then a countdown; a tie goes to the player.

    Refusals: ``no_called_clock`` where acts are timed: by an action clock, or online by decision time.
    Rule: ADTP.29, SCPT.T, PT-T.42, REGULATIONS 4.5, REGULATIONS 11
    """
    if policies.time_to_act is not TimeToAct.CALLED_CLOCK:
        raise Refused(
            "no_called_clock",
            N_("Every act is timed in this event: no clock is called."),
            rule="SCPT.T" if policies.time_to_act is TimeToAct.ACTION_CLOCK else "PT-T.42",
        )
    total = policies.called_clock_seconds + policies.called_clock_countdown_seconds
    ends_at = called_at + timedelta(seconds=total)
    left = _ceil_seconds(ends_at - at)
    return Countdown(
        ends_at=ends_at,
        remaining_seconds=left,
        countdown=at >= ends_at - timedelta(seconds=policies.called_clock_countdown_seconds),
        expired=at > ends_at,
    )


def goes_away(*, outcome: TimeOutcome, policies: Policies) -> bool:
    """Return whether who let the time pass is away from then on: online, where a decision has its time. Live, the
    dealer's check or fold is all.

    Rule: PT-T.43
    """
    return policies.time_to_act is TimeToAct.DECISION_TIME and outcome is not TimeOutcome.IN_TIME


def time_outcome(*, ends_at: datetime, acted_at: datetime | None, facing_a_bet: bool) -> TimeOutcome:
    """Return what a player's time comes to: acting at the very end is in time; else fold facing a bet, check if not.

    acted_at: None when there was no action.
    Rule: ADTP.29, SCPT.T, PT-T.42, PT-T.43
    """
    if acted_at is not None and acted_at <= ends_at:
        return TimeOutcome.IN_TIME
    return TimeOutcome.FOLD if facing_a_bet else TimeOutcome.CHECK


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A stretch during which the action clock stands: an all-in is counted, the floor was called."""

    from_at: datetime
    to_at: datetime | None = None


def action_clock(
    *, started_at: datetime, at: datetime, cards: int, policies: Policies, stops: Iterable[Stop] = ()
) -> Countdown:
    """Return the action clock of one decision.

    started_at: after the dealer's silent count (`DEALER_COUNT_SECONDS`). cards: time-bank cards the player
    holds; they are used by themselves one after another. stops: stretches that do not count, not overlapping.
    remaining_seconds and ends_at include the cards; an open stop puts ends_at as if it ended now.
    Rule: SCPT.T, REGULATIONS 4.5
    """
    stood = timedelta()
    for stop in stops:
        until = at if stop.to_at is None else min(stop.to_at, at)
        stood += max(timedelta(), until - max(stop.from_at, started_at))
    own = timedelta(seconds=policies.action_clock_seconds)
    card = timedelta(seconds=policies.time_bank_card_seconds)
    ends_at = started_at + own + cards * card + stood
    played = at - started_at - stood
    beyond = played - own
    used = 0 if beyond <= timedelta() or not card else min(cards, -(-beyond // card))
    return Countdown(
        ends_at=ends_at,
        remaining_seconds=_ceil_seconds(ends_at - at),
        countdown=timedelta() <= ends_at - at <= timedelta(seconds=policies.called_clock_countdown_seconds),
        expired=at > ends_at,
        cards_used=used,
    )


def time_bank_cards(*, held: int, new_day: bool, final_table: bool, policies: Policies) -> int:
    """Cards a player holds after a day begins (fresh ones on top of the rest) or a final table forms (one
    more).

    Rule: SCPT.T
    """
    if policies.time_to_act is not TimeToAct.ACTION_CLOCK:
        return held
    return held + (policies.time_bank_cards if new_day else 0) + (1 if final_table else 0)


def _ceil_seconds(span: timedelta) -> int:
    return max(0, -(-span // timedelta(seconds=1)))
