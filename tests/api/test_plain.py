"""What our own pages send is answered without DRF's machinery, and to the byte as it is with it."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client

from access import moment
from api import plain
from people.models import Session, User
from tests import cast
from tests.api.conftest import caller, undone
from tests.play.conftest import open_one

TOKEN = "b" * 32
NUMBER = uuid.UUID(int=7)
OTHER = uuid.UUID(int=8)

# name, whether it is plain, what is sent otherwise (None: a header that is not sent)
SENT: list[tuple[str, bool, dict[str, Any]]] = [
    ("lawful", True, {}),
    ("any answer", True, {"Accept": "*/*"}),
    ("in English", True, {"Accept-Language": "en"}),
    ("in English, refused", True, {"Accept-Language": "en", "seat": 3, "player": "other"}),
    ("by the cookie's language", True, {"language": "pt"}),
    ("no such table", True, {"table": 999_999}),
    ("somebody else's seat", True, {"player": "other"}),
    ("sent twice", True, {"before": {}}),
    ("refused twice", True, {"before": {"player": "other"}, "player": "other"}),
    ("a number used for something else", True, {"before": {"seat": 3}}),
    ("seat taken", True, {"before": {"number": OTHER}}),
    ("seat out of bounds", False, {"seat": 0}),
    ("seat as text", False, {"seat": "2"}),
    ("a field that is none", False, {"body": {"player_id": 1, "seat": 2, "chair": 3}}),
    ("a field left out", False, {"body": {"seat": 2}}),
    ("a list", False, {"body": []}),
    ("no JSON", False, {"text": '{"seat": '}),
    ("no number at all", False, {"text": '{"seat": NaN, "player_id": 1}'}),
    ("a lone surrogate", False, {"text": '{"seat": 2, "player_id": 1, "\\ud800": 1}'}),
    ("nested beyond reading", False, {"text": "[" * 100_000}),
    ("bytes that are no text", False, {"text": b"\xff\xfe{}"}),
    ("nothing", False, {"text": ""}),
    ("more than may be sent", False, {"text": '"' + "a" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1) + '"'}),
    ("a form", False, {"type": "application/x-www-form-urlencoded"}),
    ("text", False, {"type": "text/plain"}),
    ("JSON in another writing", False, {"type": "application/json; charset=utf-16"}),
    ("JSON that says its writing", False, {"type": "application/json; charset=utf-8"}),
    ("without a command id", False, {"Command-Id": None}),
    ("a command id that is none", False, {"Command-Id": "seven"}),
    ("wants XML", False, {"Accept": "application/xml"}),
    ("wants a page, or anything", False, {"Accept": "text/html,*/*;q=0.8"}),
    ("in a format", False, {"query": "?format=xml"}),
    ("without the page's token", False, {"X-CSRFToken": None}),
    ("with another token", False, {"X-CSRFToken": "c" * 32}),
    ("from another house's page", False, {"Origin": "https://elsewhere.example"}),
    ("from our own page", True, {"Origin": "http://testserver"}),
    ("by nobody", False, {"nobody": True}),
    ("by who may not sign in any more", False, {"inactive": True}),
    ("with a bearer token as well", False, {"Authorization": "Bearer nothing"}),
    ("from a tablet, too", False, {"X-Device-Token": "nothing"}),
    ("on a tablet", True, {"device": True}),
    ("with another method", False, {"method": "put"}),
    ("asking what there is", False, {"method": "options"}),
    ("while PostgreSQL is away", True, {"fails": OperationalError("away")}),
    ("with a fault of ours", True, {"fails": RuntimeError("ours")}),
]


class Room:
    """A table, and somebody before it with the page open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.house = cast.house()
        self.table = open_one(self.house)
        self.one, self.other = cast.person("Plínio"), cast.person("Outra")
        self.monkeypatch = monkeypatch

    def send(self, changed: dict[str, Any], *, straight: bool) -> tuple[Any, list[bool]]:
        """The answer, and whether each request was found plain."""
        found: list[bool] = []

        def asked(request: Any, **more: Any) -> Any:
            plainly = look(request, **more)
            found.append(plainly is not None)
            return plainly if straight else None

        look = plain._asked
        with undone(), self.monkeypatch.context() as patch:
            patch.setattr(plain, "_asked", asked)
            client = Client(enforce_csrf_checks=True, raise_request_exception=False)
            client.cookies[settings.CSRF_COOKIE_NAME] = TOKEN
            if "language" in changed:
                client.cookies[settings.LANGUAGE_COOKIE_NAME] = changed["language"]
            if not changed.get("nobody"):
                client.force_login(User.objects.get(pk=self.one.user_id))
            if changed.get("inactive"):
                User.objects.filter(pk=self.one.user_id).update(is_active=False)
            if changed.get("device"):
                session = client.session
                session["device_id"] = 1
                session.save()
            if "before" in changed:
                self._post(client, changed["before"])
                found.clear()
            if "fails" in changed:

                def fails() -> Any:
                    raise changed["fails"]

                patch.setattr(moment, "at", fails)
            return self._post(client, changed), found

    def _post(self, client: Client, changed: dict[str, Any]) -> Any:
        who = self.other if changed.get("player") == "other" else self.one
        body = changed.get("body", {"player_id": who.player_id, "seat": changed.get("seat", 2)})
        headers = {"Command-Id": str(changed.get("number", NUMBER)), "X-CSRFToken": TOKEN}
        headers |= {name: value for name, value in changed.items() if name[0].isupper()}
        table = changed.get("table", self.table.table_id)
        return client.generic(
            changed.get("method", "post").upper(),
            f"/api/play-tables/{table}/sit{changed.get('query', '')}",
            changed.get("text", json.dumps(body)),
            content_type=changed.get("type", "application/json"),
            headers={name: value for name, value in headers.items() if value is not None},
        )


@pytest.mark.django_db
@pytest.mark.parametrize(("is_plain", "changed"), [pytest.param(*more, id=name) for name, *more in SENT])
def test_it_is_answered_as_with_all_of_it(
    monkeypatch: pytest.MonkeyPatch, is_plain: bool, changed: dict[str, Any]
) -> None:
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    room = Room(monkeypatch)
    (short, found), (whole, _) = (room.send(changed, straight=straight) for straight in (True, False))
    assert (short.status_code, short.content) == (whole.status_code, whole.content)
    assert dict(short.headers) == dict(whole.headers)
    assert short.cookies.output() == whole.cookies.output()
    assert found == [is_plain]


@pytest.mark.django_db
def test_what_has_no_body_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    house = cast.house()
    t = house.started("turbo-8max")
    monkeypatch.setattr(moment, "at", lambda: cast.after(minutes=5))
    ana = caller("director", house.ana).signed_in()
    for kind in ("application/json", "text/plain", ""):
        with undone():
            answer = ana.client.post(
                f"/api/tournaments/{t}/clock/pause",
                "{",
                content_type=kind,
                headers={"Command-Id": str(uuid.uuid4())},
            )
            assert answer.status_code == 200, answer.content


@pytest.mark.django_db
def test_who_signed_out_is_asked_to_sign_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    room = Room(monkeypatch)
    client = Client(enforce_csrf_checks=True)
    client.cookies[settings.CSRF_COOKIE_NAME] = TOKEN
    client.force_login(User.objects.get(pk=room.one.user_id))
    assert room._post(client, {}).status_code == 200
    Session.objects.filter(user_id=room.one.user_id).delete()
    with cast.unchanged():
        answer = room._post(client, {"number": OTHER, "seat": 3})
    assert (answer.status_code, answer.json()["code"]) == (401, "sign_in")
