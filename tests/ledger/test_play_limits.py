"""Limits on what is paid in and on what is lost, by the books."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ledger.commands.deposit import deposit
from ledger.commands.withdraw import withdraw
from ledger.queries import check_play_limits, use_of_limits, wallet_balance
from people.commands.set_play_limit import set_play_limit
from rules.refusals import Refused
from tests import cast
from tests.ledger.conftest import VENUE, Books
from tests.people.conftest import AT, Cast, make_cast

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def people(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def books(people: Cast) -> Books:
    return Books()


def limit(people, kind, cents, *, at=AT, period="day"):
    cast.say(
        set_play_limit, by=people.caio, at=at, player_id=people.caio_player, kind=kind, period=period,
        unit="BRL", amount_cents=cents,
    )  # fmt: skip


def pay_in(people, cents, *, at=AT):
    return cast.say(
        deposit, by=people.dina, at=at, venue_id=VENUE, player_id=people.caio_player, unit="BRL",
        amount_cents=cents, method="cash",
    )  # fmt: skip


def used(people, kind, *, at=AT, period="day"):
    uses = use_of_limits(people.caio_player, unit="BRL", at=at, at_tables={})
    return next(one for one in uses if (one.kind, one.period) == (kind, period))


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_a_deposit_is_taken_to_the_limit_and_not_beyond(people, books):
    limit(people, "deposit", 10_000)
    pay_in(people, 6_000)
    with cast.refused("deposit_limit_reached", rule="PT-T.21") as caught:
        pay_in(people, 4_001)
    assert caught.value.params["left_cents"] == 4_000
    # what is paid out makes no room: a deposit was a deposit
    cast.say(withdraw, by=people.dina, at=AT, venue_id=VENUE, player_id=people.caio_player, unit="BRL",
             amount_cents=1_000, method="cash")  # fmt: skip
    with cast.refused("deposit_limit_reached"):
        pay_in(people, 4_001)
    pay_in(people, 4_000, at=AT + HOUR)
    assert (used(people, "deposit", at=AT + HOUR).used_cents, wallet_balance(people.caio_player, unit="BRL")) == (
        10_000, 9_000,
    )  # fmt: skip
    # the first of it counts for a day, and not longer
    assert used(people, "deposit", at=AT + HOUR).frees_at == AT + DAY
    pay_in(people, 6_000, at=AT + DAY + timedelta(seconds=1))


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_a_higher_deposit_limit_waits_and_a_lower_one_does_not(people, books):
    limit(people, "deposit", 5_000)
    limit(people, "deposit", 9_000, at=AT + HOUR)
    waiting = used(people, "deposit", at=AT + 2 * HOUR)
    assert (waiting.limit_cents, waiting.coming.amount_cents) == (5_000, 9_000)
    assert waiting.coming.applies_from == AT + HOUR + DAY
    with cast.refused("deposit_limit_reached"):
        pay_in(people, 5_001, at=AT + 2 * HOUR)
    # the clock is past it: 9,000
    pay_in(people, 9_000, at=AT + HOUR + DAY)
    # lower at once, below what came in already: nothing more comes in
    limit(people, "deposit", 1_000, at=AT + 2 * DAY)
    with cast.refused("deposit_limit_reached"):
        pay_in(people, 1, at=AT + 2 * DAY)


@pytest.mark.rule("PT-T.21", "PT-T.22")
def test_a_loss_is_what_was_paid_less_what_was_won(people, books):
    wallet = books.wallet(people.caio_player)
    books.move(books.cash, wallet, 100_000, kind="deposit")
    limit(people, "loss", 10_000)
    books.move(wallet, books.pool, 8_000, kind="entry", at=AT)
    check_play_limits(people.caio_player, unit="BRL", price_cents=2_000, at=AT)
    with pytest.raises(Refused) as caught:
        check_play_limits(people.caio_player, unit="BRL", price_cents=2_001, at=AT)
    assert caught.value.code == "play_limit_reached" and "loss limit" in caught.value.sentence
    books.move(books.pool, wallet, 5_000, kind="prize", at=AT)
    assert (used(people, "loss").used_cents, used(people, "spend").used_cents) == (3_000, 8_000)
    check_play_limits(people.caio_player, unit="BRL", price_cents=7_000, at=AT)
    # a deposit is neither a gain nor a loss, and neither is what is paid out
    books.move(wallet, books.cash, 20_000, kind="withdrawal", at=AT)
    assert used(people, "loss").used_cents == 3_000
    # a day later nothing of it counts
    assert used(people, "loss", at=AT + DAY + HOUR).used_cents == 0
    assert used(people, "loss", at=AT + DAY + HOUR, period="week").used_cents == 3_000


@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_of_two_deposits_at_two_desks_one_finds_the_limit_used_and_of_two_changes_the_stricter_holds():
    house = cast.house()
    player = house.caio.player_id

    def set_to(cents):
        return lambda: cast.say(
            set_play_limit, by=house.caio, player_id=player, kind="deposit", period="day", unit="BRL",
            amount_cents=cents,
        )  # fmt: skip

    def pay(cents):
        return lambda: cast.say(
            deposit, by=house.desi, venue_id=house.venue_id, player_id=player, unit="BRL", amount_cents=cents,
            method="cash",
        )  # fmt: skip

    set_to(10_000)()
    found = cast.together([pay(6_000), pay(6_000)])
    assert sorted(getattr(one, "code", "") for one in found) == ["", "deposit_limit_reached"]
    assert wallet_balance(player, unit="BRL") == 6_000
    # raised and lowered at once, whoever is first: the lower one holds now
    cast.together([set_to(50_000), set_to(7_000)])
    holds = [
        one for one in use_of_limits(player, unit="BRL", at=cast.START, at_tables={}) if one.kind == "deposit"
    ]
    assert holds[0].limit_cents == 7_000
    cast.books_balance()
