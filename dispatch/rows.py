"""One row of a model, read and written by a statement made for it: composing it anew costs more than running it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Field, JSONField, Model

from dispatch import prepared

_M = TypeVar("_M", bound=Model)
_N = TypeVar("_N", bound=Model)


def read_one(
    model: type[_M], *, where: str, values: Sequence[Any], without: tuple[str, ...] = ()
) -> _M | None:
    """Return one row of a model by the rest of its statement, as text; None where there is none. `without`: fields that stay
    deferred.

    For the few reads that every command of the floor makes: composing them anew costs more than running them.
    """
    return answered(
        model,
        answer=prepared.rows(*question(model, where=where, values=values, without=without)),
        without=without,
    )


def read_pair(
    model: type[_M], *, other: type[_N], by: str, where: str, values: Sequence[Any]
) -> tuple[_M | None, _N | None]:
    """Return one row of a model, called `a` in the statement, and the row `b` of another that belongs to it; None where there is none."""
    found = prepared.rows(f"{_pair(model, other)} ON {by} {where}", values)
    if not found:
        return None, None
    (row,) = found
    place = len(_columns(model, ()).attributes)
    beside = None if row[place] is None else answered(other, answer=[row[place:]])
    return answered(model, answer=[row[:place]]), beside


@cache
def _pair(model: type[Model], other: type[Model]) -> str:
    names = [
        f"{at}.{f.column}" for at, one in (("a", model), ("b", other)) for f in one._meta.concrete_fields
    ]
    return f"SELECT {', '.join(names)} FROM {model._meta.db_table} a LEFT JOIN {other._meta.db_table} b"


def question(
    model: type[Model], *, where: str, values: Sequence[Any], without: tuple[str, ...] = ()
) -> prepared.Question:
    """Return what `read_one` asks, for who has something else to ask at the same moment (`prepared.together`)."""
    return f"SELECT {_columns(model, without).names} FROM {model._meta.db_table} {where}", values


def answered(
    model: type[_M], *, answer: Sequence[tuple[Any, ...]], without: tuple[str, ...] = ()
) -> _M | None:
    """Return the row of the answer to a `question`; None where there is none."""
    found = all_answered(model, answer=answer[:1], without=without)
    return found[0] if found else None


def all_answered(
    model: type[_M], *, answer: Sequence[tuple[Any, ...]], without: tuple[str, ...] = ()
) -> list[_M]:
    """Return the rows of the answer to a `question`."""
    columns = _columns(model, without)
    return [_made(model, columns, row) for row in answer]


def _made(model: type[_M], columns: _Columns, row: Sequence[Any]) -> _M:
    if columns.json:
        row = [
            json.loads(value) if place in columns.json and isinstance(value, str) else value
            for place, value in enumerate(row)
        ]
    if columns.read:
        row = list(row)
        for place, read in columns.read:
            row[place] = read(row[place], None, connection)
    return model.from_db(connection.alias, columns.attributes, row)


def writing(row: Model, *, only: tuple[str, ...]) -> prepared.Question:
    """Return the statement that writes these columns of a row that stands in the database."""
    update = _update(type(row), only)
    here = connections[DEFAULT_DB_ALIAS]
    values = [field.get_db_prep_save(getattr(row, field.attname), here) for field in update.fields]
    return update.statement, [*values, row.pk]


class _Update(NamedTuple):
    statement: str
    fields: tuple[Field[Any, Any], ...]


@cache
def _update(model: type[Model], only: tuple[str, ...]) -> _Update:
    chosen = tuple(f for f in model._meta.concrete_fields if f.name in only)
    columns = ", ".join(f"{f.column} = %s" for f in chosen)
    return _Update(f"UPDATE {model._meta.db_table} SET {columns} WHERE id = %s", chosen)


class _Columns(NamedTuple):
    """What is read of a model: column names, attributes in the model's order, the places that hold JSON, and those that a field reads in its own way."""

    names: str
    attributes: list[str]
    json: frozenset[int]
    read: list[tuple[int, Callable[[Any, Any, Any], Any]]]


@cache
def _columns(model: type[Model], without: tuple[str, ...]) -> _Columns:
    fields = [f for f in model._meta.concrete_fields if f.name not in without]
    return _Columns(
        ", ".join(str(f.column) for f in fields),
        [f.attname for f in fields],
        frozenset(place for place, f in enumerate(fields) if isinstance(f, JSONField)),
        [
            (place, f.from_db_value)
            for place, f in enumerate(fields)
            if hasattr(f, "from_db_value") and not isinstance(f, JSONField)
        ],
    )
