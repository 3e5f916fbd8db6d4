"""The guard of the order of locks sees what a statement locks, and stops who takes one out of order."""

from __future__ import annotations

import dataclasses
import re
import uuid

import pytest
from django.db import connection

from dispatch import prepared
from dispatch.cards import CARDS
from dispatch.commands import COMMANDS, command
from dispatch.facts import Actor
from tests import cast
from tests.architecture import locking_page
from tests.locks import guard
from tests.locks.order import FIELD, TOURNAMENT, UNDER_FIELD
from tests.locks.watch import Taken, locks_of

FOR_UPDATE = 'SELECT "id" FROM "{}" WHERE "id" = 1 FOR UPDATE'


def taking(*statements: str) -> None:
    with guard.command("a test's command"):
        for statement in statements:
            guard.note(statement)


@pytest.fixture(autouse=True)
def _seen_here():
    yield
    guard.broken.clear()


@pytest.mark.parametrize(
    "statement, locks",
    [
        ("SELECT 1 FROM tournaments_entry", ()),
        (
            "SELECT id, a_b, c_d FROM tables_table WHERE number = %s FOR UPDATE",
            (Taken("tables_table", True, explicit=True),),
        ),
        (
            'SELECT "a"."id" FROM "tournaments_entry" INNER JOIN "people_player" ON (x) FOR UPDATE OF "tournaments_entry"',
            (Taken("tournaments_entry", True, explicit=True),),
        ),
        (
            "SELECT frozen_at FROM tournaments_venue WHERE id = %s FOR SHARE",
            (Taken("tournaments_venue", False, explicit=True),),
        ),
        (
            "SELECT t.id FROM door CROSS JOIN tournaments_tournament t JOIN tournaments_venue v ON true FOR SHARE OF t",
            (Taken("tournaments_tournament", False, explicit=True),),
        ),
        (
            "SELECT id FROM tournaments_slot LIMIT 1 FOR UPDATE SKIP LOCKED",
            (Taken("tournaments_slot", True, waits=False, explicit=True),),
        ),
        (
            "SELECT pg_advisory_xact_lock_shared(hashtextextended('tournament door ' || %(t)s::bigint, 0))",
            (Taken("tournament door", False, explicit=True),),
        ),
        ('UPDATE "tournaments_field" SET "waiting" = 1', (Taken("tournaments_field", True),)),
        (
            "INSERT INTO x_y (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2",
            (Taken("x_y", True, made=True, contested=True),),
        ),
        ("INSERT INTO x_y (a) VALUES (1) RETURNING id", (Taken("x_y", True, made=True),)),
        ("DELETE FROM tournaments_slot WHERE id = 1", (Taken("tournaments_slot", True),)),
    ],
)
def test_what_a_statement_locks(statement, locks):
    assert locks_of(statement) == locks


def test_in_order_is_let_through():
    taking(*(FOR_UPDATE.format(what) for what in (TOURNAMENT, FIELD, "ledger_account")))
    assert guard.broken == []


def test_out_of_order_fails_at_that_point():
    with pytest.raises(guard.OutOfOrder, match=f"waits for {FIELD} while it holds ledger_account"):
        taking(FOR_UPDATE.format("ledger_account"), FOR_UPDATE.format(FIELD))
    assert len(guard.broken) == 1


def test_under_the_field_any_order():
    taking(*(FOR_UPDATE.format(what) for what in (FIELD, *UNDER_FIELD, "ledger_account", *UNDER_FIELD)))
    taking(*(FOR_UPDATE.format(what) for what in (TOURNAMENT, *reversed(UNDER_FIELD))))
    assert guard.broken == []


def test_without_the_field_one_of_its_rows_and_that_as_the_last():
    seat, entry, wallet = (
        FOR_UPDATE.format(w) for w in ("tables_seat", "tournaments_entry", "ledger_account")
    )
    taking(seat)
    for statements in ((seat, entry), (seat, wallet), (wallet, seat)):
        with pytest.raises(guard.OutOfOrder):
            taking(*statements)


def test_what_is_selected_for_update_has_a_place_in_the_table():
    with pytest.raises(guard.OutOfOrder, match="has no place"):
        taking(FOR_UPDATE.format("tournaments_series"))


def test_who_does_not_wait_may_be_out_of_order_and_rows_of_ones_own_are_nobody_elses():
    taking(
        FOR_UPDATE.format("ledger_account"), "SELECT id FROM tournaments_slot LIMIT 1 FOR UPDATE SKIP LOCKED"
    )
    taking(
        FOR_UPDATE.format("ledger_account"),
        "INSERT INTO tournaments_field (tournament_id) VALUES (1)",
        "UPDATE tournaments_field SET waiting = 0",
    )
    taking(
        "INSERT INTO people_exclusion (player_id) VALUES (1)",
        "UPDATE people_exclusion SET reason = ''",
        FOR_UPDATE.format(FIELD),
    )


def test_a_row_under_a_key_that_others_may_be_making_is_held_like_any_other():
    with pytest.raises(guard.OutOfOrder, match="while it holds ledger_account"):
        taking(
            "INSERT INTO ledger_account (kind) VALUES (1) ON CONFLICT DO NOTHING", FOR_UPDATE.format(FIELD)
        )


def test_two_who_share_and_both_want_it_alone():
    share = f"SELECT id FROM {TOURNAMENT} WHERE id = 1 FOR SHARE"
    with pytest.raises(guard.OutOfOrder, match="for share and wants it for update"):
        taking(share, f"UPDATE {TOURNAMENT} SET name = 'x'")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """What a command answers that only locks."""


@pytest.mark.django_db
def test_a_command_that_locks_out_of_order_fails():
    name = f"tests.out_of_order_{uuid.uuid4().hex}"

    @command(name)
    def out_of_order(*, command_id, at, by) -> Nothing:
        prepared.rows("SELECT id FROM ledger_account WHERE id = %s FOR UPDATE", [0])
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM tournaments_field WHERE tournament_id = 0 FOR UPDATE")
        return Nothing()

    try:
        with pytest.raises(guard.OutOfOrder, match=re.escape(name)):
            out_of_order(command_id=uuid.uuid4(), at=cast.START, by=Actor(user_id=None, label="test"))
    finally:
        del COMMANDS[name], CARDS[name]


def test_the_page_shows_the_table():
    assert locking_page.PAGE.read_text("utf-8") == locking_page.page(), (
        f"write it anew: {locking_page.COMMAND}"
    )
