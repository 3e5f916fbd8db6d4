"""Who gets in, and with what: PINs, invitations, passwords, sessions, closing; by page and by API."""

from __future__ import annotations

import io
import json
import logging
import re
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth import authenticate
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from structlog.stdlib import ProcessorFormatter

from access import letters, moment, rate_limit
from dispatch.facts import Actor
from dispatch.models import Command, Fact
from people.commands.anonymise_player import anonymise_player
from people.commands.check_identity import check_identity
from people.commands.close_account import close_account
from people.commands.grant_role import grant_role
from people.commands.pair_device import pair_device
from people.commands.revoke_role import revoke_role
from people.commands.set_pin import set_pin
from people.models import ApiToken, OperatorPin, Player, Session, StaffRole, User
from people.operations import hash_pin, link_for
from people.queries import founding_code, secret_digest
from tests import cast

pytestmark = pytest.mark.django_db
PASSWORD = "a long enough password"  # noqa: S105 - of this test
OTHER = "an other long password"


@pytest.fixture
def now(monkeypatch):
    clock = {"at": cast.OPEN}
    monkeypatch.setattr(moment, "at", lambda: clock["at"])
    rate_limit.forget()
    cache.clear()
    return clock


@pytest.fixture
def house(now):
    found = cast.house()
    for person in (found.olga, found.ana, found.bruno):
        user = User.objects.get(pk=person.user_id)
        user.set_password(PASSWORD)
        user.save()
    return found


@pytest.fixture
def no_mail(monkeypatch):
    """As on a machine without a mail server."""
    monkeypatch.setattr(letters, "delivered", lambda: False)


def browser(person=None):
    client = Client()
    client.cookies["django_language"] = "en"
    if person is not None:
        client.force_login(User.objects.get(pk=person.user_id))
    return client


def fresh(**more):
    return {"command_id": str(uuid.uuid4()), **more}


def text_of(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


def post(client, path, body, **headers):
    return client.post(
        f"/api/{path}", json.dumps(body), "application/json",
        headers={"Command-Id": str(uuid.uuid4()), "Accept-Language": "en", **headers},
    )  # fmt: skip


def signed_in(client):
    return "_auth_user_id" in client.session and client.get("/account/").status_code == 200


def email_of(person):
    return User.objects.get(pk=person.user_id).email


# --- PINs -----------------------------------------------------------------------------------------------------


def test_the_owner_of_one_house_sets_no_pin_that_opens_another(house):
    """C-H2: the PIN opens the tablets of every house where the person works."""
    rival = cast.house(name="Rival")
    cast.say(grant_role, by=rival.olga, user_id=house.ana.user_id, venue_id=rival.venue_id, role="floor")
    own2 = browser(rival.olga)
    with cast.unchanged():
        page = own2.post(
            f"/director/venues/{rival.venue_id}/staff/do/pin/", fresh(user_id=house.ana.user_id, pin="4711")
        )
        assert page.status_code == 409 and "Only the owner of the house may do this." in text_of(page)
        told = post(own2, f"users/{house.ana.user_id}/pin", {"pin": "4711", "venue_id": rival.venue_id})
        assert (told.status_code, told.json()["code"]) == (403, "forbidden")
    assert mail.outbox == []


def test_who_gets_a_pin_from_the_owner_is_told_and_reads_it_on_the_account_page(house):
    olga = browser(house.olga)
    page = olga.post(
        f"/director/venues/{house.venue_id}/staff/do/pin/", fresh(user_id=house.bruno.user_id, pin="4711")
    )
    assert page.status_code == 302
    assert [letter.to for letter in mail.outbox] == [[email_of(house.bruno)]]
    assert "4711" not in mail.outbox[0].body + mail.outbox[0].subject
    owner = User.objects.get(pk=house.olga.user_id).name or f"#{house.olga.user_id}"
    assert owner in mail.outbox[0].body
    assert f"{owner} set a PIN for you on" in text_of(browser(house.bruno).get("/account/"))
    # one's own is told to nobody
    assert browser(house.bruno).post("/floor/pin/", fresh(pin="5823")).status_code == 302
    assert len(mail.outbox) == 1
    assert "You set your PIN on" in text_of(browser(house.bruno).get("/account/"))


@pytest.mark.parametrize(
    "pin", ["0000", "1111", "1234", "4321", "8901", "1212", "123123", "2580", "123", "12a4"]
)
def test_a_pin_that_is_guessed_at_once_is_none_by_page_and_api(house, pin):
    bruno, olga = browser(house.bruno), browser(house.olga)
    with cast.unchanged():
        assert bruno.post("/floor/pin/", fresh(pin=pin)).status_code == 409
        assert olga.post(
            f"/director/venues/{house.venue_id}/staff/do/pin/", fresh(user_id=house.bruno.user_id, pin=pin)
        ).status_code == 409  # fmt: skip
        told = post(olga, f"users/{house.bruno.user_id}/pin", {"pin": pin, "venue_id": house.venue_id})
        assert told.status_code == 400


def tablet_of(house):
    secret = "of-the-tablet" * 3
    made = cast.say(
        pair_device, by=house.ana, venue_id=house.venue_id, name="T1", kind="floor",
        token_hash=secret_digest(secret),
    )  # fmt: skip
    client = browser()
    client.cookies["device"] = secret
    return client, secret, made["device_id"]


def set_pin_of(person, pin):
    number = cast.new_id()
    cast.say(
        set_pin,
        by=person,
        command_id=number,
        user_id=person.user_id,
        pin_hash=hash_pin(pin, salt=str(number)),
    )


def test_a_pin_is_for_the_floor_and_the_desk(house):
    """C-H2 b: what decides who gets in, and over the books, wants the password."""
    set_pin_of(house.olga, "4711")
    client, secret, _device = tablet_of(house)
    t = house.started("turbo-8max", entries=3)
    by_pin = {"X-Device-Token": secret, "X-Operator": str(house.olga.user_id), "X-Operator-Pin": "4711"}
    api = Client()
    with cast.unchanged():
        for path, body in (
            (f"venues/{house.venue_id}/roles", {"user_id": house.dora.user_id, "role": "owner"}),
            (f"venues/{house.venue_id}/accounts", {"email": "x@example.com", "name": "X", "role": "floor"}),
            (f"venues/{house.venue_id}/devices", {"name": "T2", "kind": "floor"}),
            (f"users/{house.bruno.user_id}/pin", {"pin": "5823", "venue_id": house.venue_id}),
            (f"users/{house.bruno.user_id}/close", {"venue_id": house.venue_id}),
        ):
            told = post(api, path, body, **by_pin)
            assert (told.status_code, told.json()["code"]) == (403, "forbidden"), path
            assert "A PIN is for the floor and the desk." in told.json()["detail"]
    assert post(api, f"tournaments/{t}/clock/pause", {}, **by_pin).status_code == 200
    # the same on the tablet's pages
    assert client.post("/floor/unlock/", {"operator": house.olga.user_id, "pin": "4711"}).status_code == 302
    with cast.unchanged():
        client.post(
            f"/director/venues/{house.venue_id}/staff/do/role/",
            fresh(user_id=house.dora.user_id, role="owner"),
        )
    assert "Add somebody to the staff" not in text_of(client.get(f"/director/venues/{house.venue_id}/staff/"))


def test_an_old_pin_stops_at_once_with_what_it_had_opened(house):
    """C-L3: measured before at 62 seconds."""
    set_pin_of(house.bruno, "4711")
    client, secret, _device = tablet_of(house)
    t = house.started("turbo-8max", entries=3)
    by_pin = {"X-Device-Token": secret, "X-Operator": str(house.bruno.user_id), "X-Operator-Pin": "4711"}
    assert post(Client(), f"tournaments/{t}/clock/pause", {}, **by_pin).status_code == 200
    client.post("/floor/unlock/", {"operator": house.bruno.user_id, "pin": "4711"})
    assert client.get(f"/floor/{t}/").status_code == 200
    own = browser(house.bruno)
    set_pin_of(house.bruno, "5823")
    assert post(Client(), f"tournaments/{t}/clock/resume", {}, **by_pin).status_code == 401
    assert client.get(f"/floor/{t}/").status_code == 302
    assert own.get("/account/").status_code == 200  # the own browser was not opened by the PIN


# --- invitations ------------------------------------------------------------------------------------------------


def take_on(client, house, **form):
    return client.post(
        f"/director/venues/{house.venue_id}/staff/do/account/",
        fresh(**{"name": "Eva", "email": "eva@example.com", "role": "desk", **form}),
    )


def test_a_reload_after_taking_somebody_on_leads_back_to_the_staff(house):
    olga = browser(house.olga)
    staff = f"/director/venues/{house.venue_id}/staff/"
    for what in ("account", "invite", "pin"):
        answer = olga.get(f"{staff}do/{what}/")
        assert (answer.status_code, answer["Location"]) == (302, staff)


def link_in(text):
    return re.search(r"(/invitation/[^\s\"]+/)", text)[1]


def test_who_is_taken_on_chooses_the_password_by_a_link_in_a_letter(house, now):
    olga = browser(house.olga)
    assert take_on(olga, house).status_code == 302
    eva = User.objects.get(email="eva@example.com")
    assert not eva.has_usable_password()
    assert StaffRole.objects.get(user=eva).role == "desk"
    (letter,) = mail.outbox
    assert letter.to == ["eva@example.com"]
    link = link_in(letter.body)
    assert link not in str([f.body for f in Fact.objects.all()]) + str(list(Command.objects.values()))
    client = browser()
    answer = client.get(link)
    assert (answer.status_code, answer["Location"]) == (302, "/password/choose/")
    weak = client.post("/password/choose/", fresh(password="12345678"))
    assert (
        "Choose another password." in text_of(weak) and not User.objects.get(pk=eva.pk).has_usable_password()
    )
    alike = client.post("/password/choose/", fresh(password="eva@example.com"))
    assert "It is too much like the e-mail address of this account." in text_of(alike)
    form = fresh(password=OTHER)
    assert client.post("/password/choose/", form)["Location"] == "/sign-in/"
    assert client.post("/password/choose/", form)["Location"] == "/sign-in/"  # a double tap
    entrance = client.get("/sign-in/")
    assert "Your password is set." in text_of(entrance)
    # the address that was just shown is not typed again; once
    assert 'value="eva@example.com"' in entrance.content.decode()
    assert "eva@example.com" not in client.get("/sign-in/").content.decode()
    # once
    again = browser().get(link)
    assert again.status_code == 410 and "This link does not open any more" in text_of(again)
    answer = client.post("/sign-in/", {"username": "eva@example.com", "password": OTHER})
    assert answer.status_code == 302 and signed_in(client)
    # who is in reads as whom, with the way on
    assert "You are signed in as <b>eva@example.com</b>" in text_of(client.get("/sign-in/"))
    # it came by mail: the address is proved, and a code does not take the password away again
    assert User.objects.get(pk=eva.pk).email_confirmed_at == now["at"]
    assert [letter.to[0] for letter in mail.outbox] == ["eva@example.com", "eva@example.com"]


def test_the_letter_is_in_the_language_that_the_owner_says_or_the_houses(house, now):
    olga = browser(house.olga)
    take_on(olga, house)
    take_on(olga, house, email="ed@example.com", name="Ed", language="en")
    assert [User.objects.get(email=f"{who}@example.com").language for who in ("eva", "ed")] == ["pt-br", "en"]
    portuguese, english = mail.outbox
    assert "escolha" in portuguese.subject and english.subject.endswith(": choose your password")
    # and so is the one that goes again
    ed = User.objects.get(email="ed@example.com")
    olga.post(f"/director/venues/{house.venue_id}/staff/do/invite/", fresh(user_id=ed.pk))
    assert mail.outbox[2].subject == english.subject
    # the form asks for it, the house's is chosen
    page = text_of(olga.get(f"/director/venues/{house.venue_id}/staff/"))
    assert '<select id="ac-l" name="language">' in page and '<option value="pt-br" selected>' in page


def test_a_link_is_over_after_three_days_and_when_somebody_came_in(house, now):
    take_on(browser(house.olga), house)
    link = link_in(mail.outbox[0].body)
    now["at"] += timedelta(days=3, minutes=1)
    assert browser().get(link).status_code == 410
    assert browser().get("/invitation/i.1.zzz-zzz/").status_code == 410
    # the owner mails another
    eva = User.objects.get(email="eva@example.com")
    staff = f"/director/venues/{house.venue_id}/staff/do/invite/"
    assert browser(house.olga).post(staff, fresh(user_id=eva.pk)).status_code == 302
    assert browser().get(link_in(mail.outbox[1].body)).status_code == 302
    ana = browser(house.ana)
    with cast.unchanged():
        ana.post(staff, fresh(user_id=eva.pk))
    assert len(mail.outbox) == 2


def test_another_invitation_ends_the_one_before(house, now):
    olga = browser(house.olga)
    take_on(olga, house)
    first = link_in(mail.outbox[0].body)
    eva = User.objects.get(email="eva@example.com")
    # somebody has the first one open already
    opened = browser()
    assert opened.get(first).status_code == 302
    now["at"] += timedelta(minutes=5)
    staff = f"/director/venues/{house.venue_id}/staff/do/invite/"
    invited = fresh(user_id=eva.pk)
    assert olga.post(staff, invited).status_code == 302
    second = link_in(mail.outbox[1].body)
    assert second != first
    over = browser().get(first)
    assert over.status_code == 410
    assert (
        "This link does not open any more: it was used, it is too old, or a newer one was sent. Ask for another."
        in text_of(over)
    )
    with cast.unchanged():
        assert opened.post("/password/choose/", fresh(password=OTHER)).status_code == 410
    # one more, and the second is over too; the request of the second, repeated, sends no link that opens
    now["at"] += timedelta(minutes=5)
    assert olga.post(staff, fresh(user_id=eva.pk)).status_code == 302
    olga.post(staff, invited)
    assert len(mail.outbox) == 3
    assert browser().get(second).status_code == 410
    client = browser()
    assert client.get(link_in(mail.outbox[2].body)).status_code == 302
    assert client.post("/password/choose/", fresh(password=OTHER))["Location"] == "/sign-in/"
    assert authenticate(username="eva@example.com", password=OTHER) == eva


def test_without_mail_the_owner_hands_the_link_over(house, no_mail):
    olga = browser(house.olga)
    page = take_on(olga, house)
    assert page.status_code == 200 and "Link for Eva" in text_of(page)
    link = link_in(text_of(page))
    assert mail.outbox == [] and "Link for Eva" not in text_of(
        olga.get(f"/director/venues/{house.venue_id}/staff/")
    )
    client = browser()
    client.get(link)
    client.post("/password/choose/", fresh(password=OTHER))
    eva = authenticate(username="eva@example.com", password=OTHER)
    assert eva is not None and eva.email_confirmed_at is None
    # who plays here has a purse: no link opens it but one in the own mail
    cast.say(grant_role, by=house.olga, user_id=house.caio.user_id, venue_id=house.venue_id, role="floor")
    with cast.unchanged():
        told = post(olga, f"venues/{house.venue_id}/accounts/{house.caio.user_id}/invite", {})
        assert told.json()["code"] == "plays_too"


def test_who_has_not_come_in_yet_stands_in_the_list_with_a_new_link(house, no_mail):
    olga = browser(house.olga)
    take_on(olga, house)
    staff = f"/director/venues/{house.venue_id}/staff/"

    def row(person, name="Eva"):
        rows = text_of(person.get(staff)).split("<li>")
        return next(one for one in rows if f"<strong>{name}</strong>" in one)

    said = row(olga)
    assert "has not come in yet" in said.partition("<details")[0]
    assert "Make a new link" in said and "Make a link to choose a password" not in said
    # only who gives the roles reads it
    assert "has not come in yet" not in row(browser(house.ana))
    # whoever reads the page has come in, also where the account has neither password nor sign-in
    own = User.objects.get(pk=house.olga.user_id)
    own.set_unusable_password()
    own.save()
    olga = browser(house.olga)
    User.objects.filter(pk=own.pk).update(last_login=None)
    assert "has not come in yet" not in row(olga, own.name)
    # the first link is lost: the button in the row makes another
    eva = User.objects.get(email="eva@example.com")
    link = link_in(text_of(olga.post(f"{staff}do/invite/", fresh(user_id=eva.pk))))
    client = browser()
    client.get(link)
    client.post("/password/choose/", fresh(password=OTHER))
    assert "has not come in yet" not in row(olga)
    assert "Make a link to choose a password" in row(olga)


def test_a_repeated_request_gives_no_new_way_into_an_account_in_use(house, no_mail):
    olga = browser(house.olga)
    form = fresh(name="Eva", email="eva@example.com", role="desk")
    address = f"/director/venues/{house.venue_id}/staff/do/account/"
    link = link_in(text_of(olga.post(address, form)))
    # a reload of the page sends the form again: it is shown no second time
    again = text_of(olga.post(address, form, follow=True))
    assert "This link was shown already." in again and "/invitation/" not in again
    client = browser()
    client.get(link)
    client.post("/password/choose/", fresh(password=OTHER))
    assert "Link for Eva" not in text_of(olga.post(address, form, follow=True))


def test_a_player_who_is_taken_on_keeps_the_way_in(house, now):
    """C-H3: before, the role shut the player out of the own wallet."""
    email = email_of(house.caio)
    assert take_on(browser(house.olga), house, email=email).status_code == 302
    assert StaffRole.objects.get(user_id=house.caio.user_id).role == "desk"
    assert User.objects.filter(email=email).count() == 1 and mail.outbox == []
    client = browser()
    client.post("/join/", fresh(email=email))
    code = re.search(r"\d{6}", mail.outbox[-1].subject)[0]
    assert client.post("/join/code/", fresh(code=code)).status_code == 302
    assert signed_in(client) and client.get("/me/").status_code == 200


def test_what_is_typed_stays_and_the_error_is_at_its_field(house):
    """A-D3: the form came back with another role than was chosen."""
    olga = browser(house.olga)
    with cast.unchanged():
        page = take_on(olga, house, email="no address", role="director")
    said = text_of(page)
    assert page.status_code == 409 and "Check the e-mail address." in said
    assert '<option value="director" selected>' in said and 'value="Eva"' in said
    assert re.search(r'name="email"[^>]*value="no address"[^>]*aria-invalid="true"', said)


# --- passwords ---------------------------------------------------------------------------------------------------


def test_change_of_password_ends_every_other_session_and_token(house, now):
    here, there = browser(house.ana), browser(house.ana)
    secret = "x" * 43
    ApiToken.objects.create(user_id=house.ana.user_id, token_hash=secret_digest(secret), created_at=now["at"],
        scope="all", expires_at=now["at"] + timedelta(days=9))  # fmt: skip
    with cast.unchanged():
        wrong = here.post("/account/password/", fresh(old_password="errada", password=OTHER))
        assert wrong.status_code == 409 and "This is not your current password." in text_of(wrong)
        weak = here.post("/account/password/", fresh(old_password=PASSWORD, password="12345678"))
        assert weak.status_code == 409
    form = fresh(old_password=PASSWORD, password=OTHER)
    assert here.post("/account/password/", form).status_code == 302
    assert here.post("/account/password/", form).status_code == 302  # a double tap
    assert signed_in(here) and not signed_in(there)
    assert Session.objects.filter(user_id=house.ana.user_id).count() == 1
    assert Client().get("/api/tokens", headers={"Authorization": f"Bearer {secret}"}).status_code == 401
    assert authenticate(username=email_of(house.ana), password=OTHER) is not None
    assert [letter.to for letter in mail.outbox] == [[email_of(house.ana)]]
    kept = str([f.body for f in Fact.objects.all()]) + str(list(Command.objects.values()))
    assert "md5$" not in kept and "pbkdf2" not in kept


def asks_for(client, address, password=PASSWORD):
    """The code that went to a new address."""
    sent = client.post("/account/email/", fresh(email=address, old_password=password))
    assert (sent.status_code, sent["Location"]) == (302, "/account/email/"), text_of(sent)
    assert mail.outbox[-1].to == [address.lower()]
    return re.search(r"\d{6}", mail.outbox[-1].subject)[0]


def test_another_address_is_proved_by_a_code_and_the_old_one_learns_it(house):
    here, there = browser(house.ana), browser(house.ana)
    old = email_of(house.ana)
    Player.objects.filter(pk=house.ana.player_id).update(email=old, user_id=house.ana.user_id)
    with cast.unchanged():
        wrong = here.post("/account/email/", fresh(email="ana@new.example", old_password="errada"))
        assert wrong.status_code == 409 and "This is not your current password." in text_of(wrong)
        same = here.post("/account/email/", fresh(email=old.upper(), old_password=PASSWORD))
        assert "This is your address already." in text_of(same)
    assert mail.outbox == []
    code = asks_for(here, "Ana@New.example")
    assert "<strong>ana@new.example</strong>" in here.get("/account/email/").content.decode()
    page = here.post("/account/email/", fresh(code="000000" if code != "000000" else "000001"))
    assert page.status_code == 409 and "This is not the code." in text_of(page)
    assert email_of(house.ana) == old
    form = fresh(code=code)
    assert here.post("/account/email/", form)["Location"] == "/account/"
    assert "We wrote to the old one, too." in text_of(here.get("/account/"))
    assert here.post("/account/email/", form).status_code == 302  # a double tap
    # nobody is signed out, codes of before are over, and the own file has the new address
    assert signed_in(here) and signed_in(there)
    assert authenticate(username="ana@new.example", password=PASSWORD) is not None
    assert authenticate(username=old, password=PASSWORD) is None
    assert Player.objects.get(pk=house.ana.player_id).email == "ana@new.example"
    word = mail.outbox[-1]
    assert (word.to, word.subject) == ([old], "Seu e-mail foi trocado") and len(mail.outbox) == 2
    assert word.body.startswith(f"{User.objects.get(pk=house.ana.user_id).name}, sua conta")
    kept = str([f.body for f in Fact.objects.all()]) + str(list(Command.objects.values()))
    assert "new.example" not in kept and old not in kept


def test_an_address_of_somebody_else_is_not_taken_and_who_has_no_password_shows_none(house):
    here = browser(house.ana)
    # the page says nothing of whose it is: the code goes there
    code = asks_for(here, email_of(house.bruno))
    page = here.post("/account/email/", fresh(code=code))
    assert page.status_code == 409 and "An account with this e-mail address exists already." in text_of(page)
    assert signed_in(here) and email_of(house.bruno) != email_of(house.ana)
    user = User.objects.get(pk=house.caio.user_id)
    user.email, user.email_confirmed_at = "caio@example.com", cast.DRAFTED
    user.set_unusable_password()
    user.save()
    caio = Client()
    caio.force_login(user)
    caio.cookies["django_language"] = "en"
    caio.post("/account/email/", fresh(code=asks_for(caio, "caio@new.example", password="")))
    assert User.objects.get(pk=user.pk).email == "caio@new.example"
    # on a shared machine nothing is one's own
    assert Client().get("/account/email/").status_code == 302


def test_by_api_the_old_address_learns_of_another_too_under_the_name_of_the_players_file(house):
    User.objects.filter(pk=house.ana.user_id).update(name="")
    client, old = browser(house.ana), email_of(house.ana)
    asked = post(client, "email-codes", {"email": "ana@new.example"}).json()["result"]
    code = re.search(r"\d{6}", mail.outbox[-1].subject)[0]
    given = {"code_id": asked["code_id"], "email": "ana@new.example", "code": code}
    shown = post(client, "email-codes/prove", given).json()["result"]["proof"]
    done = post(client, "email", {"proof": shown, "old_password": PASSWORD})
    assert done.status_code == 200, done.content
    assert email_of(house.ana) == "ana@new.example" and mail.outbox[-1].to == [old]
    called = Player.objects.get(pk=house.ana.player_id).full_name
    assert mail.outbox[-1].body.startswith(f"{called}, sua conta")


def test_the_old_password_is_not_guessed_at_a_screen_left_open(house):
    here = browser(house.ana)
    for _ in range(10):
        here.post("/account/password/", fresh(old_password="errada", password=OTHER))
    page = here.post("/account/password/", fresh(old_password=PASSWORD, password=OTHER))
    assert "Too many tries" in text_of(page)
    assert authenticate(username=email_of(house.ana), password=PASSWORD) is not None


def test_by_api_a_password_is_changed_where_one_signed_in_oneself(house, now):
    client = browser(house.ana)
    told = post(client, "password", {"old_password": PASSWORD, "password": OTHER})
    assert told.status_code == 200 and signed_in(client)
    secret = "x" * 43
    ApiToken.objects.create(user_id=house.ana.user_id, token_hash=secret_digest(secret), created_at=now["at"],
        scope="all", expires_at=now["at"] + timedelta(days=9))  # fmt: skip
    told = post(
        Client(), "password", {"old_password": OTHER, "password": PASSWORD}, Authorization=f"Bearer {secret}"
    )
    assert told.status_code == 403 and authenticate(username=email_of(house.ana), password=OTHER) is not None


def test_who_signs_in_by_codes_alone_has_no_other_password_to_forget(house, now):
    """Nothing is new or forgotten there: a first password is chosen, for one's own address."""
    here = Client(headers={"Accept-Language": "en"})
    caio = User.objects.get(pk=house.caio.user_id)
    caio.set_unusable_password()
    caio.save()
    here.force_login(caio)
    page = here.get("/password/forgotten/").content.decode()
    assert re.search(r"<h1>\s*Choose a password\s*</h1>", page) and f'value="{caio.email}"' in page
    assert "With it you choose a password." in page and "another" not in page
    page = Client(headers={"Accept-Language": "en"}).get("/password/forgotten/").content.decode()
    assert "Choose a new password" in page and "With it you choose another password." in page


def test_forgotten_a_code_by_mail_lets_choose_another_and_no_stranger_learns_who_is_here(house, now):
    pages = {}
    for email in (email_of(house.ana), "nobody@example.com"):
        client = browser()
        sent = client.post("/password/forgotten/", fresh(email=email))
        assert (sent.status_code, sent["Location"]) == (302, "/join/code/")
        pages[email] = re.sub('<strong>[^<]*</strong>|value="[^"]*"', "", text_of(client.get("/join/code/")))
    assert len(set(pages.values())) == 1 and len(mail.outbox) == 2
    there = browser(house.ana)
    client = browser()
    client.post("/password/forgotten/", fresh(email=email_of(house.ana)))
    code = re.search(r"\d{6}", mail.outbox[-1].subject)[0]
    assert client.post("/join/code/", fresh(code=code))["Location"] == "/password/choose/"
    kept = client.session["choosing_proof"]
    assert client.post("/password/choose/", fresh(password=OTHER))["Location"] == "/sign-in/"
    assert not signed_in(client) and not signed_in(there)
    assert authenticate(username=email_of(house.ana), password=OTHER) is not None
    # the same code's proof in a browser that kept it
    late = client.session
    late["choosing_proof"] = kept
    late.save()
    page = client.get("/password/choose/")
    assert page.status_code == 410 and "no longer valid" in text_of(page)
    # without a proof there is nothing to choose for
    assert browser().get("/password/choose/")["Location"] == "/password/forgotten/"


def test_a_password_chosen_while_signed_in_ends_as_happily(house):
    """The session that chose it ended with all others, and the answer was a bare "Bad Request (400)"."""
    here, there = browser(house.ana), browser(house.ana)
    here.post("/password/forgotten/", fresh(email=email_of(house.ana)))
    code = re.search(r"\d{6}", mail.outbox[-1].subject)[0]
    assert here.post("/join/code/", fresh(code=code))["Location"] == "/password/choose/"
    form = fresh(password=OTHER)
    for _twice in range(2):
        answer = here.post("/password/choose/", form)
        assert (answer.status_code, answer["Location"]) == (302, "/sign-in/")
    assert "Your password is set. Sign in with it." in text_of(here.get("/sign-in/"))
    assert not signed_in(here) and not signed_in(there)
    assert here.post("/sign-in/", {"username": email_of(house.ana), "password": OTHER}).status_code == 302
    assert signed_in(here)


def test_by_api_a_password_chosen_while_signed_in_is_answered(house):
    here = browser(house.ana)
    email = email_of(house.ana)
    sent = post(here, "email-codes", {"email": email}).json()["result"]
    code = re.search(r"\d{6}", mail.outbox[-1].subject)[0]
    tried = post(here, "email-codes/prove", {"code_id": sent["code_id"], "email": email, "code": code})
    proof = tried.json()["result"]["proof"]
    told = post(here, "password/reset", {"proof": proof, "password": OTHER})
    assert told.status_code == 200 and not signed_in(here)


@pytest.fixture
def log_lines():
    """What this process writes to its log, as it is written."""
    written = io.StringIO()
    [house_style] = {
        h.formatter for h in logging.getLogger().handlers if isinstance(h.formatter, ProcessorFormatter)
    }
    handler = logging.StreamHandler(written)
    handler.setFormatter(house_style)
    logging.getLogger().addHandler(handler)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    logging.getLogger().removeHandler(handler)


def test_no_link_that_lets_somebody_in_is_in_the_log(house, now, log_lines):
    code = link_for(house.bruno.user_id, purpose="invitation", at=now["at"])
    secret = code.rpartition("-")[2]
    client, strict = browser(), Client(enforce_csrf_checks=True)
    told = [
        client.get(f"/invitation/{code})/").status_code,
        client.get(f"/invitation/{code}/more/{code}/").status_code,
        client.get(f"/Invitation/{code} {code}").status_code,
        client.get(f"/invitation//{code}/").status_code,
        client.get(f"/elsewhere/{code}/").status_code,
        client.put(f"/invitation/{code}/").status_code,
        strict.post(f"/invitation/{code}/").status_code,
        client.get(f"/open/{founding_code()})/").status_code,
    ]
    assert told == [410, 404, 404, 404, 404, 405, 403, 404]
    lines = log_lines()
    assert len(lines) == len(told)
    assert sum("/invitation/…" in line["event"].lower() for line in lines) == 6
    assert all(secret not in json.dumps(line) and founding_code() not in json.dumps(line) for line in lines)
    # it opens still
    assert client.get(f"/invitation/{code}/")["Location"] == "/password/choose/"


# --- sessions and closing ------------------------------------------------------------------------------------------


def test_one_sees_where_one_is_signed_in_and_ends_it(house):
    clients = []
    for agent in ("Mozilla/5.0 (Linux; Android 14) Chrome/120 Safari/537", "Mozilla/5.0 (iPhone) Safari/604"):
        client = Client(headers={"User-Agent": agent})
        client.cookies["django_language"] = "en"
        client.post("/sign-in/", {"username": email_of(house.ana), "password": PASSWORD})
        clients.append(client)
    here, there = clients
    page = text_of(here.get("/account/"))
    assert "<b>Chrome, Android</b>" in page and "<b>Safari, iPhone</b>" in page
    assert here.session.session_key not in page and there.session.session_key not in page
    (number,) = re.findall(r'name="number" value="(\w+)"', page)
    bruno = browser(house.bruno)
    with cast.unchanged():  # another's number is nobody's
        bruno.post("/account/sessions/", fresh(number=number))
    assert signed_in(there)
    here.post("/account/sessions/", fresh(number=number))
    assert signed_in(here) and not signed_in(there)
    third = browser(house.ana)
    here.post("/account/sessions/", fresh())
    assert signed_in(here) and not signed_in(third)


def test_an_account_is_closed_by_the_owner_of_all_its_houses(house):
    olga, staff = browser(house.olga), f"/director/venues/{house.venue_id}/staff/do/close/"
    take_on(olga, house)
    eva = User.objects.get(email="eva@example.com")
    client = Client()
    client.force_login(eva)
    own = "/director/venues/%s/staff/do/pin/" % house.venue_id
    assert olga.post(own, fresh(user_id=eva.pk, pin="4711")).status_code == 302
    rival = cast.house(name="Rival")
    theirs = cast.say(grant_role, by=rival.olga, user_id=eva.pk, venue_id=rival.venue_id, role="desk")
    ana, other = browser(house.ana), browser(rival.olga)
    with cast.unchanged():
        for client_of in (ana, other, olga):
            client_of.post(staff, fresh(user_id=eva.pk))
    assert signed_in(client)
    cast.say(revoke_role, by=rival.olga, venue_id=rival.venue_id, role_id=theirs["role_id"])
    assert olga.post(staff, fresh(user_id=eva.pk)).status_code == 302
    eva.refresh_from_db()
    assert (eva.is_active, eva.email, eva.name) == (False, f"closed-{eva.pk}@invalid.invalid", "Eva")
    assert not StaffRole.objects.filter(user=eva, revoked_at__isnull=True).exists()
    assert not OperatorPin.objects.filter(user=eva).exists() and not signed_in(client)
    # the address is free: whoever comes back is taken on anew
    take_on(olga, house)
    assert User.objects.get(email="eva@example.com").pk != eva.pk


def test_one_closes_the_own_account(house):
    take_on(browser(house.olga), house, role="owner")
    eva = User.objects.get(email="eva@example.com")
    client = Client()
    client.force_login(eva)
    with cast.unchanged():
        assert client.post("/account/close/", fresh()).status_code == 409
    assert client.post("/account/close/", fresh(sure="on"))["Location"] == "/"
    assert "_auth_user_id" not in client.session and not User.objects.get(pk=eva.pk).is_active


def test_the_last_owner_and_who_plays_are_not_closed(house):
    take_on(browser(house.olga), house, role="owner")
    eva = cast.Person(user_id=User.objects.get(email="eva@example.com").pk, player_id=None, name="Eva",
                      actor=Actor(user_id=User.objects.get(email="eva@example.com").pk))  # fmt: skip
    row = StaffRole.objects.get(user_id=house.olga.user_id, venue_id=house.venue_id, revoked_at=None)
    cast.say(revoke_role, by=eva, venue_id=house.venue_id, role_id=row.pk)
    with cast.refused("last_owner"):
        cast.say(close_account, by=eva, user_id=eva.user_id)
    # nor does who erases the data leave a house without an owner
    own2 = cast.house(name="Dois")
    with cast.refused("last_owner"):
        cast.say(anonymise_player, by=own2.olga, player_id=own2.olga.player_id)
    with cast.refused("plays_too"):
        cast.say(close_account, by=house.caio, user_id=house.caio.user_id)


# --- the doors ------------------------------------------------------------------------------------------------------


def test_a_stranger_does_not_shut_the_right_person_out_of_the_api(house):
    """C-L6."""
    client, stranger = Client(), Client()
    right = {"email": email_of(house.ana), "password": PASSWORD}
    assert post(client, "sign-in", right).status_code == 200
    post(client, "sign-out", {})
    for _ in range(10):
        assert post(stranger, "sign-in", {**right, "password": "errada"}).status_code == 401
    assert post(stranger, "sign-in", right).status_code == 429
    assert post(client, "sign-in", right).status_code == 200
    # one lock for both doors, one key for both
    assert client.post("/sign-in/", {"username": right["email"], "password": PASSWORD}).status_code == 302


def test_a_burst_of_codes_to_strangers_addresses_is_bounded(now):
    """C-L11: who types the codes makes room for others, who mails to strangers does not."""
    client = browser()
    for n in range(25):
        assert client.post("/join/", fresh(email=f"v{n}@example.com")).status_code == 302
    assert client.post("/join/", fresh(email="v25@example.com")).status_code == 409
    assert len(mail.outbox) == 25
    code = re.search(r"\d{6}", mail.outbox[-1].subject)[0]
    assert client.post("/join/code/", fresh(code=code)).status_code == 302
    assert client.post("/join/", fresh(email="v26@example.com")).status_code == 302
    assert client.post("/join/", fresh(email="v27@example.com")).status_code == 409


# --- where signing in leads -----------------------------------------------------------------------------------------


def test_signing_in_leads_everybody_to_the_work(house):
    t = house.started("turbo-8max", entries=3)
    for person, page in (
        (house.ana, f"/director/{t}/"), (house.olga, f"/director/{t}/"), (house.bruno, f"/floor/{t}/"),
        (house.desi, f"/desk/{t}/"),
    ):  # fmt: skip
        user = User.objects.get(pk=person.user_id)
        user.set_password(PASSWORD)
        user.save()
        answer = browser().post("/sign-in/", {"username": user.email, "password": PASSWORD})
        assert (answer.status_code, answer["Location"]) == (302, page), person.name
        client = browser(person)
        assert client.get(page).status_code == 200
    wrong = browser().post("/sign-in/", {"username": email_of(house.ana), "password": "errada"})
    assert "This e-mail address and password do not go together. Try again." in text_of(wrong)


def test_the_floor_is_led_to_the_tables_that_run_and_not_to_what_has_not_begun(house, monkeypatch):
    monkeypatch.setattr("access.moment.at", lambda: cast.after(minutes=5))
    user = User.objects.get(pk=house.bruno.user_id)
    user.set_password(PASSWORD)
    user.save()

    def led_to():
        return browser().post("/sign-in/", {"username": user.email, "password": PASSWORD})["Location"]

    waits = house.registering("turbo-8max", starts_at=cast.START)
    assert led_to() == f"/floor/{waits}/"
    runs = house.started("turbo-8max", entries=3)
    assert led_to() == f"/floor/{runs}/"
    house.started("turbo-8max", entries=3)
    assert led_to() == "/floor/"


def test_who_stands_at_the_desk_is_led_to_it_and_of_several_to_the_choice_of_desks(house, monkeypatch):
    monkeypatch.setattr("access.moment.at", lambda: cast.after(minutes=5))
    user = User.objects.get(pk=house.desi.user_id)
    user.set_password(PASSWORD)
    user.save()

    def led_to():
        return browser().post("/sign-in/", {"username": user.email, "password": PASSWORD})["Location"]

    assert led_to() == "/desk/"
    one = house.registering("turbo-8max", starts_at=cast.START)
    assert led_to() == f"/desk/{one}/"
    other = house.started("turbo-8max", entries=3)
    assert led_to() == "/desk/"
    # the list of all leads to the desks, too
    desk, director = (text_of(browser(who).get("/director/")) for who in (house.desi, house.ana))
    for tournament in (one, other):
        assert f'href="/desk/{tournament}/"' in desk and f'href="/desk/{tournament}/"' not in director


def test_a_player_is_led_to_the_seat(house):
    t = house.registering("turbo-8max")
    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id,
        document_kind="rg", document_number="77123",
    )  # fmt: skip
    house.enter(t, house.caio.player_id)
    client = browser()
    client.post("/join/", fresh(email=email_of(house.caio)))
    code = re.search(r"\d{6}", mail.outbox[-1].subject)[0]
    assert client.post("/join/code/", fresh(code=code))["Location"] == f"/play/{t}/"


def test_whose_balance_an_owner_corrects_is_told(house):
    """C-L10."""
    house.deposit(house.caio.player_id, 100_00)

    def account_of(where, value):
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT id FROM ledger_account WHERE unit = 'BRL' AND {where} = %s", [value])
            return cursor.fetchone()[0]

    wallet = account_of("kind = 'player' AND player_id", house.caio.player_id)
    house_account = account_of("kind = 'cash_drawer' AND venue_id", house.venue_id)
    body = {
        "debit_account_id": wallet, "credit_account_id": house_account, "unit": "BRL", "amount_cents": 10_00,
        "reason": "counted twice",
    }  # fmt: skip
    told = post(browser(house.olga), f"venues/{house.venue_id}/adjustments", body)
    assert told.status_code == 200, told.content
    (letter,) = mail.outbox
    assert letter.to == [email_of(house.caio)]
    assert "counted twice" in letter.body and "10,00" in letter.body and "\N{MINUS SIGN}" in letter.body
