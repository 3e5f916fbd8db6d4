"""What the desk writes beside a deposit is never taken for what the books call an entry."""

from __future__ import annotations

import pytest

from ledger.commands.deposit import deposit
from ledger.commands.withdraw import withdraw
from ledger.queries import statement, wallet_balance
from tests import cast
from tournaments.commands.cancel_registration import cancel_registration

pytestmark = pytest.mark.django_db


def test_cancelling_an_entry_leaves_what_was_handed_out_at_the_counter() -> None:
    house = cast.house()
    t = house.registering()
    player = house.player()
    counter = {"venue_id": house.venue_id, "player_id": player, "unit": "BRL", "method": "cash"}
    cast.say(deposit, by=house.desi, amount_cents=1_000_00, **counter)
    made = house.enter(t, player)
    # the desk notes the entry the money is about, as anybody would
    cast.say(withdraw, by=house.desi, amount_cents=400_00, reference=f"entry:{made['entry_id']}", **counter)
    cast.say(deposit, by=house.desi, amount_cents=50_00, reference=f"entry:{made['entry_id']}", **counter)
    assert wallet_balance(player, unit="BRL") == 650_00
    done = cast.say(
        cancel_registration, by=house.ana, registration_id=made["registration_id"], reason="doente"
    )
    assert wallet_balance(player, unit="BRL") == 650_00 + done["refund_cents"]
    assert statement(player, unit="BRL").balance_cents == 650_00 + done["refund_cents"]
    cast.books_balance()


def test_no_money_for_somebody_whose_file_is_erased() -> None:
    from people.commands.anonymise_player import anonymise_player

    house = cast.house()
    player = house.player()
    cast.say(anonymise_player, by=house.olga, player_id=player, venue_id=house.venue_id)
    with cast.refused("player_anonymised"):
        cast.say(
            deposit,
            by=house.desi,
            venue_id=house.venue_id,
            player_id=player,
            unit="BRL",
            amount_cents=10_00,
            method="cash",
        )
