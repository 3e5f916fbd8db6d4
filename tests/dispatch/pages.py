"""Topics on the boxes: a public one, one for staff, one for a single player."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.db import connection

from dispatch import topics
from dispatch.topics import Listener


def _box(box: int) -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT n FROM boxes_box WHERE id = %s", [box])
        row = cursor.fetchone()
    if row is None:
        raise LookupError(box)
    if "DEEDS_READS" in os.environ:  # a note of each reading, for the test that counts them
        with Path(os.environ["DEEDS_READS"]).open("a") as note:
            note.write(f"box/{box}\n")
    return {"n": row[0], "filler": "x" * 900}


def _staff(box: int) -> dict[str, Any]:
    return {"secret": _box(box)["n"]}


def _own(player: int, box: int) -> dict[str, Any]:
    return {"card": f"private of {player}", "n": _box(box)["n"]}


def _big(box: int) -> dict[str, Any]:
    return {"n": _box(box)["n"], "filler": "y" * 200_000}


def _measured(lines: Sequence[tuple[Mapping[str, Any], int]]) -> None:
    with Path(os.environ["DEEDS_READS"]).open("a") as note:
        note.writelines(f"line/{where['box']} {ms}\n" for where, ms in lines)


def _broken(box: int) -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 / 0")
    return {}


def _is_staff(listener: Listener, params: dict[str, Any]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM boxes_staff WHERE user_id = %s", [listener.user_id])
        return cursor.fetchone() is not None


def register() -> None:
    def everybody(listener: Listener, params: dict[str, Any]) -> bool:
        return True

    def of_box(box: int) -> str:
        return f"box:{box}"

    topics.register("box/{box:int}", payload=_box, may=everybody, stream=of_box)
    topics.register("line/{box:int}", payload=_box, may=everybody, stream=of_box, measured=_measured)
    topics.register("broken/{box:int}", payload=_broken, may=everybody, stream=of_box)
    topics.register("staff/box/{box:int}", payload=_staff, may=_is_staff, stream=of_box)
    topics.register("big/{box:int}", payload=_big, may=everybody, stream=of_box)
    topics.register(
        "own/{player:int}/box/{box:int}",
        payload=_own,
        may=lambda listener, params: listener.user_id == params["player"],
        stream=lambda player, box: f"box:{box}",
    )


def make_staff() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS boxes_staff (user_id bigint PRIMARY KEY)")
        cursor.execute("DELETE FROM boxes_staff")
