"""An entry and an exclusion at the same moment: either the entry is refused, or it is called off like those before it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from ledger.queries import wallet_balance
from people.commands.check_identity import check_identity
from people.commands.exclude_player import exclude_player
from people.commands.exclude_self import exclude_self
from people.models import Player
from rules.refusals import Refused
from tests import cast
from tournaments.commands.remove_under_age import remove_under_age
from tournaments.models import Entry, Registration

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def house() -> cast.House:
    made = cast.house()
    Player.objects.filter(pk=made.caio.player_id).update(
        document_kind="passport", document_number="CC1234567"
    )
    cast.say(check_identity, by=made.desi, player_id=made.caio.player_id, venue_id=made.venue_id)
    return made


def _self(house: cast.House, at: datetime) -> Callable[[], Any]:
    return lambda: cast.say(exclude_self, by=house.caio, at=at, player_id=house.caio.player_id)


def _by_the_house(house: cast.House, at: datetime) -> Callable[[], Any]:
    return lambda: cast.say(
        exclude_player,
        by=house.ana,
        at=at,
        player_id=house.caio.player_id,
        venue_id=house.venue_id,
        reason="Briga",
    )


def _under_age(house: cast.House, at: datetime) -> Callable[[], Any]:
    elsewhere = house.registering("turbo-8max")
    return lambda: cast.say(
        remove_under_age,
        by=house.ana,
        at=at,
        tournament_id=elsewhere,
        player_id=house.caio.player_id,
    )


KINDS = [(_self, "excluded"), (_by_the_house, "excluded"), (_under_age, "identity_block")]


class Middle:
    """The middle of a command: who is there stays until the other one waits for it, or is through."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.through = threading.Event()

    @contextmanager
    def of(self, monkeypatch: pytest.MonkeyPatch, where: str) -> Iterator[None]:
        """Stay behind the step `where`."""
        with monkeypatch.context() as patch:
            module, _, name = where.rpartition(".")
            step = getattr(__import__(module, fromlist=[name]), name)

            def staying(*args: Any, **named: Any) -> Any:
                done = step(*args, **named)
                self.reached.set()
                self._until_the_other_waits()
                return done

            patch.setattr(where, staying)
            yield

    def _until_the_other_waits(self) -> None:
        until = time.monotonic() + 60
        while not self.through.is_set():
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
                )
                if cursor.fetchone()[0]:
                    return
            assert time.monotonic() < until, "the other one neither waits nor ends"
            self.through.wait(0.02)

    def first(self, call: Callable[[], Any]) -> Callable[[], Any]:
        def run() -> Any:
            try:
                return call()
            finally:
                self.reached.set()  # also where it was refused before

        return run

    def second(self, call: Callable[[], Any]) -> Callable[[], Any]:
        def run() -> Any:
            assert self.reached.wait(60)
            try:
                return call()
            finally:
                self.through.set()

        return run


@pytest.mark.rule("PT-T.21", "SCPT.F")
@pytest.mark.parametrize(("kind", "_code"), KINDS)
def test_an_exclusion_waits_for_an_entry_in_flight_and_calls_it_off(
    house: cast.House, monkeypatch: pytest.MonkeyPatch, kind: Callable[..., Any], _code: str
) -> None:
    t, caio = house.registering("turbo-8max"), house.caio.player_id
    middle, exclude = Middle(), kind(house, cast.OPEN)
    with middle.of(monkeypatch, "tournaments.operations.entries.create_entry"):
        entered, excluded = cast.together(
            [middle.first(lambda: house.enter(t, caio, at=cast.OPEN)), middle.second(exclude)]
        )
    assert entered["entry_id"] and [one["tournament_id"] for one in excluded["called_off"]] == [t]
    assert Entry.objects.get(pk=entered["entry_id"]).state == "cancelled"
    assert Registration.objects.get(player_id=caio, tournament_id=t).state == "cancelled"
    assert wallet_balance(caio, unit="BRL") == excluded["called_off"][0]["refund_cents"] > 0
    cast.books_balance()


@pytest.mark.rule("PT-T.21", "SCPT.F")
@pytest.mark.parametrize("running", [False, True], ids=["before", "running"])
@pytest.mark.parametrize(("kind", "code"), KINDS)
def test_an_entry_waits_for_an_exclusion_in_flight_and_is_refused(
    house: cast.House, monkeypatch: pytest.MonkeyPatch, kind: Callable[..., Any], code: str, running: bool
) -> None:
    """Also one whose clock was read before the exclusion's."""
    t = house.started("turbo-8max", entries=4) if running else house.registering("turbo-8max")
    at = cast.after(minutes=5) if running else cast.before(minutes=5)
    caio = house.caio.player_id
    middle, exclude = Middle(), kind(house, at)
    step = {
        _self: "people.operations.add_exclusion",
        _by_the_house: "people.operations.add_exclusion",
        _under_age: "tournaments.commands.remove_under_age.block_until_identity",
    }[kind]
    with middle.of(monkeypatch, step):
        excluded, entered = cast.together(
            [middle.first(exclude), middle.second(lambda: house.enter(t, caio, at=at - timedelta(seconds=1)))]
        )
    assert excluded["called_off"] == []
    assert isinstance(entered, Refused) and entered.code == code
    assert not Registration.objects.filter(player_id=caio, tournament_id=t).exists()
    assert wallet_balance(caio, unit="BRL") == 0
    cast.books_balance()
