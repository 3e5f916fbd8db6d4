"""One row of a model, read by a statement made for it: composing it anew costs more than running it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from django.db import connection
from django.db.models import JSONField, Model

from dispatch import prepared

_M = TypeVar("_M", bound=Model)


def read_one(
    model: type[_M], *, where: str, values: Sequence[Any], without: tuple[str, ...] = ()
) -> _M | None:
    """Return one row of a model by the rest of its statement, as text; None where there is none. `without`: fields that stay
    deferred.

    For the few reads that every command of the floor makes: composing them anew costs more than running them.
    """
    columns = _columns(model, without)
    found = prepared.rows(f"SELECT {columns.names} FROM {model._meta.db_table} {where}", values)
    if not found:
        return None
    row: Sequence[Any] = found[0]
    if columns.json:
        row = [
            json.loads(value) if place in columns.json and isinstance(value, str) else value
            for place, value in enumerate(row)
        ]
    return model.from_db(connection.alias, columns.attributes, row)


class _Columns(NamedTuple):
    """What is read of a model: column names, attributes in the model's order, the places that hold JSON."""

    names: str
    attributes: list[str]
    json: frozenset[int]


@cache
def _columns(model: type[Model], without: tuple[str, ...]) -> _Columns:
    fields = [f for f in model._meta.concrete_fields if f.name not in without]
    return _Columns(
        ", ".join(str(f.column) for f in fields),
        [f.attname for f in fields],
        frozenset(place for place, f in enumerate(fields) if isinstance(f, JSONField)),
    )
