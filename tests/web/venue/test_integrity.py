"""The integrity desk of a house: for its officer and its owner, and nobody else."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import translation

from access import moment
from people.commands.grant_role import grant_role
from people.models import StaffRole, User
from play.commands.complain import complain
from play.models import DealtHand, HandOpening, IntegrityCase
from tests import cast
from tests.api.conftest import caller
from tests.payouts.bank import know, open_house, withdrawal
from tests.play.conftest import AtTable, open_one
from tests.play.test_history import cards_of
from web.player.table_words import card_words

pytestmark = pytest.mark.django_db

NOW = cast.OPEN + timedelta(hours=2)


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moment, "at", lambda: NOW)


def browser(person, language="en"):
    client = Client()
    client.cookies["django_language"] = language
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def played(house=None) -> AtTable:
    """A table where Rui raised to 300 and the two others folded to it."""
    table = open_one(house or cast.house())
    for seat in (2, 5, 7):
        table.sit(seat)
    table.deal()
    table.act("raise", 300)
    while table.row.stage == "playing":
        table.act("fold")
    while table.row.due_kind != "open":
        table.due()
    return table


def officer(house) -> cast.Person:
    """Dora, whom the owner makes the integrity officer on the staff page."""
    answer = browser(house.olga).post(
        f"/director/venues/{house.venue_id}/staff/do/role/",
        {"command_id": str(cast.new_id()), "user_id": house.dora.user_id, "role": "integrity"},
        follow=True,
    )
    assert "The role is given." in answer.content.decode()
    return house.dora


def address(house, rest=""):
    return f"/director/venues/{house.venue_id}/integrity/{rest}"


def rows(answer):
    """The cells of each row of the table, in words."""
    html = unescape(answer.content.decode())
    found = re.findall(r"<tr>(.*?)</tr>", html.partition("<tbody>")[2].partition("</tbody>")[0], re.S)
    return [
        [
            " ".join(re.sub(r"<[^>]*>", "", cell).split())
            for cell in re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row, re.S)
        ]
        for row in found
    ]


def test_the_owner_names_the_officer_who_reads_the_pairs_and_nothing_else_of_the_house():
    house = cast.house()
    table = played(house)
    client = browser(officer(house))
    # where hands were played at demo tables alone, the desk begins with those
    assert rows(client.get(address(house))) == rows(client.get(address(house), {"kind": "demo"})) != []
    assert f'href="{address(house)}"' in client.get("/director/").content.decode()
    assert StaffRole.objects.get(user_id=house.dora.user_id).role == "integrity"
    page = client.get(address(house), {"kind": "demo"})
    assert page.status_code == 200
    raiser = next(seat for seat in (2, 5, 7) if table.row.seats and _won(table, seat) > 0)
    found = {tuple(sorted(row[0].split(" · "))): row[1:] for row in rows(page)}
    assert len(found) == 3
    for pair, cells in found.items():
        if f"Joga{raiser}" not in pair:
            assert cells[:5] == ["1", "0", "0", "0 of 0", "0 of 0"]
        else:
            other = next(name for name in pair if name != f"Joga{raiser}")
            lost = str(-_won(table, int(other[-1])))
            assert sorted(cells[1:3]) == ["0", lost] and sorted(cells[3:5]) == ["0 of 0", "1 of 1"]
    # one click further: the hands of the two
    link = unescape(re.search(r'href="([^"]*/integrity/pairs/[^"]*)"', page.content.decode())[1])
    hands = client.get(link)
    assert [row[0] for row in rows(hands)] == [f"{table.row.name} · Hand 1"]
    # the officer sees how the house works, and runs none of it
    assert client.get(f"/director/venues/{house.venue_id}/").status_code == 200
    for closed in ("play-tables/", "books/", "takings/", "players/import/", "privacy/"):
        assert client.get(f"/director/venues/{house.venue_id}/{closed}").status_code == 403, closed


def _won(table, seat):
    stack = next(one["chips"] for one in table.row.seats if one["seat"] == seat)
    return stack - 10_000


def test_nobody_else_reads_it_and_the_place_is_shown_to_none_of_them():
    house = cast.house()
    table = played(house)
    first, second = sorted(table.people[seat].player_id for seat in (2, 5))
    for who in (house.ana, house.bruno, house.desi, house.caio):
        client = browser(who)
        for rest in ("", f"pairs/{first}/{second}/"):
            answer = client.get(address(house, rest), {"kind": "demo"})
            assert answer.status_code == 403, who
            assert "Joga" not in answer.content.decode()
    place = f'href="{address(house)}"'
    assert place in browser(house.olga).get(f"/director/venues/{house.venue_id}/").content.decode()
    assert place not in browser(house.ana).get(f"/director/venues/{house.venue_id}/").content.decode()
    rival = cast.house(name="Outra")
    assert browser(rival.olga).get(address(house)).status_code == 403
    assert rows(browser(rival.olga).get(address(rival), {"kind": "demo"})) == []


def test_days_that_cannot_be_looked_through_are_refused_and_kept_in_the_form():
    house = cast.house()
    client = browser(house.olga)
    for asked in (
        {"since": "2026-03-31", "until": "2026-03-01"},
        {"since": "2020-01-01", "until": "2026-03-01"},
        {"since": "1st of May"},
    ):
        page = client.get(address(house), asked)
        assert page.status_code == 409 and 'role="alert"' in page.content.decode()
        assert f'value="{asked["since"]}"' in page.content.decode()
    # what no form sends is read as the usual
    assert client.get(address(house), {"kind": "x", "offset": "-1"}).status_code == 200
    assert client.get(address(house, "pairs/1/2/")).status_code == 404


def test_programs_read_the_same_of_who_has_signed_in():
    house = cast.house()
    table = played(house)
    asking = caller("olga", house.olga).signed_in()
    asked = {"kind": "demo", "until": str(NOW.date() + timedelta(days=1))}
    found = asking.get(f"venues/{house.venue_id}/integrity/pairs", asked).json()
    assert len(found) == 3 and {line["hands"] for line in found} == {1}
    assert sorted(max(line["there_chips"], line["back_chips"]) for line in found) == [0, 50, 100]
    most = found[0]
    assert abs(most["net_bb"]) == 100 and most["alerts"] == [] and most["currency"] == ""
    path = f"venues/{house.venue_id}/integrity/pairs/{most['first_id']}/{most['second_id']}"
    (hand,) = asking.get(path, asked).json()
    assert (hand["table_id"], hand["number"]) == (table.table_id, 1)
    assert max(hand["there_chips"], hand["back_chips"]) == 100
    assert asking.get(f"venues/{house.venue_id}/integrity/pairs", {"kind": "x"}).status_code == 400
    wrong = asked | {"since": "2020-01-01"}
    assert asking.get(f"venues/{house.venue_id}/integrity/pairs", wrong).json()["code"] == "bad_period"
    # a program's token does not do: who reads this has signed in
    assert (
        caller("olga", house.olga).get(f"venues/{house.venue_id}/integrity/pairs", asked).status_code == 403
    )


def test_a_hand_is_opened_with_a_reason_and_the_owner_reads_who_opened_it():
    house = cast.house()
    table = played(house)
    client, owner = browser(officer(house)), browser(house.olga)
    path = address(house, f"hands/{table.table_id}/1/")
    page = client.get(path).content.decode()
    assert "Nobody opened cards here." in page
    folded = [seat for seat in (2, 5, 7) if _won(table, seat) <= 0]
    dealt = DealtHand.objects.get(table_id=table.table_id, number=1)
    hidden = [said(card) for seat in folded for card in cards_of(dealt, seat)]
    assert not any(card in page for card in hidden)
    wrong = client.post(path, {"command_id": str(cast.new_id()), "reason": " "})
    assert wrong.status_code == 409 and not HandOpening.objects.exists()
    answer = client.post(
        path, {"command_id": str(cast.new_id()), "reason": "Folds to each other"}, follow=True
    )
    opened = answer.content.decode()
    where = answer.redirect_chain[-1][0]
    assert where == address(house, f"openings/{HandOpening.objects.get().pk}/")
    assert answer["Cache-Control"] == "private, no-store"
    assert all(card in opened for card in hidden)
    # who comes back is led to what is open, and asked for no second reason
    back = client.get(path).content.decode()
    assert f'href="{where}"' in back and 'name="reason"' not in back
    assert not any(card in back for card in hidden)
    other_page = owner.get(path).content.decode()
    assert f'href="{where}"' not in other_page and 'name="reason"' in other_page
    # the owner reads that it was opened, by whom and why, and not the cards
    desk = owner.get(address(house)).content.decode()
    assert "Dora" in desk and "Folds to each other" in desk and f'href="{path}"' in desk
    assert owner.get(where).status_code == 404
    for who in (house.ana, house.caio):
        other = browser(who)
        assert other.get(where).status_code == 403 and other.get(path).status_code == 403
        assert other.post(path, {"command_id": str(cast.new_id()), "reason": "x"}).status_code == 403
    rival = cast.house(name="Outra")
    assert browser(rival.olga).get(address(rival, f"hands/{table.table_id}/1/")).status_code == 404
    assert HandOpening.objects.count() == 1


def test_after_half_an_hour_the_page_asks_for_a_new_opening(monkeypatch):
    house = cast.house()
    table = played(house)
    client = browser(house.olga)
    path = address(house, f"hands/{table.table_id}/1/")
    client.post(path, {"command_id": str(cast.new_id()), "reason": "Soft play"})
    opening = HandOpening.objects.get()
    HandOpening.objects.update(opened_at=NOW - timedelta(minutes=30))
    answer = client.get(address(house, f"openings/{opening.pk}/"))
    assert answer.status_code == 409
    assert "Open them again, with a reason." in answer.content.decode()
    assert 'name="reason"' in client.get(path).content.decode()


def test_programs_open_a_hand_and_read_its_cards_of_who_has_signed_in():
    house = cast.house()
    table = played(house)
    asking = caller("olga", house.olga).signed_in()
    done = asking.post(f"play-tables/{table.table_id}/open-cards", {"number": 1, "reason": "Pairs"})
    assert done.status_code == 200
    opening = done.json()["result"]["opening_id"]
    found = asking.get(f"venues/{house.venue_id}/integrity/openings/{opening}").json()
    dealt = DealtHand.objects.get(table_id=table.table_id, number=1)
    assert {one["seat"]: tuple(one["cards"]) for one in found["seats"]} == {
        seat: cards_of(dealt, seat) for seat in (2, 5, 7)
    }
    (listed,) = asking.get(f"venues/{house.venue_id}/integrity/openings").json()
    assert (listed["by"], listed["reason"], listed["number"]) == ("Olga", "Pairs", 1)
    director = caller("ana", house.ana).signed_in()
    assert director.get(f"venues/{house.venue_id}/integrity/openings/{opening}").status_code == 403


def test_the_players_are_listed_with_results_and_times_on_the_page_and_for_programs():
    house = cast.house()
    table = played(house)
    client = browser(officer(house))
    page = client.get(address(house, "players/"), {"kind": "demo"})
    found = {row[0]: row[1:] for row in rows(page)}
    raiser = next(seat for seat in (2, 5, 7) if _won(table, seat) > 0)
    for seat in (2, 5, 7):
        net, raised = _won(table, seat), "100%" if seat == raiser else "0%"
        assert found[f"Joga{seat}"] == [
            "1",
            *[str(net).replace("-", "−")] * 2,
            raised,
            raised,
            "0",
            "1",
            "1 · 1 · 0 s",
            "",
        ]
    assert f'href="{address(house)}?kind=demo' in unescape(page.content.decode())
    assert browser(house.ana).get(address(house, "players/")).status_code == 403
    wrong = client.get(address(house, "players/"), {"since": "2020-01-01"})
    assert wrong.status_code == 409 and 'role="alert"' in wrong.content.decode()
    asking = caller("olga", house.olga).signed_in()
    asked = {"kind": "demo", "until": str(NOW.date() + timedelta(days=1))}
    lines = asking.get(f"venues/{house.venue_id}/integrity/players", asked).json()
    assert [line["net_chips"] for line in lines] == sorted(
        (_won(table, seat) for seat in (2, 5, 7)), reverse=True
    )
    assert [line["alerts"] for line in lines] == [[], [], []]


def test_a_case_is_opened_from_a_pair_gets_a_hand_and_a_complaint_and_is_closed():
    house = cast.house()
    table = played(house)
    dora, owner = browser(officer(house)), browser(house.olga)
    low, high = sorted(table.people[seat].player_id for seat in (2, 5))

    def press(where, **form):
        return dora.post(where, {"command_id": str(cast.new_id()), **form}, follow=True)

    pair = dora.get(address(house, f"pairs/{low}/{high}/"), {"kind": "demo"}).content.decode()
    new = unescape(re.search(r'href="([^"]*/integrity/cases/new/[^"]*)"', pair)[1])
    page = dora.get(new).content.decode()
    assert "Joga2" in page and "Joga5" in page
    assert dora.get(address(house, "cases/new/")).status_code == 404
    assert dora.get(address(house, f"cases/new/?player={house.caio.player_id}")).status_code == 404
    form = {"player": [low, high], "said": " "}
    wrong = press(new, **form)
    assert wrong.status_code == 409 and not IntegrityCase.objects.exists()
    opened = press(new, **form | {"said": "Fold to each other\nthree times"})
    case = IntegrityCase.objects.get()
    where = address(house, f"cases/{case.pk}/")
    assert opened.redirect_chain[-1][0] == where and "The case is open." in opened.content.decode()
    # a hand and a complaint are put into it from their own pages
    made = cast.say(
        complain, by=table.people[7], at=NOW, table_id=table.table_id, player_id=table.people[7].player_id,
        number=1, said="They play together", about_seat=5,
    )  # fmt: skip
    complaint = f"/director/venues/{house.venue_id}/complaints/{made['complaint_id']}/"
    for from_page in (address(house, f"hands/{table.table_id}/1/"), complaint):
        fields = dict(
            re.findall(r'type="hidden"\s+name="(\w+)"\s+value="(\d+)"', dora.get(from_page).content.decode())
        )
        added = press(address(house, "cases/add/"), case_id=case.pk, said="See this one", **fields)
        assert added.redirect_chain[-1][0] == where
    told = " ".join(owner.get(where).content.decode().split())
    assert f'href="{complaint}"' in told and f'href="{address(house, f"hands/{table.table_id}/1/")}"' in told
    assert told.count("See this one") == 2 and "three times" in told
    desk = owner.get(address(house)).content.decode()
    assert f'href="{where}"' in desk and "Joga2 · Joga5" in desk
    # no outcome is chosen beforehand, and without one the case stays open with what was typed
    assert '<option value="">Choose the outcome</option>' in told and "selected" not in told
    with cast.unchanged():
        unchosen = press(where, what="close", outcome="", said="Both are barred").content.decode()
    assert "Choose what came of the case." in unchosen and ">Both are barred</textarea>" in unchosen
    # a note leaves what was chosen, and their hands are one step away
    noted = press(where, what="add", outcome="measures", said="Asked both").content.decode()
    assert '<option value="measures" selected>' in noted and "Asked both" in noted
    assert f'href="{address(house, f"pairs/{low}/{high}/")}"' in noted
    closed = press(where, what="close", outcome="measures", said="Both are barred").content.decode()
    assert (
        "The case is closed." in closed
        and "The house took measures" in closed
        and 'name="said"' not in closed
    )
    late = press(where, what="add", said="From an old tab")
    assert late.status_code == 409 and "This case is closed." in late.content.decode()
    assert re.search(r"<textarea[^>]* readonly>From an old tab</textarea>", late.content.decode())
    # nobody else, and not whom it is about
    for who in (house.ana, house.caio):
        assert browser(who).get(where).status_code == 403
    named = table.people[5]
    cast.say(grant_role, by=house.olga, user_id=named.user_id, venue_id=house.venue_id, role="integrity")
    assert browser(named).get(where).status_code == 404
    assert where not in browser(named).get(address(house)).content.decode()
    asking = caller("olga", house.olga).signed_in()
    (line,) = asking.get(f"venues/{house.venue_id}/integrity/cases").json()
    assert (line["players"], line["outcome"]) == (["Joga2", "Joga5"], "measures")
    view = asking.get(f"venues/{house.venue_id}/integrity/cases/{case.pk}").json()
    assert [one["text"] for one in view["entries"]][-1] == "Both are barred"


def said(card):
    with translation.override("en"):
        return card_words(card)["said"]


def test_a_case_opened_from_a_report_or_a_hand_takes_that_hand_with_it():
    house = cast.house()
    table = played(house)
    dora = browser(officer(house))
    about = table.people[5].player_id
    made = cast.say(
        complain, by=table.people[7], at=NOW, table_id=table.table_id, player_id=table.people[7].player_id,
        number=1, said="They play together", about_seat=5,
    )  # fmt: skip
    complaint = f"/director/venues/{house.venue_id}/complaints/{made['complaint_id']}/"
    hand = address(house, f"hands/{table.table_id}/1/")
    new = address(house, "cases/new/")

    def press(**form):
        case = dora.post(new, {"command_id": str(cast.new_id()), "said": "Look", **form}, follow=True)
        return IntegrityCase.objects.latest("id"), case.redirect_chain[-1][0], case.content.decode()

    # from the list of reports, by its link
    desk = dora.get(address(house)).content.decode()
    link = unescape(re.search(r'href="([^"]*/integrity/cases/new/[^"]*complaint_id[^"]*)"', desk)[1])
    assert link == f"{new}?player={about}&complaint_id={made['complaint_id']}"
    page = " ".join(dora.get(link).content.decode().split())
    assert f"The case takes with it: {table.row.name}, hand 1." in page and "Joga5" in page
    fields = dict(re.findall(r'type="hidden" name="(complaint_id|player)" value="(\d+)"', page))
    assert fields == {"complaint_id": str(made["complaint_id"]), "player": str(about)}
    case, where, told = press(**fields)
    assert where == address(house, f"cases/{case.pk}/")
    assert f'href="{complaint}"' in told and f'href="{hand}"' in told and "Hand 1" in told
    assert case.entries.get().complaint_id == made["complaint_id"]
    # from the complaint and from the hand, where everybody who played it can be chosen; whom it is about is
    told = " ".join(dora.get(complaint).content.decode().split())
    ticks = re.findall(r'type="checkbox" name="player" value="(\d+)"\s*(checked)?', told)
    assert sorted(ticks) == sorted(
        (str(one.player_id), "checked" if one.player_id == about else "") for one in table.people.values()
    )
    assert f'action="{new}"' in " ".join(dora.get(hand).content.decode().split())
    asked = {"table_id": table.table_id, "number": 1}
    assert "hand 1." in dora.get(new, asked | {"player": about}).content.decode()
    case, _where, told = press(**asked, player=[about, table.people[2].player_id])
    assert f'href="{hand}"' in told and case.entries.get().hand.number == 1
    # nobody chosen, no such hand, no such complaint: no case
    kept = IntegrityCase.objects.count()
    nobody = dora.get(new, asked)
    assert nobody.status_code == 409 and "tick a player" in nobody.content.decode()
    for wrong in ({"table_id": table.table_id, "number": 9}, {"complaint_id": 10**9}):
        assert dora.get(new, wrong | {"player": about}).status_code == 404
        form = {"command_id": str(cast.new_id()), "said": "Look", "player": about}
        assert dora.post(new, form | wrong).status_code == 404
    assert IntegrityCase.objects.count() == kept


@pytest.mark.rule("PT-H.11", "PT-O.11")
def test_a_pair_whose_money_goes_to_one_account_has_a_mark_that_does_not_tell_it():
    house = open_house()
    table = played(house)
    person = officer(house)
    dora, asking = browser(person), caller("dora", person).signed_in()
    asked = {"kind": "demo"}
    assert "Withdrawals to one account</span>" not in dora.get(address(house), asked).content.decode()
    for seat, key in ((2, "shared@example.com"), (5, "Shared@Example.com"), (7, "own@example.com")):
        person = table.people[seat]
        know(house, person)
        house.deposit(person.player_id, 10_000)
        withdrawal(house, by=person, player_id=person.player_id, destination=key)
    page = dora.get(address(house), asked)
    marked = {
        tuple(sorted(row[0].split(" · "))): "Withdrawals to one account" in row[-1] for row in rows(page)
    }
    assert marked == {("Joga2", "Joga5"): True, ("Joga2", "Joga7"): False, ("Joga5", "Joga7"): False}
    first, second = sorted(table.people[seat].player_id for seat in (2, 5))
    one = dora.get(address(house, f"pairs/{first}/{second}/"), asked)
    assert "Withdrawals to one account</span>" in one.content.decode()
    read = asking.get(f"venues/{house.venue_id}/integrity/pairs", asked)
    assert {(line["first_id"], line["second_id"]) for line in read.json() if line["one_account"]} == {
        (first, second)
    }
    for told in (page, one, read):
        assert "example.com" not in re.sub(
            r"(officer|dora|olga)\S*@example\.com", "", told.content.decode(), flags=re.I
        )
