"""Undo over HTTP: what it would take back is told first, and it is done once."""

from __future__ import annotations

import uuid

import pytest

from tests import cast
from tests.api.conftest import caller, house
from tests.api.test_commands import desk, floor, paid

__all__ = ["desk", "floor", "house"]

pytestmark = pytest.mark.django_db


def test_undo_tells_first_and_then_does(house, desk, floor):
    from tournaments.models import Elimination, Entry, Field

    t = house.started("turbo-8max", entries=5)
    entry = Entry.objects.filter(tournament_id=t).select_related("seat__table").first()
    bust = uuid.uuid4()
    answer = floor.post(
        f"tournaments/{t}/eliminations",
        {"table_number": entry.seat.table.number, "busts": [{"entry_id": entry.pk, "by_entries": []}]},
        number=bust,
    )
    assert answer.status_code == 200, answer.content
    assert Field.objects.get(pk=t).players_left == 4
    told = floor.get(f"commands/{bust}/undo").json()
    [thing] = told["things"]
    assert thing["effects"]["possible"] is True and thing["effects"]["entry_id"] == entry.pk
    dora = caller("dora", house.dora)
    assert dora.get(f"commands/{bust}/undo").status_code == 404
    assert dora.post(f"commands/{bust}/undo").status_code == 404
    number = uuid.uuid4()
    undone = floor.post(f"commands/{bust}/undo", number=number)
    assert undone.status_code == 200, undone.content
    assert undone.json()["result"]["entry_id"] == entry.pk
    assert Field.objects.get(pk=t).players_left == 5
    again = floor.post(f"commands/{bust}/undo", number=number)
    assert again.status_code == 200 and again.headers["Command-Replayed"] == "true"
    assert Elimination.objects.filter(tournament_id=t, undone_at__isnull=True).count() == 0
    other = floor.post(f"commands/{bust}/undo")
    assert (other.status_code, other.json()["code"]) == (409, "already_undone")


def test_undo_of_a_registration_and_of_the_clock(house, desk, floor):
    from dispatch.relay import relay_once
    from ledger.queries import wallet_balance

    t = house.registering("turbo-8max")
    body, number = paid(house), uuid.uuid4()
    desk.post(f"tournaments/{t}/registrations", body, number=number)
    told = desk.get(f"commands/{number}/undo").json()["things"][0]["effects"]
    assert told["entries"] == 1 and told["refund_cents"] > 0
    done = desk.post(f"commands/{number}/undo", {"reason": "wrong person"})
    assert done.json()["result"]["refund_cents"] == told["refund_cents"]
    assert wallet_balance(body["player_id"], unit="BRL") == told["refund_cents"]
    cast.books_balance()

    running = house.started("turbo-8max", entries=3)
    pause, resume = uuid.uuid4(), uuid.uuid4()
    assert floor.post(f"tournaments/{running}/clock/pause", number=pause).status_code == 200
    assert floor.post(f"tournaments/{running}/clock/resume", number=resume).status_code == 200
    while relay_once():
        pass
    stale = floor.post(f"commands/{pause}/undo")
    assert (stale.status_code, stale.json()["code"]) == (409, "not_the_last_change")
    undo = uuid.uuid4()
    assert floor.post(f"commands/{resume}/undo", number=undo).status_code == 200
    while relay_once():
        pass
    again = floor.post(f"commands/{resume}/undo", number=undo)
    assert again.status_code == 200 and again.json()["replayed"] is True


def test_what_has_no_undo(house):
    ana = caller("ana", house.ana)
    number = uuid.uuid4()
    made = ana.post(
        f"venues/{house.venue_id}/tournaments",
        {"template": "turbo-8max", "name": "X", "starts_at": "2026-12-24T20:00:00-03:00"},
        number=number,
    )
    assert made.status_code == 200, made.content
    answer = ana.post(f"commands/{number}/undo")
    assert (answer.status_code, answer.json()["code"]) == (409, "cannot_undo")
