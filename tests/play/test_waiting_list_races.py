"""Two at the same instant at a full cash table: a seat is offered once, and taken once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dispatch.facts import SYSTEM
from ledger.models import Transfer
from play.commands.buy_in import buy_in
from play.commands.expire_offer import expire_offer
from play.commands.join_waiting_list import join_waiting_list
from play.commands.leave import leave
from play.commands.leave_waiting_list import leave_waiting_list
from play.models import WaitingPlace
from tests import cast
from tests.play.cash import known, open_cash
from tests.play.test_cash_races import asks, outcomes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("PT-H.6", "PT-H.9")]


@pytest.fixture
def full():
    table = open_cash(seats=2)
    for seat in (1, 2):
        table.sit(seat)
    return table


def waits(table, name):
    person = known(table.house, name, cents=5_000)
    table.say(join_waiting_list, person)
    return person


def seated(table):
    return {one["player_id"] for one in table.row.seats}


def bought_in(person):
    return Transfer.objects.filter(kind="table_buy_in", debit_account__player_id=person.player_id).count()


@pytest.mark.parametrize("n", range(4))
def test_an_offer_ends_at_the_instant_at_which_it_is_taken(full, n):
    rui, ines = waits(full, "Rui"), waits(full, "Ines")
    full.leave(1)
    place = WaitingPlace.objects.get(player_id=rui.player_id)
    until = place.offered_until
    full.now = until - timedelta(milliseconds=1)  # in time, and heard when the clock has come
    takes = asks(buy_in, full, rui, seat=1, cents=5_000)
    ends = lambda: cast.asked(  # noqa: E731
        expire_offer,
        by=SYSTEM,
        at=until + timedelta(milliseconds=50),
        table_id=full.table_id,
        place_id=place.pk,
    )
    done, refused = outcomes(cast.together([takes, ends, ends] if n % 2 else [ends, ends, takes]))
    place.refresh_from_db()
    hers = WaitingPlace.objects.get(player_id=ines.player_id)
    assert len(done) == 1
    if place.outcome == "seated":
        assert refused == ["not_waiting"] * 2 and hers.offered_until is None
    else:
        assert place.outcome == "missed" and sorted(refused) == ["not_waiting", "others_wait"]
        assert hers.offered_until == until + timedelta(milliseconds=50, seconds=30)
    took = place.outcome == "seated"
    assert (rui.player_id in seated(full), bought_in(rui)) == (took, int(took))
    full.check()


def test_two_are_offered_seats_and_want_the_same_one(full):
    rui, ines = waits(full, "Rui"), waits(full, "Ines")
    full.leave(1)
    full.leave(2)
    done, refused = outcomes(
        cast.together([asks(buy_in, full, one, seat=1, cents=5_000) for one in (rui, ines)])
    )
    assert len(done) == 1 and refused == ["seat_taken"]
    # the other one's offer stands: the second seat is kept
    other = ines if rui.player_id in seated(full) else rui
    full.buy_in(other, seat=2, cents=5_000)
    assert seated(full) == {rui.player_id, ines.player_id} and full.escrow() == 10_000
    full.check()


def test_one_takes_the_seat_on_two_devices(full):
    rui = waits(full, "Rui")
    full.leave(1)
    done, refused = outcomes(cast.together([asks(buy_in, full, rui, seat=1, cents=2_500)] * 3))
    assert len(done) == 1 and refused == ["already_at_table"] * 2
    assert bought_in(rui) == 1 and full.escrow() == 12_500
    full.check()


def test_one_joins_on_two_devices_and_several_at_once(full):
    people = [known(full.house, name, cents=5_000) for name in ("Rui", "Ines", "Eva")]
    done, refused = outcomes(
        cast.together([asks(join_waiting_list, full, one) for one in [*people, people[0]]])
    )
    assert len(done) == 3 and refused == ["already_waiting"]
    assert sorted(one.result["waiting"] for one in done) == [1, 2, 3]


def test_who_looks_on_does_not_slip_into_a_seat_that_becomes_free(full):
    rui, eva = waits(full, "Rui"), known(full.house, "Eva", cents=5_000)
    _done, refused = outcomes(
        cast.together([asks(leave, full, full.people[1]), asks(buy_in, full, eva, seat=1, cents=5_000)])
    )
    assert refused in (["seat_taken"], ["others_wait"])
    assert WaitingPlace.objects.get(player_id=rui.player_id).offered_until is not None
    full.check()


def test_one_gives_up_and_takes_the_seat_at_once(full):
    rui = waits(full, "Rui")
    full.leave(1)
    done, refused = outcomes(
        cast.together([asks(leave_waiting_list, full, rui), asks(buy_in, full, rui, seat=1, cents=5_000)])
    )
    # who gave up first finds the seat free, and sits down all the same
    assert rui.player_id in seated(full) and bought_in(rui) == 1
    assert (len(done), refused) in ((2, []), (1, ["not_waiting"]))
    full.check()
