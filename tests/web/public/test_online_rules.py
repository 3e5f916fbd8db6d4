"""The policies of online tables, each with its clause: for anybody, and on the rules page of each table with its own figures."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.test import Client

from play.models import CountedDay, PlayTable
from tests import cast
from tests.play.cash import house as house_with_cash
from tests.play.cash import open_cash
from tests.play.conftest import open_one
from tests.play.room import started

pytestmark = pytest.mark.django_db


def page(path, language="en"):
    client = Client()
    client.cookies["django_language"] = language
    answer = client.get(path)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def lines(html):
    """What is said of what, with its clauses."""
    html = html.replace("\u2060", "")  # what keeps a hyphen's words on one line
    found = re.findall(r'<dt>(.*?)</dt>\s*<dd>(.*?) <span class="soft rule">(.*?)</span></dd>', html, re.S)
    assert len(found) == html.count("<dt>")
    # a dot between two clauses is drawn
    found = [(about, says, re.sub(r"<[^>]+>", "", rule)) for about, says, rule in found]
    return [(about.strip(), " ".join(says.split()), rule.strip()) for about, says, rule in found]


def test_no_clause_is_broken_at_its_hyphen():
    html = page("/tables/rules/")
    told = re.findall(r'<span class="soft rule">(.*?)</span>', html)
    assert (
        len(told) == html.count("<dt>") and [rule for rule in told if re.search(r"-(?!\u2060)", rule)] == []
    )


@pytest.mark.rule("PT-H.28", "PT-H.66", "PT-H.71", "PT-T.55", "PT-T.56")
def test_every_policy_is_told_to_anybody_with_its_clause():
    found = lines(page("/tables/rules/"))
    rules = {about: rule for about, _says, rule in found}
    assert rules == {
        "Button": "PT-H.46 · PT-H.48 · PT-H.64",
        "Forced bets": "PT-H.21",
        "Forced bets in a tournament": "PT-H.21 · PT-T.46 · ADTP.P11",
        "Heads-up": "PT-H.46 · PT-H.48",
        "Betting": "PT-H.24 · PT-H.37 · PT-H.38",
        "Time to decide": "PT-H.43 · PT-T.42",
        "Extra time": "PT-H.44 · PT-T.42",
        "Extra time at the final table": "PT-H.44 · PT-T.42",
        "Lost connection": "PT-H.44 · PT-H.73",
        "Slow connection": "PT-H.43",
        "All-in": "ADTP.16",
        "Showdown": "PT-H.59 · PT-H.36",
        "Cards of one's own": "PT-H.11",
        "One player to a hand": "PT-H.11",
        "Hand review": "PT-H.11",
        "Spectators": "PT-H.11",
        "One board": "PT-H.25 · PT-H.28",
        "Odd chips": "PT-H.62",
        "Failure on the house's side": "PT-H.72",
        "Failure on the player's side": "PT-H.73",
        "Complaints": "PT-H.66 · PT-T.55",
        "Time's up": "PT-H.45",
        "Sitting out in a tournament": "PT-T.26 · PT-T.27",
        "Buying in": "PT-H.8 · PT-H.14",
        "Table stakes": "PT-H.10 · PT-H.11",
        "A full table": "PT-H.6",
        "Session tables": "PT-H.6",
        "Alone at a table": "PT-H.7 · PT-H.68",
        "Less than a big blind": "PT-H.15 · PT-H.70",
        "Hands without a bet": "PT-H.70 · PT-H.71",
        "A bounty on each head": "PT-T.33 · PT-T.34",
        "Full tournament": "PT-T.36 · PT-T.39",
        "Commission on pots": "PT-H.17 · PT-H.18 · PT-H.19",
        "Commission on buy-ins": "PT-H.17",
        "Play chips": "PT-H.74 · PT-H.75",
        "Sitting out": "PT-H.68",
    }
    said = {rule: says for _about, says, rule in found}
    assert said["PT-H.17"] == (
        "5 to 20% of what a player brings and adds, before it reaches the table; nothing of the pots."
    )
    assert said["PT-H.68"] == "Who sits out keeps the seat for 10 minutes."
    assert said["PT-H.72"].startswith("A hand that the house cannot finish")
    assert "more than 90 seconds" in said["PT-H.72"]
    assert said["PT-H.66 · PT-T.55"] == (
        "A player complains about a hand from its page, under My hands. The house answers in writing within 15 days."
    )
    assert said["PT-H.74 · PT-H.75"].startswith("Play chips are worth nothing.")
    # at which tables it holds
    assert [rule for about, _says, rule in found if about == "Time's up"] == [
        "PT-H.45 · PT-T.43",
        "PT-H.45",
    ]


@pytest.mark.rule("PT-H.72")
def test_how_many_hands_of_late_were_void_is_told_to_anybody(monkeypatch):
    now = datetime(2026, 11, 26, 20, tzinfo=UTC)
    monkeypatch.setattr("web.public.online_rules.moment.at", lambda: now)
    venue_id = cast.house().venue_id
    for kind, ago, hands, voided in (
        ("cash", 2, 1_200, 2),
        ("tournament", 2, 34, 0),
        ("cash", 30, 1, 1),
        ("demo", 2, 900, 9),
        ("cash", 31, 700, 7),
    ):
        since = now - timedelta(days=ago)
        CountedDay.objects.create(
            venue_id=venue_id,
            kind=kind,
            since=since,
            until=since + timedelta(days=1),
            counted_as="x",
            hands=hands,
            voided_hands=voided,
            last_hand_id=1,
        )
    [(says, rule)] = [
        (says, rule) for about, says, rule in lines(page("/tables/rules/")) if about == "Void hands"
    ]
    assert (says, rule) == ("3 of 1,235 in tournaments and at cash tables, in the last 30 days.", "PT-H.72")


@pytest.mark.parametrize(
    ("language", "heading", "two"),
    [
        ("pt-br", "Regras das mesas online", "Quem não está no botão paga o small blind"),
        ("pt", "Regras das mesas online", "Quem não está no botão paga o small blind"),
        ("en", "Rules of online tables", "The player not on the button posts the small blind"),
    ],
)
def test_the_page_speaks_the_readers_language(language, heading, two):
    html = page("/tables/rules/", language)
    assert f"<h1>{heading}</h1>" in html and two in html


@pytest.mark.rule("PT-H.66", "PT-H.17")
def test_a_cash_table_tells_its_own_figures_and_nothing_of_tournaments():
    table = open_cash(house_with_cash(currency="EUR"), rake_bp=450)
    PlayTable.objects.filter(pk=table.table_id).update(decision_seconds=20, reconnect_seconds=0)
    found = {about: says for about, says, _rule in lines(page(f"/tables/{table.table_id}/rules/"))}
    assert found["Time to decide"] == "20 seconds for each decision."
    assert found["Buying in"] == "€20.00 to €100.00."
    assert found["Spectators"] == "Who does not sit at this table sees it 30 s late."
    assert found["Commission on pots"].startswith("4.5% of each payment of each pot, in whole cents.")
    assert found["Time's up"].endswith("in 2 hands in a row, and the player sits out.")
    gone = {
        "Lost connection",
        "Commission on buy-ins",
        "Sitting out in a tournament",
        "Play chips",
    }
    assert not gone & set(found)


def test_a_tournaments_table_and_a_demo_table_tell_what_holds_there():
    event = started(cast.house(), players=2, seats=2)
    row = event.open()[0]
    found = {about: says for about, says, _rule in lines(page(f"/tables/{row.pk}/rules/"))}
    assert found["Time to decide"] == f"{row.decision_seconds} seconds for each decision."
    assert found["Time's up"].endswith("In a tournament the player sits out at once.")
    assert "Sitting out in a tournament" in found
    assert not {"Sitting out", "Buying in", "Table stakes", "Commission on pots", "Play chips"} & set(found)
    demo = {about for about, _says, _rule in lines(page(f"/tables/{open_one(event.house).table_id}/rules/"))}
    assert {"Sitting out", "Play chips"} <= demo and not {"Buying in", "Sitting out in a tournament"} & demo


def test_the_page_is_reached_from_the_list_from_a_tables_menu_and_from_a_tournament_online():
    event = started(cast.house(), players=2, seats=2)
    link = 'href="/tables/rules/"'
    assert link in page("/tables/") and link in page(f"/t/{event.tournament_id}/rules/")
    table = event.open()[0].pk
    menu = page(f"/tables/{table}/").partition('<details class="room-menu">')[2].partition("</details>")[0]
    assert f'href="/tables/{table}/rules/"' in menu
    assert link in page(f"/tables/{table}/rules/")
    assert link not in page(f"/t/{event.house.registering('scpt-main')}/rules/")


@pytest.mark.rule("PT-O.66", "PT-O.24", "PT-O.28", "PT-O.71")
def test_a_table_of_omaha_cites_the_clauses_of_omaha():
    table = open_one(cast.house(), game="plo")
    found = lines(page(f"/tables/{table.table_id}/rules/"))
    rules = {about: rule for about, _says, rule in found}
    assert rules["Betting"] == "PT-O.24 · PT-O.37 · PT-O.38" and rules["Odd chips"] == "PT-O.62"
    assert rules["One board"] == "PT-O.25 · PT-O.28"
    cash = open_cash(game="plo")
    at_cash = lines(page(f"/tables/{cash.table_id}/rules/"))
    assert ("Hands without a bet", "PT-O.70 · PT-O.71") in [(about, rule) for about, _says, rule in at_cash]
    assert not any("PT-H." in rule for rule in rules.values())
    assert rules["Complaints"] == "PT-O.66 · PT-T.55"
    assert "the largest bet is the pot" in next(says for about, says, _rule in found if about == "Betting")
