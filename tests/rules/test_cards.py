"""A card says what it is only to who asks for it by name."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from rules.cards import RANKS, SUITS, Card


@pytest.mark.rule("PT-H.2")
def test_fifty_two_cards_each_with_its_own_index_and_name():
    cards = [Card(index) for index in range(52)]
    assert len({card.text for card in cards}) == 52
    assert [card.index for card in cards] == list(range(52))
    for card in cards:
        assert Card.of(card.text) is card
        assert card.text == RANKS[card.rank] + SUITS[card.suit]
        assert card.index == 4 * card.rank + card.suit


def test_the_ends_of_the_deck():
    assert Card(0).text == "2c"
    assert Card(51).text == "As"
    assert (Card.of("Td").rank, Card.of("Td").suit) == (8, 1)
    for index in (-1, 52):
        with pytest.raises(ValueError):
            Card(index)


def test_a_card_is_not_told_by_accident():
    card = Card.of("As")
    assert repr(card) == str(card) == f"{card}" == "··"
    assert "%s %r" % (card, [card]) == "·· [··]"
    assert f"{card:>4}" == "  ··"
    for told in (json.dumps, pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            told(card)


def test_what_is_no_card_is_refused_without_repeating_it():
    for text in ("", "A", "as", "AS", "1s", "10s", "Asd", "··"):
        with pytest.raises(ValueError) as error:
            Card.of(text)
        assert str(error.value) == "that is no card"
        assert error.value.__cause__ is None


def test_a_card_does_not_change():
    card = Card.of("As")
    with pytest.raises(AttributeError):
        card._index = 3
    with pytest.raises(TypeError):
        Card.of("As") < Card.of("Ks")
