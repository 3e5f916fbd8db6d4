"""What is answered, described: serializers made from the frozen dataclasses that queries and commands give back.

A docstring that says ``name: what it means.`` of a field describes that field.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import types
import typing
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from rest_framework import serializers

Shape = type[serializers.Serializer[Any]]


@cache
def shape(view: type, *, name: str = "") -> Shape:
    """Return the serializer of a dataclass: each field by its type, in the order of the dataclass."""
    about, _ = words_of(view)
    return type(name or view.__name__, (serializers.Serializer,), {"__doc__": about, **fields_of(view)})


def fields_of(view: type, **more: Any) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
    """Return the fields of a dataclass, each by its type and with what is said of it. more: what all of them are made with."""
    hints = get_type_hints(view)
    _, said = words_of(view)
    found = {}
    for part in dataclasses.fields(view):
        words = {"help_text": said[part.name]} if part.name in said else {}
        found[part.name] = _field(hints[part.name], **words, **more)
    return found


def words_of(view: type) -> tuple[str, dict[str, str]]:
    """Return what the docstring of a dataclass says of it all, and of its fields by name."""
    names = "|".join(part.name for part in dataclasses.fields(view))
    text = " ".join(inspect.cleandoc(view.__doc__ or "").split())
    about, *rest = re.split(rf"(?:^|(?<=[.;,] ))((?:{names})(?:(?:, | and )(?:{names}))*): ", text)
    said: dict[str, str] = {}
    for together, words in zip(rest[::2], rest[1::2], strict=True):
        said |= dict.fromkeys(re.split(", | and ", together), words.strip())
    return about.strip(), said


def _field(hint: Any, **more: Any) -> serializers.Field[Any, Any, Any, Any]:
    """The field for a type. TypeError for one that has no form here."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        inner = [part for part in parts if part is not type(None)]
        if len(inner) < len(parts):
            more["allow_null"] = True
        if all(get_origin(part) is Literal for part in inner):
            return _field(Literal[tuple(word for part in inner for word in get_args(part))], **more)
        [one] = inner
        return _field(one, **more)
    if origin is Literal:
        words = [word for word in parts if word]
        return serializers.ChoiceField(choices=words, allow_blank="" in parts, **more)
    while hasattr(hint, "__supertype__"):
        hint = hint.__supertype__
    if dataclasses.is_dataclass(hint):
        return shape(typing.cast("type", hint))(**more)
    if origin in (tuple, list) or (isinstance(origin, type) and issubclass(origin, Sequence)):
        inner = parts[0]
        if dataclasses.is_dataclass(inner):
            return shape(typing.cast("type", inner))(many=True, **more)
        return serializers.ListField(child=_field(inner), **more)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        if parts[1] is not Any and not _several(parts[1]):
            more["child"] = _field(parts[1])
        return serializers.DictField(**more)
    if origin is None and isinstance(hint, type):
        if issubclass(hint, Enum):
            return serializers.ChoiceField(choices=[(one.value, one.name) for one in hint], **more)
        for kind, field in _KINDS.items():
            if issubclass(hint, kind):
                return field(**more)
    raise TypeError(f"no form for {hint!r}")


def _several(hint: Any) -> bool:
    """Whether a value may be of more than one type."""
    of = [part for part in get_args(hint) if part is not type(None)]
    return get_origin(hint) in (Union, types.UnionType) and len(of) > 1


class _Number(serializers.DecimalField):
    """An exact number as text."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"max_digits": None, "decimal_places": None, **more})


_KINDS: dict[type, type[serializers.Field[Any, Any, Any, Any]]] = {
    bool: serializers.BooleanField,
    str: serializers.CharField,
    int: serializers.IntegerField,
    Decimal: _Number,
    datetime: serializers.DateTimeField,
    date: serializers.DateField,
    UUID: serializers.UUIDField,
    dict: serializers.DictField,
}
