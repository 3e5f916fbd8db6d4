"""An empty database is filled at one stroke with exactly what the migrations make one by one."""

import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from django.core.management import call_command
from django.db import connection, connections
from pytest_django import DjangoDbBlocker

from config.local.schema import dumped
from config.postgresql.schema import SCHEMA, applied_in, make_all_tables

pytestmark = pytest.mark.slow
NAMES = ("test_at_one_stroke", "test_one_by_one", "test_of_its_dump")


@pytest.fixture
def empty(django_db_setup: None, django_db_blocker: DjangoDbBlocker, worker_id: str) -> Iterator[list[str]]:
    """Three empty databases; the connection stands in the first."""
    home = connection.settings_dict["NAME"]
    names = [f"{name}_{worker_id}" for name in NAMES]
    with django_db_blocker.unblock():
        for name in names:
            _at_home(home, f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name} TEMPLATE template0")
        _stand_in(names[0])
        try:
            yield names
        finally:
            _stand_in(home)
            for name in names:
                _at_home(home, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            connection.close()


def _at_home(home: str, *statements: str) -> None:
    _stand_in(home)
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _stand_in(name: str) -> None:
    connections.close_all()
    connection.settings_dict["NAME"] = name


def _address() -> str:
    its = connection.settings_dict
    return f"postgresql://{its['USER']}:{quote(its['PASSWORD'])}@{its['HOST']}:{its['PORT']}/{its['NAME']}"


def _tables() -> list[str]:
    return connection.introspection.table_names()


def test_as_the_migrations_make_it(empty: list[str], tmp_path: Path) -> None:
    major = connection.pg_version // 10_000
    assert make_all_tables(connection), "after a new migration: .venv/bin/python -m config.local.schema"
    at_one_stroke = dumped(_address(), copies=tmp_path, major=major)

    _stand_in(empty[1])
    call_command("migrate", one_by_one=True, interactive=False, verbosity=0)
    one_by_one = tmp_path / "one-by-one.sql"
    one_by_one.write_text(dumped(_address(), copies=tmp_path, major=major))
    # PostgreSQL writes some conditions another way once they were read from a dump
    _stand_in(empty[2])
    assert make_all_tables(connection, schema=one_by_one)
    of_its_dump = dumped(_address(), copies=tmp_path, major=major)

    assert at_one_stroke == of_its_dump, "after a new migration: .venv/bin/python -m config.local.schema"
    assert len(applied_in(of_its_dump)) > 100


def test_migrate_does_so_and_fills_in_what_follows(
    empty: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("migrate", interactive=False, verbosity=1)
    told = capsys.readouterr().out
    assert "An empty database: all tables made at one stroke." in told
    assert "No migrations to apply." in told
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM auth_permission WHERE codename = 'view_tournament'")
        assert cursor.fetchone() == (1,)
    call_command("migrate", interactive=False, verbosity=1)
    assert "at one stroke" not in capsys.readouterr().out


def test_a_database_with_a_table_is_left_alone(empty: list[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE ours (what text)")
    assert not make_all_tables(connection)
    assert _tables() == ["ours"]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("-- applied: play.0001_tables_hands_acts\n", ""),
        lambda text: text + "\nSELECT no_such_column;\n",
    ],
    ids=["other migrations", "refused at its end"],
)
def test_what_does_not_fit_leaves_it_to_the_migrations(empty: list[str], tmp_path: Path, change) -> None:  # type: ignore[no-untyped-def]
    schema = tmp_path / "schema.sql"
    schema.write_text(change(SCHEMA.read_text()))
    assert not make_all_tables(connection, schema=schema)
    assert _tables() == []


def test_two_that_start_at_once(empty: list[str]) -> None:
    """The second waits for the first and finds its tables."""
    made: list[bool] = []
    both = threading.Barrier(2)

    def start() -> None:
        try:
            both.wait()
            made.append(make_all_tables(connections["default"]))
        finally:
            connections["default"].close()

    threads = [threading.Thread(target=start) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == [False, True]
    assert "tournaments_tournament" in _tables()
