"""What a command gives back: a frozen dataclass, kept and answered as JSON.

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Broken:
        \"\"\"A table that was broken. draw_number: the public draw of the new seats.\"\"\"

        table_number: int
        draw_number: int

Its fields are the keys of the stored JSON: names that were ever stored stay, and every key is always there, `null` where
there is nothing to say. Pages and API read the class: the API describes its answer by it.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable
from typing import Any

#: Name of a command → the class of its result, of every command that was imported.
RESULTS: dict[str, type] = {}

_NAMES: dict[type, tuple[str, ...]] = {}


def as_json(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass by name, one level deep: the encoder comes back for each dataclass inside."""
    kind = type(value)
    names = _NAMES.get(kind)
    if names is None:
        names = _NAMES[kind] = tuple(field.name for field in dataclasses.fields(value))
    return {name: getattr(value, name) for name in names}


def result_of(name: str, *, work: Callable[..., Any]) -> type:
    """Return the class that a command says it returns. TypeError where that is no frozen dataclass."""
    found = typing.get_type_hints(work).get("return")
    if not (isinstance(found, type) and dataclasses.is_dataclass(found)):
        raise TypeError(f"command {name} returns {found!r}: say a frozen dataclass")
    if not typing.cast("Any", found).__dataclass_params__.frozen:
        raise TypeError(f"command {name} returns {found.__name__}, which is not frozen")
    return found
