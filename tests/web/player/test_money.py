"""Paying in and withdrawing on the phone: the reference, the code, how it stands, and what may not be asked for."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils.translation import override

from access import moment
from payouts.commands.pay_withdrawal import pay_withdrawal
from payouts.commands.refuse_pay_in import refuse_pay_in
from payouts.commands.take_up_withdrawal import take_up_withdrawal
from payouts.models import PayIn, Withdrawal
from people.commands.exclude_player import exclude_player
from people.commands.exclude_self import exclude_self
from people.commands.set_play_limit import set_play_limit
from people.models import Player
from tests import cast
from tests.payouts.bank import adds_up, balance, confirm, open_house, pay_in, set_aside, withdrawal
from tests.web.director.test_director import as_
from tests.web.public.test_days import fresh
from tournaments.commands.update_venue import update_venue
from web.templatetags.shuffle import day

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(monkeypatch):
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    return open_house()


def said(answer):
    return re.sub(r"\s+", " ", unescape(answer.content.decode())).replace("\xa0", " ")


def shown(person, address="/me/money/"):
    return said(as_(person).get(address))


def until(one):
    with override("en"):
        return day(one.open_until, "America/Sao_Paulo")


def how(house, method="pix"):
    return f"{house.venue_id}:{method}"


@pytest.mark.rule("PT-T.21", "PT-T.22")
def test_a_player_asks_pays_by_pix_and_sees_it_come(house):
    assert 'href="/me/money/"' in shown(house.caio, "/me/")
    phone = as_(house.caio)
    asks = fresh(amount="120.50", how=how(house))
    page = said(phone.post("/me/money/pay-in/", asks, follow=True))
    one = PayIn.objects.get()
    assert (one.amount_cents, one.method, one.player_id) == (12_050, "pix", house.caio.player_id)
    # a second tap asks for nothing more
    assert said(phone.post("/me/money/pay-in/", asks, follow=True)).count(one.reference) == page.count(
        one.reference
    )
    assert PayIn.objects.count() == 1
    assert f"Deposit {one.reference}" in page and "Pay R$120.50 to Clube." in page
    code = re.search(r'id="pix-code" value="([^"]+)"', page)[1]
    assert f"0507{one.reference}" in code and "5406120.50" in code
    assert f"Waits for the money until {until(one)}" in page
    waits = shown(house.caio)
    assert "Pending" in waits and f"/me/pay-ins/{one.pk}/" in waits
    confirm(house, one, 12_050, bank_note="E77")
    page = shown(house.caio, f"/me/pay-ins/{one.pk}/")
    assert "Received" in page and "by Desi" in page and "pix-code" not in page and "take-back" not in page
    # the statement has it with its reference, and so has the receipt
    assert f"{one.reference} E77" in shown(house.caio, "/me/")
    one.refresh_from_db()
    assert f"{one.reference} E77" in shown(house.caio, f"/me/movements/{one.deposit_id}/")
    assert shown(house.dora, f"/me/pay-ins/{one.pk}/").count(one.reference) == 0


def test_a_transfer_shows_the_account_and_is_taken_back(house):
    phone = as_(house.caio)
    page = said(phone.post("/me/money/pay-in/", fresh(amount="30", how=how(house, "bank")), follow=True))
    one = PayIn.objects.get()
    assert "Transfer R$30.00 to this account" in page and "Clube de Poker Ltda." in page
    page = said(phone.post(f"/me/pay-ins/{one.pk}/take-back/", fresh(), follow=True))
    assert "Taken back. If you pay all the same" in page and "Taken back by the player" in page
    page = said(phone.post(f"/me/pay-ins/{one.pk}/take-back/", fresh(), follow=True))
    assert "The player has taken this deposit back." in page
    dora = as_(house.dora)
    dora.get("/me/")
    dora = as_(house.dora)
    dora.get("/me/")
    with cast.unchanged():
        assert dora.post(f"/me/pay-ins/{one.pk}/take-back/", fresh(), follow=True).status_code == 200


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_what_is_wrong_stands_at_its_field_with_what_was_typed(house):
    phone = as_(house.caio)
    cast.say(
        set_play_limit, by=house.caio, player_id=house.caio.player_id, kind="deposit", period="day", unit="BRL",
        amount_cents=10_000,
    )  # fmt: skip
    assert "By your own limit, R$100.00 more may come in now." in shown(house.caio)
    for amount, says in (
        ("0.50", "At least R$1.00 go by the bank."),
        ("", "amount"),
        ("abc", "amount"),
        ("100.01", "Your deposit limit lets R$100.00 more come in within 24 hours."),
    ):
        with cast.unchanged():
            answer = phone.post("/me/money/pay-in/", fresh(amount=amount, how=how(house)))
        assert answer.status_code == 409
        assert says in said(answer) and f'value="{amount}"' in said(answer)
    for choice in (
        "",
        "x:pix",
        "99999:pix",
        f"{house.venue_id}:",
        f"{house.venue_id}:cheque",
        "9" * 30 + ":pix",
    ):
        with cast.unchanged():
            answer = phone.post("/me/money/pay-in/", fresh(amount="10", how=choice))
        assert answer.status_code == 409, choice
    with cast.unchanged():
        answer = phone.post(
            "/me/money/withdraw/", fresh(amount="10", destination="caio@example.com", house=house.venue_id)
        )
    assert answer.status_code == 409
    assert "Your balance is less than that: R$0.00 can be withdrawn." in said(answer)
    assert 'value="caio@example.com"' in said(answer)
    for typed, says in (
        ("", "Where the money goes"),
        ("a" * 141, "Where the money goes"),
        ("a", "Write the whole key, IBAN or account: it has at least 5 characters."),
    ):
        with cast.unchanged():
            answer = phone.post(
                "/me/money/withdraw/", fresh(amount="10", destination=typed, house=house.venue_id)
            )
        assert answer.status_code == 409 and said(answer).count(says) > ("money goes" in says)


@pytest.mark.rule("PT-T.21")
def test_who_may_not_pay_in_yet_reads_what_to_do_in_place_of_the_form(house):
    assert "/me/money/pay-in/" in shown(house.caio)
    page = shown(house.dora)
    assert "The identity document was not shown at the desk yet" in page
    assert "/me/money/pay-in/" not in page and "/me/money/withdraw/" in page
    Player.objects.filter(pk=house.caio.player_id).update(birth_date=cast.OPEN.date() - timedelta(days=6_000))
    page = shown(house.caio)
    assert "Money is paid in from the age of 18." in page and "/me/money/pay-in/" not in page


@pytest.mark.rule("PT-T.21")
def test_a_player_asks_for_a_withdrawal_takes_it_back_and_reads_why_not(house):
    house.deposit(house.caio.player_id, 10_000)
    phone = as_(house.caio)
    assert 'You can withdraw <b class="figures">R$100.00</b>.' in shown(house.caio)
    asks = fresh(amount="60", destination="caio@example.com", house=house.venue_id)
    page = said(phone.post("/me/money/withdraw/", asks, follow=True))
    phone.post("/me/money/withdraw/", asks)
    one = Withdrawal.objects.get()
    assert f"Asked for: {one.reference}." in page and "caio@example.com" in page
    assert 'You can withdraw <b class="figures">R$40.00</b>.' in page
    assert "Withdrawal, set aside" in shown(house.caio, "/me/") and one.reference in shown(house.caio, "/me/")
    page = said(phone.post(f"/me/withdrawals/{one.pk}/take-back/", fresh(), follow=True))
    assert "Taken back: the amount is in your balance again." in page
    assert "Withdrawal, back in the balance" in shown(house.caio, "/me/")
    two = withdrawal(house)
    since = cast.OPEN + timedelta(minutes=42)
    cast.say(take_up_withdrawal, by=house.desi, at=since, withdrawal_id=two.pk, begun=True)
    page = shown(house.caio)
    # since when, and no more when it was asked for
    assert re.search(r"The house is paying it now[^:]* 18:42<", page)
    assert f"/me/withdrawals/{two.pk}/take-back/" not in page
    with cast.unchanged():
        page = said(phone.post(f"/me/withdrawals/{two.pk}/take-back/", fresh(), follow=True))
    assert "The house is paying this withdrawal just now." in page
    cast.say(pay_withdrawal, by=house.desi, withdrawal_id=two.pk, bank_note="E55")
    page = shown(house.caio)
    assert "Paid by the house" in page and "Transfer: E55" in page
    assert balance(house) == 4_000
    adds_up()
    # what is paid has a receipt, as a deposit has; what was taken back, and what is anybody else's, has none
    [receipt] = re.findall(r'href="(/me/movements/[0-9]+/)"', page)
    html = shown(house.caio, receipt)
    assert "Receipt of a withdrawal" in html and "R$60.00" in html and "by Desi" in html
    assert "R$100.00" in html and "R$40.00" in html
    assert as_(house.dora).get(receipt).status_code == 404
    sheet = as_(house.caio).get("/me/statement.csv?unit=BRL").content.decode()
    assert f"Withdrawal, set aside: {two.reference}" in sheet


@pytest.mark.rule("PT-T.21")
def test_who_has_nothing_to_withdraw_reads_so_and_what_is_set_aside(house):
    hidden = re.compile(r"<form [^>]*me/money/withdraw/[^>]* hidden")
    page = shown(house.caio)
    assert "There is nothing to withdraw now." in page and hidden.search(page)
    house.deposit(house.caio.player_id, 6_000)
    page = shown(house.caio)
    assert 'You can withdraw <b class="figures">R$60.00</b>.' in page and not hidden.search(page)
    one = withdrawal(house)
    page = shown(house.caio)
    assert "There is nothing to withdraw now." in page and hidden.search(page)
    assert one.reference in page and "R$60.00" in page
    # who asks all the same, from a page of before, reads why not beside what was typed
    asks = fresh(amount="60", destination="caio@example.com", house=house.venue_id)
    page = said(as_(house.caio).post("/me/money/withdraw/", asks, follow=True))
    assert not hidden.search(page) and 'value="caio@example.com"' in page
    assert Withdrawal.objects.count() == 1


def test_a_refusal_is_read_with_its_reason(house):
    one = pay_in(house)
    cast.say(refuse_pay_in, by=house.desi, pay_in_id=one.pk, reason="Nada chegou até hoje")
    assert "Reason: Nada chegou até hoje" in shown(house.caio)
    assert "Nada chegou até hoje" in shown(house.caio, f"/me/pay-ins/{one.pk}/")


def test_what_ran_out_says_so(house, monkeypatch):
    one = pay_in(house)
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN + timedelta(days=8))
    assert f"Did not come by {until(one)}" in shown(house.caio, f"/me/pay-ins/{one.pk}/")
    assert "pix-code" not in shown(house.caio, f"/me/pay-ins/{one.pk}/")


@pytest.mark.rule("PT-T.21")
def test_who_is_excluded_pays_nothing_in_and_withdraws(house):
    house.deposit(house.caio.player_id, 10_000)
    cast.say(exclude_self, by=house.caio, player_id=house.caio.player_id, until_at=None)
    page = shown(house.caio)
    assert (
        "Withdrawals are possible." in page
        and "/me/money/pay-in/" not in page
        and "/me/money/withdraw/" in page
    )


def test_where_another_house_keeps_one_away_or_this_one_will_money_is_paid_in_here(house):
    other, caio = open_house(), house.caio.player_id
    cast.say(exclude_player, by=other.ana, at=cast.OPEN, player_id=caio, venue_id=other.venue_id, reason="x")
    begins = cast.OPEN + timedelta(days=1)
    here = {"by": house.ana, "at": cast.OPEN, "player_id": caio, "venue_id": house.venue_id, "reason": "x"}
    cast.say(exclude_player, **here, from_at=begins)
    page = shown(house.caio)
    assert "You are kept from playing" not in page and "/me/money/pay-in/" in page
    assert f'value="{how(house)}"' in page and f'value="{how(other)}"' not in page
    as_(house.caio).post("/me/money/pay-in/", fresh(amount="30", how=how(house)))
    assert PayIn.objects.get().venue_id == house.venue_id
    # from its beginning on nothing is
    cast.say(exclude_player, **here)
    page = shown(house.caio)
    assert "You are kept from playing, so nothing is paid in." in page and "/me/money/pay-in/" not in page


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_who_excludes_himself_reads_what_becomes_of_what_is_on_its_way(house):
    house.deposit(house.caio.player_id, 10_000)
    one, two = pay_in(house), withdrawal(house)
    client = as_(house.caio)
    asked = unescape(client.post("/me/away/", fresh(span="30", sure="on")).content.decode())
    assert f"Deposit {one.reference}" in asked and "Do not pay them any more" in asked
    assert f"Withdrawal {two.reference}" in asked and "will be paid all the same" in asked
    assert "pix-code" in shown(house.caio, f"/me/pay-ins/{one.pk}/")  # nothing holds yet
    done = client.post("/me/away/", fresh(span="30", sure="on", asked="on"), follow=True)
    assert f"Do not pay {one.reference} any more." in unescape(done.content.decode())
    page = shown(house.caio, f"/me/pay-ins/{one.pk}/")
    assert "do not pay this any more" in page and "pix-code" not in page and "take-back" not in page
    page = shown(house.caio)
    assert "Excluded from playing: what comes is sent back" in page
    # the withdrawal waits as before, and may be taken back
    assert f"/me/withdrawals/{two.pk}/take-back/" in page
    one.refresh_from_db()
    two.refresh_from_db()
    assert (one.state, two.state, balance(house), set_aside(house)) == ("asked", "asked", 4_000, 6_000)


def test_where_no_house_does_it_the_page_says_so(house):
    cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes={"phone_money": False})
    page = shown(house.caio)
    assert (
        "at the desk: no house here does it by the bank yet" in page
        # but for where the page itself is asked for anew
        and "/me/money/"
        not in page.split("</h1>")[1].split("setlang")[0].replace('data-page="/me/money/"', "")
    )
    assert 'href="/me/money/"' not in shown(house.caio, "/me/")


def test_the_own_data_have_it_all(house):
    house.deposit(house.caio.player_id, 10_000)
    one, two = pay_in(house), withdrawal(house)
    data = as_(house.caio).get("/me/data.json").json()
    assert [row["reference"] for row in data["pay_ins"]] == [one.reference]
    assert [(row["reference"], row["destination"]) for row in data["withdrawals"]] == [
        (two.reference, "caio@example.com")
    ]
