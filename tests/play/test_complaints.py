"""Complaints about hands: made by who played, answered in time by who runs the tables, told nobody else."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from dispatch.models import Command, Fact
from play.commands.answer_complaint import answer_complaint
from play.commands.close_complaint import close_complaint
from play.commands.complain import complain
from play.models import Complaint
from play.queries.complaints import (
    answered_complaints,
    complaint_of_house,
    complaints_about,
    complaints_of_player,
    open_complaints,
    reports_of_house,
)
from tests import cast
from tests.play.test_history import fold_out

SAID = "O Zé e o Rui jogam juntos"
ANSWERED = "Vimos as mãos: nada de estranho"


@pytest.fixture
def over(three):
    fold_out(three)
    return three


def say_so(table, seat=2, said=SAID, **more):
    person = table.people[seat]
    arguments = {"by": person, "player_id": person.player_id, "number": 1} | more
    return cast.say(complain, at=table.now, table_id=table.table_id, said=said, **arguments)


def reply(table, made, said=ANSWERED, by=None):
    return cast.say(
        answer_complaint,
        by=by or table.house.ana,
        at=table.now + timedelta(days=1),
        table_id=table.table_id,
        complaint_id=made["complaint_id"],
        said=said,
    )


def put_away(table, made, by=None):
    return cast.say(
        close_complaint,
        by=by or table.house.ana,
        at=table.now + timedelta(days=2),
        table_id=table.table_id,
        complaint_id=made["complaint_id"],
    )


@pytest.mark.rule("PT-H.66", "PT-T.55")
def test_a_complaint_is_made_answered_and_closed(over):
    made = say_so(over)
    assert made["complaint_state"] == "open"
    (one,) = open_complaints(over.house.venue_id)
    assert (one.text, one.number, one.answer_by) == (SAID, 1, over.now + timedelta(days=15))
    assert not one.late(over.now + timedelta(days=15)) and one.late(over.now + timedelta(days=15, seconds=1))
    assert reply(over, made)["complaint_state"] == "answered"
    assert open_complaints(over.house.venue_id) == []
    (one,) = answered_complaints(over.house.venue_id)
    assert (one.answer, one.answered_at) == (ANSWERED, over.now + timedelta(days=1))
    mine = complaints_about(table_id=over.table_id, number=1, player_id=over.people[2].player_id)
    assert mine == [one] == complaints_of_player(over.people[2].player_id)
    assert not one.late(over.now + timedelta(days=99))
    assert put_away(over, made)["complaint_state"] == "closed"
    assert answered_complaints(over.house.venue_id) == []
    assert complaint_of_house(made["complaint_id"], venue_id=over.house.venue_id).state == "closed"
    # for others it is not there
    assert complaints_about(table_id=over.table_id, number=1, player_id=over.people[5].player_id) == []


@pytest.mark.rule("PT-H.66")
def test_only_who_played_a_hand_that_is_over_complains_and_once_until_the_answer(over):
    caio = over.house.caio
    for by, player_id in ((caio, over.people[2].player_id), (over.house.ana, over.people[2].player_id)):
        with cast.refused("forbidden"):
            say_so(over, by=by, player_id=player_id)
    for more in ({"by": caio, "player_id": caio.player_id}, {"number": 2}, {"number": 99}):
        with cast.refused("not_found"):
            say_so(over, **more)
    for said in ("", " \n "):
        with cast.refused("text_missing") as no:
            say_so(over, said=said)
        assert str(no.value).startswith("Write what happened in this hand, then send the complaint.")
    with cast.refused("text_unreadable"):
        say_so(over, said="a\x00")
    with cast.refused("text_too_long"):
        say_so(over, said="a" * 1001)
    made = say_so(over, said="a" * 1000)
    with cast.refused("complaint_open", rule="PT-H.66"):
        say_so(over)
    say_so(over, seat=5)  # another player's is another
    reply(over, made)
    say_so(over)  # the answer did not settle it
    kept = Complaint.objects.get(pk=made["complaint_id"])
    with pytest.raises(IntegrityError), transaction.atomic():
        Complaint.objects.filter(pk=kept.pk).update(state="open")


def test_so_many_wait_at_once_and_no_more(over):
    for number in range(2, 12):
        over.deal()
        fold_out(over)
        say_so(over, number=number)
    with cast.refused("too_many_complaints", rule="PT-H.66"):
        say_so(over, number=1)
    reply(over, {"complaint_id": Complaint.objects.order_by("id").first().pk})
    say_so(over, number=1)


@pytest.mark.rule("PT-T.55")
def test_who_runs_the_tables_answers_once_and_closes_after_it(over):
    made = say_so(over)
    for who in (over.house.bruno, over.house.desi, over.house.caio, over.people[2]):
        with cast.refused("forbidden"):
            reply(over, made, by=who)
        with cast.refused("forbidden"):
            put_away(over, made, by=who)
    with cast.refused("not_found"):
        reply(over, {"complaint_id": made["complaint_id"] + 1})
    with cast.refused("complaint_not_answered", rule="PT-T.55"):
        put_away(over, made)
    with cast.refused("text_missing") as no:
        reply(over, made, said="")
    assert str(no.value).startswith("Write the answer that the player will read.")
    reply(over, made)
    with cast.refused("complaint_answered"):
        reply(over, made)
    put_away(over, made)
    with cast.refused("complaint_closed"):
        put_away(over, made)
    with cast.refused("complaint_answered"):
        reply(over, made)
    with cast.refused("not_found"):
        complaint_of_house(made["complaint_id"], venue_id=over.house.venue_id + 1)


@pytest.mark.rule("PT-T.55")
def test_what_was_written_is_in_no_fact_and_no_log(over, caplog):
    caplog.set_level("DEBUG")
    made = say_so(over)
    reply(over, made)
    put_away(over, made)
    facts = Fact.objects.filter(kind__startswith="complaint_").order_by("id")
    assert [(fact.kind, fact.audience, fact.touches) for fact in facts] == [
        ("complaint_made", "staff", []),
        ("complaint_answered", "staff", []),
        ("complaint_closed", "staff", []),
    ]
    kept = [json.dumps(fact.body) for fact in Fact.objects.all()]
    kept += [json.dumps([row.outcome, row.refusal]) for row in Command.objects.all()]
    for text in (*kept, caplog.text, repr(complaints_of_player(over.people[2].player_id))):
        assert SAID not in text and ANSWERED not in text


@pytest.mark.rule("PT-H.11", "PT-H.66")
def test_a_complaint_names_whose_play_it_is_about_and_the_record_does_not(over):
    made = say_so(over, about_seat=5)
    named, about = over.people[5], Complaint.objects.get(pk=made["complaint_id"])
    assert about.about_id == named.player_id
    venue = over.house.venue_id
    assert complaint_of_house(made["complaint_id"], venue_id=venue).about == "Joga5"
    assert [(one.player, one.about, one.text) for one in reports_of_house(venue)] == [
        ("Joga2", "Joga5", SAID)
    ]
    assert Fact.objects.filter(kind="complaint_made").latest("id").body.keys() == {
        "complaint_id",
        "number",
        "answer_by",
    }
    # the one who is named is told nothing
    assert complaints_of_player(named.player_id) == []
    assert complaints_about(table_id=over.table_id, number=1, player_id=named.player_id) == []
    reply(over, made)
    assert len(reports_of_house(venue)) == 1
    put_away(over, made)
    assert reports_of_house(venue) == [] and reports_of_house(venue + 1) == []


def test_a_complaint_about_nobodys_play_is_no_report(over):
    made = say_so(over)
    assert complaint_of_house(made["complaint_id"], venue_id=over.house.venue_id).about == ""
    assert reports_of_house(over.house.venue_id) == []


def test_nobody_is_named_who_was_not_in_the_hand_nor_oneself(over):
    with cast.refused("complaint_about_oneself"):
        say_so(over, about_seat=2)
    with cast.refused("not_found"):
        say_so(over, about_seat=3)
    made = say_so(over, about_seat=7)
    row = Complaint.objects.get(pk=made["complaint_id"])
    with pytest.raises(IntegrityError), transaction.atomic():
        Complaint.objects.filter(pk=row.pk).update(about=row.player_id)
