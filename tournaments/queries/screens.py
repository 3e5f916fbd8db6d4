"""The displays of a house, and what they show."""

from __future__ import annotations

from typing import Any

from tournaments.models import Screen, Wall, WallShow


def wall_payload(tournament_id: int) -> dict[str, Any]:
    """What the staff put on the displays: {show: "clock" or "seats", message}."""
    found = Wall.objects.filter(pk=tournament_id).values("show", "message").first()
    return dict(found) if found else {"show": WallShow.CLOCK.value, "message": ""}


def screen_of(code: str) -> tuple[int, bool] | None:
    """(tournament id, with sound) of a paired display; None when nobody paired it."""
    return Screen.objects.filter(code=code).values_list("tournament_id", "sound").first()


def screens_of(venue_id: int) -> list[dict[str, Any]]:
    """The displays of a house and what each shows: {code, sound, tournament_id, tournament}."""
    rows = Screen.objects.filter(venue_id=venue_id).order_by("code")
    return [
        {"code": code, "sound": sound, "tournament_id": tournament_id, "tournament": name}
        for code, sound, tournament_id, name in rows.values_list(
            "code", "sound", "tournament_id", "tournament__name"
        )
    ]
