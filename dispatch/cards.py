"""The card of a command: what pages and API know of it without running it, written beside it.

The API makes the command's address from it, the history its line, undoing finds what takes it back, a refusal who was first,
and a page its button.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any
from uuid import UUID

from django.apps import apps

from dispatch.buttons import Button
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
class AlreadyDone:
    """By which fact the command does what a refusal with one of these codes says is done, whichever command is refused.

    fact: its kind. names: by which both, fact and act, know what was acted on; none where there is one of it in a
    tournament. An act and its refusal call a table also "table_number". of_venue: the fact is told of the whole venue.
    """

    fact: str
    codes: Sequence[str]
    names: Sequence[str] = ()
    of_venue: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """title: in the history of a tournament; "" keeps it out. permission: what is asked of staff; None: the command asks
    nothing of this kind. own_permission: what players may do here with what is their own. address: below ``/api/``.
    undoes: what it takes back. already_done: which refusals say that this command did it first. buttons: on which
    pages. puts_books_right: what it takes back in the books was booked by mistake, and no money had moved so; what it books stands in its place.
    """

    title: str = ""
    permission: Permission | None = None
    own_permission: Permission | None = None
    address: str = ""
    undoes: Undoes | None = None
    already_done: Sequence[AlreadyDone] = ()
    buttons: Sequence[Button] = ()
    puts_books_right: bool = False


#: Name → card, of every command that was imported.
CARDS: dict[str, Card] = {}

_FRAME = frozenset({"command_id", "at", "by"})


@cache
def load() -> None:
    """Import every command of every application, so that `CARDS` is whole."""
    for app in apps.get_app_configs():
        # a module of that name holds no commands; importing it would bind pages and API to who imports whom first
        found = find_spec(f"{app.name}.commands")
        if found is None or found.submodule_search_locations is None:
            continue
        for module in iter_modules(found.submodule_search_locations):
            import_module(f"{found.name}.{module.name}")


def title_of(name: str) -> str:
    """Return the title of a command in the history, to be translated; of one without, its name in words."""
    load()
    card = CARDS.get(name)
    return card.title if card is not None and card.title else name.partition(".")[2].replace("_", " ")


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneBy:
    """The facts that did what a code says is done, and how the thing is named in them."""

    facts: Sequence[str]
    names: Sequence[str]
    of_venue: bool


@cache
def done_by_code() -> Mapping[str, Sequence[DoneBy]]:
    """Return the codes of refusals that say "it is done", each with what did it; the nameless last."""
    load()
    found: dict[tuple[str, Sequence[str], bool], list[str]] = {}
    for card in CARDS.values():
        for row in card.already_done:
            for code in row.codes:
                found.setdefault((code, tuple(row.names), row.of_venue), []).append(row.fact)
    by_code: dict[str, list[DoneBy]] = {}
    for (code, names, of_venue), facts in sorted(found.items(), key=lambda row: (not row[0][1], row[0][1])):
        by_code.setdefault(code, []).append(DoneBy(facts=tuple(facts), names=names, of_venue=of_venue))
    return by_code


def arguments_of(command: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Return what a command asks beyond its frame, by name; each annotation is a type, with `Annotated` where it says more."""
    work = inspect.unwrap(command)
    types = typing.get_type_hints(work, include_extras=True)
    return {
        name: parameter.replace(annotation=types[name])
        for name, parameter in inspect.signature(work).parameters.items()
        if name not in _FRAME
    }


def named_in(address: str) -> frozenset[str]:
    """Return the arguments that stand in an address."""
    return frozenset(re.findall(r"<(?:\w+:)?(\w+)>", address))
