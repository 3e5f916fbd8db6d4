"""The commands of people: what they change, and that a refusal changes nothing."""

from __future__ import annotations

import json
import threading
from datetime import date, timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import authenticate
from django.core import serializers
from django.db import IntegrityError, connection, transaction

from dispatch.facts import SYSTEM, Actor
from ledger.commands.deposit import deposit
from people.commands.anonymise_player import anonymise_player
from people.commands.check_identity import check_identity
from people.commands.create_player import create_player
from people.commands.create_user import create_user
from people.commands.exclude_player import exclude_player
from people.commands.exclude_self import exclude_self
from people.commands.grant_role import grant_role
from people.commands.issue_api_token import issue_api_token
from people.commands.lift_exclusion import lift_exclusion
from people.commands.pair_device import pair_device
from people.commands.revoke_api_token import revoke_api_token
from people.commands.revoke_role import revoke_role
from people.commands.set_pin import set_pin
from people.commands.set_play_limit import set_play_limit
from people.commands.sign_up import sign_up
from people.commands.unpair_device import unpair_device
from people.commands.update_player import update_player
from people.models import Device, Player, StaffRole, User
from people.operations import hash_secret, lock_claim, note_use
from people.queries import (
    actor_for_pin,
    actor_of_user,
    bearer_of,
    device_for_token,
    devices_of,
    documents_known,
    exclusion_of,
    exclusions_at,
    limits_of,
    may,
    player_file,
    player_of_user,
    player_view,
    player_with_document,
    search_players,
    secret_digest,
    staff_of,
    tokens_of,
)
from rules.permissions import Permission, Role
from rules.refusals import Refused
from tests import cast
from tests.people.conftest import AT, VENUE, Cast, cid
from tournaments.commands.create_venue import create_venue
from tournaments.models import Venue


def everything() -> str:
    """All rows of people and all facts, to show that a refusal changed nothing."""
    rows: list[Any] = []
    for model in apps.get_app_config("people").get_models():
        rows += serializers.serialize("python", model.objects.order_by("pk"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM dispatch_fact")
        rows.append(cursor.fetchone()[0])
    return json.dumps(rows, default=str)


def facts() -> list[tuple[str, str, str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT kind, stream, audience, body::text FROM dispatch_fact ORDER BY id")
        return [
            (kind, stream, audience, json.loads(body)) for kind, stream, audience, body in cursor.fetchall()
        ]


def refused(code: str, command: Any, **arguments: Any) -> Refused:
    before = everything()
    with pytest.raises(Refused) as caught:
        command(**{"command_id": cid(), "at": AT} | arguments)
    assert caught.value.code == code
    assert everything() == before
    assert str(caught.value)
    return caught.value


def new_player(cast: Cast, **given: Any) -> int:
    values = {"full_name": "Rita Araújo", "country": "PT"} | given
    return create_player(command_id=cid(), at=AT, by=cast.dina, venue_id=VENUE, **values).result["player_id"]


@pytest.mark.rule("SCPT.F", "SCPT.O")
def test_a_player_at_the_desk(cast):
    pk = new_player(
        cast,
        full_name="  Maria   João de Sá ",
        birth_date=date(1980, 2, 29),
        document_kind="cc",
        document_number="123.456-78 zz",
        country="pt",
        email="Maria@Example.test ",
        phone="+351 912 345 678",
    )
    kept = player_file(pk)
    assert (kept.full_name, kept.public_name, kept.country) == ("Maria João de Sá", "Maria Sá", "PT")
    assert (kept.document_kind, kept.document_number, kept.email) == (
        "cc",
        "12345678ZZ",
        "maria@example.test",
    )
    assert kept.id_checked_at is None
    assert player_view(pk).public_name == "Maria Sá"
    assert facts()[-1] == ("player_created", f"player:{pk}", "staff", {"player_id": pk, "user_id": None})
    assert "Maria" not in json.dumps(facts())
    refused("document_taken", create_player, by=cast.dina, venue_id=VENUE, full_name="Outra", country="PT",
            document_kind="cc", document_number="12345678 ZZ")  # fmt: skip
    # the same number from another country is another document; players without one do not collide
    assert (
        new_player(cast, full_name="Zé", country="BR", document_kind="cc", document_number="12345678ZZ") != pk
    )
    assert new_player(cast) != new_player(cast)


def test_what_is_typed_in_practice_takes_no_document_and_no_address_from_its_person(cast):
    given = {
        "full_name": "Rita Sá",
        "country": "PT",
        "document_kind": "passport",
        "document_number": "AB123",
        "email": "rita@example.test",
    }
    nobody = new_player(cast, simulated=True, **given)
    rita = new_player(cast, **given)
    assert nobody != rita
    assert [p.pk for p in lock_claim("rita@example.test")] == [rita]
    for practice in (True, False):
        refused("document_taken", create_player, by=cast.dina, venue_id=VENUE, simulated=practice, **given)
    of = {"kind": "passport", "country": "PT"}
    assert player_with_document("AB-123", **of) == rita
    assert player_with_document("AB-123", **of, simulated=True) == nobody
    # what only practice has is known to nobody who opens real files
    new_player(cast, simulated=True, **given | {"document_number": "CD456"})
    assert documents_known(["AB 123", "CD 456"]) == {"AB123"}
    # a nickname invented there is free, and the number goes with the person whose it was
    new_player(cast, simulated=True, full_name="Zeca Lua", public_name="Ritinha")
    here = {"at": AT, "player_id": rita, "venue_id": VENUE}
    update_player(command_id=cid(), by=cast.dina, **here, public_name="Ritinha")
    anonymise_player(command_id=cid(), by=cast.olga, **here)
    assert list(Player.objects.filter(document_number="AB123")) == []
    assert Player.objects.get(pk=nobody).document_kind == ""


def test_no_account_has_a_file_of_practice_and_one_that_was_claimed_becomes_its_persons(cast):
    given = {"country": "PT", "document_kind": "passport", "document_number": "AB123"}
    taken = new_player(cast, simulated=True, full_name="Rita Sá", **given)
    free = new_player(cast, simulated=True, full_name="Zé Luz", **given | {"document_number": "CD456"})
    nobody = new_player(cast, simulated=True, full_name="Ana Mar", **given | {"document_number": "EF789"})
    real = new_player(cast, full_name="Rita Sá", **given)
    with pytest.raises(IntegrityError, match="practice_has_no_account"), transaction.atomic():
        Player.objects.filter(pk=taken).update(user_id=cast.dina.user_id)
    # as it could be before the database forbade it
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE people_player DROP CONSTRAINT people_player_practice_has_no_account")
    Player.objects.filter(pk=taken).update(
        user_id=cast.dina.user_id, id_checked_at=AT, id_checked_by_id=cast.olga.user_id
    )
    Player.objects.filter(pk=free).update(user_id=cast.olga.user_id)
    moved = import_module("people.migrations.0024_practice_has_no_account")
    with connection.schema_editor() as schema:
        moved.claimed_become_real(None, schema)
    of = {p.pk: (p.simulated, p.document_number, p.id_checked_at) for p in Player.objects.all()}
    assert of[taken] == (False, "", None) and of[free] == (False, "CD456", None)
    assert of[nobody] == (True, "EF789", None) and of[real] == (False, "AB123", None)


def test_a_file_needs_what_it_needs(cast):
    for code, given in [
        ("name_missing", {"full_name": " \t\n"}),
        ("text_too_long", {"full_name": "x" * 201}),
        ("birth_date_impossible", {"birth_date": date(2026, 3, 15)}),
        ("birth_date_impossible", {"birth_date": date(1899, 12, 31)}),
        ("bad_country", {"country": "Brasil"}),
        ("bad_country", {"country": "1!"}),
        ("bad_email", {"email": "not an address"}),
        ("document_incomplete", {"document_number": "123"}),
        ("document_incomplete", {"document_kind": "cpf"}),
        ("document_incomplete", {"document_kind": "loyalty card", "document_number": "123"}),
    ]:
        refused(code, create_player, by=cast.dina, venue_id=VENUE, **{"full_name": "Rita"} | given)


def test_who_may_open_a_file(cast):
    for by in (cast.bruno, cast.caio, cast.dora, cast.passer_by, SYSTEM):
        refused("forbidden", create_player, by=by, venue_id=VENUE, full_name="Rita")
    refused("forbidden", create_player, by=cast.dina, venue_id=VENUE + 1, full_name="Rita")


def test_one_document_registered_by_two_desks_at_once(open_cast):
    answers: list[str] = []
    gate = threading.Barrier(4)

    def desk() -> None:
        try:
            gate.wait(60)
            new_player(open_cast, document_kind="passport", document_number="AB123")
            answers.append("done")
        except Refused as no:
            answers.append(no.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=desk) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(answers) == ["document_taken"] * 3 + ["done"]
    assert Player.objects.filter(document_number="AB123").count() == 1


@pytest.mark.rule("SCPT.F")
def test_identity_is_checked_by_staff_and_taken_back_by_a_change(cast):
    pk = new_player(cast)
    check = {"by": cast.dina, "venue_id": VENUE, "player_id": pk}
    refused("birth_date_missing", check_identity, **check)
    refused("document_missing", check_identity, **check, birth_date=date(1990, 1, 1))
    refused("forbidden", check_identity, **check | {"by": cast.bruno})
    refused("unknown_player", check_identity, **check | {"player_id": 10**9})
    check_identity(
        command_id=cid(), at=AT, **check, birth_date=date(1990, 1, 1), document_kind="rg", document_number="7"
    )
    row = Player.objects.get(pk=pk)
    assert (row.id_checked_at, row.id_checked_by_id) == (AT, cast.dina.user_id)
    kind, stream, audience, body = facts()[-1]
    assert (kind, stream, audience) == ("identity_checked", f"player:{pk}", "staff")
    assert body == {"player_id": pk, "checked_by": cast.dina.user_id}
    edit = {"command_id": cid(), "at": AT, "by": cast.dina, "venue_id": VENUE, "player_id": pk}
    assert update_player(**edit, phone="99").result["changed"] == ["phone"]
    assert player_file(pk).id_checked_at == AT
    done = update_player(**edit | {"command_id": cid()}, birth_date=date(1991, 1, 1)).result
    assert (list(done["changed"]), done["check_again"]) == (["birth_date"], True)
    assert player_file(pk).id_checked_at is None


@pytest.mark.rule("SCPT.F")
def test_a_player_changes_the_own_file_until_it_is_checked(cast):
    mine = {"by": cast.caio, "player_id": cast.caio_player}
    done = update_player(command_id=cid(), at=AT, **mine, public_name="Cacá", full_name="Caio C. Silva")
    assert done.result["changed"] == ["full_name", "public_name"]
    check_identity(command_id=cid(), at=AT, by=cast.ana, venue_id=VENUE, player_id=cast.caio_player,
                   document_kind="rg", document_number="1")  # fmt: skip
    refused("identity_checked", update_player, **mine, full_name="Outro Nome")
    refused("identity_checked", update_player, **mine, birth_date=date(1970, 1, 1))
    refused("forbidden", update_player, by=cast.dora, player_id=cast.caio_player, public_name="x")
    assert update_player(command_id=cid(), at=AT, **mine, public_name="", full_name="Caio C. Silva").result[
        "changed"
    ] == ["public_name"]
    assert player_view(cast.caio_player).public_name == "Caio Silva"
    assert update_player(command_id=cid(), at=AT, **mine).result["changed"] == []


def test_search_by_words_accents_document_and_address(cast):
    joao = new_player(cast, full_name="João Araújo Gonçalves", public_name="Jota", document_kind="rg",
                      document_number="55.44", email="j@example.test")  # fmt: skip
    jose = new_player(cast, full_name="José 100% Araujo")
    names = lambda text: [found.player_id for found in search_players(text)]  # noqa: E731
    assert names("araujo") == [joao, jose]
    assert names("ARAÚJO joao") == [joao]
    assert names("jota") == [joao]
    assert names("conceicao") == [cast.caio_player]
    assert names("5544") == [joao]
    assert names("J@example.test") == [joao]
    assert names("100%") == [jose]
    assert names("%") == [jose]
    assert names("_") == names("\\") == names("") == names("'; --") == []
    assert len(search_players("a", limit=1)) == 1
    found = search_players("jota")[0]
    assert (found.document_end, found.birth_date, found.id_checked) == ("5544", None, False)


@pytest.mark.rule("SCPT.F")
def test_sign_up_and_in(cast):
    command_id = cid()
    asked = {
        "command_id": command_id, "at": AT, "by": cast.passer_by, "email": "Nova@Example.test",
        "password_hash": hash_secret("uma senha boa", salt=str(command_id)), "full_name": "Nova Pessoa",
        "birth_date": date(2000, 1, 1), "country": "BR", "language": "pt", "email_confirmed": True,
    }  # fmt: skip
    done = sign_up(**asked)
    again = sign_up(**asked | {"password_hash": hash_secret("uma senha boa", salt=str(command_id))})
    assert (again.replayed, again.result) == (True, done.result)
    user = authenticate(username="nova@example.test", password="uma senha boa")
    assert user is not None
    assert (user.pk, user.language, user.email_confirmed_at) == (done.result["user_id"], "pt", AT)
    assert player_of_user(user.pk) == done.result["player_id"]
    assert player_of_user(cast.dora.user_id) is player_of_user(None) is None
    assert authenticate(username="nova@example.test", password="errada") is None
    assert "senha" not in json.dumps(facts())
    one = {"by": cast.passer_by, "email": "nova@example.TEST", "password_hash": "", "full_name": "Outra",
           "birth_date": date(2000, 1, 1)}  # fmt: skip
    refused("email_taken", sign_up, **one)
    refused("bad_language", sign_up, **one | {"email": "x@example.test", "language": "tlh"})
    refused(
        "birth_date_impossible", sign_up, **one | {"email": "x@example.test", "birth_date": date(2030, 1, 1)}
    )
    done = sign_up(command_id=cid(), at=AT, **one | {"email": "code@example.test"})
    assert authenticate(username="code@example.test", password="") is None
    with pytest.raises(ValueError):
        sign_up(command_id=cid(), at=AT, **one | {"email": "y@example.test", "password_hash": "clear text"})
    assert not User.objects.filter(email="y@example.test").exists()


def test_signing_in_does_not_mind_capitals(cast):
    sign_up(command_id=cid(), at=AT, by=cast.passer_by, email="Big@Example.test", full_name="Big", birth_date=date(2000, 1, 1),
            password_hash=hash_secret("uma senha boa", salt="x"))  # fmt: skip
    assert authenticate(username=" BIG@example.TEST", password="uma senha boa") is not None
    assert authenticate(username=None, password="uma senha boa") is None


def test_a_confirmed_address_claims_the_file_that_the_desk_opened(cast):
    pk = new_player(
        cast, full_name="Ida Lopes", email="ida@example.test", document_kind="rg", document_number="1"
    )
    ask = {"by": cast.passer_by, "email": "ida@example.test", "full_name": "Ida L.", "password_hash": "",
           "birth_date": date(2000, 1, 1)}  # fmt: skip
    done = sign_up(command_id=cid(), at=AT, **ask, email_confirmed=True)
    assert (done.result["player_id"], done.result["claimed"]) == (pk, True)
    assert player_file(pk).full_name == "Ida Lopes"
    assert player_of_user(done.result["user_id"]) == pk
    # unconfirmed, or two files with the address: a file of its own
    other = new_player(cast, full_name="Eva", email="eva@example.test")
    done = sign_up(command_id=cid(), at=AT, **ask | {"email": "eva@example.test"})
    assert done.result["claimed"] is False
    assert done.result["player_id"] != other


def test_a_player_who_comes_to_work_here_is_known_by_the_public_name(cast):
    user_id = sign_up(
        command_id=cid(), at=AT, by=cast.passer_by, email="rita@example.test", full_name="Rita Maria Sá",
        birth_date=date(1990, 1, 1), password_hash="",
    ).result["user_id"]  # fmt: skip
    assert actor_of_user(User.objects.get(pk=user_id)).label == f"#{user_id}"
    grant_role(command_id=cid(), at=AT, by=cast.olga, venue_id=VENUE, user_id=user_id, role="desk")
    assert actor_of_user(User.objects.get(pk=user_id)).label == "Rita Sá"


def test_roles_are_given_and_taken_by_the_owner(cast):
    done = create_user(command_id=cid(), at=AT, by=cast.olga, venue_id=VENUE, email="nico@example.test", name="Nico",
                       password_hash="")  # fmt: skip
    nico = Actor(user_id=done.result["user_id"], label="Nico")
    give = {"venue_id": VENUE, "user_id": nico.user_id, "role": "floor"}
    for by in (cast.ana, cast.dina, cast.bruno, cast.caio, nico, cast.passer_by):
        refused("forbidden", grant_role, by=by, **give)
        refused(
            "forbidden",
            create_user,
            by=by,
            venue_id=VENUE,
            email="z@example.test",
            name="Z",
            password_hash="",
        )
    role_id = grant_role(command_id=cid(), at=AT, by=cast.olga, **give).result["role_id"]
    assert may(nico, permission=Permission.BUST, venue_id=VENUE)
    assert facts()[-1] == (
        "access_changed", f"user:{nico.user_id}", "staff",
        {"user_id": nico.user_id, "venue_id": VENUE, "tournament_id": None, "role": "floor", "change": "granted"},
    )  # fmt: skip
    refused("role_held", grant_role, by=cast.olga, **give)
    for role in ("player", "public", "superuser", ""):
        refused("bad_role", grant_role, by=cast.olga, **give | {"role": role})
    # whose tables are the house's has no single tournament
    refused("role_of_the_house", grant_role, by=cast.olga, **give | {"role": "integrity", "tournament_id": 1})
    refused("unknown_user", grant_role, by=cast.olga, **give | {"user_id": 10**9})
    refused("unknown_role", revoke_role, by=cast.olga, venue_id=VENUE, role_id=10**9)
    refused("forbidden", revoke_role, by=cast.ana, venue_id=VENUE, role_id=role_id)
    revoke_role(command_id=cid(), at=AT, by=cast.olga, venue_id=VENUE, role_id=role_id)
    assert not may(nico, permission=Permission.BUST, venue_id=VENUE)
    assert facts()[-1][3]["change"] == "revoked"
    refused("unknown_role", revoke_role, by=cast.olga, venue_id=VENUE, role_id=role_id)
    again = grant_role(command_id=cid(), at=AT, by=cast.olga, **give).result["role_id"]
    assert again != role_id
    assert [member.name for member in staff_of(VENUE)] == ["Ana", "Bruno", "Dina", "Ines", "Nico", "Olga"]
    # the system may make the first owner of a new venue
    grant_role(command_id=cid(), at=AT, by=SYSTEM, user_id=cast.dora.user_id, venue_id=99, role="owner")
    assert may(cast.dora, permission=Permission.MANAGE_STAFF, venue_id=99)


def test_a_venue_keeps_an_owner(open_cast):
    olga = StaffRole.objects.get(role=Role.OWNER)
    refused("last_owner", revoke_role, by=open_cast.olga, venue_id=VENUE, role_id=olga.pk)
    grant_role(
        command_id=cid(),
        at=AT,
        by=open_cast.olga,
        user_id=open_cast.ana.user_id,
        venue_id=VENUE,
        role="owner",
    )
    ana = StaffRole.objects.get(role=Role.OWNER, user_id=open_cast.ana.user_id)
    answers: list[str] = []
    gate = threading.Barrier(2)

    def leave(by: Actor, role_id: int) -> None:
        try:
            gate.wait(60)
            revoke_role(command_id=cid(), at=AT, by=by, venue_id=VENUE, role_id=role_id)
            answers.append("done")
        except Refused as no:
            answers.append(no.code)
        finally:
            connection.close()

    threads = [
        threading.Thread(target=leave, args=(by, pk))
        for by, pk in ((open_cast.olga, olga.pk), (open_cast.ana, ana.pk))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(answers) == ["done", "last_owner"]
    assert StaffRole.objects.filter(role=Role.OWNER, venue_id=VENUE, revoked_at__isnull=True).count() == 1


def test_devices_operators_and_pins(cast):
    secret = "a long random secret made by the device"
    pair = {"venue_id": VENUE, "name": "Tablet 3", "kind": "floor", "token_hash": secret_digest(secret)}
    refused("forbidden", pair_device, by=cast.bruno, **pair)
    refused("bad_device_kind", pair_device, by=cast.ana, **pair | {"kind": "toaster"})
    refused("name_missing", pair_device, by=cast.ana, **pair | {"name": " "})
    with pytest.raises(ValueError):
        pair_device(command_id=cid(), at=AT, by=cast.ana, **pair | {"token_hash": secret})
    device_id = pair_device(command_id=cid(), at=AT, by=cast.ana, **pair).result["device_id"]
    device = device_for_token(secret)
    assert device is not None
    assert (device.device_id, device.kind, device_for_token("other")) == (device_id, "floor", None)
    assert [d.name for d in devices_of(VENUE)] == ["Tablet 3"]

    pin = {"user_id": cast.bruno.user_id, "pin_hash": hash_secret("47110815", salt=str(cid()))}
    refused("forbidden", set_pin, by=cast.ana, venue_id=VENUE, **pin)
    set_pin(command_id=cid(), at=AT, by=cast.bruno, **pin)
    operator = actor_for_pin(device=device, user_id=cast.bruno.user_id, pin="47110815")
    assert operator == Actor(user_id=cast.bruno.user_id, device_id=device_id, label="Bruno", language="pt-br")
    assert may(operator, permission=Permission.BUST, venue_id=VENUE)
    assert actor_for_pin(device=device, user_id=cast.bruno.user_id, pin="47110816") is None
    assert actor_for_pin(device=device, user_id=cast.dina.user_id, pin="47110815") is None
    set_pin(
        command_id=cid(),
        at=AT,
        by=cast.olga,
        venue_id=VENUE,
        **pin | {"pin_hash": hash_secret("1", salt="s")},
    )
    assert actor_for_pin(device=device, user_id=cast.bruno.user_id, pin="47110815") is None
    refused("not_staff", set_pin, by=cast.olga, venue_id=VENUE, **pin | {"user_id": cast.dora.user_id})
    set_pin(command_id=cid(), at=AT, by=cast.dora, **pin | {"user_id": cast.dora.user_id})
    assert actor_for_pin(device=device, user_id=cast.dora.user_id, pin="47110815") is None

    refused("forbidden", unpair_device, by=cast.bruno, venue_id=VENUE, device_id=device_id)
    refused("unknown_device", unpair_device, by=cast.ana, venue_id=VENUE, device_id=10**9)
    unpair_device(command_id=cid(), at=AT, by=cast.ana, venue_id=VENUE, device_id=device_id)
    assert device_for_token(secret) is None
    assert devices_of(VENUE) == ()
    assert not may(operator, permission=Permission.BUST, venue_id=VENUE)
    refused("unknown_device", unpair_device, by=cast.ana, venue_id=VENUE, device_id=device_id)
    assert "47110815" not in json.dumps(facts())


def test_bearer_tokens(cast):
    secret = "s" * 43
    ask = {"user_id": cast.bruno.user_id, "token_hash": secret_digest(secret), "name": "scanner"}
    refused("forbidden", issue_api_token, by=cast.olga, **ask)
    refused("device_not_paired", issue_api_token, by=cast.bruno, **ask, device_id=10**9)
    done = issue_api_token(command_id=cid(), at=AT, by=cast.bruno, **ask)
    bearer = bearer_of(secret, at=AT)
    assert bearer is not None and bearer.actor == Actor(
        user_id=cast.bruno.user_id, label="Bruno", scope="read"
    )
    assert bearer_of("t" * 43, at=AT) is None
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM dispatch_command WHERE outcome::text LIKE %s", [f"%{secret}%"])
        assert cursor.fetchone() == (0,)
    assert [(token.token_id, token.name) for token in tokens_of(cast.bruno.user_id, at=AT)] == [
        (done.result["token_id"], "scanner")
    ]
    end = {"user_id": cast.bruno.user_id, "token_id": done.result["token_id"]}
    refused("forbidden", revoke_api_token, by=cast.ana, **end)
    refused("unknown_token", revoke_api_token, by=cast.bruno, **end | {"token_id": 10**9})
    revoke_api_token(command_id=cid(), at=AT, by=cast.bruno, **end)
    assert bearer_of(secret, at=AT) is None
    issue_api_token(command_id=cid(), at=AT, by=cast.bruno, **ask | {"token_hash": secret_digest("u")})
    assert bearer_of("u", at=AT) is not None
    User.objects.filter(pk=cast.bruno.user_id).update(is_active=False)
    assert bearer_of("u", at=AT) is None


def test_a_token_ends_by_itself_and_tells_when_it_was_used(cast):
    ask = {"user_id": cast.bruno.user_id, "token_hash": secret_digest("s"), "name": "scanner"}
    refused("expiry_past", issue_api_token, by=cast.bruno, **ask, expires_at=AT)
    ends = AT + timedelta(days=1)
    issue_api_token(command_id=cid(), at=AT, by=cast.bruno, **ask, expires_at=ends)
    [token] = tokens_of(cast.bruno.user_id, at=AT)
    assert (token.expires_at, token.last_used_at) == (ends, None)
    bearer = bearer_of("s", at=AT)
    assert bearer is not None
    note_use(bearer, at=AT)
    bearer = bearer_of("s", at=AT)
    assert bearer is not None and bearer.last_used_at == AT
    note_use(bearer, at=AT + timedelta(minutes=9))  # not a write for every request
    assert tokens_of(cast.bruno.user_id, at=AT)[0].last_used_at == AT
    note_use(bearer, at=AT + timedelta(minutes=10))
    assert tokens_of(cast.bruno.user_id, at=AT)[0].last_used_at == AT + timedelta(minutes=10)
    assert bearer_of("s", at=ends - timedelta(seconds=1)) is not None
    assert bearer_of("s", at=ends) is None and tokens_of(cast.bruno.user_id, at=ends) == ()


def test_a_token_for_a_device_is_of_a_house_where_one_works(cast):
    theirs = Device.objects.create(
        venue_id=VENUE + 1, name="Elsewhere", kind="desk", token_hash="b" * 64, paired_at=AT
    )
    ask = {"user_id": cast.bruno.user_id, "token_hash": secret_digest("s"), "name": "scanner"}
    refused("device_not_paired", issue_api_token, by=cast.bruno, **ask, device_id=theirs.pk)
    ours = Device.objects.create(venue_id=VENUE, name="Here", kind="desk", token_hash="a" * 64, paired_at=AT)
    refused(
        "device_not_paired",
        issue_api_token,
        by=cast.caio,
        **ask | {"user_id": cast.caio.user_id},
        device_id=ours.pk,
    )
    issue_api_token(command_id=cid(), at=AT, by=cast.bruno, **ask, device_id=ours.pk)
    bearer = bearer_of("s", at=AT)
    assert bearer is not None and bearer.actor.device_id == ours.pk
    unpair_device(command_id=cid(), at=AT, by=cast.ana, venue_id=VENUE, device_id=ours.pk)
    assert bearer_of("s", at=AT) is None and tokens_of(cast.bruno.user_id, at=AT) == ()


def test_the_house_excludes_and_lifts(cast):
    week = AT + timedelta(days=7)
    who = {"player_id": cast.caio_player, "venue_id": VENUE, "reason": "slow play, twice"}
    refused("forbidden", exclude_player, by=cast.bruno, **who)
    refused("reason_missing", exclude_player, by=cast.ana, **who | {"reason": " "})
    refused("exclusion_span", exclude_player, by=cast.ana, **who, until_at=AT)
    refused("exclusion_span", exclude_player, by=cast.ana, **who, from_at=week, until_at=week)
    refused("unknown_player", exclude_player, by=cast.ana, **who | {"player_id": 10**9})
    done = exclude_player(command_id=cid(), at=AT, by=cast.ana, **who, until_at=week)
    here = {"venue_id": VENUE}
    view = exclusion_of(cast.caio_player, **here, at=AT)
    assert view is not None
    assert (view.kind, view.until_at) == ("house", week)
    assert exclusion_of(cast.caio_player, **here, at=week) is None
    assert exclusion_of(cast.caio_player, **here, at=AT - timedelta(seconds=1)) is None
    assert exclusion_of(cast.caio_player, venue_id=VENUE + 1, at=AT) is None
    # the reason is for the file, not for the record that listeners read
    assert "slow play" not in json.dumps(facts())
    assert facts()[-1][2] == f"player:{cast.caio_player}"
    assert [(line.full_name, line.reason) for line in exclusions_at(VENUE, at=AT)] == [
        ("Caio Conceição da Silva", "slow play, twice")
    ]
    assert exclusions_at(VENUE, at=week) == exclusions_at(VENUE + 1, at=AT) == ()
    lift = {"exclusion_id": done.result["exclusion_id"], "venue_id": VENUE}
    refused("forbidden", lift_exclusion, by=cast.caio, **lift)
    refused("unknown_exclusion", lift_exclusion, by=cast.ana, **lift | {"exclusion_id": 10**9})
    lift_exclusion(command_id=cid(), at=AT, by=cast.ana, **lift)
    assert exclusion_of(cast.caio_player, **here, at=AT) is None
    refused("unknown_exclusion", lift_exclusion, by=cast.ana, **lift)
    assert exclusions_at(VENUE, at=AT) == ()


def test_a_self_exclusion_cannot_be_lifted(cast):
    refused("forbidden", exclude_self, by=cast.olga, player_id=cast.caio_player)
    refused("forbidden", exclude_self, by=cast.dora, player_id=cast.caio_player)
    done = exclude_self(command_id=cid(), at=AT, by=cast.caio, player_id=cast.caio_player)
    far = AT + timedelta(days=9_000)
    for venue in (VENUE, VENUE + 1):
        view = exclusion_of(cast.caio_player, venue_id=venue, at=far)
        assert view is not None
        assert (view.kind, view.until_at, view.venue_id) == ("self", None, None)
    for by in (cast.olga, cast.ana):
        refused(
            "self_exclusion_stands",
            lift_exclusion,
            by=by,
            venue_id=VENUE,
            exclusion_id=done.result["exclusion_id"],
        )


@pytest.mark.rule("PT-T.21", "PT-T.22")
def test_limits_tighten_at_once_and_loosen_after_a_day(cast):
    def put(amount: int | None, at=AT, period: str = "day") -> str:
        return set_play_limit(command_id=cid(), at=at, by=cast.caio, player_id=cast.caio_player, period=period,
                              unit="BRL", amount_cents=amount).result["applies_from"]  # fmt: skip

    def hold(at) -> dict[str, int]:
        return {limit.period: limit.amount_cents for limit in limits_of(cast.caio_player, unit="BRL", at=at)}

    hour, day = timedelta(hours=1), timedelta(days=1)
    assert hold(AT) == {}
    assert put(100_000) == AT.isoformat()
    assert put(500_000, period="month") == AT.isoformat()
    assert hold(AT) == {"day": 100_000, "month": 500_000}
    assert limits_of(cast.caio_player, unit="EUR", at=AT) == ()
    assert put(200_000, at=AT + hour) == (AT + hour + day).isoformat()
    assert hold(AT + day)["day"] == 100_000
    assert hold(AT + hour + day)["day"] == 200_000
    # a stricter one takes back the looser one that was still waiting
    put(50_000, at=AT + 2 * hour)
    assert hold(AT + 2 * hour)["day"] == 50_000
    assert hold(AT + 3 * day)["day"] == 50_000
    put(None, at=AT + 3 * day)
    assert hold(AT + 4 * day - hour)["day"] == 50_000
    assert hold(AT + 4 * day) == {"month": 500_000}
    limit = {
        "by": cast.caio,
        "player_id": cast.caio_player,
        "period": "day",
        "unit": "BRL",
        "amount_cents": 1,
    }
    refused("forbidden", set_play_limit, **limit | {"by": cast.olga})
    refused("bad_period", set_play_limit, **limit | {"period": "hour"})
    refused("bad_amount", set_play_limit, **limit | {"amount_cents": -1})
    refused("bad_unit", set_play_limit, **limit | {"unit": "XXX"})


def test_what_is_personal_is_erased(cast):
    deposit(command_id=cid(), at=AT, by=cast.dina, venue_id=VENUE, player_id=cast.caio_player, unit="BRL",
            amount_cents=100, method="cash")  # fmt: skip
    me = {"player_id": cast.caio_player}
    refused("balance_left", anonymise_player, by=cast.caio, **me)
    refused("forbidden", anonymise_player, by=cast.ana, venue_id=VENUE, **me)
    pk = new_player(cast, full_name="Zulmira Quintela", email="zq@example.test", document_kind="rg",
                    document_number="9", birth_date=date(1980, 1, 1))  # fmt: skip
    user = User.objects.create(email="zq@example.test", name="Zulmira", created_at=AT)
    Player.objects.filter(pk=pk).update(user=user)
    grant_role(command_id=cid(), at=AT, by=cast.olga, user_id=user.pk, venue_id=VENUE, role="desk")
    anonymise_player(command_id=cid(), at=AT, by=cast.olga, player_id=pk, venue_id=VENUE)
    left = everything().lower()
    assert "zulmira" not in left
    assert "quintela" not in left
    assert "zq@" not in left
    assert player_view(pk).public_name == f"#{pk}"
    assert search_players(f"#{pk}") == ()
    assert not may(Actor(user_id=user.pk), permission=Permission.CHECK_ID, venue_id=VENUE)
    refused("player_anonymised", anonymise_player, by=cast.olga, player_id=pk, venue_id=VENUE)
    refused("player_anonymised", update_player, by=cast.dina, venue_id=VENUE, player_id=pk, phone="1")


OF_EACH = {"id", "email", "password", "user", "full_name", "public_name", "document_number", "created_at"}


def test_the_people_of_the_tests_are_what_the_commands_make(db):
    """They are written as rows, for they are made ten thousand times."""
    house = cast.house()
    row = cast.person("Rui")
    made = cast.say(
        sign_up,
        by=cast.PASSER_BY,
        at=cast.DRAFTED,
        email="rui@example.com",
        password_hash="",
        full_name="Rui da Silva",
        public_name="Rui",
        birth_date=date(1990, 5, 17),
    )
    for model, key in ((User, "user_id"), (Player, "player_id")):
        one, other = (model.objects.filter(pk=pk).values().get() for pk in (getattr(row, key), made[key]))
        assert {k: v for k, v in one.items() if k not in {*OF_EACH, "user_id"}} == {
            k: v for k, v in other.items() if k not in {*OF_EACH, "user_id"}
        }
        assert one["created_at"] == other["created_at"]
    assert not User.objects.get(pk=row.user_id).has_usable_password()
    player = Player.objects.get(pk=row.player_id)
    assert (player.full_name, player.public_name, player.email) == (
        "Rui da Silva",
        "Rui",
        player.user.email,
    )
    assert Player.objects.get(pk=made["player_id"]).email == "rui@example.com"

    file = Player.objects.filter(pk=house.player("Lia")).values().get()
    opened = cast.say(
        create_player,
        by=house.desi,
        at=cast.DRAFTED,
        venue_id=house.venue_id,
        full_name=file["full_name"],
        public_name="Lia",
        birth_date=date(1990, 5, 17),
        document_kind="rg",
        document_number="ab-12.3",
        minimum_age_years=0,
    )["player_id"]
    cast.say(check_identity, by=house.desi, at=cast.DRAFTED, player_id=opened, venue_id=house.venue_id)
    by_commands = Player.objects.filter(pk=opened).values().get()
    assert by_commands.pop("document_number") == "AB123"
    assert file.pop("document_number").isalnum()
    assert {**file, "id": 0} == {**by_commands, "id": 0}


def test_the_house_of_the_tests_is_what_the_commands_make(db):
    """It is written as rows, too."""
    house = cast.house()
    olga, ana, bruno, desi = cast.people_of("Olga", "Ana", "Bruno", "Desi")
    made = cast.say(
        create_venue,
        by=SYSTEM,
        owner_user_id=olga.user_id,
        at=cast.DRAFTED,
        name="Clube",
        slug="clube-of-commands",
        city="Florianópolis",
        currency="BRL",
        timezone="America/Sao_Paulo",
        language="pt-br",
        surcharges_bp={"debit": 500, "credit": 1000},
    )["venue_id"]
    for who, role in ((ana, "director"), (bruno, "floor"), (desi, "desk")):
        cast.say(grant_role, by=olga, at=cast.DRAFTED, user_id=who.user_id, venue_id=made, role=role)
    row, by_commands = (Venue.objects.filter(pk=pk).values().get() for pk in (house.venue_id, made))
    assert row["slug"].startswith("clube-") and {**row, "id": 0, "slug": ""} == {
        **by_commands,
        "id": 0,
        "slug": "",
    }
    roles, others = (
        [
            {**kept, "id": 0, "venue_id": 0, "granted_by_id": people.index(kept["granted_by_id"])}
            | {"user_id": people.index(kept["user_id"])}
            for kept in StaffRole.objects.filter(venue_id=venue).order_by("id").values()
        ]
        for venue, people in (
            (house.venue_id, [one.user_id for one in (house.olga, house.ana, house.bruno, house.desi)]),
            (made, [one.user_id for one in (olga, ana, bruno, desi)]),
        )
    )
    assert roles == others and len(roles) == 4
    names = [
        list(
            User.objects.filter(staff_roles__venue_id=venue)
            .order_by("staff_roles__id")
            .values_list("name", flat=True)
        )
        for venue in (house.venue_id, made)
    ]
    assert names == [["Olga", "Ana", "Bruno", "Desi"]] * 2
