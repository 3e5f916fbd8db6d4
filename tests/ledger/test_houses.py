"""What one house may not do to the books of another, nor to its own in another currency."""

from __future__ import annotations

import pytest

from ledger.commands.adjust import adjust
from ledger.commands.deposit import deposit
from ledger.commands.withdraw import withdraw
from ledger.operations import account
from ledger.queries import tournament_money, wallet_balance
from rules.accounts import AccountKind
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.mark.rule("PT-T.21")
def test_money_comes_and_goes_in_the_currency_of_the_books(house: cast.House) -> None:
    """Euros that a house of reais took stood in a drawer that no page of it shows."""
    [player] = house.players(1)
    over = {"by": house.desi, "venue_id": house.venue_id, "player_id": player, "method": "cash"}
    house.deposit(player, 500)
    with cast.refused("other_currency") as no:
        cast.say(deposit, **over, unit="EUR", amount_cents=1_000)
    assert no.value.params == {"books": "BRL", "field": "unit"}
    # a balance in euros, of another house, is not paid out of this one's drawer
    abroad = cast.house(currency="EUR")
    abroad.deposit(player, 1_000)
    with cast.refused("other_currency"):
        cast.say(withdraw, **over, unit="EUR", amount_cents=1_000)
    cast.say(deposit, **over, unit="BRL", amount_cents=1_000)
    cast.say(withdraw, **over, unit="BRL", amount_cents=1_500)
    assert (wallet_balance(player, unit="BRL"), wallet_balance(player, unit="EUR")) == (0, 1_000)
    cast.books_balance()


def test_a_correction_is_booked_to_no_tournament_of_another_house(house: cast.House) -> None:
    other = cast.house(name="Outro")
    theirs, mine = other.registering("turbo-8max"), house.registering("turbo-8max")
    [player] = house.players(1)
    house.deposit(player, 500)
    fix = {
        "by": house.olga,
        "venue_id": house.venue_id,
        "debit_account_id": account(AccountKind.PLAYER, unit="BRL", player_id=player),
        "credit_account_id": account(AccountKind.ADJUSTMENT, unit="BRL", venue_id=house.venue_id),
        "unit": "BRL",
        "amount_cents": 500,
        "reason": "Troco errado",
    }
    for number in (theirs, 10**9):
        with cast.refused("not_found"):
            cast.say(adjust, **fix, tournament_id=number)
    cast.say(adjust, **fix, tournament_id=mine)
    assert (tournament_money(theirs).from_balance_cents, tournament_money(mine).from_balance_cents) == (
        0,
        500,
    )
    cast.books_balance()


@pytest.fixture
def house() -> cast.House:
    return cast.house()
