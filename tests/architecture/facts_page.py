"""docs/facts.md: every kind of fact with its stream, audience, keys and topics, made from the classes.

python -m tests.architecture.facts_page --write   writes the page, and adds new kinds and keys to sealed_kinds.json
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dispatch.facts import ABSENT, FACTS, BaseFact

PAGE = Path(__file__).resolve().parents[2] / "docs" / "facts.md"
SEALED = Path(__file__).parent / "sealed_kinds.json"
COMMAND = "python -m tests.architecture.facts_page --write"
APPS = {
    "tournaments": "Tournaments, venues and seasons",
    "tables": "Tables",
    "payouts": "Prizes, bounties and deals",
    "play": "Tables played online",
    "ledger": "The ledger",
    "people": "People",
}

_HEAD = f"""# Facts

Generated from the classes in `<app>/facts` (`{COMMAND}`). A fact is written in the transaction of the command that records it and
sealed into the chain of its stream; each topic it touches is sent anew. A key marked `?` is left out of some bodies. What
was ever sealed keeps its kind and its keys (`tests/architecture/sealed_kinds.json`); keys may come, none may go.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """What the page says of one kind. Streams, audiences and topics are patterns; `sometimes`: topics that not each touches."""

    kind: str
    says: str
    streams: tuple[str, ...]
    audiences: tuple[str, ...]
    keys: Mapping[str, str]
    topics: tuple[str, ...]
    sometimes: tuple[str, ...]


def facts_of(app: str) -> list[type[BaseFact]]:
    """The facts of an app, in the order they are written down in its modules."""
    importlib.import_module(f"{app}.facts")
    return [fact for fact in FACTS.values() if fact.__module__.startswith(f"{app}.facts")]


def schema_of(fact: type[BaseFact]) -> Schema:
    """The schema of one kind."""
    some = list(_samples(fact))
    topics = [tuple(dict.fromkeys(_pattern(fact, topic) for topic in one.topics)) for one in some]
    always = tuple(topic for topic in topics[0] if all(topic in others for others in topics))
    return Schema(
        kind=fact.kind,
        says=_says(fact),
        streams=tuple(dict.fromkeys(_pattern(fact, one.stream) for one in some)),
        audiences=tuple(dict.fromkeys(_pattern(fact, one.audience) for one in some)),
        keys=keys_of(fact),
        topics=always,
        sometimes=tuple(dict.fromkeys(t for others in topics for t in others if t not in always)),
    )


def keys_of(fact: type[BaseFact]) -> dict[str, str]:
    """The keys of a body with their types; a type with `?` is of a key that some bodies leave out."""
    return {
        field.metadata.get("key", field.name): f"{field.type}{'?' if field.default is ABSENT else ''}"
        for field in dataclasses.fields(fact)  # type: ignore[arg-type]
        if field.metadata.get("key", field.name) is not None
    }


def _says(fact: type[BaseFact]) -> str:
    """Its sentence, with that of its base where the keys are explained there."""
    own = " ".join((fact.__doc__ or "").split())
    base = fact.__mro__[1]
    shared = "" if base.__module__.endswith(".streams") else " ".join((base.__doc__ or "").split())
    return f"{own} {shared}".strip() if ":" in shared else own


def _samples(fact: type[BaseFact]) -> Iterator[BaseFact]:
    """Facts with everything in them, and with nothing that may be missing."""
    fields = dataclasses.fields(fact)  # type: ignore[arg-type]
    for full in (True, False):
        yield fact(**{f.name: _sample(f, number, full=full) for number, f in enumerate(fields)})


_FIRST = 700_001


def _sample(field: dataclasses.Field[Any], number: int, *, full: bool) -> Any:
    number += _FIRST
    kind = str(field.type)
    if not full and ("None" in kind or field.default is ABSENT):
        return ABSENT if field.default is ABSENT else None
    if kind.startswith("bool"):
        return full
    if kind.startswith("int"):
        return number
    if kind.startswith("list[int]"):
        return [number] if full else []
    if kind.startswith("Mapping"):
        return {str(number): number} if full else {}
    return "…"


def _pattern(fact: type[BaseFact], text: str) -> str:
    names = [field.name for field in dataclasses.fields(fact)]  # type: ignore[arg-type]
    return re.sub(r"7\d{5}", lambda number: f"<{names[int(number[0]) - _FIRST].removesuffix('s')}>", text)


def page() -> str:
    """The page as the classes have it."""
    parts = [_HEAD]
    for app, title in APPS.items():
        found = facts_of(app)
        parts.append(f"\n## {title}\n\n{len(found)} kinds, `{app}/facts`.\n")
        parts += [_section(schema_of(fact)) for fact in found]
    return "".join(parts)


def _section(schema: Schema) -> str:
    keys = ", ".join(f"`{name}` {_type(kind)}" for name, kind in schema.keys.items()) or "none"
    topics = [f"`{topic}`" for topic in schema.topics] + [f"`{topic}` (some)" for topic in schema.sometimes]
    return (
        f"\n### {schema.kind}\n\n{schema.says}\n\n"
        f"- stream {_codes(schema.streams)}, for {_codes(schema.audiences)}\n"
        f"- keys: {keys}\n"
        f"- topics: {', '.join(topics) or 'none'}\n"
    )


def _codes(names: tuple[str, ...]) -> str:
    return " or ".join(f"`{name}`" for name in names)


def _type(kind: str) -> str:
    return (
        kind.replace("|", "or")
        .replace("list[dict[str, Any]]", "list of objects")
        .replace("dict[str, Any]", "object")
    )


def sealed() -> dict[str, dict[str, str]]:
    """The kinds that were ever sealed, with their keys."""
    kinds: dict[str, dict[str, str]] = json.loads(SEALED.read_text("utf-8"))
    return kinds


def kinds_now() -> dict[str, dict[str, str]]:
    """The kinds of now, with their keys."""
    return {fact.kind: keys_of(fact) for app in APPS for fact in facts_of(app)}


def added(
    before: Mapping[str, dict[str, str]], now: Mapping[str, dict[str, str]]
) -> dict[str, dict[str, str]]:
    """The kinds of before with what came since; nothing is taken away."""
    return {kind: before.get(kind, {}) | now.get(kind, {}) for kind in sorted(before.keys() | now.keys())}


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(page(), "utf-8")
        kinds = added(sealed() if SEALED.exists() else {}, kinds_now())
        SEALED.write_text(json.dumps(kinds, indent=1, sort_keys=True, ensure_ascii=False) + "\n", "utf-8")
