"""Values for examples in the description of the API: a field has the same one wherever it stands."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

_SIXTEEN = "9f86d081884c7d65"
_SECRET = f"{_SIXTEEN}9a2feaa0c55ad015"

_VALUES: dict[str, str] = {
    "applies_from": "2026-11-23T21:00:00+00:00",
    "cancel_reason": "Too few players at the hour of the start.",
    "cards": "As Kd 10h 9c 2s",
    "case_outcome": "measures",
    "changed": "email",
    "code": "K7M2QD",
    "commitment": _SECRET * 2,
    "complaint_state": "answered",
    "currency": "BRL",
    "detail": "The prize was paid already.",
    "draw_seed": _SECRET * 2,
    "first": "#0d2f6e",
    "link": f"MTA0MQ-{_SIXTEEN}",
    "logo": _SIXTEEN,
    "message": "Dinner at the end of level 8",
    "method": "cash",
    "was": "cash",
    "name": "Ana S.",
    "off": "seat",
    "picture": _SIXTEEN,
    "player": "Ana S.",
    "proof": f"1041:{_SIXTEEN}",
    "reason": "Table 7 is two players short.",
    "receipt": "000345",
    "void_receipt": "000345",
    "recovery_code": "k7m2-qdx9",
    "reference": "P7K2M9Q",
    "root": _SECRET * 2,
    "second_root": _SECRET * 2,
    "rule": "ADTP.11D",
    "second": "#f5a623",
    "secret": _SECRET,
    "sentence": "The bet stands.",
    "state": _SIXTEEN,
    "table": "Cash 0.50",
    "takers": "named",
    "tournament": "Friday turbo",
    "until": "2026-11-23T21:30:00+00:00",
    "value": "call",
    "version": _SIXTEEN,
}
"""Texts by the name of their field. Numbers, choices and switches need no line."""


def example_of(kind: type) -> dict[str, Any]:
    """Return a dataclass as JSON, with values that are possible. LookupError for a text that nobody gave an example of."""
    hints = get_type_hints(kind)
    return {field.name: _value(field.name, hints[field.name]) for field in dataclasses.fields(kind)}


def _value(name: str, hint: Any) -> Any:
    while hasattr(hint, "__supertype__"):
        hint = hint.__supertype__
    if hint is str and name in _VALUES:
        return _VALUES[name]
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _value(name, parts[0])
    if origin is Literal:
        return parts[0]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {}
    if origin is not None:
        return [_value(name.removesuffix("s"), parts[0])]
    if dataclasses.is_dataclass(hint):
        return example_of(hint)  # type: ignore[arg-type]
    if issubclass(hint, Enum):
        return next(iter(hint)).value
    if hint is bool:
        return False
    if hint is int:
        return _number(name)
    raise LookupError(f"api.examples has no value for {name}: {hint}")


def _number(name: str) -> int:
    if name.endswith("_cents"):
        return 7_500
    if name.endswith(("chips", "_stack")):
        return 12_000
    if name.endswith("_id"):
        return 1_041
    return 3
