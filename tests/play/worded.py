"""A table at which everybody plays as rehearsal players do, and gives a word with each act."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from play.commands.begin_words import begin_words
from play.queries.payloads import own_payload
from rules.cards import SECRET_BYTES, Card, link_of
from simulation.rehearsal_players import choose
from tests import cast
from tests.play.conftest import AtTable, open_one

_MANNERS = ("tight", "loose", "chance")


@dataclass
class WithWords(AtTable):
    random: Random = field(default_factory=Random)
    links: int = 500  # of a chain: more than there will be hands
    chains: dict[int, list[str]] = field(default_factory=dict)

    def step(self) -> None:
        """The next thing: who is to act does what a rehearsal player would."""
        if self.row.due_kind != "decide":
            self.due()
            return
        seat = self.to_act
        person = self.people[seat]
        own = own_payload(table_id=self.table_id, player_id=person.player_id)
        options = own["options"]
        word, to = choose(
            options,
            cards=[Card.of(one["card"]) for one in own["cards"]],
            manner=_MANNERS[seat % 3],
            random=self.random,
        )
        given = self._word(seat, person, own["words"])
        self.act(word.value, to, if_facing_chips=options["facing_chips"], word=given)

    def play(self, hands: int) -> None:
        """Until so many hands are over."""
        while self.row.hand_number < hands or self.row.due_kind != "open":
            self.step()

    def _word(self, seat: int, person: cast.Person, told: dict[str, Any]) -> str:
        number = self.row.hand_number + 1
        steps = number - told["from_number"] + 1
        chain = self.chains.get(seat)
        if chain is None or chain[-1] != told["end"]:
            chain = self.chains[seat] = [secrets.token_hex(SECRET_BYTES)]
            while len(chain) <= self.links:
                chain.append(link_of(bytes.fromhex(chain[-1])).hex())
            where = {"table_id": self.table_id, "player_id": person.player_id}
            cast.say(begin_words, by=person, at=self.now, end=chain[-1], **where)
            return ""
        return "" if told["given_for"] >= number or steps < 1 else chain[self.links - steps]


def with_words(house: cast.House, *, seats: Sequence[int], seed: int, **more: Any) -> WithWords:
    """Open a table and seat people there."""
    table = WithWords(house, open_one(house, **more).table_id, random=Random(seed))
    for seat in seats:
        table.sit(seat)
    return table
