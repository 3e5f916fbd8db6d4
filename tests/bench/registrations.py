"""Row c: paid registrations through HTTP, 64 clients at once: bearer token, permission, facts, ledger.

Served by two gunicorn processes with config.wsgi, as deploy/ does, and for comparison by two uvicorn processes with
config.asgi (what bin/up runs, twice). Limit: one SQL function that inserts the same rows (command, registration, entry,
wallet, transfers, facts), called over as many connections as the web processes have, by a client of one process, without
HTTP.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
import uuid
from datetime import timedelta
from itertools import islice
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection
from django.utils import timezone

from ledger.queries import reconcile
from people.commands.issue_api_token import issue_api_token
from tests import cast
from tests.bench.crowd import copy, highest, rows, sequence
from tests.bench.figures import Figure, say, tell
from tests.bench.servers import cpu_of_sessions, cpu_seconds, free_port, pages, running, web
from tournaments.commands.open_registration import open_registration

CLIENTS = 64
WARM, MANY, FEWER = 300, 3_000, 1_000
PROCESSES, THREADS = 2, 8
CONNECTIONS = PROCESSES * THREADS


def measure() -> None:
    house = cast.house()
    now = timezone.now()  # noqa: TID251 - the bench has a real clock
    tournament = house.published("turbo-8max", starts_at=now + timedelta(hours=2))
    cast.say(open_registration, by=house.ana, at=now, tournament_id=tournament)
    model = house.enter(tournament, at=now)
    players = people(model["player_id"], 2 * WARM + MANY + FEWER)
    secret = token(house.desi)
    asked = iter([request(tournament, p, secret) for p in players])

    def served(process: Any, port: int, count: int) -> dict[str, Any]:
        call(port, CLIENTS, list(islice(asked, WARM)))
        before = cpu_seconds(process.pid), cpu_of_sessions()
        found = call(port, CLIENTS, list(islice(asked, count)))
        after = cpu_seconds(process.pid), cpu_of_sessions()
        each = [1000 * (b - a) / count for a, b in zip(before, after, strict=True)]
        return {**found, "cpu": f"CPU for each: {each[0]:.1f} ms of web, {each[1]:.1f} ms of PostgreSQL"}

    port = free_port()
    with web("config.asgi:application", port=port, workers=PROCESSES, DB_POOL=str(THREADS)) as process:
        time.sleep(3)  # both processes have loaded
        under_asgi = served(process, port, FEWER)
    port = free_port()
    with pages(port=port, workers=PROCESSES, threads=THREADS) as process:
        time.sleep(1)
        found = served(process, port, MANY)
    say(f"{found['rate']:.0f}/s, p99 {found['p99']:.0f} ms, {found['statuses']} {found['samples']}")
    entered = under_asgi["statuses"].get("200", 0) + found["statuses"].get("200", 0)
    whole = _reconciled(tournament, 2 * WARM + entered + 1)
    limit = _limit(house, tournament, model)
    tell(
        Figure(
            row="c",
            what=f"paid registrations a second through HTTP, {CLIENTS} clients",
            ours=found["rate"],
            limit=limit,
            unit="/s",
            bar="≥ 500/s, p99 ≤ 250 ms, all reconciles",
            met=found["rate"] >= 500 and found["p99"] <= 250 and whole == "",
            note=f"{PROCESSES} gunicorn processes of {THREADS} threads; p50 {found['p50']:.0f} ms, p99"
            f" {found['p99']:.0f} ms; answers {found['statuses']}; {whole or 'entries = transfers = facts, ledger level'};"
            f" {found['cpu']}; client, web and PostgreSQL share the cores",
        )
    )
    tell(
        Figure(
            row="c",
            what="the same from ASGI processes, as bin/up has one",
            ours=under_asgi["rate"],
            limit=limit,
            unit="/s",
            note=f"p99 {under_asgi['p99']:.0f} ms; answers {under_asgi['statuses']}; {under_asgi['cpu']}",
        )
    )


def token(person: cast.Person) -> str:
    secret = uuid.uuid4().hex
    cast.say(
        issue_api_token,
        by=person,
        user_id=person.user_id,
        token_hash=hashlib.sha256(secret.encode()).hexdigest(),
        scope="all",
    )
    return secret


def people(like: int, count: int) -> list[int]:
    """Copies of a player whose document was checked."""
    base = highest("people_player")
    copy(
        "people_player",
        f"id = {like}",
        count,
        id=f"{base} + i",
        public_name="'Jogador ' || i",
        document_number=f"'R{base}-' || i",
    )
    sequence("people_player", at_least=base + count)
    rows("ANALYZE")
    return list(range(base + 1, base + count + 1))


def request(tournament: int, player: int, secret: str, command_id: uuid.UUID | None = None) -> dict[str, Any]:
    return {
        "method": "POST",
        "path": f"/api/tournaments/{tournament}/registrations",
        "headers": {"Authorization": f"Bearer {secret}", "Command-Id": str(command_id or uuid.uuid4())},
        "body": {"player_id": player, "method": "cash", "terms_version": "1", "paid": True},
    }


def call(port: int, clients: int, requests: list[dict[str, Any]], *, seconds: float = 60) -> dict[str, Any]:
    """What tests.bench.callers says about these requests."""
    with running("tests.bench.callers", str(port), str(clients), str(seconds)) as process:
        told, _ = process.communicate("".join(json.dumps(one) + "\n" for one in requests), timeout=120)
    found: dict[str, Any] = json.loads(told)
    return found


def _reconciled(tournament: int, expected: int) -> str:
    """What does not fit; empty when all does."""
    entries, registrations = rows(
        "SELECT (SELECT count(*) FROM tournaments_entry WHERE tournament_id = %s),"
        " (SELECT count(*) FROM tournaments_registration WHERE tournament_id = %s)",
        [tournament, tournament],
    )[0]
    paid = rows(
        "SELECT count(*) FROM ledger_transfer WHERE tournament_id = %s AND kind = 'deposit'", [tournament]
    )[0][0]
    facts = rows(
        "SELECT count(*) FROM dispatch_fact WHERE stream = %s AND kind = 'player_entered'",
        [f"tournament:{tournament}"],
    )[0][0]
    if not entries == registrations == paid == facts == expected or reconcile():
        return (
            f"{entries} entries, {registrations} registrations, {paid} payments, {facts} facts of {expected}"
        )
    return ""


# --- the limit --------------------------------------------------------------------------------------------


def _limit(house: cast.House, tournament: int, model: dict[str, Any]) -> float:
    """Registrations a second by the function alone."""
    players = people(model["player_id"], WARM + MANY)
    _make_function(tournament, model)
    rate = asyncio.run(_drive(players))
    say(f"the function alone: {rate:.0f}/s")
    return rate


def _columns(table: str) -> list[str]:
    return [
        name
        for (name,) in rows(
            "SELECT column_name::text FROM information_schema.columns WHERE table_name = %s ORDER BY ordinal_position",
            [table],
        )
    ]


def _insert(table: str, where: str, changes: dict[str, str], leave: tuple[str, ...] = ("id",)) -> str:
    names = [name for name in _columns(table) if name not in leave]
    values = ", ".join(changes.get(name, f"s.{name}") for name in names)
    return f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM {table} s WHERE {where}"


def _make_function(tournament: int, model: dict[str, Any]) -> None:
    entry, registration, like = model["entry_id"], model["registration_id"], model["player_id"]
    command = rows("SELECT command_id FROM tournaments_entry WHERE id = %s", [entry])[0][0]
    wallet = rows("SELECT id FROM ledger_account WHERE kind = 'player' AND player_id = %s", [like])[0][0]
    rows("CREATE SEQUENCE bare_number")
    end = (
        "UPDATE dispatch_command SET state = 'done', facts = f, outcome = (SELECT outcome FROM dispatch_command"
        f" WHERE id = '{command}') WHERE id = c;"
    )
    body = [
        _insert(
            "dispatch_command",
            f"id = '{command}'",
            {"id": "c", "state": "'open'", "outcome": "NULL", "facts": "0"},
            (),
        )
        + ";",
        _insert("tournaments_registration", f"id = {registration}", {"player_id": "p", "code": "'Z' || n"})
        + " RETURNING id INTO r;",
        _insert(
            "tournaments_entry",
            f"id = {entry}",
            {"player_id": "p", "registration_id": "r", "receipt": "'Z' || n", "command_id": "c"},
        )
        + " RETURNING id INTO e;",
        _insert("ledger_account", f"id = {wallet}", {"player_id": "p", "balance_cents": "0"})
        + " RETURNING id INTO w;",
        _insert(
            "ledger_transfer",
            f"command_id = '{command}' ORDER BY s.id",
            {
                "debit_account_id": f"CASE s.debit_account_id WHEN {wallet} THEN w ELSE s.debit_account_id END",
                "credit_account_id": f"CASE s.credit_account_id WHEN {wallet} THEN w ELSE s.credit_account_id END",
                "reference": "'bare:' || e",
                "command_id": "c",
            },
        )
        + ";",
        _insert(
            "dispatch_fact",
            f"command_id = '{command}' ORDER BY s.id",
            {"command_id": "c", "seq": "NULL", "hash": "NULL"},
        )
        + "; GET DIAGNOSTICS f = ROW_COUNT;",
        end,
    ]
    rows(
        "CREATE FUNCTION bare_registration(p bigint) RETURNS void LANGUAGE plpgsql AS $$ DECLARE c uuid :="
        " gen_random_uuid(); n bigint := nextval('bare_number'); r bigint; e bigint; w bigint; f int; BEGIN "
        + " ".join(body)
        + " END $$"
    )


async def _drive(players: list[int]) -> float:
    name = settings.DATABASES["default"]
    address = f"host={name['HOST']} port={name['PORT']} user={name['USER']} password={name['PASSWORD']} dbname={connection.settings_dict['NAME']}"
    waiting = iter(players)
    opened = [await psycopg.AsyncConnection.connect(address, autocommit=True) for _ in range(CONNECTIONS)]

    async def one(through: psycopg.AsyncConnection[Any], most: int) -> None:
        for _ in range(most):
            player = next(waiting, None)
            if player is None:
                return
            await through.execute("SELECT bare_registration(%s)", [player], prepare=True)

    await asyncio.gather(*(one(through, WARM // CONNECTIONS) for through in opened))
    began = time.perf_counter()
    await asyncio.gather(*(one(through, MANY) for through in opened))
    seconds = time.perf_counter() - began
    for through in opened:
        await through.close()
    return (len(players) - WARM // CONNECTIONS * CONNECTIONS) / seconds
