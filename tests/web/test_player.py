"""The phone's pages without a browser: from signing up to being paid."""

from __future__ import annotations

import re
import uuid
from datetime import date

import pytest

from api import tries
from people.commands.check_identity import check_identity
from people.models import Player, User
from tables.commands.move_player import move_player
from tables.models import Move, Seat
from tests import cast
from tournaments.commands.close_entries import close_entries
from tournaments.commands.confirm_payment import confirm_payment
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry, Registration
from web import moment

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def at(monkeypatch):
    """Pages are asked for while registration is open, or later where a test says so."""
    now = {"at": cast.OPEN}
    monkeypatch.setattr(moment, "at", lambda: now["at"])
    tries.forget()
    return now


@pytest.fixture
def house():
    return cast.house()


@pytest.fixture
def phone(client, house):
    client.force_login(User.objects.get(pk=house.caio.user_id))
    client.cookies["django_language"] = "en"
    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id,
        document_kind="rg", document_number="12345678",
    )  # fmt: skip
    return client


def fresh(**more):
    return {"command_id": str(uuid.uuid4()), **more}


def shown(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, answer.content
    text = answer.content.decode()
    assert "style=" not in text and "<script>" not in text
    return re.sub(r"\s+", " ", text)


def test_signing_up_leads_back_to_the_tournament_and_in(client, house):
    tournament = house.registering("turbo-8max")
    client.cookies["django_language"] = "en"
    page = shown(client, f"/play/{tournament}/")
    assert f"/join/?next=/play/{tournament}/" in page
    typed = fresh(
        email="nova@example.com", password="muito-secreta", full_name="Nova Pessoa", public_name="Nova",
        birth_date="1990-01-02", next=f"/play/{tournament}/",
    )  # fmt: skip
    answer = client.post("/join/", typed)
    assert (answer.status_code, answer["Location"]) == (302, f"/play/{tournament}/")
    assert Player.objects.get(public_name="Nova").birth_date == date(1990, 1, 2)
    assert "How you pay" in shown(client, f"/play/{tournament}/")
    # nothing typed is lost when it is refused, and no open redirect
    other = client.post(
        "/join/", fresh(**{**typed, "command_id": str(uuid.uuid4()), "next": "https://evil.example/"})
    )
    assert other.status_code == 409
    assert 'value="Nova Pessoa"' in other.content.decode()
    assert "evil.example" not in other.content.decode()


def test_short_password_and_impossible_dates_are_refused(client, house):
    client.cookies["django_language"] = "en"
    for change in ({"password": "short"}, {"birth_date": "31/12/1990"}, {"birth_date": "2990-01-01"}):
        typed = fresh(
            email="x@example.com", password="muito-secreta", full_name="X Y", birth_date="1990-01-02"
        )
        with cast.unchanged():
            assert client.post("/join/", {**typed, **change}).status_code == 409


@pytest.mark.rule("SCPT.K", "SCPT.D")
def test_register_pay_at_the_desk_and_sit(phone, house, at):
    tournament = house.registering("turbo-8max")
    with cast.unchanged():  # without accepting the terms
        phone.post(f"/play/{tournament}/register/", fresh(pay="desk"))
    assert "Accept the terms" in shown(phone, f"/play/{tournament}/")
    sent = fresh(pay="desk", terms="1")
    for _twice in range(2):
        phone.post(f"/play/{tournament}/register/", sent)
    registration = Registration.objects.get(tournament_id=tournament)
    page = shown(phone, f"/play/{tournament}/")
    assert "Pay at the desk" in page and registration.code in page
    # a whole QR code, 21 modules and a border of 2: hand scanners do not read the micro kind
    assert 'viewBox="0 0 25 25"' in page
    cast.say(confirm_payment, by=house.desi, registration_id=registration.pk, method="cash")
    entry = Entry.objects.get(player_id=house.caio.player_id)
    page = shown(phone, f"/play/{tournament}/")
    assert "You are in" in page and entry.receipt in page
    house.fill(tournament, 5)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    at["at"] = cast.after(minutes=1)
    seat = Seat.objects.get(entry=entry)
    assert f"<span>Table</span> <b>{seat.table.number}</b> <span>Seat</span> <b>{seat.number}</b>" in shown(
        phone, f"/play/{tournament}/"
    )


def test_register_from_the_balance(phone, house):
    tournament = house.registering("turbo-8max")
    assert 'value="balance"' not in shown(phone, f"/play/{tournament}/")
    house.deposit(house.caio.player_id, 500_00)
    assert 'value="balance"' in shown(phone, f"/play/{tournament}/")
    phone.post(f"/play/{tournament}/register/", fresh(pay="balance", terms="1"))
    assert Entry.objects.get(player_id=house.caio.player_id).method == "balance"
    page = shown(phone, "/me/")
    assert page.count("Entry") == 1  # one line for what the entry is split into
    cast.books_balance()


def test_cancelling(phone, house):
    tournament = house.registering("turbo-8max")
    phone.post(f"/play/{tournament}/register/", fresh(pay="desk", terms="1"))
    phone.post(f"/play/{tournament}/cancel/", fresh())
    assert Registration.objects.get(tournament_id=tournament).state == "cancelled"
    assert "How you pay" in shown(phone, f"/play/{tournament}/")


@pytest.fixture
def playing(phone, house, at):
    """Caio among eight at two tables, five minutes in."""
    tournament = house.registering("scpt-main")
    house.enter(tournament, house.caio.player_id)
    house.fill(tournament, 11)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    at["at"] = cast.after(minutes=5)
    return tournament


def test_a_new_seat_fills_the_screen_until_it_is_acknowledged(phone, house, playing):
    entry = Entry.objects.get(player_id=house.caio.player_id)
    path = f"/play/{playing}/"
    assert 'id="moved"' not in shown(phone, path)
    here = Seat.objects.get(entry=entry)
    free = (
        Seat.objects.filter(table__tournament_id=playing, entry__isnull=True)
        .exclude(table=here.table)
        .first()
    )
    cast.say(
        move_player, by=house.bruno, at=cast.after(minutes=5), entry_id=entry.pk, table_number=free.table.number,
        seat_number=free.number, reason="balance",
    )  # fmt: skip
    move = Move.objects.get(entry=entry, reason="balance")
    page = shown(phone, f"/play/{playing}/mine/")
    assert f'data-move="{move.pk}"' in page and "moving" in page
    phone.post(f"/play/{playing}/moves/{move.pk}/", fresh())
    move.refresh_from_db()
    assert move.acknowledged_at is not None
    assert 'id="moved"' not in shown(phone, path)


def bust(house, tournament, player_id):
    entry = Entry.objects.select_related("seat__table").get(player_id=player_id, state="playing")
    cast.say(
        eliminate_players, by=house.bruno, at=cast.after(minutes=5), tournament_id=tournament,
        table_number=entry.seat.table.number,
        busts=[{"entry_id": entry.pk, "stack_chips_start": None, "by_entries": []}],
    )  # fmt: skip


def test_out_with_place_and_re_entry_while_open(phone, house, playing):
    bust(house, playing, house.caio.player_id)
    page = shown(phone, f"/play/{playing}/")
    assert "You are out" in page and "<b>12</b>" in page
    assert "Re-entry is open" in page and "Re-enter for" not in page
    house.deposit(house.caio.player_id, 1000_00)
    assert "Re-enter for" in shown(phone, f"/play/{playing}/")
    phone.post(f"/play/{playing}/re-enter/", fresh())
    assert Entry.objects.filter(player_id=house.caio.player_id, state="playing").count() == 1
    assert "<span>Seat</span>" in shown(phone, f"/play/{playing}/")


@pytest.mark.rule("SCPT.L")
def test_a_prize_and_until_when_it_is_paid(phone, house, playing):
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=5), tournament_id=playing)
    others = Entry.objects.filter(tournament_id=playing).exclude(player_id=house.caio.player_id)
    for player_id in list(others.values_list("player_id", flat=True))[:10]:
        bust(house, playing, player_id)
    bust(house, playing, house.caio.player_id)
    page = shown(phone, f"/play/{playing}/")
    assert "<b>2</b>" in page and "The desk pays it out until" in page
    assert "My prizes" in shown(phone, "/me/")


def test_anothers_things_stay_anothers(phone, house, playing):
    other = Entry.objects.filter(tournament_id=playing).exclude(player_id=house.caio.player_id).first()
    here = other.seat
    free = (
        Seat.objects.filter(table__tournament_id=playing, entry__isnull=True)
        .exclude(table=here.table)
        .first()
    )
    cast.say(
        move_player, by=house.bruno, at=cast.after(minutes=5), entry_id=other.pk, table_number=free.table.number,
        seat_number=free.number, reason="balance",
    )  # fmt: skip
    move = Move.objects.get(entry=other, reason="balance")
    with cast.unchanged():
        phone.post(f"/play/{playing}/moves/{move.pk}/", fresh())
    page = shown(phone, f"/play/{playing}/")
    assert "silva" not in page.lower()


def test_drafts_and_strangers(client, house):
    draft = house.tournament("turbo-8max")
    assert client.get(f"/play/{draft}/").status_code == 404
    assert client.get(f"/play/{draft}/mine/").status_code == 401
    assert client.get("/me/").status_code == 302
    with cast.unchanged():
        assert client.post(f"/play/{draft}/register/", fresh(pay="desk", terms="1")).status_code == 302
