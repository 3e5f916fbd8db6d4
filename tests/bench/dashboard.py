"""Row i: the director's pages of an event of 10,112 players.

Asked in this process through the whole of Django (session, permissions, templates), signed in as the director. Limit: the
same page of an event of 100, asked in turns with it.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

from django.db import connection
from django.test import Client

from dispatch import relay
from people.models import User
from tests import cast
from tests.bench.breakdown import _running
from tests.bench.crowd import rows
from tests.bench.figures import Figure, say, tell

FIELD, SMALL = 10_112, 100
TURNS = 9
#: Every page of a tournament whose answer is not a list of all its players. {t}: the tournament; {table}, {seat}: somebody's there.
PAGES = {
    "dashboard": "director/{t}/",
    "what needs me now": "director/{t}/now/",
    "what waits": "director/{t}/waiting/",
    "clock": "director/{t}/clock/",
    "who is meant": "director/{t}/bust/?line={table}+{seat}",
    "search": "director/{t}/search/?q=a",
    "map of the tables": "director/{t}/tables/",
    "one table of the map": "director/{t}/tables/?table={table}",
    "one seat": "director/{t}/tables/{table}/seats/{seat}/",
    "count of a table": "director/{t}/tables/{table}/count/",
    "one table broken": "director/{t}/tables/{table}/break/",
    "several tables broken": "director/{t}/tables/break/?tables={table}",
    "hand for hand": "director/{t}/hand-for-hand/",
    "entries and money": "director/{t}/entries/",
    "prizes": "director/{t}/prizes/",
    "deals": "director/{t}/deals/",
    "history": "director/{t}/history/",
    "settings": "director/{t}/settings/",
    "structure": "director/{t}/settings/structure/",
    "payouts": "director/{t}/settings/payouts/",
    "ending": "director/{t}/settings/ending/",
    "structure, printed": "director/{t}/structure/",
    "what is printed": "director/{t}/paper/",
    "move slips": "director/{t}/tables/slips/",
    "alternates": "director/{t}/alternates/",
    "copy": "director/{t}/copy/",
    "desk": "desk/{t}/",
    "rulings": "floor/{t}/rulings/",
    "takers": "director/{t}/takers/",
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
        few, many = (f"/{page.format(t=number, **_somebody(number))}" for number in (small, large))
        took: dict[str, list[float]] = {few: [], many: []}
        for _ in range(TURNS):
            for address, each in took.items():
                each.append(_asked(client, address))
        least, ours = (statistics.median(each[1:]) for each in took.values())
        tell(
            Figure(
                row="i",
                what=f"director: {what}, field of {FIELD:,}",
                ours=ours * 1000,
                limit=least * 1000,
                unit="ms",
                bar=f"≤ 1 s, ≤ 2× a field of {SMALL}",
                met=ours <= 1 and ours <= 2 * least,
                note=f"{_cost(client, many)}; of {SMALL}: {_cost(client, few)}",
            )
        )


def _somebody(tournament: int) -> dict[str, int]:
    """A table of theirs and a taken seat at it."""
    table, seat = rows(
        "SELECT t.number, s.number FROM tables_seat s JOIN tables_table t ON t.id = s.table_id"
        " WHERE t.tournament_id = %s AND s.entry_id IS NOT NULL ORDER BY t.number, s.number LIMIT 1",
        [tournament],
    )[0]
    return {"table": table, "seat": seat}


def _asked(client: Client, address: str) -> float:
    began = time.perf_counter()
    response = client.get(address)
    took = time.perf_counter() - began
    assert response.status_code == 200, (address, response.status_code)
    return took


def _cost(client: Client, address: str) -> str:
    """What a page asks of the database, and how long it is."""
    statements = read = 0

    def counted(execute: Any, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        nonlocal statements, read
        found = execute(sql, params, many, context)
        statements += 1
        read += max(context["cursor"].rowcount, 0)
        return found

    with connection.execute_wrapper(counted):
        size = len(client.get(address).content)
    return f"{statements} statements, {read:,} rows, {size:,} bytes of HTML"
