"""The card of a command: what the faces know of it without running it, written beside it.

The API makes the command's address from it, the history its line, and undoing finds what takes it back.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any
from uuid import UUID

from django.apps import apps

from rules.permissions import Permission


@dataclass(frozen=True, slots=True, kw_only=True)
class Did:
    """A command that was done, as whoever takes it back reads it. tournament_id: where it was about one."""

    command_id: UUID
    name: str
    result: Mapping[str, Any]
    tournament_id: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoes:
    """What the command with this card takes back.

    commands: by name. things: each thing that one of them did, as the arguments that take it back; the last argument
    names it where there are several. preview: what that would do, from the values of these arguments (and `at`, where it
    asks for it). takes: arguments that whoever takes back may add. last_of: kinds of facts of which only the last can
    be taken back; none where each can.
    """

    commands: Sequence[str]
    things: Callable[[Did], list[dict[str, Any]]]
    preview: Callable[..., Mapping[str, Any]]
    takes: frozenset[str] = frozenset()
    last_of: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """title: in the history of a tournament; "" keeps it out. permission: what is asked of staff; None: the command asks
    nothing of this kind. own_permission: what players may do here with what is their own. address: below ``/api/``.
    undoes: what it takes back.
    """

    title: str = ""
    permission: Permission | None = None
    own_permission: Permission | None = None
    address: str = ""
    undoes: Undoes | None = None


#: Name → card, of every command that was imported.
CARDS: dict[str, Card] = {}

_FRAME = frozenset({"command_id", "at", "by"})


@cache
def load() -> None:
    """Import every command of every application, so that `CARDS` is whole."""
    for app in apps.get_app_configs():
        try:
            package = import_module(f"{app.name}.commands")
        except ModuleNotFoundError as error:
            if error.name != f"{app.name}.commands":
                raise
            continue
        for module in iter_modules(getattr(package, "__path__", ())):
            import_module(f"{package.__name__}.{module.name}")


def title_of(name: str) -> str:
    """The title of a command in the history, to be translated; of one without, its name in words."""
    load()
    card = CARDS.get(name)
    return card.title if card is not None and card.title else name.partition(".")[2].replace("_", " ")


def arguments_of(command: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """What a command asks beyond its frame, by name; each annotation is a type, with `Annotated` where it says more."""
    work = inspect.unwrap(command)
    types = typing.get_type_hints(work, include_extras=True)
    return {
        name: parameter.replace(annotation=types[name])
        for name, parameter in inspect.signature(work).parameters.items()
        if name not in _FRAME
    }


def named_in(address: str) -> frozenset[str]:
    """The arguments that stand in an address."""
    return frozenset(re.findall(r"<(?:\w+:)?(\w+)>", address))
