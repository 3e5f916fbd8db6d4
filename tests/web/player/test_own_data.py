"""What is kept of online play about one person: taken away as a file, and erased for whoever reads later."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection

from dispatch import relay
from people.models import Player
from play.commands.close_table import close_table
from play.commands.leave import leave
from play.models import Complaint, DealtHand, HandAct
from play.operations.complaints import erase_complaints
from play.queries.decks import deck_of_hand
from play.queries.history import own_hand
from play.queries.kits import hand_kit
from rules.cards import places_of_seat
from tests import cast
from tests.play.test_complaints import put_away, reply, say_so
from tests.play.test_history import check_down, fold_out
from tests.web.player.test_tables import browser, playing, table  # noqa: F401 - fixtures

pytestmark = pytest.mark.django_db

SAID = "Sou o Rui Nogueira e fui prejudicado"
NAME = "Ruizinho"


@pytest.fixture
def played(table):  # noqa: F811
    """Ruizinho (3) and Eva (8) have played two hands and stood up."""
    rui, eva = table.sit(3, NAME), table.sit(8, "Eva")
    table.deal()
    fold_out(table)
    table.deal()
    check_down(table)
    for person in (rui, eva):
        cast.say(leave, by=person, at=table.now, table_id=table.table_id, player_id=person.player_id)
    return table


def page(client, where):
    return " ".join(client.get(where).content.decode().split())


def erased(client):
    return client.post("/me/erase/", {"command_id": str(cast.new_id()), "sure": "on"}, follow=True)


def cards_of(number, seat):
    deck = deck_of_hand(DealtHand.objects.get(number=number))
    return [card.text for card in deck.cards(places_of_seat(seat, count=2))]


@pytest.mark.rule("PT-H.65", "PT-H.66", "PT-H.67")
def test_my_data_has_my_hands_with_my_own_cards_alone_and_my_complaints(played):
    rui, eva = played.people[3], played.people[8]
    made = say_so(played, 3, said=SAID)
    reply(played, made)
    answer = browser(rui).get("/me/data.json")
    assert answer["Cache-Control"] == "private, no-store"
    told = answer.json()["online"]
    second, first = told["hands"]
    assert [(one["table_id"], one["number"]) for one in (second, first)] == [
        (played.table_id, 2),
        (played.table_id, 1),
    ]
    assert (first["cards"], second["cards"]) == (cards_of(1, 3), cards_of(2, 3))
    assert (first["board"], len(second["board"])) == ([], 5)
    assert [(one["won_chips"], one["staked_chips"]) for one in (first, second)] == [
        (part.won_chips, part.staked_chips)
        for part in (DealtHand.objects.get(number=n).parts.get(player_id=rui.player_id) for n in (1, 2))
    ]
    for one in (first, second):
        rows = HandAct.objects.filter(hand__number=one["number"], seat=3).order_by("turn")
        assert one["acts"] == list(rows.values("street", "act", "to_chips", "all_in", "took_ms", "manner"))
    assert sum(len(one["acts"]) for one in (first, second)) >= 4
    (sitting,) = told["sessions"]
    assert (sitting["table_id"], sitting["seat"], sitting["hands"]) == (played.table_id, 3, 2)
    (complaint,) = told["complaints"]
    assert (complaint["text"], complaint["state"], complaint["number"]) == (SAID, "answered", 1)
    # another's file has another's cards and no word of the complaint
    others = browser(eva).get("/me/data.json").json()["online"]
    assert [one["cards"] for one in others["hands"]] == [cards_of(2, 8), cards_of(1, 8)]
    assert others["complaints"] == []
    # the API's window, which staff and programs have, knows no cards
    asked = browser(rui).get(f"/api/players/{rui.player_id}/data")
    assert asked.status_code == 200 and "online" not in asked.json()


def test_nobody_is_erased_who_sits_at_a_table(playing):  # noqa: F811
    rui = playing.people[3]
    client = browser(rui)
    assert "você está sentado na mesa online Mesa 1" in page(client, "/me/")
    with cast.unchanged():
        assert "Há um assento ocupado na mesa online Mesa 1" in erased(client).content.decode()
    fold_out(playing)
    cast.say(leave, by=rui, at=playing.now, table_id=playing.table_id, player_id=rui.player_id)
    assert "Mesa 1. Levante-se" not in page(client, "/me/")
    erased(client)
    assert Player.objects.get(pk=rui.player_id).anonymised_at is not None


@pytest.mark.rule("PT-H.65")
def test_who_was_erased_is_a_number_in_the_hands_of_others_and_the_proof_still_holds(played):
    rui, eva = played.people[3], played.people[8]
    theirs = browser(eva)
    number = f"#{rui.player_id}"
    where = f"/me/hands/{played.table_id}/2"
    assert NAME in page(theirs, f"{where}/")
    say_so(played, 3, said=SAID)
    reply(played, {"complaint_id": Complaint.objects.get().pk})
    relay.relay_once()
    proof = hand_kit(table_id=played.table_id, number=2, player_id=eva.player_id)
    before = own_hand(table_id=played.table_id, number=2, player_id=eva.player_id)

    erased(browser(rui))
    for address in (
        f"{where}/",
        f"{where}/hand.ohh",
        f"{where}/hand.phh",
        "/me/hands/hands.ohh",
        "/me/hands/hands.phhs",
        f"/tables/{played.table_id}/last-hand/",
    ):
        answer = theirs.get(address)
        assert answer.status_code == 200, address
        told = answer.content.decode()
        assert NAME not in told and number in told, address
    after = own_hand(table_id=played.table_id, number=2, player_id=eva.player_id)
    assert [(one.seat, one.cards, one.after_chips) for one in before.players] == [
        (one.seat, one.cards, one.after_chips) for one in after.players
    ]
    assert after.result == before.result and len(after.steps) == len(before.steps)
    # what outsiders check is as it was, and so is the record
    relay.relay_once()
    assert hand_kit(table_id=played.table_id, number=2, player_id=eva.player_id) == proof
    out = io.StringIO()
    call_command("verify_chain", stdout=out)
    # and no row of a table, no fact and no command has the name
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
        names = [name for (name,) in cursor.fetchall() if name.startswith(("play_", "dispatch_", "people_"))]
        for name in names:
            # label: tests name their people there; a player without work in a house is a number
            cursor.execute(f"SELECT (to_jsonb(t) - 'label')::text FROM {name} t")
            assert not [row for (row,) in cursor.fetchall() if NAME in row or SAID in row], name


@pytest.mark.rule("PT-T.55", "PT-H.66")
def test_what_was_written_in_complaints_goes_once_the_house_owes_no_answer(played):
    rui, ana = played.people[3], played.house.ana
    closed = say_so(played, 3, said=f"{SAID} 1", number=1)
    reply(played, closed)
    put_away(played, closed)
    waits = say_so(played, 3, said=f"{SAID} 2", number=2)
    eva = say_so(played, 8, said="Da Eva", number=1)
    reply(played, eva)
    desk = f"/director/venues/{played.house.venue_id}/complaints"
    erased(browser(rui))
    # who erased is the player: what was answered is gone at once, what waits is there for its answer
    texts = dict(Complaint.objects.values_list("pk", "text"))
    assert texts == {
        closed["complaint_id"]: "",
        waits["complaint_id"]: f"{SAID} 2",
        eva["complaint_id"]: "Da Eva",
    }
    assert Complaint.objects.get(pk=closed["complaint_id"]).answer == ""
    told = page(browser(ana), f"{desk}/{closed['complaint_id']}/")
    assert "O que foi escrito aqui foi apagado com os dados do jogador." in told and SAID not in told
    told = page(browser(ana), f"{desk}/{waits['complaint_id']}/")
    assert f"{SAID} 2" in told and f"#{rui.player_id}" in told and NAME not in told
    due = Complaint.objects.get(pk=waits["complaint_id"]).answer_by
    assert erase_complaints(at=due) == 0
    assert erase_complaints(at=due + timedelta(seconds=1)) == 1
    row = Complaint.objects.get(pk=waits["complaint_id"])
    assert (row.text, row.state, row.made_at) == ("", "open", played.now)
    assert erase_complaints(at=due + timedelta(days=99)) == 0
    assert Complaint.objects.get(pk=eva["complaint_id"]).text == "Da Eva"


@pytest.mark.rule("PT-T.55")
def test_an_answer_to_who_was_erased_goes_with_the_complaint(played):
    waits = say_so(played, 3, said=SAID)
    erased(browser(played.people[3]))
    assert Complaint.objects.get().text == SAID
    reply(played, waits)
    assert erase_complaints(at=played.now + timedelta(days=1)) == 1
    assert Complaint.objects.values_list("text", "answer", "state").get() == ("", "", "answered")


def test_a_table_that_closes_keeps_no_name(playing):  # noqa: F811
    fold_out(playing)
    cast.say(close_table, by=playing.house.ana, at=playing.now, table_id=playing.table_id)
    assert playing.row.seats == []
