"""The history of a house: who changed what and when, before and after; no account's whole number in it."""

from __future__ import annotations

import json
import re
import uuid
from datetime import date
from html import unescape

import pytest
from django.test import Client

from dispatch.facts import ABSENT
from dispatch.models import Fact
from people.commands.grant_role import grant_role
from people.commands.revoke_role import revoke_role
from rules.refusals import Refused
from tests import cast
from tests.web.director.test_director import as_, sealed
from tests.web.director.test_history import cells_of
from tournaments.commands.change_colours import change_colours
from tournaments.commands.create_season import create_season
from tournaments.commands.create_series import create_series
from tournaments.commands.create_stage import create_stage
from tournaments.commands.update_venue import update_venue
from tournaments.models import Venue
from tournaments.operations.circuit import _VENUE

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def change(house, by=None, **changes):
    cast.say(update_venue, by=by or house.olga, venue_id=house.venue_id, changes=changes)


def page(house, query="", by=None):
    sealed()
    response = as_(by or house.olga).get(f"/director/venues/{house.venue_id}/history/{query}")
    assert response.status_code == 200
    return unescape(response.content.decode())


def lines(html):
    """The history, newest first: what was done, with before → after, and who did it."""
    found = re.findall(r'<tr data-command="[^"]*">(.*?)</tr>', html, re.S)
    return [
        " · ".join(filter(None, cells_of(one)[1:4])).replace("\xa0", " ").replace("\u2060", "")
        for one in found
    ]


def last(house):
    return lines(page(house))[0]


# each setting with another value, and how the history tells it
CHANGED = {
    "name": ("Clube Novo", "Name: Clube → Clube Novo"),
    "slug": ("clube-novo", "Short name for addresses: clube → clube-novo"),
    "city": ("Campinas", "City: – → Campinas"),
    "address": ("Rua Augusta 10", "Address: – → Rua Augusta 10"),
    "tax_id": ("11.222.333/0001-81", "Tax number (CNPJ, NIF): – → …0181"),
    "timezone": ("Europe/Lisbon", "Time zone: São Paulo → Lisbon"),
    "language": ("en", "Language: Português (Brasil) → English"),
    "terms_version": ("9", "Version of the terms: 1 → 9"),
    "terms_text": ("Vale o que a casa decide.", "Text of the terms"),
    "surcharges_bp": (
        {"debit": 250, "credit": 1000},
        "Surcharge of the method, in percent: Debit card: 5% → 2.5%",
    ),
    "excluded_prizes": (
        "refuse",
        "Prize of an excluded player: is held; the director pays it, with a reason → is not paid while the exclusion stands",
    ),
    "cash_tables": (True, "Cash tables: no → yes"),
    "bank_account": ("Banco do Brasil 1234-5, conta 998877, Clube Ltda.", "Account for transfers: – → …8877"),
    "phone_money": (
        True,
        "deposits and withdrawals at the desk only → players pay in and withdraw on the phone",
    ),
}
# a key is kept with the names that belong to it; the currency of a house never changes
TOGETHER = ("pix_key", "pix_receiver", "pix_city")


def test_every_setting_is_told_before_and_after(house):
    Venue.objects.filter(pk=house.venue_id).update(
        name="Clube", slug="clube", city="", address="", tax_id="", bank_account="", language="pt-br",
        cash_tables=False, surcharges_bp={"debit": 500, "credit": 1000},
    )  # fmt: skip
    assert {*CHANGED, *TOGETHER, "currency"} == {*_VENUE}
    for field, (value, said) in CHANGED.items():
        change(house, **{field: value})
        line = last(house)
        assert line.startswith("Settings of the house changed") and said in line, (field, line)
        assert not re.search(r"[{}\[\]]|None|True|False", line), line
    change(house, pix_key="clube@example.com", pix_receiver="Clube", pix_city="Sao Paulo")
    line = last(house)
    assert "PIX key: – → ….com" in line and "Receiver's name: – → C" in line, line
    said = json.dumps([fact.body for fact in Fact.objects.filter(kind="venue_changed")], ensure_ascii=False)
    for secret in ("clube@example.com", "998877", "11.222.333", "Vale o que a casa decide"):
        # the head of the paper has the house's own number, as every paper has
        listed = page(house).partition('house-history"')[2]
        assert listed and secret not in said and secret not in listed


def test_two_in_turn_and_a_change_back(house):
    cast.say(grant_role, by=house.olga, venue_id=house.venue_id, user_id=house.ana.user_id, role="owner")
    change(house, name="Um")
    change(house, by=house.ana, name="Dois")
    change(house, name="Um")
    found = lines(page(house))[:3]
    assert ["Name: Dois → Um" in found[0], "Name: Um → Dois" in found[1], "→ Um" in found[2]] == [True] * 3
    assert [line.endswith(who) for line, who in zip(found, ("Olga", "Ana", "Olga"), strict=True)] == [
        True
    ] * 3
    # what is as it was is no change
    count = len(lines(page(house)))
    change(house, name="Um")
    assert len(lines(page(house))) == count


def test_the_same_last_signs_are_another_account_still(house):
    change(house, bank_account="Banco A 11112222")
    change(house, bank_account="Banco B 99992222")
    assert "Account for transfers: …2222" in last(house)
    change(house, bank_account="2222")
    assert "…2222 → …" in last(house) and "→ …2222" not in last(house)


def test_a_fact_of_before_says_which_and_not_what(house, monkeypatch):
    # as it was recorded before the values were
    monkeypatch.setattr("tournaments.operations.circuit._recorded", lambda values: ABSENT)
    change(house, city="Campinas", name="Outro")
    monkeypatch.undo()
    assert Fact.objects.get(kind="venue_changed").body.keys() == {"venue_id", "fields"}
    line = last(house)
    assert "City, Name" in line and "→" not in line, line


def test_colours_circuits_and_roles(house):
    v = house.venue_id
    cast.say(change_colours, by=house.olga, venue_id=v, first="#0d2f6e", second="#f5a623", ground="dark")
    assert "Colours changed" in last(house) and "those of the program → #0d2f6e, #f5a623, Dark" in last(house)
    series = cast.say(create_series, by=house.ana, venue_id=v, name="Circuito", slug="circuito")
    days = {"starts_on": date(2027, 1, 1), "ends_on": date(2027, 12, 31)}
    season = cast.say(
        create_season, by=house.ana, series_id=series["series_id"], name="2027", points_c_milli=1500, **days
    )
    cast.say(
        create_stage, by=house.ana, season_id=season["season_id"], number=1, name="Abertura", place="", **days
    )
    stage, begun, created = lines(page(house))[:3]
    assert "Stage created · Abertura" in stage and "Circuit created · Circuito" in created
    assert "Season begun · 2027; Constant c 1.5" in begun, begun
    role = cast.say(grant_role, by=house.olga, venue_id=v, user_id=house.dora.user_id, role="floor")
    assert re.search(r"Role given · Dora.* · – → Floor · Olga", last(house)), last(house)
    cast.say(revoke_role, by=house.olga, venue_id=v, role_id=role["role_id"])
    assert re.search(r"Role taken away · Dora.* · Floor → – · Olga", last(house)), last(house)


def test_another_house_is_not_told(house):
    other = cast.house()
    cast.say(grant_role, by=other.olga, venue_id=other.venue_id, user_id=house.ana.user_id, role="floor")
    change(other, city="Porto")
    assert lines(page(house)) == []
    assert ["Porto" in line or "Role given" in line for line in lines(page(other))] == [True, True]


def test_only_who_may_change_the_house_reads_it(house):
    sealed()
    address = f"/director/venues/{house.venue_id}/history/"
    for who in (house.ana, house.bruno, house.caio, house.dora):
        assert as_(who).get(address).status_code in (403, 404)
    assert Client().get(address).status_code in (302, 401, 403)
    link = f'href="{address}"'
    assert link in as_(house.olga).get(f"/director/venues/{house.venue_id}/").content.decode()
    assert link not in as_(house.ana).get(f"/director/venues/{house.venue_id}/").content.decode()


def test_four_hundred_changes_are_paged_and_each_stands_once(house):
    for n in range(400):
        change(house, name=f"Nome {n}")
    found, query = [], ""
    pages = 0
    while True:
        html = page(house, query)
        found += lines(html)
        pages += 1
        further = re.search(r'href="(\?before=\d+)"', html)
        if further is None:
            break
        query = further.group(1)
    names = [match.group(1) for line in found if (match := re.search(r"→ (Nome \d+)", line))]
    assert names == [f"Nome {n}" for n in reversed(range(400))] and pages == 4


def test_the_api_tells_the_same_and_pages(house):
    for n in range(5):
        change(house, name=f"Nome {n}")
    sealed()
    address = f"/api/venues/{house.venue_id}/history"
    client = as_(house.olga)
    first = client.get(f"{address}?limit=3").json()
    assert [fact["body"]["now"] for fact in first] == [{"name": f"Nome {n}"} for n in (4, 3, 2)]
    then = client.get(f"{address}?limit=2&before={first[-1]['number']}").json()
    assert [fact["body"]["now"] for fact in then] == [{"name": "Nome 1"}, {"name": "Nome 0"}]
    assert then[0]["by"] and then[0]["command"] == "tournaments.update_venue"
    assert as_(house.ana).get(address).status_code == 403


def test_refused_changes_leave_no_line(house):
    count = len(lines(page(house)))
    with pytest.raises(Refused):
        update_venue(
            command_id=uuid.uuid4(), at=cast.START, by=house.olga.actor, venue_id=house.venue_id,
            changes={"currency": "EUR"},
        )  # fmt: skip
    assert len(lines(page(house))) == count


def test_on_paper_it_says_whose_it_is_and_when_it_was_printed(house):
    assert "paper-head" in page(house)
    assert "Printed as it stood: " in page(house) and "<strong>History of the house</strong>" in page(house)
