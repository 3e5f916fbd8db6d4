from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import transaction

from ledger.operations import account, post
from ledger.operations.transfers import NewTransfer
from rules.accounts import AccountId, AccountKind, TransferId

AT = datetime(2026, 3, 14, 19, 0, tzinfo=UTC)
VENUE, TOURNAMENT, SEASON = 7, 70, 700


class Books:
    """A few accounts of one tournament, and one line to move money between them."""

    def __init__(self, unit: str = "BRL", tournament: int = TOURNAMENT) -> None:
        self.unit, self.tournament = unit, tournament
        with transaction.atomic():
            self.cash = account(AccountKind.CASH_DRAWER, unit=unit, venue_id=VENUE)
            self.card = account(AccountKind.CARD_CLEARING, unit=unit, venue_id=VENUE)
            self.bank = account(AccountKind.BANK, unit=unit, venue_id=VENUE)
            self.pool = self.of(AccountKind.PRIZE_POOL)
            self.house = self.of(AccountKind.HOUSE)
            self.staff = self.of(AccountKind.STAFF_FUND)
            self.overlay = self.of(AccountKind.OVERLAY)
            self.payable = self.of(AccountKind.PRIZES_PAYABLE)
            self.ranking = account(AccountKind.RANKING_FUND, unit=unit, venue_id=VENUE, season_id=SEASON)

    def of(self, kind: AccountKind) -> AccountId:
        return account(kind, unit=self.unit, venue_id=VENUE, tournament_id=self.tournament)

    def wallet(self, player_id: int) -> AccountId:
        with transaction.atomic():
            return account(AccountKind.PLAYER, unit=self.unit, player_id=player_id)

    def new(self, debit: AccountId, credit: AccountId, cents: int, **more: Any) -> NewTransfer:
        values = {"kind": "test", "at": AT, "command_id": uuid.uuid4(), "unit": self.unit} | more
        return NewTransfer(debit=debit, credit=credit, amount_cents=cents, **values)

    def move(self, debit: AccountId, credit: AccountId, cents: int, **more: Any) -> TransferId:
        with transaction.atomic():
            return post([self.new(debit, credit, cents, **more)])[0]


@pytest.fixture
def books(db: None) -> Books:
    return Books()


@pytest.fixture
def open_books(transactional_db: None) -> Books:
    """The same in committed rows, for threads."""
    return Books()


@pytest.fixture
def refused_by_database() -> Callable[..., str]:
    """Run raw SQL that the database must refuse; gives the name of the law it cited."""
    from django.db import DatabaseError, connection

    def run(statement: str, values: list[Any] | None = None) -> str:
        with pytest.raises(DatabaseError) as caught, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, values or [])
        return caught.value.__cause__.diag.constraint_name or type(caught.value.__cause__).__name__

    return run
