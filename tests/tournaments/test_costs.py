"""What a desk and a floor do all night costs the same statements in a field of ten and of three hundred."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import cast
from tests.bench.crowd import entered, rows
from tournaments.commands.close_entries import close_entries
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.register_player import register_player
from tournaments.commands.start_tournament import start_tournament

FEW, MANY = 10, 300


@pytest.fixture
def house(db: None) -> cast.House:
    return cast.house()


def _asked(context: CaptureQueriesContext) -> list[str]:
    """The statements themselves; a savepoint is none."""
    return [q["sql"] for q in context.captured_queries if "SAVEPOINT" not in q["sql"]]


def _registration(house: cast.House, entries: int) -> list[str]:
    tournament = house.registering("online-mtt-pt", guarantee_cents=0, online=False)
    entered(house, tournament, entries)
    house.enter(tournament)  # what a process knows by now of this tournament
    player = house.player()
    with CaptureQueriesContext(connection) as context:
        cast.say(
            register_player,
            by=house.desi,
            tournament_id=tournament,
            player_id=player,
            method="cash",
            terms_version="1",
            paid=True,
        )
    # the tournament's accounts are remembered after the first commit, which a test's transaction never sees
    return [sql for sql in _asked(context) if "FROM ledger_account" not in sql or "'player'" in sql]


def test_a_paid_registration_costs_the_same_in_any_field(house: cast.House) -> None:
    few, many = _registration(house, FEW), _registration(house, MANY)
    assert len(few) == len(many) <= 7, "\n".join(many)


def _bust(house: cast.House, tournament: int) -> list[str]:
    """Of somebody at the highest table."""
    table, entry = rows(
        "SELECT t.number, s.entry_id FROM tables_seat s JOIN tables_table t ON t.id = s.table_id"
        " WHERE t.tournament_id = %s AND s.entry_id IS NOT NULL ORDER BY t.number DESC, s.number LIMIT 1",
        [tournament],
    )[0]
    with CaptureQueriesContext(connection) as context:
        cast.say(
            eliminate_players,
            by=house.bruno,
            at=cast.after(minutes=2),
            tournament_id=tournament,
            table_number=table,
            busts=[{"entry_id": entry, "stack_chips_start": 1000, "by_entries": []}],
        )
    return _asked(context)


def _running(house: cast.House, entries: int) -> int:
    tournament = house.registering("online-mtt-pt", guarantee_cents=0, online=False)
    entered(house, tournament, entries)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=1), tournament_id=tournament)
    return tournament


def test_a_bust_costs_the_same_in_any_field(house: cast.House) -> None:
    few, many = (_running(house, entries) for entries in (FEW, MANY))
    _bust(house, few), _bust(house, many)
    asked_few, asked_many = _bust(house, few), _bust(house, many)
    assert len(asked_few) == len(asked_many) <= 12, "\n".join(asked_many)
