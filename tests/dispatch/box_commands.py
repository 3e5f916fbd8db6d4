"""A tiny domain of boxes with a count, and commands on it: enough to see what a command leaves behind."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection, transaction

from dispatch.commands import at_end, command, record
from dispatch.facts import STAFF, Actor, BaseFact, CommandId, routing
from rules.refusals import Refused

AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
ANA = Actor(user_id=1, label="Ana")
DORA = Actor(user_id=4, label="Dora")


class BoxFact(BaseFact):
    box: int = routing()

    @property
    def stream(self) -> str:
        return f"box:{self.box}"


class Looked(BoxFact, kind="looked"):
    """Nothing changed."""


class Added(BoxFact, kind="added"):
    user_id: int | None = routing()
    box: int
    n: int

    @property
    def topics(self) -> Sequence[str]:
        return (
            f"box/{self.box}",
            f"staff/box/{self.box}",
            f"own/{self.user_id}/box/{self.box}",
            f"big/{self.box}",
            f"broken/{self.box}",
            "no/such/topic",
        )


class Weighed(BoxFact, kind="weighed"):
    kg: Any


class RoleChanged(BaseFact, kind="role_changed", audience=STAFF):
    user_id: int

    @property
    def stream(self) -> str:
        return "people"


def new_id() -> CommandId:
    return CommandId(uuid.uuid4())


def make_boxes() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE IF NOT EXISTS boxes_box (id int PRIMARY KEY, n bigint NOT NULL CHECK (n >= 0))"
        )
        cursor.execute("DELETE FROM boxes_box")
        cursor.execute("INSERT INTO boxes_box SELECT i, 0 FROM generate_series(1, 20) i")


def put(box: int) -> None:
    """Put one into a box at once and one at the end of the open command, and record it; there are 20 boxes."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE boxes_box SET n = n + 1 / (%s <= 20)::int WHERE id = %s OR %s > 20", [box] * 3)
    at_end(("UPDATE boxes_box SET n = n + 1 WHERE id = %s::int", [box]))
    record(Added(box=box, user_id=None, n=1))


def count_in(box: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT n FROM boxes_box WHERE id = %s", [box])
        return int(cursor.fetchone()[0])


def _add(box: int, by: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE boxes_box SET n = n + %s WHERE id = %s RETURNING n", [by, box])
        return int(cursor.fetchone()[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class InBox:
    box: int
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ok:
    ok: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    pass


@command("boxes.add")
def add(*, command_id: CommandId, at: datetime, by: Actor, box: int, number: int = 1) -> InBox:
    n = _add(box, number)
    record(Added(box=box, user_id=by.user_id, n=n))
    return InBox(box=box, n=n)


@command("boxes.add_both")
def add_both(*, command_id: CommandId, at: datetime, by: Actor, first: int, second: int) -> Counts:
    """Locks two boxes in the order given: two of these in opposite order deadlock."""
    a = _add(first, 1)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(0.05)")
    b = _add(second, 1)
    return Counts(counts=(a, b))


@command("boxes.take")
def take(*, command_id: CommandId, at: datetime, by: Actor, box: int, number: int) -> Count:
    n = _add(box, 0)
    record(Looked(box=box))
    _add(box, 1)  # work that a refusal must undo
    if number > n:
        raise Refused("box_short", "Box %(box)s holds %(n)s only.", rule="BOX.1", box=box, n=n)
    return Count(n=_add(box, -number - 1))


@command("boxes.break_law")
def break_law(*, command_id: CommandId, at: datetime, by: Actor, box: int) -> Nothing:
    """The database refuses, and the command says so in the law's words."""
    transaction.on_commit(lambda: HEARD.append("never"))
    try:
        with transaction.atomic(savepoint=False):
            _add(box, -1)
    except Exception as error:
        raise Refused("box_short", "Empty.") from error
    return Nothing()


HEARD: list[str] = []


@command("boxes.fail")
def fail(*, command_id: CommandId, at: datetime, by: Actor, box: int) -> Ok:
    record(Added(box=box, user_id=by.user_id, n=0))
    _add(box, 1)
    if FAILING:
        raise ZeroDivisionError(FAILING[0])
    return Ok()


FAILING: list[str] = []


@command("boxes.nest")
def nest(*, command_id: CommandId, at: datetime, by: Actor) -> Nothing:
    add(command_id=new_id(), at=at, by=by, box=1)
    return Nothing()


@command("boxes.dismiss")
def dismiss(*, command_id: CommandId, at: datetime, by: Actor, user_id: int) -> Nothing:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM boxes_staff WHERE user_id = %s", [user_id])
    record(RoleChanged(user_id=user_id))
    return Nothing()
