"""Every address of the staff, asked for by those it is not for: a clear page, nothing of the room on it, nothing done."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client
from django.urls import get_resolver, resolve

from people.commands.grant_role import grant_role
from people.models import User
from play.commands.add_to_case import add_to_case
from play.commands.complain import complain
from play.commands.open_cards import open_cards
from play.commands.open_case import open_case
from play.models import PlayTable
from tests import cast
from tests.play.conftest import open_one
from tests.play.test_history import fold_out

pytestmark = pytest.mark.django_db

FACES = ("web.director", "web.venue", "web.desk", "web.floor")
# these tell a stranger only what they may do themselves, or take a POST by another sign-in
FOR_ANYBODY = {
    "director", "director-open-house", "signed-in-still", "undo", "floor", "floor-pair", "floor-unlock", "floor-lock",
    "floor-pin", "desk-home",
}  # fmt: skip
SECRET = ("Segredo", "Souza")


def addresses(values):
    """(name, path) of every page of the staff, its gaps filled."""
    found = []

    def walk(patterns, before=""):
        for one in patterns:
            path = before + str(one.pattern)
            if hasattr(one, "url_patterns"):
                walk(one.url_patterns, path)
            elif getattr(one.callback, "__module__", "").startswith(FACES) and one.name not in FOR_ANYBODY:
                # of two gaps of one name the kind says which is meant: `int:number` is a hand, `number` an entry
                fill = re.sub(
                    r"<(?:(\w+):)?(\w+)>",
                    lambda gap: str(values.get(f"{gap[1]}:{gap[2]}", values.get(gap[2], "x"))),
                    path,
                )
                found.append((one.name, "/" + fill))

    walk(get_resolver().url_patterns)
    return found


def browser(person=None):
    client = Client()
    client.cookies["django_language"] = "en"
    if person is not None:
        client.force_login(User.objects.get(pk=person.user_id))
    return client


def played_online(house):
    """A hand at a demo table, a complaint about it, its cards opened, and a case: all of it with the words that nobody else may read."""
    table = open_one(house)
    PlayTable.objects.filter(pk=table.table_id).update(name="Segredo da mesa")
    first, second = table.sit(2, "Segredo Um"), table.sit(5, "Segredo Dois")
    table.deal()
    fold_out(table)
    about = {"table_id": table.table_id, "number": 1, "at": table.now}
    made = cast.say(complain, by=first, player_id=first.player_id, said="Segredo", about_seat=5, **about)
    opened = cast.say(open_cards, by=house.olga, reason="Segredo", **about)
    where = {"by": house.olga, "at": table.now, "venue_id": house.venue_id, "said": "Segredo"}
    case = cast.say(open_case, players=[first.player_id, second.player_id], **where)
    cast.say(add_to_case, case_id=case["case_id"], **where)
    pair = sorted((first.player_id, second.player_id))
    return {
        "table_id": table.table_id, "int:number": 1, "complaint_id": made["complaint_id"], "opening_id": opened["opening_id"],
        "case_id": case["case_id"], "first_id": pair[0], "second_id": pair[1], "player_id": pair[0],
    }  # fmt: skip


def test_a_stranger_learns_nothing_by_any_address_and_does_nothing():
    house = cast.house()
    rival = cast.house(name="Rival")
    tournament = house.started("turbo-8max", entries=8, name="Segredo")
    draft = house.tournament("turbo-8max", name="Segredo guardado")
    values = {
        "tournament_id": tournament, "venue_id": house.venue_id, "season_id": 10**9, "table_number": 1,
        "seat_number": 1, "award_id": 1, "what": "bust", "kind": "raise_amount", "number": "E1", "command_id": uuid.uuid4(),
        "transfer_id": 1, "pay_in_id": 1, "withdrawal_id": 1, "unclaimed_id": 1, **played_online(house),
    }  # fmt: skip
    pages = addresses(values)
    # each is the address of that page: one that none has tells a stranger nothing, and proves nothing
    assert [name for name, path in pages if resolve(path).url_name != name] == []
    assert len(pages) > 35 and {name for name, _ in pages} >= {
        "director-room",
        "desk",
        "floor-tablet",
        "floor-ruling",
    }
    strangers = {
        "nobody": browser(),
        "a player": browser(house.caio),
        "nobody's staff": browser(house.dora),
        "another house's director": browser(rival.ana),
    }
    told = []
    with cast.unchanged():
        for who, client in strangers.items():
            for name, path in [*pages, ("director-edit", f"/director/{draft}/settings/")]:
                for ask in (client.get, client.post):
                    answer = ask(path)
                    text = answer.content.decode()
                    wrong = [secret for secret in SECRET if secret in text]
                    sent_away = answer.status_code == 302 and answer["Location"].startswith("/sign-in/")
                    lawful = answer.status_code in (403, 404, 405) or (who == "nobody" and sent_away)
                    if wrong or not lawful:
                        told.append((who, ask.__name__, name, path, answer.status_code, wrong))
    assert told == []
    # the desk's address leads everybody to their own
    own = strangers["another house's director"].get("/desk/").content.decode()
    assert [secret for secret in SECRET if secret in own] == []
    page = strangers["a player"].get(f"/director/{tournament}/")
    assert "Only the staff of this house may do this." in page.content.decode()


def test_the_floor_reaches_no_page_of_the_desk_or_the_director_beyond_its_role():
    house = cast.house()
    tournament = house.started("turbo-8max", entries=8)
    floor = browser(house.bruno)
    for path in (
        f"/director/{tournament}/entries/",
        f"/director/{tournament}/prizes/",
        f"/desk/{tournament}/",
    ):
        answer = floor.get(path)
        assert answer.status_code == 403, path
        assert "Only the registration desk or the director" in answer.content.decode(), path
    assert floor.get(f"/director/{tournament}/settings/").status_code == 403
    # a role given is there at once, without signing in again
    cast.say(grant_role, by=house.olga, user_id=house.bruno.user_id, venue_id=house.venue_id, role="desk")
    assert floor.get(f"/desk/{tournament}/").status_code == 200
