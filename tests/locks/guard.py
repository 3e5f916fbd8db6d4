"""Every lock that a command takes under tests is taken in the stated order, or the test fails there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from tests.locks.order import FIELD, ORDER, TOURNAMENT, UNDER_FIELD
from tests.locks.watch import Taken, locks_of

_RANK: Mapping[str, int] = {lock.what: place for place, lock in enumerate(ORDER)}
_UMBRELLAS = (FIELD, TOURNAMENT)
_UNDER = frozenset(UNDER_FIELD) | {lock.what for lock in ORDER if lock.under}


class OutOfOrder(AssertionError):
    """A lock was waited for by somebody who holds one that stands below it."""


@dataclass(slots=True)
class Held:
    """What one command holds: by what it is called, whether for update; a row that it
    makes itself holds up nobody. alone: a row of the floor without its Field."""

    command: str
    locks: dict[str, bool] = field(default_factory=dict)
    made: set[str] = field(default_factory=set)  # of these tables it has rows of its own
    alone: str = ""

    def take(self, taken: Taken) -> None:
        """Note a lock. OutOfOrder where it is waited for below one that is held."""
        if taken.what not in _RANK and taken.what not in UNDER_FIELD:
            if taken.explicit:
                raise OutOfOrder(
                    f"{self.command} locks {taken.what}, which has no place in tests/locks/order.py"
                )
            return
        held = self.locks.get(taken.what)
        if held or (held is not None and not taken.exclusive):
            return
        if taken.made and not taken.contested:
            self.made.add(taken.what)
            return
        if taken.what in self.made:
            return
        if taken.what in _UNDER and any(self.locks.get(above) or above in self.made for above in _UMBRELLAS):
            return  # whoever else wants it waits for that one
        if taken.waits and not taken.made:
            self._check(taken.what, upgrade=held is not None)
        self.locks[taken.what] = taken.exclusive

    def _check(self, what: str, *, upgrade: bool) -> None:
        if upgrade:
            raise OutOfOrder(
                f"{self.command} holds {what} for share and wants it for update: two who do so wait for each other"
            )
        if self.alone:
            raise OutOfOrder(
                f"{self.command} waits for {what} while it holds {self.alone} without the Field it stands under"
            )
        rank = _RANK.get(what, len(_RANK))
        below = [
            other
            for other, exclusive in self.locks.items()
            if other in _RANK
            and (_RANK[other] > rank or (what in UNDER_FIELD and exclusive and _RANK[other] > _RANK[FIELD]))
        ]
        if below:
            raise OutOfOrder(
                f"{self.command} waits for {what} while it holds {', '.join(below)}: take it first"
                " (tests/locks/order.py, docs/locking.md)"
            )
        if what in UNDER_FIELD:
            self.alone = what


_open: ContextVar[Held | None] = ContextVar("locks_held", default=None)
broken: list[str] = []  # also of threads and of commands whose errors became pages


def _wallets(taken: Sequence[Taken], values: Any) -> Iterator[Taken]:
    """A posting locks the wallets it touches; one between funds of the tournament locks none."""
    for one in taken:
        if one.what != "ledger_transfer":
            yield one
        elif not isinstance(values, list | tuple) or len(values) < 11 or _touches_wallet(values):
            yield Taken("ledger_account", True)


def _touches_wallet(values: Sequence[Any]) -> bool:
    from django.db import connection

    held = _open.get()
    if held is None or not any(_RANK.get(what, -1) > _RANK["ledger_account"] for what in held.locks):
        return True
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM ledger_account WHERE kind = 'player' AND id = ANY(%s::bigint[]))",
            [[*values[0], *values[1]]],
        )
        return bool(cursor.fetchone()[0])


def note(statement: Any, values: Any = None) -> None:
    """Note what a statement of the open command locks."""
    held = _open.get() if _holding else None
    if held is None:
        return
    for taken in _wallets(locks_of(str(statement)), values):
        try:
            held.take(taken)
        except OutOfOrder as wrong:
            broken.append(str(wrong))
            raise


_holding: list[bool] = []  # of the whole process: a test's threads are its own


@contextmanager
def holding() -> Iterator[None]:
    """Hold the order until the end. AssertionError at the end where it was broken, even in a thread or behind a page."""
    install()
    _holding.append(True)
    try:
        yield
    finally:
        _holding.clear()
        wrong, broken[:] = broken[:], []
    assert wrong == []


@contextmanager
def command(name: str) -> Iterator[Held]:
    """The locks that are taken inside are those of one command, until its transaction ends."""
    held = Held(name)
    token = _open.set(held)
    try:
        yield held
    finally:
        _open.reset(token)


def install() -> None:
    """Have every statement of every command in this process noted, whichever way it goes to the database."""
    from django.db.backends.utils import CursorWrapper

    from dispatch import commands, prepared

    if getattr(install, "done", False):
        return
    install.done = True  # type: ignore[attr-defined]
    execute, executemany = CursorWrapper.execute, CursorWrapper.executemany
    run, together, once = prepared._run, prepared._run_together, commands._once

    def watched_execute(self: Any, sql: Any, params: Any = None) -> Any:
        note(sql, params)
        return execute(self, sql, params)

    def watched_executemany(self: Any, sql: Any, param_list: Any) -> Any:
        note(sql)
        return executemany(self, sql, param_list)

    def watched_run(session: Any, statement: str, values: Any) -> Any:
        note(statement, values)
        return run(session, statement, values)

    def watched_together(session: Any, asked: Any) -> Any:
        for statement, values in asked:
            note(statement, values)
        return together(session, asked)

    def watched_once(asked: Any, work: Callable[[], Any], first: Any) -> Any:
        with command(asked.name):
            return once(asked, work, first)

    CursorWrapper.execute, CursorWrapper.executemany = watched_execute, watched_executemany  # type: ignore[method-assign]
    prepared._run, prepared._run_together = watched_run, watched_together
    commands._once = watched_once
