"""Two with the page of one house before them: what one did not touch stays as the other saved it, what both changed is told."""

from __future__ import annotations

import uuid
from html import unescape

import pytest

from people.commands.grant_role import grant_role
from tests import cast
from tests.web.director.test_director import as_
from tests.web.director.test_settings import form_of, wrong
from tournaments.commands.update_venue import update_venue
from tournaments.models import Venue

pytestmark = pytest.mark.django_db

TERMS = "Art. 1 – Quem joga aceita as decisões da casa.\n" * 20


@pytest.fixture
def house():
    """A house with terms that are longer than what a page carries with it."""
    made = cast.house()
    cast.say(
        update_venue,
        by=made.olga,
        venue_id=made.venue_id,
        changes={"terms_text": TERMS, "terms_version": "2"},
    )
    return made


@pytest.fixture
def owners(house):
    """Both who own it."""
    cast.say(grant_role, by=house.olga, venue_id=house.venue_id, user_id=house.ana.user_id, role="owner")
    return as_(house.olga), as_(house.ana)


def address(house) -> str:
    return f"/director/venues/{house.venue_id}/"


def typed(client, house, **changes: str) -> dict[str, str]:
    """The form as the page draws it now, as a browser sends it, with some fields typed over."""
    form = form_of(client.get(address(house)).content.decode())
    # a textarea sends the line ends of its own
    form["terms_text"] = form["terms_text"].replace("\n", "\r\n")
    return form | {"command_id": str(uuid.uuid4())} | changes


FIRST = {"city": "Campinas", "surcharge_debit": "2,5", "phone_money": "yes"}
SECOND = {
    "name": "Clube Novo",
    "bank_account": "Banco do Brasil 1234-5",
    "terms_text": "Novo.",
    "terms_version": "3",
}


@pytest.mark.parametrize(("first", "second"), [(FIRST, SECOND), (SECOND, FIRST)])
def test_who_saves_after_somebody_else_undoes_nothing(house, owners, first, second):
    olga, ana = owners
    before = Venue.objects.get(pk=house.venue_id).surcharges_bp
    stale = typed(ana, house, **second)
    assert olga.post(address(house), typed(olga, house, **first)).status_code == 302
    assert ana.post(address(house), stale).status_code == 302
    venue = Venue.objects.get(pk=house.venue_id)
    assert (venue.city, venue.surcharges_bp, venue.phone_money) == (
        "Campinas",
        {**before, "debit": 250},
        True,
    )
    assert (venue.name, venue.bank_account, venue.terms_text, venue.terms_version) == (
        "Clube Novo", "Banco do Brasil 1234-5", "Novo.", "3",
    )  # fmt: skip


@pytest.mark.parametrize("turned", [False, True])
def test_what_both_changed_is_told_with_what_is_saved_and_nothing_typed_is_lost(house, owners, turned):
    one, other = reversed(owners) if turned else owners
    stale = typed(other, house, city="Santos", name="Clube Novo")
    first = {"city": "Campinas", "timezone": "America/Manaus"}
    assert one.post(address(house), typed(one, house, **first)).status_code == 302
    with cast.unchanged():
        answer = other.post(address(house), stale)
    html = unescape(answer.content.decode())
    assert answer.status_code == 409
    assert wrong(html) == {
        "city": "Somebody else changed this since the page was opened. Saved now: “Campinas”. What you typed still stands"
        " here: save again, and it is taken."
    }
    again = form_of(html)
    assert (again["city"], again["name"], again["timezone"]) == ("Santos", "Clube Novo", "America/Manaus")
    # who read it saves again
    assert other.post(address(house), again | {"command_id": str(uuid.uuid4())}).status_code == 302
    venue = Venue.objects.get(pk=house.venue_id)
    assert (venue.city, venue.name, venue.timezone, venue.terms_text) == (
        "Santos", "Clube Novo", "America/Manaus", TERMS.strip(),
    )  # fmt: skip


def test_what_is_sent_twice_is_no_change_of_somebody_else(house, owners):
    """Also where it is kept otherwise than it was typed: 4.99 % is 4,99, a PIX key has signs of its own."""
    olga, _ana = owners
    before = Venue.objects.get(pk=house.venue_id).surcharges_bp
    once = typed(
        olga, house, surcharge_credit="4.99 %", pix_key="(11) 98765-4321", pix_receiver="Clube", pix_city="Santos",
        tax_id="11.222.333/0001-81", terms_text="A.\r\nB.", terms_version="3",
    )  # fmt: skip
    first = olga.post(address(house), once)
    assert first.status_code == 302, wrong(unescape(first.content.decode()))
    kept = Venue.objects.filter(pk=house.venue_id).values().get()
    assert (kept["surcharges_bp"], kept["terms_text"]) == ({**before, "credit": 499}, "A.\nB.")
    assert olga.post(address(house), once | {"command_id": str(uuid.uuid4())}).status_code == 302
    assert Venue.objects.filter(pk=house.venue_id).values().get() == kept


def test_a_long_text_that_both_changed_is_told_by_its_beginning(house, owners):
    olga, ana = owners
    stale = typed(ana, house, terms_text="Meu texto.", terms_version="2b")
    theirs = typed(olga, house, terms_text="B" * 500, terms_version="3")
    assert olga.post(address(house), theirs).status_code == 302
    with cast.unchanged():
        answer = ana.post(address(house), stale)
    said = wrong(unescape(answer.content.decode()))
    assert set(said) == {"terms_text", "terms_version"}
    assert f"Saved now: “{'B' * 200}…”. What you typed" in said["terms_text"]
    assert "Saved now: “3”. What you typed" in said["terms_version"]


def test_a_program_is_refused_where_the_value_it_read_is_another_by_now(house):
    change = {"by": house.olga, "venue_id": house.venue_id, "changes": {"city": "Santos"}}
    with cast.refused("changed_meanwhile"):
        cast.say(update_venue, **change, expected={"city": "Campinas"})
    with cast.refused("cannot_change"):
        cast.say(update_venue, **change, expected={"created_at": "2020-01-01"})
    cast.say(update_venue, **change, expected={"city": Venue.objects.get(pk=house.venue_id).city})
    assert Venue.objects.get(pk=house.venue_id).city == "Santos"
