"""How an argument of a command may look when it comes from outside, written beside the argument itself:

    def postpone_tournament(*, …, starts_at: datetime, reason: Annotated[str, Text(max_length=300)])

The faces read it: the API makes the body of the address from it. Plain data, so that commands know no face. A bare
``int``, ``bool``, ``datetime``, ``date``, ``UUID`` or ``Mapping`` says enough by itself: the number of a row, true or
false, an instant with its offset, a day, a UUID, values by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Unicode of bounded length. help_text: for who writes a program."""

    max_length: int = 300
    allow_blank: bool = False
    help_text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A whole number within its bounds."""

    min_value: int
    max_value: int
    help_text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of several words. choices: the words, or pairs of word and title."""

    choices: Sequence[Any]
    allow_blank: bool = False
    help_text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Many:
    """A list of what `child` says."""

    child: Any
    max_length: int
    min_length: int | None = None
    help_text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """Only a word on an argument whose type says the rest."""

    help_text: str


Id = Annotated[int, Whole(min_value=1, max_value=10**15)]
Reason = Annotated[str, Text(max_length=300)]
