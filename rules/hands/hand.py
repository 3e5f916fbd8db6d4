"""A whole hand as a value: from the blinds to the moment it can be settled.

The hand knows what everybody at the table may know: stacks, bets, whose turn it is, and the board as far as it is open.
It never knows anybody's own cards; `rules.hands.settlement` is shown those of the players who are left, at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules import betting
from rules.betting import MAX_CHIPS, Act, BettingRound, Bettor, Limit, Options
from rules.cards import Card
from rules.chips import big_blind_ante
from rules.hands.evaluator import CardGame
from rules.levels import NO_ANTE, AnteDue, AnteKind
from rules.refusals import N_, Refused

MAX_SEATS = 10
"""The largest table that is dealt online. Rule: PT-H.5"""


class Street(StrEnum):
    """A betting round of the hand, named after the cards that open it."""

    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"


STREETS = tuple(Street)
CARDS_OF = {Street.PREFLOP: 0, Street.FLOP: 3, Street.TURN: 1, Street.RIVER: 1}
"""How many cards are turned on the board to open a street. Rule: PT-H.53, PT-H.55, PT-H.57"""


class HeadsUp(StrEnum):
    """Who posts the small blind when two play.

    AS_WRITTEN: the player to the left of the button, who then acts first on every street. BUTTON_SMALL: the button,
    who acts first before the flop and last after it.
    """

    AS_WRITTEN = "as_written"
    BUTTON_SMALL = "button_small"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What is played for: the blinds of the level at dealing, and in fixed limit the bet of turn and river."""

    small_blind_chips: int
    big_blind_chips: int
    big_bet_chips: int = 0
    ante: AnteDue = NO_ANTE


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePolicies:
    """How the table plays. cap: how many bets and raises a round allows, None for no cap."""

    game: CardGame = CardGame.HOLDEM
    limit: Limit = Limit.NO_LIMIT
    heads_up: HeadsUp = HeadsUp.AS_WRITTEN
    cap: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSeat:
    """A player of the hand. start_chips: before it began. earlier_chips: put in before this street, his ante included."""

    seat: int
    start_chips: int
    earlier_chips: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A hand between two acts, as everybody at the table may see it.

    seats: everybody dealt in, from the button's left. turn: rises by one with each act and is never used twice.
    betting: the round of this street, of those who had not folded when it began. dead_chips: an ante that one paid for
    all. aggressor: who bet or raised last in the last round in which somebody could. open_cards: by seat, the own cards of an
    all-in that lie turned up.
    """

    policies: TablePolicies
    stakes: Stakes
    button: int
    small_blind: int
    big_blind: int
    seats: tuple[HandSeat, ...]
    turn: int
    street: Street
    betting: BettingRound
    board: tuple[Card, ...] = ()
    dead_chips: int = 0
    aggressor: int | None = None
    open_cards: tuple[tuple[int, tuple[Card, ...]], ...] = ()

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that have not folded, from the button's left."""
        there = {p.seat for p in self.betting.players if not p.folded}
        return tuple([p.seat for p in self.seats if p.seat in there])

    @property
    def pot_chips(self) -> int:
        """All chips of the hand that are no longer in a stack. Rule: PT-H.4"""
        return self.betting.total_chips

    @property
    def antes(self) -> dict[int, int]:
        """What was posted as ante at the start, by seat in the order of posting: each player's own, or the big blind's for all.

        Rule: ADTP.P11
        """
        ante = self.stakes.ante
        if ante.kind is AnteKind.EACH:
            return {p.seat: min(ante.chips, p.start_chips) for p in self.seats}
        return {self.big_blind: self.dead_chips} if self.dead_chips else {}

    @property
    def put_in(self) -> dict[int, int]:
        """What each seat has put in so far, an ante that one paid for all left out."""
        street = {p.seat: p.street_chips for p in self.betting.players}
        return {p.seat: p.earlier_chips + street.get(p.seat, 0) for p in self.seats}

    @property
    def stacks(self) -> dict[int, int]:
        """What each seat has behind."""
        behind = {p.seat: p.stack_chips for p in self.betting.players}
        stacks = {}
        for p in self.seats:
            chips = behind.get(p.seat)
            if chips is None:  # folded on an earlier street
                ante_for_all = self.dead_chips if p.seat == self.big_blind else 0
                chips = p.start_chips - p.earlier_chips - ante_for_all
            stacks[p.seat] = chips
        return stacks

    @property
    def dealing_order(self) -> tuple[int, ...]:
        """The seats in the order in which they are dealt, one card a round: from the small blind clockwise.

        Rule: PT-H.49, PT-H.50, PT-O.49, PT-O.50
        """
        order = [p.seat for p in self.seats]
        first = order.index(self.small_blind)
        return (*order[first:], *order[:first])

    def as_dict(self) -> dict[str, Any]:
        """Return the hand as JSON-able values, the board included and nobody's own cards but those that lie open; `from_dict` reads them."""
        return {
            "game": self.policies.game.value,
            "limit": self.policies.limit.value,
            "heads_up": self.policies.heads_up.value,
            "cap": self.policies.cap,
            "blinds": [
                self.stakes.small_blind_chips,
                self.stakes.big_blind_chips,
                self.stakes.big_bet_chips,
            ],
            "ante": self.stakes.ante.as_list(),
            "marks": [self.button, self.small_blind, self.big_blind],
            "seats": [[p.seat, p.start_chips, p.earlier_chips] for p in self.seats],
            "turn": self.turn,
            "street": self.street.value,
            "board": [card.text for card in self.board],
            "dead": self.dead_chips,
            "aggressor": self.aggressor,
            "bettors": [
                [p.seat, p.stack_chips, p.street_chips, int(p.folded), int(p.acted)]
                for p in self.betting.players
            ],
            "to_act": self.betting.to_act,
            "bet": [self.betting.bet_chips, self.betting.raise_chips, self.betting.level_chips],
            "pot": self.betting.pot_chips,
            "missing_blind": self.betting.missing_blind_chips,
            "wagers": self.betting.wagers,
            **({"open": open_rows(self)} if self.open_cards else {}),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Hand:
        """Return the hand that `as_dict` wrote."""
        small, big, big_bet = values["blinds"]
        button, small_blind, big_blind = values["marks"]
        policies = TablePolicies(
            game=CardGame(values["game"]),
            limit=Limit(values["limit"]),
            heads_up=HeadsUp(values["heads_up"]),
            cap=values["cap"],
        )
        bet, raise_by, level = values["bet"]
        return cls(
            policies=policies,
            stakes=Stakes(
                small_blind_chips=small,
                big_blind_chips=big,
                big_bet_chips=big_bet,
                ante=AnteDue.of_list(values["ante"]),
            ),
            button=button,
            small_blind=small_blind,
            big_blind=big_blind,
            seats=tuple(HandSeat(seat=n, start_chips=s, earlier_chips=e) for n, s, e in values["seats"]),
            turn=values["turn"],
            street=Street(values["street"]),
            betting=BettingRound(
                limit=policies.limit,
                players=tuple(
                    Bettor(seat=n, stack_chips=stack, street_chips=street, folded=bool(f), acted=bool(a))
                    for n, stack, street, f, a in values["bettors"]
                ),
                to_act=values["to_act"],
                bet_chips=bet,
                raise_chips=raise_by,
                level_chips=level,
                pot_chips=values["pot"],
                missing_blind_chips=values["missing_blind"],
                wagers=values["wagers"],
                cap=policies.cap,
            ),
            board=tuple(Card.of(text) for text in values["board"]),
            dead_chips=values["dead"],
            aggressor=values["aggressor"],
            open_cards=tuple(
                (seat, tuple(Card.of(text) for text in cards)) for seat, cards in values.get("open", ())
            ),
        )


def open_rows(hand: Hand) -> list[list[Any]]:
    """Return the own cards that lie turned up as JSON-able rows: [seat, [card, …]]. Rule: ADTP.16"""
    return [[seat, [card.text for card in cards]] for seat, cards in hand.open_cards]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The hand waits for a player: his seat, the turn he must name, and what he may do."""

    seat: int
    turn: int
    options: Options


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDue:
    """The hand waits for cards on the board: how many, and the street they open."""

    count: int
    street: Street


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """Nothing more happens: it can be settled. showdown: cards decide; else all but one have folded."""

    showdown: bool


def begin(
    *, seats: Mapping[int, int], button: int, stakes: Stakes, policies: TablePolicies, turn: int = 0
) -> Hand:
    """Return a hand that begins: the blinds are posted, whole or what a stack holds, and everybody is dealt in.

    seats: everybody who is dealt in, with his stack. button: where the moving button stands. The first seat to its left
    posts the small blind and the second the big blind, and before the flop the one to the left of that acts first.

    Refusals: ``bad_hand`` for fewer than two players or too many, stacks of nothing, a button at none of the seats.

    Rule: PT-H.5, PT-H.7, PT-H.20–22, PT-H.47, PT-H.48, PT-H.51, PT-H.52, PT-O.5, PT-O.7, PT-O.20–22, PT-O.47, PT-O.48,
        PT-O.51, PT-O.52, ADTP.34, ADTP.P11
    """
    _must_be_playable(seats, button, stakes)
    order = sorted(seats, key=lambda seat: (seat <= button, seat))
    heads_up_button = len(order) == 2 and policies.heads_up is HeadsUp.BUTTON_SMALL
    small, big = (order[1], order[0]) if heads_up_button else (order[0], order[1])
    antes, ante_for_all, posted = _posted(seats, small, big, stakes)
    players = [
        Bettor(
            seat=seat,
            stack_chips=seats[seat]
            - antes[seat]
            - posted.get(seat, 0)
            - (ante_for_all if seat == big else 0),
            street_chips=posted.get(seat, 0),
        )
        for seat in order
    ]
    after_big = order.index(big) + 1
    missing = stakes.small_blind_chips + stakes.big_blind_chips - sum(posted.values())
    return Hand(
        policies=policies,
        stakes=stakes,
        button=button,
        small_blind=small,
        big_blind=big,
        seats=tuple(
            HandSeat(
                seat=seat,
                start_chips=seats[seat],
                earlier_chips=antes[seat],
            )
            for seat in order
        ),
        turn=turn,
        street=Street.PREFLOP,
        betting=betting.begin(
            limit=policies.limit,
            players=[*players[after_big:], *players[:after_big]],
            minimum_bet_chips=stakes.big_blind_chips,
            bet_chips=stakes.big_blind_chips,
            pot_chips=sum(antes.values()) + ante_for_all,
            missing_blind_chips=missing,
            cap=policies.cap,
        ),
        dead_chips=ante_for_all,
    )


def needs(hand: Hand) -> Decision | CardsDue | HandOver:
    """Return what the hand waits for: a player's decision, cards on the board, or nothing any more.

    When all but one have folded the hand is over at once, and nobody shows. When nobody is left to bet against, the
    streets open one after another.

    Rule: PT-H.25, PT-H.36, PT-H.53, PT-H.55, PT-H.57, PT-H.60, PT-O.25, PT-O.36, PT-O.53, PT-O.55, PT-O.57, PT-O.60
    """
    if hand.betting.to_act is not None:
        may = betting.options(hand.betting)
        return Decision(seat=may.seat, turn=hand.turn, options=may)
    if len(hand.live) < 2:
        return HandOver(showdown=False)
    if hand.street is Street.RIVER:
        return HandOver(showdown=True)
    coming = STREETS[STREETS.index(hand.street) + 1]
    return CardsDue(count=CARDS_OF[coming], street=coming)


def options(hand: Hand) -> Options:
    """Return what the player whose turn it is may do, in totals on this street.

    Refusals: ``betting_round_over`` where nobody is to act.

    Rule: PT-H.23, PT-H.24, PT-H.34, PT-H.37–39, PT-O.23, PT-O.24, PT-O.34, PT-O.37–39
    """
    return betting.options(hand.betting)


def act(hand: Hand, *, turn: int, seat: int, act: Act, to_chips: int = 0) -> Hand:
    """Return the hand after one act. turn: the turn it was meant for; to_chips: the total on this street, for a bet
    or raise.

    Refusals: ``turn_passed`` for an act that was meant for another turn, and those of `rules.betting.play`.

    Rule: PT-H.34–37, PT-H.39, PT-H.40, PT-H.51, PT-O.34–37, PT-O.39, PT-O.40, PT-O.51
    """
    if turn != hand.turn:
        raise Refused(
            "turn_passed",
            N_("The table has moved on since: nothing was done."),
            rule="PT-H.34",
            turn=hand.turn,
        )
    after = betting.play(hand.betting, seat=seat, act=act, to_chips=to_chips)
    raised = after.bet_chips > hand.betting.bet_chips
    # written out: it is what an act costs
    return Hand(
        policies=hand.policies,
        stakes=hand.stakes,
        button=hand.button,
        small_blind=hand.small_blind,
        big_blind=hand.big_blind,
        seats=hand.seats,
        turn=hand.turn + 1,
        street=hand.street,
        betting=after,
        board=hand.board,
        dead_chips=hand.dead_chips,
        aggressor=seat if raised else hand.aggressor,
    )


def open_street(hand: Hand, *, cards: Sequence[Card]) -> Hand:
    """Return the hand after cards were turned on the board: the betting begins at the button's left.

    Refusals: ``no_cards_due`` while a player is to act or when the hand is over, or for another number of cards.

    Rule: PT-H.25, PT-H.53–58, PT-O.25, PT-O.53–58
    """
    due = needs(hand)
    board = (*hand.board, *cards)
    if not isinstance(due, CardsDue) or len(cards) != due.count or len(set(board)) != len(board):
        raise Refused("no_cards_due", N_("These are not the cards that the table waits for."), rule="PT-H.53")
    put_in = hand.put_in
    behind = {p.seat: p.stack_chips for p in hand.betting.players}
    late = due.street in (Street.TURN, Street.RIVER)
    minimum = hand.stakes.big_bet_chips if late and hand.policies.limit is Limit.FIXED_LIMIT else 0
    opened = betting.begin(
        limit=hand.policies.limit,
        players=[Bettor(seat=seat, stack_chips=behind[seat]) for seat in hand.live],
        minimum_bet_chips=minimum or hand.stakes.big_blind_chips,
        pot_chips=hand.pot_chips,
        cap=hand.policies.cap,
    )
    return Hand(
        policies=hand.policies,
        stakes=hand.stakes,
        button=hand.button,
        small_blind=hand.small_blind,
        big_blind=hand.big_blind,
        seats=tuple(
            [
                HandSeat(seat=p.seat, start_chips=p.start_chips, earlier_chips=put_in[p.seat])
                for p in hand.seats
            ]
        ),
        turn=hand.turn,
        street=due.street,
        betting=opened,
        board=board,
        dead_chips=hand.dead_chips,
        aggressor=hand.aggressor if opened.over else None,
        open_cards=hand.open_cards,
    )


def can_bet(hand: Hand) -> bool:
    """Return whether a further street is bet on: two players at least have chips behind. Rule: ADTP.16"""
    behind = hand.stacks
    return sum(behind[seat] > 0 for seat in hand.live) >= 2


def turn_up(hand: Hand, *, holes: Mapping[int, Sequence[Card]]) -> Hand:
    """Return the hand with the own cards of everybody left turned up: somebody is all in, nobody can bet any more, and cards are due.

    holes: the own cards of everybody left. Refusals: ``cards_stay_down`` while somebody may still act, when the hand is over,
    and for other cards than theirs.

    Rule: ADTP.16
    """
    own = hand.policies.game.hole_cards
    theirs = set(holes) == set(hand.live) and all(len(cards) == own for cards in holes.values())
    if not (isinstance(needs(hand), CardsDue) and theirs):
        raise Refused(
            "cards_stay_down", N_("No cards are turned up now: somebody may still act."), rule="ADTP.16"
        )
    return replace(hand, open_cards=tuple((seat, tuple(holes[seat])) for seat in hand.live))


def _must_be_playable(seats: Mapping[int, int], button: int, stakes: Stakes) -> None:
    playable = (
        2 <= len(seats) <= MAX_SEATS
        and button in seats
        and all(0 < chips <= MAX_CHIPS for chips in seats.values())
        and 0 <= stakes.small_blind_chips <= stakes.big_blind_chips
        and stakes.big_blind_chips > 0
    )
    if not playable:
        raise Refused(
            "bad_hand",
            N_("No hand can begin: it takes two to ten players with chips, and the button at one of them."),
            rule="PT-H.7",
        )


def _posted(
    seats: Mapping[int, int], small: int, big: int, stakes: Stakes
) -> tuple[dict[int, int], int, dict[int, int]]:
    """What everybody posts: his own ante, the ante that the big blind pays for all, and the blinds."""
    each = stakes.ante.chips if stakes.ante.kind is AnteKind.EACH else 0
    antes = {seat: min(each, chips) for seat, chips in seats.items()}
    whole = big_blind_ante(
        stack=seats[big] - antes[big],
        big_blind=stakes.big_blind_chips,
        ante=stakes.ante.chips if stakes.ante.kind is AnteKind.BIG_BLIND else 0,
        ante_first=stakes.ante.ante_first,
    )
    blinds = {small: min(stakes.small_blind_chips, seats[small] - antes[small]), big: whole.blind}
    return antes, whole.ante, blinds
