"""Who pays in or withdraws by the bank is told what becomes of it: on the own page, and by mail, without a word of the house's reasons."""

from __future__ import annotations

import pytest

from access import moment
from config import readers
from dispatch.readers import begin
from payouts.commands.hold_pay_in import hold_pay_in
from payouts.commands.pay_withdrawal import pay_withdrawal
from payouts.commands.refuse_pay_in import refuse_pay_in
from payouts.commands.refuse_withdrawal import refuse_withdrawal
from payouts.commands.return_withdrawal import return_withdrawal
from payouts.commands.send_back_pay_in import send_back_pay_in
from payouts.commands.take_back_pay_in import take_back_pay_in
from people.models import User
from tests import cast
from tests.payouts.bank import confirm, open_house, pay_in, withdrawal
from tests.web.player.test_cash_tables import browser, page_of
from tests.web.player.test_session_notices import told
from tournaments.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-T.21")]


@pytest.fixture
def house(monkeypatch, settings):
    settings.PUBLIC_URL = "https://room.example"
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    begin(readers.house_notices_reader())
    house = open_house()
    house.deposit(house.caio.player_id, 10_000)
    User.objects.filter(pk=house.caio.user_id).update(language="pt-br", email_confirmed_at=cast.DRAFTED)
    return house


def test_each_end_is_told_once_with_amount_and_reference(house):
    one, two, three = (pay_in(house) for _ in range(3))
    assert told() == {}  # who asks knows it
    confirm(house, one, 9_900)
    [(subject, body)] = told().values()
    assert subject == f"Clube: Chegaram R$ 99,00 do seu depósito {one.reference}"
    assert "Está no seu saldo." in body and "https://room.example/me/money/" in body
    cast.say(refuse_pay_in, by=house.desi, pay_in_id=two.pk, reason="Nome que não é seu")
    [(subject, body)] = told().values()
    assert subject == f"Clube: Seu depósito {two.reference} de R$ 100,00 foi recusado"
    assert "Nome que" not in body and "está na sua página" in body
    cast.say(hold_pay_in, by=house.desi, pay_in_id=three.pk, amount_cents=10_000, reason="Limite")
    [(subject, _body)] = told().values()
    assert "não podem ser aceitos" in subject
    cast.say(send_back_pay_in, by=house.desi, pay_in_id=three.pk, bank_note="E2")
    [(subject, _body)] = told().values()
    assert "foram devolvidos" in subject
    gone = pay_in(house)
    cast.say(take_back_pay_in, by=house.caio, pay_in_id=gone.pk)
    assert told() == {}
    # all of it on the own page, which leads to the money
    page = page_of(browser(house.caio), "/me/")
    assert f"Chegaram R$ 99,00 do seu depósito {one.reference}" in page
    assert Notice.objects.filter(player_id=house.caio.player_id, kind="money").count() == 4


def test_a_withdrawal_is_told_when_it_is_paid_refused_and_sent_back(house):
    one, two = withdrawal(house, 2_000), withdrawal(house, 3_000)
    assert told() == {}
    cast.say(pay_withdrawal, by=house.desi, withdrawal_id=one.pk, bank_note="E1")
    [(subject, body)] = told().values()
    assert subject == f"Clube: Seu saque {one.reference} de R$ 20,00 foi pago" and "caio@" not in body
    cast.say(return_withdrawal, by=house.desi, withdrawal_id=one.pk, reason="Conta encerrada")
    [(subject, body)] = told().values()
    assert subject == f"Clube: Seu saque {one.reference} de R$ 20,00 voltou do banco"
    assert "voltou ao seu saldo" in body and "encerrada" not in body
    cast.say(refuse_withdrawal, by=house.desi, withdrawal_id=two.pk, reason="Chave errada")
    [(subject, _body)] = told().values()
    assert subject == f"Clube: Seu saque {two.reference} de R$ 30,00 foi recusado"
