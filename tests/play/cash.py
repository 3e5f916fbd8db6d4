"""A cash table with people at it who have money, and its books after every command."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from ledger.queries import wallet_balance
from people.models import Player
from play.commands.buy_in import buy_in
from play.commands.leave import leave
from play.commands.open_cash_table import open_cash_table
from play.commands.top_up import top_up
from play.queries.cash import escrow_differences
from tests import cast
from tests.play.conftest import AtTable
from tournaments.commands.update_venue import update_venue

TERMS: dict[str, Any] = {
    "seats": 6,
    "small_blind_cents": 50,
    "big_blind_cents": 100,
    "least_buy_in_cents": 2_000,
    "most_buy_in_cents": 10_000,
    "rake_manner": "pot",
    "rake_bp": 500,
}


class CashTable(AtTable):
    """One cash table; who sits down brings 10,000 cents of 20,000, unless said otherwise."""

    def sit(self, seat: int, name: str = "", *, cents: int = 10_000, has: int = 20_000) -> cast.Person:
        person = known(self.house, name or f"Joga{seat}", cents=has)
        self.buy_in(person, seat=seat, cents=cents)
        return person

    def buy_in(self, person: cast.Person, *, seat: int, cents: int) -> dict[str, Any]:
        done = self.say(buy_in, person, seat=seat, cents=cents)
        self.people[seat] = person
        return done

    def top_up(self, seat: int, cents: int) -> dict[str, Any]:
        return self.say(top_up, self.people[seat], cents=cents)

    def leave(self, seat: int) -> dict[str, Any]:
        return self.say(leave, self.people[seat])

    def say(self, command: Any, person: cast.Person, **more: Any) -> dict[str, Any]:
        return cast.say(
            command, by=person, at=self.now, table_id=self.table_id, player_id=person.player_id, **more
        )

    def stack(self, seat: int) -> int:
        return next(one["chips"] for one in self.row.seats if one["seat"] == seat)

    def wallet(self, seat: int) -> int:
        return wallet_balance(self.people[seat].player_id or 0, unit=self.house.currency)

    def escrow(self) -> int:
        return account_of(self.table_id, "table_escrow")

    def rake(self) -> int:
        return account_of(self.table_id, "rake")

    def fold_out(self) -> None:
        """Everybody folds until the hand was seen; the next one is due, or nothing."""
        while self.row.stage == "playing":
            self.act("fold")
        self.until("close")
        self.due()

    def check(self) -> None:
        """The ledger is in order, and the table's account holds what lies on it."""
        cast.books_balance()
        assert escrow_differences() == ()


def account_of(table_id: int, kind: str) -> int:
    from ledger.models import Account
    from ledger.queries import balance
    from play.models import PlayTable

    venue_id = PlayTable.objects.get(pk=table_id).venue_id
    where = {"play_table_id": table_id} if kind == "table_escrow" else {"venue_id": venue_id}
    row = Account.objects.filter(kind=kind, **where).first()
    return 0 if row is None else balance(row.pk)


def known(home: cast.House, name: str, *, cents: int) -> cast.Person:
    """Somebody with an account whose document was checked, and so much money in it."""
    person = cast.person(name)
    identify(home, person)
    if cents:
        home.deposit(person.player_id or 0, cents)
    return person


def identify(home: cast.House, person: cast.Person) -> None:
    Player.objects.filter(pk=person.player_id).update(
        id_checked_at=cast.DRAFTED, id_checked_by_id=home.desi.user_id
    )


def house(**more: Any) -> cast.House:
    """A house whose owner lets it run tables for money."""
    home = cast.house(**more)
    cast.say(update_venue, by=home.olga, venue_id=home.venue_id, changes={"cash_tables": True})
    return home


def open_cash(home: cast.House | None = None, **more: Any) -> CashTable:
    home = home or house()
    made = cast.say(
        open_cash_table, by=home.ana, venue_id=home.venue_id, **{"name": "Cash 0,50", **TERMS, **more}
    )
    return CashTable(home, made["table_id"])


def later(table: CashTable, **delta: float) -> None:
    table.now += timedelta(**delta)
