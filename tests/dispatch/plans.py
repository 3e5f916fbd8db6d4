"""What a statement reads of a table when its plan is kept, as that of a prepared one is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import connection

from dispatch.prepared import _numbered


def read_whole(statement: str, *, table: str, small: str = "") -> list[str]:
    """Return the ways in which the plan walks through a table without asking an index for what it wants. small: an index that may be walked
    through, for it holds only what is new."""
    text, names, formats = _numbered(statement)
    values = ", ".join(["NULL"] * len(names or formats))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL plan_cache_mode = force_generic_plan")
        cursor.execute(f"PREPARE look AS {text.decode()}")
        cursor.execute(f"EXPLAIN (FORMAT JSON) EXECUTE look{f'({values})' if values else ''}")
        plan = cursor.fetchone()[0][0]["Plan"]
        cursor.execute("DEALLOCATE look")
        cursor.execute("SET LOCAL plan_cache_mode = auto")
        cursor.execute("SET LOCAL enable_seqscan = on")
    found = [node for node in _nodes(plan) if node.get("Relation Name") == table]
    assert found, f"{table} is not read"
    return [node["Node Type"] for node in found if not _asks_an_index(node) and not _walks(node, small)]


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for below in node.get("Plans", []):
        yield from _nodes(below)


def _walks(node: dict[str, Any], index: str) -> bool:
    """Whether it is that index that is walked through, straight or by a bitmap."""
    return any(one.get("Index Name") == index for one in _nodes(node))


def _asks_an_index(node: dict[str, Any]) -> bool:
    return any("Index Cond" in one for one in _nodes(node))
