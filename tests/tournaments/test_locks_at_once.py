"""Commands of several tournaments and one venue at the same moment take their locks in one order: nobody waits in a circle."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.queries import wallet_balance
from people.commands.exclude_player import exclude_player
from people.models import Exclusion
from rules.refusals import Refused
from tables.models import Table
from tests import cast
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.freeze_venue import freeze_venue
from tournaments.commands.remove_under_age import remove_under_age
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.thaw_venue import thaw_venue
from tournaments.models import Clock, Elimination, Entry, Field, Registration, Slot, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def house() -> cast.House:
    return cast.house()


@pytest.fixture(autouse=True)
def _no_second_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL ends one of two that wait for each other, and the command would be run again: here it is told."""
    monkeypatch.setattr("dispatch.commands._TRIES", 1)


def done(results: list[Any]) -> None:
    for result in results:
        if isinstance(result, Exception):
            raise result


def test_tables_are_opened_in_one_room_by_a_start_and_by_late_entries(house: cast.House) -> None:
    """A start has the numbers of the room and makes its Field; a late entry has its Field and wants a number."""
    for _ in range(3):
        running = house.registering("turbo-8max")
        house.fill(running, 8)
        cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=running)
        starting = [house.registering("turbo-8max") for _ in range(2)]
        for t in starting:
            house.fill(t, 3)
        late = [house.player() for _ in range(3)]
        done(
            cast.together(
                [
                    lambda t=t: cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
                    for t in starting
                ]
                + [lambda p=p: house.enter(running, p, at=cast.after(minutes=1)) for p in late]
            )
        )
        assert Field.objects.get(pk=running).players_left == 11
        assert Table.objects.filter(tournament_id=running).count() == 2
    numbers = list(Table.objects.values_list("number", flat=True))
    assert sorted(numbers) == list(range(1, 13))
    cast.books_balance()


def test_seats_are_sold_while_the_capacity_changes(house: cast.House) -> None:
    """Who enters has a seat and wants the wallet; who changes the capacity waits for those inside before any seat."""
    t = house.registering("turbo-8max", capacity=4, alternates=True)
    players = [house.player() for _ in range(8)]
    results = cast.together(
        [lambda p=p: house.enter(t, p) for p in players]
        + [
            lambda n=n: cast.say(
                edit_tournament, by=house.ana, tournament_id=t, changes={"capacity": n}, at=cast.OPEN
            )
            for n in (5, 6, 8)
        ]
    )
    # a lower one that comes after a higher finds the seats sold
    done([r for r in results if getattr(r, "code", "") != "seats_are_sold"])
    capacity = Tournament.objects.get(pk=t).capacity
    assert Slot.objects.filter(tournament_id=t).count() == capacity
    assert Entry.objects.filter(tournament_id=t, state="registered").count() == capacity
    cast.books_balance()


def test_clocks_stop_while_the_last_seat_is_sold(house: cast.House) -> None:
    """The last seat of a sit & go starts its clock: it has the venue before any wallet, and freezing waits for neither."""
    t = house.registering("sit-and-go-9")
    capacity = Tournament.objects.get(pk=t).capacity
    house.fill(t, capacity - 2)
    other = house.registering("turbo-8max")
    house.fill(other, 3)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=other)
    players = [house.player() for _ in range(2)]
    results = cast.together(
        [lambda p=p: house.enter(t, p) for p in players]
        + [lambda: cast.say(freeze_venue, by=house.ana, at=cast.START, venue_id=house.venue_id)]
    )
    done([r for r in results if not isinstance(r, Refused)])
    assert Clock.objects.get(pk=t).frozen and Clock.objects.get(pk=other).frozen
    cast.say(thaw_venue, by=house.ana, at=cast.START, venue_id=house.venue_id)
    cast.books_balance()


def test_a_player_is_excluded_while_entries_of_that_player_come_and_go(house: cast.House) -> None:
    """An exclusion gives back one entry after the other; a desk that cancels or sells one has a tournament and wants the
    wallet that the exclusion has."""
    for _ in range(3):
        first, second, third = (house.registering("turbo-8max") for _ in range(3))
        player = house.player()
        entered = {t: house.enter(t, player) for t in (first, second)}
        price = Tournament.objects.get(pk=first).price_cents
        house.deposit(player, price)
        excluded, cancelled, sold = cast.together(
            [
                lambda p=player: cast.say(
                    exclude_player, by=house.ana, player_id=p, venue_id=house.venue_id, reason="x"
                ),
                lambda made=entered[second]: cast.say(
                    cancel_registration,
                    by=house.ana,
                    registration_id=made["registration_id"],
                    reason="x",
                ),
                lambda t=third, p=player: house.enter(t, p, method="balance"),
            ]
        )
        done([excluded])
        assert not isinstance(cancelled, Exception) or getattr(cancelled, "code", cancelled) == (
            "already_cancelled"
        )
        assert not isinstance(sold, Exception) or getattr(sold, "code", sold) == "excluded"
        states = dict(Entry.objects.filter(player_id=player).values_list("tournament_id", "state"))
        assert (states[first], states[second]) == ("cancelled", "cancelled")
        stands = states.get(third) == "registered"  # sold before the exclusion looked, or not at all
        assert wallet_balance(player, unit="BRL") == (2 if stands else 3) * price
        cast.books_balance()


def test_a_minor_is_removed_while_somebody_busts_and_another_entry_is_cancelled(house: cast.House) -> None:
    """A removal changes this tournament and pays back in another; a bust wants the Field, a desk has the other one."""
    for _ in range(2):
        t, other = house.started("turbo-8max", entries=8), house.registering("turbo-8max")
        minor, busted = Entry.objects.filter(tournament_id=t, state="playing").order_by("pk")[:2]
        made = house.enter(other, minor.player_id)
        table = minor.seat.table.number
        removed, bust, cancelled = cast.together(
            [
                lambda t=t, m=minor: cast.say(
                    remove_under_age,
                    by=house.ana,
                    at=cast.after(minutes=5),
                    tournament_id=t,
                    player_id=m.player_id,
                    stack_chips=m.chips_issued,
                ),
                lambda t=t, b=busted, n=table: cast.say(
                    eliminate_players,
                    by=house.bruno,
                    at=cast.after(minutes=5),
                    tournament_id=t,
                    table_number=n,
                    busts=[{"entry_id": b.pk}],
                ),
                lambda made=made: cast.say(
                    cancel_registration,
                    by=house.ana,
                    registration_id=made["registration_id"],
                    reason="x",
                ),
            ]
        )
        done([removed, bust])
        assert not isinstance(cancelled, Exception) or getattr(cancelled, "code", cancelled) == (
            "already_cancelled"
        )
        outs = Elimination.objects.filter(entry__tournament_id=t, undone_at__isnull=True)
        assert sorted(outs.values_list("entry_id", flat=True)) == sorted([minor.pk, busted.pk])
        assert Field.objects.get(pk=t).players_left == 6
        assert Registration.objects.get(pk=made["registration_id"]).state == "cancelled"
        price = Tournament.objects.get(pk=other).price_cents
        assert wallet_balance(minor.player_id, unit="BRL") == price
        assert Exclusion.objects.filter(player_id=minor.player_id, kind="identity").count() == 1
        cast.books_balance()
