"""Row k: hands of poker, to the chip and beside another engine in the same run, in CPU time.

Recorded hands, every board of four all-ins counted, and what an act costs in ours and in PokerKit: what may be done is asked,
and one thing is done.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

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
    Stakes,
    TablePolicies,
    act,
    begin,
    needs,
    open_street,
    settle,
)
from rules.hands.evaluator import best_five, strength_of
from tests.bench import decks
from tests.bench.figures import Figure, number, tell
from tests.rules.hands.oracle import AUTOMATIC
from tests.rules.hands.recorded import recorded, replay

# won, tied, lost of the first against the second
ALL_IN = (
    (CardGame.HOLDEM, "AhAs", "KdKc", (1_388_072, 6_538, 317_694)),
    (CardGame.HOLDEM, "AhKh", "QsQd", (787_966, 6_732, 917_606)),
    (CardGame.HOLDEM, "2c2d", "AhKs", (903_239, 9_946, 799_119)),
    (CardGame.OMAHA, "AsAhKsKh", "8d7d6c5c", (635_566, 0, 450_442)),
)
_HANDS_A_SECOND = 1_500
Played = tuple[Hand, list[Card], list[tuple[int, Act, int]]]


def measure() -> None:
    warnings.simplefilter("ignore")
    for first in (range(7), range(5), range(0, 28, 4)):
        strength_of([Card(n) for n in first])  # the tables are there
    _recorded()
    _counted()
    _ranked()
    for game, limit, bar in (
        (CardGame.HOLDEM, Limit.NO_LIMIT, 5.0),
        (CardGame.OMAHA, Limit.POT_LIMIT, 12.0),
    ):
        _beside(game, limit, bar)
    decks.measure()


def _recorded() -> None:
    hands = list(recorded())
    right = sum(
        [replay(told)[1].stacks[n + 1] for n in range(told["seats"])] == told["finishing"] for told in hands
    )
    tell(
        Figure(
            row="k",
            what="recorded hands replayed to the chip",
            ours=right,
            unit="hands",
            bar=f"all {len(hands)}",
            met=right == len(hands),
        )
    )


def _counted() -> None:
    began = time.process_time()
    wrong = [f"{one}–{other}" for game, one, other, count in ALL_IN if _all_in(game, one, other) != count]
    tell(
        Figure(
            row="k",
            what="four all-ins, every board counted",
            ours=time.process_time() - began,
            unit="s",
            bar="won, tied and lost exact",
            met=not wrong,
            note=", ".join(wrong) or "6.2 million boards",
        )
    )


def _ranked() -> None:
    random = Random(7)
    hands = [random.sample([Card(n) for n in range(52)], 7) for _ in range(20_000)]
    parsed = [list(pokerkit.Card.parse("".join(card.text for card in hand))) for hand in hands[:1_000]]
    ours = min(_timed(lambda: [strength_of(hand) for hand in hands]) for _ in range(3)) / len(hands)
    its = min(_timed(lambda: [_ranked_by_it(hand) for hand in parsed]) for _ in range(2)) / len(parsed)
    tell(
        Figure(
            row="k",
            what="seven cards ranked",
            ours=ours * 1e6,
            unit="µs",
            bar="≥ 50× PokerKit",
            met=its >= 50 * ours,
            limit=its * 1e6,
        )
    )


def _ranked_by_it(hand: list[Any]) -> Any:
    return pokerkit.StandardHighHand.from_game(hand[:2], hand[2:])


def _all_in(game: CardGame, one: str, other: str) -> tuple[int, int, int]:
    mine, theirs = _cards(one), _cards(other)
    deck = [card for n in range(52) if (card := Card(n)) not in mine and card not in theirs]
    won = tied = lost = 0
    for board in combinations(deck, 5):
        if game is CardGame.HOLDEM:
            ours, its = strength_of([*mine, *board]), strength_of([*theirs, *board])
        else:
            ours, _ = best_five(game=game, hole=mine, board=board)
            its, _ = best_five(game=game, hole=theirs, board=board)
        if ours > its:
            won += 1
        elif ours == its:
            tied += 1
        else:
            lost += 1
    return won, tied, lost


def _cards(text: str) -> list[Card]:
    return [Card.of(text[n : n + 2]) for n in range(0, len(text), 2)]


def _beside(game: CardGame, limit: Limit, bar: float) -> None:
    played = [_played(Random(seed), game, limit) for seed in range(150)]
    acts = sum(len(one[2]) for one in played)
    ours = min(_timed(lambda: [_ours(one) for one in played]) for _ in range(3)) / acts
    its = min(_timed(lambda: [_its(one) for one in played]) for _ in range(2)) / acts
    tell(
        Figure(
            row="k",
            what=f"an act, {limit.value} {game.value}, nine seats",
            ours=ours * 1e6,
            unit="µs",
            bar=f"≥ {number(bar)}× PokerKit",
            met=its >= bar * ours,
            limit=its * 1e6,
        )
    )
    if game is CardGame.HOLDEM:
        a_second = len(played) / (ours * acts)
        tell(
            Figure(
                row="k",
                what="hands of nine, hold'em, of a second of processor time",
                ours=a_second,
                unit="hands",
                bar=f"≥ {number(_HANDS_A_SECOND)}",
                met=a_second >= _HANDS_A_SECOND,
            )
        )


def _timed(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _played(random: Random, game: CardGame, limit: Limit) -> Played:
    """A hand from its blinds, its deck, and what was done in it."""
    start = begin(
        seats={seat: random.randint(400, 2000) for seat in range(1, 10)},
        button=9,
        stakes=Stakes(small_blind_chips=5, big_blind_chips=10),
        policies=TablePolicies(game=game, limit=limit, heads_up=HeadsUp.BUTTON_SMALL),
    )
    deck = [Card(n) for n in range(52)]
    random.shuffle(deck)
    hand, acts = start, []
    while not isinstance(due := needs(hand), HandOver):
        if isinstance(due, CardsDue):
            hand = open_street(hand, cards=deck[len(hand.board) : len(hand.board) + due.count])
            continue
        may = due.options
        kind = random.choice([Act.CHECK] if may.may_check else [Act.FOLD, Act.FOLD, Act.CALL])
        total = 0
        if may.raise_from_chips is not None and random.random() < 0.2:
            kind, total = Act.RAISE, may.raise_from_chips
        acts.append((due.seat, kind, total))
        hand = act(hand, turn=due.turn, seat=due.seat, act=kind, to_chips=total)
    return start, deck, acts


def _ours(played: Played) -> None:
    hand, deck, acts = played
    done = iter(acts)
    while not isinstance(due := needs(hand), HandOver):
        if isinstance(due, Decision):
            seat, kind, total = next(done)
            hand = act(hand, turn=due.turn, seat=seat, act=kind, to_chips=total)
        else:
            hand = open_street(hand, cards=deck[len(hand.board) : len(hand.board) + due.count])
    own = hand.policies.game.hole_cards
    settle(hand, holes={seat: deck[5 + own * seat : 5 + own * (seat + 1)] for seat in hand.live})


def _its(played: Played) -> None:
    hand, deck, acts = played
    kind_of_game = (
        pokerkit.NoLimitTexasHoldem if hand.policies.game is CardGame.HOLDEM else pokerkit.PotLimitOmahaHoldem
    )
    stacks = [p.start_chips for p in hand.seats]
    state = kind_of_game.create_state(AUTOMATIC, True, 0, (5, 10), 10, stacks, len(stacks))
    own = hand.policies.game.hole_cards
    for p in hand.seats:
        state.deal_hole("".join(card.text for card in deck[5 + own * p.seat : 5 + own * (p.seat + 1)]))
    board = 0
    done = iter(acts)
    while state.status:
        if state.actor_index is None:
            count = 1 if board else 3
            state.deal_board("".join(card.text for card in deck[board : board + count]))
            board += count
            continue
        _, kind, total = next(done)
        _ = (
            state.checking_or_calling_amount,
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        )
        if kind is Act.RAISE:
            state.complete_bet_or_raise_to(total)
        elif kind is Act.FOLD:
            state.fold()
        else:
            state.check_or_call()
