"""Row h: the public page of a running event, asked for again and again; and asked "still the same?".

Served by two uvicorn processes with config.asgi. Limit: /healthz of the same processes, the least page Django has.
"""

from __future__ import annotations

import time
import urllib.request
from collections import Counter
from typing import Any

from dispatch import relay
from dispatch.relay import relay_once
from tests import cast
from tests.bench.figures import Figure, say, tell
from tests.bench.registrations import call
from tests.bench.servers import free_port, web

CLIENTS, MANY, ROUNDS = 32, 1_500, 3


def measure() -> None:
    house = cast.house()
    tournament = house.started("turbo-8max", entries=40)
    relay_once()  # its stream has a head: what a page is tagged with
    # as the relay does within milliseconds: a page is tagged by the head of its stream
    while relay.seal():
        pass
    path = f"/t/{tournament}/"
    port = free_port()
    limits, plains, agains = [], [], []
    with web("config.asgi:application", port=port, workers=2):
        time.sleep(3)
        call(port, CLIENTS, _asked(path, 200))
        # one after the other in rounds, so that what else the machine does meets all three
        for _ in range(ROUNDS):
            limits.append(call(port, CLIENTS, _asked("/healthz", MANY)))
            plains.append(call(port, CLIENTS, _asked(path, MANY), seconds=15))
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
                tag, size = answer.headers.get("ETag"), len(answer.read())
            agains.append(
                call(port, CLIENTS, _asked(path, MANY, **({"If-None-Match": tag} if tag else {})), seconds=15)
            )
    limit, plain, again = _middle(limits), _middle(plains), _middle(agains)
    say(f"{plain['rate']:.0f}/s {plain['statuses']}, again {again['rate']:.0f}/s {again['statuses']}")
    for what, found, good in (
        ("public page of an event", plain, set(plain["statuses"]) == {"200"}),
        ("the same page, unchanged (If-None-Match)", again, set(again["statuses"]) == {"304"}),
    ):
        tell(
            Figure(
                row="h",
                what=what,
                ours=found["rate"],
                limit=limit["rate"],
                unit="/s",
                bar="≥ 1,000/s" if found is plain else "304 when unchanged, ≥ 1,000/s",
                met=found["rate"] >= 1000 and good,
                note=f"{size:,} bytes, ETag {tag or 'none'}; p99 {found['p99']:.0f} ms; answers {found['statuses']}",
            )
        )


def _middle(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """The round of the middle rate, with the answers of all."""
    statuses = sum((Counter(one["statuses"]) for one in rounds), Counter[str]())
    return {**sorted(rounds, key=lambda one: one["rate"])[len(rounds) // 2], "statuses": dict(statuses)}


def _asked(path: str, count: int, **headers: str) -> list[dict[str, Any]]:
    return [{"method": "GET", "path": path, "headers": headers}] * count
