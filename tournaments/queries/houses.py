"""The face of a house: its picture; and how its tournaments begin."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Format, Tournament, VenueLogo


@dataclass(frozen=True, slots=True, kw_only=True)
class LogoView:
    """A picture as it is served. name: another one for another picture. width, height: pixels."""

    venue_id: int
    name: str
    media: str
    width: int
    height: int


def logo_of(venue_id: int) -> LogoView | None:
    """The venue's picture, without its bytes; None where there is none."""
    found = (
        VenueLogo.objects.filter(pk=venue_id).values("venue_id", "name", "media", "width", "height").first()
    )
    return LogoView(**found) if found else None


def logo_content(venue_id: int, name: str) -> tuple[str, bytes] | None:
    """Media type and bytes of the picture of that name; None when it is another one by now."""
    found = VenueLogo.objects.filter(pk=venue_id, name=name).values_list("media", "content").first()
    return (found[0], bytes(found[1])) if found else None


def starts_when_full(tournament_id: int) -> bool:
    """Whether a tournament begins by itself when its seats are taken."""
    return Tournament.objects.filter(pk=tournament_id, format=Format.SIT_AND_GO).exists()
