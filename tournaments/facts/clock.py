"""Facts of the clock: its anchors after each change. What it shows is computed from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dispatch.facts import ABSENT
from tournaments.streams import TournamentFact, VenueFact
from tournaments.topics import clock_topic, counts_topic


class LevelFact(TournamentFact):
    """item: the level or break, as the structure has it."""

    level_index: int
    item: dict[str, Any]

    @property
    def topics(self) -> Sequence[str]:
        return (clock_topic(self.tournament_id), counts_topic(self.tournament_id))


class LevelAnnounced(LevelFact, kind="level_announced"):
    """A level or break began."""

    due_at: str


class ClockFact(LevelFact):
    """A clock as it stands: `rules.clock.ClockState`. turn: rises with each change. recess_seconds and what is held of
    the level: only while a recess is given within it. recess_back_seconds, hand_us, stood_us, stood_at: where there are any."""

    turn: int
    index: int
    started_at: str | None
    entered_at: str | None
    anchor_at: str | None
    elapsed_us: int
    extra_seconds: int
    paused: bool
    frozen: bool
    hand_for_hand: bool
    hand_at: str | None
    decided: bool
    finished_at: str | None
    short_handed_seconds: int | None
    short_handed_from: int | None
    recess_seconds: int = ABSENT
    held_us: int = ABSENT
    held_extra_seconds: int = ABSENT
    recess_back_seconds: int = ABSENT
    hand_us: int = ABSENT
    stood_us: int = ABSENT
    stood_at: str = ABSENT


class ClockChange(ClockFact):
    """A change by a person, with what the clock showed before and after it. was_recess: of two items with one level's number, the
    recess after it; absent from facts of before."""

    was_index: int
    was_level: int | None
    was_left_seconds: int
    level: int | None
    left_seconds: int
    was_recess: bool = ABSENT


class ClockStarted(ClockFact, kind="clock_started"):
    """The first level began."""


class ClockAdvanced(ClockFact, kind="clock_advanced"):
    """A level was over, and the next began by itself."""


class ClockPaused(ClockChange, kind="clock_paused"):
    """The clock stands."""


class ClockResumed(ClockChange, kind="clock_resumed"):
    """The clock runs again."""


class ClockRecessGiven(ClockChange, kind="clock_recess_given"):
    """A recess outside of the structure began: the level stands until it is over."""


class ClockRecessEnded(ClockChange, kind="clock_recess_ended"):
    """A recess that was given was ended before its time: the level goes on."""


class ClockRecessOver(ClockFact, kind="clock_recess_over"):
    """A recess that was given was over, and the level goes on by itself."""


class ClockSetRight(ClockChange, kind="clock_set_right"):
    """The clock stood, for the server's was set back: the level goes on with what it had left when anything was last recorded before."""


class ClockMoved(ClockChange, kind="clock_moved"):
    """The clock went to another level."""


class ClockTimeAdded(ClockChange, kind="clock_time_added"):
    """The level is longer (+) or shorter (−)."""

    added_seconds: int


class LevelEdited(ClockChange, kind="level_edited"):
    """A level of the structure was changed."""


class ShortHandedCalled(ClockChange, kind="short_handed_called"):
    """Levels are as long as the rule set has them for few players."""


class ClockChangeUndone(ClockFact, kind="clock_change_undone"):
    """The last change by a person was taken back. undone: its kind."""

    undone: str


class ClockFrozen(ClockFact, kind="clock_frozen"):
    """The clock stands with all of its venue."""


class ClockThawed(ClockFact, kind="clock_thawed"):
    """The clock runs again with all of its venue."""


class ClockStoodDecided(ClockFact, kind="clock_stood_decided"):
    """One player is left: the clock stands until the result."""


class ClockWentOn(ClockFact, kind="clock_went_on"):
    """A second player is in again: the clock goes on."""


class ClockWentHandForHand(ClockFact, kind="clock_went_hand_for_hand"):
    """Hands cost time from now on."""


class HandCharged(ClockFact, kind="hand_charged"):
    """A round of hand-for-hand is over; it cost its time."""


class ClockLeftHandForHand(ClockFact, kind="clock_left_hand_for_hand"):
    """Time passes again."""


class ClockFinished(ClockFact, kind="clock_finished"):
    """The tournament is over: the clock stands for good."""


class ClockReopened(ClockFact, kind="clock_reopened"):
    """The end was taken back: the clock is paused with the time that was left."""


class VenueClocksFact(VenueFact):
    """All running clocks of a venue together."""

    venue_id: int
    tournaments: list[int]


class VenueFrozen(VenueClocksFact, kind="venue_frozen"):
    """They all stand."""


class VenueThawed(VenueClocksFact, kind="venue_thawed"):
    """They all run again."""


#: Changes of a clock, in the stream of its tournament. Of those that can be taken back only the last is.
CLOCK_KINDS = (
    ClockPaused.kind,
    ClockResumed.kind,
    ClockRecessGiven.kind,
    ClockRecessEnded.kind,
    ClockSetRight.kind,
    ClockMoved.kind,
    ClockTimeAdded.kind,
    LevelEdited.kind,
    ShortHandedCalled.kind,
    ClockChangeUndone.kind,
)

# after any of these the last change by a person cannot be taken back any more: what it changed went on
CLOCK_WENT_ON_KINDS = (
    *CLOCK_KINDS,
    ClockAdvanced.kind,
    ClockRecessOver.kind,
    ClockFrozen.kind,
    ClockThawed.kind,
    ClockStoodDecided.kind,
    ClockWentOn.kind,
    ClockWentHandForHand.kind,
    HandCharged.kind,
    ClockLeftHandForHand.kind,
    ClockFinished.kind,
    ClockReopened.kind,
)
