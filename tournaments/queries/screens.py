"""The displays of a house, and what they show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from tournaments.models import Screen, ScreenRole, Wall, WallShow
from tournaments.results import Layout, Role, ScreenResult


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenView:
    """A paired display: what it shows and how it is heard. tournament: its name, where it was asked for."""

    code: str
    name: str
    venue_id: int
    tournament_id: int
    role: str
    layout: str
    table_number: int | None
    sound: bool
    volume: int
    voice: bool
    tournament: str = ""

    @property
    def shows(self) -> str:
        """What it shows, in a word of its own: another word, another page."""
        of = self.venue_id if self.role in (ScreenRole.LOBBY, ScreenRole.SCHEDULE) else self.tournament_id
        return f"{self.role}/{of}/{self.layout}/{self.table_number or 0}"


def wall_payload(tournament_id: int) -> dict[str, Any]:
    """Return what the staff put on the displays: {show: "clock" or "seats", message}."""
    found = Wall.objects.filter(pk=tournament_id).values("show", "message").first()
    return dict(found) if found else {"show": WallShow.CLOCK.value, "message": ""}


_OWN = (
    "code",
    "name",
    "venue_id",
    "tournament_id",
    "role",
    "layout",
    "table_number",
    "sound",
    "volume",
    "voice",
)


def screen_of(code: str) -> ScreenView | None:
    """Return a paired display; None when nobody paired it."""
    found = Screen.objects.filter(code=code).values(*_OWN).first()
    return None if found is None else ScreenView(**found)


def screens_of(venue_id: int) -> list[ScreenView]:
    """Return the displays of a house and what each shows, by name."""
    rows = Screen.objects.filter(venue_id=venue_id).order_by("name", "code")
    return [
        ScreenView(**{name: row[name] for name in _OWN}, tournament=row["tournament__name"])
        for row in rows.values(*_OWN, "tournament__name")
    ]


def screen_result(screen: Screen) -> ScreenResult:
    """Return what a command answers about a display."""
    return ScreenResult(
        tournament_id=screen.tournament_id,
        code=screen.pk,
        sound=screen.sound,
        name=screen.name,
        role=cast("Role", screen.role),
        layout=cast("Layout", screen.layout),
        table_number=screen.table_number,
        volume=screen.volume,
        voice=screen.voice,
    )
