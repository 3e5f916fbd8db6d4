"""Who asks the commands, and how long each took; who does not give up when PostgreSQL is away for a while."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError, connection

from dispatch.facts import Actor, CommandId, Done
from rules.refusals import Refused
from simulation.clocks import Time

T = TypeVar("T")

# how long PostgreSQL may be away before a run gives up, and between two tries
PATIENCE_SECONDS = 120.0
PAUSE_SECONDS = 0.1
# what the server says when it goes or is not there yet; a connection that just broke has no code
_AWAY = ("57P", "08")


class WrongAnswer(AssertionError):
    """A command answered otherwise than the law has it."""


class Asker:
    """Sends commands with ids of its own run, one after another, and keeps the time each takes."""

    def __init__(self, time: Time) -> None:
        self.time = time
        self.run = uuid.uuid4()
        self.step = 0
        self.doing = ""
        self.last = CommandId(self.run)
        self.took: dict[str, list[float]] = {}
        self.answered = 0  # commands that were done
        self.refusals = 0
        self.resent = 0  # commands and reads that were asked again because PostgreSQL was away

    def insist(self, ask: Callable[[], T]) -> T:
        """Ask again, as a page does, until PostgreSQL is there: a command with its own id, or a read."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return ask()
            except (OperationalError, InterfaceError) as error:
                if connection.in_atomic_block or not is_away(error) or time.monotonic() > until:
                    raise
                _let_go()
                self.resent += 1
                self.time.rest(PAUSE_SECONDS)

    def ask(
        self,
        command: Callable[..., Done],
        *,
        by: Actor,
        command_id: uuid.UUID | None = None,
        **arguments: Any,
    ) -> dict[str, Any]:
        """Return the result; whatever is raised is raised."""
        return dict(self.whole(command, by=by, command_id=command_id, **arguments).result)

    def whole(
        self,
        command: Callable[..., Done],
        *,
        by: Actor,
        command_id: uuid.UUID | None = None,
        **arguments: Any,
    ) -> Done:
        """Return the whole outcome."""
        self.step += 1
        self.doing = f"{command.__name__}({', '.join(f'{k}={v!r}' for k, v in arguments.items())})"
        self.last = CommandId(command_id or uuid.uuid5(self.run, str(self.step)))
        at = self.time.at
        began = time.perf_counter()
        try:
            done = self.insist(lambda: command(command_id=self.last, at=at, by=by, **arguments))
            self.answered += 1
            return done
        finally:
            self.took.setdefault(command.__name__, []).append(time.perf_counter() - began)

    def again(
        self, command: Callable[..., Done], *, by: Actor, result: dict[str, Any], **arguments: Any
    ) -> None:
        """Send a tap twice: the same answer, and nothing done."""
        done = self.whole(command, by=by, command_id=self.last, **arguments)
        if not done.replayed or dict(done.result) != result:
            raise WrongAnswer("a repeated command was done again or answered otherwise")

    def refused(self, code: str, command: Callable[..., Done], *, by: Actor, **arguments: Any) -> None:
        """Something unlawful is asked: it must be refused with this code."""
        try:
            self.whole(command, by=by, **arguments)
        except Refused as no:
            if no.code != code:
                raise WrongAnswer(f"refused with {no.code} instead of {code}") from no
            self.refusals += 1
            return
        raise WrongAnswer(f"{code} expected, but it was done")

    @property
    def commands(self) -> int:
        return sum(len(found) for found in self.took.values())

    def seconds(self, *names: str) -> float:
        """Time spent in commands (of these names)."""
        return sum(sum(found) for name, found in self.took.items() if not names or name in names)


def is_away(error: DatabaseError) -> bool:
    """Return whether the error says that the server is gone, is going or is not there yet: nothing about what was
    asked.
    """
    code = getattr(error.__cause__, "sqlstate", None)
    return code is None or code.startswith(_AWAY)


def _let_go() -> None:
    """Give up a connection that may be dead."""
    with suppress(DatabaseError):
        connection.close()
    connection.connection = None
