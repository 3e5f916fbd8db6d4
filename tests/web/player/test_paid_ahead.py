"""Money paid ahead for an entry that waits for the document: it is that entry's, on every page and at every till."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation

from ledger.queries import wallet_balance
from play.commands.buy_in import buy_in
from play.commands.join_waiting_list import join_waiting_list
from play.commands.keep_stack import keep_stack
from play.commands.top_up import top_up
from play.operations.seats import seated_at
from tests import cast
from tests.play.cash import house as cash_house
from tests.play.cash import identify, open_cash
from tests.play.test_session_tables import begins, open_session, outcomes
from tests.web.desk.test_desk import deal, text
from tests.web.director.test_director import as_, house
from tests.web.player.test_cash_tables import browser, page_of, post, said
from tournaments.commands.record_payment import record_payment
from tournaments.commands.register_player import register_player
from tournaments.models import Entry, Registration
from web.seat_refused import why_not_seated

__all__ = ["house"]

pytestmark = pytest.mark.django_db

SET_ASIDE = "R$120.00 of your balance are set aside: they pay for your entry in Nightly as soon as the desk gives the seat."


def paid_ahead(home, person, *, name="Nightly"):
    """Somebody's registration in a tournament of tonight, paid in cash before the document was seen."""
    tournament = home.registering("turbo-8max", name=name, starts_at=datetime.now(UTC) + timedelta(hours=2))
    made = cast.say(
        register_player, by=home.desi, tournament_id=tournament, player_id=person.player_id, method="cash",
        terms_version="1",
    )  # fmt: skip
    cast.say(record_payment, by=home.desi, registration_id=made["registration_id"], method="cash")
    return tournament, made["registration_id"]


@pytest.mark.rule("SCPT.F")
def test_what_is_paid_and_waits_for_the_document_is_not_to_be_paid(house):
    rui = cast.person("Rui")
    tournament, registration = paid_ahead(house, rui)
    phone = browser(rui, "en")
    page = page_of(phone, "/me/")
    assert "Paid; show your document at the desk" in page and "To be paid" not in page
    assert SET_ASIDE in page
    assert "Registered, not paid yet" not in page_of(phone, "/")
    desi = as_(house.desi)
    deal(
        desi, tournament, "check", player_id=rui.player_id, document_kind="rg", document_number="12345678",
        birth_date="1990-05-17",
    )  # fmt: skip
    # one step of the two is done, and each page says so
    page = page_of(phone, "/me/")
    assert (
        "Paid; the desk still has to give the seat" in page and "show your document at the desk" not in page
    )
    page = page_of(phone, f"/play/{tournament}/")
    assert "The desk has seen your document. One step is left: it gives you the seat." in page
    assert "once the desk has seen your photo document" not in page
    page = " ".join(text(desi.get(f"/desk/{tournament}/?player={rui.player_id}")).split())
    assert "Paid already (Cash), and the document is seen: the seat can be given." in page
    assert "waits for the document." not in page and "Give the seat" in page
    deal(desi, tournament, "confirm", player_id=rui.player_id, registration_id=registration, method="cash")
    assert Entry.objects.get(tournament_id=tournament).player_id == rui.player_id
    page = page_of(phone, "/me/")
    assert "Registered" in page and "set aside" not in page
    cast.books_balance()


@pytest.mark.rule("SCPT.F")
def test_it_is_spent_on_no_other_tournament(house):
    rui = cast.person("Rui")
    _tournament, registration = paid_ahead(house, rui)
    identify(house, rui)
    other = house.registering("turbo-8max", name="Other", starts_at=datetime.now(UTC) + timedelta(hours=2))
    desi, phone = as_(house.desi), browser(rui, "en")
    # neither the desk nor the phone offers it
    page = text(desi.get(f"/desk/{other}/?player={rui.player_id}"))
    assert 'value="cash"' in page and 'value="balance"' not in page
    page = page_of(phone, f"/play/{other}/")
    assert SET_ASIDE in page and "From my balance" not in page
    sentence = (
        "R$120.00 of the balance of Rui are set aside for the entry in Nightly, which waits for the document; R$0.00 of it can"
        " be spent. Pay in more, or have that registration cancelled first, at the desk of that tournament."
    )
    with cast.unchanged():
        landed = text(deal(desi, other, "register", player_id=rui.player_id, method="balance"))
        assert sentence in " ".join(landed.replace("\u00a0", " ").split())
        told = said(post(phone, f"/play/{other}/register/", waits=0, price=12_000, pay="balance", terms="1"))
        assert sentence in told
        with cast.refused("entry_paid", rule="SCPT.F") as no:
            cast.say(
                register_player, by=house.desi, tournament_id=other, player_id=rui.player_id, method="balance",
                terms_version="1",
            )  # fmt: skip
    assert no.value.params == {
        "entry_cents": 12_000, "free_cents": 0, "player": "Rui", "tournaments": "Nightly", "currency": "BRL",
    }  # fmt: skip
    # what is beside it is free, and pays for the other one
    house.deposit(rui.player_id, 120_00)
    deal(desi, other, "register", player_id=rui.player_id, method="balance")
    assert Entry.objects.get(tournament_id=other).method == "balance"
    assert wallet_balance(rui.player_id, unit="BRL") == 120_00
    assert Registration.objects.get(pk=registration).state == "pending"
    cast.books_balance()


@pytest.mark.rule("SCPT.F")
def test_it_is_brought_to_no_cash_table():
    home = cash_house()
    table = open_cash(home)
    rui = cast.person("Rui")
    paid_ahead(home, rui)
    identify(home, rui)
    phone = browser(rui, "en")
    where = {"at": table.now, "table_id": table.table_id, "player_id": rui.player_id}
    page = page_of(phone, f"/tables/{table.table_id}/")
    assert SET_ASIDE in page and "Your balance is R$0.00, and this table takes R$20.00 at least." in page
    with cast.unchanged():
        told = said(post(phone, f"/tables/{table.table_id}/buy-in/", seat=1, amount="50"))
        assert "set aside for the entry in Nightly" in told
        with cast.refused("entry_paid", rule="SCPT.F"):
            cast.say(buy_in, by=rui, seat=1, cents=5_000, **where)
    # with more in the account the rest of it sits down, and no more
    home.deposit(rui.player_id, 50_00)
    table.buy_in(rui, seat=1, cents=4_000)
    assert table.wallet(1) == 130_00
    with cast.unchanged():
        with cast.refused("entry_paid", rule="SCPT.F") as no:
            cast.say(top_up, by=rui, cents=2_000, **where)
        assert no.value.params["free_cents"] == 10_00
    assert SET_ASIDE in page_of(phone, f"/tables/{table.table_id}/top-up/")
    # nor does a stack that is kept take it after a hand, and the player reads why
    cast.say(keep_stack, by=rui, cents=10_000, **where)
    table.sit(2)
    table.fold_out()
    seat = next(one for one in seated_at(table.row) if one.seat == 1)
    assert (seat.kept_cents, seat.kept_ended) == (0, "entry_paid")
    assert table.wallet(1) == 130_00
    assert (
        "The automatic top-up is off: the rest of your balance is set aside for an entry you have paid for."
        in page_of(phone, f"/tables/{table.table_id}/top-up/")
    )
    table.check()


@pytest.mark.rule("SCPT.F", "PT-H.6")
def test_it_brings_nobody_a_seat_of_a_session():
    home = cash_house()
    table, other = open_session(home), open_cash(home)
    rui = cast.person("Rui")
    paid_ahead(home, rui)
    identify(home, rui)
    # to register is to say that one will have it then
    with cast.refused("entry_paid", rule="SCPT.F"):
        table.say(join_waiting_list, rui, cents=5_000)
    home.deposit(rui.player_id, 50_00)
    table.say(join_waiting_list, rui, cents=5_000)
    other.buy_in(rui, seat=1, cents=3_000)
    assert begins(table) == {}
    assert outcomes(table) == [("barred", "entry_paid")]
    assert wallet_balance(rui.player_id, unit="BRL") == 140_00
    with translation.override("en"):
        assert why_not_seated("entry_paid") == (
            "You got no seat when the session began: the rest of your balance is set aside for an entry you have paid for."
        )
    other.check()
