"""Hands are called as a card room calls them, their ranks in words; tests/browser_units/table.test.mjs has the browser's."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from rules.hands.settlement import HAND_SENTENCES
from web.hand_names import hand_said, rank_words

MADE = {
    8: ("9", "8"), 7: ("A", "K"), 6: ("Q", "9"), 5: ("A", "J"), 4: ("10", "9"),
    3: ("7", "A"), 2: ("K", "Q"), 1: ("A", "K"), 0: ("J", "9"),
}  # fmt: skip
SAID = {
    "en": [
        "Straight flush, 9 high", "Four of a kind, aces", "Full house, queens over nines", "Flush, A high",
        "Straight, 10 high", "Three of a kind, sevens", "Two pair, kings and queens", "Pair of aces", "High card J",
    ],
    "pt-br": [
        "Straight flush até 9", "Quadra de ases", "Full house, damas com noves", "Flush até A",
        "Sequência até 10", "Trinca de setes", "Dois pares, reis e damas", "Par de ases", "Carta alta J",
    ],
    "pt": [
        "Sequência de cor até 9", "Póquer de ases", "Full house, damas com noves", "Cor até A",
        "Sequência até 10", "Trio de setes", "Dois pares, reis e damas", "Par de ases", "Carta mais alta J",
    ],
}  # fmt: skip


@pytest.mark.rule("PT-H.29", "PT-H.61")
@pytest.mark.parametrize("language", SAID)
def test_a_hand_is_called_as_a_card_room_calls_it(language: str) -> None:
    with override(language):
        said = [
            hand_said(sentence, params={"first": first, "second": second})
            for sentence, (first, second) in zip(HAND_SENTENCES.values(), MADE.values(), strict=True)
        ]
        assert said == SAID[language]
        # short enough for the bar of a narrow phone
        assert max(map(len, said)) <= 29
        assert len(set(rank_words().values())) == 13


@pytest.mark.rule("PT-H.32")
def test_what_decided_stays_as_it_is_written() -> None:
    pair, flush = HAND_SENTENCES[1], HAND_SENTENCES[5]
    with override("en"):
        assert (
            hand_said(pair, params={"first": "Q", "second": "A", "kicker": "A-9"})
            == "Pair of queens, A-\u20609 kicker"
        )
        assert (
            hand_said(flush, params={"first": "A-10-9", "second": "10"}) == "Flush, A-\u206010-\u20609 high"
        )
        assert hand_said("Royal flush", params={"first": "A", "second": "K"}) == "Royal flush"
    with override("pt"):
        assert hand_said(pair, params={"first": "10", "second": "A", "kicker": "A"}) == "Par de dez, kicker A"
