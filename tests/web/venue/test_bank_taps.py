"""Every button of the bank's pages tapped twice, and every amount that a hand can type: one effect, or none."""

from __future__ import annotations

from typing import Any

import pytest

from access import moment
from payouts.commands.hold_pay_in import hold_pay_in
from payouts.models import PayIn, UnclaimedMoney, Withdrawal
from tests import cast
from tests.payouts.bank import adds_up, balance, confirm, open_house, pay_in, set_aside, withdrawal
from tests.web.director.test_director import as_
from tests.web.public.test_days import fresh

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-T.21")]

AMOUNTS = [
    "0",
    "0.00",
    "-1",
    "-0.01",
    "0.001",
    "1.2.3",
    "1e3",
    "ten",
    "١٠",
    "9" * 15,
    "9" * 40,
    "NaN",
    "Infinity",
    "'",
    "10;20",
]


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> cast.House:
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    house = open_house()
    house.deposit(house.caio.player_id, 50_000)
    return house


def where(house: cast.House, what: str = "") -> str:
    return f"/director/venues/{house.venue_id}/bank/{what}"


def twice(client: Any, address: str, **form: Any) -> None:
    """The same form, sent again: a double tap, or the browser's own repetition."""
    given = fresh(**form)
    first = client.post(address, given)
    assert first.status_code == 302, first.content.decode()[:2000]
    with cast.unchanged():
        second = client.post(address, given)
    assert (second.status_code, second["Location"]) == (302, first["Location"])


def test_each_button_of_the_player_does_once_what_it_says(house: cast.House) -> None:
    phone = as_(house.caio)
    phone.get("/me/money/")
    twice(phone, "/me/money/pay-in/", amount="100.00", how=f"{house.venue_id}:pix")
    twice(phone, f"/me/pay-ins/{PayIn.objects.get().pk}/take-back/")
    ask = {"amount": "60.00", "destination": "caio@example.com", "house": house.venue_id}
    twice(phone, "/me/money/withdraw/", **ask)
    assert (balance(house), set_aside(house)) == (44_000, 6_000)
    twice(phone, f"/me/withdrawals/{Withdrawal.objects.get().pk}/take-back/")
    assert (balance(house), set_aside(house), PayIn.objects.get().state) == (50_000, 0, "taken_back")
    adds_up()


def test_each_button_of_the_house_does_once_what_it_says(house: cast.House) -> None:
    desk, owner = as_(house.desi), as_(house.olga)
    for client in (desk, owner):
        client.get(where(house))
    one, two, three = pay_in(house), pay_in(house), pay_in(house)
    at = where(house, f"pay-ins/{one.pk}/")
    twice(desk, at, what="confirm", amount="100.00", bank_note="E1")
    twice(desk, at, what="hold", amount="5.00", agreed="500", reason="Pagou duas vezes", again="1")
    twice(owner, at, what="correct", amount="90.00", agreed="9000", reason="Noventa")
    twice(desk, where(house, f"pay-ins/{two.pk}/"), what="refuse", reason="Nada chegou")
    twice(desk, where(house, f"pay-ins/{three.pk}/"), what="hold", amount="100.00", reason="Limite")
    twice(desk, where(house, f"pay-ins/{three.pk}/"), what="send_back", bank_note="E2")
    assert (balance(house), set_aside(house), PayIn.objects.count()) == (59_000, 500, 4)
    at = where(house, f"withdrawals/{withdrawal(house).pk}/")
    for what, form in (
        ("begin", {}),
        ("leave", {}),
        ("begin", {}),
        ("pay", {"bank_note": "E3"}),
        ("return", {"reason": "O banco devolveu"}),
    ):
        twice(desk, at, what=what, **form)
    twice(desk, where(house, f"withdrawals/{withdrawal(house).pk}/"), what="refuse", reason="Chave errada")
    assert (balance(house), set_aside(house)) == (59_000, 500)
    twice(desk, where(house), what="note", amount="7.00", bank_note="TED 1")
    twice(desk, where(house), what="note", amount="3.00", bank_note="TED 2")
    first, second = UnclaimedMoney.objects.order_by("id")
    twice(desk, where(house, f"unclaimed/{first.pk}/"), what="match", player_id=house.caio.player_id)
    twice(desk, where(house, f"unclaimed/{second.pk}/"), what="send_back", reason="Devolvido")
    assert (balance(house), set_aside(house)) == (59_700, 500)
    adds_up()


@pytest.mark.parametrize("amount", AMOUNTS)
def test_what_is_no_amount_moves_nothing_anywhere(house: cast.House, amount: str) -> None:
    phone, desk, owner = as_(house.caio), as_(house.desi), as_(house.olga)
    done, waits, held = pay_in(house), pay_in(house), pay_in(house)
    confirm(house, done)
    cast.say(hold_pay_in, by=house.desi, pay_in_id=held.pk, amount_cents=10_000, reason="Limite")
    for client, address in ((phone, "/me/money/"), (desk, where(house)), (owner, where(house))):
        client.get(address)
    forms: list[tuple[Any, str, dict[str, Any]]] = [
        (phone, "/me/money/pay-in/", {"how": f"{house.venue_id}:pix"}),
        (phone, "/me/money/withdraw/", {"destination": "caio@example.com", "house": house.venue_id}),
        (desk, where(house, f"pay-ins/{waits.pk}/"), {"what": "confirm"}),
        (desk, where(house, f"pay-ins/{waits.pk}/"), {"what": "hold", "reason": "Limite"}),
        (desk, where(house, f"pay-ins/{held.pk}/"), {"what": "confirm"}),
        (desk, where(house), {"what": "note", "bank_note": "TED 1"}),
    ]
    if amount not in ("0", "0.00"):  # that nothing came is an amount there
        forms.append(
            (owner, where(house, f"pay-ins/{done.pk}/"), {"what": "correct", "reason": "Outro valor"})
        )
    for client, address, form in forms:
        with cast.unchanged():
            answer = client.post(address, fresh(amount=amount, **form))
        assert answer.status_code == 409, (address, form)
    adds_up()
