"""The values that dispatch and its callers exchange."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NewType

from rules.refusals import Refused

CommandId = NewType("CommandId", uuid.UUID)

PUBLIC = "public"
STAFF = "staff"


def player_audience(player_id: int) -> str:
    """The audience that is one player (and the staff who may see that player)."""
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
