"""Row i: the director's pages of an event of 10,112 players.

Asked in this process through the whole of Django (session, permissions, templates), signed in as the director. Limit: the
same page of an event of 100.
"""

from __future__ import annotations

import statistics
import time

from django.test import Client

from dispatch import relay
from people.models import User
from tests import cast
from tests.bench.breakdown import _running
from tests.bench.figures import Figure, say, tell

FIELD, SMALL = 10_112, 100
PAGES = {
    "dashboard": "",
    "what needs me now": "now/",
    "map of the tables": "tables/",
    "entries and money": "entries/",
    "prizes": "prizes/",
    "history": "history/",
}


def measure() -> None:
    house = cast.house()
    small, large = _running(house, SMALL), _running(house, FIELD)
    while relay.seal():
        pass
    say(f"{FIELD:,} players sit")
    client = Client(SERVER_NAME="127.0.0.1", headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=house.ana.user_id))
    for what, page in PAGES.items():
        few, _size = _asked(client, f"/director/{small}/{page}")
        many, size = _asked(client, f"/director/{large}/{page}")
        tell(
            Figure(
                row="i",
                what=f"director: {what}, field of {FIELD:,}",
                ours=many * 1000,
                limit=few * 1000,
                unit="ms",
                bar="≤ 1 s",
                met=many <= 1,
                note=f"{size:,} bytes of HTML, uncompressed",
            )
        )


def _asked(client: Client, address: str) -> tuple[float, int]:
    took = []
    size = 0
    for _ in range(7):
        began = time.perf_counter()
        response = client.get(address)
        took.append(time.perf_counter() - began)
        assert response.status_code == 200, (address, response.status_code)
        size = len(response.content)
    return statistics.median(took[1:]), size
