"""The end of a hand: what goes back, who wins each pot, who shows, what everybody has then."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.cards import RANKS, Card
from rules.chips import Pot, side_pots, split_pot
from rules.hands import evaluator
from rules.hands.evaluator import BOARD_CARDS, CardGame
from rules.hands.hand import Hand, HandOver, needs
from rules.refusals import N_, Refused

ROYAL_FLUSH = N_("Royal flush")

#: The kinds of hands, each with what decides within it; places are ranks as cards bear them: A, K, … 2.
HAND_SENTENCES: Mapping[int, str] = {
    evaluator.STRAIGHT_FLUSH: N_("Straight flush, %(first)s high"),
    evaluator.QUADS: N_("Four of a kind, %(first)s"),
    evaluator.FULL_HOUSE: N_("Full house, %(first)s over %(second)s"),
    evaluator.FLUSH: N_("Flush, %(first)s high"),
    evaluator.STRAIGHT: N_("Straight, %(first)s high"),
    evaluator.TRIPS: N_("Three of a kind, %(first)s"),
    evaluator.TWO_PAIR: N_("Two pair, %(first)s and %(second)s"),
    evaluator.PAIR: N_("Pair of %(first)s"),
    evaluator.HIGH_CARD: N_("High card %(first)s"),
}

WITH_KICKER = N_("%(hand)s, %(kicker)s kicker")
"""What a hand is called where cards beside those of its kind decided: hand is its sentence, kicker their ranks."""

# of the ranks of a hand so many are in its sentence
_TWO_NAMED = (evaluator.FULL_HOUSE, evaluator.TWO_PAIR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A hand that is turned up: the player's own cards, the five that count, and what they make.

    strength: higher is better, equal is a tie. sentence: English msgid, filled with params. decided: the ranks after those of the sentence that
    tell the hand from others that were shown and have the same sentence.
    """

    seat: int
    hole: tuple[Card, ...]
    five: tuple[Card, ...]
    strength: int
    decided: tuple[int, ...] = ()

    @property
    def sentence(self) -> str:
        """What the hand is called. Rule: PT-H.29, PT-H.61"""
        kind = evaluator.kind_of(self.strength)
        if kind == evaluator.STRAIGHT_FLUSH and self.params["first"] == "A":
            return ROYAL_FLUSH
        return HAND_SENTENCES[kind]

    @property
    def own(self) -> tuple[Card, ...]:
        """Those of the player's own cards that are among the five: in Omaha always two. Rule: PT-O.26, PT-O.61"""
        return tuple(card for card in self.hole if card in self.five)

    @property
    def params(self) -> dict[str, str]:
        """The ranks that the sentence names, and as kicker those that decided; a flush is named by as many of its cards as did. Rule: PT-H.32, PT-H.61"""
        first, second, *_ = evaluator.ranks_of(self.strength)
        # 10 is what people say; T is what programs write
        named = {"first": _rank_word(first), "second": _rank_word(second)}
        if not self.decided:
            return named
        decided = [_rank_word(rank) for rank in self.decided]
        if evaluator.kind_of(self.strength) == evaluator.FLUSH:
            return named | {"first": "-".join([named["first"], *decided])}
        return named | {"kicker": "-".join(decided)}


@dataclass(frozen=True, slots=True, kw_only=True)
class PotWon:
    """A pot, who played for it, and what each winner gets. odd_chips: those of the shares that are larger by one; rake: what the house
    took of a share before it was paid."""

    chips: int
    seats: tuple[int, ...]
    shares: Mapping[int, int]
    odd_chips: tuple[int, ...] = ()
    rake: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """How a hand ends. pots: the main pot first. returned: what nobody matched. shown: in the order of showing.

    stacks: what everybody has afterwards. busts: who has nothing left.
    """

    pots: tuple[PotWon, ...]
    returned: Mapping[int, int]
    shown: tuple[Shown, ...]
    stacks: Mapping[int, int]
    busts: tuple[int, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the end of the hand as JSON-able values, with the cards that were shown and no others.
        Rule: PT-H.65, PT-O.65
        """
        return {
            "pots": [
                {
                    "chips": p.chips,
                    "seats": list(p.seats),
                    "shares": _rows(p.shares),
                    "odd": list(p.odd_chips),
                    **({"rake": _rows(p.rake)} if p.rake else {}),
                }
                for p in self.pots
            ],
            "returned": _rows(self.returned),
            "shown": [
                {
                    "seat": s.seat,
                    "hole": [card.text for card in s.hole],
                    "five": [card.text for card in s.five],
                    "sentence": s.sentence,
                    "params": s.params,
                }
                for s in self.shown
            ],
            "stacks": _rows(self.stacks),
            "busts": list(self.busts),
        }


def settle(hand: Hand, *, holes: Mapping[int, Sequence[Card]]) -> Settlement:
    """Return the end of a hand. holes: the own cards of everybody left at a showdown; nobody's where all but one have
    folded.

    Every hand that was not folded is shown, from the last to bet or raise, else from the button's left. What nobody
    matched goes back first; each pot is divided among its own best hands.

    Refusals: ``hand_not_over`` while somebody is to act or cards are due.

    Rule: PT-H.27, PT-H.33, PT-H.36, PT-H.59–63, PT-O.27, PT-O.33, PT-O.36, PT-O.59–63, ADTP.17A
    """
    due = needs(hand)
    if not isinstance(due, HandOver):
        raise Refused("hand_not_over", N_("The hand is not over."), rule="PT-H.60")
    live = hand.live
    shown: tuple[Shown, ...] = ()
    if due.showdown:
        first = live.index(hand.aggressor) if hand.aggressor in live else 0
        shown = _with_decided(
            [
                read(seat=seat, game=hand.policies.game, hole=holes[seat], board=hand.board)
                for seat in (*live[first:], *live[:first])
            ]
        )
    strengths = {s.seat: s.strength for s in shown} or dict.fromkeys(live, 0)
    pots, returned = share_pots(
        put_in=hand.put_in, strengths=strengths, button=hand.button, dead_chips=hand.dead_chips
    )
    stacks = hand.stacks
    for won in (returned, *(p.shares for p in pots)):
        for seat, chips in won.items():
            stacks[seat] += chips
    return Settlement(
        pots=pots,
        returned=returned,
        shown=shown,
        stacks=stacks,
        busts=tuple(seat for seat, chips in stacks.items() if chips == 0),
    )


def read(*, seat: int, game: CardGame, hole: Sequence[Card], board: Sequence[Card]) -> Shown:
    """Return what a player's cards make with the whole board: cards speak.
    Rule: PT-H.26, PT-H.60, PT-H.61, PT-O.26, ADTP.12
    """
    if len(board) != BOARD_CARDS:
        raise ValueError("a hand is read with five cards on the board")
    return read_so_far(seat=seat, game=game, hole=hole, board=board)


def read_so_far(*, seat: int, game: CardGame, hole: Sequence[Card], board: Sequence[Card]) -> Shown:
    """Return what a player's cards make with those that lie on the board by now, from the flop on. Rule: PT-H.26, PT-O.26"""
    cards = [*hole, *board]
    if len(hole) != game.hole_cards or not 3 <= len(board) <= BOARD_CARDS or len(set(cards)) != len(cards):
        raise ValueError(
            "a hand is read with all its own cards and three to five on the board, none of them twice"
        )
    strength, five = evaluator.best_five(game=game, hole=hole, board=board)
    return Shown(seat=seat, hole=tuple(hole), five=five, strength=strength)


def _with_decided(shown: Sequence[Shown]) -> tuple[Shown, ...]:
    """The hands, each with the ranks that decide between it and the others of the same name. Rule: PT-H.32, PT-O.32"""
    decided = [(one, _decided(one, shown)) for one in shown]
    return tuple(replace(one, decided=ranks) if ranks else one for one, ranks in decided)


def _decided(one: Shown, shown: Sequence[Shown]) -> tuple[int, ...]:
    kind, ranks = evaluator.kind_of(one.strength), evaluator.ranks_of(one.strength)
    named = 2 if kind in _TWO_NAMED else 1
    upto = named
    for other in shown:
        theirs = evaluator.ranks_of(other.strength)
        if evaluator.kind_of(other.strength) == kind and theirs[:named] == ranks[:named] and theirs != ranks:
            upto = max(upto, 1 + next(n for n, rank in enumerate(ranks) if rank != theirs[n]))
    return ranks[named:upto]


def share_pots(
    *,
    put_in: Mapping[int, int],
    strengths: Mapping[int, int],
    button: int,
    dead_chips: int = 0,
    smallest: int = 1,
) -> tuple[tuple[PotWon, ...], dict[int, int]]:
    """Return who wins which pot, the main pot first, and what goes back because nobody matched it.

    put_in: by everybody of the hand. strengths: of everybody who has not folded. dead_chips: chips of nobody, which the
    first pot takes; a live hand that put in nothing beside them plays for them alone. Each pot is split apart in chips of
    `smallest`, odd ones one by one from the button's left.

    Rule: PT-H.33, PT-H.41, PT-H.42, PT-H.62, PT-H.63, PT-O.33, PT-O.41, PT-O.42, PT-O.62, PT-O.63, ADTP.20A, ADTP.21
    """
    live = sorted(strengths)
    folded = set(put_in) - set(live)
    pots: list[Pot] = []
    returned: dict[int, int] = {}
    if any(put_in.get(seat) for seat in live):
        found = side_pots(put_in=put_in, folded=folded)
        pots, returned = list(found.pots), dict(found.returned)
    if dead_chips:
        if pots and pots[0].seats == tuple(live):
            pots[0] = Pot(chips=pots[0].chips + dead_chips, seats=pots[0].seats)
        else:
            pots.insert(0, Pot(chips=dead_chips, seats=tuple(live)))
    size = max([button, *put_in, *live]) + 1
    return tuple(_won(pot, strengths, button, size, smallest) for pot in pots), returned


def _won(pot: Pot, strengths: Mapping[int, int], button: int, size: int, smallest: int) -> PotWon:
    best = max(strengths[seat] for seat in pot.seats)
    winners: Collection[int] = [seat for seat in pot.seats if strengths[seat] == best]
    shares = split_pot(pot=pot.chips, winners=winners, button=button, seats_per_table=size, smallest=smallest)
    least = min(shares.values())
    return PotWon(
        chips=pot.chips,
        seats=pot.seats,
        shares=shares,
        odd_chips=tuple(seat for seat, chips in shares.items() if chips > least),
    )


def _rank_word(rank: int) -> str:
    return RANKS[rank].replace("T", "10")


def _rows(chips: Mapping[int, int]) -> list[list[int]]:
    return [[seat, chips[seat]] for seat in chips]
