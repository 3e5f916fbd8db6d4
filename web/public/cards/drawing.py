"""How the picture is drawn: 1200 × 630, the size that messengers and networks show whole.

A drawing is kept in memory; the same words give the same picture.
"""

from __future__ import annotations

import io
import threading
import unicodedata
from collections import OrderedDict
from functools import cache
from pathlib import Path

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

from tournaments.queries import branding
from web.public.cards.content import PreviewCard

WIDTH, HEIGHT = 1200, 630
_EDGE = 84
_GROUND, _INK, _SOFT, _LINE, _BRASS = "#0b5d4e", "#ffffff", "#bfe0d7", "#2f7b6d", "#c99b3f"
_FONT = Path(settings.BASE_DIR) / "static/fonts/inter-latin-wght-normal.woff2"
# beyond Latin-1 the font has these
_MORE = set("ıŒœˆ˚˜–—‘’‚“”„†•…‰‹›⁄€™−")
_KEPT_AT_MOST = 64
_drawn: OrderedDict[str, bytes] = OrderedDict()
_lock = threading.Lock()


def drawing(shown: PreviewCard) -> bytes:
    """Return the PNG, drawn once."""
    key = shown.digest
    found = _drawn.get(key)
    if found is None:
        found = _draw(shown)
        with _lock:
            _drawn[key] = found
            while len(_drawn) > _KEPT_AT_MOST:
                _drawn.popitem(last=False)
    return found


def written(text: str) -> str:
    """Return the text in letters that the font has: others lose their marks, or are left out."""
    kept = []
    for sign in unicodedata.normalize("NFC", text):
        if " " <= sign < "\u0100" or sign in _MORE:
            kept.append(sign)
        elif sign.isspace():
            kept.append(" ")
        else:
            bare = unicodedata.normalize("NFKD", sign)
            kept += [s for s in bare if " " <= s < "\u0100" or s in _MORE]
    return " ".join("".join(kept).split())


@cache
def letters(size: int, *, weight: int) -> ImageFont.FreeTypeFont:
    """Return the font in one size and weight."""
    font = ImageFont.truetype(_FONT, size)
    font.set_variation_by_axes([weight])
    return font


def broken(text: str, *, font: ImageFont.FreeTypeFont, most: float) -> list[str]:
    """Return the text in lines: broken between words, and within a word where it alone is too long."""
    lines: list[str] = []
    for word in text.split():
        if lines and font.getlength(f"{lines[-1]} {word}") <= most:
            lines[-1] += f" {word}"
            continue
        while font.getlength(word) > most:
            at = next(n for n in range(len(word), 0, -1) if n == 1 or font.getlength(word[:n]) <= most)
            lines.append(word[:at])
            word = word[at:]
        if word:
            lines.append(word)
    return lines


def one_line(text: str, *, font: ImageFont.FreeTypeFont, most: float) -> str:
    """Return as much of the text as the width has room for."""
    if font.getlength(text) <= most:
        return text
    while text and font.getlength(text + "…") > most:
        text = text[:-1]
    return text.rstrip() + "…"


def in_a_row(figures: tuple[tuple[str, str], ...], *, most: float) -> tuple[int, list[tuple[int, str, str]]]:
    """Return the size in which the figures stand beside each other, and each with its distance from the first.

    Where no size is small enough the longest is cut: a name, and never what was won or is guaranteed.
    """
    row = [(written(what), written(much)) for what, much in figures]
    small = letters(27, weight=500)
    for size in (46, 40, 34, 30):
        font, apart = letters(size, weight=750), size * 84 // 46
        wide = [max(font.getlength(much), small.getlength(what)) for what, much in row]
        over = sum(wide) + apart * (len(row) - 1) - most
        if over <= 0:
            break
    else:
        longest = wide.index(max(wide))
        wide[longest] -= over
        what, much = row[longest]
        row[longest] = (what, one_line(much, font=font, most=wide[longest]))
    starts = (round(sum(wide[:n]) + apart * n) for n in range(len(row)))
    return size, [(start, what, much) for start, (what, much) in zip(starts, row, strict=True)]


def _draw(shown: PreviewCard) -> bytes:
    with _lock:  # a font is one thing for all threads
        picture = Image.new("RGB", (WIDTH, HEIGHT), _GROUND)
        on = ImageDraw.Draw(picture)
        room = WIDTH - 2 * _EDGE
        left = _EDGE + put_logo(picture, venue_id=shown.venue_id, name=shown.logo, left=_EDGE)
        house = shown.house if shown.house != shown.name else ""
        head = " · ".join(part for part in (house, shown.city) if part) or "Shuffle Up"
        font = letters(34, weight=600)
        on.text(
            (left, 120),
            one_line(written(head), font=font, most=WIDTH - _EDGE - left),
            font=font,
            fill=_SOFT,
            anchor="lm",
        )

        name = written(shown.name)
        # one line where a smaller letter makes it one, rather than a last word alone
        for size, most in ((92, 1), (80, 1), (72, 1), (92, 2), (80, 2), (68, 3), (58, 3)):
            font = letters(size, weight=800)
            lines = broken(name, font=font, most=room)
            if len(lines) <= most:
                break
        if len(lines) > 3:
            lines[2:] = [one_line(" ".join(lines[2:]), font=font, most=room)]
        step = round(size * 1.1)
        # without figures below it stands in the middle of what is left
        top = (288 if shown.figures else 330) - step * len(lines) // 2
        for number, line in enumerate(lines):
            on.text((_EDGE, top + number * step), line, font=font, fill=_INK)
        below = top + step * len(lines) + 18
        when = written(shown.when)
        # the hour stands at its end
        small = (size for size in (36, 32, 28) if letters(size, weight=500).getlength(when) <= room)
        font = letters(next(small, 36), weight=500)
        on.text((_EDGE, below), one_line(when, font=font, most=room), font=font, fill=_SOFT)

        if shown.figures:
            on.line((_EDGE, 470, WIDTH - _EDGE, 470), fill=_LINE, width=2)
        size, row = in_a_row(shown.figures, most=room)
        for across, what, much in row:
            font = letters(size, weight=750)
            on.text((_EDGE + across, 514 if what else 528), much, font=font, fill=_INK, anchor="lm")
            on.text((_EDGE + across, 562), what, font=letters(27, weight=500), fill=_SOFT, anchor="lm")
        for x in range(0, WIDTH, 48):  # the edge of a chip
            on.rectangle((x, HEIGHT - 14, x + 29, HEIGHT), fill=_BRASS)
        out = io.BytesIO()
        picture.save(out, "PNG", optimize=True)
        return out.getvalue()


def put_logo(picture: Image.Image, *, venue_id: int, name: str, left: int) -> int:
    """Draw the house's picture on a white ground, 66 pixels below the edge; returns the width that it takes."""
    found = branding.logo_content(venue_id, name=name) if name else None
    if found is None:
        return 0
    try:
        logo = Image.open(io.BytesIO(found[1])).convert("RGBA")
    except (OSError, ValueError):
        return 0
    logo.thumbnail((220, 84), Image.Resampling.LANCZOS)
    wide, high = logo.size
    ImageDraw.Draw(picture).rounded_rectangle((left, 66, left + wide + 24, 174), radius=18, fill="#ffffff")
    picture.paste(logo, (left + 12, 120 - high // 2), logo)
    return wide + 24 + 28
