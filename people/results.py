"""What several commands of people give back alike."""

from __future__ import annotations

from dataclasses import dataclass

from play.operations.barred import SentHome
from tournaments.operations.withdrawals import CalledOff


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountResult:
    """user_id: whose account it is."""

    user_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerResult:
    """player_id: whose file it is."""

    player_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleResult:
    """role_id: of one role of one person at one venue."""

    role_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenResult:
    """token_id: of a token for a program; never its secret."""

    token_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceResult:
    """device_id: of a tablet, desk machine or screen; never its secret."""

    device_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExclusionResult:
    """called_off: what the player had not begun to play, cancelled with refund. tables: what the player left, or leaves when the hand is over."""

    exclusion_id: int
    called_off: tuple[CalledOff, ...]
    tables: tuple[SentHome, ...]
