"""Situations: the facts a ruling needs, typed and bounded, and the catalogue of questions one can ask.

A situation is a frozen dataclass whose fields are made with the functions below (`chips`, `yes_no`, `one_of` …).
From them come the parser of untrusted input, the API's schema and the tablet's form.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from rules.betting import MAX_CHIPS
from rules.cards import RANKS, SUITS, Card
from rules.policies import Policies
from rules.refusals import N_, Refused
from rules.rulings.ruling import Answer

MAX_SEAT = 12
MAX_ROWS = 40

S = TypeVar("S")


class FactType(StrEnum):
    """How a fact is asked and read."""

    CHIPS = "chips"
    COUNT = "count"
    SEAT = "seat"
    SEATS = "seats"
    YES_NO = "yes_no"
    CHOICE = "choice"
    CHIP_LIST = "chip_list"
    CARDS = "cards"
    ROWS = "rows"


@dataclass(frozen=True, slots=True, kw_only=True)
class FactChoice:
    """One value of a choice, with its title (English msgid)."""

    value: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FactField:
    """A fact that the question asks for.

    minimum and maximum bound numbers and, for lists, every number in them; max_rows bounds lists. required False
    means `default` holds when it is left out; a default of None means "not known" or "does not apply".
    """

    name: str
    type: FactType
    title: str
    required: bool
    default: Any = None
    minimum: int | None = None
    maximum: int | None = None
    max_rows: int | None = None
    choices: tuple[FactChoice, ...] = ()
    fields: tuple[FactField, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the field as JSON-able values."""
        return {
            "name": self.name,
            "type": self.type.value,
            "title": self.title,
            "required": self.required,
            "default": _plain(self.default),
            "minimum": self.minimum,
            "maximum": self.maximum,
            "max_rows": self.max_rows,
            "choices": [{"value": c.value, "title": c.title} for c in self.choices],
            "fields": [f.as_dict() for f in self.fields],
        }


_REQUIRED = dataclasses.MISSING


def _fact(type_: FactType, title: str, default: Any, **bounds: Any) -> Any:
    metadata = {"type": type_, "title": title, **bounds}
    if default is _REQUIRED:
        return dataclasses.field(metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


def chips(title: str, *, minimum: int = 0, default: Any = _REQUIRED) -> Any:
    """Return an amount of chips."""
    return _fact(FactType.CHIPS, title, default, minimum=minimum, maximum=MAX_CHIPS)


def count(title: str, *, minimum: int = 0, maximum: int = 100, default: Any = _REQUIRED) -> Any:
    """Return a small whole number."""
    return _fact(FactType.COUNT, title, default, minimum=minimum, maximum=maximum)


def seat(title: str, *, default: Any = _REQUIRED) -> Any:
    """Return a seat number."""
    return _fact(FactType.SEAT, title, default, minimum=1, maximum=MAX_SEAT)


def seats(title: str, *, default: Any = _REQUIRED) -> Any:
    """Return several seats, none twice."""
    return _fact(FactType.SEATS, title, default, minimum=1, maximum=MAX_SEAT, max_rows=MAX_SEAT)


def yes_no(title: str, *, default: Any = _REQUIRED) -> Any:
    """Read yes or no."""
    return _fact(FactType.YES_NO, title, default)


def one_of(title: str, *, titles: Mapping[Any, str], default: Any = _REQUIRED) -> Any:
    """Return one member of an enum; `titles` names each in order."""
    return _fact(FactType.CHOICE, title, default, titles=dict(titles))


def chip_list(title: str, *, default: Any = _REQUIRED) -> Any:
    """Single chips by their value, one entry per chip."""
    return _fact(FactType.CHIP_LIST, title, default, minimum=1, maximum=MAX_CHIPS, max_rows=MAX_ROWS)


def cards(title: str, *, maximum: int, default: Any = _REQUIRED) -> Any:
    """Cards that lie face up, none twice, written as people write them: “As Kd 10h”."""
    return _fact(FactType.CARDS, title, default, max_rows=maximum)


def rows(title: str, *, row: type[Any], max_rows: int = MAX_ROWS, default: Any = _REQUIRED) -> Any:
    """Return several rows of facts of their own."""
    return _fact(FactType.ROWS, title, default, row=row, max_rows=max_rows)


def fields_of(situation: type[Any]) -> tuple[FactField, ...]:
    """Return the facts a situation asks for, in order."""
    found = []
    for item in dataclasses.fields(situation):
        m = item.metadata
        required = item.default is dataclasses.MISSING
        found.append(
            FactField(
                name=item.name,
                type=m["type"],
                title=m["title"],
                required=required,
                default=None if required else item.default,
                minimum=m.get("minimum"),
                maximum=m.get("maximum"),
                max_rows=m.get("max_rows"),
                choices=tuple(
                    FactChoice(value=member.value, title=title)
                    for member, title in m.get("titles", {}).items()
                ),
                fields=fields_of(m["row"]) if "row" in m else (),
            )
        )
    return tuple(found)


def parse(situation: type[S], *, facts: Mapping[str, Any]) -> S:
    """Return the situation that untrusted facts describe.

    Refusals: ``bad_situation``, naming the field.
    """
    if not isinstance(facts, Mapping):
        raise bad_situation("", sentence=N_("The facts must be given as names and values."))
    known = {item.name: item for item in dataclasses.fields(situation)}  # type: ignore[arg-type]
    for name in facts:
        if name not in known:
            raise bad_situation(str(name), sentence=N_("There is no fact named %(field)s in this question."))
    values: dict[str, Any] = {}
    for name, item in known.items():
        required = item.default is dataclasses.MISSING
        if name not in facts or (facts[name] is None and not required):
            if required:
                raise bad_situation(name, sentence=N_("Please state %(field)s."))
            continue
        values[name] = _value(name, item.metadata, facts[name])
    return situation(**values)


def _value(name: str, meta: Mapping[str, Any], given: Any) -> Any:
    type_: FactType = meta["type"]
    if type_ is FactType.YES_NO:
        if not isinstance(given, bool):
            raise bad_situation(name, sentence=N_("%(field)s is either yes or no."))
        return given
    if type_ is FactType.CHOICE:
        for member in meta["titles"]:
            if isinstance(given, str) and given == member.value:
                return member
        raise bad_situation(name, sentence=N_("%(field)s is not one of its choices."))
    if type_ is FactType.CARDS:
        return _cards(name, meta["max_rows"], given)
    if type_ in (FactType.CHIP_LIST, FactType.SEATS, FactType.ROWS):
        if not isinstance(given, list | tuple) or len(given) > meta["max_rows"]:
            raise bad_situation(name, sentence=N_("%(field)s is a list and may not be that long."))
        if type_ is FactType.ROWS:
            if not all(isinstance(row, Mapping) for row in given):
                raise bad_situation(name, sentence=N_("%(field)s is a list of rows."))
            return tuple(parse(meta["row"], facts=row) for row in given)
        numbers = tuple(_number(name, meta, n) for n in given)
        if type_ is FactType.SEATS and len(set(numbers)) != len(numbers):
            raise bad_situation(name, sentence=N_("%(field)s names a seat twice."))
        return numbers
    return _number(name, meta, given)


_CARD = re.compile(r"(10|[2-9TJQKA])([CDHS♣♦♥♠])[\s,;]*")
_LONGEST = 60


def _cards(name: str, most: int, given: Any) -> tuple[Card, ...]:
    written = given.strip().upper() if isinstance(given, str) and len(given) <= _LONGEST else "?"
    found = []
    at = 0
    while at < len(written):
        one = _CARD.match(written, at)
        if one is None:
            raise bad_situation(
                name,
                sentence=N_(
                    "%(field)s: write each card as its rank and its suit in English, for example As Kd 10h."
                ),
            )
        suit = dict(zip("♣♦♥♠", SUITS, strict=True)).get(one[2], one[2].lower())
        found.append(Card.of((RANKS[8] if one[1] == "10" else one[1]) + suit))
        at = one.end()
    if len(found) > most or len(set(found)) != len(found):
        raise bad_situation(name, sentence=N_("%(field)s: too many cards, or one of them twice."))
    return tuple(found)


def _number(name: str, meta: Mapping[str, Any], given: Any) -> int:
    if isinstance(given, bool) or not isinstance(given, int):
        raise bad_situation(name, sentence=N_("%(field)s must be a whole number."))
    if not meta["minimum"] <= given <= meta["maximum"]:
        raise Refused(
            "bad_situation",
            N_("%(field)s must lie between %(minimum)s and %(maximum)s."),
            rule="ADTP.1",
            field=name,
            minimum=meta["minimum"],
            maximum=meta["maximum"],
        )
    return given


def bad_situation(field: str, *, sentence: str, rule: str = "", **params: int | str) -> Refused:
    """Return the refusal of facts that cannot be, or that belong to another question. params: what the sentence names."""
    return Refused("bad_situation", sentence, rule=rule, field=field[:40], **params)


def _plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    return list(value) if isinstance(value, tuple) else value


class Group(StrEnum):
    """Where a question stands in the list a person chooses from."""

    BETTING = "betting"
    SHOWDOWN = "showdown"
    DEALING = "dealing"
    PROCEDURE = "procedure"
    SEATS = "seats"
    CONDUCT = "conduct"
    CASINO = "casino"


@dataclass(frozen=True, slots=True, kw_only=True)
class SituationKind:
    """A question that can be asked. title: English msgid. rules: the regulation ids it answers by."""

    name: str
    title: str
    group: Group
    rules: tuple[str, ...]
    situation: type[Any]
    decide: Callable[[Any, Policies], Answer]

    @property
    def fields(self) -> tuple[FactField, ...]:
        return fields_of(self.situation)

    def as_dict(self) -> dict[str, Any]:
        """Return the question as JSON-able values, for a form or an API schema."""
        return {
            "name": self.name,
            "title": self.title,
            "group": self.group.value,
            "rules": list(self.rules),
            "fields": [f.as_dict() for f in self.fields],
        }


CATALOGUE: dict[str, SituationKind] = {}


def answers(
    situation: type[S], *, title: str, group: Group, rules: tuple[str, ...]
) -> Callable[[Callable[[S, Policies], Answer]], Callable[[S, Policies], Answer]]:
    """Put a deciding function into the catalogue under its own name."""

    def enter(decide: Callable[[S, Policies], Answer]) -> Callable[[S, Policies], Answer]:
        name = decide.__name__
        if name in CATALOGUE:
            raise ValueError(f"two questions are named {name}")
        CATALOGUE[name] = SituationKind(
            name=name, title=title, group=group, rules=rules, situation=situation, decide=decide
        )
        return decide

    return enter
