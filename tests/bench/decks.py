"""Row k, its decks: what the two of a hand cost with their roots, and 200,000 hands as they are dealt, two secrets, words, one deck, its places, and what chance would make of them."""

from __future__ import annotations

import hashlib
import time
from math import erfc, sqrt

from rules.cards import DealtDeck, Deck, link_of, mix, secrets_of_decks
from tests.bench.figures import Figure, tell

HANDS = 200_000
MADE_MS = 0.5
_ROOTS = ("a" * 64, "b" * 64)


def measure() -> None:
    _cost()
    for what, chance in _chances().items():
        tell(
            Figure(
                row="k",
                what=f"{HANDS:,} decks: {what}",
                ours=chance,
                unit="p",
                bar="0.001–0.999",
                met=0.001 < chance < 0.999,
            )
        )


def _cost() -> None:
    """What a deal costs before anybody has a card: two decks shuffled, salted, and their trees."""
    began, made = time.process_time(), 400
    for n in range(made):
        hand = f"7/{n + 1}"
        for number, secret in enumerate(
            secrets_of_decks(secret=hashlib.sha256(b"%d" % n).digest(), hand=hand)
        ):
            assert Deck(secret=secret, hand=hand, number=number).root
    ours = 1000 * (time.process_time() - began) / made
    tell(
        Figure(
            row="k",
            what="both decks of a hand with their roots",
            ours=ours,
            unit="ms",
            bar=f"≤ {MADE_MS} ms",
            met=ours <= MADE_MS,
        )
    )


def _chances() -> dict[str, float]:
    """How often chance would give more than was counted."""
    counts = [[0] * 52 for _ in range(52)]
    pairs = again = rises = picked = runs = 0
    before = list(range(52))
    for n in range(HANDS):
        deck_number, order = _order(n)
        picked += deck_number
        for place, card in enumerate(order):
            counts[place][card] += 1
        pairs += order[0] >> 2 == order[1] >> 2
        again += sum(card == last for card, last in zip(order, before, strict=True))
        rises += sum(one < other for one, other in zip(order, order[1:], strict=False))
        runs += (order[0] < 26) != (before[0] < 26)
        before = order
    return {
        "each card at each place, chi-square of 2,601 degrees": _of_squares(counts),
        "pairs in the first two places": _of(pairs, HANDS * 3 / 51, HANDS * 3 / 51 * 48 / 51),
        "cards that lie where they lay in the hand before": _of(again, HANDS, HANDS),
        "rises from place to place": _of(rises, HANDS * 51 / 2, HANDS * 53 / 12),
        "changes from low to high and back, hand to hand": _of(runs, HANDS / 2, HANDS / 4),
        "the second of the two decks": _of(picked, HANDS / 2, HANDS / 4),
    }


def _order(n: int) -> tuple[int, list[int]]:
    secret = hashlib.sha256(b"deck %d" % n).digest()
    hand = f"7/{n + 1}"
    mixed = mix(hand=hand, roots=_ROOTS, words={3: secret, 7: link_of(secret)})
    deck = Deck(secret=secrets_of_decks(secret=secret, hand=hand)[mixed.deck], hand=hand, number=mixed.deck)
    return mixed.deck, [card.index for card in DealtDeck(deck, mixed=mixed).cards(range(1, 53))]


def _of(counted: float, expected: float, variance: float) -> float:
    return erfc((counted - expected) / sqrt(variance) / sqrt(2)) / 2


def _of_squares(counts: list[list[int]]) -> float:
    """By Wilson and Hilferty: the cube root of a chi-square is nearly normal."""
    expected, free = HANDS / 52, 51 * 51
    squares = sum((count - expected) ** 2 / expected for row in counts for count in row)
    return _of((squares / free) ** (1 / 3), 1 - 2 / (9 * free), 2 / (9 * free))
