"""Large rooms made quickly: one of a kind comes through the commands, the others are copies of its rows.

Copies carry everything that later commands read (seats, money, registrations); they have no facts and no commands
of their own but what `remember` writes, which is why nothing but the bench may use this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from unittest import mock

from django.db import connection
from django.utils import timezone

from tests import cast
from tournaments.streams import tournament_stream


def rows(statement: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall() if cursor.description else []


def copy(table: str, where: str, count: int, **changes: str) -> None:
    """Write `count` copies of the rows that `where` names; `changes`: SQL for a column, `i` counts the copies."""
    names = [
        name
        for (name,) in rows(
            "SELECT column_name::text FROM information_schema.columns WHERE table_name = %s", [table]
        )
    ]
    values = ", ".join(changes.get(name, f"s.{name}") for name in names)
    rows(
        f"INSERT INTO {table} ({', '.join(names)}) SELECT {values}"
        f" FROM (SELECT * FROM {table} WHERE {where}) s, generate_series(1, {count}) i"
    )


def sequence(table: str, *, at_least: int) -> None:
    rows(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {at_least})")


def highest(table: str) -> int:
    return int(rows(f"SELECT coalesce(max(id), 0) FROM {table}")[0][0])


def entered(house: cast.House, tournament_id: int, count: int, *, method: str = "cash") -> list[int]:
    """So many paid entries before the start; their ids."""
    first = house.enter(tournament_id, method=method)
    player, entry = first["player_id"], first["entry_id"]
    registration = first["registration_id"]
    more = count - 1
    wallet = int(
        rows("SELECT id FROM ledger_account WHERE kind = 'player' AND player_id = %s", [player])[0][0]
    )
    p, e, r, a = (
        highest(t)
        for t in ("people_player", "tournaments_entry", "tournaments_registration", "ledger_account")
    )
    copy(
        "people_player",
        f"id = {player}",
        more,
        id=f"{p} + i",
        public_name="'Jogadora ' || i",
        document_number=f"'C{p}-' || i",
    )
    copy(
        "tournaments_registration",
        f"id = {registration}",
        more,
        id=f"{r} + i",
        player_id=f"{p} + i",
        code=f"'C{r}-' || i",
    )
    copy(
        "tournaments_entry",
        f"id = {entry}",
        more,
        id=f"{e} + i",
        player_id=f"{p} + i",
        registration_id=f"{r} + i",
        receipt=f"'C{e}-' || i",
    )
    copy("ledger_account", f"id = {wallet}", more, id=f"{a} + i", player_id=f"{p} + i", balance_cents="0")
    for table, last in (
        ("people_player", p),
        ("tournaments_entry", e),
        ("tournaments_registration", r),
        ("ledger_account", a),
    ):
        sequence(table, at_least=last + more)
    rows(
        "INSERT INTO ledger_transfer (debit_account_id, credit_account_id, amount_cents, unit, kind, at, command_id,"
        " reference, tournament_id, method, reverses_id)"
        " SELECT CASE t.debit_account_id WHEN %(w)s THEN %(a)s + i ELSE t.debit_account_id END,"
        " CASE t.credit_account_id WHEN %(w)s THEN %(a)s + i ELSE t.credit_account_id END,"
        " t.amount_cents, t.unit, t.kind, t.at, t.command_id, replace(t.reference, %(ref)s, 'entry:' || (%(e)s + i)),"
        " t.tournament_id, t.method, NULL FROM ledger_transfer t, generate_series(1, %(n)s) i"
        " WHERE t.command_id = (SELECT command_id FROM tournaments_entry WHERE id = %(entry)s) ORDER BY i, t.id",
        {"w": wallet, "a": a, "e": e, "n": more, "ref": f"entry:{entry}", "entry": entry},
    )
    rows("ANALYZE")
    return [entry, *range(e + 1, e + more + 1)]


def remember(tournament_id: int) -> None:
    """Write down what the one entry that came through its command left in the history, once for each of its copies, too."""
    rows(
        "CREATE TEMPORARY TABLE copied AS SELECT e.id AS entry_id, e.player_id, e.registration_id, e.command_id,"
        " md5(e.command_id::text || e.id)::uuid AS own_id FROM tournaments_entry e WHERE e.tournament_id = %s"
        " AND e.id > (SELECT min(id) FROM tournaments_entry WHERE command_id = e.command_id)",
        [tournament_id],
    )
    rows(
        "INSERT INTO dispatch_command (id, name, digest, user_id, device_id, label, at, state, facts, outcome)"
        " SELECT own_id, name, digest, user_id, device_id, label, at, state, facts, outcome"
        " FROM dispatch_command c JOIN copied ON copied.command_id = c.id"
    )
    rows(
        "INSERT INTO dispatch_fact (command_id, stream, kind, at, audience, touches, body)"
        " SELECT own_id, stream, kind, at, audience, touches, body || (SELECT coalesce(jsonb_object_agg(name, value), '{}')"
        " FROM (VALUES ('entry_id', entry_id), ('player_id', player_id), ('registration_id', registration_id)) AS own(name, value)"
        " WHERE jsonb_exists(f.body, name)) FROM dispatch_fact f JOIN copied USING (command_id)"
        " WHERE stream = %s ORDER BY entry_id, f.id",
        [tournament_stream(tournament_id)],
    )
    rows("DROP TABLE copied")
    rows("ANALYZE dispatch_fact, dispatch_command")


def clocks(house: cast.House, count: int, *, over_seconds: float, lead_seconds: float) -> list[int]:
    """Running tournaments whose first levels end one after the other, `lead_seconds` from now on, over so many
    seconds (0: all at one instant); their ids."""
    # started now: a level that is over already would be ended by a living worker before it is copied
    now = timezone.now()  # noqa: TID251 - the bench has a real clock
    with mock.patch.multiple(cast, START=now, OPEN=now - timedelta(hours=1), DRAFTED=now - timedelta(days=7)):
        first = house.started("turbo-8max", entries=2, late_registration_level=0, re_entries_per_player=0)
    base = highest("tournaments_tournament")
    one = f"id = {first}"
    copy("tournaments_tournament", one, count, id=f"{base} + i", number=f"{base} + i", name="'Relógio ' || i")
    sequence("tournaments_tournament", at_least=base + count)
    copy("tournaments_field", f"tournament_id = {first}", count, tournament_id=f"{base} + i")
    seconds = rows(
        "SELECT extract(epoch FROM deadline_at - %s) FROM tournaments_clock WHERE tournament_id = %s",
        [now, first],
    )[0][0]
    begin = timezone.now() + timedelta(seconds=lead_seconds)  # noqa: TID251 - the bench has a real clock
    began = f"(timestamptz '{begin.isoformat()}' + (i - 1) * interval '{over_seconds / count} s')"
    anchor = f"to_char(({began} - interval '{seconds} s') AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US+00:00')"
    copy(
        "tournaments_clock",
        f"tournament_id = {first}",
        count,
        tournament_id=f"{base} + i",
        deadline_at=began,
        state=f"s.state || jsonb_build_object('started_at', {anchor}, 'entered_at', {anchor}, 'anchor_at', {anchor})",
    )
    rows("UPDATE tournaments_clock SET deadline_at = NULL WHERE tournament_id = %s", [first])
    rows("ANALYZE")
    return list(range(base + 1, base + count + 1))
