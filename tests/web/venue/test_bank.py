"""Pay-ins and withdrawals at the house's page: what waits, what is done with it, who was first."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from html import unescape

import pytest

from access import moment
from payouts.commands.hold_pay_in import hold_pay_in
from payouts.models import PayIn, UnclaimedMoney
from people.commands.exclude_self import exclude_self
from people.commands.set_play_limit import set_play_limit
from people.models import FileSeen, StaffRole
from tests import cast
from tests.payouts.bank import (
    ACCOUNT,
    adds_up,
    balance,
    confirm,
    know,
    open_house,
    pay_in,
    set_aside,
    withdrawal,
)
from tests.web.director.test_director import as_
from tests.web.public.test_days import fresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(monkeypatch):
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    _clients.clear()
    house = open_house()
    for person in (house.desi, house.ana):
        at_desk(person).get("/director/")
    house.deposit(house.caio.player_id, 10_000)
    return house


def said(answer):
    return re.sub(r"\s+", " ", unescape(answer.content.decode())).replace("\xa0", " ")


def where(house, what=""):
    return f"/director/venues/{house.venue_id}/bank/{what}"


_clients = {}


def at_desk(person):
    """Signed in before: coming in, and the first look, write rows."""
    if person.user_id not in _clients:
        _clients[person.user_id] = as_(person)
    return _clients[person.user_id]


def send(person, address, what, **form):
    return at_desk(person).post(address, fresh(what=what, **form), follow=True)


@pytest.mark.rule("PT-T.21")
def test_the_list_has_what_waits_and_finds_by_reference_and_name(house):
    one, two = pay_in(house), withdrawal(house)
    page = said(as_(house.desi).get(where(house)))
    assert "Withdrawals to pay" in page and "Deposits that wait for their money" in page
    assert one.reference in page and two.reference in page and "Caio da Silva" in page
    assert "caio@example.com" not in page  # where it goes to is read one by one, and who read it is noted
    for typed in (one.reference.lower(), "da silva"):
        page = said(as_(house.desi).get(where(house), {"q": typed}))
        assert one.reference in page
    assert two.reference in page
    page = said(as_(house.desi).get(where(house), {"q": "nobody"}))
    assert "Nothing has this reference" in page and one.reference not in page
    assert "1 withdrawal waits to be paid." in said(as_(house.ana).get("/director/"))
    t = house.registering("turbo-8max")
    desk = said(as_(house.desi).get(f"/desk/{t}/"))
    assert "1 withdrawal waits to be paid." in desk and "1 deposit waits for its money." in desk
    for who in (house.bruno, house.caio, house.dora):
        for path in ("", f"pay-ins/{one.pk}/", f"withdrawals/{two.pk}/"):
            answer = as_(who).get(where(house, path))
            assert answer.status_code == 403 and one.reference not in said(answer)
    rival = cast.house()
    assert as_(rival.desi).get(f"/director/venues/{rival.venue_id}/bank/pay-ins/{one.pk}/").status_code == 404
    assert (
        as_(rival.desi).get(f"/director/venues/{rival.venue_id}/bank/withdrawals/{two.pk}/").status_code
        == 404
    )


@pytest.mark.rule("PT-T.21")
def test_the_desk_says_what_came_and_the_second_reads_who_was_first(house):
    one = pay_in(house)
    address = where(house, f"pay-ins/{one.pk}/")
    page = said(as_(house.desi).get(address))
    assert (
        'value="100.00"' in page
        and "Put … into the balance of Caio da Silva? R$100.00 was asked for." in page
        and 'data-currency="BRL"' in page
    )
    for form, says in (
        ({"amount": "0"}, "amount"),
        ({"amount": "99.50", "agreed": "9950", "bank_note": "a" * 141}, "140"),
    ):
        with cast.unchanged():
            answer = send(house.desi, address, "confirm", **form)
        assert answer.status_code == 409 and says in said(answer)
    with cast.unchanged():
        page = said(send(house.desi, address, "confirm", amount="99.50", bank_note="E1"))
    assert (
        "You say that R$99.50 came. R$100.00 were announced: that is R$0.50 less. Nothing is booked yet"
        in page
    )
    assert "Yes, R$99.50 came" in page and 'name="agreed" value="9950"' in page
    page = said(send(house.desi, address, "confirm", amount="99.50", agreed="9950", bank_note="E1"))
    assert "The money is in the player's balance." in page
    assert balance(house) == 19_950
    assert "The owner puts it right on this page" in said(as_(house.ana).get(address))
    with cast.unchanged():
        answer = send(house.ana, address, "confirm", amount="99.50")
    assert answer.status_code == 409
    assert "This deposit is confirmed already" in said(answer) and "Done by Desi at 18:00." in said(answer)
    with cast.unchanged():
        assert at_desk(house.desi).post(address, fresh(what="burn")).status_code == 404
    adds_up()


@pytest.mark.rule("PT-T.21")
def test_who_says_it_came_is_told_who_refused_it_meanwhile_and_asked_once_more(house):
    one = pay_in(house)
    address = where(house, f"pay-ins/{one.pk}/")
    form = {"amount": "99.50", "agreed": "9950", "bank_note": "E1"}

    def seen():
        return re.search(r'name="seen" value="(\w+)"', at_desk(house.ana).get(address).content.decode())[1]

    first = seen()
    assert first == "asked"
    send(house.desi, address, "refuse", reason="Nothing came.")
    with cast.unchanged():
        answer = send(house.ana, address, "confirm", seen=first, **form)
    page = said(answer)
    assert answer.status_code == 409 and "This deposit was refused meanwhile" in page
    assert "Done by Desi at 18:00." in page and "Nothing came." in page
    # what was typed is there still, and the page knows now
    assert 'value="99.50"' in page and 'name="seen" value="refused"' in page
    assert "The money is in the player's balance." in said(
        send(house.ana, address, "confirm", seen=seen(), **form)
    )
    assert balance(house) == 19_950
    adds_up()


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_money_that_may_not_be_taken_is_set_aside_and_sent_back(house):
    one = pay_in(house)
    cast.say(
        set_play_limit, by=house.caio, player_id=house.caio.player_id, kind="deposit", period="day", unit="BRL",
        amount_cents=0,
    )  # fmt: skip
    address = where(house, f"pay-ins/{one.pk}/")
    with cast.unchanged():
        answer = send(house.desi, address, "confirm", amount="100.00", bank_note="E1")
    page = said(answer)
    assert answer.status_code == 409 and "The player's deposit limit lets R$0.00 more come in" in page
    assert "The money came and may not be taken. Set it aside below" in page
    # what was just refused is no longer the act that the page leads to
    assert re.findall(r'<button class="button" data-kind="main">\s*([^<]+?)\s*</button>', page) == [
        "Set aside"
    ]
    # what was typed for the one stands in the form of the other
    assert page.count('value="E1"') == 2
    page = said(send(house.desi, address, "hold", amount="100.00", reason="Limite", bank_note="E1"))
    assert "The money is set aside." in page and "Money to send back" in page
    assert set_aside(house) == 10_000
    assert "1 deposit is to be sent back." in said(as_(house.ana).get("/director/"))
    page = said(as_(house.desi).get(address))
    assert "Were R$100.00 sent back to Caio da Silva?" in page and "Money came once more" not in page
    # what is due is what the page leads to
    assert re.findall(r'<button class="button" data-kind="main">\s*([^<]+?)\s*</button>', page) == [
        "It was sent back"
    ]
    with cast.unchanged():
        assert send(house.desi, address, "send_back", bank_note=" ").status_code == 409
    assert "Noted: the money was sent back." in said(send(house.desi, address, "send_back", bank_note="E2"))
    assert set_aside(house) == 0
    adds_up()


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_the_house_reads_who_is_excluded_before_it_takes_or_pays(house):
    one, two = pay_in(house), withdrawal(house)
    cast.say(exclude_self, by=house.caio, player_id=house.caio.player_id, until_at=None)
    assert "Excluded from playing: what comes is sent back" in said(at_desk(house.desi).get(where(house)))
    address = where(house, f"pay-ins/{one.pk}/")
    page = said(at_desk(house.desi).get(address))
    assert "excluded from playing and pays nothing in" in page
    assert 'value="confirm"' not in page and 'value="Excluded from playing: nothing is paid in."' in page
    # a page from before says the same, and nothing moves
    with cast.unchanged():
        answer = send(house.desi, address, "confirm", amount="100.00")
    assert answer.status_code == 409 and "is excluded from playing" in said(answer)
    send(house.desi, address, "hold", amount="100.00", reason="Excluded from playing: nothing is paid in.")
    assert (balance(house), set_aside(house)) == (4_000, 16_000)
    send(house.desi, address, "send_back", bank_note="E777")
    page = said(at_desk(house.desi).get(where(house, f"withdrawals/{two.pk}/")))
    assert "The withdrawal is paid all the same" in page
    send(house.desi, where(house, f"withdrawals/{two.pk}/"), "pay", bank_note="E778")
    one.refresh_from_db()
    two.refresh_from_db()
    assert (one.state, two.state, balance(house), set_aside(house)) == ("sent_back", "paid", 4_000, 0)
    adds_up()


@pytest.mark.rule("PT-T.21")
def test_the_owner_puts_a_wrong_confirmation_right(house):
    one = pay_in(house)
    confirm(house, one)
    address = where(house, f"pay-ins/{one.pk}/")
    page = said(at_desk(house.desi).get(address))
    assert "The owner puts it right on this page." in page and 'value="correct"' not in page
    with cast.unchanged():
        answer = send(house.desi, address, "correct", amount="10.00", reason="Dez reais")
    assert answer.status_code == 409
    at_desk(house.olga).get("/director/")
    with cast.unchanged():  # nothing typed is not nothing came
        answer = send(house.olga, address, "correct", amount="", reason="Nada")
    assert answer.status_code == 409 and 'id="wrong-amount"' in said(answer)
    with cast.unchanged():  # another amount than was announced is said twice, as at confirming
        page = said(send(house.olga, address, "correct", amount="10.00", reason="Dez reais, não cem"))
        assert "R$10.00 came. R$100.00 were announced: that is R$90.00 less." in page
        assert "Yes, R$10.00 came" in page and 'name="agreed" value="1000"' in page
        # what was read of one amount is not said of another
        page = said(
            send(house.olga, address, "correct", amount="1.00", agreed="1000", reason="Dez reais, não cem")
        )
        assert "that is R$99.00 less" in page
        for agreed in ("", "10000000"):
            page = said(
                send(house.olga, address, "correct", amount="100000.00", agreed=agreed, reason="Cem mil")
            )
            assert "R$100,000.00 is more than 10 times the R$100.00 that were announced" in page
            assert 'name="agreed"' not in page
    page = said(
        send(house.olga, address, "correct", amount="10.00", agreed="1000", reason="Dez reais, não cem")
    )
    assert "Corrected. The player is told, and reads why." in page
    assert balance(house) == 11_000
    page = said(at_desk(house.olga).get(address))
    assert "Dez reais, não cem" in page and "R$10.00" in page
    assert "Dez reais, não cem" in said(as_(house.caio).get(f"/me/pay-ins/{one.pk}/"))
    send(house.olga, address, "correct", amount="0", reason="Era de outra pessoa")
    one.refresh_from_db()
    assert (one.state, one.deposit_id, balance(house)) == ("refused", None, 10_000)
    adds_up()


@pytest.mark.rule("PT-T.21")
def test_money_without_a_reference_is_noted_matched_and_sent_back(house):
    one = pay_in(house)
    noted = said(send(house.desi, where(house), "note", amount="75.00", bank_note="TED 4711 CAIO DA SILVA"))
    assert "Noted. It is set aside" in noted and "Money without a reference" in noted
    first = UnclaimedMoney.objects.get()
    assert first.reference in noted and (balance(house), set_aside(house)) == (10_000, 7_500)
    assert "1 payment named no reference: say whose it is." in said(at_desk(house.ana).get("/director/"))
    assert first.reference in said(at_desk(house.desi).get(where(house), {"q": "ted 4711"}))
    assert first.reference in said(at_desk(house.desi).get(where(house), {"q": first.reference.lower()}))
    long = "TED " + "4711 " * 40
    with cast.unchanged():  # what the bank says is refused where it is too long, and not cut
        answer = send(house.desi, where(house), "note", amount="75.00", bank_note=long)
    assert answer.status_code == 409 and 'id="wrong-bank_note"' in said(answer)
    address = where(house, f"unclaimed/{first.pk}/")
    page = said(at_desk(house.desi).get(address, {"q": "silva"}))
    assert one.reference in page and "without a deposit that was asked for" in page
    player = house.caio.player_id
    page = said(send(house.desi, address, "match", player_id=player, pay_in_id=one.pk))
    assert "The money is in the player's balance." in page
    assert (balance(house), set_aside(house)) == (17_500, 0)
    with cast.unchanged():
        answer = send(house.ana, address, "match", player_id=player)
    assert "already" in said(answer) and "Done by Desi at 18:00." in said(answer)
    send(house.desi, where(house), "note", amount="5.00", bank_note="PIX sem nome")
    second = UnclaimedMoney.objects.latest("id")
    address = where(house, f"unclaimed/{second.pk}/")
    with cast.unchanged():
        assert send(house.desi, address, "send_back", reason="").status_code == 409
        assert send(house.desi, address, "match", player_id="x").status_code == 409
    send(house.desi, address, "send_back", reason="Devolvido, E9")
    assert set_aside(house) == 0 and "Devolvido, E9" in said(at_desk(house.desi).get(address))
    adds_up()
    rival = cast.house()
    there = f"/director/venues/{rival.venue_id}/bank/unclaimed/{second.pk}/"
    assert as_(rival.desi).get(there).status_code == 404


def test_the_list_says_since_when_a_colleague_pays_a_withdrawal_and_no_more_when_it_was_asked_for(
    house, monkeypatch
):
    one = withdrawal(house)
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN + timedelta(minutes=42))
    assert re.search(
        r"Asked for: the amount is set aside · [^·<]* 18:00", said(as_(house.ana).get(where(house)))
    )
    send(house.desi, where(house, f"withdrawals/{one.pk}/"), "begin")
    page = said(as_(house.ana).get(where(house)))
    assert re.search(r"The house is paying it now · [^·<]* 18:42 · Desi", page)


def test_money_that_came_twice_and_what_never_came(house):
    one, two = pay_in(house), pay_in(house)
    confirm(house, one)
    address = where(house, f"pay-ins/{one.pk}/")
    assert "Money came once more under this reference" in said(as_(house.desi).get(address))
    # a page from before it was confirmed knows of one payment only
    with cast.unchanged():
        answer = send(house.ana, address, "hold", amount="100.00", reason="Limite")
    assert answer.status_code == 409 and "This deposit is confirmed already" in said(answer)
    assert "Done by Desi at 18:00." in said(answer)
    page = said(as_(house.ana).get(address))
    assert '<input type="hidden" name="again" value="1">' in page
    send(house.desi, address, "hold", amount="100.00", reason="Pagou duas vezes", again="1")
    again = PayIn.objects.get(second_of=one)
    page = said(as_(house.desi).get(where(house, f"pay-ins/{again.pk}/")))
    assert "Came once more under" in page and one.reference in page
    with cast.unchanged():
        answer = send(house.desi, where(house, f"pay-ins/{two.pk}/"), "refuse", reason="")
    assert answer.status_code == 409
    page = said(send(house.desi, where(house, f"pay-ins/{two.pk}/"), "refuse", reason="Nada chegou"))
    assert "Refused. The player reads why." in page
    adds_up()


@pytest.mark.rule("PT-T.21")
def test_a_withdrawal_is_taken_up_paid_and_comes_back_from_the_bank(house):
    one = withdrawal(house)
    address = where(house, f"withdrawals/{one.pk}/")
    page = said(as_(house.desi).get(address))
    assert 'value="caio@example.com"' in page and "seen at the desk" in page and "I pay it now" in page
    assert FileSeen.objects.filter(player_id=house.caio.player_id, user_id=house.desi.user_id).exists()
    page = said(send(house.desi, address, "begin"))
    assert "It is yours: pay it at the bank" in page and "by Desi" in page and "I pay it now" not in page
    with cast.unchanged():
        answer = send(house.ana, address, "begin")
    assert "Desi has been paying it since 18:00." in said(answer)
    # pages from before Desi took it up
    for what, form in (("pay", {"bank_note": "E4"}), ("refuse", {"reason": "Chave errada"}), ("leave", {})):
        with cast.unchanged():
            answer = send(house.ana, address, what, **form)
        assert answer.status_code == 409 and "A colleague is paying this withdrawal just now" in said(answer)
        assert "Desi has been paying it since 18:00." in said(answer)
    # a fresh one names her before it asks, and says that it knew
    page = said(at_desk(house.ana).get(address))
    assert page.count('data-asks="Desi has been paying it since ') == 3
    seen = re.search(r'name="taken_up_at" value="([^"]+)"', page)[1]
    page = said(at_desk(house.desi).get(address))
    assert "has been paying it since" not in page
    assert "It waits again" in said(send(house.ana, address, "leave", taken_up_at=seen))
    with cast.unchanged():
        assert send(house.desi, address, "pay", bank_note="").status_code == 409
    assert "Have you paid R$60.00 to Caio da Silva?" in page
    assert "Paid. The player is told." in said(send(house.desi, address, "pay", bank_note="E5"))
    with cast.unchanged():
        answer = send(house.ana, address, "pay", bank_note="E6")
    assert "This withdrawal is paid already." in said(answer) and "Done by Desi at 18:00." in said(answer)
    assert "The bank sent it back" in said(answer)
    # a page from before it was paid refuses what is paid no more
    with cast.unchanged():
        answer = send(house.ana, address, "refuse", reason="Chave errada")
    assert answer.status_code == 409 and "This withdrawal is paid already." in said(answer)
    assert "Done by Desi at 18:00." in said(answer)
    assert "The amount is in the player's balance again." in said(
        send(house.ana, address, "return", reason="O banco devolveu")
    )
    assert (balance(house), set_aside(house)) == (10_000, 0)
    adds_up()


def test_the_owner_says_on_the_venues_page_whether_players_ask_and_into_which_account(house):
    olga, page = as_(house.olga), f"/director/venues/{house.venue_id}/"
    html = said(olga.get(page))
    assert "players pay in and withdraw on the phone" in html and "conta 98765-0" in html
    names = re.findall(r'name="([^"]+)"', html)
    assert "phone_money" in names and "bank_account" in names
    form = {
        "name": "Clube", "slug": re.search(r'name="slug"[^>]*value="([^"]+)"', html)[1], "city": "Floripa",
        "terms_version": "1", "terms_text": "", "timezone": "America/Sao_Paulo", "language": "pt-br",
        "phone_money": "no", "bank_account": "Banco 237\r\nconta 1",
    }  # fmt: skip
    assert "Saved." in said(olga.post(page, fresh(**form), follow=True))
    html = said(olga.get(page))
    assert "deposits and withdrawals at the desk only" in html and "Banco 237 conta 1" in html
    assert ACCOUNT not in html
    answer = olga.post(page, fresh(**form | {"bank_account": "a" * 301}))
    assert answer.status_code == 409


@pytest.mark.rule("PT-T.21")
def test_a_comma_that_was_not_typed_is_no_deposit(house):
    one = pay_in(house, 25_057)
    address = where(house, f"pay-ins/{one.pk}/")
    # a tap, a double tap and a tap on what the first one showed: far more than announced is not taken at all
    for agreed in ("", "", "2505700"):
        with cast.unchanged():
            answer = send(house.desi, address, "confirm", amount="25057.00", agreed=agreed, bank_note="E1")
            assert answer.status_code == 409
            page = said(answer)
        assert (
            "R$25,057.00 is more than 10 times the R$250.57 that were announced: look at the comma. If so much came, enter"
            " here what was announced, and note the rest as money without a reference" in page
        )
        assert 'name="agreed"' not in page and "Yes, R$" not in page
    # nor by a program
    with cast.unchanged(), cast.refused("far_more_than_asked", rule="PT-T.21"):
        confirm(house, one, 2_505_700)
    # the way out
    send(house.desi, address, "confirm", amount="250.57", bank_note="E1")
    send(house.desi, where(house), "note", amount="24806.43", bank_note="the rest of E1")
    assert (balance(house), set_aside(house)) == (35_057, 2_480_643)
    adds_up()


@pytest.mark.rule("PT-T.21")
def test_another_amount_is_said_twice_and_a_double_tap_is_once(house):
    one = pay_in(house)
    address = where(house, f"pay-ins/{one.pk}/")
    form = fresh(what="confirm", amount="900.00", bank_note="E1")
    with cast.unchanged():
        for _tap in range(2):
            page = said(at_desk(house.desi).post(address, form))
            assert (
                "R$900.00 came. R$100.00 were announced: that is R$800.00 more. Nothing is booked yet" in page
            )
        # what was read of one amount is not said of another
        page = said(send(house.desi, address, "confirm", amount="800.00", agreed="90000", bank_note="E1"))
        assert "that is R$700.00 more" in page and "Yes, R$800.00 came" in page
    send(house.desi, address, "confirm", amount="900.00", agreed="90000", bank_note="E1")
    assert balance(house) == 100_000
    adds_up()


@pytest.mark.rule("PT-T.21")
@pytest.mark.parametrize("came_before", [False, True])
def test_what_is_set_aside_is_said_twice_too(house, came_before):
    one = pay_in(house)
    more = {"reason": "Limite", "bank_note": "E2"}
    if came_before:
        confirm(house, one)
        more["again"] = "1"
    was = balance(house)
    address = where(house, f"pay-ins/{one.pk}/")
    with cast.unchanged():
        page = said(send(house.desi, address, "hold", amount="900.00", **more))
        assert "R$900.00 came. R$100.00 were announced: that is R$800.00 more." in page
        assert "Yes, R$900.00 came" in page
        # what is set aside is confirmed as it is: a comma that was not typed stops here
        for agreed in ("", "1000000"):
            page = said(send(house.desi, address, "hold", amount="10000.00", agreed=agreed, **more))
            assert "R$10,000.00 is more than 10 times the R$100.00 that were announced" in page
        with cast.refused("far_more_than_asked", rule="PT-T.21"):
            cast.say(
                hold_pay_in, by=house.desi, pay_in_id=one.pk, amount_cents=100_001, reason="Limite", again=came_before
            )  # fmt: skip
    send(house.desi, address, "hold", amount="900.00", agreed="90000", **more)
    assert (set_aside(house), balance(house)) == (90_000, was)
    adds_up()


@pytest.mark.rule("PT-T.21")
def test_a_program_sets_aside_and_corrects_no_more_than_ten_times_what_was_announced(house):
    one, two = pay_in(house), pay_in(house)
    confirm(house, two)
    for person, number, step in ((house.desi, one.pk, "hold"), (house.olga, two.pk, "correct")):
        client = at_desk(person)
        client.get("/director/")
        with cast.unchanged():
            answer = client.post(
                f"/api/pay-ins/{number}/{step}",
                json.dumps({"amount_cents": 100_001, "reason": "Cem mil"}),
                content_type="application/json",
                headers={"Command-Id": str(cast.new_id())},
            )
        assert (answer.status_code, answer.json()["code"]) == (409, "far_more_than_asked")


@pytest.mark.rule("PT-T.21")
def test_whose_money_it_is_reads_that_a_colleague_books_it(house):
    for who in (house.desi, house.caio):
        know(house, who)
    house.deposit(house.desi.player_id, 10_000)
    one = pay_in(house, by=house.desi)
    two = withdrawal(house, 4_000, by=house.desi, player_id=house.desi.player_id)
    own = "This is your own money: a colleague books it."
    for what, forms in ((f"pay-ins/{one.pk}/", ("confirm",)), (f"withdrawals/{two.pk}/", ("begin", "pay"))):
        mine, others = (said(at_desk(who).get(where(house, what))) for who in (house.desi, house.ana))
        assert own in mine and own not in others
        for form in forms:
            assert f'name="what" value="{form}"' not in mine and f'name="what" value="{form}"' in others


@pytest.mark.rule("PT-T.21")
def test_a_house_with_one_person_reads_that_the_own_money_waits(house):
    page = "One person alone can say here that money of the bank came."
    settings = f"/director/venues/{house.venue_id}/"
    assert page not in said(as_(house.olga).get(settings))
    StaffRole.objects.filter(venue_id=house.venue_id).exclude(user_id=house.olga.user_id).update(
        revoked_at=cast.OPEN
    )
    told = said(as_(house.olga).get(settings))
    assert page in told and f'href="/director/venues/{house.venue_id}/staff/"' in told
