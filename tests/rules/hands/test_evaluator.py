"""Which hand is better: every kind with its counts, ties and kickers, two of one's own in Omaha."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from random import Random

import pytest

from rules.cards import Card
from rules.hands import CardGame, evaluator
from rules.hands.evaluator import best_five, kind_of, ranks_of, strength_of
from tests.sizes import size, survives


def cards(text: str) -> list[Card]:
    return [Card.of(one) for one in text.split()]


# all of them, the best kind first, a royal flush among the straight flushes
COUNTS = {
    5: [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540],
    7: [41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460],
}


@pytest.mark.rule("PT-H.4", "PT-H.29", "PT-H.30", "PT-H.31")
@pytest.mark.parametrize("dealt", COUNTS)
def test_every_hand_of_the_deck_is_of_the_kind_it_should_be(dealt: int) -> None:
    """Hands of the same ranks count together: one is looked at for all that have no five of a suit, one for each set
    of ranks in a suit."""
    found: Counter[int] = Counter()
    for ranks in combinations_with_replacement(range(13), dealt):
        often = Counter(ranks)
        if max(often.values()) <= 4:
            example = [Card(4 * rank + n % 4) for n, rank in enumerate(ranks)]
            found[kind_of(strength_of(example))] += _without_a_flush(tuple(sorted(often.values())))
    for suited in range(5, dealt + 1):
        for ranks in combinations(range(13), suited):
            others = [Card(4 * rank + 1) for rank in range(dealt - suited)]
            flush = [*others, *(Card(4 * rank) for rank in ranks)]
            found[kind_of(strength_of(flush))] += 4 * comb(39, dealt - suited)
    assert [found[kind] for kind in range(evaluator.STRAIGHT_FLUSH, -1, -1)] == COUNTS[dealt]
    assert sum(found.values()) == comb(52, dealt)


@cache
def _without_a_flush(often: tuple[int, ...]) -> int:
    """In how many ways ranks that are there so often can have suits with no five of one."""
    ways = [1]  # by how many are of one suit
    for many in often:
        longer = [0] * (len(ways) + 1)
        for suited, n in enumerate(ways):
            longer[suited] += n * comb(3, many)
            longer[suited + 1] += n * comb(3, many - 1)
        ways = longer
    return prod(comb(4, many) for many in often) - 4 * sum(ways[5:])


@pytest.mark.rule("PT-H.32", "PT-H.33", "CASES settled 10")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Ks Qs Js Ts", "Kh Qh Jh Th 9h"),  # the highest straight flush
        ("6h 5h 4h 3h 2h", "5s 4s 3s 2s As"),  # the ace is low in the wheel
        ("2s 2h 2d 2c 3s", "As Ah Ad Kc Ks"),  # four of a kind over a full house
        ("9s 9h 9d 9c Ks", "9s 9h 9d 9c Qs"),  # the card beside them
        ("3s 3h 3d 2c 2s", "2s 2h 2d Ac As"),  # the three decide
        ("3s 3h 3d Kc Ks", "3s 3h 3d Qc Qs"),  # then the pair
        ("2s 2h 2d 3c 3s", "As Ks Qs Js 9s"),  # a full house over a flush
        ("As 6s 4s 3s 2s", "Ks Qs Js Ts 8s"),  # the highest card of the flush
        ("Ah Kh 9h 7h 5h", "As Ks 9s 7s 4s"),  # down to its fifth card
        ("6s 5h 4d 3c 2s", "As 5s 4h 3d 2c"),  # six high over the wheel
        ("2s 2h 2d 4c 3s", "As Ah Kd Kc Qs"),  # three of a kind over two pair
        ("7s 7h 7d Ac 3s", "7s 7h 7d Kc Qs"),  # the fourth card
        ("7s 7h 7d Ac 4s", "7s 7h 7d Ac 3s"),  # the fifth card
        ("As Ah 2d 2c 3s", "Ks Kh Qd Qc As"),  # the higher pair
        ("As Ah 4d 4c 3s", "As Ah 3d 3c Ks"),  # then the second
        ("As Ah 4d 4c 5s", "As Ah 4d 4c 3s"),  # then the card that is left
        ("2s 2h 5d 4c 3s", "As Kh Qd Jc 9s"),  # a pair over no pair
        ("As Ah 9d 7c 4s", "As Ah 9d 7c 3s"),  # down to the fifth card
        ("As Kh 9d 7c 4s", "As Kh 9d 7c 3s"),
    ],
)
def test_what_decides_between_two_hands(better: str, worse: str) -> None:
    assert strength_of(cards(better)) > strength_of(cards(worse))


@pytest.mark.rule("PT-H.30", "PT-H.33")
def test_suits_decide_nothing() -> None:
    assert strength_of(cards("As Ks 9s 7s 4s")) == strength_of(cards("Ah Kh 9h 7h 4h"))
    assert strength_of(cards("As Kh 9d 7c 4s")) == strength_of(cards("Ah Ks 9c 7d 4h"))


@pytest.mark.rule("PT-H.31")
def test_an_ace_does_not_stand_in_the_middle_of_a_straight() -> None:
    assert kind_of(strength_of(cards("3s 2h Ad Kc Qs"))) == evaluator.HIGH_CARD
    wheel = strength_of(cards("5s 4h 3d 2c As"))
    assert (kind_of(wheel), ranks_of(wheel)[0]) == (evaluator.STRAIGHT, 3)


@pytest.mark.rule("PT-H.26")
def test_a_holdem_hand_may_be_two_one_or_none_of_the_own_cards() -> None:
    board = cards("As Ks Qs Js 2d")
    two, _ = best_five(game=CardGame.HOLDEM, hole=cards("Ts 9s"), board=board)
    assert ranks_of(two)[0] == 12 and kind_of(two) == evaluator.STRAIGHT_FLUSH
    on_board = cards("As Kh Qd Jc Ts")
    for hole in ("2c 3d", "9h 9d"):
        _, five = best_five(game=CardGame.HOLDEM, hole=cards(hole), board=on_board)
        assert five == tuple(on_board)


@pytest.mark.rule("PT-O.26", "PT-O.29–32", "PT-O.61")
@pytest.mark.parametrize(
    ("hole", "board", "five", "kind"),
    [
        # four spades on the board and one in the hand are no flush
        ("As Kh Qd Jc", "2s 5s 9s Ts 3d", "As Kh 5s 9s Ts", evaluator.HIGH_CARD),
        # four of a kind in the hand are a pair
        ("Ah As Ad Ac", "2s 5s 9d Th 3d", "Ah As 5s 9d Th", evaluator.PAIR),
        # a full house on the board is three of a kind or a full house with two of one's own
        ("Kh Kd 3c 4c", "7s 7h 7d 2c 2s", "Kh Kd 7s 7h 7d", evaluator.FULL_HOUSE),
        ("Ah Qd 3c 4c", "7s 7h 7d 2c 2s", "Ah Qd 7s 7h 7d", evaluator.TRIPS),
        # two spades are enough for a flush where three lie
        ("As 2s Kd Qc", "5s 9s Ts Th 3d", "As 2s 5s 9s Ts", evaluator.FLUSH),
    ],
)
def test_an_omaha_hand_is_two_of_the_own_cards_and_three_of_the_board(
    hole: str, board: str, five: str, kind: int
) -> None:
    mine, theirs = cards(hole), cards(board)
    worth, made = best_five(game=CardGame.OMAHA, hole=mine, board=theirs)
    assert len(set(made) & set(mine)) == 2 and len(set(made) & set(theirs)) == 3
    assert (
        worth
        == strength_of(made)
        == max(
            strength_of([*two, *three]) for two in combinations(mine, 2) for three in combinations(theirs, 3)
        )
    )
    assert kind_of(worth) == kind
    assert set(made) == set(cards(five))


def test_fewer_than_five_cards_are_no_hand() -> None:
    with pytest.raises(ValueError, match="five to seven"):
        strength_of(cards("As Ks Qs Js"))


def _plain(five: tuple[Card, ...]) -> tuple[int, list[int]]:
    """How good five cards are, as the book says it and as slowly: kind, then the ranks that decide. Nothing of ours is asked."""
    often = Counter(card.index // 4 for card in five)
    ranks = sorted(often, key=lambda rank: (-often[rank], -rank))
    pattern = sorted(often.values(), reverse=True)
    flush = len({card.index % 4 for card in five}) == 1
    straight = len(ranks) == 5 and (max(ranks) - min(ranks) == 4 or set(ranks) == {12, 0, 1, 2, 3})
    if straight:
        ranks = [3] if set(ranks) == {12, 0, 1, 2, 3} else [max(ranks)]
    if straight and flush:
        return 8, ranks
    known = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    if tuple(pattern) in known:
        return known[tuple(pattern)], ranks
    return (5 if flush else 4 if straight else 0), ranks


@survives
@pytest.mark.timeout(size(900, full=1200))
@pytest.mark.rule("PT-H.26", "PT-H.30", "PT-H.31", "PT-H.33", "PT-O.26", "PT-O.30", "PT-O.31", "PT-O.33")
@pytest.mark.parametrize("game", list(CardGame))
def test_random_hands_stand_in_the_order_in_which_a_plain_reading_of_the_book_has_them(
    game: CardGame,
) -> None:
    random, deck = Random(41), [Card(n) for n in range(52)]
    own = 2 if game is CardGame.HOLDEM else 4
    before: tuple[int, tuple[int, list[int]]] | None = None
    for _ in range(size(1_000, full=100_000)):
        dealt = random.sample(deck, own + 5)
        hole, board = dealt[:own], dealt[own:]
        ours, _five = best_five(game=game, hole=hole, board=board)
        if game is CardGame.HOLDEM:
            assert strength_of(dealt) == ours
            plain = max(map(_plain, combinations(dealt, 5)))
        else:
            plain = max(
                _plain((*two, *three)) for two in combinations(hole, 2) for three in combinations(board, 3)
            )
        assert kind_of(ours) == plain[0], [card.text for card in dealt]
        if before is not None:
            assert (ours > before[0]) is (plain > before[1]) and (ours == before[0]) is (plain == before[1])
        before = ours, plain
