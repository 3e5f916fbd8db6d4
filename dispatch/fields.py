"""How an argument of a command may look when it comes from outside, written beside the argument itself:

    def postpone_tournament(*, …, starts_at: datetime, reason: Annotated[str, Text(max_length=300)])

Pages and API read it: the API makes the body of the address from it, a page reads its form by it. Plain data, so that commands know no page. A bare
``int``, ``bool``, ``datetime``, ``date``, ``UUID`` or ``Mapping`` says enough by itself: the number of a row, true or
false, an instant with its offset, a day, a UUID, values by name.
"""

from __future__ import annotations

import inspect
import types
import typing
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
class Integer:
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


Id = Annotated[int, Integer(min_value=1, max_value=10**15)]
Reason = Annotated[str, Text(max_length=300)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """An argument, its annotation taken apart. type: without what describes it. described: its bounds, None where the
    type says enough. required: it has no default."""

    type: Any
    described: Any
    help_text: str
    may_be_none: bool
    required: bool


def asked(parameter: inspect.Parameter) -> Argument:
    """Take the annotation of an argument apart. TypeError where it may be more than one thing."""
    annotation, about = _taken_apart(parameter.annotation)
    may_be_none = False
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        inner = [part for part in typing.get_args(annotation) if part is not type(None)]
        if len(inner) != 1:
            raise TypeError(f"{parameter.name}: {annotation} is more than one thing")
        may_be_none = True
        annotation, inner_about = _taken_apart(inner[0])
        about = [*about, *inner_about]
    return Argument(
        type=annotation,
        described=next((said for said in about if not isinstance(said, About)), None),
        help_text=next((said.help_text for said in about if isinstance(said, About)), ""),
        may_be_none=may_be_none,
        required=parameter.default is inspect.Parameter.empty,
    )


def _taken_apart(annotation: Any) -> tuple[Any, list[Any]]:
    if typing.get_origin(annotation) is Annotated:
        inner, *about = typing.get_args(annotation)
        return inner, about
    return annotation, []
