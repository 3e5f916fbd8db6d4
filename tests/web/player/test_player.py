"""The phone's pages without a browser: from signing up to being paid."""

from __future__ import annotations

import re
import uuid
from datetime import date, timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils.translation import override

from access import moment, rate_limit
from ledger.commands.deposit import deposit
from ledger.commands.withdraw import withdraw
from ledger.models import Transfer
from ledger.operations.transfers import reverse
from payouts.commands.finish_tournament import finish_tournament
from payouts.queries import prizes_payload
from people.commands.anonymise_player import anonymise_player
from people.commands.check_identity import check_identity
from people.models import Exclusion, Player, User
from people.queries.days import day_here, end_of
from rules.entries import BuyInSplit, simple_split
from tables.commands.move_player import move_player
from tables.models import Move, Seat
from tests import cast
from tests.payouts.room import bust as out_by
from tournaments.commands.announce_rebuy import announce_rebuy
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.close_entries import close_entries
from tournaments.commands.confirm_payment import confirm_payment
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.pay_debt import pay_debt
from tournaments.commands.reenter import reenter
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.commands.update_venue import update_venue
from tournaments.models import Debt, Entry, Registration, Tournament, Venue
from tournaments.queries import payloads
from web.templatetags.houses import money_short
from web.templatetags.shuffle import last_day, money
from web.templatetags.shuffle import moment as moment_words

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def at(monkeypatch):
    """Pages are asked for while registration is open, or later where a test says so."""
    now = {"at": cast.OPEN}
    monkeypatch.setattr(moment, "at", lambda: now["at"])
    rate_limit.forget()
    cache.clear()
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


def mailed_code():
    return re.search(r"\b\d{6}\b", mail.outbox[-1].body)[0]


def proved(client, email, onward=""):
    """As far as the code takes somebody."""
    answer = client.post("/join/", fresh(email=email, next=onward))
    assert (answer.status_code, answer["Location"]) == (302, "/join/code/")
    return client.post("/join/code/", fresh(code=mailed_code()))


NOVA = {
    "full_name": "Nova Pessoa",
    "public_name": "Nova",
    "birth_date": "02/01/1990",
    "language": "en",
    "terms": "1",
}


@pytest.mark.rule("SCPT.F")
def test_signing_up_by_code_leads_back_to_the_tournament_and_in(client, house):
    tournament = house.registering("turbo-8max")
    client.cookies["django_language"] = "en"
    page = shown(client, f"/play/{tournament}/")
    # the address is asked for where one registers: no page between
    assert 'method="post" action="/join/"' in page and f'name="next" value="/play/{tournament}/"' in page
    sent = fresh(email="Nova@Example.com", next=f"/play/{tournament}/")
    for _twice in range(2):  # a double tap sends one mail
        assert client.post("/join/", sent)["Location"] == "/join/code/"
    assert [m.to for m in mail.outbox] == [["nova@example.com"]]
    assert "nova@example.com" in shown(client, "/join/code/")
    no = client.post("/join/code/", fresh(code="12"))
    assert no.status_code == 409 and "Tries left: 4" in no.content.decode()
    code = mailed_code()
    answer = client.post("/join/code/", fresh(code=f"{code[:3]} {code[3:]}"))
    assert (answer.status_code, answer["Location"]) == (302, "/join/you/")
    assert "nova@example.com" in shown(client, "/join/you/")
    for change in (
        {"terms": ""},
        {"birth_date": "31/31/1990"},
        {"birth_date": ""},
        {"birth_date": "2015-01-01"},
        {"full_name": ""},
        {"full_name": "Nova"},
    ):
        with cast.unchanged():
            no = client.post("/join/you/", fresh(**{**NOVA, **change}))
        assert no.status_code == 409
        # nothing typed is lost
        assert 'value="Nova"' in no.content.decode()
    done = fresh(**NOVA)
    answer = client.post("/join/you/", done)
    assert (answer.status_code, answer["Location"]) == (302, f"/play/{tournament}/")
    player = Player.objects.get(public_name="Nova")
    assert (player.birth_date, player.email) == (date(1990, 1, 2), "nova@example.com")
    assert not player.user.has_usable_password()
    assert "How you pay" in shown(client, f"/play/{tournament}/")
    # the next time the code alone does it
    client.post("/sign-out/")
    assert proved(client, "nova@example.com", "/me/")["Location"] == "/me/"
    assert "Nova" in shown(client, "/me/")


@pytest.mark.parametrize(
    "typed", ["01021990", "1/2/1990", "01-02-1990", "01.02.1990", "1990-02-01", "01 / 02 / 1990"]
)
def test_a_date_of_birth_is_read_however_it_is_typed(client, house, typed):
    """The keyboard of digits that the field asks for has no stroke."""
    proved(client, "nova@example.com")
    assert client.post("/join/you/", fresh(**{**NOVA, "birth_date": typed})).status_code == 302
    assert Player.objects.get(public_name="Nova").birth_date == date(1990, 2, 1)


def test_everything_wrong_is_said_at_once_and_the_terms_stay_ticked(client, house):
    client.cookies["django_language"] = "en"
    proved(client, "nova@example.com")
    with cast.unchanged():
        no = client.post("/join/you/", fresh(**{**NOVA, "full_name": " ", "birth_date": "31021990"}))
    page = re.sub(r"\s+", " ", no.content.decode())
    assert no.status_code == 409
    assert re.findall(r'role="alert" id="([\w-]+)-no"', page) == ["full_name", "birth_date"]
    assert re.search(r'name="terms"[^>]* checked', page) and 'value="31021990"' in page
    assert re.search(r'id="full_name"[^>]* autofocus', page) and page.count(" autofocus") == 1
    with cast.unchanged():
        no = client.post("/join/you/", fresh(**{**NOVA, "birth_date": "22112015", "terms": ""}))
    page = re.sub(r"\s+", " ", no.content.decode())
    assert re.findall(r'role="alert" id="([\w-]+)-no"', page) == ["birth_date", "terms"]
    assert "from the age of 18" in page and not re.search(r'name="terms"[^>]* checked', page)


@pytest.mark.rule("SCPT.B")
def test_who_opens_an_account_writes_first_and_last_name(client, house):
    """A table online showed "Bia", and the desk had nothing to compare with the document."""
    client.cookies["django_language"] = "en"
    proved(client, "nova@example.com")
    with cast.unchanged():
        no = client.post("/join/you/", fresh(**{**NOVA, "full_name": "  Bia ", "public_name": ""}))
    assert no.status_code == 409
    assert "Write your first and last name, as on your document." in no.content.decode()


def test_the_way_in_of_every_public_page_is_the_players(client, house):
    """The only "Sign in" of a new player asked for a password that players do not have."""
    client.cookies["django_language"] = "en"
    head = shown(client, "/").partition("</header>")[0]
    assert re.findall(r'href="([^"]+)"[^>]*>Sign in<', head) == ["/join/"]
    assert 'href="/sign-in/"' in shown(client, "/join/") and 'href="/join/"' in shown(client, "/sign-in/")


@pytest.mark.parametrize("name", ["Direção do Clube", "O  DIRETOR", "staff", "bruno", "  Brunó "])
def test_nobody_is_called_as_who_works_here_or_as_another(phone, house, name):
    """A player called himself "Direção do Clube", and so did the history of the staff."""
    with cast.unchanged():
        said = phone.post("/me/about/", fresh(public_name=name, phone=""), follow=True).content.decode()
        assert "Choose another" in said
    phone.logout()
    phone.cookies["django_language"] = "en"
    proved(phone, "nova@example.com")
    with cast.unchanged():
        no = phone.post("/join/you/", fresh(**{**NOVA, "public_name": name}))
    assert re.search(r'id="public_name-no">[^<]*Choose another', no.content.decode())


MIXED = "Caio L\u0456ma"  # one of its letters is Cyrillic
ONE_ALPHABET = "This name mixes letters of two alphabets, which look alike: write all of it in one."


def test_nobody_is_called_in_letters_that_look_like_anothers(phone, house):
    with cast.unchanged():
        said = phone.post("/me/about/", fresh(public_name=MIXED, phone=""), follow=True).content.decode()
        assert ONE_ALPHABET in said
    phone.logout()
    phone.cookies["django_language"] = "en"
    proved(phone, "nova@example.com")
    # chosen, or left out: then the own name is shown
    for given in ({"public_name": MIXED}, {"full_name": MIXED, "public_name": ""}):
        with cast.unchanged():
            no = phone.post("/join/you/", fresh(**{**NOVA, **given}))
        assert no.status_code == 409 and ONE_ALPHABET in no.content.decode()
    # nor does a name of the own that says who works here stand where a nickname would not
    with cast.unchanged():
        no = phone.post("/join/you/", fresh(**{**NOVA, "full_name": "Diretor Clube", "public_name": ""}))
    assert re.search(r'id="public_name-no">[^<]*Choose another', no.content.decode())
    phone.post("/join/you/", fresh(**NOVA))
    assert Player.objects.get(full_name="Nova Pessoa").public_name == "Nova"


def test_asking_looks_the_same_whether_there_is_an_account(client, house):
    known = User.objects.get(pk=house.caio.user_id).email
    pages = []
    for email in (known, "nobody@example.com"):
        answer = client.post("/join/", fresh(email=email, next="https://evil.example/"))
        assert answer["Location"] == "/join/code/"
        page = client.get("/join/code/").content.decode().replace(email, "EMAIL")
        pages.append(re.sub(r'(csrfmiddlewaretoken|command_id)" value="[^"]+', "", page))
        assert "evil.example" not in page
    assert pages[0] == pages[1]
    first, second = (re.sub(r"\d{6}", "", m.subject + m.body) for m in mail.outbox)
    assert first == second


def test_codes_are_limited_and_steps_cannot_be_skipped(client, house):
    client.cookies["django_language"] = "en"
    assert client.get("/join/code/")["Location"] == "/join/"
    assert client.post("/join/you/", fresh(**NOVA))["Location"] == "/join/"
    for _ in range(5):
        assert client.post("/join/", fresh(email="x@example.com")).status_code == 302
    no = client.post("/join/", fresh(email="x@example.com"))
    assert no.status_code == 409 and "Several codes" in no.content.decode()
    assert len(mail.outbox) == 5
    for tried in range(6):
        no = client.post("/join/code/", fresh(code="000000"))
        assert no.status_code == 409, tried
    assert client.post("/join/code/", fresh(code=mailed_code())).status_code == 409
    assert client.post("/join/", fresh(email="not an address")).status_code == 409


def test_a_stranger_who_asks_for_every_code_shuts_nobody_out(client, house):
    email = User.objects.get(pk=house.caio.user_id).email
    for place in ("203.0.113.1", "203.0.113.2", "203.0.113.3"):
        for _ in range(4):
            assert Client(REMOTE_ADDR=place).post("/join/", fresh(email=email)).status_code == 302
    client.cookies["django_language"] = "en"
    no = client.post("/join/", fresh(email=f" {email.upper()}"))
    assert no.status_code == 409 and "Several codes were sent" in no.content.decode()
    assert 'href="/join/code/"' in no.content.decode() and len(mail.outbox) == 12
    assert email in shown(client, "/join/code/")
    assert client.post("/join/code/", fresh(code=mailed_code())).status_code == 302
    assert client.session["_auth_user_id"] == str(house.caio.user_id)


def test_staff_keep_their_password(client, house):
    client.cookies["django_language"] = "en"
    desi = User.objects.get(pk=house.desi.user_id)
    desi.email_confirmed_at = cast.DRAFTED
    desi.set_password("of-desi-and-long")
    desi.save()
    no = proved(client, desi.email)
    assert no.status_code == 409 and "sign in with its password" in no.content.decode()
    assert "_auth_user_id" not in client.session


def test_a_mail_that_cannot_be_sent_says_so(client, house, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    client.cookies["django_language"] = "en"
    no = client.post("/join/", fresh(email="x@example.com"))
    assert no.status_code == 409 and "could not be sent" in no.content.decode()


def test_what_the_house_keeps_is_written_down(client):
    # no book's id: an account belongs to no tournament, and which books are in force is a tournament's matter
    for language, checks in (
        ("pt-br", "O balcão confere o documento"),
        ("pt", "O balcão verifica o documento"),
        ("en", "The desk checks the document"),
    ):
        client.cookies["django_language"] = language
        page = shown(client, "/privacy/")
        assert checks in page and not re.search(r"\b(?:SCPT|ADTP|PT-[A-Z])\.", page)


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
    assert "Registered" in shown(phone, "/me/")
    house.fill(tournament, 5)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    at["at"] = cast.after(minutes=1)
    seat = Seat.objects.get(entry=entry)
    assert f"<span>Table</span> <b>{seat.table.number}</b> <span>Seat</span> <b>{seat.number}</b>" in shown(
        phone, f"/play/{tournament}/"
    )


@pytest.mark.rule("SCPT.K")
def test_the_terms_are_asked_once_for_each_version(phone, house):
    first, second = house.registering("turbo-8max"), house.registering("scpt-main")
    ticks = '<input type="checkbox" name="terms"'
    assert ticks in shown(phone, f"/play/{first}/")
    phone.post(f"/play/{first}/register/", fresh(pay="desk", terms="1"))
    for language, told in (
        ("en", "You accepted these terms on 21 Nov 2026; they are the same."),
        ("pt-br", "Você aceitou estes termos em 21/11/2026; são os mesmos."),
        ("pt", "Aceitou estes termos em 21/11/2026; são os mesmos."),
    ):
        phone.cookies["django_language"] = language
        page = shown(phone, f"/play/{second}/")
        assert ticks not in page and '<input type="hidden" name="terms" value="1">' in page and told in page
        assert f'href="/play/{second}/terms/"' in page
    phone.cookies["django_language"] = "en"
    # others are asked for anew, and what the page said before is refused
    cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes={"terms_version": "2"})
    assert ticks in shown(phone, f"/play/{second}/")
    with cast.unchanged():
        phone.post(f"/play/{second}/register/", fresh(pay="desk", terms="1"))
    assert "Accept the terms in force (version 2)" in shown(phone, f"/play/{second}/")
    # as another house's are
    other = cast.house(name="Outra").registering("turbo-8max")
    assert ticks in shown(phone, f"/play/{other}/")


def test_register_from_the_balance(phone, house):
    tournament = house.registering("turbo-8max")
    assert 'value="balance"' not in shown(phone, f"/play/{tournament}/")
    house.deposit(house.caio.player_id, 500_00)
    assert 'value="balance"' in shown(phone, f"/play/{tournament}/")
    phone.post(f"/play/{tournament}/register/", fresh(pay="balance", terms="1"))
    assert Entry.objects.get(player_id=house.caio.player_id).method == "balance"
    page = shown(phone, "/me/")
    moved = page.split('id="s-BRL"')[1].split("</section>")[0]
    assert moved.count("Entry") == 1  # one line for what the entry is split into
    # at the venue's time, wherever the house keeps its computers
    for zone in ("America/Sao_Paulo", "America/Manaus", "Europe/Lisbon"):
        Venue.objects.filter(pk=house.venue_id).update(timezone=zone)
        with override("en"):
            told = moment_words(cast.OPEN, zone)
        assert 'Entry</a><br><small class="soft"><time datetime' in (page := shown(phone, "/me/"))
        assert told in page, zone
    cast.books_balance()


def movements(phone):
    """The lines of the statement: what, how much, and what it says below."""
    feed = shown(phone, "/me/").split('class="feed"')[1].split("</ul>")[0]
    return [
        " ".join(
            re.sub(r"<[^>]+>", " ", line.split('<span class="figures ends">')[1]).replace("\xa0", " ").split()
        )
        + " | "
        + re.sub(r"<[^>]+>", "", line.split("<br>")[0]).strip()
        for line in feed.split("<li>")[1:]
    ]


@pytest.mark.rule("SCPT.K")
def test_what_is_paid_at_once_is_one_line_of_the_statement(phone, house):
    """A PIX for an entry went through the balance and left it as it was: one movement, not two."""
    tournament = house.registering("turbo-8max")
    made = house.enter(tournament, house.caio.player_id, method="transfer")
    assert movements(phone) == ["R$120.00 paid: Transfer | Entry"]
    # of which of tonight's tournaments it was, on the page and in the file
    name = Tournament.objects.get(pk=tournament).name
    assert re.search(rf'</time><span class="dot"> <i>·</i></span>\s*{name}\b', shown(phone, "/me/"))
    sheet = phone.get("/me/statement.csv?unit=BRL").content.decode()
    assert {row.rpartition(",")[2] for row in sheet.splitlines()} == {"Tournament", name}
    cast.say(
        cancel_registration, by=house.desi, registration_id=made["registration_id"], reason="ill",
        hand_back=True,
    )  # fmt: skip
    assert movements(phone) == [
        "R$120.00 handed back: Transfer | Refund",
        "R$120.00 paid: Transfer | Entry",
    ]
    # what stays in the balance is a movement of it, and what is paid from it, too
    again = house.enter(tournament, house.caio.player_id, method="debit")
    cast.say(cancel_registration, by=house.desi, registration_id=again["registration_id"], reason="ill")
    house.enter(tournament, house.caio.player_id, method="balance")
    assert movements(phone)[:3] == [
        "−R$120.00 Balance R$6.00 | Entry",
        "+R$126.00 Balance R$126.00 | Refund",
        "R$126.00 paid: Debit card | Entry",
    ]


@pytest.mark.rule("SCPT.H", "ADTP.8A")
def test_the_statement_calls_a_re_entry_one(phone, house, playing):
    me = house.caio.player_id
    bust(house, playing, me)
    cast.say(
        reenter, by=house.desi, at=cast.after(minutes=6), tournament_id=playing, player_id=me, method="cash"
    )
    assert [line.rpartition(" | ")[2] for line in movements(phone)][:2] == ["Re-entry", "Entry"]


@pytest.mark.rule("SCPT.P")
def test_a_bounty_names_whose_head_it_was_and_is_told_as_taken_back(phone, house):
    split = simple_split(name="50 + 25", prize_cents=5_000, bounty_cents=2_500)
    tournament = house.registering(
        "turbo-8max", price_cents=7_500, split=split.as_dict(), re_entries_per_player=0
    )
    house.fill(tournament, 3)
    house.enter(tournament, house.caio.player_id)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    mine = Entry.objects.get(tournament_id=tournament, player_id=house.caio.player_id)
    other = Entry.objects.filter(tournament_id=tournament).exclude(pk=mine.pk).order_by("pk")[0]
    out = out_by(house, tournament, other.pk, by=[mine.pk])["eliminations"][0]
    name = other.player.public_name
    assert movements(phone)[0] == f"+R$25.00 Balance R$25.00 | Bounty: {name}"
    cast.say(undo_elimination, by=house.ana, at=cast.after(minutes=31), elimination_id=out["elimination_id"])
    assert movements(phone)[:2] == [
        f"−R$25.00 Balance R$0.00 | Bounty undone: {name}",
        f"+R$25.00 Balance R$25.00 | Bounty: {name}",
    ]


@pytest.mark.rule("ADTP.27")
def test_an_owed_rebuy_is_told_as_owed_and_as_paid(phone, house):
    rebuy = {
        "price_cents": 3_000, "chips": 10_000, "until_level": 6, "per_player": None,
        "split": simple_split(name="rebuy", prize_cents=2_500, fee_cents=500).as_dict(),
    }  # fmt: skip
    tournament = house.registering("turbo-8max", rebuy=rebuy)
    house.fill(tournament, 3)
    house.enter(tournament, house.caio.player_id)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    entry = Entry.objects.get(tournament_id=tournament, player_id=house.caio.player_id)
    cast.say(announce_rebuy, by=house.bruno, at=cast.after(minutes=5), entry_id=entry.pk)
    assert movements(phone)[0] == "R$30.00 owed | Rebuy or add-on"
    debt = Debt.objects.get()
    cast.say(pay_debt, by=house.desi, at=cast.after(minutes=9), debt_id=debt.pk, method="debit")
    assert movements(phone)[:2] == [
        "R$31.50 paid: Debit card | Owed rebuy paid",
        "R$30.00 owed | Rebuy or add-on",
    ]


@pytest.mark.rule("PT-T.21")
def test_what_the_desk_takes_from_my_balance_is_told_with_who_and_when(phone, house, at):
    tournament = house.registering("turbo-8max")
    house.deposit(house.caio.player_id, 24_000)
    made = house.enter(tournament, house.caio.player_id, method="balance")
    other = house.registering("turbo-8max", name="Quinta")
    house.enter(other, house.caio.player_id, method="cash")  # over the counter: nothing left the balance
    with override("en"):
        when, amount = moment_words(cast.OPEN, "America/Sao_Paulo"), money(12_000, "BRL")
    told = f"Desi paid {amount} for you from your balance (Entry, {when})."
    for page in ("/me/", f"/play/{tournament}/"):
        assert shown(phone, page).count(told) == 1, page
    assert "from your balance" not in shown(phone, f"/play/{other}/")
    assert (
        shown(phone, "/me/").count("by Desi") >= 2
    )  # and every line of the statement says whose hand it was
    # and how it came over the desk
    deposit = shown(phone, "/me/").partition(">Deposit</a>")[2].partition("</small>")[0]
    assert re.sub(r"<[^>]+>", "", deposit).endswith(" · Cash")
    cast.say(
        cancel_registration, by=house.desi, registration_id=made["registration_id"], reason="not asked for"
    )
    assert told not in shown(phone, "/me/")
    # by one's own hand nobody needs to tell
    page = shown(phone, f"/play/{tournament}/")
    assert "Register" in page
    phone.post(f"/play/{tournament}/register/", fresh(pay="balance", terms="1"))
    assert "from your balance (" not in shown(phone, "/me/")
    at["at"] = cast.OPEN + timedelta(days=4)
    assert "from your balance (" not in shown(phone, "/me/")


def test_before_the_first_hand_who_is_in_is_one_figure(phone, house):
    tournament = house.registering("turbo-8max")
    house.fill(tournament, 3)
    page = shown(phone, f"/play/{tournament}/")
    (count,) = re.findall(r'data-part="players" data-entered>\s*(.*?)\s*</dd>', page, re.DOTALL)
    assert count == "3"  # 3 / 3 would read as a full house


def test_a_step_that_waits_is_no_word_for_what_is_done(phone, house):
    tournament = house.registering("turbo-8max")
    phone.post(f"/play/{tournament}/register/", fresh(pay="pix", terms="1"))
    page = shown(phone, f"/play/{tournament}/")
    assert "<b>Payment</b>" in page and "<b>Paid</b>" not in page


def test_who_finds_no_seat_reads_the_number_in_line(phone, house):
    tournament = house.registering("turbo-8max", capacity=2)
    house.fill(tournament, 3)
    house.deposit(house.caio.player_id, 500_00)
    phone.post(f"/play/{tournament}/register/", fresh(pay="balance", terms="1", waits="2"))
    page = shown(phone, f"/play/{tournament}/")
    assert "Your number in line" in page and '<p class="seat-huge"><b>2</b></p>' in page
    # who waits has no button to leave, and is told who can do it (SCPT.H)
    assert "only the director takes you out of the line" in page and "/cancel/" not in page
    assert "stay near" in page and "Paid" in page


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


def test_what_no_javascript_reads_is_whole_and_the_worst_place_is_told_once_nobody_can_enter(
    phone, house, playing
):
    page = shown(phone, f"/play/{playing}/")
    assert re.search(
        r'data-part="late">[0-9:]+<small>closes with the break after level \d+</small></dd>', page
    )
    # its row is there also while no break comes: one may be added under a page that is open
    assert re.search(r'data-part="recess-row"\s*>', page)
    assert re.search(r'data-part="recess">\s*(\d+:)?\d+:\d\d <small>at \d\d:\d\d</small>\s*</dd>', page)
    assert re.search(r"<small>\d+ big blinds</small>", page)
    # more may come: no place is sure yet
    assert "data-left" not in page
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=5), tournament_id=playing)
    page = shown(phone, f"/play/{playing}/")
    assert "Place <b data-left>12</b> or better" in page and "data-sure hidden" in page
    assert 'data-part="late-row" hidden' in page
    paid = payloads.counts(playing, seen_at=None)["places_paid"]
    others = Entry.objects.filter(tournament_id=playing, state="playing").exclude(player=house.caio.player_id)
    for entry in others[: 12 - paid]:
        bust(house, playing, entry.player_id)
    worst = prizes_payload(playing)["rows"][-1]["amount_cents"]
    page = shown(phone, f"/play/{playing}/mine/")
    assert f"Place <b data-left>{paid}</b> or better" in page
    with override("en"):
        assert f"at least <b>{money_short(worst, 'BRL')}</b>" in page
    # who is alone has won: there is no better place
    for entry in list(others.all()):
        bust(house, playing, entry.player_id)
    page = shown(phone, f"/play/{playing}/mine/")
    assert "data-left" not in page and "You won" in page


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
    assert "The tables are balanced. Take all your chips with you." in " ".join(page.split())
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


def test_the_way_to_the_money_is_told_and_that_it_may_change_while_entries_are_taken(phone, house, playing):
    counts = payloads.counts(playing, seen_at=None)
    away = counts["players_left"] - counts["places_paid"]
    page = shown(phone, f"/play/{playing}/")
    assert f"data-away>{away}</b>" in page and re.search(r"data-places>[^<]*for.now", page.replace("\n", " "))
    closed = house.started("turbo-8max", entries=10, late_registration_level=0, re_entries_per_player=0)
    paid = payloads.counts(closed, seen_at=None)["places_paid"]
    page = shown(phone, f"/play/{closed}/")
    assert f"data-away>{10 - paid}</b>" in page and not re.search(r"data-distance\s+hidden", page)
    assert 'data-gone width="0"' in page and f'x="{(10 - paid) * 10}"' in page


def test_without_javascript_the_clock_says_of_when_it_is(phone, house, playing):
    told = re.search(r"<noscript>(.*?)</noscript>", shown(phone, f"/play/{playing}/"), re.DOTALL)
    assert told and re.search(r"As it stood at \d\d:\d\d\. Reload for the present\.", told[1])


def test_out_with_place_and_re_entry_while_open(phone, house, playing):
    bust(house, playing, house.caio.player_id)
    page = shown(phone, f"/play/{playing}/")
    assert "You are out" in page and "<b>12</b>" in page
    assert 'id="buy-re_entry"' in page and re.search(r'value="balance" required disabled', page)
    felt = page.split('class="felt way-back"')[1].split("</form>")[0]
    assert re.search(r"data-late-left>\d+(:\d\d)+</b>", felt) and "You pay" in felt and "You get" in felt
    house.deposit(house.caio.player_id, 1000_00)
    assert re.search(r'value="balance" required checked', shown(phone, f"/play/{playing}/"))
    phone.post(f"/play/{playing}/buy/", fresh(kind="re_entry", pay="balance"))
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
    assert "<b>2</b>" in page and "The desk pays it out by" in page
    page = shown(phone, "/me/")
    assert "My prizes" in page and "2nd place </span>" in page.replace("</span>", " </span>")


@pytest.mark.rule("PT-T.52")
def test_who_has_all_the_chips_reads_that_and_what_is_waited_for(phone, house, playing):
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=5), tournament_id=playing)
    others = Entry.objects.filter(tournament_id=playing, state="playing").exclude(
        player_id=house.caio.player_id
    )
    for player_id in list(others.values_list("player_id", flat=True)):
        assert "You won" not in shown(phone, f"/play/{playing}/")
        bust(house, playing, player_id)
    page = shown(phone, f"/play/{playing}/")
    prize = next(row["amount_cents"] for row in prizes_payload(playing)["rows"] if row["first"] == 1)
    assert "You won" in page and " ".join(money(prize, "BRL").split()) in page
    assert "The director has yet to confirm the result: then the prize is in your balance." in page
    # no seat is played at, no clock runs and nothing is sold any more
    assert "<span>Seat</span>" not in page and "Not possible now" not in page
    assert re.search(r'data-part="clock" hidden', page)


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


def test_a_player_is_not_sent_to_the_staffs_pages(phone, client, house):
    tournament = house.registering("turbo-8max")
    assert 'href="/director/"' not in shown(phone, f"/t/{tournament}/")
    client.force_login(User.objects.get(pk=house.ana.user_id))
    assert 'href="/director/"' in shown(client, f"/t/{tournament}/")


def test_drafts_and_strangers(client, house):
    draft = house.tournament("turbo-8max")
    assert client.get(f"/play/{draft}/").status_code == 404
    assert client.get(f"/play/{draft}/mine/").status_code == 401
    assert client.get("/me/").status_code == 302
    with cast.unchanged():
        assert client.post(f"/play/{draft}/register/", fresh(pay="desk", terms="1")).status_code == 302


@pytest.mark.rule("SCPT.E", "SCPT.D")
def test_every_deduction_and_surcharge_is_told_before_paying(phone, house):
    venue = Venue.objects.get(pk=house.venue_id)
    venue.surcharges_bp = {"credit": 500}
    venue.save()
    tournament = house.registering("scpt-main")
    price = Tournament.objects.get(pk=tournament).price_cents
    page = shown(phone, f"/play/{tournament}/")
    for part, cents in BuyInSplit.from_dict(Tournament.objects.get(pk=tournament).split).amounts():
        assert money(cents, "BRL") in page, part
    assert f"{money(price // 20, 'BRL')} surcharge" in page
    # beside the method where it is chosen, not folded away
    desk = page[page.index('value="desk"') :].partition("</label>")[0]
    assert f"Credit card {money(price + price // 20, 'BRL')} ({money(price // 20, 'BRL')} surcharge)" in desk
    assert "<details" not in page[page.index('id="mine"') : page.index('value="desk"')]
    phone.post(f"/play/{tournament}/register/", fresh(pay="desk", terms="1"))
    registration = Registration.objects.get(tournament_id=tournament)
    assert "surcharge" in shown(phone, f"/play/{tournament}/")
    cast.say(confirm_payment, by=house.desi, registration_id=registration.pk, method="credit")
    receipt = Entry.objects.get(player_id=house.caio.player_id).receipt
    page = shown(phone, f"/play/{tournament}/")
    assert "Paid" in page and money(price // 20, "BRL") in page
    assert f"/receipts/?number={receipt}" in page


def test_another_nickname_and_my_data_in_a_file(phone, house):
    tournament = house.registering("turbo-8max")
    house.deposit(house.caio.player_id, 500_00)
    phone.post(f"/play/{tournament}/register/", fresh(pay="balance", terms="1"))
    assert "checked at the desk" in shown(phone, "/me/")
    phone.post("/me/about/", fresh(public_name="Caio <Rei>", phone="48 9999"))
    assert "Caio &lt;Rei&gt;" in shown(phone, "/me/")
    answer = phone.get("/me/data.json")
    assert answer["Content-Disposition"] == 'attachment; filename="shuffle-up.json"'
    assert answer["Cache-Control"] == "private, no-store"
    told = answer.json()
    assert (told["person"]["public_name"], told["person"]["phone"]) == ("Caio <Rei>", "48 9999")
    assert told["person"]["document_number"] == "12345678"
    assert [t["tournament_id"] for t in told["tournaments"]] == [tournament]
    moved = told["movements"]["BRL"]
    assert sum(line["change_cents"] for line in moved) == moved[0]["balance_cents"]
    # the same at the API's window, for the owner alone
    assert phone.get(f"/api/players/{house.caio.player_id}/data").json()["person"] == told["person"]
    assert phone.get(f"/api/players/{house.dora.player_id}/data").status_code == 403


def test_my_receipts_are_one_press_away(phone, house):
    t = house.registering("turbo-8max")
    paid = house.enter(t, house.caio.player_id)["receipt"]
    house.enter(t)  # somebody else's
    page = shown(phone, "/me/")
    assert re.findall(r'href="/receipts/\?number=([^"]*)"', page) == [paid]
    assert "1 receipt" in page and "This receipt is valid." in shown(phone, f"/receipts/?number={paid}")
    assert 'href="/account/"' in page


def test_playing_less_is_in_my_own_hands(phone, house):
    """A limit and an exclusion, from the phone: they hold at once, and a second tap changes nothing."""
    tournament = house.registering("turbo-8max")
    house.deposit(house.caio.player_id, 500_00)
    phone.post("/me/limit/", fresh(period="week", unit="BRL", amount="10,00"))
    page = shown(phone, "/me/limits/")
    assert "In any 7 days" in page and money(10_00, "BRL") in page
    online = house.registering("online-mtt-pt")
    with cast.unchanged():
        phone.post(f"/play/{online}/register/", fresh(pay="balance", terms="1"))
    with cast.unchanged():
        phone.post("/me/limit/", fresh(period="year", unit="BRL", amount="10"))
        phone.post("/me/away/", fresh(span="6", sure="on"))
        # said at the field, in the form that is open, with what was typed
        for amount in ("ten", "-5"):
            no = phone.post("/me/limit/", fresh(period="month", unit="BRL", amount=amount))
            page = re.sub(r"\s+", " ", no.content.decode())
            assert no.status_code == 409 and re.search("<details open> ?<summary>Limits on money", page)
            assert re.search(rf'id="l-amount"[^>]*value="{amount}"[^>]*aria-invalid', page)
            assert re.search(r'<p role="alert" id="l-amount-no">[^<]{5,}', page)
            assert '<option value="month" selected>' in page
        no = phone.post("/me/away/", fresh(span="90"))
        page = re.sub(r"\s+", " ", no.content.decode())
        assert no.status_code == 409 and '<p role="alert" id="l-sure-no">Tick that you are sure' in page
        assert '<option value="90" selected>' in page
    # a break is the first choice, and is asked about as one; asked once more, with the day it ends and what ends with it; looking changes nothing
    spans = re.findall(r'<option value="(\w+)"', page.partition('name="span"')[2].partition("</select>")[0])
    assert spans == ["1", "7", "30", "90", "365", "ever"]
    for span, days in (("1", 1), ("7", 7)):
        with cast.unchanged():
            asks = phone.post("/me/away/", fresh(span=span, sure="on")).content.decode()
        with override("en"):
            day = last_day(end_of(day_here(moment.at()) + timedelta(days=days)))
        assert "<h1>A break</h1>" in asks and f"You will be kept from playing until {day}." in asks
    phone.post(f"/play/{tournament}/register/", fresh(pay="desk", terms="1"))
    with cast.unchanged():
        asked = phone.post("/me/away/", fresh(span="30", sure="on"))
    asks = asked.content.decode()
    ends = "K" + re.search(r"You will be (kept from playing until [^<]*[0-9]{4})", asks)[1][1:]
    assert "It does not hold yet: confirm below." in asks
    assert asked.status_code == 200 and "<li>Terça</li>" in asks and 'name="asked" value="on"' in asks
    assert (
        "You will be kept from playing for good."
        in phone.post("/me/away/", fresh(span="ever", sure="on")).content.decode()
    )
    tap = fresh(span="30", sure="on", asked="on")
    User.objects.filter(pk=house.caio.user_id).update(name="")  # who came in by code has told the file alone
    called = Player.objects.get(pk=house.caio.player_id).full_name
    said = phone.post("/me/away/", tap, follow=True).content.decode()
    assert f"{ends}." in said and "Cancelled: Terça." in said
    phone.post("/me/away/", tap)
    # in writing, once, with the day
    until = Exclusion.objects.get(player_id=house.caio.player_id, kind="self").until_at
    with override("pt-br"):
        day = last_day(until)
    assert [letter.subject for letter in mail.outbox] == ["Autoexclusão confirmada"]
    assert mail.outbox[0].body.startswith(f"{called}, você ")
    assert f"até {day}" in mail.outbox[0].body and "Ninguém pode" in mail.outbox[0].body
    assert Exclusion.objects.filter(player_id=house.caio.player_id, kind="self").count() == 1
    assert "Kept from playing until" in shown(phone, "/me/")
    with cast.unchanged():
        phone.post(f"/play/{tournament}/register/", fresh(pay="desk", terms="1"))
    # and no form offers what would be refused
    page = shown(phone, f"/play/{tournament}/")
    assert "You are excluded from playing at present" in page and "/register/" not in page


@pytest.mark.rule("SCPT.I", "SCPT.F")
def test_the_phone_offers_nothing_that_is_then_refused(phone, house):
    asks_director = house.registering("turbo-8max")
    house.enter(asks_director, house.caio.player_id)
    page = shown(phone, f"/play/{asks_director}/")
    assert "only staff can cancel an entry here" in page and f"/play/{asks_director}/cancel/" not in page
    # nor a seat from the balance before the document was seen
    other = house.registering("turbo-8max")
    house.deposit(house.caio.player_id, 500_00)
    form = 'name="pay" value="balance"'
    assert form in shown(phone, f"/play/{other}/")
    Player.objects.filter(pk=house.caio.player_id).update(id_checked_at=None, id_checked_by=None)
    page = shown(phone, f"/play/{other}/")
    assert form not in page and 'value="desk" required checked' in page and "Bring a photo document" in page


def test_erasing_my_data_waits_for_entries_and_money_and_then_is_whole(phone, house, playing, at):
    secret = Player.objects.get(pk=house.caio.player_id)
    user = secret.user
    with cast.unchanged():
        phone.post("/me/erase/", fresh(sure="on"))
    assert "which is not over" in shown(phone, "/me/")
    bust(house, playing, house.caio.player_id)
    with cast.refused("still_in"):  # out, but places and prizes may still move
        cast.say(anonymise_player, by=house.caio, player_id=house.caio.player_id)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=5), tournament_id=playing)
    others = Entry.objects.filter(tournament_id=playing, state="playing")
    for player_id in list(others.values_list("player_id", flat=True))[1:]:
        bust(house, playing, player_id)
    cast.say(finish_tournament, by=house.ana, at=cast.after(minutes=6), tournament_id=playing)
    house.deposit(house.caio.player_id, 50_00)
    with cast.refused("balance_left"):
        cast.say(anonymise_player, by=house.caio, player_id=house.caio.player_id)
    assert "Have them paid out at the desk first" in shown(phone, "/me/")
    cast.say(
        withdraw, by=house.desi, venue_id=house.venue_id, player_id=house.caio.player_id, unit="BRL",
        amount_cents=50_00, method="cash",
    )  # fmt: skip
    assert "Yes, erase my data" in shown(phone, "/me/")
    with cast.unchanged():
        phone.post("/me/erase/", fresh())
    answer = phone.post("/me/erase/", fresh(sure="on"))
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert "_auth_user_id" not in phone.session
    gone = Player.objects.get(pk=house.caio.player_id)
    assert (gone.full_name, gone.email, gone.document_number, gone.birth_date) == ("", "", "", None)
    assert User.objects.get(pk=user.pk).is_active is False
    results = phone.get(f"/t/{playing}/results/").content.decode()
    assert f"#{gone.pk}" in results and secret.public_name not in results
    cast.books_balance()


@pytest.mark.rule("SCPT.D", "SCPT.K")
def test_a_deposit_and_a_withdrawal_have_a_receipt_of_their_own_for_the_player_alone(phone, house):
    me = house.caio.player_id
    house.deposit(me, 40_000)
    at = cast.OPEN + timedelta(minutes=10)
    here = {"venue_id": house.venue_id, "player_id": me, "unit": "BRL", "amount_cents": 15_000}
    paid = cast.say(deposit, by=house.desi, at=at, method="transfer", reference="TED 771", **here)[
        "transfer_id"
    ]
    out = cast.say(withdraw, by=house.desi, at=at, method="cash", **(here | {"amount_cents": 5_050}))[
        "transfer_id"
    ]
    statement = shown(phone, "/me/")
    for number, name in ((paid, "Deposit"), (out, "Withdrawal")):
        assert f'<a href="/me/movements/{number}/" >{name}</a>' in statement.replace('/">', '/" >')

    def read(number):
        return " ".join(re.sub(r"<[^>]+>", " ", shown(phone, f"/me/movements/{number}/")).split())

    with override("en"):
        when = moment_words(at, "America/Sao_Paulo")
        sums = [
            money(cents, "BRL").replace("\u00a0", " ") for cents in (40_000, 15_000, 55_000, 5_050, 49_950)
        ]
    told = read(paid).replace("\u00a0", " ")
    name = Player.objects.get(pk=me).full_name
    for words in (
        "Receipt of a deposit", f"Movement no. {paid}", f"Player {name}", "Method Transfer", "What the desk noted TED 771",
        f"Paid in {when} · by Desi", f"Balance before {sums[0]} Amount + {sums[1]} Balance after {sums[2]}".replace("+ ", "+"),
    ):  # fmt: skip
        assert words in told, (words, told)
    assert "Taken back" not in told
    told = read(out).replace("\u00a0", " ")
    assert (
        f"Paid out {when} · by Desi Balance before {sums[2]} Amount −{sums[3]} Balance after {sums[4]}"
        in told
    )
    # taken back: the number stays, and what it was
    with transaction.atomic():
        reverse([paid], at=cast.OPEN + timedelta(minutes=20), command_id=cast.new_id())
    told = read(paid)
    assert "Undone : the amount was booked back." in told and f"Movement no. {paid}" in told
    # nobody else's, and nothing that is no such movement
    other = house.player()
    house.deposit(other, 100)
    for number in (
        Transfer.objects.latest("id").pk,
        Transfer.objects.exclude(reverses=None).latest("id").pk,
        9**30,
    ):
        answer = phone.get(f"/me/movements/{number}/")
        assert answer.status_code == 404, number


@pytest.mark.parametrize("language", ["pt-br", "pt", "en"])
def test_where_the_house_counts_in_euros_an_account_without_money_does_too(language):
    house = cast.house(currency="EUR", timezone="Europe/Lisbon")
    client = Client()
    client.cookies["django_language"] = language
    client.force_login(User.objects.get(pk=house.caio.user_id))
    for path in ("/me/", "/me/sums/"):
        page = client.get(path).content.decode()
        assert "R$" not in page and ("€" in page or path != "/me/"), path
    limits = client.get("/me/limits/").content.decode()
    assert {"en": "Money in euros"}.get(language, "Dinheiro em euros") in limits
    kinds = limits.partition('name="unit"')[2].partition("</select>")[0]
    assert kinds.index("EUR") < kinds.index("BRL")
