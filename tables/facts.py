"""Facts of tables: what is recorded when somebody sits down, moves, or a table changes. Names are public names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dispatch.facts import ABSENT, STAFF, routing
from tournaments.streams import TournamentFact
from tournaments.topics import (
    counts_topic,
    entries_topic,
    news_topic,
    player_topic,
    standings_topic,
    table_topics,
    tables_topic,
)


class AtTable(TournamentFact):
    """Something that changes what is seen of one table."""

    table: int

    @property
    def topics(self) -> Sequence[str]:
        return (tables_topic(self.tournament_id), *table_topics(self.tournament_id, self.table))


class ServedAtTables(TournamentFact):
    """Something about a penalty. tables: where the person sits now; a penalty outlives the entry it was given to."""

    tables: list[int] = routing()

    @property
    def topics(self) -> Sequence[str]:
        return (
            tables_topic(self.tournament_id),
            *(topic for number in self.tables for topic in table_topics(self.tournament_id, number)),
        )


class DrawCommitted(TournamentFact, kind="draw_committed"):
    """The tournament's secret is made; what it commits to is published."""

    commitment: str
    protocol: str


class DrawMade(TournamentFact, kind="draw_made"):
    """digest: SHA-256 of the draw's whole record in canonical JSON, which the draw page publishes."""

    number: int
    draw: str
    method: str
    seed: str
    digest: str


class DrawRevealed(TournamentFact, kind="draw_revealed"):
    """The secret of all draws is published: no further draw can come."""

    commitment: str
    master_seed: str

    @property
    def topics(self) -> Sequence[str]:
        return (counts_topic(self.tournament_id),)


class PlayerSeated(TournamentFact, kind="player_seated"):
    """reason: tables.models.MoveReason. From nowhere (None) when the player had no seat."""

    player_id: int = routing()
    entry_id: int
    name: str
    reason: str
    from_table: int | None
    from_seat: int | None
    table: int
    seat: int
    draw_number: int | None
    waits_for_button: bool
    rule: str

    @property
    def topics(self) -> Sequence[str]:
        here = [
            player_topic(self.player_id, self.tournament_id),
            tables_topic(self.tournament_id),
            *table_topics(self.tournament_id, self.table),
        ]
        if self.from_table in (None, self.table):
            return here
        return [
            *here,
            *table_topics(self.tournament_id, self.from_table),
            news_topic(self.tournament_id),
        ]


class MoveUndone(TournamentFact, kind="move_undone"):
    """A player sits where they sat before a move."""

    move_id: int
    entry_id: int
    name: str
    from_table: int
    from_seat: int
    table: int
    seat: int

    @property
    def topics(self) -> Sequence[str]:
        return (tables_topic(self.tournament_id), news_topic(self.tournament_id))


class MoveAcknowledged(TournamentFact, kind="move_acknowledged"):
    """A player said that they are on their way."""

    player_id: int = routing()
    table: int = routing()
    move_id: int
    entry_id: int

    @property
    def topics(self) -> Sequence[str]:
        return (
            player_topic(self.player_id, self.tournament_id),
            tables_topic(self.tournament_id),
            *table_topics(self.tournament_id, self.table),
        )


class AlternatesSeated(TournamentFact, kind="alternates_seated"):
    """The line moved up for everybody who still waits."""

    entries: list[int]
    waiting: int

    @property
    def topics(self) -> Sequence[str]:
        return (entries_topic(self.tournament_id), counts_topic(self.tournament_id))


class TableOpened(TournamentFact, kind="table_opened"):
    """There is one more table."""

    table: int
    seats: int

    @property
    def topics(self) -> Sequence[str]:
        return (
            tables_topic(self.tournament_id),
            news_topic(self.tournament_id),
            counts_topic(self.tournament_id),
        )


class TableBroken(TournamentFact, kind="table_broken"):
    """A table is no more; its players sit elsewhere."""

    table: int
    players: int
    draw_number: int | None

    @property
    def topics(self) -> Sequence[str]:
        return (
            tables_topic(self.tournament_id),
            *table_topics(self.tournament_id, self.table),
            news_topic(self.tournament_id),
            counts_topic(self.tournament_id),
            standings_topic(self.tournament_id),
        )


class BreakUndone(TournamentFact, kind="break_undone"):
    """A broken table is there again, with those who could come back."""

    table: int
    returned: int

    @property
    def topics(self) -> Sequence[str]:
        return (
            tables_topic(self.tournament_id),
            *table_topics(self.tournament_id, self.table),
            news_topic(self.tournament_id),
            counts_topic(self.tournament_id),
            standings_topic(self.tournament_id),
        )


class TableHalted(AtTable, kind="table_halted"):
    """A table plays no hand."""

    players: int


class TableResumed(AtTable, kind="table_resumed"):
    """A halted table plays again."""

    players: int


class TablesRedrawn(TournamentFact, kind="tables_redrawn"):
    """Everybody, or the final table, got another seat by draw."""

    closed: list[int] = routing()
    final: bool
    players: int
    tables: list[int]
    draw_number: int

    @property
    def topics(self) -> Sequence[str]:
        return (
            tables_topic(self.tournament_id),
            counts_topic(self.tournament_id),
            standings_topic(self.tournament_id),
            *(
                topic
                for number in (*self.tables, *self.closed)
                for topic in table_topics(self.tournament_id, number)
            ),
        )


class SeatVerified(AtTable, kind="seat_verified"):
    """The right player sits there."""

    entry_id: int
    seat: int


class TableVerified(AtTable, kind="table_verified"):
    """entries: whose seats were checked by it."""

    entries: list[int]


class VerificationUndone(AtTable, kind="verification_undone"):
    """Seats that were verified are to be looked at again."""

    entries: list[int]


class PositionsRecorded(AtTable, kind="positions_recorded"):
    """Where button and blinds are."""

    button: int
    small_blind: int | None
    big_blind: int | None


class HandDoneAtTable(AtTable, kind="hand_done"):
    """A table has done its hand of the round."""

    round: int

    @property
    def topics(self) -> Sequence[str]:
        return (*super().topics, news_topic(self.tournament_id))


class HandTakenBack(HandDoneAtTable, kind="hand_taken_back"):
    """A table has not done its hand of the round after all: it plays on."""


class ChipsCounted(TournamentFact, kind="chips_counted"):
    """A stack was counted. was_chips: what was known of it before, at first what was given; None where nothing was; not said by facts of before."""

    player_id: int = routing()
    entry_id: int
    name: str
    table: int | None
    stack_chips: int
    was_chips: int | None = ABSENT

    @property
    def topics(self) -> Sequence[str]:
        return (
            *table_topics(self.tournament_id, self.table or 0),
            standings_topic(self.tournament_id),
            player_topic(self.player_id, self.tournament_id),
        )


class StacksPlayed(TournamentFact, kind="stacks_played"):
    """A hand at a table online is over. stacks: [entry, chips] of who is still in."""

    players: Sequence[int] = routing()
    table: int
    stacks: list[list[int]]

    @property
    def topics(self) -> Sequence[str]:
        return (
            *table_topics(self.tournament_id, self.table),
            standings_topic(self.tournament_id),
            *(player_topic(player_id, self.tournament_id) for player_id in self.players),
        )


class ChipsCorrected(TournamentFact, kind="chips_corrected", audience=STAFF):
    """Chips came into play or left it otherwise than with an entry: a chip race, chips found or forfeited."""

    added_chips: int
    removed_chips: int
    in_play_chips: int
    reason: str

    @property
    def topics(self) -> Sequence[str]:
        return (standings_topic(self.tournament_id), counts_topic(self.tournament_id))


class AwaySet(AtTable, kind="away_set"):
    """A player is away from the seat, or back."""

    entry_id: int
    seat: int
    away: bool


class PenaltyGiven(TournamentFact, kind="penalty_given", audience=STAFF):
    """For the staff only: a penalty is the player's and the house's business."""

    player_id: int = routing()
    table: int | None = routing()
    penalty_id: int
    entry_id: int
    penalty: str
    hands_owed: int
    reason: str
    rule: str

    @property
    def topics(self) -> Sequence[str]:
        at_table = [*table_topics(self.tournament_id, self.table)] if self.table else []
        return [player_topic(self.player_id, self.tournament_id), tables_topic(self.tournament_id), *at_table]


class PenaltyHandServed(ServedAtTables, kind="penalty_hand_served", audience=STAFF):
    """One more hand of a penalty was missed."""

    penalty_id: int
    entry_id: int
    hands_served: int
    hands_owed: int


class PenaltyUndone(ServedAtTables, kind="penalty_undone", audience=STAFF):
    """A penalty was taken back."""

    penalty_id: int
    entry_id: int


class RulingLogged(TournamentFact, kind="ruling_logged", audience=STAFF):
    """A decision of the floor was written down. question: which was asked; answer: the sentence of what was chosen, or of
    the rules, with its values; decision: in own words; player: whom it is about."""

    ruling_id: int
    ruling: str
    rule: str
    table: int | None
    question: str = ABSENT
    answer: str = ABSENT
    answer_params: Mapping[str, Any] = ABSENT
    decision: str = ABSENT
    player: str = ABSENT

    @property
    def topics(self) -> Sequence[str]:
        return (tables_topic(self.tournament_id), counts_topic(self.tournament_id))
