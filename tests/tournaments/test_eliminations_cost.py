"""Cost grows with the change, not with the field: the same bust in a field of 10,000 and in one of 100."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from tests import cast
from tests.tables import room
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Field

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def crowd(house: Any, tournament_id: int, entries: int) -> None:
    """Paid entries straight into the tables; the ledger is not asked here."""
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH p AS (INSERT INTO people_player (full_name, public_name, document_kind, document_number, country,"
            " email, phone, simulated, created_at) SELECT 'N ' || n, 'N ' || n, '', '', 'BR', '', '', false, now()"
            " FROM generate_series(1, %s) n RETURNING id), r AS (INSERT INTO tournaments_registration"
            " (tournament_id, player_id, state, method, code, terms_version, terms_accepted_at, created_at,"
            " cancel_reason) SELECT %s, id, 'confirmed', 'cash', 'x' || id, '1', now(), now(), '' FROM p"
            " RETURNING id, player_id) INSERT INTO tournaments_entry (tournament_id, player_id, registration_id,"
            " ordinal, state, price_cents, surcharge_cents, method, receipt, chips_issued, paid_at, command_id)"
            " SELECT %s, player_id, id, 1, 'registered', 12000, 0, 'cash', 'x' || id, 0, now(), gen_random_uuid()"
            " FROM r",
            [entries, tournament_id, tournament_id],
        )
        cursor.execute("ANALYZE")


def rows_read() -> int:
    """Rows that PostgreSQL has read in any table, so far."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute(
            "SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables"
        )
        return int(cursor.fetchone()[0])


def busts(house: Any, tournament_id: int, count: int) -> int:
    """So many players out, one after the other; the rows read for it."""
    out = sorted(room.seats(tournament_id).items(), key=lambda x: (x[1][1], x[1][0]))[:count]
    before = rows_read()
    for entry, (table, _) in out:
        cast.say(
            eliminate_players,
            by=house.bruno,
            at=cast.after(minutes=9),
            tournament_id=tournament_id,
            table_number=table,
            busts=[{"entry_id": entry, "stack_chips_start": None}],
        )
    return rows_read() - before


def test_a_bust_costs_the_same_in_any_field() -> None:
    house = cast.house()
    read = {}
    for entries in (100, 10_000):
        t = house.registering("turbo-8max")
        crowd(house, t, entries)
        cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
        read[entries] = busts(house, t, 60)
        assert Field.objects.get(pk=t).players_left == entries - 60
    assert 0 < read[10_000] < 2 * read[100], read
