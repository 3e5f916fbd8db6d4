"""The page of a display with what it shows in the style guide (displays.py), filled as its own view fills it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from rules.clock_shown import milliseconds
from rules.games import game_name
from tournaments.queries.announcements import Announcement
from web.screens.house import poster_lines
from web.screens.page import frame, frame_with_clock
from web.screens.views import clock_context
from web.styleguide.displays import (
    AT,
    AT_MS,
    CURRENCY,
    DISPLAYS,
    NOBODY,
    PLAYED,
    TONIGHT,
    ZONE,
    Display,
)
from web.styleguide.editors import STRUCTURE, house

_TOPICS = (*PLAYED, "seats")
_FIRST_ROWS = 60


def announced(
    name: str,
    *,
    state: str,
    price_cents: int = 45_000,
    guarantee_cents: int = 0,
    full: int = 0,
    days: int = 0,
) -> Announcement:
    """Return what a page of the public reads of a tournament."""
    return Announcement(
        tournament_id=NOBODY,
        name=name,
        venue=house().name,
        venue_id=NOBODY,
        timezone=ZONE,
        state=state,
        starts_at=AT + timedelta(days=days, minutes=42),
        currency=CURRENCY,
        price_cents=price_cents,
        guarantee_cents=guarantee_cents,
        game=game_name("nlhe"),
        seats_to_start=full or None,
    )


def payloads_of(differences: dict[str, Any]) -> dict[str, Any]:
    """Return all payloads of a tournament, where these are what differs from a level that is played."""
    merged = {name: {**payload, **differences.get(name, {})} for name, payload in PLAYED.items()}
    return {
        **merged,
        "currency": CURRENCY,
        "timezone": ZONE,
        "starts_ms": AT_MS - 4 * 3_600_000,
        "starts_when_full": 0,
        "topics": {name: name for name in _TOPICS},
        **{name: more for name, more in differences.items() if name not in merged},
    }


def _code() -> SafeString:
    return mark_safe(segno.make("7Q4-K2M", error="m").svg_inline(border=2, omitsize=True))  # noqa: S308 - drawn from our own code


def _clock(_request: HttpRequest, shown: Display, *, ground: str) -> dict[str, Any]:
    view = announced("Main Event", state=shown.state)
    context = clock_context(view, by_topic=payloads_of(shown.payloads), at=AT, ground=ground)
    return context | {"layout": shown.layout, "always": "", "sound": False, "placed": None, "qr": _code()}


def _of_tournament(request: HttpRequest, shown: Display, *, ground: str) -> dict[str, Any]:
    view, by_topic = announced("Main Event", state=shown.state), payloads_of(shown.payloads)
    context = frame_with_clock(request, view=view, placed=None, at=AT, by_topic=by_topic)
    rows = shown.rows or []
    pictures = shown.more.get("pictures", 0)
    sponsor = {"ground": "white", "view": {"picture": "0", "name": house().name, "width": 512, "height": 512}}
    return context | {
        "ground": ground,
        "rows": [{"name": row[0], "table": row[1], "seat": row[2]} for row in rows[:_FIRST_ROWS]],
        "fallen": rows,
        "stacks": by_topic["standings"]["rows"],
        "table": by_topic.get("seats"),
        "sponsors": [sponsor] * pictures,
        "first": 0,
        "first_name": house().name if pictures else "",
    }


def _here(shown: Display) -> tuple[Any, ...]:
    first = shown.more.get("from", 0)
    return TONIGHT[first:][: shown.more.get("count", len(TONIGHT))]


def _today(request: HttpRequest, shown: Display, *, ground: str) -> dict[str, Any]:
    rows, views = [], []
    for at, (name, state, price, guarantee, differences, full) in enumerate(_here(shown)):
        view = announced(name, state=state, price_cents=price, guarantee_cents=guarantee, full=full)
        views.append(view)
        topics = {"clock": f"clock/{at}", "counts": f"counts/{at}"}
        by_topic = payloads_of(differences)
        rows.append(
            {
                "tournament_id": at,
                "name": name,
                "game": view.game,
                "price_cents": price,
                "guarantee_cents": guarantee,
                "currency": CURRENCY,
                "starts_ms": milliseconds(view.starts_at),
                "starts_when_full": full,
                "clock": by_topic["clock"],
                "counts": by_topic["counts"],
                "topics": topics,
            }
        )
    payloads = {"rows": rows, "timezone": ZONE, "server_ms": AT_MS}
    return _of_house(request, payloads, ground=ground) | {"tournaments": views}


def _schedule(request: HttpRequest, shown: Display, *, ground: str) -> dict[str, Any]:
    coming = [
        announced(name, state="announced", price_cents=price, guarantee_cents=guarantee, full=full, days=days)
        for days, (name, _state, price, guarantee, _payloads, full) in enumerate(_here(shown))
    ]
    context = _of_house(request, {"timezone": ZONE, "server_ms": AT_MS}, ground=ground)
    context["tournaments"] = coming
    if len(coming) == 1:
        structure = {"starting_stack": 25_000, **STRUCTURE}
        settings = {
            "structure": structure,
            "starting_stack_chips": 25_000,
            "late_registration_level": 4,
            "late_registration_minutes": 0,
        }
        context["poster"] = poster_lines(coming[0], settings=settings)
    return context


def _of_house(request: HttpRequest, payloads: dict[str, Any], *, ground: str) -> dict[str, Any]:
    context = frame(request, view=house(), placed=None, at=AT, payloads=payloads)
    return context | {"ground": ground, "qr": _code()}


_ROLES = {"clock": _clock, "today": _today, "schedule": _schedule}


def page_of_display(request: HttpRequest, *, name: str, ground: str) -> dict[str, Any]:
    """Return what the page of a display reads, and what is sent to it after it was opened."""
    shown = DISPLAYS[name]
    ground = shown.ground or ground
    context = _ROLES.get(shown.role, _of_tournament)(request, shown, ground=ground)
    return context | {
        "page": f"screens/{shown.role}.html",
        "specimen": {
            "now_ms": AT_MS,
            "role": shown.role,
            "heard": shown.heard,
            "rows": shown.rows,
            "line": shown.line,
        },
    }
