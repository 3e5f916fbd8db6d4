"""Facts that were sealed when kinds were strings and bodies dicts: they still verify, and are still read.

`sealed_before.json` is what a rehearsal of two players wrote at 60e4b09, the commit before facts became classes.
"""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from dispatch import queries
from dispatch.chain import audit
from dispatch.facts import FACTS, PUBLIC, STAFF, StreamHead
from tests.architecture.facts_page import APPS, keys_of

SEALED: dict[str, list[dict[str, Any]]] = json.loads(
    Path(__file__).with_name("sealed_before.json").read_text("utf-8")
)
for app in APPS:
    importlib.import_module(f"{app}.facts")


@pytest.fixture
def sealed(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO dispatch_command (id, name, digest, user_id, label, at, state, facts, outcome)"
            " VALUES (%(id)s, %(name)s, ''::bytea, %(user_id)s, %(label)s, %(at)s, 'done', %(facts)s, %(outcome)s)",
            [{**row, "outcome": json.dumps(row["outcome"])} for row in SEALED["commands"]],
        )
        cursor.executemany(
            "INSERT INTO dispatch_fact (command_id, stream, seq, kind, at, audience, body, touches, hash) VALUES"
            " (%(command_id)s, %(stream)s, %(seq)s, %(kind)s, %(at)s, %(audience)s, %(body)s, %(touches)s,"
            "  decode(%(hash)s, 'hex'))",
            [{**row, "body": json.dumps(row["body"])} for row in SEALED["facts"]],
        )
        cursor.executemany(
            "INSERT INTO dispatch_stream (name, seq, published_seq, hash)"
            " VALUES (%(name)s, %(seq)s, %(seq)s, decode(%(hash)s, 'hex'))",
            SEALED["streams"],
        )


def test_they_still_verify(sealed: None) -> None:
    found = audit(
        expect=tuple(
            StreamHead(stream=row["name"], seq=row["seq"], hash=bytes.fromhex(row["hash"]))
            for row in SEALED["streams"]
        )
    )
    assert found.findings == []
    assert (found.facts, found.unsealed) == (len(SEALED["facts"]), 0)


def test_they_are_still_read(sealed: None) -> None:
    read_back = [
        row
        for row in SEALED["facts"]
        if row["stream"] == "tournament:1" and row["audience"] in (PUBLIC, STAFF)
    ]
    found = queries.latest_facts(stream="tournament:1", limit=100, audiences=(PUBLIC, STAFF))
    assert [(f.seq, f.kind, f.body) for f in found] == [
        (r["seq"], r["kind"], r["body"]) for r in reversed(read_back)
    ]


@pytest.mark.parametrize(
    "row", SEALED["facts"], ids=lambda row: f"{row['stream']} {row['seq']} {row['kind']}"
)
def test_the_class_of_its_kind_says_the_same(row: dict[str, Any]) -> None:
    fact = FACTS[row["kind"]]
    keys = keys_of(fact)
    assert set(row["body"]) <= set(keys)
    assert {key for key, kind in keys.items() if not kind.endswith("?")} <= set(row["body"])
    names = dict((in_body, name) for name, in_body in fact._keys)
    routing = {name: 0 for name in fact.__dataclass_fields__ if name not in names.values()}
    again = fact(**routing, **{names[key]: value for key, value in row["body"].items()})
    assert again.body == row["body"]
