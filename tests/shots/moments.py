"""Moments of the clock that are over in seconds: what its line would tell is told to the page, nothing happens in the room."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page

Told = list[dict[str, Any]]


def told(change: Callable[[dict[str, Any]], Told], *, until: str) -> Callable[[Page], None]:
    """Return what makes the page hear this, one after the other, and waits until it shows it."""

    def act(page: Page) -> None:
        lines: list[Any] = []
        page.route_web_socket("**/ws/", lambda line: lines.append(line))
        page.reload()
        page.wait_for_function("() => document.querySelector('[data-part=\"number\"]').textContent")
        faces = json.loads(page.locator("#faces").text_content() or "{}")
        for news in change(faces):
            for topic, payload in news.items():
                lines[0].send(json.dumps({"topic": faces["topics"][topic], "seq": 1, "face": payload}))
        page.wait_for_selector(until)

    return act


def alone(page: Page) -> None:
    """The line is gone, and nobody takes it up."""
    lines: list[Any] = []

    def lost(line: Any) -> None:
        lines.append(line)
        line.close()

    page.route_web_socket("**/ws/", lost)
    page.reload()
    page.wait_for_selector('[data-part="offline"]:not([hidden])')


def moments() -> Iterator[tuple[str, str, Callable[[Page], None]]]:
    """Each with the tournament that it is told of, by the name that it has in the evening; a poster is laid out as one."""
    over = '[data-part="takeover"]:not([hidden])'
    yield "takeover-level", "early", told(_level, until=over)
    yield "takeover-bubble", "bubble", told(_money, until=over)
    yield "takeover-final", "final", told(_final, until=over)
    yield "takeover-winner", "final", told(_winner, until=over)
    yield "hours", "early", told(_hours, until='[data-part="time"][data-figures="3"]')
    yield "bubble", "bubble", told(_bubble, until='body[data-state="bubble"]')
    yield "poster-bubble", "bubble", told(_bubble, until='body[data-state="bubble"]')
    yield "offline", "early", alone


def _level(faces: dict[str, Any]) -> Told:
    clock = faces["clock"]
    items = clock["items"]
    after = next(i for i in range(clock["index"] + 1, len(items)) if items[i]["kind"] == "level")
    begun = {**clock, "state": "running", "index": after, "elapsed_ms": 0, "anchor_ms": clock["server_ms"]}
    return [{"clock": {**begun, "turn": clock["turn"] + 1}}]


def _money(faces: dict[str, Any]) -> Told:
    counts = faces["counts"]
    paid = {"players_left": counts["places_paid"], "in_the_money": True, "hand_for_hand": False}
    return [{"counts": {**counts, **paid, "bubble": False}}]


def _bubble(faces: dict[str, Any]) -> Told:
    return [{"counts": {**faces["counts"], "hand_for_hand": False, "bubble": True}}]


def _final(faces: dict[str, Any]) -> Told:
    return [
        {"counts": {**faces["counts"], "final_table": False, "final_table_reached": False}},
        {"counts": faces["counts"]},
    ]


def _winner(faces: dict[str, Any]) -> Told:
    last = {"rows": faces["standings"]["rows"][:1]}
    return [{"standings": last}, {"counts": {**faces["counts"], "players_left": 1, "decided": True}}]


def _hours(faces: dict[str, Any]) -> Told:
    clock = faces["clock"]
    items = [{**item, "seconds": 9000} for item in clock["items"]]
    return [{"clock": {**clock, "items": items, "turn": clock["turn"] + 1}}]
