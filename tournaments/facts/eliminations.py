"""Facts of the field: the start, who goes out and comes back, hand for hand, who took whose chips. Names are public names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dispatch.facts import STAFF, routing
from tournaments.streams import TournamentFact
from tournaments.topics import (
    clock_topic,
    counts_topic,
    eliminations_topic,
    entries_topic,
    news_topic,
    player_topic,
    prizes_topic,
    standings_topic,
    table_topics,
    tables_topic,
)


class TournamentStarted(TournamentFact, kind="tournament_started"):
    """Seats and buttons are drawn, the clock runs. players: everybody who entered."""

    players: list[int] = routing()
    entries: int
    waiting: int
    tables: int
    draw_number: int
    button_draw_number: int

    @property
    def topics(self) -> Sequence[str]:
        return (
            counts_topic(self.tournament_id),
            clock_topic(self.tournament_id),
            tables_topic(self.tournament_id),
            entries_topic(self.tournament_id),
            prizes_topic(self.tournament_id),
            standings_topic(self.tournament_id),
            *(player_topic(player_id, self.tournament_id) for player_id in self.players),
        )


class PlayerEliminated(TournamentFact, kind="player_eliminated"):
    """A player is out. place: None while a round of hand-for-hand is open; final: no later entry can move it."""

    player_id: int = routing()
    at_final_table: bool = routing()
    elimination_id: int
    entry_id: int
    name: str
    table: int
    seat: int
    reason: str
    hand_for_hand_round: int | None
    place: int | None
    tied: int
    final: bool
    by_entries: list[int]
    takers: str
    players_left: int

    @property
    def topics(self) -> Sequence[str]:
        return (
            counts_topic(self.tournament_id),
            eliminations_topic(self.tournament_id),
            tables_topic(self.tournament_id),
            *table_topics(self.tournament_id, self.table),
            player_topic(self.player_id, self.tournament_id),
            *([standings_topic(self.tournament_id)] if self.at_final_table else []),
        )


class TimeIsUp(TournamentFact, kind="time_is_up"):
    """The time of a timed tournament is up: each table plays on until everybody there has had the button. ended_at: when it was."""

    ended_at: str
    players_left: int
    tables: int

    @property
    def topics(self) -> Sequence[str]:
        return (
            clock_topic(self.tournament_id),
            counts_topic(self.tournament_id),
            tables_topic(self.tournament_id),
            news_topic(self.tournament_id),
        )


class PlacedByChips(TournamentFact, kind="placed_by_chips"):
    """A player who was in at the end of a timed tournament has a place by the chips counted. tied: how many share it."""

    player_id: int = routing()
    entry_id: int
    name: str
    table: int
    stack_chips: int
    place: int
    tied: int

    @property
    def topics(self) -> Sequence[str]:
        return (eliminations_topic(self.tournament_id), player_topic(self.player_id, self.tournament_id))


class EliminationUndone(TournamentFact, kind="elimination_undone"):
    """A player is in again, and places and prizes have followed."""

    player_id: int = routing()
    elimination_id: int
    entry_id: int
    name: str
    table: int
    seat: int
    players_left: int
    places_moved: int
    prizes_taken_back: int

    @property
    def topics(self) -> Sequence[str]:
        return (
            counts_topic(self.tournament_id),
            eliminations_topic(self.tournament_id),
            tables_topic(self.tournament_id),
            standings_topic(self.tournament_id),
            prizes_topic(self.tournament_id),
            *table_topics(self.tournament_id, self.table),
            player_topic(self.player_id, self.tournament_id),
        )


class DisqualificationFact(TournamentFact):
    """lifted_id: the elimination; not as elimination_id, by which the history knows what was undone."""

    player_id: int = routing()
    lifted_id: int
    entry_id: int
    name: str
    reason: str

    @property
    def topics(self) -> Sequence[str]:
        return (entries_topic(self.tournament_id), player_topic(self.player_id, self.tournament_id))


class DisqualificationLifted(DisqualificationFact, kind="disqualification_lifted", audience=STAFF):
    """The person may enter again."""


class DisqualificationRestored(DisqualificationFact, kind="disqualification_restored", audience=STAFF):
    """It counts again."""


class RoundFact(TournamentFact):
    """round: of hand-for-hand."""

    round: int

    @property
    def topics(self) -> Sequence[str]:
        return (
            clock_topic(self.tournament_id),
            counts_topic(self.tournament_id),
            news_topic(self.tournament_id),
            tables_topic(self.tournament_id),
        )


class HandForHandStarted(RoundFact, kind="hand_for_hand_started"):
    """All tables play hand for hand."""


class HandForHandEnded(RoundFact, kind="hand_for_hand_ended"):
    """Tables play on by themselves."""


class HandForHandRoundCompleted(TournamentFact, kind="hand_for_hand_round_completed"):
    """Every table has done its hand. eliminations: {elimination_id, entry_id, name, place, tied, final} of each."""

    players: list[int] = routing()
    round: int
    next_round: int
    eliminations: list[dict[str, Any]]
    players_left: int

    @property
    def topics(self) -> Sequence[str]:
        return (
            news_topic(self.tournament_id),
            counts_topic(self.tournament_id),
            eliminations_topic(self.tournament_id),
            tables_topic(self.tournament_id),
            *(player_topic(player_id, self.tournament_id) for player_id in self.players),
        )


class NamingFact(TournamentFact):
    """Who took the chips of a player who is out. bounties: {entry_id, name, amount_cents} of each share."""

    naming_id: int
    elimination_id: int
    entry_id: int
    name: str
    was: str
    takers: str
    by_entries: list[int]
    bounties: list[dict[str, Any]]

    @property
    def topics(self) -> Sequence[str]:
        return (
            counts_topic(self.tournament_id),
            eliminations_topic(self.tournament_id),
            prizes_topic(self.tournament_id),
            tables_topic(self.tournament_id),
        )


class TakersNamed(NamingFact, kind="takers_named"):
    """Somebody answered it."""


class TakersNamingUndone(NamingFact, kind="takers_naming_undone"):
    """The answer before it stands again."""
