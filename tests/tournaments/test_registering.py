from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from ledger.queries import tournament_money, wallet_balance
from tests import cast
from tournaments.commands.register_player import register_player
from tournaments.models import Entry, Registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def register(house: cast.House, tournament_id: int, player_id: int, **more: Any) -> dict[str, Any]:
    arguments = {"by": house.desi, "method": "cash", "terms_version": "1", "paid": True, **more}
    return cast.say(register_player, tournament_id=tournament_id, player_id=player_id, **arguments)


@pytest.mark.rule("SCPT.L", "CASES split-1", "SCPT.D")
def test_a_paid_entry_is_split_to_the_cent(house: cast.House) -> None:
    t = house.registering()
    made = house.enter(t)
    money = tournament_money(t)
    assert made["receipt"].startswith(f"E{t}-") and made["seat"] is None and made["waiting"] is False
    assert (money.prize_pool_cents, money.house_cents) == (32_850, 9_450)
    assert (money.staff_fund_cents, money.ranking_fund_cents) == (1_350, 1_350)
    assert money.taken_cents == {"cash": 45_000} and money.surcharge_cents == 0
    assert wallet_balance(made["player_id"], unit="BRL") == 0
    entry = Entry.objects.get(pk=made["entry_id"])
    assert (entry.state, entry.ordinal, entry.price_cents) == ("registered", 1, 45_000)
    cast.books_balance()
