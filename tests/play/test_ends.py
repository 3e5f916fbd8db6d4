"""The last table of a tournament that is over keeps its last hand, and says who won what: to each as early as they may know it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from access import moment
from people.models import User
from play.models import PlayTable
from play.queries.payloads import onlookers_payload, table_payload
from rules import hands
from tests import cast
from tests.play.event import Event, begun, house
from tests.play.given_cards import GivenCards
from tests.play.room import loses_all, started
from tests.play.test_bounties import BOARD, PAIRS, all_in_until_shown, stacked
from tests.play.test_late_entries import close
from tests.play.test_rebuys import all_in
from tournaments.models import Tournament

LATE = timedelta(seconds=60)


@pytest.fixture
def ended(db: None, given: GivenCards) -> Event:
    """A sit & go of three: seat 3 has gone out, and seat 1 won the last hand with aces against seat 2's kings."""
    event = begun(house(), players=3, name="Sit")
    given.give(dict(zip((1, 2, 3), PAIRS[:3], strict=True)), board=BOARD)
    stacked(event, 1_900, 1_000, 100)
    event.deal()
    while event.row.stage == "playing":
        if event.row.due_kind != "decide":
            event.due()
        elif event.to_act == 2:
            event.act("fold")
        else:
            event.act(*all_in(event.row, hands.options(event.hand)))
    while event.row.due_kind != "open":
        event.due()
    all_in_until_shown(event)
    event.due()
    assert (event.row.stage, Tournament.objects.get(pk=event.tournament_id).state) == ("closed", "finished")
    return event


def page_of(event: Event, person: cast.Person | None, *, at: datetime, monkeypatch: Any) -> str:
    monkeypatch.setattr(moment, "at", lambda: at)
    client = Client()
    if person is not None:
        client.force_login(User.objects.get(pk=person.user_id))
    return client.get(f"/tables/{event.table_id}/").content.decode().replace("\xa0", " ")


@pytest.mark.rule("PT-H.4", "PT-H.61", "PT-H.65", "PT-T.52")
def test_the_felt_keeps_the_last_hand_with_board_stacks_and_what_was_won(ended: Event) -> None:
    shown = table_payload(ended.table_id)
    last = ended.row.hands.get(number=shown["hand_number"])
    assert (shown["stage"], shown["board"], shown["button"]) == ("closed", list(BOARD), last.button_seat)
    assert {one["seat"]: one["chips"] for one in shown["seats"]} == {1: 3_000, 2: 0}
    assert {one["seat"]: (one["folded"], one["all_in"]) for one in shown["seats"]} == {
        1: (False, False),
        2: (False, True),
    }
    assert sorted((one["seat"], tuple(one["hole"])) for one in shown["result"]["shown"]) == [
        (1, PAIRS[0]),
        (2, PAIRS[1]),
    ]


@pytest.mark.rule("PT-H.11", "PT-T.52", "PT-T.54")
def test_each_reads_the_end_as_early_as_they_may_know_it(
    ended: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, winner = ended.now, table_payload(ended.table_id)["seats"][0]["name"]
    first = f"{winner} ganhou o torneio"
    places = ('class="bar-places"', "€ 15,00", "€ 9,00", "€ 6,00")
    # who played the last hand, at once
    for seat, said in ((1, "Você ganhou o torneio. Seu prêmio: € 15,00"), (2, "Você está fora: 2º lugar")):
        page = page_of(ended, ended.people[seat], at=over, monkeypatch=monkeypatch)
        assert said in page and all(one in page for one in places)
    # who went out before, and who looks on: when that hand is told
    early, told = over + LATE - timedelta(milliseconds=1), over + LATE
    page = page_of(ended, ended.people[3], at=early, monkeypatch=monkeypatch)
    assert "Você está fora: 3º lugar" in page and "bar-places" not in page and '"known_ms": ' in page
    page = page_of(ended, None, at=early, monkeypatch=monkeypatch)
    assert "bar-places" not in page and winner not in page.split('class="act-bar"')[1]
    assert onlookers_payload(ended.table_id, at=early)["stage"] == "showing"
    for person in (ended.people[3], None):
        page = page_of(ended, person, at=told, monkeypatch=monkeypatch)
        assert all(one in page for one in places)
    assert first in page
    assert onlookers_payload(ended.table_id, at=told)["board"] == list(BOARD)
    # a day later, too
    assert first in page_of(ended, None, at=over + timedelta(days=1), monkeypatch=monkeypatch)


@pytest.mark.rule("PT-T.48")
def test_a_table_that_was_broken_shows_no_hand(db: None) -> None:
    room = started(house(), players=4, seats=3)
    first, second = room.open()
    rows = room.until_close(first.table_number or 0, second.table_number or 0)
    loses_all(rows[0])
    for row in rows:
        close(room, row)
    broken = PlayTable.objects.get(tournament_id=room.tournament_id, stage="closed")
    assert (table_payload(broken.pk)["board"], table_payload(broken.pk)["seats"]) == ([], [])
