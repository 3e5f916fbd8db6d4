"""On what a house's logo stands on a display: a picture that would drown in the ground gets one of its own."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image, ImageStat

from tournaments.operations import house_colours
from tournaments.queries import branding

# under it a picture does not stand out from what is behind it
_LEAST = 3.0
# most pictures of firms are made for white: only what is hardly seen there stands on black
_SEEN = 1.5


# what a page is in the dark theme
DARK_PAGE = "#161a19"


def logo_ground(venue_id: int, *, ground: str) -> str:
    """Return what the logo stands on: "" without one, "none" where it stands out from the ground of the display, else
    "white" or "black".

    ground: what this display asks for, "" for the house's own.
    """
    found = branding.logo_of(venue_id)
    if found is None:
        return ""
    kept = branding.colours_of(venue_id)
    first, second, chosen = house_colours.DEFAULT
    if kept is not None:
        back = kept.tokens[ground or kept.ground]["back"]
    else:
        back = house_colours.tokens(first, second=second, ground=ground or chosen)["back"]
    return stands_on(venue_id, name=found.name, back=back)


@lru_cache(maxsize=64)
def stands_on(venue_id: int, *, name: str, back: str) -> str:
    """Return "none" where this picture of the house is seen before that colour, else "white" or "black" to put behind it."""
    content = branding.logo_content(venue_id, name=name)
    mean = _mean(content[1]) if content is not None else None
    if mean is None:
        return "white"
    if house_colours.contrast(mean, other=back) >= _LEAST:
        return "none"
    return _better_of(mean)


@lru_cache(maxsize=64)
def sponsor_ground(venue_id: int, *, picture: str) -> str:
    """Return what a sponsor's picture stands on: "white", or "black" where it would drown in white."""
    content = branding.sponsor_content(venue_id, picture=picture)
    mean = _mean(content[1]) if content is not None else None
    if mean is None or house_colours.contrast(mean, other=house_colours.WHITE) >= _SEEN:
        return "white"
    return _better_of(mean)


def _mean(content: bytes) -> str | None:
    """The colour of a picture on the whole, where it is not seen through; None where it cannot be said."""
    try:
        with Image.open(io.BytesIO(content)) as picture:
            picture.thumbnail((64, 64))
            whole = picture.convert("RGBA")
            opaque = whole.getchannel("A").point(lambda alpha: 255 if alpha > 127 else 0)
            red, green, blue = ImageStat.Stat(whole.convert("RGB"), mask=opaque).mean
    except (OSError, ValueError, ZeroDivisionError):
        return None
    return f"#{round(red):02x}{round(green):02x}{round(blue):02x}"


def _better_of(mean: str) -> str:
    on_white, on_black = (
        house_colours.contrast(mean, other=c) for c in (house_colours.WHITE, house_colours.BLACK)
    )
    return "white" if on_white >= on_black else "black"
