"""Row m: a display that is open for 24 hours. What it holds after the first evening of six hours it holds after the fourth.

A day of levels, busts, messages, takeovers, pauses and lost lines (day.js), every second of it painted by Chromium; what
is in use after a forced collection: memory of scripts, nodes of the page, listeners, timers. Served by uvicorn.
`BENCH_ROLES=payouts,table` lives those alone.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from config.local.check import find_browser
from tables.queries import first_table
from tests import cast
from tests.bench.figures import Figure, say, tell
from tests.bench.servers import free_port, web
from tournaments.commands.assign_screen import assign_screen
from tournaments.commands.pair_screen import pair_screen
from tournaments.commands.set_up_screen import set_up_screen

DAY = Path(__file__).with_name("day.js")
HOURS = (1, 6, 12, 24)
# the first evening shows everything once: what it leaves is compared with what the last one does
EVENING = 6
# less than a picture of the page
MOST_MB = 0.5
ROLES = (
    "clock",
    "seats",
    "lobby",
    "payouts",
    "final_table",
    "table",
    "schedule",
    "sponsors",
    "overlay",
    "poster",
)


def measure() -> None:
    house = cast.house()
    tournament = house.started("scpt-main", entries=60)
    port = free_port()
    # Playwright's loop would make Django think that this is asynchronous
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with web("config.asgi:application", port=port), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(),
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--autoplay-policy=no-user-gesture-required",
            ],
        )
        for role in os.environ.get("BENCH_ROLES", ",".join(ROLES)).split(","):
            _day(browser, f"http://127.0.0.1:{port}", role, house=house, tournament=tournament)
        browser.close()


def _day(browser: Browser, address: str, role: str, *, house: Any, tournament: int) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="pt-BR")
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"{address}/screens/")
    here = {"by": house.ana, "tournament_id": tournament, "code": page.locator("h1").inner_text()}
    cast.say(pair_screen, **here)
    cast.say(set_up_screen, **here, name=role, sound=True, volume=60)
    more: dict[str, Any] = {
        "clock": {"layout": "classic"},
        "poster": {"role": "clock", "layout": "poster"},
        "table": {"table_number": first_table(tournament)},
    }
    cast.say(assign_screen, **here, **({"role": role} | more.get(role, {})))
    page.add_init_script(path=DAY)
    page.goto(f"{address}/screens/")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("ArrowDown")  # from now on it may be heard
    tools = context.new_cdp_session(page)
    held: dict[int, dict[str, float]] = {}
    for hour in range(1, max(HOURS) + 1):
        lived = page.evaluate("live(3600)")
        if hour in HOURS:
            held[hour] = _held(tools, page) | {"timers": lived["timers"], "lines": lived["lines"]}
            say(f"{role}, hour {hour}: {held[hour]}")
    first, last = held[EVENING], held[HOURS[-1]]
    grown = last["mb"] - first["mb"]
    same = last["timers"] <= first["timers"] and last["listeners"] <= first["listeners"]
    tell(
        Figure(
            row="m",
            what=f"{role}: memory after 24 h more than after {EVENING} h",
            ours=round(grown, 2),
            unit="MB",
            bar=f"≤ {MOST_MB} MB; no more timers, listeners",
            met=grown <= MOST_MB and same and not wrong,
            note="; ".join(
                f"{hour} h: {h['mb']:.2f} MB, {h['nodes']:.0f} nodes, {h['listeners']:.0f} listeners, {h['timers']:.0f} timers"
                for hour, h in held.items()
            )
            + f"; {last['lines']:.0f} lines; {len(wrong)} errors{': ' + wrong[0] if wrong else ''}",
        )
    )
    context.close()


def _held(tools: CDPSession, page: Page) -> dict[str, float]:
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    for _ in range(4):
        tools.send("HeapProfiler.collectGarbage")
    used = tools.send("Runtime.getHeapUsage")["usedSize"]
    counted = tools.send("Memory.getDOMCounters")
    return {
        "mb": round(used / 1e6, 2),
        "nodes": counted["nodes"],
        "listeners": counted["jsEventListeners"],
    }
