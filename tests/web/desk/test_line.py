"""Who would have to wait in line reads it before any money moves: phone, desk, public page and programs."""

from __future__ import annotations

import html
import re

import pytest

from access import moment
from ledger.queries import wallet_balance
from payouts.queries.withdrawable import check_withdrawable
from tests import cast
from tests.api.conftest import caller
from tests.web.desk.test_desk import deal
from tests.web.director.test_director import as_
from tests.web.player.test_player import at, bust, fresh, house, phone, shown
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.commands.register_player import register_player
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry, Registration
from tournaments.queries.line import LineNow

__all__ = ["at", "house", "phone"]

pytestmark = pytest.mark.django_db

FULL = "The tournament is full: you would be number %s in line."
AT_THE_DESK = "The tournament is full: the player would be number %s in line"
SHUT = "The tournament is full and keeps no waiting list: do not pay."


def waits_of(page):
    found = re.search(r'name="waits" value="(\d+)"', page)
    return found and int(found[1])


def send(client, tournament, **values):
    """The page of the phone sent, and the page that one lands on."""
    answer = client.post(f"/play/{tournament}/register/", fresh(terms="1", **values), follow=True)
    return re.sub(r"\s+", " ", answer.content.decode())


def at_the_desk(client, tournament, player_id):
    page = client.get(f"/desk/{tournament}/?player={player_id}").content.decode()
    return re.sub(r"\s+", " ", page)


def own(house, tournament):
    return (
        Entry.objects.filter(tournament_id=tournament, player_id=house.caio.player_id).order_by("-pk").first()
    )


@pytest.mark.rule("SCPT.H")
def test_the_phone_says_the_number_in_line_before_and_after_paying(phone, house):
    tournament = house.registering("turbo-8max", capacity=2)
    house.deposit(house.caio.player_id, 500_00)
    house.fill(tournament, 1)
    page = shown(phone, f"/play/{tournament}/")
    assert waits_of(page) == 0 and "in line" not in page
    assert '<button class="button" data-kind="main" data-size="large">Register</button>' in page
    house.fill(tournament, 3)
    page = shown(phone, f"/play/{tournament}/")
    assert FULL % 3 in page and "Who waits cannot cancel; only the director gives the money back." in page
    assert waits_of(page) == 3 and "Pay and wait in line</button>" in page
    landed = send(phone, tournament, pay="balance", waits="3")
    assert "Paid. You are number 3 in line: stay near." in landed and "You are in." not in landed
    assert own(house, tournament).state == "waiting"
    assert wallet_balance(house.caio.player_id, unit="BRL") == 380_00
    cast.books_balance()


@pytest.mark.rule("SCPT.D", "SCPT.H", "SCPT.O")
def test_who_registers_again_on_another_page_reads_what_he_has_and_is_not_in_before_it_is_paid(phone, house):
    free, full = (house.registering("turbo-8max", capacity=2) for _ in range(2))
    house.deposit(house.caio.player_id, 500_00)
    assert "Registered. Pay at the desk to get your seat." in send(phone, free, pay="desk", waits="0")
    landed = send(phone, free, pay="balance", waits="0")
    assert "You are registered already, but have no seat yet: this page says what is missing." in landed
    assert "You are in already." not in landed and own(house, free) is None
    assert wallet_balance(house.caio.player_id, unit="BRL") == 500_00
    house.fill(full, 4)
    for _ in range(2):
        landed = send(phone, full, pay="balance", waits="3")
        assert "Paid. You are number 3 in line: stay near." in landed and "You are in already." not in landed
    assert Entry.objects.filter(tournament_id=full, player_id=house.caio.player_id).count() == 1
    assert wallet_balance(house.caio.player_id, unit="BRL") == 380_00
    cast.books_balance()


@pytest.mark.rule("SCPT.H")
def test_a_page_of_when_there_was_room_charges_nothing_and_shows_the_line(phone, house):
    tournament = house.registering("turbo-8max", capacity=2)
    house.deposit(house.caio.player_id, 500_00)
    stale = waits_of(shown(phone, f"/play/{tournament}/"))
    house.fill(tournament, 2)
    with cast.unchanged():
        for waits in ({"waits": stale}, {}):
            landed = send(phone, tournament, pay="balance", **waits)
            assert "this entry would be number 1 in line. Nothing was charged" in landed
            assert FULL % 1 in landed and waits_of(landed) == 1
        assert "not a whole number" in send(phone, tournament, pay="balance", waits="x")
        # the line grew while the page was read
        house_line = waits_of(landed)
    house.fill(tournament, 1)
    with cast.unchanged():
        assert "number 2 in line" in send(phone, tournament, pay="balance", waits=house_line)
    # a line that was agreed to and is shorter meanwhile, or gone, is no reason to refuse
    cast.say(edit_tournament, by=house.ana, tournament_id=tournament, changes={"capacity": 4})
    assert "You are in." in send(phone, tournament, pay="balance", waits="2")
    assert own(house, tournament).state == "registered"


@pytest.mark.rule("SCPT.H")
def test_full_without_a_waiting_list_offers_no_payment(phone, house):
    tournament = house.registering("turbo-8max", capacity=2, alternates=False)
    house.deposit(house.caio.player_id, 500_00)
    house.fill(tournament, 2)
    page = shown(phone, f"/play/{tournament}/")
    assert SHUT in page and f"/play/{tournament}/register/" not in page and 'name="pay"' not in page
    desk = as_(house.desi)
    page = at_the_desk(desk, tournament, house.caio.player_id)
    assert SHUT in page and "Paid: register" not in page
    with cast.unchanged():
        assert "No seat is free" in send(phone, tournament, pay="balance", waits="0")
    assert "full; there is no waiting list" in shown(phone, f"/t/{tournament}/")


@pytest.mark.rule("SCPT.H")
def test_who_pays_later_reads_it_where_the_code_is(phone, house):
    tournament = house.registering("turbo-8max", capacity=2)
    landed = send(phone, tournament, pay="desk", waits="0")
    assert (
        "Pay at the desk to get your seat." in landed and "Show this code. The seat is yours once" in landed
    )
    house.fill(tournament, 2)
    page = shown(phone, f"/play/{tournament}/")
    assert FULL % 1 in page and "Show this code. Once it is paid you wait in line." in page
    # the desk reads it out; a desk that looked before the others came asks again
    desk = as_(house.desi)
    mine = Registration.objects.get(player_id=house.caio.player_id)
    page = at_the_desk(desk, tournament, house.caio.player_id)
    assert (
        AT_THE_DESK % 1 in page
        and 'Paid: number 1 in line<span class="figures" data-part="sum"></span>' in page
        and waits_of(page) == 1
    )
    values = {"registration_id": mine.pk, "player_id": house.caio.player_id, "method": "cash"}
    with cast.unchanged():
        landed = deal(desk, tournament, "confirm", **values, waits="0").content.decode()
        assert "this entry would be number 1 in line" in landed and AT_THE_DESK % 1 in re.sub(
            r"\s+", " ", landed
        )
    landed = deal(desk, tournament, "confirm", **values, waits="1").content.decode()
    assert "Paid. No seat is free: the player is number 1 in line." in landed
    assert "Your number in line" in shown(phone, f"/play/{tournament}/")


@pytest.mark.rule("SCPT.H")
def test_money_before_the_document_is_not_taken_for_less_than_was_told(phone, house):
    tournament = house.registering("turbo-8max", capacity=2)
    player = house.player(checked=False)
    made = cast.say(
        register_player, by=house.desi, tournament_id=tournament, player_id=player, method="transfer",
        terms_version="1",
    )  # fmt: skip
    house.fill(tournament, 2)
    desk = as_(house.desi)
    values = {"registration_id": made["registration_id"], "player_id": player, "method": "transfer"}
    with cast.unchanged():
        landed = deal(desk, tournament, "money", **values, waits="0").content.decode()
        assert "would be number 1 in line" in landed
    landed = deal(desk, tournament, "money", **values, waits="1").content.decode()
    assert "The payment is noted." in landed
    assert wallet_balance(player, unit="BRL") == 120_00
    # it pays the entry: until that is cancelled nobody takes it out, the player no more than the desk
    house.deposit(player, 30_00)
    paid_out = {"player_id": player, "amount": "30.01", "method": "cash", "reference": "x"}
    with cast.unchanged():
        landed = deal(desk, tournament, "withdraw", **paid_out).content.decode()
        assert " are set aside for the entry in " in landed and "R$120.00 of the balance of " in landed
        with cast.refused("entry_paid", rule="SCPT.F") as no:
            check_withdrawable(player, unit="BRL", balance_cents=150_00, amount_cents=30_01, at=cast.OPEN)
        assert (no.value.params["entry_cents"], no.value.params["free_cents"]) == (120_00, 30_00)
    deal(desk, tournament, "withdraw", **paid_out | {"amount": "30"})
    assert wallet_balance(player, unit="BRL") == 120_00


@pytest.mark.rule("SCPT.H")
def test_the_desk_reads_the_line_out_before_taking_money(phone, house):
    tournament = house.registering("turbo-8max", capacity=2)
    player, desk = house.player(), as_(house.desi)
    stale = waits_of(at_the_desk(desk, tournament, player))
    assert stale == 0
    house.fill(tournament, 3)
    page = at_the_desk(desk, tournament, player)
    assert (
        AT_THE_DESK % 2 in page
        and 'Paid: number 2 in line<span class="figures" data-part="sum"></span>' in page
    )
    with cast.unchanged():
        for waits in ({"waits": "0"}, {"waits": "1"}, {}):
            landed = deal(desk, tournament, "register", player_id=player, method="cash", **waits)
            assert "this entry would be number 2 in line" in landed.content.decode()
    landed = deal(desk, tournament, "register", player_id=player, method="cash", waits="2")
    assert "Paid. No seat is free: the player is number 2 in line." in landed.content.decode()


@pytest.mark.rule("SCPT.H", "ADTP.8A")
def test_a_re_entry_says_the_line_too(phone, house, at):
    tournament = house.registering(
        "turbo-8max", capacity=4, late_registration_level=6, re_entries_per_player=3, surrender=True
    )
    house.deposit(house.caio.player_id, 500_00)
    house.enter(tournament, house.caio.player_id)
    house.fill(tournament, 3)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    at["at"] = cast.after(minutes=6)
    bust(house, tournament, house.caio.player_id)
    page = shown(phone, f"/play/{tournament}/")
    assert 'value="re_entry"' in page and waits_of(page) == 0 and "in line" not in page
    # somebody takes the chair meanwhile, somebody else waits
    house.enter(tournament, at=at["at"])
    house.enter(tournament, at=at["at"])
    values = {"kind": "re_entry", "pay": "balance", "price": 12_000}
    with cast.unchanged():
        answer = phone.post(f"/play/{tournament}/buy/", fresh(**values, waits="0"), follow=True)
        assert "this entry would be number 2 in line" in answer.content.decode()
    page = shown(phone, f"/play/{tournament}/")
    assert FULL % 2 in page and "Re-entry: pay and wait in line</button>" in page
    desk = as_(house.desi)
    assert AT_THE_DESK % 2 in at_the_desk(desk, tournament, house.caio.player_id)
    answer = phone.post(f"/play/{tournament}/buy/", fresh(**values, waits="2"), follow=True)
    assert "Paid. You are number 2 in line: stay near." in answer.content.decode()


@pytest.mark.rule("SCPT.H")
def test_programs_read_the_line_and_send_what_was_agreed(phone, house, monkeypatch):
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    tournament = house.registering("turbo-8max", capacity=2)
    ana = caller("ana", house.desi)
    path = f"tournaments/{tournament}"
    assert ana.get(f"{path}/line").json() == {"full": False, "number": None, "waiting": 0}
    house.fill(tournament, 3)
    assert ana.get(f"{path}/line").json() == {"full": True, "number": 2, "waiting": 1}
    player = house.player()
    body = {"player_id": player, "method": "cash", "terms_version": "1", "paid": True}
    with cast.unchanged():
        for waits in (0, 1):
            no = ana.post(f"{path}/registrations", {**body, "waits": waits})
            assert (no.status_code, no.json()["code"]) == (409, "line_is_longer")
        assert ana.post(f"{path}/registrations", {**body, "waits": -1}).status_code == 400
    made = ana.post(f"{path}/registrations", {**body, "waits": 2}).json()["result"]
    assert (made["waiting"], made["line"]) == (True, 2)
    # who says nothing is taken as it comes, as before
    made = ana.post(f"{path}/registrations", {**body, "player_id": house.player()}).json()["result"]
    assert (made["waiting"], made["line"]) == (True, 3)
    draft = house.tournament("turbo-8max")
    assert ana.get(f"tournaments/{draft}/line").status_code == 404
    shut = house.registering("turbo-8max", capacity=2, alternates=False)
    house.fill(shut, 2)
    assert ana.get(f"tournaments/{shut}/line").json() == {"full": True, "number": None, "waiting": 0}
    open_one = house.registering("turbo-8max")
    house.fill(open_one, 3)
    assert ana.get(f"tournaments/{open_one}/line").json() == {"full": False, "number": None, "waiting": 0}


@pytest.mark.rule("SCPT.H")
def test_the_public_page_says_full_and_the_line(phone, house):
    tournament = house.registering("turbo-8max", capacity=2)
    page = shown(phone, f"/t/{tournament}/")
    assert "then a waiting list" in page
    house.fill(tournament, 3)
    page = shown(phone, f"/t/{tournament}/")
    assert "full: who pays now is number 2 in line" in page


def test_a_seat_given_back_is_the_next_payers_again(phone, house):
    tournament = house.registering("turbo-8max", capacity=2)
    made = house.fill(tournament, 2)
    assert FULL % 1 in shown(phone, f"/play/{tournament}/")
    cast.say(
        cancel_registration, by=house.ana, registration_id=made[0]["registration_id"], reason="not coming"
    )
    page = shown(phone, f"/play/{tournament}/")
    assert "in line" not in page and waits_of(page) == 0


@pytest.mark.rule("SCPT.H", "SCPT.U")
@pytest.mark.parametrize(("waiting", "number"), [(0, None), (1, 1), (3, 3)])
def test_who_gives_up_a_chair_stands_behind_those_who_wait_but_for_the_first(waiting, number):
    now = LineNow(full=True, number=waiting + 1, waiting=waiting).with_a_chair()
    assert (now.full, now.number, now.agreed) == (number is not None, number, number or 0)


@pytest.mark.rule("SCPT.H", "SCPT.E")
@pytest.mark.parametrize("keeps_a_line", [True, False])
def test_the_second_desk_reads_who_was_first_and_has_what_it_typed(house, keeps_a_line):
    """Two cashiers, one seat: who was slower is told what happened, and nothing was booked."""
    tournament = house.registering("turbo-8max", capacity=2, alternates=keeps_a_line)
    house.fill(tournament, 1)
    first, second = house.player("Rui Barbosa"), house.player("Ana Terra")
    ana, desi = as_(house.ana), as_(house.desi)
    told = {one: waits_of(at_the_desk(ana, tournament, one)) for one in (first, second)}
    assert set(told.values()) == {0}
    sold = deal(ana, tournament, "register", player_id=first, method="cash", waits=0)
    assert "The seat is drawn at the start." in sold.content.decode()
    with cast.unchanged():
        landed = deal(desi, tournament, "register", player_id=second, method="transfer", waits=0)
    page = html.unescape(re.sub(r"\s+", " ", landed.content.decode()))
    assert re.search(r"The last entry was sold to Rui Barbosa at \d\d:\d\d by Ana\.", page)
    assert "Nothing was booked here: money in your hand is the player's." in page
    assert f'data-player="{second}"' in page
    if not keeps_a_line:
        assert "keeps no list of alternates" in page and SHUT in page
        return
    # the way it is paid is chosen as it was, and the button says what is bought now
    assert "this entry would be number 1 in line." in page and AT_THE_DESK % 1 in page
    method = re.search(r'name="method" value="transfer"\s+checked', page)
    assert method and "Paid: number 1 in line" in page
    deal(desi, tournament, "register", player_id=second, method="transfer", waits=1)
    assert Entry.objects.get(tournament_id=tournament, player_id=second).state == "waiting"
    # the same for the line: a place in it that is gone is no place
    third, fourth = house.player("Caio Prado"), house.player("Eva Cunha")
    deal(ana, tournament, "register", player_id=third, method="cash", waits=2)
    with cast.unchanged():
        landed = deal(desi, tournament, "register", player_id=fourth, method="cash", waits=2)
    assert re.search(
        r"number 3 in line\..* The last entry was sold to Caio Prado at \d\d:\d\d by Ana\.",
        re.sub(r"\s+", " ", landed.content.decode()),
    )
    cast.books_balance()
