"""The values that dispatch and its callers exchange."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, NewType, dataclass_transform

from rules.refusals import Refused

CommandId = NewType("CommandId", uuid.UUID)

PUBLIC = "public"
STAFF = "staff"


def player_audience(player_id: int) -> str:
    """Return the audience that is one player (and the staff who may see that player)."""
    return f"player:{int(player_id)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who did it: a person and/or a device. Holds no secret.

    user_id: the person, None for the system or an anonymous device. label: what people read in the log.
    language: in which sentences are answered to this actor. scope, only_venue_id: what the token it comes by is for;
    "" and None for somebody who signed in.
    """

    user_id: int | None
    device_id: int | None = None
    label: str = ""
    language: str = "pt-br"
    scope: str = ""
    only_venue_id: int | None = None


SYSTEM = Actor(user_id=None, label="system")

#: kind → class, of every fact that was imported.
FACTS: dict[str, type[BaseFact]] = {}

#: The value of a key that this fact's body leaves out.
ABSENT: Any = object()


def routing() -> Any:
    """Declare a field that says where the fact goes, for stream, audience or topics, and is not in its body."""
    return dataclasses.field(metadata={"key": None})


def key(name: str) -> Any:
    """Declare a field that the body keeps under another name: one that Python or `BaseFact` needs for itself."""
    return dataclasses.field(metadata={"key": name})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(routing, key))
class BaseFact:
    """Something that happened, as a frozen dataclass of keyword arguments: `class ClockPaused(…, kind="clock_paused")`.

    kind: past tense, snake_case; without one a class is a base of others. audience: "public" unless said, "staff" or
    "player:<id>". The fields are the body, JSON without floats that is fit for the audience; a field that is `ABSENT`
    is left out of it. A kind that was ever sealed keeps its keys and what they mean.
    """

    # Not slotted: the class is made where it is written, and a fact lives for a moment.
    kind: ClassVar[str] = ""
    _audience: ClassVar[str] = PUBLIC
    _keys: ClassVar[tuple[tuple[str, str], ...]] = ()  # field, its key in the body

    def __init_subclass__(cls, *, kind: str = "", audience: str = "") -> None:
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=True)(cls)
        cls.kind = kind
        if audience:
            cls._audience = audience
        names = ((field.name, field.metadata.get("key", field.name)) for field in dataclasses.fields(cls))  # type: ignore[arg-type]
        cls._keys = tuple((name, in_body) for name, in_body in names if in_body is not None)
        if kind and FACTS.setdefault(kind, cls) is not cls:
            raise RuntimeError(f"two facts are called {kind}")

    @property
    def stream(self) -> str:
        """The chained record that it belongs to."""
        raise NotImplementedError

    @property
    def audience(self) -> str:
        """Who may read it."""
        return self._audience

    @property
    def topics(self) -> Sequence[str]:
        """The topics whose snapshot it changes."""
        return ()

    @property
    def body(self) -> dict[str, Any]:
        """What the record keeps."""
        return {
            in_body: value for name, in_body in self._keys if (value := getattr(self, name)) is not ABSENT
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """The outcome of a command. `result` is plain JSON and equal for every replay of the same command id."""

    command_id: CommandId
    result: Mapping[str, Any]
    replayed: bool


class RefusedAgain(Refused):
    """A refusal that was given before for the same command id, raised again with the same words."""

    replayed = True


@dataclass(frozen=True, slots=True, kw_only=True)
class FactView:
    """One fact as history shows it, with who asked for it. `seq` is None until the relay has numbered it."""

    fact_id: int
    stream: str
    seq: int | None
    kind: str
    at: datetime
    audience: str
    body: Mapping[str, Any]
    command_id: uuid.UUID
    command_name: str
    user_id: int | None
    device_id: int | None
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandView:
    """One command as the log shows it; `refusal` is {code, sentence, rule, params} when it was refused."""

    command_id: uuid.UUID
    name: str
    at: datetime
    user_id: int | None
    device_id: int | None
    label: str
    state: str
    outcome: Mapping[str, Any] | None
    refusal: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamHead:
    """How far a stream has come: its last number and the hash that vouches for everything before it."""

    stream: str
    seq: int
    hash: bytes
