"""The same hand in ours and in PokerKit, act by act: what differs, and by which clause it may.

PokerKit is by others and shares nothing with ours. Where it differs, the difference must be one of `LAWFUL`; all others
are faults, of ours until it is proven otherwise.
"""

from __future__ import annotations

import warnings
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

import pokerkit

from rules.cards import Card
from rules.hands import (
    Act,
    CardGame,
    CardsDue,
    Decision,
    Hand,
    HandOver,
    HeadsUp,
    Limit,
    Settlement,
    Stakes,
    TablePolicies,
    act,
    begin,
    needs,
    open_street,
    settle,
)
from rules.levels import AnteDue, AnteKind

SMALL, BIG = 5, 10


class Lawful(StrEnum):
    """In what PokerKit may differ from ours."""

    SHORT_BIG_BLIND = "others may call the part of a big blind that its player had"
    SHORT_BLIND_IN_THE_POT = "in pot-limit a blind posted short counts in the pot as what was posted"
    FIRST_SHORT_ALL_IN = (
        "an all-in below a whole raise, the first of its street, lets who has acted raise again"
    )
    ADDED_ALL_INS = "after short all-ins that add up to a raise one more takes the raise away again"
    LIMIT_COMPLETION = (
        "in fixed limit a short all-in is raised by a whole bet, and the big blind is no bet of the four"
    )
    ODD_CHIPS = "the rest of a pot goes to one player, and pots are put together again once losers are out"
    NOTHING_TO_DECIDE = "who has the larger blind is asked to check though nobody can bet any more"


LAWFUL = {
    Lawful.SHORT_BIG_BLIND: ("PT-H.52", "ADTP.47"),
    Lawful.SHORT_BLIND_IN_THE_POT: ("ADTP.54B",),
    Lawful.FIRST_SHORT_ALL_IN: ("ADTP.47A",),
    Lawful.ADDED_ALL_INS: ("ADTP.47A", "CASES 47-a"),
    Lawful.LIMIT_COMPLETION: ("ADTP.47B", "ADTP.48"),
    Lawful.ODD_CHIPS: ("PT-H.62", "ADTP.20A", "ADTP.21"),
    Lawful.NOTHING_TO_DECIDE: ("PT-H.34", "PT-H.40"),
}
"""Each difference with the clauses that ours follows."""

AUTOMATIC = tuple(
    getattr(pokerkit.Automation, name)
    for name in (
        "ANTE_POSTING",
        "BET_COLLECTION",
        "BLIND_OR_STRADDLE_POSTING",
        "CARD_BURNING",
        "HOLE_CARDS_SHOWING_OR_MUCKING",
        "HAND_KILLING",
        "CHIPS_PUSHING",
        "CHIPS_PULLING",
        "RUNOUT_COUNT_SELECTION",
    )
)


@dataclass
class Compared:
    """What came of a number of hands: how often each lawful difference was met, and every other one in words."""

    hands: int = 0
    acts: int = 0
    lawful: Counter[Lawful] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


@dataclass
class _Twin:
    """One hand, twice. order: the seats from the button's left, which are PokerKit's players 0, 1, 2 …"""

    hand: Hand
    theirs: pokerkit.State
    deck: list[Card]

    @property
    def order(self) -> list[int]:
        return [p.seat for p in self.hand.seats]

    @property
    def holes(self) -> dict[int, list[Card]]:
        own = self.hand.policies.game.hole_cards
        return {seat: self.deck[5 + own * n : 5 + own * (n + 1)] for n, seat in enumerate(self.order)}


def compare(*, hands: int, seed: int) -> Compared:
    """Play so many random hands in both."""
    random, found = Random(seed), Compared()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of every card that is dealt by name
        for number in range(hands):
            twin = _dealt(random)
            told = f"hand {number} of seed {seed}: {twin.hand.as_dict()}"
            fault = _played(twin, random, found)
            if fault:
                found.faults.append(f"{told}\n{fault}")
            found.hands += 1
    return found


def _dealt(random: Random) -> _Twin:
    count = random.choice((2, 3, 3, 4, 5, 6, 9, 10))
    limit, game = random.choice(list(Limit)), random.choice(list(CardGame))
    deep = random.random() < 0.5
    stacks = {seat: random.randint(1, 1500 if deep else 120) for seat in range(1, count + 1)}
    each = random.choice((0, 0, 2))
    hand = begin(
        seats=stacks,
        button=random.choice(list(stacks)),
        stakes=Stakes(
            small_blind_chips=SMALL,
            big_blind_chips=BIG,
            big_bet_chips=2 * BIG,
            ante=AnteDue(kind=AnteKind.EACH if each else AnteKind.NONE, chips=each),
        ),
        policies=TablePolicies(
            game=game,
            limit=limit,
            heads_up=HeadsUp.BUTTON_SMALL,
            cap=4 if limit is Limit.FIXED_LIMIT else None,
        ),
    )
    deck = [Card(n) for n in range(52)]
    random.shuffle(deck)
    starting = [p.start_chips for p in hand.seats]
    # heads-up it takes the blinds in the order of the hand, small first, and seats the big blind first
    blinds = (SMALL, BIG)
    if limit is Limit.FIXED_LIMIT:
        kind = pokerkit.FixedLimitTexasHoldem if game is CardGame.HOLDEM else _LimitOmaha
        theirs = kind.create_state(AUTOMATIC, True, each, blinds, BIG, 2 * BIG, starting, count)
    else:
        pot_limit = limit is Limit.POT_LIMIT
        kind = {
            (CardGame.HOLDEM, False): pokerkit.NoLimitTexasHoldem,
            (CardGame.OMAHA, True): pokerkit.PotLimitOmahaHoldem,
        }.get((game, pot_limit)) or _variant(game, pot_limit)
        theirs = kind.create_state(AUTOMATIC, True, each, blinds, BIG, starting, count)
    twin = _Twin(hand=hand, theirs=theirs, deck=deck)
    for seat in twin.order:
        theirs.deal_hole("".join(card.text for card in twin.holes[seat]))
    return twin


class _LimitOmaha(pokerkit.FixedLimitTexasHoldem):
    """Omaha with fixed bets, which it has with a low half only."""

    hand_types = pokerkit.PotLimitOmahaHoldem.hand_types
    hole_dealing_count = 4


def _variant(game: CardGame, pot_limit: bool) -> type:
    """The game it has no name for: pot-limit hold'em and no-limit Omaha. Half the pot is no-limit to it."""
    if game is CardGame.HOLDEM:
        named, structure = pokerkit.NoLimitTexasHoldem, pokerkit.BettingStructure.POT_LIMIT
    else:
        named, structure = pokerkit.PotLimitOmahaHoldem, pokerkit.BettingStructure.NO_LIMIT
    assert pot_limit is (structure is pokerkit.BettingStructure.POT_LIMIT)
    return type("Variant", (named,), {"betting_structure": structure})


def _played(twin: _Twin, random: Random, found: Compared) -> str:
    """Play a hand to its end in both. Returns what differs and may not."""
    while not isinstance(due := needs(twin.hand), HandOver):
        _skip_empty_checks(twin, due, found)
        if isinstance(due, CardsDue):
            first = len(twin.hand.board)
            cards = twin.deck[first : first + due.count]
            twin.hand = open_street(twin.hand, cards=cards)
            if not twin.theirs.can_deal_board():
                return f"{due.street}: it wants no board, but {twin.theirs.actor_index} to act"
            twin.theirs.deal_board("".join(card.text for card in cards))
            continue
        differs = _options_differ(twin, due)
        if isinstance(differs, str) and not isinstance(differs, Lawful):
            return differs
        if differs:
            found.lawful[differs] += 1
        if differs is Lawful.SHORT_BIG_BLIND:
            return ""  # from here on they play for other amounts
        _act_in_both(twin, due, random, may_raise=not differs)
        found.acts += 1
    _skip_empty_checks(twin, due, found)
    return _ends_differ(twin, found)


def _skip_empty_checks(twin: _Twin, due: object, found: Compared) -> None:
    while not isinstance(due, Decision) and twin.theirs.actor_index is not None:
        if twin.theirs.checking_or_calling_amount:
            break
        twin.theirs.check_or_call()
        found.lawful[Lawful.NOTHING_TO_DECIDE] += 1


def _options_differ(twin: _Twin, due: Decision) -> str | None:
    hand, theirs, may = twin.hand, twin.theirs, due.options
    if theirs.actor_index is None or twin.order[theirs.actor_index] != due.seat:
        return f"seat {due.seat} is to act, to it player {theirs.actor_index} of {twin.order}"
    mine = next(p.street_chips for p in hand.betting.players if p.seat == due.seat)
    ours = (
        (may.call_to_chips or mine) - mine,
        may.raise_from_chips,
        None if hand.policies.limit is Limit.HALF_POT else may.raise_to_chips,
    )
    its = (
        theirs.checking_or_calling_amount,
        theirs.min_completion_betting_or_raising_to_amount,
        None if hand.policies.limit is Limit.HALF_POT else theirs.max_completion_betting_or_raising_to_amount,
    )
    if ours == its:
        return None
    if (
        hand.betting.missing_blind_chips
        and hand.stacks[hand.big_blind] == 0
        and hand.betting.bet_chips == BIG
    ):
        return Lawful.SHORT_BIG_BLIND
    if ours[0] == its[0]:
        if hand.policies.limit is Limit.FIXED_LIMIT:
            if _limit_counts_otherwise(hand):
                return Lawful.LIMIT_COMPLETION
        elif _first_short_all_in(hand) and ours[1] is None:
            return Lawful.FIRST_SHORT_ALL_IN
        elif _faces_a_raise_in_parts(hand, due) and its[1] is None:
            return Lawful.ADDED_ALL_INS
        elif hand.policies.limit is Limit.POT_LIMIT and ours[1] == its[1] and ours[2] and its[2]:
            if its[2] < ours[2] <= its[2] + hand.betting.missing_blind_chips:
                return Lawful.SHORT_BLIND_IN_THE_POT
    return f"seat {due.seat} may call {ours[0]}, raise {ours[1:]}; to it {its} in {hand.as_dict()}"


def _first_short_all_in(hand: Hand) -> bool:
    """Whether the street has had all-ins below a whole raise only."""
    opened = BIG if not hand.board else 0
    return opened < hand.betting.bet_chips and hand.betting.raise_chips == BIG


def _faces_a_raise_in_parts(hand: Hand, due: Decision) -> bool:
    """Whether who has acted faces as much as a whole raise, the last of it an all-in below one."""
    round_ = hand.betting
    acted = any(p.seat == due.seat and p.acted for p in round_.players)
    all_in = any(p.street_chips == round_.bet_chips and not p.stack_chips for p in round_.players)
    return acted and all_in and due.options.facing_chips >= round_.raise_chips


def _limit_counts_otherwise(hand: Hand) -> bool:
    """Whether an all-in is no whole number of bets, or the blind makes the fourth of the bets and raises."""
    round_ = hand.betting
    part = any(p.street_chips % round_.raise_chips for p in round_.players if not p.stack_chips)
    return part or (not hand.board and round_.wagers >= 4)


def _act_in_both(twin: _Twin, due: Decision, random: Random, *, may_raise: bool) -> None:
    may, theirs = due.options, twin.theirs
    kinds = [Act.CHECK] * 3 if may.may_check else [Act.FOLD, Act.CALL, Act.CALL, Act.CALL]
    raises = may_raise and may.raise_from_chips is not None
    kind = random.choice([*kinds, *([Act.RAISE] * 2 if raises else [])])
    total = 0
    if kind is Act.RAISE and may.raise_from_chips is not None and may.raise_to_chips is not None:
        small = min(may.raise_to_chips, may.raise_from_chips + 3 * BIG)
        total = random.choice(
            (may.raise_from_chips, random.randint(may.raise_from_chips, small), may.raise_to_chips)
        )
        theirs.complete_bet_or_raise_to(total)
    elif kind is Act.FOLD:
        theirs.fold()
    else:
        theirs.check_or_call()
    twin.hand = act(twin.hand, turn=due.turn, seat=due.seat, act=kind, to_chips=total)


def _ends_differ(twin: _Twin, found: Compared) -> str:
    hand, theirs = twin.hand, twin.theirs
    end = settle(hand, holes=twin.holes)
    if theirs.status:
        return "it is not at the end"
    ours, its = [end.stacks[seat] for seat in twin.order], list(theirs.stacks)
    if ours == its:
        return ""
    if _odd_chips_only(end, dict(zip(twin.order, its, strict=True))):
        found.lawful[Lawful.ODD_CHIPS] += 1
        return ""
    return f"stacks {ours} by ours, {its} by it; {end.as_dict()}"


def _odd_chips_only(end: Settlement, its: dict[int, int]) -> bool:
    """Whether stacks differ by no more than the odd chips of pots that several won, among those who won them."""
    split = [pot for pot in end.pots if len(pot.shares) > 1]
    winners = {seat for pot in split for seat in pot.shares}
    apart = {seat: chips - its[seat] for seat, chips in end.stacks.items() if chips != its[seat]}
    odd = sum(len(pot.shares) - 1 for pot in split)
    return set(apart) <= winners and sum(apart.values()) == 0 and max(map(abs, apart.values())) <= odd
