"""Who looks on at a table for money sees it late, wherever it is shown: everything that reaches an onlooker is compared with when it happened."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.test import Client

from access import moment
from dispatch import relay
from dispatch.facts import SYSTEM
from play.commands.close_hand import close_hand
from play.commands.leave import leave
from play.queries.payloads import table_payload
from tests import cast
from tests.play import event as events
from tests.play.cash import house, open_cash
from tests.play.room import loses_all, started
from tests.play.test_several_tables import _SEVEN_PAID, _fold
from tests.web.player.test_tables import browser, given
from tournaments.queries import payloads
from tournaments.queries.clock import clock_payload

pytestmark = pytest.mark.django_db

LATE = timedelta(seconds=30)
SAID = {"pt-br": "Você vê a mesa com 30 s de atraso.", "pt": "Vê a mesa com 30 s de atraso.", "en": "You see the table 30 s late."}  # fmt: skip


@pytest.fixture
def table(monkeypatch):
    """A cash table of three who play; the pages read the table's own clock."""
    found = open_cash(house(currency="EUR"))
    monkeypatch.setattr(moment, "at", lambda: found.now)
    for seat in (1, 2, 3):
        found.sit(seat)
    return found


def pages(table):
    return {name: f"{where}" for name, where in {
        "page": f"/tables/{table.table_id}/",
        "topic": f"/api/topics?name=play/{table.table_id}/late",
        "record": f"/api/play-tables/{table.table_id}/record?limit=500",
        "kit": f"/api/play-tables/{table.table_id}/hands/1/kit",
        "last hand": f"/tables/{table.table_id}/last-hand/",
        "tables": "/tables/",
        "tables by API": f"/api/venues/{table.house.venue_id}/play-tables",
    }.items()}  # fmt: skip


def plain(answer):
    """What a page says, without what is new in each answer."""
    said = re.sub(r'name="(csrfmiddlewaretoken|command_id)" value="[^"]*"', "", answer.content.decode())
    said = re.sub(r'nonce="[^"]*"|"csrf": "[^"]*"', "", said)
    return answer.status_code, said


@pytest.mark.rule("PT-H.11")
def test_everything_an_onlooker_gets_is_as_old_as_the_rules_say(table):
    """The same table twice, hand by hand: what each page says at an instant is what it said to all thirty seconds before, were there no delay."""
    onlooker = browser(cast.person("Zoe"))
    told, now = [], []
    acts = ["call", "call", "check", "bet", "call", "fold"]
    while table.row.hand_number < 2:
        if table.row.due_kind == "decide":
            act = acts.pop(0) if acts else "check"
            table.act(act, 200 if act == "bet" else 0)
        else:
            table.due()
        relay.relay_once()
        now.append((table.now, table_payload(table.table_id)))
        told.append((table.now, {name: plain(onlooker.get(where)) for name, where in pages(table).items()}))
    ended = table.now
    [played] = [face for _at, face in now if face["result"]]
    assert len(played["board"]) == 5 and played["result"]["shown"]
    # the whole hand took less than the delay: nothing of it has reached anybody who looks on
    assert ended - now[0][0] < LATE + timedelta(seconds=30)
    for at, said in told:
        if at >= now[0][0] + LATE:
            continue
        for name, (status, body) in said.items():
            assert status == (404 if name == "kit" else 200), name
            assert not re.search(r'"[2-9TJQKA][cdhs]"', body), (name, at)
            assert '"hand_number":1' not in body.replace(" ", ""), (name, at)
            assert "hand_dealt" not in body and "hand_acted" not in body, (name, at)
    # and from then on, each thing at its own time
    for at, _face in now:
        table.now = at + LATE
        face = [one for when, one in now if when == at][-1]
        found = given(onlooker.get(pages(table)["page"]), "faces")["table"]
        assert found["late_seconds"] == 30
        for name in ("turn", "hand_number", "board", "acts", "result", "pot_chips", "stage"):
            assert found[name] == face[name], (name, at)
        assert onlooker.get(pages(table)["topic"]).json()["face"]["turn"] == found["turn"]
        kinds = [fact["kind"] for fact in onlooker.get(pages(table)["record"]).json()]
        assert kinds.count("hand_acted") == len([a for a in played["acts"] if a["turn"] < face["turn"]])
        over = face["hand_number"] and (face["stage"] != "playing" or face["hand_number"] == 2)
        assert ("hand_settled" in kinds) == bool(over)
    table.now = ended + LATE
    assert onlooker.get(pages(table)["kit"]).status_code == 200
    said = onlooker.get(pages(table)["last hand"]).content.decode()
    assert "Joga1" in said


@pytest.mark.rule("PT-H.11")
def test_who_sits_there_and_the_director_see_the_present_and_a_player_who_leaves_does_not(table):
    table.deal()
    where, live = pages(table)["page"], f"/api/topics?name=play/{table.table_id}"
    looks_on = {
        "nobody": browser(),
        "a player": browser(cast.person("Zoe")),
        "the desk": browser(table.house.desi),
    }
    sees = {"who sits there": browser(table.people[2]), "the director": browser(table.house.ana)}
    for name, client in sees.items():
        page = client.get(where)
        face = given(page, "faces")["table"]
        assert (face["hand_number"], face["stage"]) == (1, "playing"), name
        assert given(page, "page")["table_topic"] == f"play/{table.table_id}", name
        assert not any(said in page.content.decode() for said in SAID.values()), name
        assert client.get(live).json()["face"]["hand_number"] == 1, name
    assert not re.search(r'"[2-9TJQKA][cdhs]"', sees["the director"].get(where).content.decode())
    for name, client in looks_on.items():
        page = client.get(where)
        face = given(page, "faces")["table"]
        assert (face["hand_number"], len(face["seats"])) == (0, 3 if name == "" else len(face["seats"])), name
        assert given(page, "page")["table_topic"] == f"play/{table.table_id}/late", name
        assert SAID["pt-br"] in page.content.decode(), name
        assert client.get(live).status_code == 403, name
        # a reload tells no more
        assert given(client.get(where), "faces")["table"] == face, name
    for language, said in SAID.items():
        assert said in browser(language=language).get(where).content.decode()
    # who is on the way in is shown the seats that are free now
    assert given(looks_on["a player"].get(where), "faces")["table"]["free"] == [4, 5, 6]
    # who leaves sees no more of the present, and keeps the hand that he played
    table.fold_out()
    gone, client = table.people[2], sees["who sits there"]
    assert client.get(pages(table)["kit"]).status_code in (200, 404)
    table.say(leave, gone)
    table.due()
    page = client.get(where)
    assert given(page, "faces")["mine"] is None and SAID["pt-br"] in page.content.decode()
    assert given(page, "page")["table_topic"] == f"play/{table.table_id}/late"
    assert given(page, "faces")["table"]["hand_number"] == 1 and client.get(live).status_code == 403
    assert "Joga1" in client.get(pages(table)["last hand"]).content.decode()
    assert "Joga1" not in browser().get(pages(table)["last hand"]).content.decode()
    # what anybody may keep is the same for all
    for one in (browser(table.house.ana), browser()):
        [line] = one.get(pages(table)["tables by API"]).json()
        assert (line["hand_number"], line["players"]) == (0, 2)


@pytest.mark.rule("PT-H.11")
def test_who_was_dealt_into_a_hand_is_not_taken_back_before_its_end(table):
    """Whoever stands up with the end of a hand, as who has lost the last chip does, keeps its end before him until everybody has seen it."""
    leaver, other = table.people[1], browser(cast.person("Zoe"))
    table.deal()
    gone = {"table_id": table.table_id, "player_id": leaver.player_id}
    cast.say(leave, by=leaver, at=table.now, **gone)
    while table.row.due_kind != "close":
        table.due() if table.row.due_kind != "decide" or table.to_act == 1 else table.act("fold")
    ended = table_payload(table.table_id)
    table.due()
    assert 1 not in {kept["seat"] for kept in table.row.seats}
    where = pages(table)["page"]

    def seen(client):
        found = given(client.get(where), "faces")["table"]
        return {
            name: found[name] for name in ("turn", "stage", "hand_number", "board", "acts", "result", "seats")
        }

    end = {name: ended[name] for name in seen(other)}
    assert end["stage"] == "showing" and end["result"]
    mine = browser(leaver)
    over = table.now
    assert seen(mine) == end and seen(other)["hand_number"] == 0
    table.deal()  # nothing of the next hand
    assert table.row.hand_number == 2 and seen(mine) == end
    table.now = over + LATE - timedelta(milliseconds=1)
    assert seen(mine) == end == seen(other)
    table.now = over + LATE
    assert seen(mine) == seen(other) != end


@pytest.mark.rule("PT-H.10", "PT-H.11")
def test_who_has_left_between_two_hands_sits_there_no_more_for_himself(table):
    """Everybody else sees the seat taken for as long as the table is told late."""
    table.deal()
    table.fold_out()
    table.now += LATE
    leaver, other = table.people[2], browser(cast.person("Zoe"))
    table.say(leave, leaver)
    left_at, where = table.now, pages(table)["page"]

    def seats(client):
        return [one["seat"] for one in given(client.get(where), "faces")["table"]["seats"]]

    mine = browser(leaver)
    assert (seats(mine), seats(other)) == ([1, 3], [1, 2, 3])
    until = int((left_at + LATE).timestamp() * 1000)
    # what the late topic tells meanwhile, the page reads with this
    assert given(mine.get(where), "page")["left"] == {"seat": 2, "until_ms": until}
    assert "left" not in given(other.get(where), "page")
    table.now = left_at + LATE - timedelta(milliseconds=1)
    assert (seats(mine), seats(other)) == ([1, 3], [1, 2, 3])
    table.now = left_at + LATE
    assert seats(mine) == seats(other) == [1, 3]


@pytest.mark.rule("PT-H.11", "PT-T.31")
def test_who_is_out_of_a_tournament_keeps_the_end_of_the_last_hand_and_does_not_see_the_bust_again(
    monkeypatch,
):
    event = events.begun(events.house(), players=3, name="Sit")
    monkeypatch.setattr(moment, "at", lambda: event.now)
    event.until("decide")
    while event.row.due_kind == "decide":
        event.act("fold")
    (lost,) = loses_all(event.row)
    where = f"/tables/{event.table_id}/"
    ended = table_payload(event.table_id)
    event.due()
    over, client = event.now, browser(next(one for one in event.people.values() if one.player_id == lost))
    for seconds in (0, 1, 59.999):
        event.now = over + timedelta(seconds=seconds)
        shown = given(client.get(where), "faces")["table"]
        assert [shown[name] for name in ("turn", "stage", "result", "board")] == [
            ended[name] for name in ("turn", "stage", "result", "board")
        ]
        # of what is told late the page takes nothing before this turn, and that turn is this same picture
        assert given(client.get(where), "page")["left"]["until_ms"] == int(
            (over + 2 * LATE).timestamp() * 1000
        )
    event.now = over + 2 * LATE
    assert given(client.get(where), "faces")["table"]["turn"] > ended["turn"]


@pytest.mark.rule("PT-H.11", "PT-T.46", "PT-T.49")
def test_the_header_is_no_fresher_than_the_table_but_for_what_the_public_page_tells_at_once(monkeypatch):
    """Who is left and how far the money is come with the table; when other tables end their hands is not told; the clock is the public one."""
    room = started(events.house(), players=9, seats=3, payout_table=_SEVEN_PAID)
    monkeypatch.setattr(moment, "at", lambda: room.now)
    t = room.tournament_id
    (first,) = room.until_close(room.open()[0].table_number)
    loses_all(first)
    out_at = room.now = first.due_at
    cast.say(close_hand, by=SYSTEM, at=out_at, table_id=first.pk, turn=first.turn)
    assert (room.field.players_left, room.field.hand_for_hand) == (8, True)
    where = f"/tables/{first.pk}/"
    mine = room.people[room.open()[0].seats[0]["player_id"]]

    def header(client):
        page = client.get(where)
        line = page.content.decode().partition('class="room-event figures"')[2].partition("</a>")[0]
        return given(page, "faces")["table"]["event"], dict(
            re.findall(r'data-part="([a-z-]+)"\s*>([^<]*)<', line)
        )

    for seconds, left, money in ((0, 9, "a 2 do ITM"), (29.999, 9, "a 2 do ITM"), (30, 8, "a 1 do ITM")):
        room.now = out_at + timedelta(seconds=seconds)
        event, line = header(Client())
        assert payloads.counts(t, seen_at=room.now)["players_left"] == event["players_left"] == left
        assert (line["players"], line["money"]) == (f"restam {left} de 9", money)
        assert event["hand_for_hand"] is (left == 8)
        # level and time are those of the public clock at that instant, which tell nothing of a hand
        public = clock_payload(t, at=room.now, as_public=True)
        assert json.loads(given(Client().get(where), "page")["clock"]) == [
            public[name] for name in ("turn", "state", "index", "anchor_ms", "elapsed_ms")
        ]
        event, own = header(browser(mine))
        assert (own["players"], own["money"], own["level"]) == ("restam 8 de 9", "a 1 do ITM", line["level"])
        assert event["still_play"] == 2
        # nothing of when the others end their hands, though all of the field is told by now
        assert header(Client())[0]["still_play"] == 0
    while room.step(_fold).due_kind != "close":
        pass
    assert (header(browser(mine))[0]["still_play"], header(Client())[0]["still_play"]) == (1, 0)
