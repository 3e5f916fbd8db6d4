"""What people's queries give back, and the names of its streams. No fact of people carries hidden information."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import NewType
from uuid import UUID

from dispatch.facts import Actor

UserId = NewType("UserId", int)
PlayerId = NewType("PlayerId", int)
DeviceId = NewType("DeviceId", int)


def user_stream(user_id: int) -> str:
    """The record of one account: roles given and taken."""
    return f"user:{user_id}"


def player_stream(player_id: int) -> str:
    """The record of one player: file opened, identity checked, excluded, limits."""
    return f"player:{player_id}"


def access_topic(user_id: int) -> str:
    """Told when somebody's roles change, so that open sockets ask again what they may hear."""
    return f"user/{user_id}/access"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """A player as everyone may see them."""

    player_id: int
    public_name: str
    country: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFile:
    """A player as the desk and the player see them: hidden information, for no fact, topic or log."""

    player_id: int
    full_name: str
    public_name: str
    birth_date: date | None
    document_kind: str
    document_number: str
    country: str
    email: str
    phone: str
    user_id: int | None
    id_checked_at: datetime | None
    created_at: datetime
    anonymised_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFound:
    """A line of the desk's search: enough to tell two of the same name apart."""

    player_id: int
    full_name: str
    public_name: str
    birth_date: date | None
    document_end: str
    id_checked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExclusionView:
    """An exclusion in force. `kind` is "self", "house" or "identity" (to be checked); `until_at` None has no end."""

    exclusion_id: int
    kind: str
    venue_id: int | None
    from_at: datetime
    until_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitView:
    """A play limit in force: at most `amount_cents` in any running `period` (day, week, month)."""

    period: str
    unit: str
    amount_cents: int
    applies_from: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffMember:
    """A role that somebody holds."""

    role_id: int
    user_id: int
    email: str
    name: str
    role: str
    venue_id: int
    tournament_id: int | None
    granted_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceView:
    """A paired device of a venue."""

    device_id: int
    venue_id: int
    name: str
    kind: str
    paired_at: datetime
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenView:
    """A bearer token of somebody, without its secret."""

    token_id: int
    name: str
    device_id: int | None
    scope: str
    venue_id: int | None
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorView:
    """That somebody signs in with an app, too. seed: what its secret is computed from; hidden information."""

    user_id: int
    seed: UUID
    set_at: datetime
    recovery_used: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Where and in which language somebody is written to: hidden information, for no fact, topic or log."""

    user_id: int
    name: str
    email: str
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PinView:
    """That somebody has a PIN for the tablets; by: who set it, "" for oneself."""

    set_at: datetime
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenView:
    """That somebody of the staff looked at a person's private file; once an hour at most."""

    player_id: int
    player: str
    by: str
    venue_id: int
    seen_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivacyView:
    """What the operator says about people's data; text "" for nothing of their own."""

    version: str
    text: str
    set_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionView:
    """A browser where somebody is signed in. number: by which it can be ended; the session's key shows nowhere."""

    number: str
    browser: str
    device: str
    began_at: datetime | None
    ends_at: datetime
    is_this: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearer:
    """Who a bearer token speaks for, and when its use was last written down."""

    token_id: int
    actor: Actor
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExclusionLine:
    """An exclusion as the director's list shows it. The reason is hidden information."""

    exclusion_id: int
    player_id: int
    full_name: str
    kind: str
    venue_id: int | None
    from_at: datetime
    until_at: datetime | None
    reason: str
