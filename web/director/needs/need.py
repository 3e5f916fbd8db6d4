"""One thing to see to, and its buttons."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from web import buttons
from web.staffing import StaffTournament

# a sentence ends where the dot stands after a word: behind a single letter it shortens a name, before a number a day or month
_FIRST = re.compile(r"(.*?(?:\w\w|[\d)%€])(?:[?!:]|\.(?!\s+\d)))\s+(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionButton:
    """A button: what it is called and what it posts. asks: the dialog's sentence before it is done."""

    label: str
    name: str
    values: dict[str, Any] = field(default_factory=dict)
    asks: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """One thing to see to. mark: the icon of its kind. more: what is proposed, and why. look: where more is to be seen.
    later: it may wait."""

    key: str
    mark: str
    text: str
    more: str = ""
    rule: str = ""
    buttons: tuple[ActionButton, ...] = ()
    look: str = ""
    look_label: str = ""
    amber: bool = False
    later: bool = False

    @property
    def fact(self) -> str:
        """What is so: the first sentence, without the list that may follow it."""
        return self._split()[0]

    @property
    def reason(self) -> str:
        """What follows from it, and what is proposed."""
        return self._split()[1]

    def _split(self) -> tuple[str, str]:
        found = None if self.more else _FIRST.match(self.text)
        if found is None:
            return self.text.removesuffix("."), self.more
        return found[1].rstrip(".:"), found[2][:1].upper() + found[2][1:]


def action_button(
    scope: StaffTournament, *, name: str, label: str = "", asks: str = "", **values: Any
) -> tuple[ActionButton, ...]:
    """Return a button from the card of its command; none where this person may not. label: in place of the card's."""
    found = buttons.buttons_of("director")[name]
    if found.permission is not None and not scope.may(found.permission):
        return ()
    return (ActionButton(label=label or buttons.label(found, **values), name=name, values=values, asks=asks),)


def address(name: str, *, scope: StaffTournament) -> str:
    return reverse(name, args=[scope.tournament_id])
