"""A button of a page, as the card of its command tells it: plain data, so that a command knows no page.

    Card(…, buttons=(Button(page="director", name="halt", said=N_("Table %(table_number)s is halted.")),))

What the form sends becomes the arguments of the command by their annotations, as the body of its address does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Plural:
    """A sentence for one and one for many. count: the value that decides."""

    one: str
    many: str
    count: str = field(default="count", kw_only=True)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with values of its own. counts: numbers that are written in groups, as people write them."""

    text: str | Plural
    values: Mapping[str, Any] = field(default_factory=dict, kw_only=True)
    counts: Mapping[str, int] = field(default_factory=dict, kw_only=True)


Said = str | Plural | Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """page: whose page has it. name: in its address. label: what stands on it, with values of its form in it.

    said: the sentence when it is done, with values of the result in it, or what gives one or several; of a value
    ``amount_cents`` the sentence has ``amount``, as money is written, of ``in_play_chips`` ``in_play``. "" where the
    page has its own words. values: what the button says where its form says nothing. offers_undo: where the command
    can be taken back, the sentence offers it.
    """

    page: str
    name: str
    label: str = ""
    said: Said | Callable[[Mapping[str, Any]], Said | Sequence[Said]] = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    offers_undo: bool = True
