"""What is answered, described: serializers made from the frozen views that queries give back."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from rest_framework import serializers

Shape = type[serializers.Serializer[Any]]


@cache
def shape(view: type, name: str = "") -> Shape:
    """The serializer of a dataclass: each field by its type, in the order of the dataclass."""
    hints = get_type_hints(view)
    fields = {field.name: _field(hints[field.name]) for field in dataclasses.fields(view)}
    return type(name or view.__name__, (serializers.Serializer,), {"__doc__": view.__doc__, **fields})


def _field(hint: Any) -> serializers.Field[Any, Any, Any, Any]:
    """The field for a type. TypeError for one that has no form here."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        [inner] = [part for part in parts if part is not type(None)]
        found = _field(inner)
        made: Any = found  # DRF keeps how a field was made, for copies like this
        return type(found)(*made._args, **{**made._kwargs, "allow_null": True})
    while hasattr(hint, "__supertype__"):
        hint = hint.__supertype__
    if dataclasses.is_dataclass(hint):
        return shape(typing.cast("type", hint))()
    if origin in (tuple, list) or (isinstance(origin, type) and issubclass(origin, Sequence)):
        inner = parts[0]
        if dataclasses.is_dataclass(inner):
            return shape(typing.cast("type", inner))(many=True)
        return serializers.ListField(child=_field(inner))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return serializers.DictField() if parts[1] is Any else serializers.DictField(child=_field(parts[1]))
    if origin is None and isinstance(hint, type):
        for kind, field in _KINDS.items():
            if issubclass(hint, kind):
                return field()
    raise TypeError(f"no form for {hint!r}")


class _Number(serializers.DecimalField):
    """An exact number as text."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"max_digits": None, "decimal_places": None, **more})


_KINDS: dict[type, type[serializers.Field[Any, Any, Any, Any]]] = {
    bool: serializers.BooleanField,
    Enum: serializers.CharField,
    str: serializers.CharField,
    int: serializers.IntegerField,
    Decimal: _Number,
    datetime: serializers.DateTimeField,
    date: serializers.DateField,
    UUID: serializers.UUIDField,
    dict: serializers.DictField,
}
