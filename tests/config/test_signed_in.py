"""The account that is read with its session is the one that Django would find, or none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib import auth
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core import signing
from django.test import override_settings
from django.utils import timezone

from config import signed_in
from config.sessions import SessionStore
from people.models import Session, User
from tests import cast


@pytest.fixture
def user(db: None) -> User:
    return User.objects.get(pk=cast.person("Plínio").user_id)


def session_of(user: User, **changed: Any) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session["kept"] = {"list": [1]}
    session.update(changed)
    session.save()
    return str(session.session_key)


def found(look: Callable[[Any], Any], key: str) -> tuple[Any, bool, Any]:
    """Who it is; whether the session was emptied; what it is called now."""
    request: Any = SimpleNamespace(session=SessionStore(key))
    who = look(request)
    return who.pk, request.session.is_empty(), request.session.get("kept")


def no_change(_key: str, _user: User) -> None:
    pass


def deactivated(_key: str, user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def other_password(_key: str, user: User) -> None:
    User.objects.filter(pk=user.pk).update(password="another")


def ended(key: str, _user: User) -> None:
    Session.objects.filter(pk=key).delete()


def over(key: str, _user: User) -> None:
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(seconds=1))  # noqa: TID251


def forged(key: str, _user: User) -> None:
    row = Session.objects.get(pk=key)
    Session.objects.filter(pk=key).update(session_data=row.session_data[:-2] + "xx")


def not_ours(key: str, user: User) -> None:
    data = {SESSION_KEY: str(user.pk)}
    text = signing.dumps(data, key="elsewhere", salt=SessionStore().key_salt)
    Session.objects.filter(pk=key).update(session_data=text)


def of_before(key: str, _user: User) -> None:
    """Saved before sessions kept whose they are."""
    Session.objects.filter(pk=key).update(user_id=None)


def of_another(key: str, _user: User) -> None:
    """Beside the session stands another account than in it: what is signed counts."""
    Session.objects.filter(pk=key).update(user_id=cast.person("Outra").user_id)


@pytest.mark.parametrize(
    ("happens", "signed_in_still"),
    [
        (no_change, True),
        (of_before, True),
        (of_another, True),
        (deactivated, False),
        (other_password, False),
        (ended, False),
        (over, False),
        (forged, False),
        (not_ours, False),
    ],
)
def test_as_django_finds_it(user: User, happens: Callable[[str, User], None], signed_in_still: bool) -> None:
    ours, djangos = session_of(user), session_of(user)
    assert found(signed_in._user_of, ours)[0] == user.pk  # what is remembered of it makes no difference
    for key in (ours, djangos):
        happens(key, user)
    assert found(signed_in._user_of, ours) == found(auth.get_user, djangos)
    assert found(signed_in._user_of, ours)[0] == (user.pk if signed_in_still else None)


@pytest.mark.parametrize("changed", [{HASH_SESSION_KEY: ""}, {BACKEND_SESSION_KEY: "no.such.Backend"}])
def test_what_a_session_carries_must_fit(user: User, changed: dict[str, Any]) -> None:
    ours, djangos = session_of(user, **changed), session_of(user, **changed)
    assert found(signed_in._user_of, ours) == found(auth.get_user, djangos)
    assert found(signed_in._user_of, ours)[0] is None


def test_what_one_request_changes_in_it_no_other_sees(user: User) -> None:
    key = session_of(user)
    first, second = SessionStore(key), SessionStore(key)
    first["kept"]["list"].append(2)
    assert second["kept"] == {"list": [1]}


def test_under_another_key_it_is_no_session(user: User) -> None:
    key = session_of(user)
    assert found(signed_in._user_of, key)[0] == user.pk
    with override_settings(SECRET_KEY="another", SECRET_KEY_FALLBACKS=[]):
        assert found(signed_in._user_of, key)[0] is None


@pytest.mark.django_db
def test_a_page_for_who_is_signed_in_is_kept_by_nobody_in_between(client):
    assert "private" not in client.get("/seasons/").get("Cache-Control", "")
    user = User.objects.get(pk=cast.person("Rosa").user_id)
    client.force_login(user)
    for path in ("/", "/seasons/", "/nothing-here/"):
        assert "private" in client.get(path)["Cache-Control"], path
