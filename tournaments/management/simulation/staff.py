"""Who asks the commands, and how long each took."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from typing import Any

from dispatch.facts import Actor, CommandId, Done
from rules.refusals import Refused
from tournaments.management.simulation.clocks import Time


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
        self.refusals = 0

    def ask(
        self,
        command: Callable[..., Done],
        *,
        by: Actor,
        command_id: uuid.UUID | None = None,
        **arguments: Any,
    ) -> dict[str, Any]:
        """The result; whatever is raised is raised."""
        return dict(self.whole(command, by=by, command_id=command_id, **arguments).result)

    def whole(
        self,
        command: Callable[..., Done],
        *,
        by: Actor,
        command_id: uuid.UUID | None = None,
        **arguments: Any,
    ) -> Done:
        """The whole outcome."""
        self.step += 1
        self.doing = f"{command.__name__}({', '.join(f'{k}={v!r}' for k, v in arguments.items())})"
        self.last = CommandId(command_id or uuid.uuid5(self.run, str(self.step)))
        at = self.time.at
        began = time.perf_counter()
        try:
            return command(command_id=self.last, at=at, by=by, **arguments)
        finally:
            self.took.setdefault(command.__name__, []).append(time.perf_counter() - began)

    def again(
        self, command: Callable[..., Done], *, by: Actor, result: dict[str, Any], **arguments: Any
    ) -> None:
        """A tap that was sent twice: the same answer, and nothing done."""
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
