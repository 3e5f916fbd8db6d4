"""What a command locks, told statement by statement while a test runs.

Noted are the locks that somebody may have to wait for: advisory locks, rows selected for update or share, rows updated
or deleted. Rows that a command makes itself are nobody else's yet.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_ANY = re.compile(
    r"FOR (?:NO KEY )?UPDATE|FOR (?:KEY )?SHARE|pg_advisory_xact_lock|\bUPDATE\b|\bDELETE\b|\bINSERT\b"
)
_TOKEN = re.compile(
    r"pg_advisory_xact_lock(?P<shared>_shared)?\s*\((?P<key>[^%$]*)"
    r"|FOR\s+(?P<strength>NO\s+KEY\s+UPDATE|UPDATE|KEY\s+SHARE|SHARE)(?:\s+OF\s+(?P<of>\"?\w+\"?(?:\s*,\s*\"?\w+\"?)*))?(?P<skip>\s+SKIP\s+LOCKED|\s+NOWAIT)?"
    r"|(?<!DO )\bUPDATE\s+\"?(?P<updated>\w+)\"?"
    r"|\bDELETE\s+FROM\s+\"?(?P<deleted>\w+)\"?"
    r"|\bINSERT\s+INTO\s+\"?(?P<made>\w+)\"?"
    r"|\b(?P<first>FROM|JOIN)\s+\"?(?P<table>[a-z]+_\w+)\"?(?:\s+(?:AS\s+)?\"?(?P<alias>(?!ON\b|WHERE\b|JOIN\b|LEFT\b|INNER\b|CROSS\b|ORDER\b|LIMIT\b|FOR\b|SET\b|USING\b)\w+)\"?)?"
)
_WORD = re.compile(r"'([^']+)'")
_NAMELESS = "email-code"  # the words of this one are among its values


@dataclass(frozen=True, slots=True)
class Taken:
    """One lock that a statement takes: a table or the words of an advisory lock. waits: whether it waits its turn. made: the row
    is new; contested: under a key that others may be making at this moment, for whom it waits, or they for it. explicit:
    the lock is what the statement is for."""

    what: str
    exclusive: bool
    waits: bool = True
    made: bool = False
    contested: bool = False
    explicit: bool = False


@lru_cache(maxsize=4096)
def locks_of(statement: str) -> tuple[Taken, ...]:
    """The locks that a statement takes, as they stand in its text."""
    if _ANY.search(statement) is None:
        return ()
    tables: dict[str, str] = {}
    read: list[str] = []
    found: list[Taken] = []
    for part in _TOKEN.finditer(statement):
        if part["table"]:
            tables[part["table"]] = part["table"]
            if part["alias"]:
                tables[part["alias"]] = part["table"]
            read = [part["table"]] if part["first"] == "FROM" else [*read, part["table"]]
        elif part["key"] is not None:
            words = _WORD.search(part["key"])
            found.append(Taken(words[1].strip() if words else _NAMELESS, not part["shared"], explicit=True))
        elif part["strength"]:
            named = [name.strip().strip('"') for name in (part["of"] or "").split(",") if name.strip()]
            of = [tables.get(name, name) for name in named] or read
            exclusive = "UPDATE" in part["strength"]
            found.extend(Taken(table, exclusive, waits=not part["skip"], explicit=True) for table in of)
        elif part["made"]:
            found.append(Taken(part["made"], True, made=True, contested="ON CONFLICT" in statement))
        else:
            found.append(Taken(part["updated"] or part["deleted"], True))
    return tuple(found)
