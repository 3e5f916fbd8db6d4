"""The answer to a situation: what binds, what the director may choose, what else is due."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Params = Mapping[str, int | str]


class Outcome(StrEnum):
    """What the ruling makes of the situation."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALL_IN = "all_in"
    CALL_OR_RAISE = "call_or_raise"
    CALL_OR_FOLD = "call_or_fold"
    FREE = "free"  # the player has the choices listed
    STANDS = "stands"
    CORRECT = "correct"  # the amount is corrected for everybody
    DEAD_HAND = "dead_hand"
    LIVE_HAND = "live_hand"
    MISDEAL = "misdeal"
    PLAY_ON = "play_on"
    STOP_HAND = "stop_hand"  # everything goes back
    SHOW = "show"
    KEEP_DOWN = "keep_down"
    WAIT = "wait"
    AWARD = "award"
    PAY = "pay"
    YES = "yes"
    NO = "no"
    DIRECTOR = "director"  # the director decides between the choices


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenChoice:
    """Something lawful that may be chosen. amount_chips: the total it binds to, where it has one."""

    value: str
    sentence: str
    params: Params = field(default_factory=dict)
    amount_chips: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something else that is due: a penalty that may follow, an announcement, what goes back.

    seat: whom it is about, where it is about one. cards: the five that make this player's hand, as they are written.
    """

    sentence: str
    params: Params = field(default_factory=dict)
    rule: str = ""
    seat: int | None = None
    cards: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Chips that go to seats: one seat for a prize of a pot, several for a pot they play for."""

    chips: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The ruling on a situation.

    code: snake_case, stable. rules: regulation ids. sentence: English msgid, filled with params.
    amount_chips: the total in front of the player that binds, in chips; None where no amount binds.
    returned_chips: chips that go back to the player now. seats: the seats it is about, in order.
    choices: for Action.DIRECTOR what the director may decide, for Action.FREE what the player may do.
    """

    code: str
    rules: tuple[str, ...]
    sentence: str
    action: Outcome
    params: Params = field(default_factory=dict)
    amount_chips: int | None = None
    returned_chips: int = 0
    seats: tuple[int, ...] = ()
    shares: tuple[Share, ...] = ()
    choices: tuple[OpenChoice, ...] = ()
    also: tuple[Note, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the ruling as JSON-able values; sentences stay msgids with their params beside them."""
        return {
            "code": self.code,
            "rules": list(self.rules),
            "sentence": self.sentence,
            "params": dict(self.params),
            "action": self.action.value,
            "amount_chips": self.amount_chips,
            "returned_chips": self.returned_chips,
            "seats": list(self.seats),
            "shares": [{"chips": s.chips, "seats": list(s.seats)} for s in self.shares],
            "choices": [
                {
                    "value": c.value,
                    "sentence": c.sentence,
                    "params": dict(c.params),
                    "amount_chips": c.amount_chips,
                }
                for c in self.choices
            ],
            "also": [
                {
                    "sentence": n.sentence,
                    "params": dict(n.params),
                    "rule": n.rule,
                    "seat": n.seat,
                    "cards": n.cards,
                }
                for n in self.also
            ],
        }

    def text(self) -> str:
        """Return the sentence in English, filled."""
        return self.sentence % self.params if self.params else self.sentence
