"""Who is calling: sessions with CSRF, tokens shown once, operators with a PIN on a paired device; limits on guessing."""

from __future__ import annotations

import json
import re
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client

from access import moment, rate_limit
from people.commands.check_identity import check_identity
from people.commands.grant_role import grant_role
from people.commands.issue_api_token import issue_api_token
from people.models import ApiToken, User
from people.queries import secret_digest
from rules.notices import NOTICES
from tests import cast
from tests.api.conftest import Caller, caller
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Notice
from web.floor.page import COOKIE

pytestmark = pytest.mark.django_db

PASSWORD = "Correct-horse-9"


def proof(email: str) -> str:
    """What giving the code that was mailed leaves behind."""
    asked = Caller("x").post("email-codes", {"email": email})
    assert asked.status_code == 200, asked.content
    mailed = mail.outbox[-1]
    assert mailed.to == [email.lower()]
    code = re.search(r"\b\d{6}\b", mailed.body)[0]
    told = {"code_id": asked.json()["result"]["code_id"], "email": email, "code": code}
    right = Caller("x").post("email-codes/prove", told).json()["result"]
    assert right["outcome"] == "right"
    return right["proof"]


@pytest.fixture
def eva() -> dict[str, Any]:
    """Somebody who has just signed up."""
    body = {
        "proof": proof("Eva@Example.com"),
        "password": PASSWORD,
        "full_name": "Eva Luna",
        "birth_date": "1990-01-01",
    }
    answer = Caller("eva").post("sign-up", body)
    assert answer.status_code == 200, answer.content
    return answer.json()["result"]


def browser() -> tuple[Client, str]:
    client = Client(enforce_csrf_checks=True)
    return client, client.get("/api/session").json()["csrf_token"]


def sign_in(client: Client, csrf: str, email: str = "eva@example.com", password: str = PASSWORD) -> Any:
    return client.post(
        "/api/sign-in",
        json.dumps({"email": email, "password": password}),
        content_type="application/json",
        headers={"X-CSRFToken": csrf},
    )


def test_sign_up_twice_and_with_a_weak_password(eva):
    body = {
        "proof": proof("eva@example.com"),
        "password": PASSWORD,
        "full_name": "Eva Dois",
        "birth_date": "1990-01-01",
    }
    other = proof("b@example.com")
    with cast.unchanged():
        assert Caller("x").post("sign-up", body).json()["code"] == "email_taken"
        weak = Caller("x").post("sign-up", {**body, "proof": other, "password": "12345678"})
        own = Caller("x").post("sign-up", {**body, "proof": other, "password": "b@example.com"})
    assert weak.status_code == 400 and "password" in weak.json()["errors"]
    assert own.status_code == 400 and "password" in own.json()["errors"]
    assert PASSWORD.encode() not in weak.content


def test_a_code_by_mail_opens_once_and_signs_in(eva):
    asked = Caller("x").post("email-codes", {"email": "eva@example.com"}).json()["result"]
    unknown = Caller("x").post("email-codes", {"email": "nobody@example.com"}).json()["result"]
    assert set(asked) == set(unknown) == {"code_id"}
    code = re.search(r"\b\d{6}\b", mail.outbox[-2].body)[0]
    told = {"code_id": asked["code_id"], "email": "eva@example.com", "code": code}
    wrong = Caller("x").post("email-codes/prove", {**told, "code": f"{(int(code) + 1) % 10**6:06d}"})
    assert wrong.json()["result"] == {
        "code_id": asked["code_id"], "outcome": "wrong", "tries_left": 4, "way": "", "user_id": None,
    }  # fmt: skip
    # another's code does not open this address
    stolen = Caller("x").post("email-codes/prove", {**told, "code_id": unknown["code_id"]})
    assert stolen.json()["result"]["outcome"] == "over"
    right = Caller("x").post("email-codes/prove", told).json()["result"]
    assert (right["outcome"], right["way"], right["user_id"]) == ("right", "sign_in", eva["user_id"])
    assert Caller("x").post("email-codes/prove", told).json()["result"]["outcome"] == "over"
    client, csrf = browser()

    def sign_in_by(proof: str) -> Any:
        return client.post(
            "/api/sign-in",
            json.dumps({"proof": proof}),
            content_type="application/json",
            headers={"X-CSRFToken": csrf},
        )

    assert sign_in_by("1:forged").status_code == 401
    assert sign_in_by(right["proof"]).json()["user_id"] == eva["user_id"]
    client, csrf = browser()  # what it proved opens once, too
    again = sign_in_by(right["proof"])
    assert (again.status_code, again.json()["code"]) == (401, "email_not_proved")
    assert client.get("/api/session").json()["user_id"] is None
    client, csrf = browser()
    assert client.post(
        "/api/sign-in", "{}", content_type="application/json",
        headers={"X-CSRFToken": client.get("/api/session").json()["csrf_token"]},
    ).status_code == 400  # fmt: skip


def by_proof(shown: str) -> int:
    """What a fresh browser is answered that shows it."""
    client, csrf = browser()
    return client.post(
        "/api/sign-in",
        json.dumps({"proof": shown}),
        content_type="application/json",
        headers={"X-CSRFToken": csrf},
    ).status_code


def test_a_proof_opens_one_thing_and_not_after_ten_minutes(eva, monkeypatch):
    used = proof("eva@example.com")
    first = {"proof": used, "password": "Other-horse-9"}
    number = str(uuid.uuid4())
    done = Caller("x").post("password/reset", first, number=number)
    assert done.status_code == 200, done.content
    again = Caller("x").post("password/reset", first, number=number)  # the same act, sent twice
    assert again.status_code == 200 and again.json() == {**done.json(), "replayed": True}
    with cast.unchanged():
        no = Caller("x").post("password/reset", {"proof": used, "password": "Third-horse-9"})
        assert (no.status_code, no.json()["code"]) == (401, "email_not_proved")
        assert by_proof(used) == 401
    late = proof("eva@example.com")
    real = moment.at
    monkeypatch.setattr(moment, "at", lambda: real() + timedelta(minutes=10))
    assert by_proof(late) == 401


def test_what_ends_the_ways_in_ends_proofs_and_codes(eva):
    before, other = proof("eva@example.com"), proof("eva@example.com")
    asked = Caller("x").post("email-codes", {"email": "eva@example.com"}).json()["result"]
    code = re.search(r"\b\d{6}\b", mail.outbox[-1].body)[0]
    reset = Caller("x").post("password/reset", {"proof": before, "password": "Other-horse-9"})
    assert reset.status_code == 200, reset.content
    assert by_proof(other) == 401
    told = {"code_id": asked["code_id"], "email": "eva@example.com", "code": code}
    assert Caller("x").post("email-codes/prove", told).json()["result"]["outcome"] == "over"
    # signed out everywhere
    client, csrf = browser()
    assert sign_in(client, csrf, password="Other-horse-9").status_code == 200
    third = proof("eva@example.com")
    csrf = client.get("/api/session").json()["csrf_token"]
    ended = client.post(
        "/api/sessions/end", "{}", content_type="application/json",
        headers={"X-CSRFToken": csrf, "Command-Id": str(uuid.uuid4())},
    )  # fmt: skip
    assert ended.status_code == 200, ended.content
    assert by_proof(third) == 401


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_proof_opens_one(eva):
    shown = proof("eva@example.com")
    with ThreadPoolExecutor(max_workers=2) as both:
        answers = list(both.map(_in_a_thread, [shown, shown]))
    assert sorted(answers) == [200, 401]


def _in_a_thread(shown: str) -> int:
    try:
        return by_proof(shown)
    finally:
        connection.close()


def test_a_browser_signs_in_and_out(eva):
    client, csrf = browser()
    told = sign_in(client, csrf)
    assert told.status_code == 200, told.content
    assert told.json()["user_id"] == eva["user_id"] and told.json()["player_id"] == eva["player_id"]
    me = client.get("/api/session").json()
    assert me["user_id"] == eva["user_id"] and me["venues"] == []
    # a command in a session needs the CSRF token of the page
    path, body = f"/api/players/{eva['player_id']}/update", json.dumps({"phone": "48 999"})
    headers = {"Command-Id": str(uuid.uuid4())}
    no = client.post(path, body, content_type="application/json", headers=headers)
    assert (no.status_code, no.json()["code"]) == (403, "csrf_failed")
    headers["X-CSRFToken"] = me["csrf_token"]
    assert client.post(path, body, content_type="application/json", headers=headers).status_code == 200
    out = client.post("/api/sign-out", "{}", content_type="application/json", headers=headers)
    assert out.status_code == 200
    assert client.get("/api/session").json()["user_id"] is None
    assert client.get(f"/api/players/{eva['player_id']}/file").status_code == 401


def test_nobody_signs_somebody_in_without_the_pages_token(eva):
    client = Client(enforce_csrf_checks=True)
    assert sign_in(client, "").status_code == 403
    assert client.get("/api/session").json()["user_id"] is None


def test_guessing_passwords_is_limited_also_without_redis(eva, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "config.caches.ForgivingRedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
            "OPTIONS": {"socket_connect_timeout": 0.1},
        }
    }
    client, csrf = browser()
    for _ in range(10):
        no = sign_in(client, csrf, password="wrong")
        assert (no.status_code, no.json()["code"]) == (401, "wrong_sign_in")
    limited = sign_in(client, csrf)
    assert (limited.status_code, limited.json()["code"]) == (429, "too_many_tries")
    assert sign_in(client, csrf, email="other@example.com").json()["code"] == "wrong_sign_in"
    rate_limit.forget()
    assert sign_in(client, csrf).status_code == 200


def test_other_processes_count_too(eva):
    client, csrf = browser()
    for _ in range(10):
        sign_in(client, csrf, password="wrong")
        rate_limit.forget()  # as if each try came to another process
    assert sign_in(client, csrf).status_code == 429


def test_a_token_is_shown_and_works_until_revoked(eva):
    from people.models import ApiToken

    client, csrf = browser()
    csrf = sign_in(client, csrf).json()["csrf_token"]
    number = str(uuid.uuid4())

    def issue() -> Any:
        return client.post(
            "/api/tokens",
            json.dumps({"name": "my program"}),
            content_type="application/json",
            headers={"X-CSRFToken": csrf, "Command-Id": number},
        )

    made = issue().json()
    secret = made["result"]["secret"]
    assert len(secret) >= 40
    # the answer was lost: the same request tells the same secret and makes no second token
    again = issue()
    assert again.json()["result"] == made["result"] and again.headers["Command-Replayed"] == "true"
    assert ApiToken.objects.filter(user_id=eva["user_id"]).count() == 1
    assert secret not in str(ApiToken.objects.values().get(user_id=eva["user_id"]))
    program = Caller("program", secret)
    [listed] = client.get("/api/tokens").json()
    assert (listed["name"], listed["scope"], listed["last_used_at"]) == ("my program", "read", None)
    ends = datetime.fromisoformat(listed["expires_at"]) - datetime.fromisoformat(listed["created_at"])
    assert ends == timedelta(days=90)
    assert program.get("session").json()["user_id"] == eva["user_id"]
    [listed] = program.get("tokens").json()
    assert listed["token_id"] == made["result"]["token_id"] and listed["last_used_at"] is not None
    assert secret not in str(listed)
    # a token that leaked must not live on in others that it made
    assert program.post("tokens", {}).status_code == 403
    # what is kept of the command tells nothing
    assert secret not in program.get(f"commands/{number}").content.decode()
    gone = program.post(f"tokens/{made['result']['token_id']}/revoke")
    assert gone.status_code == 200
    assert program.get("session").status_code == 401
    assert Caller("x", "nonsense").get("session").status_code == 401
    assert Client().get("/api/session", headers={"Authorization": "Bearer"}).status_code == 401


def test_an_operator_with_a_pin_on_a_paired_device(house):
    ana = caller("ana", house.ana).signed_in()
    made = ana.post(f"venues/{house.venue_id}/devices", {"name": "Mesa 3", "kind": "floor"}).json()["result"]
    olga = caller("olga", house.olga).signed_in()
    pin = {"pin": "4711", "venue_id": house.venue_id}
    assert olga.post(f"users/{house.bruno.user_id}/pin", pin).status_code == 200
    t = house.started("turbo-8max", entries=3)
    tablet = Caller("tablet")
    bruno = {
        "X-Device-Token": made["secret"],
        "X-Operator": str(house.bruno.user_id),
        "X-Operator-Pin": "4711",
    }
    number = uuid.uuid4()
    assert tablet.post(f"tournaments/{t}/clock/pause", number=number, **bruno).status_code == 200
    from dispatch.models import Command

    done = Command.objects.get(pk=number)
    assert (done.user_id, done.device_id) == (house.bruno.user_id, made["device_id"])
    wrong = {**bruno, "X-Operator-Pin": "0000"}
    assert tablet.post(f"tournaments/{t}/clock/resume", **wrong).status_code == 401
    assert tablet.post(f"tournaments/{t}/clock/resume", **{**bruno, "X-Operator": "1e9"}).status_code == 401
    stranger = {**bruno, "X-Operator": str(house.dora.user_id)}
    assert tablet.post(f"tournaments/{t}/clock/resume", **stranger).status_code == 401
    # a shared tablet gives nobody a token
    assert tablet.post("tokens", {}, **bruno).status_code == 403
    for _ in range(10):
        answer = tablet.get("session", **wrong)
    assert answer.status_code == 429
    # unpaired: at once, also while the PIN is still believed
    assert ana.post(f"venues/{house.venue_id}/devices/{made['device_id']}/unpair").status_code == 200
    assert tablet.post(f"tournaments/{t}/clock/resume", **bruno).status_code == 401


def test_a_role_taken_away_holds_from_the_next_request(house):
    from people.models import StaffRole

    bruno, olga = caller("bruno", house.bruno), caller("olga", house.olga).signed_in()
    t = house.started("turbo-8max", entries=3)
    assert bruno.get(f"tournaments/{t}/tables").status_code == 200
    role = StaffRole.objects.get(user_id=house.bruno.user_id, revoked_at=None)
    assert olga.post(f"venues/{house.venue_id}/roles/{role.pk}/revoke").status_code == 200
    assert bruno.get(f"tournaments/{t}/tables").status_code == 403
    assert bruno.post(f"tournaments/{t}/clock/pause").status_code == 403


def test_a_role_for_anothers_tournament_cannot_be_given(house):
    rival = cast.house(name="Rival")
    theirs = rival.tournament("turbo-8max")
    body = {"user_id": house.dora.user_id, "role": "floor", "tournament_id": theirs}
    olga = caller("olga", house.olga).signed_in()
    with cast.unchanged():
        answer = olga.post(f"venues/{house.venue_id}/roles", body)
    assert answer.status_code == 404


def test_a_mail_that_failed_goes_out_when_the_same_request_comes_again(monkeypatch):
    from access import letters

    number, asked = uuid.uuid4(), {"email": "eva@example.com"}

    def broken(*_args: Any, **_kwargs: Any) -> None:
        raise OSError("no mail server")

    with monkeypatch.context() as away:
        away.setattr(letters, "send_mail", broken)
        failed = Caller("x").post("email-codes", asked, number=number)
    assert failed.json()["code"] == "mail_failed" and mail.outbox == []
    sent = Caller("x").post("email-codes", asked, number=number)
    assert (sent.status_code, sent.json()["replayed"]) == (200, True)
    [mailed] = mail.outbox
    told = {
        "code_id": sent.json()["result"]["code_id"],
        "email": "eva@example.com",
        "code": re.search(r"\b\d{6}\b", mailed.body)[0],
    }
    # sent once: a lost answer asked for again sends no second mail
    assert Caller("x").post("email-codes", asked, number=number).json()["result"] == sent.json()["result"]
    assert len(mail.outbox) == 1
    assert Caller("x").post("email-codes/prove", told).json()["result"]["outcome"] == "right"


def test_a_stranger_cannot_use_up_the_codes_of_an_address():
    asked = {"email": "eva@example.com"}
    for _ in range(5):
        assert Caller("x").post("email-codes", asked).status_code == 200
    with cast.unchanged():
        refused = Caller("x").post("email-codes", asked)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_codes")
    # the same stranger may be a room: others at the same place are not shut out, nor is the owner elsewhere
    assert Caller("x").post("email-codes", {"email": "nobody@example.com"}).status_code == 200
    owner = Client(REMOTE_ADDR="203.0.113.9").post(
        "/api/email-codes",
        json.dumps(asked),
        content_type="application/json",
        headers={"Command-Id": str(uuid.uuid4())},
    )
    assert owner.status_code == 200 and mail.outbox[-1].to == ["eva@example.com"]


def test_nobody_works_on_a_device_that_only_shows(house):
    ana = caller("ana", house.ana).signed_in()
    olga = caller("olga", house.olga).signed_in()
    pin = {"pin": "4711", "venue_id": house.venue_id}
    assert olga.post(f"users/{house.desi.user_id}/pin", pin).status_code == 200
    t = house.started("turbo-8max", entries=3)
    found = {}
    for kind in ("screen", "desk"):
        made = ana.post(f"venues/{house.venue_id}/devices", {"name": kind, "kind": kind}).json()["result"]
        acting = {
            "X-Device-Token": made["secret"], "X-Operator": str(house.desi.user_id), "X-Operator-Pin": "4711",
        }  # fmt: skip
        found[kind] = Caller(kind).get(f"tournaments/{t}/tables", **acting).status_code
        body = {"full_name": "Rui Sol", "birth_date": "1990-01-01"}
        told = Caller(kind).post(f"venues/{house.venue_id}/players", body, **acting)
        found[kind + " acts"] = told.status_code
        client = Client()
        form = {"operator": house.desi.user_id, "pin": "4711", "command_id": str(uuid.uuid4())}
        client.cookies["django_language"] = "en"
        client.cookies[COOKIE] = made["secret"]
        page = client.post("/floor/unlock/", form)
        found[kind + " opens"] = page.status_code
        if kind == "screen":
            assert "This device only shows" in page.content.decode()
    assert found == {
        "screen": 401, "screen acts": 401, "screen opens": 409, "desk": 200, "desk acts": 200, "desk opens": 302,
    }  # fmt: skip


def narrowed(person: cast.Person, *, to: int, scope: str = "all") -> Caller:
    """A program of the person's for one house alone."""
    secret = f"narrow-{uuid.uuid4().hex}"
    cast.say(
        issue_api_token,
        by=person,
        user_id=person.user_id,
        token_hash=secret_digest(secret),
        scope=scope,
        only_venue_id=to,
    )
    return Caller("narrow", secret, person)


def test_a_token_for_one_house_hears_nothing_of_another(house):
    other = cast.house(name="Other")
    cast.say(grant_role, by=other.olga, user_id=house.ana.user_id, venue_id=other.venue_id, role="director")
    t = house.registering("turbo-8max")
    cast.say(
        check_identity,
        by=house.desi,
        at=cast.DRAFTED,
        player_id=house.caio.player_id,
        venue_id=house.venue_id,
        document_kind="rg",
        document_number="7123456",
    )
    house.enter(t, house.caio.player_id)
    house.fill(t, 3)
    cast.say(grant_role, by=house.olga, user_id=house.caio.user_id, venue_id=house.venue_id, role="floor")
    cast.say(grant_role, by=other.olga, user_id=house.caio.user_id, venue_id=other.venue_id, role="floor")
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    written = uuid.uuid4()
    here = narrowed(house.ana, to=house.venue_id)
    there = narrowed(house.ana, to=other.venue_id)
    for name in (
        f"staff/tournament/{t}/entries",
        f"staff/tournament/{t}/tables",
        f"staff/tournament/{t}/table/1",
    ):
        assert here.get("topics", {"name": name}).status_code == 200, name
        no = there.get("topics", {"name": name})
        assert (no.status_code, no.json()["code"]) == (403, "not_allowed"), name
    assert there.get("topics", {"name": f"tournament/{t}/counts"}).status_code == 200  # everybody's
    mine = f"player/{house.caio.player_id}/tournament/{t}"
    caio, away = narrowed(house.caio, to=house.venue_id), narrowed(house.caio, to=other.venue_id)
    assert caio.get("topics", {"name": mine}).status_code == 200
    assert away.get("topics", {"name": mine}).status_code == 403
    # what he was told by the one house, and a command he gave there
    Notice.objects.create(
        player_id=house.caio.player_id,
        tournament_id=t,
        fact_id=1,
        kind=NOTICES[0].kind.value,
        at=cast.START,
        told={},
        state="listed",
        next_at=cast.START,
        useful_until=cast.START,
    )
    assert [row["tournament_id"] for row in caio.get("notices").json()] == [t]
    assert away.get("notices").json() == []
    assert caio.post(f"tournaments/{t}/clock/pause", number=written).status_code == 200
    assert caio.get(f"commands/{written}").status_code == 200
    assert away.get(f"commands/{written}").status_code == 404


@pytest.mark.parametrize("scope", ["read", "work", "all"])
def test_a_token_ends_itself_and_no_other(house, scope):
    first, second = (narrowed(house.bruno, to=house.venue_id, scope=scope) for _ in range(2))
    own, other = (ApiToken.objects.get(token_hash=secret_digest(one.secret)).pk for one in (first, second))
    assert first.get("session").status_code == 200  # its use is noted
    with cast.unchanged():
        no = first.post(f"tokens/{other}/revoke", **{"Accept-Language": "en"})
    assert (no.status_code, no.json()["code"]) == (403, "forbidden")
    assert "Sign in yourself to end another." in no.json()["detail"]
    assert second.get("session").status_code == 200
    assert first.post(f"tokens/{own}/revoke").status_code == 200
    assert first.get("session").status_code == 401
    assert second.get("session").status_code == 200


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("[" * 20_000, "Isto está encaixado fundo demais para ser lido."),
        ("{", "Isto não é um JSON que se possa ler."),
        (b"\xff", "Isto não é um JSON que se possa ler."),
        ('{"amount": ' + "9" * 5_000 + "}", "Isto não é um JSON que se possa ler."),
    ],
)
def test_what_is_no_json_is_said_in_the_readers_words(house, body, says):
    client = Client(headers={"Accept-Language": "pt-br"})
    client.force_login(User.objects.get(pk=house.caio.user_id))
    no = client.post(
        "/api/mails", body, content_type="application/json", headers={"Command-Id": str(uuid.uuid4())}
    )
    assert (no.status_code, no.json()["code"]) == (400, "parse_error")
    assert says in no.content.decode() and "parse error" not in no.content.decode()


def test_the_session_that_asks_is_this_one(house):
    user = User.objects.get(pk=house.caio.user_id)
    here, there = Client(), Client()
    for client in (here, there):
        client.force_login(user)
    marked = [one["is_this"] for one in here.get("/api/sessions").json()]
    assert sorted(marked) == [False, True]
    mine, others = (
        next(one["number"] for one in client.get("/api/sessions").json() if one["is_this"])
        for client in (here, there)
    )
    assert mine != others


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("sign-in", '{"\\ud800": 1}'),
        ("sign-up", '{"language": "\\ud800"}'),
        ("mails", '{"off": ["\\ud800"]}'),
        ("email-codes", '{"email": {"a": ["\\udfff"]}}'),
        ("email-codes", '"\\ud800"'),
    ],
)
def test_half_a_character_is_no_text_anywhere(house, path, body):
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.get(pk=house.caio.user_id))
    with cast.unchanged():
        no = client.post(
            f"/api/{path}", body, content_type="application/json", headers={"Command-Id": str(uuid.uuid4())}
        )
    assert (no.status_code, no.json()["code"]) == (400, "parse_error")
