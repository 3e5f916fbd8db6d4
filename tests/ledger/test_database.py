"""The ledger attacked with raw SQL: the law stands in the database, whoever writes."""

from __future__ import annotations

import threading
import uuid

import psycopg
import pytest
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection, transaction

from ledger.operations import post, reverse
from ledger.queries import balance, reconcile, trial_balance
from rules.refusals import Refused
from tests.ledger.conftest import AT, TOURNAMENT, VENUE, Books

INSERT = """
INSERT INTO ledger_transfer
    (debit_account_id, credit_account_id, amount_cents, unit, kind, at, command_id, reference, tournament_id,
     method, reverses_id)
VALUES (%s, %s, %s, %s, 'attack', now(), gen_random_uuid(), '', %s, '', %s)
"""


def totals() -> tuple:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), coalesce(sum(amount_cents), 0) FROM ledger_transfer")
        transfers = cursor.fetchone()
        cursor.execute("SELECT id, balance_cents FROM ledger_account ORDER BY id")
        return transfers, cursor.fetchall()


@pytest.fixture
def caio(books: Books) -> int:
    wallet = books.wallet(1)
    books.move(books.cash, wallet, 45_000)
    books.move(wallet, books.pool, 10_000)
    return wallet


def test_rows_cannot_be_rewritten_or_removed(books, caio, refused_by_database):
    before = totals()
    for attack in (
        "UPDATE ledger_transfer SET amount_cents = 1",
        "UPDATE ledger_transfer SET reference = 'other'",
        "UPDATE ledger_transfer SET credit_account_id = debit_account_id",
        "DELETE FROM ledger_transfer",
        "DELETE FROM ledger_account",
        "UPDATE ledger_account SET balance_cents = 999999 WHERE kind = 'player'",
        "UPDATE ledger_account SET balance_cents = balance_cents WHERE kind = 'player'",
        "UPDATE ledger_account SET may_overdraw = true WHERE kind = 'player'",
        "UPDATE ledger_account SET player_id = 2 WHERE kind = 'player'",
        "UPDATE ledger_account SET unit = 'EUR' WHERE kind = 'house'",
        "UPDATE ledger_account SET tournament_id = 71 WHERE kind = 'prize_pool'",
    ):
        assert refused_by_database(attack) == "ledger_is_for_ever", attack
    assert totals() == before


def test_a_transfer_is_positive_between_two_accounts_of_its_unit(books, caio, refused_by_database):
    euro = Books("EUR", tournament=71)
    before = totals()
    t = TOURNAMENT
    assert (
        refused_by_database(INSERT, [books.cash, caio, 0, "BRL", None, None])
        == "ledger_transfer_amount_positive"
    )
    assert (
        refused_by_database(INSERT, [books.cash, caio, -5, "BRL", None, None])
        == "ledger_transfer_amount_positive"
    )
    assert refused_by_database(INSERT, [caio, caio, 5, "BRL", None, None]) == "ledger_transfer_two_accounts"
    assert (
        refused_by_database(INSERT, [books.cash, euro.cash, 5, "EUR", None, None])
        == "ledger_transfer_debit_in_unit"
    )
    assert (
        refused_by_database(INSERT, [euro.cash, caio, 5, "EUR", None, None])
        == "ledger_transfer_credit_in_unit"
    )
    assert (
        refused_by_database(INSERT, [euro.cash, caio, 5, "BRL", None, None])
        == "ledger_transfer_debit_in_unit"
    )
    assert refused_by_database(INSERT, [None, caio, 5, "BRL", None, None]) == "NotNullViolation"
    assert refused_by_database(INSERT, [10**9, caio, 5, "BRL", None, None]) == "ledger_transfer_debit_in_unit"
    assert (
        refused_by_database(INSERT, [caio, books.pool, 2**62, "BRL", t, None])
        == "ledger_account_not_overdrawn"
    )
    assert totals() == before


def test_one_tournament_to_a_transfer(books, caio, refused_by_database):
    other = Books(tournament=71)
    before = totals()
    cited = "ledger_transfer_one_tournament"
    assert refused_by_database(INSERT, [caio, books.pool, 5, "BRL", None, None]) == cited
    assert refused_by_database(INSERT, [caio, books.pool, 5, "BRL", 71, None]) == cited
    assert refused_by_database(INSERT, [books.pool, other.pool, 5, "BRL", TOURNAMENT, None]) == cited
    assert totals() == before


def test_no_overdraft_unless_the_account_may(books, caio, refused_by_database):
    before = totals()
    cited = "ledger_account_not_overdrawn"
    t = TOURNAMENT
    assert refused_by_database(INSERT, [caio, books.pool, 35_001, "BRL", t, None]) == cited
    assert refused_by_database(INSERT, [books.pool, caio, 10_001, "BRL", t, None]) == cited
    assert refused_by_database(INSERT, [books.staff, caio, 1, "BRL", t, None]) == cited
    assert refused_by_database(INSERT, [books.ranking, caio, 1, "BRL", t, None]) == cited
    assert totals() == before
    books.move(caio, books.pool, 35_000)
    books.move(books.pool, caio, 45_000)
    books.move(books.overlay, books.pool, 1_000_000)
    books.move(books.house, books.staff, 5)
    assert balance(caio) == 45_000
    assert balance(books.overlay) == -1_000_000
    assert reconcile() == ()


def test_a_statement_is_judged_by_its_sum(books):
    """Cash paid and spent in one call leaves the wallet as it was, whatever the order of the lines."""
    wallet = books.wallet(1)
    with transaction.atomic():
        post([books.new(wallet, books.pool, 45_000), books.new(books.cash, wallet, 45_000)])
    assert balance(wallet) == 0
    assert balance(books.pool) == 45_000
    with pytest.raises(Refused) as caught, transaction.atomic():
        post([books.new(wallet, books.pool, 45_001), books.new(books.cash, wallet, 45_000)])
    assert caught.value.code == "insufficient_funds"
    assert balance(books.pool) == 45_000
    assert reconcile() == ()


def test_an_account_is_what_its_kind_says(books, refused_by_database):
    insert = (
        "INSERT INTO ledger_account (kind, venue_id, tournament_id, player_id, season_id, unit, may_overdraw,"
        " keeps_balance, balance_cents) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)"
    )
    before = totals()
    fits, powers = "ledger_account_owner_fits_kind", "ledger_account_powers_fit_kind"
    assert refused_by_database(insert, ["player", None, None, None, None, "BRL", False, True, 0]) == fits
    assert refused_by_database(insert, ["player", VENUE, None, 9, None, "BRL", False, True, 0]) == fits
    assert (
        refused_by_database(insert, ["prize_pool", VENUE, None, None, None, "BRL", False, False, None])
        == fits
    )
    assert refused_by_database(insert, ["bank", None, None, None, None, "BRL", True, False, None]) == fits
    assert refused_by_database(insert, ["slush", VENUE, None, None, None, "BRL", False, False, None]) == fits
    assert refused_by_database(insert, ["player", None, None, 9, None, "BRL", True, True, 0]) == powers
    assert refused_by_database(insert, ["bank", 9, None, None, None, "BRL", False, False, None]) == powers
    once = "ledger_account_once"
    assert refused_by_database(insert, ["bank", VENUE, None, None, None, "BRL", True, False, None]) == once
    opens = ["player", None, None, 9, None, "BRL", False, True, 100]
    assert refused_by_database(insert, opens) == "ledger_is_for_ever"
    bad_unit = ["bank", 9, None, None, None, "R$", True, False, None]
    assert refused_by_database(insert, bad_unit) == "ledger_account_unit_is_a_code"
    sums = ["player", None, None, 9, None, "BRL", False, True, None]
    assert refused_by_database(insert, sums) == "ledger_account_stores_or_sums"
    assert totals() == before


def test_a_reversal_is_the_whole_mirror_once(books, caio, refused_by_database):
    first = books.move(caio, books.pool, 500)
    before = totals()
    t, cited = TOURNAMENT, "ledger_transfer_reverses_whole"
    assert refused_by_database(INSERT, [books.pool, caio, 499, "BRL", t, first]) == cited
    assert refused_by_database(INSERT, [caio, books.pool, 500, "BRL", t, first]) == cited
    assert refused_by_database(INSERT, [books.house, caio, 500, "BRL", t, first]) == cited
    assert totals() == before
    with transaction.atomic():
        undone = reverse([first], at=AT, command_id=uuid.uuid4())
    assert len(undone) == 1
    assert balance(caio) == 35_000
    after = totals()
    with pytest.raises(Refused) as caught, transaction.atomic():
        reverse([first], at=AT, command_id=uuid.uuid4())
    assert caught.value.code == "already_reversed"
    assert (
        refused_by_database(INSERT, [books.pool, caio, 500, "BRL", t, first])
        == "ledger_transfer_reverses_id_key"
    )
    assert totals() == after
    assert reconcile() == ()


def test_a_reversal_needs_the_money_to_be_there(books):
    caio, dora = books.wallet(1), books.wallet(2)
    deposit = books.move(books.cash, caio, 1_000)
    books.move(caio, dora, 600)
    before = totals()
    with pytest.raises(Refused) as caught, transaction.atomic():
        reverse([deposit], at=AT, command_id=uuid.uuid4())
    assert caught.value.code == "insufficient_funds"
    assert totals() == before


def test_unknown_transfers_and_accounts_are_errors_that_change_nothing(books, caio):
    before = totals()
    with pytest.raises(LookupError), transaction.atomic():
        reverse([10**9], at=AT, command_id=uuid.uuid4())
    with pytest.raises(IntegrityError), transaction.atomic():
        post([books.new(10**9, caio, 5)])
    for amount in (0, -1, True, 1.5, "5"):
        with pytest.raises(ValueError), transaction.atomic():
            post([books.new(books.cash, caio, amount)])
    assert totals() == before


def test_tables_cannot_be_emptied_outside_a_test(db):
    """The tables of a database with an ordinary name; test databases may be emptied between tests."""
    settings = connection.settings_dict
    where = {
        "host": settings["HOST"],
        "port": settings["PORT"],
        "user": settings["USER"],
        "password": settings["PASSWORD"],
    }
    name = f"ledgerlaw_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(**where, dbname="postgres", autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            from io import StringIO

            with psycopg.connect(**where, dbname=name, autocommit=True) as database:
                for migration in ("0001", "0002", "0003"):
                    out = StringIO()
                    call_command("sqlmigrate", "ledger", migration, stdout=out, no_color=True)
                    database.execute(out.getvalue())
                for attack in (
                    "TRUNCATE ledger_transfer CASCADE",
                    "TRUNCATE ledger_account CASCADE",
                    "TRUNCATE ledger_transfer, ledger_account",
                ):
                    with pytest.raises(psycopg.errors.RestrictViolation) as caught:
                        database.execute(attack)
                    assert caught.value.diag.constraint_name == "ledger_is_for_ever"
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def test_books_start_level(books):
    assert trial_balance().lines == ()
    assert reconcile() == ()


def test_an_old_snapshot_cannot_spend_what_another_took(transactional_db):
    books = Books()
    books.move(books.overlay, books.pool, 100)

    def other_desk() -> None:
        books.move(books.pool, books.staff, 60)
        connection.close()

    with pytest.raises(DatabaseError, match="could not serialize"), transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute("SELECT sum(amount_cents) FROM ledger_transfer")
        thread = threading.Thread(target=other_desk)
        thread.start()
        thread.join(60)
        post([books.new(books.pool, books.staff, 60)])
    assert balance(books.pool) == 40
    assert reconcile() == ()


def test_the_floor_follows_debits_and_never_passes_the_balance(books, refused_by_database):
    def floor() -> int | None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT floor_cents FROM ledger_account WHERE id = %s", [books.pool])
            return cursor.fetchone()[0]

    books.move(books.overlay, books.pool, 1_000)
    assert floor() is None
    books.move(books.pool, books.payable, 300)
    assert floor() == 700
    books.move(books.overlay, books.pool, 50)
    assert (floor(), balance(books.pool)) == (700, 750)
    books.move(books.pool, books.payable, 600)
    assert (floor(), balance(books.pool)) == (100, 150)
    # the floor would not do, the sum does
    books.move(books.pool, books.payable, 120)
    assert (floor(), balance(books.pool)) == (30, 30)
    with pytest.raises(Refused), transaction.atomic():
        post([books.new(books.pool, books.payable, 31)])
    assert (floor(), balance(books.pool)) == (30, 30)
    for attack in ("1000000", "NULL", "floor_cents"):
        assert (
            refused_by_database(f"UPDATE ledger_account SET floor_cents = {attack}") == "ledger_is_for_ever"
        )
    opens = (
        "INSERT INTO ledger_account (kind, venue_id, unit, may_overdraw, keeps_balance, floor_cents)"
        " VALUES ('adjustment', 8, 'BRL', false, false, 5)"
    )
    assert refused_by_database(opens) == "ledger_is_for_ever"
    assert reconcile() == ()
