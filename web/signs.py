"""What a table and its seats are marked with: one sign for one thing on the tablet, the map, the slips and the walls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import pgettext


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """icon: a drawing of the house, "" for none. kind: the name of its colour; who reads no colour reads the word beside it."""

    icon: str
    kind: str = ""


SIGNS: Mapping[str, Sign] = {
    # a seat: the one state that is told
    "seated": Sign(icon=""),
    "unverified": Sign(icon="id-card", kind="warn"),
    "locked": Sign(icon="hourglass"),
    "away": Sign(icon="moon"),
    "penalty": Sign(icon="flag", kind="bad"),
    "empty": Sign(icon="circle"),
    "short": Sign(icon="trending-down", kind="bad"),
    # only the tablet has acts that the house does not know yet
    "pending": Sign(icon="cloud-upload", kind="warn"),
    # a table
    "final": Sign(icon="trophy"),
    "halted": Sign(icon="pause", kind="warn"),
    "breaks": Sign(icon="split"),
    "hand_done": Sign(icon="check", kind="good"),
    "hand_plays": Sign(icon="hourglass", kind="warn"),
    # a player, with table and seat behind it
    "moved": Sign(icon="arrow-right"),
}


def sign_icon(name: str) -> str:
    """Return the name of the icon that something is marked with; "" for what has none."""
    return SIGNS[name].icon if name in SIGNS else ""


def discs() -> dict[str, str]:
    """Return what stands on the discs before a seat."""
    return {
        "button": pgettext("dealer button, short", "D"),
        "small_blind": pgettext("small blind, short", "SB"),
        "big_blind": pgettext("big blind, short", "BB"),
    }


def disc(name: str) -> str:
    """Return the letters of one of them."""
    return discs()[name]


def signs_for_scripts() -> dict[str, str]:
    """Return the same for scripts: ``sign_<name>``, ``kind_<name>`` and the letters of the discs."""
    icons = {f"sign_{name}": sign.icon for name, sign in SIGNS.items()}
    return icons | {f"kind_{name}": sign.kind for name, sign in SIGNS.items()} | discs()
