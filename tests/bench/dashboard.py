"""Row i: the pages of an event of 10,112 players: the director's, the tablet's, the public's, a player's, the displays'.

Asked in this process through the whole of Django (session, permissions, templates), signed in as who has the page. Limit: the
same page of an event of 100, asked in turns with it; of a list of names, as many times that as it has more names.
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
from tests.bench.crowd import remember, rows
from tests.bench.figures import Figure, say, tell
from web.director.printing import CARDS_ON_A_PAGE, NAMES_ON_A_PAGE
from web.screens.roles import MOST_SEATS

FIELD, SMALL = 10_112, 100
TURNS = 9
#: Every page of a tournament whose answer is no list of names. {t}: the tournament; {table}, {seat}: somebody's there.
PAGES = {
    "dashboard": "director/{t}/",
    "needs you now": "director/{t}/now/",
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
    # nobody is out yet: what it reads of the field, not the slips themselves. prizes/pay/ has no page before that
    "prize slips": "director/{t}/prizes/slips/",
    "deals": "director/{t}/deals/",
    "history": "director/{t}/history/",
    "history of one kind": "director/{t}/history/?only=tables",
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
    "tablet": "floor/{t}/",
    "tablet, proposals": "floor/{t}/proposals/",
    "tablet, penalties": "floor/{t}/penalties/",
}
#: What the owner sees of the house that the tournament is in: each of the two has a house of its own. Takings are of the
#: counter's entries in the books, and the crowd of this row went over none.
OF_THE_HOUSE = {
    "house, settings": "director/venues/{v}/",
    "house, history": "director/venues/{v}/history/",
}
#: What everybody sees who is not signed in.
OF_ALL = {
    "announcement": "t/{t}/",
    "results": "t/{t}/results/",
    "public structure": "t/{t}/structure/",
    "public rules": "t/{t}/rules/",
    "draw": "t/{t}/draw/",
    "display, clock": "screens/{t}/clock/",
    # the first sixty names; what its script asks for is among the lists below
    "display, seating list": "screens/{t}/seating/",
    "display, payouts": "screens/{t}/payouts/",
    "display, table": "screens/{t}/table/{table}/",
    "display, final table": "screens/{t}/final-table/",
    "display, sponsors": "screens/{t}/sponsors/",
}
#: What a player sees on the phone who sits in the tournament.
OF_A_PLAYER = {
    "phone, own page": "me/",
    "phone, tournament": "t/{t}/",
    # of who is signed in it is made anew; of everybody else it is kept
    "phone, draw": "t/{t}/draw/",
    "phone, results": "t/{t}/results/",
}
#: Lists of names, and how many names one answer has at most.
LISTS = {
    "seating list, printed": ("director/{t}/tables/list/", NAMES_ON_A_PAGE),
    "seat cards": ("director/{t}/tables/cards/", CARDS_ON_A_PAGE),
    "display, all names of the seating list": ("screens/{t}/seats/", MOST_SEATS),
}


def measure() -> None:
    little, house = cast.house(name="Clube pequeno"), cast.house()
    rui, eva = cast.person("Rui", at=cast.OPEN), cast.person("Eva", at=cast.OPEN)
    small, large = _running(little, SMALL, among=rui), _running(house, FIELD, among=eva)
    for tournament in (small, large):
        remember(tournament)
    while relay.seal():
        pass
    say(f"{FIELD:,} players sit")
    ana = _client(house.ana)
    for pages, few_see, many_see in (
        (PAGES, _client(little.ana), ana),
        (OF_THE_HOUSE, _client(little.olga), _client(house.olga)),
        (OF_ALL, _client(None), _client(None)),
        (OF_A_PLAYER, _client(rui), _client(eva)),
    ):
        for what, page in pages.items():
            _page(what, page, (few_see, small), (many_see, large))
    for what, (page, most) in LISTS.items():
        _page(what, page, (_client(little.ana), small), (ana, large), most=most)


def _client(person: cast.Person | None) -> Client:
    client = Client(SERVER_NAME="127.0.0.1", headers={"accept-language": "en"})
    if person is not None:
        client.force_login(User.objects.get(pk=person.user_id))
    return client


def _page(
    what: str, page: str, small: tuple[Client, int], large: tuple[Client, int], *, most: int = SMALL
) -> None:
    """The time of a page, of a few and of many. most: as many names as it has room for."""
    few, many = (
        (client, f"/{page.format(t=number, **somebody(number))}") for client, number in (small, large)
    )
    taken: list[tuple[tuple[Client, str], list[float]]] = [(few, []), (many, [])]
    for _ in range(TURNS):
        for asked, each in taken:
            each.append(_asked(*asked))
    least, ours = (statistics.median(each[1:]) for _, each in taken)
    times = min(most, FIELD) // min(most, SMALL)
    tell(
        Figure(
            row="i",
            what=f"{what}, field of {FIELD:,}",
            ours=ours * 1000,
            limit=least * times * 1000,
            unit="ms",
            bar=f"≤ 1 s, ≤ 2× a field of {SMALL}" + (f", {times} times as many names" if times > 1 else ""),
            met=ours <= 1 and ours <= 2 * least * times,
            note=f"{_cost(*many)}; of {SMALL}: {_cost(*few)}",
        )
    )


def somebody(tournament: int) -> dict[str, int]:
    """Return a table of a tournament, a taken seat at it, and the house."""
    table, seat, house = rows(
        "SELECT t.number, s.number, e.venue_id FROM tables_seat s JOIN tables_table t ON t.id = s.table_id"
        " JOIN tournaments_tournament e ON e.id = t.tournament_id"
        " WHERE t.tournament_id = %s AND s.entry_id IS NOT NULL ORDER BY t.number, s.number LIMIT 1",
        [tournament],
    )[0]
    return {"table": table, "seat": seat, "v": house}


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
