"""Cases of the integrity desk: opened, written in, closed; never there for whom they are about."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from dispatch.models import Fact
from people.models import Player
from play.commands.add_to_case import add_to_case
from play.commands.close_case import close_case
from play.commands.complain import complain
from play.commands.open_case import open_case
from play.models import CaseEntry, IntegrityCase
from play.operations.cases import erase_cases
from play.queries.cases import case_of_house, cases_of_house
from rules.refusals import Refused
from tests import cast
from tests.play.test_history import fold_out
from tests.play.test_openings import officer

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.11", "PT-O.11")]

WHY = "Largam um ao outro"


@pytest.fixture
def over(three):
    fold_out(three)
    return three


def opened(table, by, *, seats=(2, 5), said=WHY, **more):
    asked = {"players": [table.people[seat].player_id for seat in seats], "said": said} | more
    return cast.say(open_case, by=by, at=table.now, venue_id=table.house.venue_id, **asked)


def added(table, by, case, *, said="Vista", **more):
    case_id = case["case_id"]
    return cast.say(
        add_to_case,
        by=by,
        at=table.now + timedelta(minutes=1),
        venue_id=table.house.venue_id,
        case_id=case_id,
        said=said,
        **more,
    )


def closed(table, by, case, *, outcome="nothing", said="Nada de estranho"):
    at, venue = table.now + timedelta(days=1), table.house.venue_id
    return cast.say(
        close_case, by=by, at=at, venue_id=venue, case_id=case["case_id"], outcome=outcome, said=said
    )


def read(table, case, by):
    return case_of_house(case["case_id"], venue_id=table.house.venue_id, officer_id=by.user_id)


def forget(player_id):
    """The player's file as it is once it was erased."""
    Player.objects.filter(pk=player_id).update(
        anonymised_at=timezone.now(),
        birth_date=None,
        document_number="",
        email="",
        phone="",
        full_name="",
        user=None,
    )


def test_a_case_is_opened_written_in_and_closed_and_stays_as_it_is(over):
    dora, olga, house = officer(over.house), over.house.olga, over.house
    case = opened(over, dora)
    added(over, olga, case, said="A primeira mão", table_id=over.table_id, number=1)
    made = cast.say(
        complain, by=over.people[7], at=over.now, table_id=over.table_id, player_id=over.people[7].player_id,
        number=1, said="Jogam juntos", about_seat=5,
    )  # fmt: skip
    added(over, dora, case, said="A denúncia", complaint_id=made["complaint_id"])
    found = read(over, case, olga)
    assert (found.line.players, found.line.opened_by, found.line.outcome) == (("Joga2", "Joga5"), "Dora", "")
    assert [(one.by, one.text, one.number, one.complaint_id) for one in found.entries] == [
        ("Dora", WHY, None, None),
        ("Olga", "A primeira mão", 1, None),
        ("Dora", "A denúncia", 1, made["complaint_id"]),
    ]
    assert [
        one.case_id for one in cases_of_house(house.venue_id, officer_id=dora.user_id, only_open=True)
    ] == [case["case_id"]]
    assert closed(over, dora, case, outcome="measures")["case_outcome"] == "measures"
    for again in (lambda: closed(over, dora, case), lambda: added(over, dora, case)):
        with cast.refused("case_closed", rule="PT-H.11"):
            again()
    line = read(over, case, dora).line
    assert (line.outcome, line.closed_at) == ("measures", over.now + timedelta(days=1))
    assert cases_of_house(house.venue_id, officer_id=dora.user_id, only_open=True) == []
    assert cases_of_house(house.venue_id, officer_id=dora.user_id) == [line]
    # the staff's record knows nothing of it
    kept = json.dumps(list(Fact.objects.values_list("kind", "body")))
    assert "case" not in kept and WHY not in kept


def test_whom_it_is_about_finds_no_case_in_whatever_role(over):
    dora, player = officer(over.house), over.people[5]
    officer(over.house, player)
    with cast.refused("own_case", rule="PT-H.11"):
        opened(over, player)
    case = opened(over, dora)
    venue = over.house.venue_id
    assert cases_of_house(venue, officer_id=player.user_id) == []
    with pytest.raises(Refused) as no:
        read(over, case, player)
    assert no.value.code == "not_found"
    for tried in (lambda: added(over, player, case), lambda: closed(over, player, case)):
        with cast.refused("not_found"):
            tried()
    assert [one.text for one in read(over, case, dora).entries] == [WHY]


def test_who_may_not_review_opens_no_case_and_nobody_of_another_house(over):
    house = over.house
    dora = officer(house)
    case = opened(over, dora)
    rival = cast.house(name="Outra")
    for who in (house.ana, house.bruno, house.caio, rival.olga):
        for tried in (
            lambda who=who: opened(over, who),
            lambda who=who: added(over, who, case),
            lambda who=who: closed(over, who, case),
        ):
            with cast.refused("forbidden"):
                tried()
    assert cases_of_house(rival.venue_id, officer_id=rival.olga.user_id) == []
    # about nobody who was dealt no hand here
    for players in ([], [house.caio.player_id], [over.people[2].player_id, 10**9]):
        with cast.refused("not_found"):
            opened(over, dora, players=players)
    for more in ({"table_id": over.table_id, "number": 2}, {"complaint_id": 10**9}):
        with cast.refused("not_found"):
            added(over, dora, case, **more)
        with cast.refused("not_found"):
            opened(over, dora, **more)
    for said, code in ((" ", "text_missing"), ("x" * 1001, "text_too_long")):
        with cast.refused(code):
            added(over, dora, case, said=said)
    with cast.refused("bad_outcome"):
        closed(over, dora, case, outcome="guilty")
    row = IntegrityCase.objects.filter(pk=case["case_id"])
    with pytest.raises(IntegrityError), transaction.atomic():
        row.update(outcome="nothing")


def test_what_was_written_goes_with_the_data_of_all_whom_it_is_about(over):
    dora = officer(over.house)
    case = opened(over, dora)
    closed(over, dora, case)
    players = [over.people[seat].player_id for seat in (2, 5)]
    forget(players[0])
    assert erase_cases() == 0
    forget(players[1])
    assert erase_cases() == 2 and erase_cases() == 0
    assert set(CaseEntry.objects.values_list("text", flat=True)) == {""}
    assert all(one.erased for one in read(over, case, dora).entries)
