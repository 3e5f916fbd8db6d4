"""Undo over HTTP: what it would take back is told first, and it is done once."""

from __future__ import annotations

import inspect
import uuid

import pytest

from rules.refusals import Refused
from tables.models import Seat
from tests import cast
from tests.api.conftest import caller, house
from tests.api.test_commands import desk, floor, paid
from tournaments.commands import undo_elimination
from tournaments.commands.close_entries import close_entries
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.models import Elimination
from undo import UNDOING, take_back, undo_effects

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


@pytest.mark.django_db(transaction=True)
def test_what_the_page_told_is_asked_under_the_locks(monkeypatch):
    """Somebody goes out between the press and the lock: the places would move, and the page had not said so."""
    house = cast.house()
    t = house.started("turbo-8max", entries=16)
    cast.say(close_entries, by=house.ana, at=cast.after(minutes=2), tournament_id=t)

    def bust(minutes):
        seat = (
            Seat.objects.filter(table__tournament_id=t, entry__isnull=False)
            .select_related("table")
            .order_by("table__number", "number")
            .first()
        )
        return cast.say(
            eliminate_players, by=house.bruno, at=cast.after(minutes=minutes), tournament_id=t,
            table_number=seat.table.number,
            busts=[{"entry_id": seat.entry_id, "stack_chips_start": None, "by_entries": []}],
        )["eliminations"][0]["elimination_id"]  # fmt: skip

    gone = bust(3)
    command, now = Elimination.objects.get(pk=gone).command_id, cast.after(minutes=5)
    [told] = undo_effects(number=command, by=house.ana.actor, at=now)["things"]
    lock, others = undo_elimination.lock_field, []

    def lock_after_another(tournament_id):
        others.extend(cast.together([lambda: bust(4)]))
        return lock(tournament_id)

    monkeypatch.setattr(undo_elimination, "lock_field", lock_after_another)
    with pytest.raises(Refused) as refused:
        take_back(command, own=uuid.uuid4(), by=house.ana.actor, asked={"version": told["version"]}, at=now)
    assert refused.value.code == "changed_since"
    assert [type(one) for one in others] == [int]
    assert Elimination.objects.get(pk=gone).undone_at is None
    assert Elimination.objects.get(pk=others[0]).undone_at is None


#: Steps that take the lock for their command.
STEPS = {"leave_stage", "sponsors"}


#: What these do is the same whatever happens meanwhile.
ALWAYS_THE_SAME = {"tables.penalise", "tables.verify_table", "tournaments.lift_disqualification"}


def test_each_command_that_takes_back_what_a_page_told_asks_again():
    """In the command itself, or in the step that takes its lock."""
    missing = set()
    for undone, how in UNDOING.items():
        work = inspect.unwrap(how.command)
        steps = [
            inspect.getsource(one)
            for one in (work, *(work.__globals__[name] for name in work.__code__.co_names if name in STEPS))
        ]
        asks_when = "at" in inspect.signature(how.undoes.preview).parameters
        if not asks_when and not any("check_as_read()" in one for one in steps):
            missing.add(undone)
    assert missing == ALWAYS_THE_SAME
