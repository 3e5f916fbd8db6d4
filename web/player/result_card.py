"""The picture of the own result that a player shares: place, tournament and house, the prize where the player wants it told."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from PIL import Image, ImageDraw, ImageFont

from access import moment
from people.queries import player_file
from rules.refusals import Refused, not_found
from tournaments.queries import branding
from tournaments.queries.announcements import Announcement
from web.player.own import mine_of
from web.player.views import announced_here, own_page, own_player
from web.problems import refused_page
from web.public.cards.drawing import broken, letters, one_line, put_logo, written
from web.templatetags.houses import day_month, money_short, place_word
from web.templatetags.shuffle import chips, decimals

# upright, as networks show a picture of their own
WIDTH, HEIGHT = 1080, 1350
_EDGE = 84
# between the house's name and the line above the foot
_TOP, _BOTTOM = 220, HEIGHT - 170
_ABOVE, _BELOW, _SUIT = (11, 80, 66), (7, 58, 49), "#0d5446"
_INK, _SOFT, _PRIZE, _BRASS, _LINE = "#f7f4ec", "#c3dad2", "#f3d48f", "#c99b3f", "#2a6154"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCard:
    """What is written on it. prize: "" where it is not told. address: where anybody reads the same result."""

    house: str
    venue_id: int
    logo: str
    player: str
    place: str
    field: str
    prize: str
    points: str
    day: str
    address: str


@require_GET
@own_page
def result_card(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Show the reader's result as a picture; without the prize with ``?prize=no``."""
    player_id = own_player(request)
    try:
        view = announced_here(tournament_id)
        mine = mine_of(player_id, tournament_id=tournament_id, at=moment.at())
        if not mine.get("shares"):
            raise not_found("entry")
    except Refused as refused:
        return refused_page(request, refused=refused)
    shown = _card(
        view,
        mine=mine,
        player=player_file(player_id).public_name,
        with_prize=request.GET.get("prize") != "no",
        address=f"{request.get_host()}{reverse('results', args=[tournament_id])}",
    )
    return HttpResponse(drawn(shown), content_type="image/png")


def _card(
    view: Announcement, *, mine: dict[str, Any], player: str, with_prize: bool, address: str
) -> ResultCard:
    logo = branding.logo_of(view.venue_id)
    won = sum(award.amount_cents for award in mine["awards"]) or mine["payload"].get("amount_cents") or 0
    total = chips(mine["counts"]["entries_total"])
    points = mine.get("points")
    return ResultCard(
        house=view.venue,
        venue_id=view.venue_id,
        logo=logo.name if logo else "",
        player=player,
        place=place_word(mine["place"]),
        field=f"{_('of %(total)s entries') % {'total': total}} · {view.name}",
        prize=money_short(won, view.currency) if won and with_prize else "",
        points=_("%(points)s points in %(season)s")
        % {"points": decimals(points.points, "2"), "season": points.season}
        if points
        else "",
        day=day_month(view.starts_at, view.timezone),
        address=address,
    )


def drawn(shown: ResultCard) -> bytes:
    """Return the PNG."""
    picture = Image.new("RGB", (WIDTH, HEIGHT))
    on = ImageDraw.Draw(picture)
    for y in range(HEIGHT):
        on.line(
            (0, y, WIDTH, y),
            fill=tuple(a + (b - a) * y // HEIGHT for a, b in zip(_ABOVE, _BELOW, strict=True)),
        )
    _spade(on)
    room = WIDTH - 2 * _EDGE
    left = _EDGE + put_logo(picture, venue_id=shown.venue_id, name=shown.logo, left=_EDGE)
    font = letters(38, weight=650)
    on.text(
        (left, 120),
        one_line(written(shown.house), font=font, most=WIDTH - _EDGE - left),
        font=font,
        fill=_INK,
        anchor="lm",
    )
    rows = list(_rows(shown, room=room))
    high = sum(step for _row, _font, _fill, step in rows)
    y = _TOP + max(0, (_BOTTOM - _TOP - high) // 2)
    for row, font, fill, step in rows:
        on.text((WIDTH / 2, y), row, font=font, fill=fill, anchor="ma")
        y += step
    on.line((_EDGE, HEIGHT - 150, WIDTH - _EDGE, HEIGHT - 150), fill=_LINE, width=2)
    font = letters(32, weight=500)
    foot = one_line(written(f"{shown.day} · {shown.address}"), font=font, most=room)
    on.text((WIDTH / 2, HEIGHT - 96), foot, font=font, fill=_SOFT, anchor="mm")
    for x in range(0, WIDTH, 48):  # the edge of a chip
        on.rectangle((x, HEIGHT - 16, x + 29, HEIGHT), fill=_BRASS)
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def _rows(shown: ResultCard, *, room: int) -> Iterator[tuple[str, ImageFont.FreeTypeFont, str, int]]:
    """Each row with its letters, its colour, and how far below it the next one stands."""
    for text, size, weight, fill, most in _lines(shown):
        font = letters(size, weight=weight)
        # a place of five figures is drawn smaller than one of one
        while most == 1 and font.getlength(written(text)) > room and size > 40:
            size -= 8
            font = letters(size, weight=weight)
        found = broken(written(text), font=font, most=room)
        if len(found) > most:
            found[most - 1 :] = [one_line(" ".join(found[most - 1 :]), font=font, most=room)]
        for number, row in enumerate(found, start=1):
            yield row, font, fill, round(size * 1.18) + (22 if number == len(found) else 0)


def _lines(shown: ResultCard) -> Iterator[tuple[str, int, int, str, int]]:
    """Text, size, weight, colour and at most how many lines, from above."""
    yield shown.player, 56, 650, _INK, 2
    yield shown.place, 340, 800, _INK, 1
    yield shown.field, 44, 500, _SOFT, 3
    if shown.prize:
        yield shown.prize, 112, 800, _PRIZE, 1
    if shown.points:
        yield shown.points, 40, 600, _INK, 2


def _spade(on: ImageDraw.ImageDraw) -> None:
    """The suit, hardly seen, as on the felt of a page."""
    x, y, half = WIDTH - 230, 300, 150
    on.ellipse((x - 2 * half, y - half // 2, x, y + 3 * half // 2), fill=_SUIT)
    on.ellipse((x, y - half // 2, x + 2 * half, y + 3 * half // 2), fill=_SUIT)
    on.polygon(
        ((x, y - 2 * half), (x - 2 * half + 16, y + half // 4), (x + 2 * half - 16, y + half // 4)),
        fill=_SUIT,
    )
    on.polygon(
        ((x, y + half // 2), (x - half // 2, y + 5 * half // 2), (x + half // 2, y + 5 * half // 2)),
        fill=_SUIT,
    )
