"""Codes by e-mail: hashed, short-lived, few tries, one use; and what a proved address opens."""

from __future__ import annotations

from datetime import date, timedelta
from urllib.parse import quote

import environ
import pytest
from django.contrib.auth import authenticate

from people.commands.anonymise_player import anonymise_player
from people.commands.ask_email_code import ask_email_code
from people.commands.create_player import create_player
from people.commands.prove_email import prove_email
from people.commands.sign_up import sign_up
from people.models import EmailCode, Player, User
from people.operations import CODES_AN_HOUR, code_digest, code_for, hash_secret
from people.queries import player_of_user, proved_address
from tests import cast

pytestmark = pytest.mark.django_db

EMAIL = "rita@example.com"


def ask(email=EMAIL, code="123456", at=cast.OPEN):
    made = cast.say(
        ask_email_code,
        by=cast.PASSER_BY,
        at=at,
        email=email,
        code_hash=code_digest(code, email=email.lower()),
    )
    return made["code_id"]


def prove(code_id, code="123456", email=EMAIL, at=cast.OPEN):
    return cast.say(
        prove_email, by=cast.PASSER_BY, at=at, code_id=code_id, email=email,
        code_hash=code_digest(code, email=email.lower()),
    )  # fmt: skip


def test_only_a_keyed_digest_is_kept_and_the_code_is_the_same_when_asked_again():
    code_id = ask()
    row = EmailCode.objects.get(pk=code_id)
    assert "123456" not in f"{row.code_hash}" and len(row.code_hash) == 64
    assert row.code_hash != code_digest("123456", email="other@example.com")
    number = cast.new_id()
    assert (
        code_for(number, email=EMAIL)
        == code_for(number, email=EMAIL)
        != code_for(number, email="other@example.com")
    )
    assert len(code_for(number, email=EMAIL)) == 6


def test_it_opens_once():
    code_id = ask("Rita@Example.com")
    assert (prove(code_id)["outcome"], prove(code_id)["outcome"]) == ("right", "over")
    assert proved_address(code_id, at=cast.OPEN) == EMAIL
    assert proved_address(code_id, at=cast.OPEN + timedelta(minutes=10)) is None


def test_after_ten_minutes_and_after_five_tries_it_is_over():
    code_id = ask()
    assert prove(code_id, at=cast.OPEN + timedelta(minutes=10))["outcome"] == "over"
    told = [prove(code_id, "000000") for _ in range(6)]
    assert [(t["outcome"], t["tries_left"]) for t in told] == [
        ("wrong", 4), ("wrong", 3), ("wrong", 2), ("wrong", 1), ("over", 0), ("over", 0),
    ]  # fmt: skip
    assert prove(code_id)["outcome"] == "over"
    assert proved_address(code_id, at=cast.OPEN) is None


def test_an_address_gets_few_codes_an_hour():
    for _ in range(CODES_AN_HOUR):
        ask()
    with cast.refused("too_many_codes"):
        ask("RITA@example.com")
    ask("other@example.com")
    ask(at=cast.OPEN + timedelta(hours=1, seconds=1))
    for no_address in (
        "nobody",
        "a@b",
        "x" * 250 + "@example.com",
        "a@" + "İ" * 120 + ".com",
        "a\n@example.com",
    ):
        with cast.refused("bad_email"):
            ask(no_address)


@pytest.mark.rule("SCPT.F")
def test_where_a_proved_address_leads():
    house = cast.house()
    assert prove(ask())["way"] == "sign_up"
    staff = User.objects.get(pk=house.desi.user_id).email
    told = prove(ask(staff), email=staff)
    # without a password a member of staff comes in as everybody does; with one, by it
    assert (told["way"], told["user_id"]) == ("sign_in", house.desi.user_id)
    user = User.objects.get(pk=house.desi.user_id)
    user.set_password("of-desi-and-long")
    user.save()
    told = prove(ask(staff), email=staff)
    assert (told["way"], told["user_id"]) == ("password", None)
    caio = User.objects.get(pk=house.caio.user_id)
    told = prove(ask(caio.email), email=caio.email)
    assert (told["way"], told["user_id"]) == ("sign_in", caio.pk)
    User.objects.filter(pk=caio.pk).update(is_active=False)
    assert prove(ask(caio.email), email=caio.email)["way"] == "closed"


def test_a_password_set_before_the_address_was_proved_goes():
    """Somebody opened an account on another's address; the owner of the address gets it, the stranger loses it."""
    number = cast.new_id()
    made = cast.say(
        sign_up, by=cast.PASSER_BY, at=cast.OPEN, email=EMAIL, full_name="R", birth_date=date(1990, 1, 1),
        password_hash=hash_secret("of-a-stranger", salt=str(number)),
    )  # fmt: skip
    assert authenticate(username=EMAIL, password="of-a-stranger") is not None
    prove(ask())
    user = User.objects.get(pk=made["user_id"])
    assert (user.email_confirmed_at, user.has_usable_password()) == (cast.OPEN, False)
    # proved before: a password stays
    user.set_password("of-the-owner")
    user.save()
    prove(ask(at=cast.OPEN + timedelta(minutes=1)))
    assert authenticate(username=EMAIL, password="of-the-owner") is not None


def test_the_desks_file_is_linked_when_the_address_is_proved_and_never_before():
    house = cast.house()
    filed = cast.say(create_player, by=house.desi, venue_id=house.venue_id, full_name="Rita Mar", email=EMAIL)
    user = User.objects.create(email=EMAIL, created_at=cast.OPEN)
    code_id = ask()
    prove(code_id, "000000")
    assert player_of_user(user.pk) is None
    prove(code_id)
    assert player_of_user(user.pk) == filed["player_id"]


@pytest.mark.rule("SCPT.F")
def test_who_opens_an_account_is_of_age():
    given = {"by": cast.PASSER_BY, "at": cast.OPEN, "email": EMAIL, "full_name": "R S", "password_hash": "",
             "minimum_age_years": 18}  # fmt: skip
    day = cast.OPEN.date()
    with cast.refused("under_age", rule="SCPT.F"), cast.unchanged():
        cast.say(sign_up, **given, birth_date=day.replace(year=day.year - 18) + timedelta(days=1))
    cast.say(sign_up, **given, birth_date=day.replace(year=day.year - 18))


def test_erasing_a_person_takes_their_codes():
    house = cast.house()
    ask(User.objects.get(pk=house.caio.user_id).email)
    ask("other@example.com")
    cast.say(anonymise_player, by=house.caio, player_id=house.caio.player_id)
    assert list(EmailCode.objects.values_list("email", flat=True)) == ["other@example.com"]
    assert Player.objects.get(pk=house.caio.player_id).anonymised_at is not None


def test_a_room_without_a_mail_server_finds_the_mails_in_its_folder():
    """What bin/up sets is what Django writes to, whatever the folder is called."""
    folder = "/srv/sala de poker+café/data/mail"
    read = environ.Env.email_url_config(f"filemail:///{quote(folder)}")
    assert (read["EMAIL_BACKEND"], read["EMAIL_FILE_PATH"]) == (
        "django.core.mail.backends.filebased.EmailBackend",
        folder,
    )
