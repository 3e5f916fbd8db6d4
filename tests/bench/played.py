"""Row n: acts at three hundred tables of nine, through HTTP, with a socket for every player and two onlookers a table.

One process for acts, one for sockets and one worker, as deploy/ runs a big room, without its proxy; the clients share the cores. First acts alone, as fast as they are answered, with one onlooker a
table; then with everybody there: latency is from sending an act until the last of
the eleven sockets of its table has a payload of a later turn. Limit: the 99th of `play.act` called in this process at one table as
often, before and after everybody is there: without HTTP, relay and sockets. Where the machine or its disk has other work, three times that
is the bar (ONLINE, B6). And for an act itself a transaction that locks the row, writes it and inserts an act and a fact.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import time
import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction
from django.utils import timezone

from config.sessions import SessionStore
from dispatch.facts import CommandId
from dispatch.models import Fact
from people.models import User
from play.commands.act import act
from play.commands.open_table import open_table
from play.commands.sit import sit
from play.models import HandAct, PlayTable
from rules import hands
from tests import cast
from tests.bench.crowd import rows
from tests.bench.figures import Figure, say, tell
from tests.bench.servers import (
    answer,
    ask,
    cpu_of_sessions,
    cpu_seconds,
    free_port,
    pages,
    running,
    web,
    worker,
)
from tests.play.conftest import AtTable, open_one

TABLES, SEATS, ONLOOKERS = int(os.environ.get("BENCH_TABLES", "300")), 9, 2
CONNECTIONS = 64
# processes for acts beside the one for sockets, as deploy/ has them for a big room (ADR 9); BENCH_PAGES=0: one for both, as bin/up has it
PAGES, THREADS = int(os.environ.get("BENCH_PAGES", "1")), int(os.environ.get("BENCH_THREADS", "8"))
ACTS = 400
READY_SECONDS = 15.0
# acts a second, for how long, and the bars: the middle and the 99th of 100, in milliseconds, to the last socket
PHASES = ((100, 30, 15, 50), (200, 30, None, 150))
FLAT_OUT, FLAT_OUT_SECONDS = 2_000, 15
# what so many connections must bring through: a little more than is due is asked for, so that what is answered may be judged
STEADY, STEADY_ASKED, STEADY_SECONDS, STEADY_LAST = 500, 505, 30, 150
# before it, so that each thread has its connection and its plans: else the first 64 answers, one in a hundred, wait for those
WARM_SECONDS = 2
PATH_SECONDS = 10


def measure() -> None:
    house = cast.house()
    table = _one(house)
    alone, bare = _in_this_process(table, other=_one(house))
    paths = {rate: _bare_path(table, rate=rate) for rate, *_bars in PHASES}
    say(f"an act in this process: {alone:.2f} ms, the bare transaction {bare:.2f} ms")
    tell(
        Figure(
            row="n",
            what="play.act in one process, the middle of its times",
            ours=alone,
            limit=bare,
            unit="ms",
            bar="≤ 2× the bare transaction",
            met=alone <= 2 * bare,
            note=f"{ACTS} acts at one table of six",
        )
    )
    began = time.monotonic()
    tables = [_table(house) for _ in range(TABLES)]
    rows("ANALYZE")
    say(f"{TABLES} tables made in {time.monotonic() - began:.0f} s")
    port = free_port()
    acts_port = free_port() if PAGES else port
    with contextlib.ExitStack() as house_processes:
        begun = house_processes.enter_context
        house_web = [begun(web("config.asgi:application", port=port, pings=True))]
        if PAGES:
            house_web.append(begun(pages(port=acts_port, workers=PAGES, threads=THREADS)))
        house_worker = begun(worker())
        with running("tests.bench.table_people", str(port), str(acts_port), str(CONNECTIONS)) as people:
            ask(people, tables=tables)
            answer(people)
            time.sleep(READY_SECONDS)  # the first hands are dealt
            processes = ([one.pid for one in house_web], [house_worker.pid])
            _beaten(people, processes, rate=FLAT_OUT, seconds=WARM_SECONDS)
            _tell_steady(_beaten(people, processes, rate=STEADY_ASKED, seconds=STEADY_SECONDS))
            _tell_flat_out(_beaten(people, processes, rate=FLAT_OUT, seconds=FLAT_OUT_SECONDS))
            ask(people, everybody=True)
            say(f"{TABLES * (SEATS + ONLOOKERS):,} sockets in {answer(people)['ready']:.1f} s")
            time.sleep(READY_SECONDS)
            found = {
                rate: _beaten(people, processes, rate=rate, seconds=seconds)
                for rate, seconds, *_bars in PHASES
            }
            crowded = _beaten(people, processes, rate=FLAT_OUT, seconds=FLAT_OUT_SECONDS)
            say(f"flat out with everybody there: {_words(crowded)}")
    # again once the house is gone: before it and behind it, what the machine and its disk were like meanwhile
    for rate, _seconds, middle, last in PHASES:
        path = sorted([*paths[rate], *_bare_path(_one(house), rate=rate)])
        _tell(found[rate], rate=rate, middle=middle, last=last, path=_of(path))


def _beaten(
    people: Any, processes: tuple[list[int], list[int]], *, rate: int, seconds: int
) -> dict[str, Any]:
    """What the people found at so many acts a second, with the processor time of an act in each process: that hardly depends on who else
    uses the machine."""
    everybody = (*processes, [people.pid])
    before = _used(everybody)
    ask(people, rate=rate, seconds=seconds)
    found = answer(people)
    after = _used(everybody)
    of_an_act = [
        1000 * (late - early) / max(1, found["answered"]) for early, late in zip(before, after, strict=True)
    ]
    return {**found, "cpu": of_an_act}


def _used(processes: Sequence[list[int]]) -> list[float]:
    return [*(sum(map(cpu_seconds, some)) for some in processes), cpu_of_sessions()]


def _tell(
    found: dict[str, Any], *, rate: int, middle: int | None, last: int, path: tuple[float, float]
) -> None:
    (p50, p99), (path_p50, path_p99) = _of(found["last"]), path
    whole = not found["lost"] and not found["missing"] and set(found["statuses"]) == {"200"}
    quick = p99 <= last and (middle is None or p50 <= middle)
    tell(
        Figure(
            row="n",
            what=f"{rate} acts a second at {TABLES} tables, to the last of {TABLES * (SEATS + ONLOOKERS):,} sockets, p99",
            ours=p99,
            limit=path_p99,
            unit="ms",
            bar=(f"p50 ≤ {middle}, " if middle else "") + f"p99 ≤ {last} ms or 3× the bare path, none lost",
            met=whole and (quick or p99 <= 3 * path_p99),
            note=f"{'within the milliseconds' if quick else 'over the milliseconds'}; p50 {p50:.1f} ms, of the bare path {path_p50:.1f}; {_words(found)}",
        )
    )


def _tell_steady(found: dict[str, Any]) -> None:
    """Judged from when each act was due: who has to wait for a free connection waits, too."""
    reached = found["answered"] / found["seconds"]
    middle, late = _of(found["due"])
    tell(
        Figure(
            row="n",
            what=f"acts a second through HTTP, {STEADY_ASKED} asked for, {CONNECTIONS} connections, one onlooker a table",
            ours=reached,
            unit="/s",
            bar=f"≥ {STEADY}/s, p99 ≤ {STEADY_LAST} ms",
            met=reached >= STEADY and late <= STEADY_LAST and set(found["statuses"]) == {"200"},
            note=f"from when it was due p50 {middle:.1f}, p99 {late:.1f} ms; {_words(found)}",
        )
    )


def _tell_flat_out(found: dict[str, Any]) -> None:
    """The bar in its hardest reading: each of the connections asks again as soon as it is answered, and its wait is their number by what is done a
    second."""
    reached = found["answered"] / found["seconds"]
    _middle, late = _of(found["answer"])
    tell(
        Figure(
            row="n",
            what=f"acts a second through HTTP, {CONNECTIONS} connections, flat out, one onlooker a table",
            ours=reached,
            unit="/s",
            bar=f"≥ {STEADY}/s, p99 ≤ {STEADY_LAST} ms",
            met=reached >= STEADY and late <= STEADY_LAST and set(found["statuses"]) == {"200"},
            note=f"{_words(found)}; at {TABLES} tables no more acts are due than their hands allow",
        )
    )


def _of(took: list[float]) -> tuple[float, float]:
    if not took:
        return float("inf"), float("inf")
    return statistics.median(took), took[int(len(took) * 0.99) - 1]


def _words(found: dict[str, Any]) -> str:
    middle, late = _of(found["answer"])
    return (
        f"answered p50 {middle:.1f}, p99 {late:.1f} ms; {found['answered']} acts in {found['seconds']} s, {found['statuses']}"
        f" {found['samples']}; sockets closed {found['lost']}, not heard by all {found['missing']}, beats without a table to act at {found['behind']};"
        f" processor ms an act: web {found['cpu'][0]:.1f}, worker {found['cpu'][1]:.1f}, clients {found['cpu'][2]:.1f}, PostgreSQL {found['cpu'][3]:.1f}"
    )


def _table(house: cast.House) -> dict[str, Any]:
    now = timezone.now()  # noqa: TID251 - the bench has a real clock
    made = cast.say(
        open_table,
        by=house.ana,
        at=now,
        venue_id=house.venue_id,
        name=f"Mesa {uuid.uuid4().hex[:6]}",
        decision_seconds=120,
    )
    people = []
    for seat in range(1, SEATS + 1):
        person = cast.person(f"Joga{seat}", at=now)
        cast.say(sit, by=person, at=now, table_id=made["table_id"], player_id=person.player_id, seat=seat)
        people.append({"player": person.player_id, "seat": seat, "session": _session(person.user_id)})
    return {"id": made["table_id"], "onlookers": ONLOOKERS, "people": people}


def _session(user_id: int) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user_id)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = User.objects.get(pk=user_id).get_session_auth_hash()
    session.save()
    return str(session.session_key)


# --- the limits -------------------------------------------------------------------------------------------


def _one(house: cast.House) -> AtTable:
    """A table of six of this process's own."""
    table = open_one(house)
    for seat in range(1, 7):
        table.sit(seat)
    return table


def _in_this_process(table: AtTable, *, other: AtTable) -> tuple[float, float]:
    """Milliseconds: an act at one table of six, and a bare transaction at another, in turns; the middle of each."""
    other.deal()
    other.act("call")
    acts, bare = [], []
    while len(acts) < ACTS:
        acts.append(_act(table))
        bare.append(_bare(other))
    return statistics.median(acts), statistics.median(bare)


def _bare_path(table: AtTable, *, rate: int) -> list[float]:
    """Milliseconds of commands in this process, so many a second, while no process of the house is there: its clock would be another."""
    acts: list[float] = []
    began = time.perf_counter()
    while len(acts) < rate * PATH_SECONDS:
        time.sleep(max(0.0, began + len(acts) / rate - time.perf_counter()))
        acts.append(_act(table))
    return acts


def _act(table: AtTable) -> float:
    while table.row.due_kind != "decide":
        table.due()
    row, options = table.row, hands.options(table.hand)
    table.now = max(table.now, row.from_at or table.now) + timedelta(seconds=1)
    person = table.people[options.seat]
    began = time.perf_counter()
    act(
        command_id=CommandId(uuid.uuid4()),
        at=table.now,
        by=person.actor,
        table_id=table.table_id,
        player_id=person.player_id,
        turn=row.turn,
        act="check" if options.may_check else "call",
    )
    return 1000 * (time.perf_counter() - began)


def _bare(table: AtTable) -> float:
    """The rows of an act and nothing of its law: the table locked and written, an act and a fact inserted."""
    last = HandAct.objects.filter(hand__table_id=table.table_id).order_by("-turn").values().first()
    assert last is not None
    fact = Fact.objects.filter(kind="hand_acted").values().first()
    assert fact is not None
    same = {**last, "turn": last["turn"] + 1}
    fact = {**fact, "stream": f"bare:{uuid.uuid4()}", "seq": None, "hash": None}
    same.pop("id")
    fact.pop("id")
    began = time.perf_counter()
    with transaction.atomic():
        row = PlayTable.objects.select_for_update().get(pk=table.table_id)
        HandAct.objects.create(**same)
        Fact.objects.create(**fact)
        row.save()
    return 1000 * (time.perf_counter() - began)
