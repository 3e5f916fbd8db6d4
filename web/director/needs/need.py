"""One thing to see to, and its buttons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from web import buttons
from web.staffing import StaffTournament


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionButton:
    """A button: what it is called and what it posts. asks: the dialog's sentence before it is done."""

    label: str
    name: str
    values: dict[str, Any] = field(default_factory=dict)
    asks: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """One thing to see to. mark: a shape that stands for its kind. look: where more is to be seen."""

    key: str
    mark: str
    text: str
    rule: str = ""
    buttons: tuple[ActionButton, ...] = ()
    look: str = ""
    look_label: str = ""
    amber: bool = False


def action_button(
    scope: StaffTournament, name: str, *, label: str = "", asks: str = "", **values: Any
) -> tuple[ActionButton, ...]:
    """A button from the card of its command; none where this person may not. label: in place of the card's."""
    found = buttons.buttons_of("director")[name]
    if found.permission is not None and not scope.may(found.permission):
        return ()
    return (ActionButton(label=label or buttons.label(found, **values), name=name, values=values, asks=asks),)


def address(name: str, scope: StaffTournament) -> str:
    return reverse(name, args=[scope.tournament_id])
