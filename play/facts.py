"""Facts of played tables. A card stands in one only when it lies open for everybody.

Longer than others because all facts of one record stand in one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dispatch.facts import ABSENT, STAFF, player_audience, routing
from people.streams import PlayerFact
from play.streams import PlayFact, own_topics
from play.topics import own_tables_topic, played_table_topic, waiting_topic
from tournaments.streams import TournamentFact, VenueFact


class PlayTableOpened(PlayFact, kind="play_table_opened"):
    """A table can be sat down at. game: what is played there, from its first hand to the last. root, second_root: what the two
    decks of its first hand are committed to. heads_up: who posts the small blind between two; bets_and_raises: the most of a round, where it is not the
    game's own.
    """

    name: str
    table_kind: str
    game: str
    seats: int
    small_blind_chips: int
    big_blind_chips: int
    stack_chips: int
    root: str
    second_root: str
    heads_up: str = ABSENT
    bets_and_raises: int = ABSENT


class CashTermsSet(PlayFact, kind="cash_terms_set"):
    """For what a cash table is played, told as it opens; every amount of its record is in cents of this currency. heads_up: who posts the small blind between
    two; bets_and_raises: the most of a round, where it is not the game's own; starts_at, minutes: of a session."""

    currency: str
    least_buy_in_cents: int
    most_buy_in_cents: int
    rake_manner: str
    rake_bp: int
    onlookers_delay_seconds: int = ABSENT
    heads_up: str = ABSENT
    bets_and_raises: int = ABSENT
    starts_at: str = ABSENT
    minutes: int = ABSENT


class SessionBegan(PlayFact, kind="session_began"):
    """The seats of a session were drawn among who had registered, in their order. seed: from which they were; seats: [seat, player]."""

    seed: str
    seats: list[list[int]]
    ends_at: str


class PlayTableClosed(PlayFact, kind="play_table_closed"):
    """Nobody sits at the table any more, and nobody can."""


class CallingFact(PlayFact):
    """What changes whether the table calls who is not there, or how long such a player has. called: whose other pages call to the table, and say until when."""

    called: Sequence[int] = routing()

    @property
    def topics(self) -> Sequence[str]:
        return (*super().topics, *map(own_tables_topic, self.called))


class PlayerSatDown(CallingFact, kind="player_sat_down"):
    """rehearsal: the player is nobody, and acts by itself. name: not told any more, for it may be erased and the record is for ever."""

    seat: int
    name: str = ABSENT
    player_id: int
    chips: int
    rehearsal: bool


class PlayerStoodUp(CallingFact, kind="player_stood_up"):
    """chips: what the player had left. name: as when sitting down."""

    seat: int
    name: str = ABSENT
    player_id: int
    chips: int


class PlayerSatOut(CallingFact, kind="player_sat_out"):
    """The player is dealt no more hands until coming back. timed_out: because the time to decide ran out."""

    seat: int
    timed_out: bool


class PlayerCameBack(CallingFact, kind="player_came_back"):
    """The player is dealt in from the next hand on."""

    seat: int


class PlayerChangedSeat(PlayFact, kind="player_changed_seat"):
    """A player of a cash or demo table sits in another seat from now on, with stack and bank of time."""

    player_id: int
    from_seat: int
    seat: int


class PlayerAwaited(PlayerFact, kind="player_awaited"):
    """A table waits for its player: the house gave the seat, and no line of the player has been there, or the line went. awaited: false where the player
    is there, or sits there no more.
    """

    table_id: int
    awaited: bool

    @property
    def audience(self) -> str:
        return player_audience(self.player_id)

    @property
    def topics(self) -> Sequence[str]:
        return (own_tables_topic(self.player_id),)


class OwnPageFact(PlayFact):
    """What changes the pages of its players alone, and nothing that the table sees."""

    @property
    def topics(self) -> Sequence[str]:
        return own_topics(self)


class OwnFact(OwnPageFact):
    """What a player wants at a table, or does not any more: told to that player alone, on that player's page."""

    player_id: int = routing()

    @property
    def audience(self) -> str:
        return player_audience(self.player_id)


class SeatWished(OwnPageFact, kind="seat_wished"):
    """A player goes to another seat when the hand is over; to_seat is 0 where nothing came of it, for it was taken meanwhile."""

    seat: int
    to_seat: int


class HandDealt(CallingFact, kind="hand_dealt"):
    """root, second_root: what its two decks were committed to before, in the record of the hand before it (or of the table's
    opening); next_root, next_second_root: the next one's. words: [seat, word], of who gave one, from which follows what deck
    is dealt and how. stacks: [seat, chips]. button_seed: from which the button was drawn; "" where it moved. ante: its kind ("each",
    "big_blind" for all), its chips, whether it is taken before the blind; absent where there is none.
    """

    number: int
    button: int
    button_seed: str
    small_blind: int
    big_blind: int
    small_blind_chips: int
    big_blind_chips: int
    ante: list[Any] = ABSENT
    stacks: list[list[int]]
    root: str
    next_root: str
    second_root: str
    next_second_root: str
    words: list[list[Any]]


class HandActed(CallingFact, kind="hand_acted"):
    """to_chips: what stands in front of the player now. manner: by the player, because time ran out, because nobody was there.
    word_for: the number of the hand for which the player gave a word with it; absent where none was given.
    """

    number: int
    turn: int
    seat: int
    act: str
    to_chips: int
    manner: str
    word_for: int = ABSENT


class StreetOpened(CallingFact, kind="street_opened"):
    """Cards were turned on the board."""

    number: int
    street: str
    cards: list[str]


class CardsTurnedUp(PlayFact, kind="cards_turned_up"):
    """Nobody can bet any more: the own cards of everybody left lie open while the board comes. cards: [seat, [card, …]]."""

    number: int
    cards: list[list[Any]]


class HandSettled(PlayFact, kind="hand_settled"):
    """Who won which pot, with the hands that were shown and no others. other_deck: the secret from which the deck that was
    not dealt follows whole.
    """

    number: int
    result: dict[str, Any]
    other_deck: str


class HandPutAway(PlayFact, kind="hand_put_away"):
    """A hand that everybody has seen lies there no more, and none follows it: too few are there to play."""

    number: int


class DecidedAhead(OwnFact, kind="decided_ahead"):
    """A player decided something before the turn, or took it back. What, stands nowhere but in the player's seat: this fact is that player's, and
    tells the page of that player alone.
    """

    number: int


class RestWished(OwnFact, kind="rest_wished"):
    """A player sits out once the hand that is played is over, or does not any more."""

    seat: int
    rests: bool


class LastHandForBarred(OwnFact, kind="last_hand_for_barred"):
    """A player who may not play any more plays the hand to its end, and then leaves the table."""

    seat: int


class LineLost(PlayFact, kind="line_lost"):
    """The house saw the last line of a player to this table go."""

    seat: int


class LineBack(PlayFact, kind="line_back"):
    """The player's line is there again."""

    seat: int


class TimeAsked(PlayFact, kind="time_asked"):
    """The player to act asked for the bank of time, which runs when the decision's own is over."""

    number: int
    turn: int
    seat: int


class TimeUsed(PlayFact, kind="time_used"):
    """A decision took longer than its own time. bank_ms, reconnect_ms: what it used of the player's bank, and of the time to reconnect;
    lag_ms: how much later it came than all of its time, because of a slow line."""

    number: int
    turn: int
    seat: int
    bank_ms: int
    reconnect_ms: int
    bank_left_ms: int
    lag_ms: int = ABSENT


class WordsBegun(OwnPageFact, kind="words_begun"):
    """A player fixed the words of coming hands. end: of the chain of hashes, from which each word is one link further back;
    from_number: the first hand that they count for, whose roots were not told yet.
    """

    seat: int
    end: str
    from_number: int


class WordGiven(OwnPageFact, kind="word_given"):
    """A player gave the word for a hand that is not dealt yet: the word itself is told when it is dealt."""

    seat: int
    number: int


class DecisionRestarted(CallingFact, kind="decision_restarted"):
    """The house was away when the time to decide ended: the player has the full time again, and nobody was folded."""

    number: int
    turn: int
    seat: int


class HandVoided(CallingFact, kind="hand_voided"):
    """The hand counts for nothing: everybody has the chips of its start. why: "staff", "outage", "cards" (they could not be
    made), "chips" (they did not add up) or "put_back" (the house's data went back to an earlier moment); reason: in the words of
    staff. stacks: [seat, chips] as they were given back.
    """

    number: int
    why: str
    reason: str
    stacks: list[list[int]]


class DecksReplaced(PlayFact, kind="decks_replaced"):
    """The house's data was put back to an earlier moment, after which players may have seen the next hand: that hand has other decks, committed to
    here, and words that were given for it count no more.
    """

    number: int
    root: str
    second_root: str


class PlayTableHeld(CallingFact, kind="play_table_held"):
    """Nothing happens at the table, and nobody's time runs, until it is released. reason: what everybody there is told; ""
    where the table broke and held itself."""

    reason: str


class PlayTableHeldForLines(CallingFact, kind="play_table_held_for_lines"):
    """Many lines went at once, of the table or of its tournament: it stands until enough are back, and no longer than until. lost: how many
    lines, of_players: of how many that were there."""

    lost: int
    of_players: int
    until: str


class PlayTableReleased(CallingFact, kind="play_table_released"):
    """The table goes on with the time that was left. offered: who is offered a seat there, for whom the time went on, too."""

    offered: Sequence[int] = routing()

    @property
    def topics(self) -> Sequence[str]:
        whose = tuple(waiting_topic(player_id, self.table_id) for player_id in self.offered)
        return (*super().topics, *whose)


class OnlookersDelaySet(PlayFact, kind="onlookers_delay_set"):
    """From this hand on, who does not sit at the table sees it so many seconds late; 0: as it is."""

    seconds: int


class StackRefilled(PlayFact, kind="stack_refilled"):
    """Play chips were given to somebody who had fewer than one big blind."""

    seat: int
    added_chips: int
    stack_chips: int


class StackRebought(PlayFact, kind="stack_rebought"):
    """A player of a tournament who had lost the last chip bought others."""

    seat: int
    player_id: int
    added_chips: int


class StackAddedOn(PlayFact, kind="stack_added_on"):
    """A player of a tournament bought an add-on, between two hands of the recess after its level."""

    seat: int
    player_id: int
    added_chips: int
    stack_chips: int


class RebuyDeclined(PlayFact, kind="rebuy_declined"):
    """A player who had lost the last chip buys no others."""

    seat: int


class StackToppedUp(CallingFact, kind="stack_topped_up"):
    """A player of a cash table added money to the own stack. fee_cents: what the house took of it before."""

    seat: int
    added_cents: int
    fee_cents: int
    stack_cents: int


class WaitingListFact(PlayFact):
    """Something about the waiting list of a cash table. player_id: whom it is about; waiting: who waits there, whose places it may change."""

    player_id: int
    waiting: Sequence[int] = routing()

    @property
    def topics(self) -> Sequence[str]:
        whose = dict.fromkeys([*self.waiting, self.player_id])
        return (
            played_table_topic(self.table_id),
            *(waiting_topic(player_id, self.table_id) for player_id in whose),
        )


class WaitingListJoined(WaitingListFact, kind="waiting_list_joined"):
    """A player waits for a seat at a full table."""


class OfferFact(WaitingListFact):
    """A seat is offered, or is not any more: the player's other pages call to it."""

    @property
    def topics(self) -> Sequence[str]:
        return (*super().topics, own_tables_topic(self.player_id))


class SeatOffered(OfferFact, kind="seat_offered"):
    """A free seat is kept for the first who waits, until an instant."""

    until: str


class WaitingEnded(OfferFact, kind="waiting_ended"):
    """A player waits no longer. outcome: "seated", "left" by himself, "missed" the offer, "closed" with the table, "barred"."""

    outcome: str


class StackKept(OwnFact, kind="stack_kept"):
    """A player wants a stack filled up after each hand, or no more. cents: to how much, 0 for no more; ended: the code of the refusal for which
    the house ended it, "" where the player did. The player's own, and told to nobody else.
    """

    seat: int
    cents: int
    ended: str


class ChipsWished(OwnFact, kind="chips_wished"):
    """A player wants chips added when the hand is over, or not any more. cents: what leaves the account then, 0 for nothing; ended: the code of the
    refusal for which nothing was brought, "" where the player took it back. The player's own, and told to nobody else.
    """

    seat: int
    cents: int
    ended: str


class HandForHandAtTables(PlayFact, kind="hand_for_hand_at_tables"):
    """A table has done its hand of hand-for-hand, or all begin one or play on by themselves. round: the one that is played now, 0 where
    hand-for-hand is over; still_play: how many tables have not done their hand of it.
    """

    tables: Sequence[int] = routing()
    round: int
    still_play: int

    @property
    def topics(self) -> Sequence[str]:
        return tuple(played_table_topic(table_id) for table_id in self.tables)


class TablesWaitForRedraw(PlayFact, kind="tables_wait_for_redraw"):
    """All seats of a tournament are drawn anew when the hands that are played are over; at the other tables no hand begins before."""

    tables: Sequence[int] = routing()

    @property
    def topics(self) -> Sequence[str]:
        return tuple(played_table_topic(table_id) for table_id in self.tables)


class TablesPlayLastHands(PlayFact, kind="tables_play_last_hands"):
    """The time of a timed tournament is up: each table plays on until everybody there has had the button, or has done so."""

    tables: Sequence[int] = routing()

    @property
    def topics(self) -> Sequence[str]:
        return tuple(played_table_topic(table_id) for table_id in self.tables)


class ComplaintFact(PlayFact):
    """Something about a complaint: for the staff, and without a word of what was written."""

    complaint_id: int
    number: int

    @property
    def topics(self) -> Sequence[str]:
        return ()


class ComplaintMade(ComplaintFact, kind="complaint_made", audience=STAFF):
    """A player complained about a hand. answer_by: until when the house answers."""

    answer_by: str


class ComplaintAnswered(ComplaintFact, kind="complaint_answered", audience=STAFF):
    """The house answered."""


class ComplaintClosed(ComplaintFact, kind="complaint_closed", audience=STAFF):
    """Nothing more is to be done about it."""


class HandCardsOpened(PlayFact, kind="hand_cards_opened", audience=STAFF):
    """All cards of a hand that is over were opened to an integrity officer: for the staff, and without a card. reason: in the officer's words."""

    opening_id: int
    number: int
    reason: str

    @property
    def topics(self) -> Sequence[str]:
        return ()


class PlayerAnswered(TournamentFact, kind="player_answered"):
    """The house answered a player's complaint about a hand of a tournament: for that player, without a word of what was written.
    table_number: of its tables; number: of the hand there.
    """

    player_id: int
    table_number: int
    number: int

    @property
    def audience(self) -> str:
        return player_audience(self.player_id)


class PlaceFact(VenueFact):
    """What became of a player's place at a cash table, in the house's record and for that player. play_table_id: which table."""

    player_id: int
    play_table_id: int

    @property
    def audience(self) -> str:
        return player_audience(self.player_id)


class PlayerAnsweredAtCash(PlaceFact, kind="player_answered_at_cash"):
    """The house answered a player's complaint about a hand of a cash table, without a word of what was written. number: of the hand there."""

    number: int


class SessionSeatDrawn(PlaceFact, kind="session_seat_drawn"):
    """The session began, and a seat was drawn for who had registered. brought_cents: what left the account; ends_at: when the session ends."""

    seat: int
    brought_cents: int
    ends_at: str


class SessionSeatMissed(PlaceFact, kind="session_seat_missed"):
    """The session began without a seat for who had registered. refused: the code of the refusal for which, "" where all seats were drawn for
    others; place: then, the player's number among those who wait for a seat that comes free, else 0.
    """

    refused: str
    place: int


class WaitingCalledOff(PlaceFact, kind="waiting_called_off"):
    """The house ended a player's waiting or registration. session: it was for a session; why: "closed", or "no_cash_tables" where the house
    allows none any more.
    """

    session: bool
    why: str


class OriginsSwitched(VenueFact, kind="origins_switched", audience=STAFF):
    """From now on a house keeps from which lines and browsers players sit down for money, or keeps it no more and has forgotten what it had."""

    venue_id: int
    kept: bool
    by_user_id: int
