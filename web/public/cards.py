"""The picture that goes with a shared link: which tournament, at which house, when, for how much.

Drawn at 1200 × 630, the size that messengers and networks show whole, in the language of its address: who fetches it
for a preview speaks none. A drawing is kept in memory; the same words give the same picture.
"""

from __future__ import annotations

import io
import threading
import unicodedata
from collections import OrderedDict
from dataclasses import astuple, dataclass
from datetime import datetime
from functools import cache
from hashlib import blake2b
from pathlib import Path
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_datetime
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe
from PIL import Image, ImageDraw, ImageFont

from rules.refusals import Refused
from tournaments.queries import branding, faces, listings
from tournaments.queries.faces import Announcement
from web import board, moment
from web.templatetags.houses import money_short

WIDTH, HEIGHT = 1200, 630
_EDGE = 84
_GROUND, _INK, _SOFT, _LINE = "#0b5d4e", "#ffffff", "#bfe0d7", "#2f7b6d"
_FONT = Path(settings.BASE_DIR) / "static/fonts/inter-latin-wght-normal.woff2"
# beyond Latin-1 the font has these
_MORE = set("ıŒœˆ˚˜–—‘’‚“”„†•…‰‹›⁄€™−")
_LOCALES = {"pt-br": "pt_BR", "pt": "pt_PT", "en": "en"}
_KEPT_AT_MOST = 64

_drawn: OrderedDict[str, bytes] = OrderedDict()
_lock = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What is written on it. figures: (what, how much) beneath the name. logo: the name of the house's picture."""

    house: str
    city: str
    name: str
    when: str
    figures: tuple[tuple[str, str], ...]
    venue_id: int
    logo: str

    @property
    def digest(self) -> str:
        """Another one for another picture."""
        return blake2b(repr(astuple(self)).encode(), digest_size=9).hexdigest()


# --- what is on it ----------------------------------------------------------------------------------------


def card_of(view: Announcement, language: str) -> Card:
    """The card of a tournament."""
    venue = listings.venue_view(view.venue_id)
    with override(language):
        # a shared picture is looked at for days: it tells a later price too
        prices = dict.fromkeys((view.price_cents, *(step.price_cents for step in view.prices[-1:])))
        figures = [(_("Price"), " · ".join(money_short(cents, view.currency) for cents in prices))]
        if view.guarantee_cents:
            figures.append((_("guaranteed").capitalize(), money_short(view.guarantee_cents, view.currency)))
        if view.state == "finished":
            won = board.eliminations(view.tournament_id)["rows"]
            if won and won[0]["place"] == 1:
                prize = won[0]["amount_cents"]
                figures = [(_("Winner"), won[0]["name"])]
                figures += [(_("Prize"), money_short(prize, view.currency))] if prize else []
        if view.state == "cancelled":
            figures = [("", _("This tournament was cancelled."))]
        return Card(
            house=venue.name,
            city=venue.city,
            name=view.name,
            when=_when(view.starts_at, view.timezone, language),
            figures=tuple(figures),
            venue_id=venue.venue_id,
            logo=_logo_name(venue.venue_id),
        )


def house_card(venue: listings.VenueView, language: str) -> Card:
    """The card of a venue: its calendar and its seasons."""
    with override(language):
        return Card(
            house=venue.name,
            city=venue.city,
            name=venue.name,
            when=_("Poker tournaments: clock, places, payouts."),
            figures=(),
            venue_id=venue.venue_id,
            logo=_logo_name(venue.venue_id),
        )


def _logo_name(venue_id: int) -> str:
    found = branding.logo_of(venue_id)
    return found.name if found else ""


def _when(at: datetime, zone: str, language: str) -> str:
    there = at.astimezone(ZoneInfo(zone))
    locale = _LOCALES[language]
    pattern = "EEEE, d MMMM y" if language == "en" else "EEEE, d 'de' MMMM 'de' y"
    day = format_date(there.date(), pattern, locale=locale)
    return f"{day[:1].upper()}{day[1:]} · {format_datetime(there, 'HH:mm', locale=locale)}"


# --- its address ------------------------------------------------------------------------------------------


def address_of(shown: Card, language: str, *, tournament_id: int | None = None) -> str:
    """Where the picture is: with other words the address is another, so that no preview is stale."""
    path = (
        reverse("house-card", args=[shown.venue_id, language])
        if tournament_id is None
        else reverse("card", args=[tournament_id, language])
    )
    return f"{path}?v={shown.digest}"


@require_safe
def card(request: HttpRequest, tournament_id: int, language: str) -> HttpResponse:
    """The picture of a tournament that everybody may see."""
    del request
    where = faces.audience_of(tournament_id)
    if where is None or not where.public or language not in _LOCALES:
        raise Http404
    return _picture(card_of(faces.announcement(tournament_id, at=moment.at()), language))


@require_safe
def of_house(request: HttpRequest, venue_id: int, language: str) -> HttpResponse:
    """The picture of a venue."""
    del request
    if language not in _LOCALES:
        raise Http404
    try:
        return _picture(house_card(listings.venue_view(venue_id), language))
    except Refused:
        raise Http404 from None


def _picture(shown: Card) -> HttpResponse:
    # ConditionalGetMiddleware answers 304 to who has it
    return HttpResponse(
        drawing(shown),
        content_type="image/png",
        headers={
            "ETag": f'"{shown.digest}"',
            "Cache-Control": "public, max-age=3600",
            # shown on pages of others
            "Cross-Origin-Resource-Policy": "cross-origin",
        },
    )


# --- how it is drawn --------------------------------------------------------------------------------------


def drawing(shown: Card) -> bytes:
    """The PNG, drawn once."""
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
    """The text in letters that the font has: others lose their marks, or are left out."""
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
def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(_FONT, size)
    font.set_variation_by_axes([weight])
    return font


def _lines(text: str, font: ImageFont.FreeTypeFont, most: float) -> list[str]:
    """Broken between words, and within a word where it alone is too long."""
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


def _one_line(text: str, font: ImageFont.FreeTypeFont, most: float) -> str:
    if font.getlength(text) <= most:
        return text
    while text and font.getlength(text + "…") > most:
        text = text[:-1]
    return text.rstrip() + "…"


def _draw(shown: Card) -> bytes:
    with _lock:  # a font is one thing for all threads
        picture = Image.new("RGB", (WIDTH, HEIGHT), _GROUND)
        on = ImageDraw.Draw(picture)
        room = WIDTH - 2 * _EDGE
        left = _EDGE + _put_logo(picture, shown)
        house = shown.house if shown.house != shown.name else ""
        head = " · ".join(part for part in (house, shown.city) if part) or "Shuffle Up"
        font = _font(34, 600)
        on.text(
            (left, 120),
            _one_line(written(head), font, WIDTH - _EDGE - left),
            font=font,
            fill=_SOFT,
            anchor="lm",
        )

        name = written(shown.name)
        for size in (92, 80, 68, 58):
            font = _font(size, 800)
            lines = _lines(name, font, room)
            if len(lines) <= (2 if size > 68 else 3):
                break
        if len(lines) > 3:
            lines[2:] = [_one_line(" ".join(lines[2:]), font, room)]
        step = round(size * 1.1)
        top = 304 - step * len(lines) // 2
        for number, line in enumerate(lines):
            on.text((_EDGE, top + number * step), line, font=font, fill=_INK)
        below = top + step * len(lines) + 18
        font = _font(36, 500)
        on.text((_EDGE, below), _one_line(written(shown.when), font, room), font=font, fill=_SOFT)

        if shown.figures:
            on.line((_EDGE, 504, WIDTH - _EDGE, 504), fill=_LINE, width=2)
        across = _EDGE
        for what, much in shown.figures:
            font = _font(46, 750)
            words, much = written(what), _one_line(written(much), font, WIDTH - _EDGE - across)
            on.text((across, 546 if words else 552), much, font=font, fill=_INK, anchor="lm")
            small = _font(27, 500)
            on.text((across, 592), words, font=small, fill=_SOFT, anchor="lm")
            across += round(max(font.getlength(much), small.getlength(words))) + 84
        out = io.BytesIO()
        picture.save(out, "PNG", optimize=True)
        return out.getvalue()


def _put_logo(picture: Image.Image, shown: Card) -> int:
    """Draw the house's picture on a white ground; returns the width that it takes."""
    found = branding.logo_content(shown.venue_id, shown.logo) if shown.logo else None
    if found is None:
        return 0
    try:
        logo = Image.open(io.BytesIO(found[1])).convert("RGBA")
    except (OSError, ValueError):
        return 0
    logo.thumbnail((220, 84), Image.Resampling.LANCZOS)
    wide, high = logo.size
    ImageDraw.Draw(picture).rounded_rectangle((_EDGE, 66, _EDGE + wide + 24, 174), radius=18, fill="#ffffff")
    picture.paste(logo, (_EDGE + 12, 120 - high // 2), logo)
    return wide + 24 + 28
