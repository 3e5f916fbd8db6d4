"""Makes the address of a command from its card, and the body from the command's own arguments."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields as parts_of
from datetime import date, datetime
from typing import Any
from uuid import UUID

from rest_framework import serializers

import dispatch.fields
from api.endpoints import CommandEndpoint, Nothing
from api.fields import Body, Day, Id, Moment, PlainText, StrictBoolean, StrictInteger, Values
from dispatch.cards import CARDS, arguments_of, load, named_in
from dispatch.commands import COMMANDS, name_of
from dispatch.facts import Done
from dispatch.results import RESULTS

_BARE: Mapping[Any, Callable[..., Any]] = {
    int: Id,
    bool: StrictBoolean,
    datetime: Moment,
    date: Day,
    UUID: serializers.UUIDField,
}
_DESCRIBED: Mapping[type, Callable[..., Any]] = {
    dispatch.fields.Text: PlainText,
    dispatch.fields.Integer: StrictInteger,
    dispatch.fields.Choice: serializers.ChoiceField,
}


def endpoint_of(command: Callable[..., Done], **more: Any) -> CommandEndpoint:
    """Return the address of a command, as its card has it. more: what this address has besides, or instead."""
    name = name_of(command)
    card = CARDS[name]
    if "body" not in more and "ready" not in more:
        more["body"] = body_of(name, command=command, without=named_in(card.address))
    return CommandEndpoint(
        path=card.address,
        command=command,
        action=card.permission,
        own_action=card.own_permission,
        **{"name": name.partition(".")[2], "result": RESULTS.get(name), **more},
    )


def endpoints_of_the_others(own: Iterable[CommandEndpoint]) -> list[CommandEndpoint]:
    """Return the addresses of all commands that are not among `own`, by address."""
    load()
    there = {endpoint.command for endpoint in own}
    return sorted(
        (
            endpoint_of(COMMANDS[name])
            for name, card in CARDS.items()
            if card.address and COMMANDS[name] not in there
        ),
        key=lambda endpoint: endpoint.path,
    )


def body_of(
    name: str, *, command: Callable[..., Done], without: frozenset[str] = frozenset()
) -> type[serializers.Serializer[Any]]:
    """Return what is sent with a command: its arguments but those `without`. One with a default may be left out."""
    found = {
        argument: field_of(parameter)
        for argument, parameter in arguments_of(command).items()
        if argument not in without
    }
    if not found:
        return Nothing
    title = "".join(word.capitalize() for word in name.partition(".")[2].split("_"))
    return type(f"{title}Body", (Body,), found)


def field_of(parameter: inspect.Parameter) -> Any:
    """Return the field of a request that an argument describes. TypeError where its type does not say enough."""
    argument = dispatch.fields.asked(parameter)
    more: dict[str, Any] = {}
    if not argument.required:
        more["required"] = False
    if argument.may_be_none:
        more["allow_null"] = True
    if argument.help_text:
        more["help_text"] = argument.help_text
    described = argument.described
    if described is None:
        return _bare(parameter, argument.type)(**more)
    if isinstance(described, dispatch.fields.Many):
        child = _DESCRIBED[type(described.child)](**_said(described.child))
        return serializers.ListField(child=child, **(_said(described) | more))
    return _DESCRIBED[type(described)](**(_said(described) | more))


def _bare(parameter: inspect.Parameter, annotation: Any) -> Callable[..., Any]:
    if annotation in _BARE:
        return _BARE[annotation]
    if typing.get_origin(annotation) in (Mapping, dict):
        return Values
    raise TypeError(f"{parameter.name}: {annotation} says nothing of its bounds: write Annotated[…]")


def _said(description: Any) -> dict[str, Any]:
    """The parts of a description that say something."""
    parts = {part.name: getattr(description, part.name) for part in parts_of(description)}
    return {
        name: said
        for name, said in parts.items()
        if name != "child" and said is not None and said is not False and said != ""
    }
