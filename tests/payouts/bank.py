"""A house at which players ask on the phone, and what its people do with what they ask."""

from __future__ import annotations

from typing import Any

from ledger.queries import wallet_balance
from payouts.commands.ask_pay_in import ask_pay_in
from payouts.commands.ask_withdrawal import ask_withdrawal
from payouts.commands.confirm_pay_in import confirm_pay_in
from payouts.models import PayIn, Withdrawal
from payouts.queries.withdrawals import set_aside_differences
from people.models import Player
from rules.accounts import AccountKind
from tests import cast
from tournaments.commands.update_venue import update_venue

PIX = {"pix_key": "12.345.678/0001-95", "pix_receiver": "Clube", "pix_city": "Florianopolis"}
ACCOUNT = "Banco 001\nag. 1234-5, conta 98765-0\nClube de Poker Ltda."


def open_house(*, currency: str = "BRL", **changes: Any) -> cast.House:
    """Players ask on the phone; Caio's document is checked."""
    house = cast.house(currency=currency)
    pix = PIX if currency == "BRL" else {}
    cast.say(
        update_venue,
        by=house.olga,
        venue_id=house.venue_id,
        changes={"phone_money": True, "bank_account": ACCOUNT, **pix, **changes},
    )
    know(house, house.caio)
    return house


def know(house: cast.House, person: cast.Person) -> None:
    """This person's document was seen."""
    Player.objects.filter(pk=person.player_id).update(
        id_checked_at=cast.DRAFTED, id_checked_by_id=house.desi.user_id
    )


def pay_in(house: cast.House, cents: int = 10_000, *, by: Any = None, **more: Any) -> PayIn:
    """Caio asks to pay in."""
    who = by or house.caio
    asked = {"venue_id": house.venue_id, "player_id": who.player_id, "method": "pix", **more}
    return PayIn.objects.get(pk=cast.say(ask_pay_in, by=who, amount_cents=cents, **asked)["pay_in_id"])


def confirm(house: cast.House, one: PayIn, cents: int = 10_000, **more: Any) -> dict[str, Any]:
    """Desi says that it came."""
    return cast.say(confirm_pay_in, **{"by": house.desi, "pay_in_id": one.pk, "amount_cents": cents, **more})


def withdrawal(house: cast.House, cents: int = 6_000, **more: Any) -> Withdrawal:
    """Caio asks to be paid."""
    asked = {
        "by": house.caio,
        "venue_id": house.venue_id,
        "player_id": house.caio.player_id,
        "destination": "caio@example.com",
        **more,
    }
    return Withdrawal.objects.get(pk=cast.say(ask_withdrawal, amount_cents=cents, **asked)["withdrawal_id"])


def balance(house: cast.House) -> int:
    """What Caio has."""
    assert house.caio.player_id is not None
    return wallet_balance(house.caio.player_id, unit=house.currency)


def set_aside(house: cast.House) -> int:
    """What the house holds for players outside their balances."""
    from ledger.models import Account

    found = Account.objects.filter(kind=AccountKind.SET_ASIDE, venue_id=house.venue_id).first()
    return 0 if found is None else int(found.balance_cents or 0)


def adds_up() -> None:
    """The books, and what is set aside."""
    cast.books_balance()
    assert set_aside_differences() == ()
