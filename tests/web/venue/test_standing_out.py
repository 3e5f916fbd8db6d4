"""What stands out, as the desk lists it, with each player's and each pair's own page, and the way into a case."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest

from access import moment
from people.commands.grant_role import grant_role
from play.commands.open_case import open_case
from play.models import CaseEntry
from tests import cast
from tests.api.conftest import caller
from tests.play.made_hands import deed, made_table
from tests.web.venue.test_integrity import address, browser, rows

pytestmark = pytest.mark.django_db

NOW = cast.OPEN + timedelta(hours=2)
MINUTE = timedelta(minutes=1)
ASKED = {"kind": "demo"}


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moment, "at", lambda: NOW)


@pytest.fixture
def made():
    """Three all-ins from the first to the second, and a third who takes two seconds for each of 200 decisions."""
    made = made_table(cast.house())
    pushed = [deed(3, "fold"), deed(1, "raise", all_in=True), deed(2, "call")]
    for number in range(3):
        made.hand(cast.OPEN + number * MINUTE, {1: -5_000, 2: 5_000, 3: 0}, pushed)
    made.hand(cast.OPEN + 10 * MINUTE, {3: 0, 2: 0}, [deed(3, "check") for _ in range(200)])
    return made


def told(answer):
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def links(answer, what):
    return [unescape(one) for one in re.findall(r'href="([^"]*)"', answer.content.decode()) if what in one]


def test_the_list_leads_to_the_figures_and_into_a_case(made):
    client = browser(made.table.house.olga)
    page = client.get(address(made.table.house, "standing-out/"), ASKED)
    first, second = rows(page)
    assert first[:3] == [
        "Joga3",
        "Always takes the same time Takes one of a few times Often the same tenth of a second",
        "4",
    ]
    assert second[:3] == ["Joga1 · Joga2", "A buy-in in a few hands All-ins go one way", "3"]
    assert first[4] == second[4] == "Put it into a case"
    ids = {seat: person.player_id for seat, person in made.people.items()}
    one, both = links(page, "/cases/new/")
    assert one.endswith(f"?player={ids[3]}") and both.endswith(f"?player={ids[1]}&player={ids[2]}")
    assert "Joga1" in told(client.get(both)) and client.get(one).status_code == 200
    (player,), (pair,) = links(page, f"/integrity/players/{ids[3]}/"), links(page, "/integrity/pairs/")
    assert "kind=demo" in player and "kind=demo" in pair
    read = told(client.get(player))
    for said in (
        "Often the same tenth of a second",
        "203 decisions of a second and more",
        "Entropy, in half seconds 0 bits",
        "At the most frequent tenth of a second 100%",
        "The most frequent half second from 2 s",
        "Longest time of play without six hours of rest 0 h 11 min",
        "Days with hands 1",
        "The others (0)",
        "Joga2 · Joga3 4 hands",
    ):
        assert said in read, said
    read = told(client.get(pair))
    assert "Hands with an all-in that went there and back 3 · 0" in read and "All-ins go one way" in read
    assert "To the end between the two alone, and of those only checked after the flop 0 · 0" in read
    # a time in which nothing was played
    assert "Nothing stands out at these tables in this time." in told(
        client.get(address(made.table.house, "standing-out/"), {"kind": "cash"})
    )
    wrong = client.get(address(made.table.house, "standing-out/"), {"since": "2020-01-01"})
    assert wrong.status_code == 409 and 'role="alert"' in wrong.content.decode()


def test_one_decision_is_told_as_one():
    made = made_table(cast.house())
    made.hand(cast.OPEN, {1: 0, 2: 0}, [deed(1, "check")])
    page = browser(made.table.house.olga).get(
        address(made.table.house, f"players/{made.people[1].player_id}/"), ASKED
    )
    assert "1 decision of a second and more" in told(page)


def test_figures_are_put_into_an_open_case_with_what_stands_out_written_before(made):
    house = made.table.house
    ids = [made.people[seat].player_id for seat in (1, 2)]
    case = cast.say(open_case, by=house.olga, venue_id=house.venue_id, players=ids, said="Ver os all-ins")[
        "case_id"
    ]
    client = browser(house.olga)
    for path, words in (
        (
            f"pairs/{ids[0]}/{ids[1]}/",
            "A buy-in in a few hands, All-ins go one way (Demo tables, 23 Oct 2026 to 21 Nov 2026)",
        ),
        (f"players/{ids[0]}/", "Demo tables, 23 Oct 2026 to 21 Nov 2026"),
    ):
        page = client.get(address(house, path), ASKED).content.decode()
        note = unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)[1]).strip()
        assert note == words
        form = {"command_id": str(cast.new_id()), "case_id": case, "said": note}
        assert client.post(address(house, "cases/add/"), form, follow=True).status_code == 200
        entry = CaseEntry.objects.latest("id")
        assert (entry.text, entry.hand_id, entry.complaint_id) == (words, None, None)


def test_nobody_else_reads_it_and_nobody_of_the_own_play(made):
    house = made.table.house
    ids = {seat: person.player_id for seat, person in made.people.items()}
    pages = ("standing-out/", f"players/{ids[1]}/")
    for who in (house.ana, house.bruno, house.desi, house.caio, made.people[1]):
        for path in pages:
            answer = browser(who).get(address(house, path), ASKED)
            assert answer.status_code == 403 and "Joga" not in answer.content.decode(), path
    own = made.people[1]
    cast.say(grant_role, by=house.olga, user_id=own.user_id, venue_id=house.venue_id, role="integrity")
    client = browser(own)
    assert [row[0] for row in rows(client.get(address(house, "standing-out/"), ASKED))] == ["Joga3"]
    assert client.get(address(house, f"players/{ids[1]}/"), ASKED).status_code == 404
    assert (
        "Joga1" not in told(client.get(address(house, f"players/{ids[2]}/"), ASKED)).partition("With whom")[2]
    )
    assert (
        browser(house.olga).get(address(house, f"players/{house.caio.player_id}/"), ASKED).status_code == 404
    )
    rival = cast.house(name="Outra")
    assert browser(rival.olga).get(address(house, "standing-out/"), ASKED).status_code == 403
    assert browser(rival.olga).get(address(rival, f"players/{ids[1]}/"), ASKED).status_code == 404


def test_programs_read_the_same_of_who_has_signed_in(made):
    house = made.table.house
    ids = {seat: person.player_id for seat, person in made.people.items()}
    asking = caller("olga", house.olga).signed_in()
    path = f"venues/{house.venue_id}/integrity/"
    found = asking.get(f"{path}standing-out", ASKED).json()
    assert [(line["player_id"], line["other_id"], line["alerts"]) for line in found] == [
        (ids[3], None, ["even", "few_times", "same_tenth"]),
        (ids[1], ids[2], ["quickly", "all_in"]),
    ]
    assert asking.get(f"{path}standing-out", ASKED | {"limit": 1, "offset": 1}).json() == found[1:]
    (line,) = asking.get(f"{path}players/{ids[3]}", ASKED).json()
    assert (line["entropy"], line["same_tenth"], line["times"][2], len(line["by_hour"])) == (0, 203, 203, 24)
    assert (line["longest_minutes"], line["aggression"], line["field_players"]) == (11, 0, 0)
    (pair, *_others) = asking.get(f"{path}pairs", ASKED).json()
    assert (pair["all_in_there"], pair["all_in_back"], pair["alone"], pair["checked"]) == (3, 0, 0, 0)
    director = caller("ana", house.ana).signed_in()
    for rest in ("standing-out", f"players/{ids[3]}"):
        assert director.get(path + rest, ASKED).status_code == 403
