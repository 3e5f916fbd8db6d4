"""Pictures of the tables played online: what a player, and who looks on, sees of them, and the pages around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page

from tests.shots import felt
from tests.shots.evening import Evening
from tests.shots.picture import Picture

READY = "body[data-ready]"


def _told(*taps: str) -> Callable[[Page], None]:
    """Wait until the table is drawn, then press these, each once it listens."""

    def act(page: Page) -> None:
        page.locator(READY).wait_for()
        for tap in taps:
            page.locator(f"{tap}:not([aria-disabled])").first.click()
        page.wait_for_timeout(400)  # buttons that have just come are deaf for so long

    return act


def _off(page: Page) -> None:
    """The line goes, and is not taken up: this page has none any more."""
    lines: list[Any] = []

    def lost(line: Any) -> None:
        lines.append(line)
        line.close()

    page.route_web_socket("**/ws/", lost)
    page.reload()
    page.locator(".room-line:not([hidden])").wait_for()


def _tiles(page: Page) -> None:
    page.locator(".tile > iframe").nth(3).wait_for()
    for number in range(4):
        page.frame_locator(".tile > iframe").nth(number).locator(READY).wait_for()
    page.wait_for_timeout(400)


def _at(
    table: felt.Felt | int, name: str, sizes: str, act: Callable[[Page], None] | None = None, **more: Any
) -> Iterator[Picture]:
    """One table at these sizes; who decides there has most of the time left in each picture."""
    number = table if isinstance(table, int) else table.table_id
    told = {"group": "table", "who": "player", "whole": False, "path": f"/tables/{number}/"} | more
    if isinstance(table, felt.Felt):
        told["before"] = table.fresh
    for size in sizes.split():
        yield Picture(name=name, size=size, act=act or _told(), **told)


def played(room: Evening) -> Iterator[Picture]:
    """In the order in which it happens."""
    place = felt.of_evening(room)
    table = felt.long_hand(place)
    yield from _at(table, "free", "phone", _told(".act.fold"))
    felt.to_the_turn(table)
    yield from _at(table, "ahead", "phone small desktop")
    felt.raised(table)
    yield from _at(table, "turn", "phone small tablet desktop")
    yield from _at(table, "menu", "phone small", _told(".room-menu > summary"))
    yield from _at(table, "sheet", "phone small tablet desktop", _told(".act.raise"))
    yield from _at(table, "all-in", "phone small", _told(".act.raise", ".size.all"))
    four = [table, felt.omaha(place), felt.heads_up(place), felt.ten(place)]
    yield Picture(
        group="table",
        name="four",
        before=lambda: felt.all_fresh(four),
        path="/tables/mine/",
        size="desktop",
        who="player",
        act=_tiles,
        whole=False,
    )
    for one, name in zip(four[1:], ("omaha", "heads-up", "ten"), strict=True):
        yield from _at(one, name, "phone small desktop")
    yield from _at(felt.away(place), "away", "phone")
    felt.all_in(table)
    yield from _at(table, "showdown", "phone small desktop")
    yield from _at(table, "onlooker", "desktop phone", who="director")
    table.until("close")
    table.due()
    hand = f"/me/hands/{table.table_id}/1/"
    told = {"group": "table", "who": "player"}
    for name, path in (("lobby", "/tables/"), ("hands", "/me/hands/"), ("hand", hand)):
        for size in ("desktop", "phone"):
            yield Picture(name=name, path=path, size=size, **told)
    yield Picture(name="complaint", path=f"{hand}#complain", size="phone", whole=False, **told)
    yield from _at(felt.recess(room), "recess", "phone desktop")
    yield from _at(felt.hand_for_hand(room), "hand-for-hand", "phone")
    yield from _at(felt.out(room), "out", "phone")
    again = felt.long_hand(place)
    felt.to_the_turn(again)
    felt.raised(again)
    yield from _at(again, "line-lost", "phone", _off)
