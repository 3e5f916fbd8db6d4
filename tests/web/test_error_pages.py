"""Pages for what goes wrong: in words, with a way back, and nothing of the inside."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.contrib.sessions.exceptions import SessionInterrupted
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.test import Client, RequestFactory
from django.urls import get_resolver
from django.utils import translation

from api.problems import sentence as problem_sentence
from rules.refusals import Refused
from rules.words import readable
from tests import cast
from web.acting import sentence


@pytest.mark.django_db
def test_an_address_that_is_none():
    answer = Client().get("/nothing/here/", headers={"Accept-Language": "en"})
    page = answer.content.decode()
    assert answer.status_code == 404 and "There is no page at this address." in page
    assert 'href="/"' in page  # a way back
    portuguese = Client().get("/nothing/here/", headers={"Accept-Language": "pt-BR"}).content.decode()
    assert "There is no page" not in portuguese


@pytest.mark.django_db
def test_a_form_that_is_too_old_says_what_to_do():
    client = Client(enforce_csrf_checks=True, headers={"Accept-Language": "en"})
    answer = client.post("/sign-in/", {"username": "a@b.com", "password": "x"})
    assert answer.status_code == 403 and "Reload it and try again." in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_no_answer_is_a_bare_word_in_english():
    client = Client(headers={"Accept-Language": "pt-BR"})
    empty = client.get("/me/limit/")
    assert (empty.status_code, empty["Allow"]) == (405, "POST")
    assert "só recebe o que uma página envia" in empty.content.decode()
    problem = client.get("/api/sign-up")
    assert problem.status_code == 405 and "problem+json" in problem["Content-Type"]
    for status, error in (
        (400, SessionInterrupted()), (400, SuspiciousOperation()), (403, PermissionDenied()),
    ):  # fmt: skip
        with translation.override("pt-br"):
            request = RequestFactory().get("/")
            answer = get_resolver().resolve_error_handler(status)(request, error)
        page = answer.content.decode()
        assert answer.status_code == status and "Não é possível" in page and 'href="/"' in page
        assert "no-store" in answer["Cache-Control"]


def test_a_failure_tells_nothing_of_the_inside():
    answer = get_resolver().resolve_error_handler(500)(RequestFactory().get("/"))
    page = answer.content.decode()
    assert answer.status_code == 500 and "Something failed here." in page and "Traceback" not in page


@pytest.mark.django_db
def test_how_a_tournament_stands_is_said_in_the_readers_language():
    no = Refused("not_running", "This tournament is not running (%(state)s).", state="cancelled")
    with translation.override("pt-br"):
        assert sentence(no) == "Este torneio não está em andamento (cancelado)."
        assert problem_sentence(no) == "Este torneio não está em andamento (cancelado)."
    assert readable({"state": "no such state", "n": 1}, say=str) == {"state": "no such state", "n": 1}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "address", "said", "way"),
    [
        ("en", "/t/99999999/", "There is no such tournament.", 'href="/">All tournaments'),
        ("pt-BR", "/t/99999999/", "Este torneio não existe.", 'href="/">Todos os torneios'),
        ("pt-PT", "/players/99999999/", "Este jogador não existe.", 'href="/seasons/">Ranking'),
        ("pt-BR", "/me/sessions/99999999/", "Esta sessão não existe.", 'href="/me/">Minha conta'),
        ("en", "/tables/99999999/", "There is no such table.", 'href="/tables/">Online tables'),
        ("pt-PT", "/tables/99999999/", "Esta mesa não existe.", 'href="/tables/">Mesas online'),
    ],
)
def test_what_is_not_there_is_said_as_a_person_says_it_with_a_way_on(language, address, said, way):
    client = Client(headers={"Accept-Language": language})
    client.force_login(get_user_model().objects.get(pk=cast.person("Zoe").user_id))
    answer = client.get(address)
    page = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    assert answer.status_code == 404 and said in page and way in page


@pytest.mark.django_db
def test_who_is_staff_elsewhere_is_led_to_their_own_tournaments():
    house = cast.house()
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(get_user_model().objects.get(pk=house.ana.user_id))
    answer = client.get("/director/99999999/")
    page = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    assert answer.status_code == 404 and "There is no such tournament." in page
    assert 'href="/director/">My tournaments' in page and 'href="/">All tournaments' in page
    client.force_login(get_user_model().objects.get(pk=house.caio.user_id))
    answer = client.get("/director/99999999/")
    page = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    assert answer.status_code == 403 and "/director/" not in page and 'href="/">All tournaments' in page
