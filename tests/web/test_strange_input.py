"""Whatever is sent to a page: an answer in words, never an error page."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from access import moment
from rules.refusals import Refused
from tests import cast
from web import forms
from web.buttons import buttons_of
from web.venue.players_sheet import read_players

STRANGE = ("a\0b", "--5", "9" * 30, "NaN", "\ud7ff" * 400, "9999-12-31T23:59", "%s%(x)s")
FIELDS = (
    "q name email full_name public_name phone country birth_date language message code show reason kind method"
    " player_id entry_id registration_id to_player_id table table_number seat seconds stack_chips chips count amount"
    " reserve award_id deal_id paid_to operator pin text thing next starts_at until day after before offset"
    " state document_number document_kind slug city timezone number series_id season_id role user_id tournament_id"
    " terms base points_c venue receipt what bust busts round button_seat penalty_id rounds from_table to_table"
).split()


def _paths(patterns: Any, before: str = "") -> list[str]:
    found = []
    for one in patterns:
        where = before + str(one.pattern)
        if isinstance(one, URLResolver):
            found += _paths(one.url_patterns, where)
        elif isinstance(one, URLPattern):
            found.append(where)
    return found


@pytest.mark.django_db
def test_no_page_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moment, "at", lambda: cast.after(minutes=5))
    house = cast.house()
    t = house.started(entries=5)
    client = Client(raise_request_exception=False)
    from people.models import User

    client.force_login(User.objects.get(pk=house.olga.user_id))
    broken: list[str] = []

    def tried(method: str, path: str, values: dict[str, str]) -> None:
        answer = getattr(client, method)(path, values)
        if answer.status_code >= 500:
            what = getattr(answer, "exc_info", None)
            broken.append(
                f"{method} {path} {list(values.items())[0]!r:.60}: {what[1]!r:.150}"
                if what
                else f"{method} {path}"
            )

    pages = []
    for path in _paths(get_resolver("web.urls").url_patterns):
        where = re.sub(r"<(?:\w+:)?venue_id>", str(house.venue_id), path)
        where = re.sub(r"<(?:\w+:)?tournament_id>", str(t), where)
        where = re.sub(r"<uuid:\w+>", str(uuid.uuid4()), where)
        if "<str:what>" in where or "<slug:what>" in where:
            continue
        pages.append("/" + re.sub(r"<[^>]+>", "1", where))
    acts = [
        f"/director/{t}/do/{name}/"
        for name in buttons_of("director")
        if name not in ("finish", "cancel", "start")
    ]
    deeds = [f"/desk/{t}/do/{name}/" for name in buttons_of("desk")]
    numbers = {
        name: "1" for name in FIELDS if name.endswith("_id") or name in ("table", "seat", "table_number")
    }
    forms = [*pages, *acts, *deeds]
    for place, page in enumerate(forms):
        if "sign-out" in page or "erase" in page or "/lock" in page:
            continue
        strange = {name: STRANGE[(place + n) % len(STRANGE)] for n, name in enumerate(FIELDS)}
        # numbers that are right let the strange text go further in
        values = strange if place % 2 else strange | numbers
        tried("post", page, values | {"command_id": str(uuid.uuid4())})
    for page in (f"/desk/{t}/", f"/director/{t}/search/", "/receipts/"):
        tried("get", page, {"q": "a\0b", "number": "a\0b", "done": "a\0b"})
    tried("get", f"/desk/{t}/receipts/a%00b/", {})
    assert not broken, "\n".join(sorted(set(broken)))


@pytest.mark.parametrize(
    ("typed", "found"), [("1500", 1500), ("1.500", 1500), ("1 500 000", 1_500_000), ("-5", -5), ("007", 7)]
)
def test_whole_numbers_as_people_write_them(typed: str, found: int) -> None:
    post = QueryDict(mutable=True)
    post["n"] = typed
    assert forms.number(post, name="n", low=-10) == found


@pytest.mark.parametrize("typed", ["2.5", "1,5", "--5", "1.50", "12.3456", "-", "1e3", "٣"])
def test_what_is_no_whole_number(typed: str) -> None:
    post = QueryDict(mutable=True)
    post["n"] = typed
    with pytest.raises(Refused) as no:
        forms.number(post, name="n")
    assert no.value.code == "bad_number"


@pytest.mark.parametrize("typed", ["9999-12-31", "0001-01-01", "31/12/2026", "nunca"])
def test_what_is_no_day(typed: str) -> None:
    post = QueryDict(mutable=True)
    post["until"] = typed
    with pytest.raises(Refused) as no:
        forms.day_or_none(post, name="until")
    assert no.value.code == "bad_date"


def test_a_quotation_mark_that_never_ends() -> None:
    with pytest.raises(Refused) as no:
        read_players('nome;telefone\n"' + "Ana;1\n" * 40_000)
    assert no.value.code == "file_unreadable"


@pytest.mark.django_db
def test_terms_of_several_lines(client: Client) -> None:
    """A textarea sends CR LF."""
    from people.models import User
    from tournaments.queries import circuit

    house = cast.house()
    client.force_login(User.objects.get(pk=house.olga.user_id))
    page = client.get(f"/director/venues/{house.venue_id}/")
    form = dict(page.context["form"])
    answer = client.post(
        f"/director/venues/{house.venue_id}/",
        {**form, "terms_version": "2", "terms_text": "Um.\r\nDois.", "command_id": str(uuid.uuid4())},
    )
    assert answer.status_code == 302
    assert circuit.terms_of(house.venue_id) == ("2", "Um.\nDois.")


def test_a_whole_number_of_twenty_digits_is_too_much_and_not_no_number():
    with pytest.raises(Refused) as no:
        forms.number_or_none({"stack_chips": "9" * 20}, name="stack_chips")
    assert "is too much" in no.value.sentence and "9" * 20 not in str(no.value.params)
