"""What was changed in a person's file, before and after: read by whoever may see the file, erased together with it."""

from __future__ import annotations

import re
import uuid
from datetime import date
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.utils.translation import override

from access import moment
from people.commands.change_email import change_email
from people.models import FileChange, Player, User
from people.models.codes import EmailCode
from people.operations.file_changes import keep_changes
from tests import cast
from web.templatetags.shuffle import day

pytestmark = pytest.mark.django_db

PHONE = "+55 48 99999-1234"


@pytest.fixture(autouse=True)
def at(monkeypatch):
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)


@pytest.fixture
def house():
    return cast.house()


def browser(person):
    client = Client()
    client.cookies["django_language"] = "en"
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def words(answer):
    """What is read on a page, without marks, and without what holds a line together."""
    read = unescape(re.sub(r"<[^>]+>", " ", answer.content.decode()))
    return " ".join(read.replace("\u2060", "").split())


def corrected(client, tournament, player_id, **fields):
    answer = client.post(
        f"/desk/{tournament}/do/update/",
        {"command_id": str(uuid.uuid4()), "player_id": player_id, **fields},
    )
    assert answer.status_code == 302
    return answer


@pytest.mark.rule("SCPT.F")
def test_before_and_after_of_a_file_are_read_by_who_may_see_it_and_by_nobody_else(house):
    t, me = house.registering("turbo-8max"), house.caio.player_id
    desi, caio = browser(house.desi), browser(house.caio)
    desk, own = f"/desk/{t}/?player={me}", "/me/"
    assert "Changes to the details" not in words(desi.get(desk))
    assert "Changes to my details Nothing so far." in words(caio.get(own))
    name, nick, born = Player.objects.values_list("full_name", "public_name", "birth_date").get(pk=me)
    corrected(
        desi, t, me, full_name=f"{name} Neto", birth_date="02/03/1991", document_kind="rg", document_number="12.345.678"
    )  # fmt: skip
    with override("en"):
        days = f"{day(born)} → {day(date(1991, 3, 2))}"
    said = [
        f"Full name: {name} → {name} Neto",
        f"Date of birth: {days}",
        "Document: empty → RG",
        "by Desi",
    ]
    desk_says, own_says = words(desi.get(desk)), words(caio.get(own))
    for page in (desk_says, own_says):
        for one in said:
            assert one in page, one
    # a number of a document in full is for the person
    assert "Number of the document: empty → …5678" in desk_says and "12345678" not in desk_says
    assert "Number of the document: empty → 12345678" in own_says
    # one's own
    assert caio.post("/me/about/", {"command_id": str(uuid.uuid4()), "public_name": nick, "phone": PHONE}).status_code == 302  # fmt: skip
    assert f"by you Phone: empty → {PHONE}" in words(caio.get(own))
    assert f"by the player Phone: empty → {PHONE}" in words(desi.get(desk))
    # what is the same is no change
    rows = FileChange.objects.count()
    corrected(desi, t, me, phone=PHONE)
    assert FileChange.objects.count() == rows
    # programs, and the file one takes away
    where = f"/api/players/{me}/file-changes"
    told = desi.get(f"{where}?venue_id={house.venue_id}").json()
    assert (told[0]["field"], told[0]["was"], told[0]["now"], told[0]["own"]) == ("phone", "", PHONE, True)
    assert {one["field"]: one["now"] for one in told}["birth_date"] == "1991-03-02"
    assert caio.get(where).json() == told
    kept = caio.get("/me/data.json").json()["file_changes"]
    assert [one | {"changed_at": None} for one in kept] == [one | {"changed_at": None} for one in told]
    assert browser(house.dora).get(where).status_code == 403
    assert browser(house.bruno).get(f"{where}?venue_id={house.venue_id}").status_code == 403


def test_an_address_that_its_owner_changes_is_a_change_of_the_file(house):
    me = house.caio.player_id
    user = User.objects.get(pk=house.caio.user_id)
    Player.objects.filter(pk=me).update(email=user.email)
    code = EmailCode.objects.create(
        email="novo@example.test", code_hash="x", made_at=cast.OPEN, expires_at=cast.after(minutes=600), used_at=cast.OPEN
    )  # fmt: skip
    cast.say(
        change_email, by=house.caio, at=cast.OPEN, user_id=user.pk, email="novo@example.test", code_id=code.pk
    )
    assert list(FileChange.objects.values_list("field", "was", "now", "changed_by", "venue_id")) == [
        ("email", user.email, "novo@example.test", user.pk, None)
    ]


def test_what_a_file_said_goes_with_the_file(house):
    t, me = house.registering("turbo-8max"), house.caio.player_id
    desi, caio = browser(house.desi), browser(house.caio)
    corrected(desi, t, me, phone=PHONE, full_name="Caio Conceição Antunes")
    corrected(desi, t, me, phone="+351 910 000 000")
    other = house.player()
    keep_changes(
        other, changes={"phone": ("", "1")}, at=cast.OPEN, by_user_id=house.desi.user_id, venue_id=None
    )
    answer = caio.post("/me/erase/", {"command_id": str(uuid.uuid4()), "sure": "on"})
    assert answer.status_code == 302 and Player.objects.get(pk=me).anonymised_at is not None
    assert list(FileChange.objects.values_list("player_id", flat=True)) == [other]
    assert desi.get(f"/api/players/{me}/file-changes?venue_id={house.venue_id}").json() == []
    # and no fact and no command had it
    with connection.cursor() as cursor:
        for name in ("dispatch_fact", "dispatch_command", "people_player"):
            cursor.execute(f"SELECT to_jsonb(t)::text FROM {name} t")
            assert not [row for (row,) in cursor.fetchall() if PHONE in row or "Antunes" in row], name
    kept = desi.get(f"/api/players/{me}/data?venue_id={house.venue_id}").json()
    assert kept["file_changes"] == []
