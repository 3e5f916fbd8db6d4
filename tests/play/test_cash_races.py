"""Two at the same instant at a cash table: money comes and goes once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dispatch.facts import Done
from ledger.models import Transfer
from ledger.queries import wallet_balance
from play.commands.buy_in import buy_in
from play.commands.close_table import close_table
from play.commands.leave import leave
from play.commands.top_up import top_up
from rules.refusals import Refused
from tests import cast
from tests.play.cash import house as cash_house
from tests.play.cash import known, open_cash
from tournaments.commands.record_payment import record_payment
from tournaments.commands.register_player import register_player

pytestmark = pytest.mark.django_db(transaction=True)


def outcomes(answers):
    done = [one for one in answers if isinstance(one, Done)]
    refused = [one for one in answers if isinstance(one, Refused)]
    assert len(done) + len(refused) == len(answers), answers
    return done, [one.code for one in refused]


def asks(command, table, person, **more):
    return lambda: cast.asked(
        command, by=person, at=table.now, table_id=table.table_id, player_id=person.player_id, **more
    )


@pytest.mark.rule("PT-H.10")
def test_two_leaves_at_once_bring_the_stack_home_once():
    table = open_cash()
    person = table.sit(1)
    done, refused = outcomes(cast.together([asks(leave, table, person)] * 3))
    assert len(done) == 1 and refused == ["not_at_table"] * 2
    assert (table.wallet(1), table.escrow()) == (20_000, 0)
    assert Transfer.objects.filter(kind="table_cash_out").count() == 1
    table.check()


def test_two_players_leave_at_once_and_the_house_closes_the_table():
    table = open_cash()
    people = [table.sit(seat) for seat in (1, 2, 3)]
    closing = lambda: cast.asked(close_table, by=table.house.ana, at=table.now, table_id=table.table_id)  # noqa: E731
    answers = cast.together([*(asks(leave, table, one) for one in people), closing])
    _done, refused = outcomes(answers)
    assert set(refused) <= {"not_at_table", "table_closed"}
    assert [table.wallet(seat) for seat in (1, 2, 3)] == [20_000] * 3 and table.escrow() == 0
    table.check()


def test_one_balance_sits_down_at_one_of_two_tables():
    home = cash_house()
    first, second = open_cash(home), open_cash(home)
    person = known(home, "Rui", cents=5_000)
    done, refused = outcomes(
        cast.together([asks(buy_in, table, person, seat=1, cents=3_000) for table in (first, second)])
    )
    assert len(done) == 1 and refused == ["insufficient_funds"]
    assert first.escrow() + second.escrow() == 3_000
    first.check()


def test_the_same_request_twice_brings_money_once():
    table = open_cash()
    person = known(table.house, "Rui", cents=10_000)
    number = cast.new_id()
    answers = cast.together([asks(buy_in, table, person, seat=1, cents=4_000, command_id=number)] * 3)
    assert sorted(one.replayed for one in answers) == [False, True, True]
    assert table.escrow() == 4_000
    table.people[1] = person
    number = cast.new_id()
    cast.together([asks(top_up, table, person, cents=1_000, command_id=number)] * 3)
    assert (table.escrow(), table.wallet(1)) == (5_000, 5_000)
    table.check()


def test_one_seat_is_bought_once():
    table = open_cash()
    people = [known(table.house, name, cents=5_000) for name in ("Rui", "Ines", "Tiago")]
    done, refused = outcomes(cast.together([asks(buy_in, table, one, seat=4, cents=2_000) for one in people]))
    assert len(done) == 1 and refused == ["seat_taken"] * 2
    assert table.escrow() == 2_000
    table.check()


def test_a_fold_that_ends_the_hand_and_a_leave_at_one_instant():
    table = open_cash()
    for seat in (1, 2):
        table.sit(seat)
    table.deal()
    seat = table.to_act
    other = 3 - seat
    table.now = table.row.from_at + timedelta(seconds=1)
    folds = lambda: table.act("fold")  # noqa: E731
    outcomes(
        [
            one
            for one in cast.together([folds, asks(leave, table, table.people[other])])
            if not isinstance(one, dict)
        ]
    )
    while table.row.stage != "waiting":
        table.due()
    if any(one["seat"] == other for one in table.row.seats):
        table.leave(other)
    table.leave(seat)
    assert table.wallet(seat) == 20_000 - 50 and table.wallet(other) == 20_000 + 50
    assert table.escrow() == 0
    table.check()


@pytest.mark.rule("SCPT.F")
def test_what_is_paid_ahead_while_its_player_sits_down_is_spent_once():
    home = cash_house()
    table = open_cash(home)
    person = known(home, "Rui", cents=5_000)
    tournament = home.registering("turbo-8max", starts_at=cast.after(days=3))
    made = cast.say(
        register_player, by=home.desi, tournament_id=tournament, player_id=person.player_id, method="cash",
        terms_version="1",
    )  # fmt: skip
    number = made["registration_id"]
    noting = lambda: cast.asked(record_payment, by=home.desi, registration_id=number, method="cash")  # noqa: E731
    bringing = asks(buy_in, table, person, seat=1, cents=10_000)
    done, refused = outcomes(cast.together([bringing, noting, bringing]))
    # whichever comes first: the 120.00 are the entry's, and 50.00 do not bring 100.00
    assert len(done) == 1 and set(refused) <= {"entry_paid", "insufficient_funds"}
    assert (wallet_balance(person.player_id, unit="BRL"), table.escrow()) == (17_000, 0)
    # two devices, and room for one of them
    other = open_cash(home)
    done, refused = outcomes(
        cast.together([asks(buy_in, one, person, seat=1, cents=4_000) for one in (table, other)])
    )
    assert len(done) == 1 and refused == ["entry_paid"]
    assert (wallet_balance(person.player_id, unit="BRL"), table.escrow() + other.escrow()) == (13_000, 4_000)
    table.check()
