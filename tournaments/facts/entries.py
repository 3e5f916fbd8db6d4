"""Facts of registrations and entries: asked for, paid, seated, taken back, closed. Names are public names."""

from __future__ import annotations

from collections.abc import Sequence

from dispatch.facts import ABSENT, STAFF, key, routing
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


class DeskFact(TournamentFact):
    """Something at the desk about one player: for the staff, and that player's own page."""

    player_id: int

    @property
    def topics(self) -> Sequence[str]:
        return (entries_topic(self.tournament_id), player_topic(self.player_id, self.tournament_id))


class MoneyFact(TournamentFact):
    """Money at the desk: for the staff."""

    player_id: int

    @property
    def topics(self) -> Sequence[str]:
        return (entries_topic(self.tournament_id),)


class RegistrationMade(DeskFact, kind="registration_made", audience=STAFF):
    """A registration waits for its payment. code: said at the desk."""

    registration_id: int
    public_name: str
    code: str
    method: str
    terms_version: str
    price_cents: int


class PaymentNoted(DeskFact, kind="payment_noted", audience=STAFF):
    """The money of a registration that still waits for the document."""

    registration_id: int
    public_name: str
    method: str
    paid_cents: int


class PaymentStruck(DeskFact, kind="payment_struck", audience=STAFF):
    """A payment that was marked by mistake: no money had come, and the registration waits for it again. receipt: of the entry that it had
    paid, "" where the document was still to be seen."""

    registration_id: int
    public_name: str
    receipt: str
    method: str
    struck_cents: int
    reason: str


class PaymentMethodCorrected(DeskFact, kind="payment_method_corrected", audience=STAFF):
    """An entry was paid another way than it was booked. was, method: before and now. paid_cents: with what the method costs."""

    entry_id: int
    public_name: str
    receipt: str
    was: str
    method: str
    paid_cents: int


class RegistrationCancelled(DeskFact, kind="registration_cancelled", audience=STAFF):
    """A registration ended."""

    registration_id: int
    public_name: str
    reason: str


class RegistrationTransferred(TournamentFact, kind="registration_transferred", audience=STAFF):
    """Another person plays."""

    registration_id: int
    from_player_id: int
    to_player_id: int
    reason: str

    @property
    def topics(self) -> Sequence[str]:
        return (entries_topic(self.tournament_id),)


class EnteredFact(TournamentFact):
    """Somebody entered: at a seat, or waiting (for the start, or in the line)."""

    player_id: int = routing()
    entry_id: int
    public_name: str
    ordinal: int
    waiting: bool
    table_number: int = ABSENT
    seat_number: int = ABSENT

    @property
    def topics(self) -> Sequence[str]:
        return (
            counts_topic(self.tournament_id),
            prizes_topic(self.tournament_id),
            player_topic(self.player_id, self.tournament_id),
        )


class PlayerEntered(EnteredFact, kind="player_entered"):
    """Somebody entered for the first time."""


class PlayerReEntered(EnteredFact, kind="player_re_entered"):
    """Somebody who was out entered again."""


class EntryPaid(MoneyFact, kind="entry_paid", audience=STAFF):
    """What an entry was paid with."""

    entry_id: int
    receipt: str
    method: str
    price_cents: int
    surcharge_cents: int
    currency: str
    terms_version: str


class EntryCancelled(TournamentFact, kind="entry_cancelled"):
    """An entry is taken back. promoted_id: the player who waited and has its place. table: where it sat, once seats are drawn."""

    player_id: int = routing()
    promoted_id: int | None = routing()
    table: int | None = routing()
    entry_id: int
    public_name: str

    @property
    def topics(self) -> Sequence[str]:
        return (
            counts_topic(self.tournament_id),
            prizes_topic(self.tournament_id),
            player_topic(self.player_id, self.tournament_id),
            *([] if self.promoted_id is None else [player_topic(self.promoted_id, self.tournament_id)]),
            *(
                []
                if self.table is None
                else [tables_topic(self.tournament_id), *table_topics(self.tournament_id, self.table)]
            ),
        )


class EntryRefunded(MoneyFact, kind="entry_refunded", audience=STAFF):
    """The money of an entry that was taken back. handed_back: by the method it came by, else to the balance."""

    entry_id: int
    receipt: str
    refund_cents: int
    handed_back: bool
    method: str
    reason: str


class ReEntryUndone(TournamentFact, kind="re_entry_undone", audience=STAFF):
    """A re-entry alone is taken back, and the player is out as before. from_table, from_seat: where its chips lay; None in line. place: the
    one that stands again, None while it is open. stack_chips: what is in play again where a stack had been given up for it."""

    player_id: int = routing()
    entry_id: int
    public_name: str
    ordinal: int
    from_table: int | None
    from_seat: int | None
    place: int | None
    stack_chips: int | None
    reason: str

    @property
    def topics(self) -> Sequence[str]:
        return (
            entries_topic(self.tournament_id),
            # who came back stands there as such
            eliminations_topic(self.tournament_id),
            player_topic(self.player_id, self.tournament_id),
        )


class EntryTransferred(TournamentFact, kind="entry_transferred"):
    """An entry changed hands, from one public name to another."""

    from_player_id: int = routing()
    to_player_id: int = routing()
    entry_id: int
    from_name: str = key("from")
    public_name: str

    @property
    def topics(self) -> Sequence[str]:
        return (
            counts_topic(self.tournament_id),
            player_topic(self.from_player_id, self.tournament_id),
            player_topic(self.to_player_id, self.tournament_id),
        )


class EntriesClosed(TournamentFact, kind="entries_closed"):
    """No further entry can come."""

    at_final_table: bool = routing()
    entries_total: int
    entries_unique: int
    rebuys: int
    add_ons: int

    @property
    def topics(self) -> Sequence[str]:
        return (
            counts_topic(self.tournament_id),
            prizes_topic(self.tournament_id),
            eliminations_topic(self.tournament_id),
            entries_topic(self.tournament_id),
            clock_topic(self.tournament_id),
            *([standings_topic(self.tournament_id)] if self.at_final_table else []),
        )


class PlayerNamedAnew(DeskFact, kind="player_named_anew", audience=STAFF):
    """What everybody reads of a player here is another: the name, or whether it has a page. The name is not told. tables: where the player sits."""

    entry_id: int | None
    tables: list[int] = routing()

    @property
    def topics(self) -> Sequence[str]:
        return (
            *super().topics,
            counts_topic(self.tournament_id),
            eliminations_topic(self.tournament_id),
            standings_topic(self.tournament_id),
            news_topic(self.tournament_id),
            tables_topic(self.tournament_id),
            *(topic for number in self.tables for topic in table_topics(self.tournament_id, number)),
        )
