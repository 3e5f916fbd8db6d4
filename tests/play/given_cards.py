"""Cards that a test gives to a hand. In the product they follow from a seed that nobody chooses; here the one function that makes the deck of a
dealt hand is another one (`play.queries.decks._deck`). What the house committed to is not: who checks such a hand finds that it is forged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from play.models import DealtHand
from play.queries.decks import mix_of_hand
from rules.cards import Card, Deck, places_of_board, places_of_seat

_PLACES = range(1, 53)


class _Given(Deck):
    """A deck in a given order; its salts are those of the secret."""

    def __init__(self, *, secret: bytes, hand: str, number: int | None, order: Sequence[int]) -> None:
        super().__init__(secret=secret, hand=hand, number=number)
        self._order = tuple(order)


class GivenCards:
    """The cards of the next hands; a hand that was dealt keeps what it had. What was not given is any card that is left."""

    def __init__(self) -> None:
        self._known: dict[int, Card] = {}
        self._made: dict[str, Deck] = {}

    def give(self, holes: Mapping[int, Sequence[str]], *, board: Sequence[str] = ()) -> None:
        """Say what each seat and the board will have."""
        self._known = dict(zip(places_of_board(count=len(board)), map(Card.of, board), strict=True))
        for seat, cards in holes.items():
            self._known |= zip(places_of_seat(seat, count=len(cards)), map(Card.of, cards), strict=True)

    def deck(self, secret: bytes, name: str, number: int | None) -> Deck:
        """In the place of the product's: the deck in which the words' order of places finds what was given."""
        if name not in self._made:
            self._made[name] = _Given(secret=secret, hand=name, number=number, order=self._order(name))
        return self._made[name]

    def _order(self, name: str) -> list[int]:
        table_id, hand_number = map(int, name.split("/"))
        mixed = mix_of_hand(DealtHand.objects.get(table_id=table_id, number=hand_number))
        assert mixed is not None
        given = {card.index for card in self._known.values()}
        assert len(given) == len(self._known), "a card is given twice"
        rest = iter(sorted(set(range(52)) - given))
        lies = {mixed.places[at - 1]: self._known.get(at) for at in _PLACES}
        return [next(rest) if (card := lies[place]) is None else card.index for place in _PLACES]
