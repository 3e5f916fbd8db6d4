"""Facts of what a tournament promises: drafted, published, changed, postponed, cancelled; and of its displays."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from dispatch.facts import PUBLIC, STAFF, key, routing
from tournaments.streams import TournamentFact
from tournaments.topics import (
    clock_topic,
    counts_topic,
    entries_topic,
    player_topic,
    prizes_topic,
    standings_topic,
    tables_topic,
    wall_topic,
)


class AnnouncedFact(TournamentFact):
    """Something that happened to a tournament as a whole."""

    tournament_id: int

    @property
    def topics(self) -> Sequence[str]:
        return (
            clock_topic(self.tournament_id),
            counts_topic(self.tournament_id),
            prizes_topic(self.tournament_id),
            standings_topic(self.tournament_id),
        )


class DraftedFact(AnnouncedFact):
    """A fact that is the staff's as long as the tournament is a draft."""

    draft: bool = routing()

    @property
    def audience(self) -> str:
        return STAFF if self.draft else PUBLIC


class TournamentDrafted(AnnouncedFact, kind="tournament_drafted", audience=STAFF):
    """There is a tournament that nobody has been told of."""

    name: str
    starts_at: datetime


class TournamentChanged(DraftedFact, kind="tournament_changed"):
    """What a tournament announces changed, `was` and `now`. promoted: players who waited and have a seat by it."""

    promoted: list[int] = routing()
    fields: list[str]
    was: dict[str, Any]
    now: dict[str, Any]
    acknowledged: list[str]

    @property
    def topics(self) -> Sequence[str]:
        return (
            *super().topics,
            *(player_topic(player_id, self.tournament_id) for player_id in self.promoted),
        )


class TournamentPublished(AnnouncedFact, kind="tournament_published"):
    """A tournament was announced."""

    name: str
    starts_at: datetime
    price_cents: int
    currency: str
    guarantee_cents: int
    rule_set: str
    commitment: str
    acknowledged: list[str]


class RegistrationOpened(AnnouncedFact, kind="registration_opened"):
    """People may register."""


class TournamentPostponed(DraftedFact, kind="tournament_postponed"):
    """Another start."""

    starts_before: datetime = key("from")
    starts_at: datetime
    reason: str

    @property
    def topics(self) -> Sequence[str]:
        return (*super().topics, entries_topic(self.tournament_id))


class TournamentCancelled(DraftedFact, kind="tournament_cancelled"):
    """A tournament does not take place. players: who was registered."""

    players: list[int] = routing()
    reason: str
    after_start: bool

    @property
    def topics(self) -> Sequence[str]:
        return (
            *super().topics,
            entries_topic(self.tournament_id),
            tables_topic(self.tournament_id),
            *(player_topic(player_id, self.tournament_id) for player_id in self.players),
        )


class ScreenPaired(TournamentFact, kind="screen_paired", audience=STAFF):
    """A display shows this tournament."""

    tournament_id: int
    code: str
    sound: bool


class ScreenUnpaired(TournamentFact, kind="screen_unpaired", audience=STAFF):
    """A display shows nothing of this tournament any more."""

    tournament_id: int
    code: str
    sound: bool


class ScreenAssigned(TournamentFact, kind="screen_assigned", audience=STAFF):
    """A display has another role. layout: of its clock; table: of the role table."""

    tournament_id: int
    code: str
    role: str
    layout: str
    table: int | None


class ScreenSetUp(TournamentFact, kind="screen_set_up", audience=STAFF):
    """A display has a name, and is heard or not; volume: per cent. voice: it speaks, too."""

    tournament_id: int
    code: str
    name: str
    sound: bool
    volume: int
    voice: bool = False


class ShownOnScreens(TournamentFact, kind="screens_told"):
    """What the displays show from now on."""

    tournament_id: int
    show: str
    message: str

    @property
    def topics(self) -> Sequence[str]:
        return (wall_topic(self.tournament_id),)
